"""As last time: the form of an announcement filled in as an earlier tournament, with the next name and date."""

import pytest

from tests.support.pages.announcement_form import WRITTEN, announced, sent, words
from tests.support.series.season import add, announce
from tests.support.signed_in import signed_in

NEW = "/clubs/vasa/tournaments/new"


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def last(api, organiser, judge):
    """A tournament that was announced by the form, with two tables that have names, and players."""
    assert sent(organiser, step="write", **WRITTEN).status_code == 303
    (cup,) = announced(api)
    path = f"/v1/tournaments/{cup['id']}"
    api.post(f"{path}/tables", {"tables": ["Fönster", "Scen"]})
    api.post(f"{path}/entries?register=1", {"players": ["Bo Ek", "Cilla Ahl", "Dag Öst"]})
    judge()
    return cup["id"]


def test_the_page_of_the_club_and_of_the_tournament_lead_to_the_form_filled_in(api, organiser, last):
    address = f"{NEW}?as={last}"
    assert f'href="{address}"' in organiser.get(f"/tournaments/{last}/organise").text
    assert f'href="{address}"' in organiser.get(NEW).text
    api.post(f"/v1/tournaments/{last}/start", {"seed": "x"})
    api.post(f"/v1/tournaments/{last}/end", {"reason": "late"})
    assert f'href="{address}"' in organiser.get("/clubs/vasa").text
    assert "Julcupen" in words(organiser.get(address))


def test_a_press_announces_all_as_last_time_a_week_later_with_its_tables_and_players(api, organiser, last):
    assert sent(organiser, f"{NEW}?as={last}", step="write", players_too="1").status_code == 303
    before, after = sorted(announced(api), key=lambda each: each["id"] != last)
    ignored = ("id", "version", "entries", "seeding", "details", "advice")
    assert {n: v for n, v in after.items() if n not in ignored} == {n: v for n, v in before.items() if n not in ignored}
    assert after["details"]["starts"] == "2026-12-19T18:00"
    assert [entry["name"] for entry in after["entries"]] == ["Bo Ek", "Cilla Ahl", "Dag Öst"]
    tables = api.get(f"/v1/tournaments/{after['id']}/tables").json["tables"]
    assert [table["table"] for table in tables] == ["Fönster", "Scen"]


def test_what_was_typed_over_it_is_announced_and_what_the_form_does_not_show_stays(api, organiser):
    terms = [{"stage": "main", "round": number, "length": {"games": 5}, "check": "advisory"} for number in (1, 2, 3)]
    body = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "single_elimination", "terms": terms}
    cup = api.post("/v1/clubs/vasa/tournaments", body).json["id"]
    assert sent(organiser, f"{NEW}?as={cup}", step="write", name="Annan cup", fee="20 kr").status_code == 303
    after = next(each for each in announced(api) if each["id"] != cup)
    assert (after["name"], after["details"]["fee"], after["terms"]) == ("Annan cup", "20 kr", terms)


def test_looked_at_and_changed_again_it_is_still_as_last_time(api, organiser, last):
    looked = sent(organiser, f"{NEW}?as={last}", step="look", players_too="1")
    assert f'name="as" value="{last}"' in looked.text
    assert 'name="players_too"' in looked.text


def test_the_next_evening_of_a_series_counts_in_it(api, organiser, last):
    series = announce(api)
    add(api, series, last)
    page = organiser.get(f"{series.removeprefix('/v1')}/tournaments")
    assert f"{NEW}?as={last}" in page.text
    seen = organiser.get(f"{NEW}?as={last}")
    assert "It counts in Season" in words(seen).replace("\u2068", "").replace("\u2069", "")
    assert sent(organiser, f"{NEW}?as={last}", step="write").status_code == 303
    assert len(api.get(series).json["tournaments"]) == 2
    assert sent(organiser, f"{NEW}?as={last}", step="write", series="").status_code == 303
    assert len(api.get(series).json["tournaments"]) == 2


def test_a_tournament_of_another_club_or_none_is_not_copied(api, organiser):
    api.found("huk")
    body = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss"}
    theirs = api.post("/v1/clubs/huk/tournaments", body, role="huk organiser").json["id"]
    for source in (theirs, "t_none", "../x", "t_" + "a" * 60):
        assert organiser.get(f"{NEW}?as={source}").status_code == 404
        assert organiser.fill(NEW, **{**WRITTEN, "as": source}, step="write", key="k").status_code == 404
