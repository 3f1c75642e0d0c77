"""`Prefer: return=minimal` (RFC 7240): a write is answered without its body, unless only the body says something."""

import pytest

FIRST = {"type": "OpeningRolled", "white": 2, "black": 5}
ROLL = {"type": "DiceRolled", "by": "white", "dice": [6, 2]}
MINIMAL = {"Prefer": "return=minimal"}
WHITE = [{"winner": "white", "outcome": "jan"}] * 3
BLACK = [{"winner": "black", "outcome": "jan"}] * 3


@pytest.fixture
def match(api):
    return api.friendly()


def test_facts_are_answered_by_their_place_and_their_version_alone(api, match):
    answer = api.post(f"/v1/matches/{match}/events", [FIRST, ROLL], headers=MINIMAL)
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["ETag"] == '"v2"'
    assert answer.headers["Preference-Applied"] == "return=minimal"
    assert "Content-Type" not in answer.headers
    written = api.get(answer.headers["Location"]).json["events"]
    assert [(fact["version"], fact["type"]) for fact in written] == [(1, "OpeningRolled"), (2, "DiceRolled")]


def test_the_version_of_a_minimal_answer_is_what_the_next_write_rests_on(api, match):
    seen = api.post(f"/v1/matches/{match}/events", FIRST, headers=MINIMAL).headers["ETag"]
    for status in (204, 412):
        again = api.post(f"/v1/matches/{match}/events", ROLL, headers={**MINIMAL, "If-Match": seen})
        assert again.status_code == status


def test_a_repeated_key_gets_the_minimal_answer_again(api, match):
    headers = {**MINIMAL, "Idempotency-Key": "tap-1"}
    first, again = (api.post(f"/v1/matches/{match}/events", FIRST, headers=headers) for _ in range(2))
    assert (first.status_code, again.status_code) == (204, 204)
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    for name in ("ETag", "Location"):
        assert first.headers[name] == again.headers[name]
    whole = api.post(f"/v1/matches/{match}/events", FIRST, headers={"Idempotency-Key": "tap-1"})
    assert (whole.status_code, whole.json["events"][0]["version"]) == (202, 1)


@pytest.mark.parametrize(
    ("said", "minimal"),
    [
        ("return=minimal", True),
        ('Return = "minimal"', True),
        ("respond-async, return=minimal; foo=bar", True),
        ("return=minimal, return=representation", True),
        ("return=representation, return=minimal", False),
        ("return=representation", False),
        ("return=nothing", False),
        ("return", False),
        ('return="minimal', False),
        ("foo; return=minimal", False),
        ("no-return=minimal", False),
        ("handling=lenient", False),
    ],
)
def test_the_first_preference_counts_and_what_is_not_understood_is_ignored(api, match, said, minimal):
    answer = api.post(f"/v1/matches/{match}/events", FIRST, headers={"Prefer": said})
    assert answer.status_code == (204 if minimal else 202)
    assert ("Preference-Applied" in answer.headers) is minimal


def test_preferences_may_come_in_several_headers(api, match, judging):
    with judging():
        answer = api.client.post(
            f"/v1/matches/{match}/events",
            json=FIRST,
            headers=[
                ("Authorization", f"Bearer {api.tokens['scorer']}"),
                ("Prefer", "wait=10"),
                ("Prefer", "return=minimal"),
            ],
        )
    assert (answer.status_code, answer.headers["Preference-Applied"]) == (204, "wait=10, return=minimal")


def test_who_waits_is_told_each_verdict_that_is_not_plainly_accepted(api, match, judging):
    with judging():
        answer = api.post(
            f"/v1/matches/{match}/events", [FIRST, ROLL, ROLL], headers={"Prefer": "wait=10, return=minimal"}
        )
    assert (answer.status_code, answer.headers["Preference-Applied"]) == (201, "wait=10")
    assert [verdict["verdict"] for verdict in answer.json["verdicts"]] == ["accepted", "accepted", "refused"]


def test_who_waits_in_vain_is_told_so(api, match):
    answer = api.post(f"/v1/matches/{match}/events", FIRST, headers={"Prefer": "return=minimal, wait=1"})
    assert (answer.status_code, answer.json["verdicts"]) == (202, [])
    assert "Preference-Applied" not in answer.headers


def test_a_refusal_says_all_that_it_says_to_others(api, match):
    problems = [
        api.post(f"/v1/matches/{match}/events", {"type": "DiceRolled"}, headers=headers) for headers in ({}, MINIMAL)
    ]
    assert [answer.status_code for answer in problems] == [422, 422]
    assert problems[0].json["errors"] == problems[1].json["errors"]


# ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_result_that_counts_is_answered_by_its_place_and_version(api, judging):
    cup = api.tournament(2)
    api.post(f"/v1/tournaments/{cup}/start")
    body = {"match": f"{cup}.1", "results": WHITE}
    with judging():
        answer = api.post(f"/v1/tournaments/{cup}/results", body, headers={"Prefer": "wait=10, return=minimal"})
    assert (answer.status_code, answer.data, answer.headers["ETag"]) == (204, b"", '"v1"')
    assert api.get(answer.headers["Location"]).json["settled"]["winner"] == "white"


def test_a_dispute_is_told_to_those_who_prefer_a_minimal_answer(api, judging):
    cup = api.tournament(2, confirm=True)
    api.post(f"/v1/tournaments/{cup}/start")
    prefer = {"Prefer": "wait=10, return=minimal"}
    with judging():
        first = api.post(f"/v1/tournaments/{cup}/results", {"match": f"{cup}.1", "results": WHITE}, headers=prefer)
        second = api.post(
            f"/v1/tournaments/{cup}/results", {"match": f"{cup}.1", "results": BLACK}, role="scorer", headers=prefer
        )
    assert first.status_code == 204
    assert (second.status_code, second.json["status"]) == (202, "disputed")


# ── tournaments ──────────────────────────────────────────────────────────────────────────────────────────────────────
WRITES = [
    ("PATCH", "", {"name": "Open"}),
    ("PUT", "/alternates", {"players": []}),
    ("POST", "/seeding", {"method": "lots", "seed": "0123456789abcdef"}),
    ("PUT", "/tables", {"tables": [{"table": "A"}]}),
    ("POST", "/publication", {"published": True}),
    ("PUT", "/entry-form", {"open": True}),
    ("POST", "/check-ins", {"players": ["{player}"]}),
    ("PUT", "/money", {"currency": "SEK", "fee": 100}),
    ("POST", "/start", {}),
    ("POST", "/decisions", {"match": "{cup}.1", "kind": "walkover", "winner": "{white}", "reason": "ill"}),
    ("POST", "/withdrawals", {"player": "{player}", "reason": "ill"}),
    ("POST", "/withdrawals/undo", {"player": "{player}", "reason": "well again"}),
    ("POST", "/call-off", {"reason": "no hall"}),
    ("POST", "/reinstate", {"reason": "a hall after all"}),
    ("POST", "/end", {"reason": "late"}),
]


def _filled(body, api, cup):
    if isinstance(body, dict):
        return {name: _filled(value, api, cup) for name, value in body.items()}
    if isinstance(body, list):
        return [_filled(value, api, cup) for value in body]
    if body == "{white}":
        return api.get(f"/v1/matches/{cup}.1").json["players"]["white"]
    if body == "{player}":
        return api.get(f"/v1/tournaments/{cup}").json["entries"][0]["player"]
    return body.format(cup=cup) if isinstance(body, str) else body


def test_each_write_of_a_tournament_is_answered_by_the_version_that_it_has_then(api):
    cup = api.tournament(4)
    for method, path, body in WRITES:
        asked = _filled(body, api, cup)
        answer = api.send(method, f"/v1/tournaments/{cup}{path}", "organiser", json=asked, headers=MINIMAL)
        assert (answer.status_code, answer.data) == (204, b""), path
        assert answer.headers["Preference-Applied"] == "return=minimal", path
        now = api.get(f"/v1/tournaments/{cup}").json["version"]
        assert answer.headers["ETag"] == f'"v{now}"', path


@pytest.mark.parametrize("path", ["/amendment-preview", "/decisions?dry_run=true"])
def test_a_preview_is_never_left_out(api, path):
    cup = api.tournament(2)
    body = {"name": "Open"}
    if "decisions" in path:
        api.post(f"/v1/tournaments/{cup}/start")
        winner = api.get(f"/v1/tournaments/{cup}").json["entries"][0]["player"]
        body = {"match": f"{cup}.1", "kind": "walkover", "winner": winner, "reason": "ill"}
    answer = api.post(f"/v1/tournaments/{cup}{path}", body, headers=MINIMAL)
    assert answer.status_code == 200, answer.json
    assert "version" in answer.json
    assert "Preference-Applied" not in answer.headers


def test_a_secret_that_is_told_once_is_never_left_out(api):
    answer = api.post("/v1/clubs/vasa/tokens", {"role": "scorer"}, headers=MINIMAL)
    assert answer.status_code == 201
    assert answer.json["token"].startswith("st_vasa.")


# ── the document ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_document_says_which_answers_may_be_left_out(api):
    left_out = 0
    for operations in api.client.application.extensions["brade"].document()["paths"].values():
        for method, operation in operations.items():
            if method not in ("post", "put", "patch", "delete"):
                continue
            takes = {parameter.get("name"): parameter for parameter in operation.get("parameters", ())}
            short = "Preference-Applied" in operation["responses"].get("204", {}).get("headers", {})
            assert short == ("return=minimal" in takes.get("Prefer", {}).get("description", ""))
            left_out += short
            if "Set-Cookie" in str(operation) or "token" in str(operation["responses"].get("201", {})).lower():
                assert not short
    assert left_out > 40
