"""The tables of a tournament by a page: named, renamed, removed after a look, and proposed the next time."""

import html
import re

import pytest

from tests.support.signed_in import Browser, signed_in


@pytest.fixture
def organiser(api):
    return signed_in(api, "Anna", "organiser")


def page_of(tournament):
    return f"/tournaments/{tournament}/tables"


def proposed(browser, tournament):
    text = browser.client.get(page_of(tournament)).text
    return html.unescape(re.search(r"<textarea[^>]*>\n(.*?)</textarea>", text, re.DOTALL)[1]).splitlines()


def save(browser, tournament, *lines, before=(), **more):
    sent = {"tables": "\r\n".join(lines), "before": "\r\n".join(before), **more}
    return browser.fill(page_of(tournament), **sent)


def tables(api, tournament):
    return list(api.deps.repository.tournament(tournament).tables)


def test_tables_are_named_one_a_line_and_proposed_for_the_next_tournament(api, judge, organiser):
    first = api.tournament(6)
    assert proposed(organiser, first) == ["1", "2", "3"]
    answer = save(organiser, first, " Scen ", "", "Bord  vid fönstret", "Final | final")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{page_of(first)}?saved=1")
    assert tables(api, first) == [("Scen", ""), ("Bord vid fönstret", ""), ("Final", "final")]
    saved = organiser.client.get(answer.headers["Location"]).text
    assert f'href="/tournaments/{first}/links"' in saved
    assert proposed(organiser, first) == ["Scen", "Bord vid fönstret", "Final | final"]
    second = api.tournament(2)
    judge()
    assert proposed(organiser, second) == ["Scen", "Bord vid fönstret", "Final"]
    assert tables(api, second) == []


def test_everything_that_is_wrong_is_told_at_once_and_nothing_is_written(api, organiser):
    cup = api.tournament(2)
    answer = save(organiser, cup, "1", "1", "x" * 41, "| final", "2")
    assert answer.status_code == 422
    for said in ("Line 2: 1 is in the list before", "Line 3 is too long", "Line 4 has no name"):
        assert said in answer.text
    assert "x" * 41 in answer.text
    assert tables(api, cup) == []


def test_a_table_that_goes_is_shown_first_with_who_plays_there(api, organiser):
    cup = api.tournament(2)
    save(organiser, cup, "1", "2")
    assert api.post(f"/v1/tournaments/{cup}/start").status_code == 200
    look = save(organiser, cup, "Scen", "2", before=("1", "2"))
    assert look.status_code == 200
    assert "No longer there: 1." in look.text
    assert re.search(r"Player \d+ – Player \d+ play at 1 now", look.text)
    assert tables(api, cup) == [("1", ""), ("2", "")]
    assert save(organiser, cup, "Scen", "2", before=("1", "2"), step="write").status_code == 303
    assert tables(api, cup) == [("Scen", ""), ("2", "")]
    assert set(api.deps.repository.tournament(cup).seated.values()) == {"Scen"}


def test_a_list_that_another_person_changed_is_not_written_over(api, organiser):
    cup = api.tournament(2)
    save(organiser, cup, "1", "2")
    late = save(organiser, cup, "A", "B")
    assert late.status_code == 409
    assert "They are now: 1, 2." in late.text
    assert "A\r\nB" in late.text or "A\nB" in late.text
    assert tables(api, cup) == [("1", ""), ("2", "")]
    assert 'name="before" value="1\n2"' in late.text  # sent again, it is written after a look


@pytest.mark.parametrize(
    ("role", "reads", "changes"),
    [
        ("viewer", 403, 403),
        ("scorer", 403, 403),
        ("referee", 200, 403),
        ("organiser", 200, 200),
        (None, 401, 401),
    ],
)
def test_organisers_change_tables_and_referees_find_their_slips(api, judge, role, reads, changes):
    cup = api.tournament(2)
    api.post(f"/v1/tournaments/{cup}/tables", {"tables": ["1", "2"]})
    judge()
    person = signed_in(api, "Bo", role) if role else Browser(api)
    club = person.client.get("/clubs/vasa/tables")
    assert (club.status_code, person.client.get(page_of(cup)).status_code) == (reads, changes)
    if reads == 200:
        assert f'href="/tournaments/{cup}/links"' in club.text
        assert (f'href="{page_of(cup)}"' in club.text) == (changes == 200)
    if changes != 200:
        assert save(person, cup, "9").status_code == changes
        assert tables(api, cup) == [("1", ""), ("2", "")]


def test_the_club_and_the_tournament_lead_to_its_tables(api, judge, organiser):
    cup = api.tournament(2)
    judge()
    assert f'href="/tournaments/{cup}"' in organiser.client.get("/clubs/vasa").text
    assert 'href="/clubs/vasa/tables"' in organiser.client.get("/clubs/vasa/hall").text
    assert f'href="{page_of(cup)}"' in organiser.client.get(f"/tournaments/{cup}/organise").text


def test_a_club_without_a_tournament_to_come_is_told_what_to_do(api, organiser):
    assert "announce one first" in organiser.client.get("/clubs/vasa/tables").text
