"""The final of a series by pages: its field is chosen, announced in the order of the table, or entered."""

import html
import re

import pytest

from tests.support.pages.announcement_form import sent, words
from tests.support.series.season import add, announce, evening, players
from tests.support.signed_in import signed_in

NEW = "/clubs/vasa/tournaments/new"


@pytest.fixture
def played(api):
    """Five players, and an evening that they finished in their order."""

    def make():
        ids = players(api, 5)
        return ids, evening(api, ids, 1)

    return api.begin_with("an evening of five", make)


@pytest.fixture
def series(api, played):
    """The page of a series whose final has two players."""
    found = announce(api, tables=[{"points": [9, 7, 5, 3, 1]}], final=2)
    add(api, found, played[1])
    return found.removeprefix("/v1")


@pytest.fixture
def organiser(api, series):
    return signed_in(api, "Anna", "organiser")


def chosen(text):
    return re.findall(r'name="player" value="(p_\w+)" checked', text)


def final_at(api, answer):
    """The tournament to which the form led."""
    assert answer.status_code == 303, answer.text
    return api.get(f"/v1{answer.headers['Location']}").json


def test_the_page_of_the_series_leads_to_the_final_where_the_first_are_chosen(api, organiser, series, played):
    ids, _tournament = played
    assert f'href="{series}/final"' in organiser.get(series).text
    text = organiser.get(f"{series}/final").text
    assert chosen(text) == ids[:2]
    assert text.index("They may follow:") < text.index(ids[2])
    assert chosen(organiser.get(f"{series}/final?places=4").text) == ids[:4]
    assert chosen(organiser.get(f"{series}/final?places=x").text) == ids[:2]


def test_the_final_is_announced_with_the_chosen_players_seeded_by_the_table(api, organiser, series, played):
    ids, _tournament = played
    on = organiser.fill(f"{series}/final", places="2", player=[ids[2], ids[0]], step="announce")
    assert on.status_code == 303
    address = html.unescape(on.headers["Location"])
    seen = words(organiser.get(address)).replace("\u2068", "").replace("\u2069", "")
    assert ("The final of Season." in seen, "It counts in Season" in seen) == (True, True)
    looked = sent(organiser, address, step="look", factor="2")
    assert "Enter in this order" in looked.text
    found = final_at(api, sent(organiser, address, step="write", factor="2"))
    assert (found["name"], found["format"], found["seeding"]["players"]) == (
        "Season: the final",
        "single_elimination",
        [ids[0], ids[2]],
    )
    assert api.get(f"/v1{series}").json["tournaments"][-1] == {"tournament": found["id"], "factor": "2"}


def test_a_final_that_does_not_count_is_announced_all_the_same(api, organiser, series, played):
    ids, _tournament = played
    address = f"{NEW}?final={series.rpartition('/')[2]}"
    found = final_at(api, sent(organiser, address, step="write", series=""))
    assert found["seeding"]["players"] == ids[:2]
    assert len(api.get(f"/v1{series}").json["tournaments"]) == 1


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"factor": "x"}, "Write how many times it counts"),
        ({"factor": "0"}, "Write how many times it counts"),
        ({"format": "team_league"}, "Teams play in this format"),
        ({"finalists": "p_aaaaaaaaaa"}, "Choose the players of the final."),
    ],
)
def test_what_cannot_be_announced_is_told_and_writes_nothing(api, organiser, series, typed, told):
    before = api.everything_written()
    answer = sent(organiser, f"{NEW}?final={series.rpartition('/')[2]}", step="write", **typed)
    assert (answer.status_code, told in html.unescape(answer.text)) == (422, True)
    assert api.everything_written() == before


def test_the_final_of_a_series_that_there_is_not_is_not_found(organiser):
    for other in ("s_aaaaaaaaaa", "../x", "s_" + "a" * 60):
        assert organiser.get(f"{NEW}?final={other}").status_code == 404


def test_the_field_enters_a_tournament_that_is_announced_already(api, organiser, series, played):
    ids, tournament = played
    coming = api.tournament(1, name="Finalen")
    text = organiser.get(f"{series}/final").text
    assert f'<option value="{coming}">Finalen</option>' in text
    done = organiser.fill(f"{series}/final", player=ids[:2], tournament=coming, step="enter")
    assert done.headers["Location"] == f"/tournaments/{coming}/seeding"
    assert api.get(f"/v1/tournaments/{coming}").json["seeding"]["players"][:2] == ids[:2]
    for refused, told in (
        ({"tournament": coming}, "Choose the players of the final."),
        ({"tournament": tournament, "player": ids[:2]}, "Choose a tournament."),
    ):
        answer = organiser.fill(f"{series}/final", step="enter", **refused)
        assert (answer.status_code, told in html.unescape(answer.text)) == (422, True)


def test_players_whom_the_table_does_not_separate_are_told(api, organiser, played):
    level = announce(api, places="none", participation=1, ties=[]).removeprefix("/v1")
    add(api, f"/v1{level}", played[1])
    assert "The table does not separate" in html.unescape(organiser.get(f"{level}/final?places=2").text)


def test_a_final_that_is_announced_by_a_double_press_is_announced_once(api, organiser, series, played):
    ids, _tournament = played
    address = f"{NEW}?final={series.rpartition('/')[2]}"
    pressed = [sent(organiser, address, step="write", key="desk-0123456789abcdef") for _ in range(2)]
    assert len({each.headers["Location"] for each in pressed}) == 1
    assert final_at(api, pressed[1])["seeding"]["players"] == ids[:2]
    assert len(api.get(f"/v1{series}").json["tournaments"]) == 2
