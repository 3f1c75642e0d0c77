"""The page by which a tournament is called off, reinstated or deleted: nothing is written before it was seen."""

import pytest

from tests.support.pages.round_list import hidden, page_of, started, words
from tests.support.signed_in import signed_in

EMPTY = {"name": "Vårcup", "game": "swedish", "length": {"games": 3}, "format": "swiss", "published": True}


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    return signed_in(api, "Anna Berg", "organiser")


def test_a_tournament_is_called_off_with_a_reason_and_taken_back_by_two_presses(api, organiser, judge):
    cup = started(api)
    page, written = f"/tournaments/{cup}/call-off", api.everything_written()
    assert "Call off or delete" in words(organiser.get(f"/tournaments/{cup}/organise"))
    seen = organiser.get(page)
    assert "Results stay as they are" in words(seen)
    assert "Delete it" not in words(seen)
    without = organiser.fill(page, **hidden(seen), reason=" ")
    assert (without.status_code, "Say why" in words(without)) == (422, True)
    assert api.everything_written() == written
    assert organiser.fill(page, **hidden(seen), reason="The hall is cold").status_code == 303
    judge()
    for path in ("", "/organise", "/check-in", "/entries", "/call-off"):
        assert organiser.get(f"/tournaments/{cup}{path}").status_code == 200
    assert "The hall is cold" in words(organiser.get(f"/tournaments/{cup}/organise"))
    assert "The hall is cold" in words(organiser.get(f"/desk/{cup}"))
    assert "called off" in words(organiser.get("/clubs/vasa"))
    for address in (f"/desk/{cup}", f"/desk/{cup}/tables/{cup}.1", f"/matches/{cup}.1"):
        told = words(organiser.get(address))
        assert ("called off" in told, "not played out" in told, "ended without" in told) == (True, False, False)
    refused = organiser.fill(page_of(cup), key="k", **{"games-1": "111"})
    assert (refused.status_code, "The hall is cold" in words(refused)) == (409, True)
    back = organiser.get(page)
    assert "It takes place after all" in words(back)
    assert organiser.fill(f"{page}/reinstate", **hidden(back), reason="").status_code == 303
    assert api.get(f"/v1/tournaments/{cup}").json["status"] == "running"


def test_where_another_organiser_wrote_meanwhile_it_is_not_called_off(api, organiser):
    cup = started(api)
    seen = organiser.get(f"/tournaments/{cup}/call-off")
    api.post(f"/v1/tournaments/{cup}/publication", {"published": True})
    late = organiser.fill(f"/tournaments/{cup}/call-off", **hidden(seen), reason="The hall is cold")
    assert (late.status_code, "Another person wrote meanwhile" in words(late)) == (409, True)
    assert api.get(f"/v1/tournaments/{cup}").json["status"] == "running"


def test_a_tournament_announced_by_mistake_is_deleted_by_a_press_and_the_club_is_shown(api, organiser):
    cup = api.post("/v1/clubs/vasa/tournaments", EMPTY).json["id"]
    seen = organiser.get(f"/tournaments/{cup}/call-off")
    assert "Announced by mistake?" in words(seen)
    form = hidden(seen)
    answers = [organiser.fill(f"/tournaments/{cup}/call-off/delete", key=form["key"]) for _ in range(2)]
    assert [(answer.status_code, answer.headers["Location"]) for answer in answers] == [(303, "/clubs/vasa")] * 2
    assert "Vårcup" not in words(organiser.get("/clubs/vasa"))
    assert "Anna Berg deleted the tournament" in words(organiser.get("/clubs/vasa/audit"))


@pytest.mark.parametrize("path", ["call-off", "call-off/reinstate", "call-off/delete"])
def test_only_organisers_call_off_reinstate_and_delete(api, path):
    cup, referee = started(api), signed_in(api, "Rut", "referee")
    assert referee.get(f"/tournaments/{cup}/call-off").status_code == 403
    assert referee.fill(f"/tournaments/{cup}/{path}", reason="x", version="1").status_code == 403
