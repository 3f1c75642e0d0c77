"""Rating lists by pages: begun by a form, read by members and by everybody, with a curve for each player."""

import html
import re

import pytest

from service.handlers.ratings import decided_matches
from service.web.pages.ratings.curve import BOTTOM, LEFT, MOST_POINTS, RIGHT, TOP, curve
from tests.support.ratings.decided import begin, decide
from tests.support.signed_in import signed_in

CLUB = "/clubs/vasa/ratings"
LIST, RULE = f"{CLUB}/swedish", f"{CLUB}/swedish/rule"
USUAL = {
    "tournaments": "1",
    "teams": "1",
    "awarded": "1",
    "ramp": "1",
    "shortest": "1",
    "start": "1500",
    "provisional": "0",
}


@pytest.fixture
def organiser(api):
    return signed_in(api, "Anna", "organiser")


def page(browser, path=LIST, status=200):
    answer = browser.client.get(path)
    assert answer.status_code == status
    return html.unescape(answer.text)


def stranger(api, path):
    return api.client.get(path, headers={"Accept": "text/html"})


def test_an_organiser_begins_a_list_by_a_form_and_ends_it(api, organiser):
    assert f'href="{RULE}"' in page(organiser, CLUB)
    assert 'name="friendly" value="1">' in page(organiser, RULE)
    answer = organiser.fill(RULE, **USUAL, friendly="1")
    assert answer.headers["Location"] == f"{LIST}?saved=1"
    assert api.get("/v1/clubs/vasa/rating-rules/swedish").json["rule"]["friendly"] is True
    assert "No match counts yet" in page(organiser)
    assert 'name="friendly" value="1" checked>' in page(organiser, RULE)
    assert organiser.fill(f"{RULE}/removal").headers["Location"] == f"{CLUB}?ended=1"
    assert "keeps no rating list yet" in page(organiser, CLUB)


def test_a_wrong_number_is_told_at_its_field_and_nothing_is_saved(api, organiser):
    before = api.everything_written()
    answer = organiser.fill(RULE, **USUAL | {"shortest": "long", "provisional": "101"})
    assert answer.status_code == 422
    assert "from 1 to 25" in answer.text
    assert "from 0 to 100" in answer.text
    assert 'value="long"' in answer.text
    assert api.everything_written() == before
    assert organiser.fill(RULE, **USUAL, left_out="t_nothing").status_code == 422


def test_the_list_marks_provisional_players_and_leads_to_each_ones_curve_and_matches(api, organiser):
    tournament, matches = begin(api, name="Höstcupen")
    for match in matches[:2]:
        decide(api, tournament, match)
    decide(api, tournament, matches[2], kind="walkover")
    organiser.fill(RULE, **USUAL | {"provisional": "2"})
    text = page(organiser)
    assert "2 matches count" in text
    assert text.index("Ranking") < text.index("Provisional")
    paths = re.findall(rf'href="({LIST}/players/p_[a-z2-7]+)"', text)
    assert len(paths) == 3
    own = paths[0].rpartition("/")[2]
    assert f'href="{paths[0]}"' in page(organiser, f"/clubs/vasa/players/{own}")
    first = page(organiser, paths[0])
    assert '<path class="line" d="M56 ' in first
    assert "The rating over 2 matches: from 1500" in first
    provisional = page(organiser, paths[-1])
    assert "1 of 2 matches" in provisional
    assert "does not count: it was not played" in provisional
    assert "Höstcupen" in provisional
    listed = page(organiser, f"{LIST}/matches")
    assert listed.count("does not count") == 1
    assert "3 matches" in listed


def test_a_tournament_is_left_out_by_its_name(api, organiser):
    tournament, (match, *_) = begin(api, 2, name="Träningskvällen")
    decide(api, tournament, match)
    assert "Träningskvällen" in page(organiser, RULE)
    organiser.fill(RULE, **USUAL, left_out=tournament)
    assert f'value="{tournament}" checked>' in page(organiser, RULE)
    assert "0 matches count" in page(organiser)


def test_rounds_of_brackets_have_their_names_in_lists_of_matches(api, organiser):
    tournament, _ = begin(api, 4, format="single_elimination")
    for _ in (1, 2, 3):
        rows = api.get(f"/v1/tournaments/{tournament}/matches").json["matches"]
        decide(api, tournament, next(row["id"] for row in rows if not row["result"]))
    organiser.fill(RULE, **USUAL)
    all_matches = page(organiser, f"{LIST}/matches")
    assert re.findall(r"</bdi>, ([^<]+)</p>", all_matches) == ["Final", "Semi-finals", "Semi-finals"]
    player = re.search(rf'href="({LIST}/players/p_[a-z2-7]+)"', page(organiser))[1]
    assert "Final" in re.findall(r"</bdi>, ([^<]+)</p>", page(organiser, player))


def test_strangers_read_a_public_list_and_no_match_that_is_not_published(api, organiser):
    tournament, (match, *_) = begin(api, 2, name="Klubbkvällen", published=False)
    decide(api, tournament, match)
    organiser.fill(RULE, **USUAL)
    for path in (CLUB, LIST, f"{LIST}/matches"):
        assert stranger(api, path).status_code == 401, path
    organiser.fill(RULE, **USUAL, public="1")
    text = stranger(api, LIST).text
    player = re.search(rf'href="({LIST}/players/p_[a-z2-7]+)"', text)[1]
    assert ".json" not in text
    assert RULE not in text
    assert LIST in stranger(api, CLUB).text
    own = stranger(api, player).text
    assert "1 match is not shown" in own
    assert "Klubbkvällen" not in own
    assert 'class="line"' in own
    assert stranger(api, RULE).status_code == 401


def test_a_club_with_a_long_past_is_told_that_the_list_comes_by_itself(api, organiser, monkeypatch):
    begin(api, 2)
    begin(api, 2)
    monkeypatch.setattr(decided_matches, "FOLDED", 1)
    organiser.fill(RULE, **USUAL)
    decided_matches._read.clear()
    answer = organiser.client.get(LIST)
    assert (answer.status_code, answer.headers["Refresh"]) == (409, "1")
    assert "comes by itself" in answer.text


@pytest.mark.parametrize("count", [1, 2, 41, 1000])
def test_a_curve_stays_in_its_field_and_ends_with_the_last_rating(count):
    ratings = [1500 + (-1) ** number * number for number in range(1, count + 1)]
    drawn = curve(1500, ratings)
    points = [tuple(map(float, part.split())) for part in drawn.path[1:].split(" L")]
    assert len(points) == min(count + 1, MOST_POINTS)
    assert all(LEFT <= x <= RIGHT and TOP <= y <= BOTTOM for x, y in points)
    assert points[-1] == drawn.end
    assert (points[0][0], drawn.end[0]) == (LEFT, RIGHT)
    assert 2 <= len(drawn.lines) <= 6
    assert drawn.lines[0].rating <= min(ratings)
    assert drawn.lines[-1].rating >= max(ratings)
