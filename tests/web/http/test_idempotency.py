"""A write whose arrival is in doubt is sent again with the same key: it is done once."""

import pytest

from tests.support.proving import some

ROLL = {"type": "DiceRolled", "by": "white", "dice": [6, 2]}
PLAYED = {"game": "swedish", "length": {"games": 3}}
WON = [{"winner": "white", "outcome": "jan"}] * 3

WRITES = {
    "club": ("/v1/clubs", {"slug": "huk", "name": "Huk"}, {"slug": "huk", "name": "Hook"}),
    "players": ("/v1/clubs/vasa/players", [{"name": "Anna"}], [{"name": "Åke"}]),
    "token": ("/v1/clubs/vasa/tokens", {"role": "scorer"}, {"role": "viewer"}),
    "tournament": (
        "/v1/clubs/vasa/tournaments",
        PLAYED | {"name": "Cup", "format": "round_robin"},
        PLAYED | {"name": "Mug", "format": "round_robin"},
    ),
    "match": (
        "/v1/matches",
        PLAYED | {"club": "vasa", "players": {"white": "A", "black": "B"}},
        PLAYED | {"club": "vasa", "players": {"white": "A", "black": "C"}},
    ),
    "facts": ("/v1/matches/{match}/events", [ROLL, ROLL], [ROLL]),
    "entries": ("/v1/tournaments/{fresh}/entries", {"players": ["Late"]}, {"players": ["Later"]}),
    "start": ("/v1/tournaments/{fresh}/start", {}, {"seed": "other"}),
    "withdrawal": (
        "/v1/tournaments/{running}/withdrawals",
        {"player": "{player}"},
        {"player": "{player}", "reason": "ill"},
    ),
    "result": (
        "/v1/tournaments/{running}/results",
        {"match": "{running}.1", "results": WON},
        {"match": "{running}.1", "results": WON[:2]},
    ),
}


@pytest.fixture
def write(api):
    """Send one of the writes, or the other body of it, with headers."""
    api.post("/v1/clubs/vasa/players", [{"name": "Late"}, {"name": "Later"}])
    running = api.tournament(3, stop="all_games")
    api.post(f"/v1/tournaments/{running}/start")
    player = api.get(f"/v1/tournaments/{running}").json["entries"][0]["player"]
    things = {"match": api.friendly(), "fresh": api.tournament(2), "running": running, "player": player}

    def filled(words):
        if isinstance(words, dict):
            return {name: filled(value) for name, value in words.items()}
        return words.format(**things) if isinstance(words, str) else words

    def send(name, *, other=False, by=api, **headers):
        path, body, another = WRITES[name]
        given = {each.replace("_", "-"): value for each, value in headers.items()}
        role = "operator" if name == "club" else "organiser"
        return by.post(path.format(**things), filled(another if other else body), role=role, headers=given)

    return send


@pytest.mark.parametrize("name", WRITES)
def test_the_same_key_with_the_same_body_is_done_once_and_gives_the_first_answer(api, write, restarted, name):
    first = write(name, Idempotency_Key="tap-17")
    assert first.status_code in (200, 201, 202), first.json
    assert "Idempotent-Replayed" not in first.headers
    written = api.everything_written()
    for by in (api, restarted()):
        again = write(name, by=by, Idempotency_Key="tap-17")
        assert (again.status_code, again.json) == (first.status_code, first.json)
        assert again.headers["Idempotent-Replayed"] == "true"
        assert api.everything_written() == written


@pytest.mark.parametrize("name", some(WRITES, *list(WRITES)[::3]))
def test_the_same_key_with_another_body_is_refused(api, write, name):
    write(name, Idempotency_Key="tap-17")
    written = api.everything_written()
    answer = write(name, other=True, Idempotency_Key="tap-17")
    assert (answer.status_code, answer.json["code"]) in [(422, "key-reused"), (422, "malformed")], answer.json
    assert api.everything_written() == written


@pytest.mark.parametrize("name", ["players", "facts", "token", "match"])
def test_another_key_is_another_request(api, write, name):
    first = write(name, Idempotency_Key="a")
    second = write(name, Idempotency_Key="b")
    assert "Idempotent-Replayed" not in second.headers
    assert second.status_code == (422 if name == "players" else first.status_code)


def test_a_key_may_be_quoted(write, api):
    write("facts", Idempotency_Key="k1")
    assert write("facts", Idempotency_Key='"k1"').headers["Idempotent-Replayed"] == "true"


@pytest.mark.parametrize("key", ["", " ", '""', "x" * 201, "å", "a\tb"])
def test_a_key_that_cannot_be_kept_is_refused_before_anything_is_written(api, write, key):
    before = api.everything_written()
    answer = write("facts", Idempotency_Key=key)
    assert (answer.status_code, answer.json["code"]) == (400, "bad-request")
    assert api.everything_written() == before


def test_a_key_of_two_hundred_characters_is_kept(api, write):
    for key in ("x" * 200, "table 4: tap 17", "{a}:b"):
        assert write("facts", Idempotency_Key=key).status_code == 202
        assert write("facts", Idempotency_Key=key).headers["Idempotent-Replayed"] == "true"


def test_a_refused_request_leaves_its_key_free(api, write):
    match = api.friendly()
    path = f"/v1/matches/{match}/events"
    headers = {"Idempotency-Key": "k"}
    assert api.post(path, ROLL | {"dice": [7, 2]}, headers=headers).status_code == 422
    assert api.post(path, ROLL, headers=headers | {"If-Match": '"v5"'}).status_code == 412
    assert api.post(path, ROLL, headers=headers).status_code == 202


def test_a_repeated_write_does_not_trip_over_its_own_version(api):
    match = api.friendly()
    headers = {"Idempotency-Key": "k", "If-Match": '"v0"'}
    first = api.post(f"/v1/matches/{match}/events", ROLL, headers=headers)
    again = api.post(f"/v1/matches/{match}/events", ROLL, headers=headers)
    assert (again.status_code, again.json) == (202, first.json)


def test_keys_of_different_addresses_do_not_meet(api):
    one, two = api.friendly(), api.friendly()
    for match in (one, two):
        answer = api.post(f"/v1/matches/{match}/events", ROLL, headers={"Idempotency-Key": "k"})
        assert "Idempotent-Replayed" not in answer.headers
    tournament = api.tournament(2)
    api.post(f"/v1/tournaments/{tournament}/start", {}, headers={"Idempotency-Key": "k"})
    other = api.tournament(2)
    assert api.post(f"/v1/tournaments/{other}/start", {}, headers={"Idempotency-Key": "k"}).status_code == 200
    answer = api.post(f"/v1/tournaments/{tournament}/rounds", {}, headers={"Idempotency-Key": "k"})
    assert (answer.status_code, answer.json["code"]) == (422, "key-reused")
