"""A repeated Idempotency-Key gives the first answer for a day; afterwards nothing of it comes back to life."""

import hmac

import pytest

from service import bootstrap
from tests.support.api import OPERATOR

AGAIN = {"Idempotency-Key": "the same"}


@pytest.fixture
def a_week_passes(api):
    """Have the store forget every idempotency key, as it does after a day."""

    def pass_():
        forgotten = list(api.deps.client.scan_iter("*:repeats*"))
        assert forgotten
        api.deps.client.delete(*forgotten)

    return pass_


def issued(api, by=None):
    answer = (by or api).post("/v1/clubs/vasa/tokens", {"role": "viewer"}, headers=AGAIN)
    assert answer.status_code == 201, answer.json
    return answer


def test_a_revoked_token_stays_revoked_when_its_request_is_repeated(api, restarted, a_week_passes):
    first = issued(api)
    api.tokens["spare"] = first.json["token"]
    assert api.get("/v1/clubs/vasa", role="spare").status_code == 200
    assert api.send("DELETE", f"/v1/clubs/vasa/tokens/{first.json['id']}", "organiser").status_code == 204
    written = api.everything_written()
    for by in (api, restarted()):  # within the day: the first answer, whose token opens nothing
        again = issued(api, by)
        assert (again.json, again.headers["Idempotent-Replayed"]) == (first.json, "true")
        assert by.get("/v1/clubs/vasa", role="spare").status_code == 401
    assert api.everything_written() == written
    a_week_passes()
    later = issued(api, restarted())
    assert "Idempotent-Replayed" not in later.headers
    assert later.json["id"] != first.json["id"]
    assert later.json["token"] != first.json["token"]
    assert api.get("/v1/clubs/vasa", role="spare").status_code == 401


def test_an_invitation_is_not_given_a_second_time(api, a_week_passes):
    member = api.post("/v1/clubs/vasa/people", {"name": "Åsa", "role": "viewer"}, headers=AGAIN).json
    again = api.post("/v1/clubs/vasa/people", {"name": "Åsa", "role": "viewer"}, headers=AGAIN)
    assert (again.json, again.headers["Idempotent-Replayed"]) == (member, "true")
    path = f"/v1/clubs/vasa/people/{member['id']}/invitation"
    second = api.post(path, headers={"Idempotency-Key": "another"}).json["invitation"]
    assert api.post(path, headers={"Idempotency-Key": "another"}).json["invitation"] == second
    a_week_passes()
    third = api.post(path, headers={"Idempotency-Key": "another"}).json["invitation"]
    assert len({member["invitation"], second, third}) == 3


def test_a_club_is_founded_once_and_its_first_token_never_comes_back(api, restarted, a_week_passes):
    words = {"slug": "huk", "name": "Huk"}
    first = api.post("/v1/clubs", words, role="operator", headers=AGAIN).json
    api.tokens["huk"] = first["token"]
    spare = api.post("/v1/clubs/huk/tokens", {"role": "organiser"}, role="huk").json
    api.tokens["spare"] = spare["token"]
    listed = api.get("/v1/clubs/huk/tokens", role="spare").json["tokens"]
    assert api.send("DELETE", f"/v1/clubs/huk/tokens/{listed[0]['id']}", "spare").status_code == 204
    assert restarted().post("/v1/clubs", words, role="operator", headers=AGAIN).json == first
    a_week_passes()
    assert api.post("/v1/clubs", words, role="operator", headers=AGAIN).status_code == 409
    assert api.get("/v1/clubs/huk", role="huk").status_code == 401


def test_what_was_derived_with_another_key_is_not_shown_again_and_nothing_is_written(api, restarted):
    """So a repeat that comes after an update, or at a machine with another data folder, is told what to do."""
    issued(api)
    written = api.everything_written()
    other = restarted()
    other.deps.settings.data.joinpath("idempotency-key").write_text("k" * 43)
    bootstrap._cached_secret.cache_clear()
    answer = other.post("/v1/clubs/vasa/tokens", {"role": "viewer"}, headers=AGAIN)
    assert (answer.status_code, answer.json["code"]) == (409, "refused")
    assert "another Idempotency-Key" in answer.json["detail"]
    assert api.everything_written() == written


def test_nothing_that_others_see_is_derived_by_the_operators_token(api, monkeypatch):
    by = set()
    digest = hmac.digest

    def seen(key, *rest):
        by.add(key)
        return digest(key, *rest)

    monkeypatch.setattr(bootstrap.hmac, "digest", seen)
    headers = iter({"Idempotency-Key": f"key {number}"} for number in range(9))
    words = {"club": "vasa", "game": "swedish", "length": {"games": 3}, "players": {"white": "A", "black": "B"}}
    assert api.post("/v1/matches", words, headers=next(headers)).status_code == 201
    assert api.post("/v1/clubs/vasa/tokens", {"role": "viewer"}, headers=next(headers)).status_code == 201
    invited = api.post("/v1/clubs/vasa/people", {"name": "Åsa", "role": "viewer"}, headers=next(headers))
    assert invited.status_code == 201
    assert by == {(api.deps.settings.data / "idempotency-key").read_bytes()}
    assert not by & {OPERATOR.encode(), api.deps.session_key().encode()}
