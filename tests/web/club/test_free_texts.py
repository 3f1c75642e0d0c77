"""The texts of a club in which a player is named: found in all its logs, page by page, by organisers alone."""

import pytest

from service.handlers.club import free_texts
from tests.web.match.test_matches import OPENING

NAME, FORMER = "Zebulon Quistgaard", "Zebulon Ek"
LENGTH = {"game": "swedish", "length": {"games": 3}}


@pytest.fixture
def player(api):
    player = api.post("/v1/clubs/vasa/players", [FORMER]).json["players"][0]["id"]
    answer = api.send("PATCH", f"/v1/clubs/vasa/players/{player}", "organiser", json={"name": NAME})
    assert answer.status_code == 200
    return player


@pytest.fixture
def typed(api, player, judge):
    """The places where a name was typed: the log, the field, and the parts that stand there."""
    note = {"role": "scorer", "note": "the phone of Quistgaard"}
    assert api.post("/v1/clubs/vasa/tokens", note).status_code == 201
    cup = api.tournament(4, name="Cup", details={"contact": f"ask {NAME}"})
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "Zebulon's luck"}).status_code == 200
    gone = api.get(f"/v1/tournaments/{cup}", "organiser").json["entries"][0]["player"]
    assert (
        api.post(f"/v1/tournaments/{cup}/withdrawals", {"player": gone, "reason": "drove Ek home"}).status_code == 201
    )
    ruling = {"type": "RulingMade", "kind": "note", "reason": f"{NAME} was spoken to"}
    friendly = api.post("/v1/matches", {**LENGTH, "club": "vasa", "players": {"white": NAME, "black": "Bo"}}).json["id"]
    for match in (f"{cup}.2", friendly):
        for fact in (OPENING, ruling):
            assert api.post(f"/v1/matches/{match}/events", fact, "referee").status_code < 300
    judge()
    return {
        ("c_vasa", "note", ("Quistgaard",)),
        (cup, "details.contact", (NAME, "Zebulon", "Quistgaard")),
        (cup, "seed", ("Zebulon",)),
        (cup, "reason", ("Ek",)),
        (f"{cup}.2", "reason", (NAME, "Zebulon", "Quistgaard")),
        (friendly, "reason", (NAME, "Zebulon", "Quistgaard")),
    }


def pages(api, player):
    """All pages of the list, each as it was answered."""
    found = [api.get(f"/v1/clubs/vasa/players/{player}/texts", "organiser")]
    while found[-1].json["next"]:
        found.append(api.get(found[-1].json["next"], "organiser"))
    assert {each.status_code for each in found} == {200}
    return [each.json for each in found]


def rows(found):
    return [(text["stream"], text["field"], tuple(text["parts"])) for page in found for text in page["texts"]]


def test_every_text_with_a_name_of_the_player_is_listed_once_and_no_name_in_its_own_field(api, player, typed):
    (page,) = pages(api, player)
    assert (page["player"], page["names"]) == (player, [NAME, FORMER])
    assert sorted(rows([page])) == sorted(typed)
    assert {text["field"] for text in page["texts"] if text["whole"]} == {"details.contact", "reason"}
    for text in page["texts"]:
        recorded = next(iter(api.deps.log.read(text["stream"], text["version"] - 1, 1)))
        assert type(recorded.event).__name__ == text["type"]
        assert text["text"] in repr(recorded.event)


@pytest.mark.parametrize(("events", "logs"), [(1, 400), (3, 400), (4000, 1), (5, 2)])
def test_pages_of_few_events_or_logs_list_the_same_texts(api, player, typed, monkeypatch, events, logs):
    monkeypatch.setattr(free_texts, "MOST_EVENTS", events)
    monkeypatch.setattr(free_texts, "MOST_LOGS", logs)
    found = pages(api, player)
    assert len(found) > 3
    assert sorted(rows(found)) == sorted(typed)


def test_only_organisers_of_the_club_read_the_list_and_a_place_that_is_none_is_refused(api, player):
    path = f"/v1/clubs/vasa/players/{player}/texts"
    assert [api.get(path, role).status_code for role in (None, "viewer", "scorer", "referee")] == [401, 403, 403, 403]
    assert api.get("/v1/clubs/vasa/players/p_nobody/texts", "organiser").status_code == 404
    for after in ("x", "c_vasa", "c_vasa:x", "c_other:3", "t_other.1:3", "c_vasa.9:1"):
        answer = api.get(f"{path}?after={after}", "organiser")
        assert (answer.status_code, "after" in answer.text) == (422, True), after
