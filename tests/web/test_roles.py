"""Who may do what: the table below is the whole of it, and the published document says the same."""

import pytest

from core.club import ROLES

EVERYBODY = "none"
TABLE = {
    "POST /v1/games/{game}/plays": EVERYBODY,
    "POST /v1/games/{game}/check": EVERYBODY,
    "POST /v1/settlements": EVERYBODY,
    "GET /v1/games": EVERYBODY,
    "GET /v1/formats": EVERYBODY,
    "POST /v1/session": EVERYBODY,
    "GET /v1/session": EVERYBODY,
    "DELETE /v1/session": EVERYBODY,
    "POST /v1/clubs": "operator",
    "GET /v1/clubs": "operator",
    "GET /v1/clubs/{club}": "viewer",
    "POST /v1/clubs/{club}/players": "organiser",
    "GET /v1/clubs/{club}/players": "viewer",
    "PATCH /v1/clubs/{club}/players/{player}": "organiser",
    "DELETE /v1/clubs/{club}/players/{player}": "organiser",
    "POST /v1/clubs/{club}/tokens": "organiser",
    "GET /v1/clubs/{club}/tokens": "organiser",
    "DELETE /v1/clubs/{club}/tokens/{token}": "organiser",
    "GET /v1/clubs/{club}/people": "organiser",
    "POST /v1/clubs/{club}/people": "organiser",
    "PATCH /v1/clubs/{club}/people/{member}": "organiser",
    "POST /v1/clubs/{club}/people/{member}/invitation": "organiser",
    "DELETE /v1/clubs/{club}/people/{member}": "organiser",
    "GET /v1/clubs/{club}/audit": "organiser",
    "GET /v1/clubs/{club}/matches": "viewer",
    "POST /v1/clubs/{club}/tournaments": "organiser",
    "GET /v1/clubs/{club}/tournaments": "viewer",
    "POST /v1/matches": "scorer",
    "POST /v1/matches/import": "organiser",
    "POST /v1/matches/{match}/events": "scorer",
    "POST /v1/matches/{match}/links": "referee",
    "DELETE /v1/matches/{match}/links": "referee",
    "POST /v1/tournaments/{tournament}/links": "referee",
    "DELETE /v1/tournaments/{tournament}/links": "referee",
    "PATCH /v1/tournaments/{tournament}": "organiser",
    "POST /v1/tournaments/{tournament}/entries": "organiser",
    "POST /v1/tournaments/{tournament}/teams": "organiser",
    "POST /v1/tournaments/{tournament}/lineups": "organiser",
    "POST /v1/tournaments/{tournament}/start": "organiser",
    "POST /v1/tournaments/{tournament}/rounds": "organiser",
    "GET /v1/tournaments/{tournament}/impasse": "organiser",
    "POST /v1/tournaments/{tournament}/impasse": "organiser",
    "POST /v1/tournaments/{tournament}/withdrawals": "organiser",
    "POST /v1/tournaments/{tournament}/seeding": "organiser",
    "POST /v1/tournaments/{tournament}/check-ins": "referee",
    "POST /v1/tournaments/{tournament}/rounds/{number}/publish": "organiser",
    "POST /v1/tournaments/{tournament}/rounds/{number}/pairings": "organiser",
    "POST /v1/tournaments/{tournament}/rounds/{number}/unpair": "organiser",
    "POST /v1/tournaments/{tournament}/avoidances": "organiser",
    "GET /v1/tournaments/{tournament}/avoidances": "referee",
    "POST /v1/tournaments/{tournament}/tables": "organiser",
    "PUT /v1/tournaments/{tournament}/tables": "organiser",
    "POST /v1/tournaments/{tournament}/tables/seats": "referee",
    "POST /v1/tournaments/{tournament}/end": "organiser",
    "POST /v1/tournaments/{tournament}/publication": "organiser",
    "POST /v1/tournaments/{tournament}/results": "scorer",
    "POST /v1/tournaments/{tournament}/confirmations": "scorer",
    "POST /v1/tournaments/{tournament}/decisions": "referee",
    "POST /v1/tournaments/{tournament}/decisions/{decision}/undo": "referee",
}
WITH_BODY = ("POST", "PUT", "PATCH")
STATELESS = [each for each, role in TABLE.items() if role == EVERYBODY]
FIRST = {"number": "1", "player": "Player 1"}
CLOSED = [each for each in TABLE if each not in STATELESS]
"""What needs a token, whatever is published. Every other address is read with the role viewer, or when published."""


@pytest.fixture
def operations(app):
    """Every operation of the document: `METHOD /path` → what it says."""
    paths = app.extensions["brade"].document["paths"]
    return {
        f"{method.upper()} {path}": words
        for path, operations in paths.items()
        for method, words in operations.items()
        if method != "parameters"
    }


@pytest.fixture
def at(api):
    """Operations with things that are there in their addresses, and a token that may be taken back."""
    things = {
        "game": "swedish", "club": "vasa", "match": api.friendly(), "tournament": api.tournament(2),
        "token": api.post("/v1/clubs/vasa/tokens", {"role": "viewer"}).json["id"],
        "decision": "1", "player": "Player 1", "number": "1",
        "member": api.post("/v1/clubs/vasa/people", {"name": "Åsa", "role": "viewer"}).json["id"],
    }  # fmt: skip

    def place(operation):
        method, path = operation.split(" ")
        return method, path.format(**things)

    return place


def test_every_operation_is_in_the_table_or_is_read_by_viewers(operations):
    assert TABLE.keys() <= operations.keys()
    for operation, words in operations.items():
        assert words["x-role"] == TABLE.get(operation, "viewer"), operation


def test_an_operation_that_writes_has_a_role_and_says_so(operations):
    for operation, words in operations.items():
        if not operation.startswith("GET ") and operation not in STATELESS:
            assert words["x-role"] in (*ROLES, "operator"), operation
            assert words["security"] == [{"bearer": []}, {"session": []}], operation
            assert {"401", "403"} <= words["responses"].keys(), operation


def test_a_write_that_may_be_repeated_says_how(operations):
    for operation, words in operations.items():
        headers = {each.get("name") for each in words["parameters"]}
        if operation.startswith("POST ") and operation not in (*STATELESS, "POST /v1/matches/import"):
            assert "Idempotency-Key" in headers, operation
        assert ("If-Match" in headers) <= ("412" in words["responses"]), operation


def test_without_a_token_everything_closed_is_closed_before_a_byte_is_read(api, at):
    before = api.everything_written()
    for operation in CLOSED:
        method, path = at(operation)
        answer = api.send(method, path, data=b"\x00{", content_type="text/odd")
        assert (answer.status_code, answer.json["code"]) == (401, "unauthenticated"), operation
        assert answer.headers["WWW-Authenticate"].startswith("Bearer"), operation
    assert api.everything_written() == before


@pytest.mark.parametrize(
    "authorization",
    ["Bearer st_vasa.abcdefgh_" + "a" * 40, "Bearer ", "Bearer", "Basic dmFzYTp2YXNh", "st_vasa", "Bearer ÅÄÖ"],
)
def test_a_token_that_opens_nothing_is_no_token(api, at, authorization):
    for operation in CLOSED:
        method, path = at(operation)
        answer = api.send(method, path, headers={"Authorization": authorization})
        assert answer.status_code == 401, operation
        assert authorization[-30:] not in answer.get_data(as_text=True) or len(authorization) < 10


def test_a_lower_role_is_not_enough_and_the_body_is_not_read(api, at):
    before = api.everything_written()
    for operation in CLOSED:
        method, path = at(operation)
        enough = TABLE[operation]
        lower = ROLES if enough == "operator" else ROLES[: ROLES.index(enough)]
        for role in lower:
            answer = api.send(method, path, role, data=b"\x00{", content_type="text/odd")
            assert (answer.status_code, answer.json["code"]) == (403, "forbidden"), (operation, role)
    assert api.everything_written() == before


def test_the_role_itself_is_enough(api, at):
    for operation in CLOSED:
        method, path = at(operation)
        answer = api.send(method, path, TABLE[operation], data=b"\x00{", content_type="text/odd")
        assert answer.status_code not in (401, 403), operation


def test_what_another_club_has_does_not_exist(api, at, operations):
    api.found("huk")
    before = api.everything_written()
    for operation in operations:
        if "{club}" in operation or "{match}" in operation or "{tournament}" in operation:
            method, path = at(operation)
            answer = api.send(method, path, "huk organiser", data=b"\x00{", content_type="text/odd")
            assert (answer.status_code, answer.json["code"]) == (404, "unknown"), operation
    words = {"club": "vasa", "game": "swedish", "length": {"games": 3}, "players": {"white": "A", "black": "B"}}
    assert api.post("/v1/matches", words, role="huk organiser").status_code == 404
    assert api.everything_written() == before


def test_what_never_was_is_unknown_to_those_who_may_look(api, operations):
    for operation in operations:
        method, path = operation.split(" ")
        if "{" in path:
            nowhere = path.format(
                game="chess", club="vasa2", match="m_2", tournament="t_2", token="t2", decision="9", player="p",
                number="9", member="u_2",
            )  # fmt: skip
            answer = api.send(method, nowhere, "operator", **({"json": [{"name": "x"}]} if method in WITH_BODY else {}))
            said = (answer.status_code, answer.json["code"])
            assert said in [(404, "unknown"), (422, "malformed")], (operation, answer.json)
            assert said[0] == 404 or (method in WITH_BODY and not path.endswith("/players")), operation


def test_a_published_tournament_and_its_matches_are_read_by_everybody(api, operations):
    played = {"game": "backgammon", "length": {"points": 3}}  # which other programs know as well
    tournament = api.tournament(2, published=True, **played)
    api.post(f"/v1/tournaments/{tournament}/start")
    secret = api.tournament(2, **played)
    api.post(f"/v1/tournaments/{secret}/start")
    for operation, words in operations.items():
        method, path = operation.split(" ")
        if {} in words["security"]:
            assert method == "GET"
            open_ = api.get(path.format(tournament=tournament, match=f"{tournament}.1", **FIRST), role=None)
            assert open_.status_code == 200, operation
            closed = path.format(tournament=secret, match=f"{secret}.1", **FIRST | {"player": "Player 3"})
            assert api.get(closed, role=None).status_code == 401, operation
            assert api.get(closed, role="viewer").status_code == 200, operation


def test_a_friendly_match_is_never_published(api):
    assert api.get(f"/v1/matches/{api.friendly()}", role=None).status_code == 401


def test_questions_need_no_token_and_do_not_look_at_one(api):
    assert api.get("/v1/games", role=None, headers={"Authorization": "Bearer old"}).status_code == 200
    answer = api.post("/v1/settlements", {"game": "swedish", "games": 3, "results": []}, role="viewer")
    assert answer.status_code == 200


def test_a_token_that_was_taken_back_opens_nothing(api, restarted):
    issued = api.post("/v1/clubs/vasa/tokens", {"role": "organiser"}).json
    api.tokens["spare"] = issued["token"]
    assert api.get("/v1/clubs/vasa/tokens", role="spare").status_code == 200
    assert api.send("DELETE", f"/v1/clubs/vasa/tokens/{issued['id']}", "organiser").status_code == 204
    assert restarted().get("/v1/clubs/vasa", role="spare").status_code == 401
    assert api.send("DELETE", f"/v1/clubs/vasa/tokens/{issued['id']}", "organiser").status_code == 404


def test_the_operator_may_do_everything(api, at):
    for operation in CLOSED:
        method, path = at(operation)
        answer = api.send(method, path, "operator", data=b"\x00{", content_type="text/odd")
        assert answer.status_code not in (401, 403, 404), operation
