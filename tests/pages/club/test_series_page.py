"""Series by pages: announced by a form, its evenings added after a look at what follows, read by everybody."""

import html
import re

import pytest

from tests.support.series.season import announce, evening, players, table
from tests.support.series.season import announced as entered
from tests.support.signed_in import signed_in

CLUB = "/clubs/vasa/series"
USUAL = {
    "name": "Season 2026",
    "places": "table",
    "tables": "10, 7, 5\n4: 12 8,5 6",
    "shared": "average",
    "withdrawn": "placed",
    "no_shows": "placed",
    "ties.0": "head_to_head",
    "walkovers": "1",
    "move_up": "1",
}


@pytest.fixture
def two(api):
    """Three players, and two evenings that the first one won."""

    def make():
        ids = players(api, 3)
        return ids, [evening(api, ids, 1), evening(api, ids, 2)]

    return api.begin_with("two evenings of three", make)


@pytest.fixture
def organiser(api, two):
    return signed_in(api, "Anna", "organiser")


def page(browser, path, status=200):
    answer = browser.client.get(path)
    assert answer.status_code == status, answer.text
    return html.unescape(answer.text)


def stranger(api, path):
    return api.client.get(path, headers={"Accept": "text/html"})


def announced(organiser, **more):
    """Announce a series by the form; the address of its page."""
    answer = organiser.fill(CLUB, **USUAL | more)
    assert answer.status_code == 303, html.unescape(answer.text)
    return answer.headers["Location"].removesuffix("/tournaments")


def announcement(api, series):
    return api.get(f"/v1{series}").json["announcement"]


# ── announced ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_an_organiser_announces_a_series_by_a_form(api, organiser):
    assert f'href="{CLUB}"'.replace(CLUB, "/clubs/vasa/series") in page(organiser, "/clubs/vasa")
    assert f'href="{CLUB}/new"' in page(organiser, CLUB)
    assert "25, 18, 15" in page(organiser, f"{CLUB}/new")
    series = announced(organiser, best="6", participation="0,5", **{"matches.any": "7", "bonuses.jan": "3"})
    found = announcement(api, series)
    assert found["tables"] == [
        {"players": 1, "points": ["10", "7", "5"]},
        {"players": 4, "points": ["12", "8.5", "6"]},
    ]
    assert (found["best"], found["participation"], found["matches"], found["bonuses"], found["ties"]) == (
        6,
        "0.5",
        {"any": "7"},
        {"jan": "3"},
        ["head_to_head"],
    )
    assert "Season 2026" in page(organiser, CLUB)
    assert "No evening has begun yet" in page(organiser, series)
    form = page(organiser, f"{series}/rule")
    assert "10, 7, 5\n4: 12, 8.5, 6" in form
    assert 'name="matches.any" type="text" value="7"' in form


def test_what_has_no_field_stays_as_programs_announced_it(api, organiser):
    series = announce(api, matches={"any": 7, "play_off": 2}).removeprefix("/v1")
    assert organiser.fill(f"{series}/rule", **USUAL, **{"matches.any": "8"}).status_code == 303
    assert announcement(api, series)["matches"] == {"play_off": "2", "any": "8"}


def test_games_are_chosen_and_tournaments_of_them_are_proposed_first(api, organiser):
    series = announced(organiser, games=["swedish", "dutch"])
    assert announcement(api, series)["games"] == ["swedish", "dutch"]
    form = page(organiser, f"{series}/rule")
    assert re.findall(r'name="games" value="(\w+)" checked', form) == ["swedish", "dutch"]
    assert "fits the series" in page(organiser, f"{series}/tournaments")
    assert organiser.fill(f"{series}/rule", **USUAL | {"games": ["backgammon"]}).status_code == 303
    assert "fits the series" not in page(organiser, f"{series}/tournaments")
    refused = organiser.fill(f"{series}/rule", **USUAL | {"games": ["chess"]})
    assert (refused.status_code, "Games: " in html.unescape(refused.text)) == (422, True)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"name": ""}, "Name: "),
        ({"tables": "five"}, "Points of the places: "),
        ({"tables": "1, 2"}, "Points of the places: a place is worth more than the one before it"),
        ({"tables": ""}, "Points of the places: "),
        ({"best": "many"}, "Best results that count: "),
        ({"participation": "-1"}, "For taking part: "),
        ({"guests": "Nemo"}, "Guests who are not on the list of players: Nemo"),
        ({"begins": "2026-12-01", "ends": "2026-01-01"}, "Until: "),
    ],
)
def test_what_is_wrong_is_told_with_what_was_typed_and_nothing_is_written(api, organiser, typed, told):
    before = api.everything_written()
    answer = organiser.fill(CLUB, **USUAL | typed)
    text = html.unescape(answer.text)
    assert (answer.status_code, told in text) == (422, True), re.findall(r'role="alert">(.*?)</div>', text, re.DOTALL)
    assert all(each in text for each in typed.values())
    assert api.everything_written() == before


def test_guests_are_named_and_do_not_count(api, organiser, two):
    (first, *_), tournaments = two
    name = api.get(f"/v1/clubs/vasa/players/{first}", "organiser").json or {}
    known = {player["id"]: player["name"] for player in api.get("/v1/clubs/vasa/players").json["players"]}
    series = announced(organiser, guests=known[first])
    assert announcement(api, series)["guests"] == [first], name
    organiser.fill(f"{series}/tournaments", tournament=tournaments, factor="1")
    assert known[first] not in page(organiser, series)
    assert known[first] in page(organiser, f"{series}/rule")


# ── evenings ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_evenings_are_added_and_taken_out_after_a_look_at_what_follows(api, organiser, two):
    _ids, (one, other) = two
    series = announced(organiser)
    text = page(organiser, f"{series}/tournaments")
    assert text.count('name="tournament"') == 2
    before = api.everything_written()
    looked = html.unescape(organiser.fill(f"{series}/tournaments", tournament=[one], factor="2", look="1").text)
    assert ("What follows" in looked, "– → 20" in looked, f'value="{one}" checked' in looked) == (True, True, True)
    assert api.everything_written() == before
    assert organiser.fill(f"{series}/tournaments", tournament=[one, other], factor="1,5").status_code == 303
    assert [tournament["factor"] for tournament in api.get(f"/v1{series}").json["tournaments"]] == ["1.5", "1.5"]
    asked = organiser.fill(f"{series}/tournaments/{one}/removal")
    assert (asked.status_code, "no longer counts" in asked.text) == (200, True)
    assert len(api.get(f"/v1{series}").json["tournaments"]) == 2
    assert organiser.fill(f"{series}/tournaments/{one}/removal", meant="1").status_code == 303
    assert [tournament["tournament"] for tournament in api.get(f"/v1{series}").json["tournaments"]] == [other]


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"factor": "1"}, "Choose a tournament."),
        ({"factor": "x"}, "Write how many times"),
        ({"factor": "0"}, "Write how many times"),
    ],
)
def test_an_addition_that_cannot_be_is_told(api, organiser, two, sent, told):
    _ids, (one, _other) = two
    series = announced(organiser)
    chosen = {} if "Choose" in told else {"tournament": one}
    answer = organiser.fill(f"{series}/tournaments", **sent, **chosen)
    assert (answer.status_code, told in html.unescape(answer.text)) == (422, True)


def test_a_form_that_is_sent_twice_is_written_once(api, organiser):
    sent = [organiser.fill(CLUB, **USUAL, key="desk-0123456789abcdef") for _ in range(2)]
    assert {each.headers["Location"] for each in sent} == {sent[0].headers["Location"]}
    assert len(api.get(f"/v1{CLUB}").json["series"]) == 1


def test_another_rule_is_looked_at_before_it_is_saved(api, organiser, two):
    _ids, tournaments = two
    series = announced(organiser)
    organiser.fill(f"{series}/tournaments", tournament=tournaments, factor="1")
    looked = html.unescape(
        organiser.fill(f"{series}/rule", **USUAL | {"places": "none", "participation": "1"}, look="1").text
    )
    assert "20 → 2" in looked
    assert announcement(api, series)["places"] == "table"
    saved = organiser.fill(f"{series}/rule", **USUAL | {"places": "none", "participation": "1"})
    assert saved.headers["Location"] == f"{series}?done=saved"
    assert announcement(api, series)["places"] == "none"


# ── read ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_table_has_a_row_a_player_and_says_which_results_count(api, organiser, two):
    (first, second, _third), tournaments = two
    series = announced(organiser, best="1")
    organiser.fill(f"{series}/tournaments", tournament=tournaments, factor="1")
    text = page(organiser, series)
    assert text.count('data-evening="1"') == 3
    assert (text.count("<s>10</s>"), "best 1 result counts" in text) == (1, True)
    assert f'href="{series}/players/{first}"' in text
    assert "The best result of a player counts." in text
    own = page(organiser, f"{series}/players/{second}")
    assert "Place 2 of 3. For the place: 7." in own
    assert ("What it takes on the next evening" in own, "To be first" in own) == (True, True)
    assert 'value="8"' in page(organiser, f"{series}/players/{second}?players=8&factor=2")
    page(organiser, f"{series}/players/{second}?players=x&factor=0")
    page(organiser, f"{series}/players/Nemo", 404)


def test_strangers_read_a_public_series_alone(api, organiser, two, judge):
    (first, *_), (one, other) = two
    for each in (one, other):
        api.post(f"/v1/tournaments/{each}/publication", {"published": True})
    closed, public = announced(organiser), announced(organiser, name="Open season", public="1")
    for series in (closed, public):
        organiser.fill(f"{series}/tournaments", tournament=[one, other], factor="1")
    assert stranger(api, closed).status_code == 401
    text = html.unescape(stranger(api, public).text)
    assert (f'href="{public}/players/{first}"' in text, "End the series" in text) == (True, False)
    assert stranger(api, f"{public}/players/{first}").status_code == 200
    listed = html.unescape(stranger(api, CLUB).text)
    assert ("Open season" in listed, "Season 2026" in listed) == (True, False)
    judge()  # the workers list the tournaments of the club
    assert f'href="{CLUB}"' in stranger(api, "/clubs/vasa").text
    for path in (f"{public}/rule", f"{public}/tournaments", f"{CLUB}/new"):
        assert stranger(api, path).status_code == 401


def test_a_tournament_is_seeded_by_the_table_on_the_page_of_its_order(api, organiser, two):
    ids, tournaments = two
    series = announced(organiser)
    organiser.fill(f"{series}/tournaments", tournament=tournaments, factor="1")
    coming = f"/tournaments/{entered(api, ids[::-1], 9)}"
    text = page(organiser, f"{coming}/seeding")
    assert "By the table of a series" in text
    version = re.search(r'name="version" value="(\d+)"', text)[1]
    seeded = organiser.fill(f"{coming}/seeding/series", series=series.rpartition("/")[2], version=version)
    assert seeded.headers["Location"] == f"{coming}/seeding"
    assert api.get(f"/v1{coming}").json["seeding"]["players"] == ids


def test_a_series_is_ended_and_opened_again(api, organiser, two):
    _ids, tournaments = two
    series = announced(organiser)
    organiser.fill(f"{series}/tournaments", tournament=tournaments, factor="1")
    assert organiser.fill(f"{series}/end").headers["Location"] == f"{series}?done=ended"
    assert "The series is over." in page(organiser, series)
    refused = organiser.fill(f"{series}/tournaments", tournament=tournaments, factor="2")
    assert (refused.status_code, "Open it again" in refused.text) == (409, True)
    assert organiser.fill(f"{series}/end", again="1").headers["Location"] == f"{series}?done=opened"
    assert api.get(f"/v1{series}").json["status"] == "open"


def test_the_page_marks_the_final_and_names_the_prizes_and_at_the_end_who_has_them(api, organiser, two):
    (first, second, _third), tournaments = two
    series = announced(organiser, final="2", prizes="1. Pokal\n2–3: Bok\nBästa junior: hatt")
    assert announcement(api, series)["prizes"] == [
        {"place": 1, "text": "Pokal"},
        {"place": 2, "text": "Bok"},
        {"place": 3, "text": "Bok"},
        {"text": "Bästa junior: hatt"},
    ]
    assert "1. Pokal\n2. Bok\n3. Bok\nBästa junior: hatt" in page(organiser, f"{series}/rule")
    organiser.fill(f"{series}/tournaments", tournament=tournaments, factor="1")
    text = page(organiser, series)
    marked = text[text.index('class="last-of-final"') :]
    assert re.search(r"players/(p_\w+)", marked)[1] == second
    assert ("The first 2 of the table play the final." in text, "Who won" in text) == (True, False)
    assert "Prizes of the year" in text
    organiser.fill(f"{series}/end")
    ended = page(organiser, series)
    name = table(api, f"/v1{series}")[first]["name"]
    assert re.search(rf"<b><bdi>{name}</bdi></b> .*?Pokal", ended, re.DOTALL)
    assert f'href="/v1{series}/certificates.pdf?lang=en"' in ended
