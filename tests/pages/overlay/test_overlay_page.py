"""The overlay of a match for streaming programs: what it shows, as late as announced, and how it is added."""

import html
import re

import pytest

from tests.support.signed_in import later, signed_in
from tests.web.tournament.test_rounds import started

ENGLISH = {"Accept-Language": "en"}
OPENING = {"type": "OpeningRolled", "white": 2, "black": 5}
GAME = [{"winner": "white", "outcome": "jan"}] * 3


@pytest.fixture
def cup(api, judge):
    """A published Swiss whose first match is being played."""
    path = started(api, published=True)
    judge()
    return path.rpartition("/")[2]


def record(api, judge, match, *facts):
    assert api.post(f"/v1/matches/{match}/events", list(facts), role="scorer").status_code == 202
    judge()


def now(api, cup, match, **query):
    answer = api.client.get(f"/tournaments/{cup}/overlay/now", query_string={"match": match, **query}, headers=ENGLISH)
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


def version(text):
    return int(re.search(r'data-version="(\d+)"', text)[1])


def test_it_shows_names_score_dice_the_last_play_and_the_board_on_wish(api, judge, cup):
    match = f"{cup}.1"
    record(api, judge, match, OPENING, {"type": "DiceRolled", "by": "white", "dice": [6, 4]})
    text = now(api, cup, match)
    assert re.findall(r'<span class="die">(\d)</span>', text) == ["6", "4"]
    names = [api.get(f"/v1/matches/{match}").json["players"][seat] for seat in ("white", "black")]
    assert [re.sub("<.*?>", "", each) for each in re.findall(r"<th scope=\"row\">(<bdi>.*?</bdi>)", text)] == names
    assert "<svg" not in text
    assert "<svg" in now(api, cup, match, board="1")
    play = {"type": "CheckersMoved", "by": "white", "moves": [{"from": 1, "to": 7}, {"from": 7, "to": 11}]}
    record(api, judge, match, play)
    assert f"{names[0]} " in re.search(r'<span class="words">(.*?)</span>', now(api, cup, match))[1]
    swedish = api.client.get(f"/tournaments/{cup}/overlay?match={match}&lang=sv").text
    assert '<html lang="sv"' in swedish
    assert "&amp;lang=sv" in swedish


def test_the_score_is_told_by_games_and_the_winner_at_the_end(api, judge, cup):
    match = f"{cup}.1"
    api.post(f"/v1/tournaments/{cup}/results", {"match": match, "results": GAME}, role="scorer")
    judge()
    text = now(api, cup, match)
    assert re.findall(r'<td class="game( taken)?">', text) == [" taken"] * 3 + [""] * 3
    assert re.findall(r'<td class="score">(\d+)</td>', text)[1] == "0"
    assert 'class="side won"' in text


@pytest.mark.parametrize("seconds", [1, 60, 300])
def test_with_a_delay_nothing_is_told_before_its_time_in_any_part_of_it(api, judge, cup, seconds):
    match = f"{cup}.1"
    changed = api.send("PATCH", f"/v1/tournaments/{cup}", "organiser", json={"details": {"overlay_delay": seconds}})
    assert changed.json["details"]["overlay_delay"] == seconds
    at = [api.deps.clock() // 1000 * 1000 + 400_000]
    object.__setattr__(api.deps, "clock", lambda: at[0])
    record(api, judge, match, OPENING)
    at[0] += seconds * 1000 - 1
    record(api, judge, match, {"type": "DiceRolled", "by": "white", "dice": [6, 4]})
    page = api.client.get(f"/tournaments/{cup}/overlay?match={match}&board=1", headers=ENGLISH).text
    for text in (page, now(api, cup, match), now(api, cup, match, board="1", version="2", after="0")):
        assert version(text) == 0
        assert 'class="die"' not in text
    assert "data-stream" not in page, "a stream tells at once"
    assert "/stream" not in page
    at[0] += 1
    assert version(now(api, cup, match)) == 1
    assert 'class="die"' not in now(api, cup, match)
    at[0] += seconds * 1000
    assert version(now(api, cup, match)) == 2
    assert re.findall(r'<span class="die">(\d)</span>', now(api, cup, match)) == ["6", "4"]


def decide(api, cup, match, **words):
    answer = api.post(f"/v1/tournaments/{cup}/decisions", {"match": match, "reason": "came late", **words})
    assert answer.status_code == 201, answer.json


def told(text):
    return re.search(r"<p class=\"play\">\s*<b>(.*?)</b>", text)[1]


def winners(text):
    return [re.sub("<.*?>", "", row) for row in re.findall(r'class="side won">.*?<bdi>(.*?)</bdi>', text, re.DOTALL)]


@pytest.mark.parametrize(
    ("words", "english", "swedish", "won"),
    [
        ({"kind": "walkover", "winner": "white"}, "wins (walkover)", "vinner", True),
        ({"kind": "double_no_show"}, "no one wins", "ingen vinner", False),
        ({"kind": "played", "results": GAME}, "12–0 (corrected result)", "Domaren avgjorde", True),
    ],
    ids=["walkover", "double no-show", "played"],
)
def test_a_result_that_was_decided_is_told_and_not_how_the_board_stands(api, judge, cup, words, english, swedish, won):
    match = f"{cup}.1"
    record(api, judge, match, OPENING)
    decide(api, cup, match, **words)
    text = now(api, cup, match)
    assert english in told(text)
    assert "came late" not in text, "a reason may fill the screen"
    assert 'class="die"' not in text
    assert "to play" not in text
    white = api.get(f"/v1/matches/{match}").json["players"]["white"]
    assert winners(text) == [white] * won
    assert swedish in told(now(api, cup, match, lang="sv"))


def test_a_decision_is_told_as_late_as_what_it_decides(api, judge, cup):
    match = f"{cup}.1"
    api.send("PATCH", f"/v1/tournaments/{cup}", "organiser", json={"details": {"overlay_delay": 60}})
    record(api, judge, match, OPENING)
    later(api, 61_000)
    shown = now(api, cup, match)
    decide(api, cup, match, kind="walkover", winner="black")
    later(api, 59_000)
    assert now(api, cup, match) == shown
    later(api, 2_000)
    assert "wins (walkover)" in told(now(api, cup, match))


def test_a_match_of_a_tournament_that_was_called_off_says_so(api, cup):
    assert api.post(f"/v1/tournaments/{cup}/call-off", {"reason": "no heating"}).status_code == 200
    assert told(now(api, cup, f"{cup}.1")) == "It is called off."


def test_a_ruling_is_told_as_late_as_what_it_takes_back(api, judge, cup):
    match = f"{cup}.1"
    api.send("PATCH", f"/v1/tournaments/{cup}", "organiser", json={"details": {"overlay_delay": 60}})
    play = {"type": "CheckersMoved", "by": "white", "moves": [{"from": 1, "to": 7}, {"from": 7, "to": 11}]}
    record(api, judge, match, OPENING, {"type": "DiceRolled", "by": "white", "dice": [6, 4]}, play)
    later(api, 61_000)
    shown = now(api, cup, match)
    assert version(shown) == 3
    void = {"type": "RulingMade", "kind": "void", "from_version": 1, "reason": "wrong board"}
    assert api.post(f"/v1/matches/{match}/events", void, role="referee").status_code == 202
    judge()
    later(api, 2_000)
    assert now(api, cup, match) == shown
    later(api, 60_000)
    assert version(now(api, cup, match)) == 4


def test_without_a_delay_it_follows_the_stream_of_the_match(api, cup):
    page = api.client.get(f"/tournaments/{cup}/overlay?match={cup}.1").text
    assert f'data-stream="/v1/matches/{cup}.1/stream"' in page


@pytest.mark.parametrize("seconds", [-1, 301, 1.5, "60"])
def test_another_delay_is_refused_and_named(api, cup, seconds):
    answer = api.send("PATCH", f"/v1/tournaments/{cup}", "organiser", json={"details": {"overlay_delay": seconds}})
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["details.overlay_delay"])


def test_the_delay_is_set_on_the_page_of_the_announcement(api, cup):
    organiser = signed_in(api, "Anna Berg", "organiser")
    page = organiser.get(f"/tournaments/{cup}/announcement").text
    form = page.split('name="overlay_delay"')[0].rsplit("<form", 1)[1]
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    saved = organiser.fill(f"/tournaments/{cup}/announcement", **hidden, overlay_delay="45", step="write")
    assert saved.status_code in (200, 303)
    assert (api.get(f"/v1/tournaments/{cup}").json["details"] or {}).get("overlay_delay") == 45


def test_strangers_see_no_overlay_of_what_is_not_published_nor_of_another_tournament(api, judge, cup):
    other = started(api, published=False).rpartition("/")[2]
    judge()
    for part in ("", "/now"):
        for tournament, match in ((other, f"{other}.1"), (cup, f"{other}.1"), (cup, f"{cup}.99"), (cup, "x")):
            path = f"/tournaments/{tournament}/overlay{part}?match={match}"
            assert api.client.get(path).status_code in (401, 404), path
    assert api.client.get(f"/tournaments/{cup}/overlay/now").status_code == 404


def test_the_page_that_explains_it_has_the_address_of_each_match_to_copy(api, judge, cup):
    page = html.unescape(api.client.get(f"/tournaments/{cup}/overlay", headers=ENGLISH).text)
    addresses = re.findall(r'data-copy="([^"]+)"', page)
    assert len(addresses) == 2 * len(api.get(f"/v1/tournaments/{cup}").json["rounds"][0]["matches"])
    for address in addresses:
        assert address.startswith("http")
        assert api.client.get("/" + address.split("/", 3)[3]).status_code == 200
    assert "browser source" in page
    organiser = signed_in(api, "Anna Berg", "organiser")
    assert f'href="/tournaments/{cup}/overlay"' in organiser.get(f"/tournaments/{cup}/organise").text
    assert f'href="/tournaments/{cup}/overlay"' in api.client.get(f"/tournaments/{cup}/files").text
