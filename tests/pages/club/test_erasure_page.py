"""Page of the erasure of a name: what follows, a second press, how far it is, and that it is done."""

import threading

import pytest

from core.eventlog.personal_values import erased_name
from service.handlers.forgetting import Forgetter
from service.store.maintenance import erasures
from service.translations.erased_names import in_language
from tests.support.judging import judge_all
from tests.support.signed_in import signed_in
from workers.erasure import erase_player

CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin", "published": True}
RESULT = [{"winner": "white", "outcome": "bearing_off"}] * 3


@pytest.fixture
def played(api, worker_context):
    """A cup that is over, the id of a player of it, and the organiser."""
    listed = api.post("/v1/clubs/vasa/players", ["Zebulon Ek", "Bo Ahl"]).json["players"]
    cup = api.post("/v1/clubs/vasa/tournaments", CUP).json["id"]
    assert api.post(f"/v1/tournaments/{cup}/entries", ["Zebulon Ek", "Bo Ahl"]).status_code == 201
    organiser = signed_in(api, "Hjalmar", "organiser")
    return cup, next(each["id"] for each in listed if each["name"] == "Zebulon Ek"), organiser


def end(api, worker_context, cup):
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"}).status_code == 200
    judge_all(worker_context)
    decided = {"match": f"{cup}.1", "results": RESULT, "reason": "Zebulon Ek won on the clock"}
    match = api.get(f"/v1/tournaments/{cup}").json["rounds"][0]["matches"][0]["id"]
    del decided["reason"]
    assert api.post(f"/v1/tournaments/{cup}/results", decided | {"match": match}, "scorer").status_code < 300
    judge_all(worker_context)


def test_a_name_is_erased_by_two_presses_of_which_the_first_tells_what_follows(api, worker_context, played):
    cup, player, organiser = played
    base = f"/clubs/vasa/players/{player}"
    assert f'href="{base}/erasure"' in organiser.get(base).text
    page = organiser.get(f"{base}/erasure")
    assert f'href="/tournaments/{cup}"' in page.text, "the cup is not over"
    assert '<button class="danger">' not in page.text
    refused = organiser.fill(f"{base}/erasure", texts="1")
    assert refused.status_code == 409
    end(api, worker_context, cup)
    assert '<button class="danger">' in organiser.get(f"{base}/erasure").text
    asked = organiser.fill(f"{base}/erasure", texts="1")
    assert (asked.status_code, asked.headers["Location"]) == (303, f"{base}/erasure")
    page = organiser.get(f"{base}/erasure")
    assert (page.headers["Refresh"], "<progress" in page.text) == ("2", True)
    erase_player(worker_context, erasures.id_of("vasa", player))
    page = organiser.get(f"{base}/erasure")
    assert "Refresh" not in page.headers
    assert "Zebulon" not in page.text
    assert erased_name(player) in page.text


def test_pages_and_prints_call_an_erased_player_so_in_the_readers_language(api, worker_context, played):
    cup, player, organiser = played
    end(api, worker_context, cup)
    assert organiser.fill(f"/clubs/vasa/players/{player}/erasure", texts="1").status_code == 303
    forgetter = Forgetter(api.deps, threading.Event())
    forgetter.look()
    erase_player(worker_context, erasures.id_of("vasa", player))
    forgetter.look()
    assert erasures.find(api.deps.client, "vasa", player).state == erasures.DONE
    number = str(erased_name(player)).rpartition(" ")[2]
    for path in (f"/tournaments/{cup}", f"/matches/{cup}.1", "/clubs/vasa/players", f"/desk/{cup}"):
        swedish, english = organiser.get(f"{path}?lang=sv").text, organiser.get(f"{path}?lang=en").text
        assert f"Raderad spelare {number}" in swedish, path
        assert "Erased player" not in swedish, path
        assert f"Erased player {number}" in english, path
    standings = api.get(f"/v1/tournaments/{cup}/standings.html?lang=sv", "organiser")
    assert f"Raderad spelare {number}" in standings.text


def test_other_people_are_told_nothing_of_what_follows(api, played):
    _, player, _ = played
    scorer = signed_in(api, "Sara", "scorer")
    assert scorer.get(f"/clubs/vasa/players/{player}/erasure").status_code == 403


def test_only_the_shown_name_itself_is_put_into_other_words():
    assert in_language("Bo – Erased player 48213 (Vasa)", "sv") == "Bo – Raderad spelare 48213 (Vasa)"
    assert in_language("Erased player of the year", "sv") == "Erased player of the year"
    assert in_language("Erased player 48213", "en") == "Erased player 48213"
