"""Rights: every operation of the document for every kind of caller, and the answer to each.

A refused request is 401, 403 or 404, writes nothing and begins no session; an admitted one is neither 401 nor 403, and
nothing ever fails. An operation that is new is asked too, and one without a role has to be named in the table.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from werkzeug.test import TestResponse

from core.club.club import ROLES
from tests.support.operations import AT_MATCH, GARBAGE, STATELESS, TABLE, SeatedTournament, operations_of
from tests.support.proving import some
from tests.support.signed_in import signed_in

WITH_BODY = ("POST", "PUT", "PATCH")
FIRST = {"number": "1", "player": "Player 1"}
SIGNING_OUT = "DELETE /v1/session"
THINGS = ("{club}", "{match}", "{tournament}")
WRONG_HEADERS = [
    "Bearer st_vasa.abcdefgh_" + "a" * 40,
    "Bearer",
    "Bearer ",
    "Bearer st_vasa",
    "Bearer ÅÄÖ",
    "Bearer operator",
    "Bearer " + "\x7f" * 200,
    "Basic dmFzYTp2YXNh",
    "st_vasa",
]
WRONG_COOKIES = [
    "brade=eyJtZW1iZXIiOlsidmFzYSJdfQ.aQ.x",
    "brade",
    "brade=",
    "brade=x",
    "brade=" + "." * 3000,
    'brade="\\303"',
    "__Host-brade=x; brade=ÅÄÖ",
    "=;;brade=;=",
]
TO_ENTER = "POST /v1/tournaments/{tournament}/entry-requests"
"""The only write of strangers, where a tournament is published; the same name is kept once."""
TO_PREPARE = "POST /v1/tournaments/{tournament}/prepared-files"
"""Asked for again, it answers with the same file."""


@pytest.fixture
def operations(app):
    """Every operation of the document: `METHOD /path` → what it says."""
    return operations_of(app)


# ── the walk ─────────────────────────────────────────────────────────────────────────────────────────────────────────
class Visitor(NamedTuple):
    """A caller: the way in, the role, the club (`None` for none), and `True` for a link to a table."""

    name: str
    ask: Callable[..., TestResponse]
    role: str | None = None
    club: str | None = None
    link: bool = False


def visitors(api, seated) -> Iterator[Visitor]:
    """Callers: without a key, with a key that opens nothing, of every role of two clubs, by links, and the operator."""
    bare = api.client.application.test_client(use_cookies=False)
    yield Visitor("a stranger", lambda method, path, **more: bare.open(path, method=method, **more))
    yield Visitor("a token that opens nothing", with_header(bare, "Authorization", WRONG_HEADERS[0]))
    yield Visitor("a cookie that opens nothing", with_header(bare, "Cookie", WRONG_COOKIES[0]))
    issued = api.post("/v1/clubs/vasa/tokens", {"role": "organiser"}).json
    assert api.send("DELETE", f"/v1/clubs/vasa/tokens/{issued['id']}", "organiser").status_code == 204
    yield Visitor("a revoked token", with_header(bare, "Authorization", f"Bearer {issued['token']}"))
    over = signed_in(api, "Over", "organiser")
    cookie = over.client.get_cookie("brade").value
    assert over.send("DELETE", "/v1/session").status_code == 204
    yield Visitor("a session that was left", with_header(bare, "Cookie", f"brade={cookie}"))
    api.found("huk")
    for role in ROLES:
        yield Visitor(f"vasa's {role}", as_token(api, role), role, "vasa")
        yield Visitor(f"vasa's {role} who signed in", signed_in(api, f"The {role}", role).send, role, "vasa")
        yield Visitor(f"huk's {role}", as_token(api, f"huk {role}"), role, "huk")
    yield Visitor("huk's organiser who signed in", signed_in(api, "Hanna", role, "huk").send, role, "huk")
    for role in ("scorer", "referee"):
        yield Visitor(f"a link for a {role}", seated.browser_at("1", role).send, role, "vasa", True)
    yield Visitor("the operator", as_token(api, "operator"), "operator")


OF_EACH_KIND = (
    "a stranger",
    "a revoked token",
    "vasa's viewer",
    "vasa's scorer",
    "vasa's referee",
    "vasa's organiser who signed in",
    "huk's organiser",
    "a link for a scorer",
    "the operator",
)


def as_token(api, role):
    return lambda method, path, **more: api.send(method, path, role, **more)


def with_header(client, name, value):
    return lambda method, path, **more: client.open(path, method=method, headers={name: value}, **more)


def refusals(visitor, operation, words):
    """The statuses with which a visitor is refused; none where they are admitted."""
    enough = words["x-role"]
    if enough == "none" or visitor.role == "operator":
        return ()
    if visitor.role is None:
        return (401,)
    if enough == "operator":
        return (403,)
    if visitor.link and "/v1/matches/{match}" not in operation:
        return () if operation in AT_MATCH else (404,)
    if visitor.club != "vasa" and any(thing in operation for thing in THINGS):
        return (404,)
    has_it = ROLES.index(visitor.role) >= ROLES.index(enough)
    return () if has_it and not (visitor.link and operation.endswith("/links")) else (403,)


def body_of(operation):
    """A body that no operation takes; the right of a link holder to make another link is checked after the body."""
    if not operation.startswith(WITH_BODY):
        return {}
    return {"json": {}} if operation.endswith("/links") else GARBAGE


@pytest.mark.parametrize("asking", some(["a caller of each kind", "every caller"], "a caller of each kind"))
def test_every_operation_refuses_and_admits_whom_the_document_says(api, operations, asking):
    seated = SeatedTournament(api)
    wrong, asked_by = [], set()
    for visitor in visitors(api, seated):
        if asking != "every caller" and visitor.name not in OF_EACH_KIND:
            continue
        asked_by.add(visitor.name)
        asked = [(each, refusals(visitor, each, words)) for each, words in operations.items()]
        before = api.everything_written()
        for operation, refused in sorted(asked, key=lambda row: (not row[1], row[0] == SIGNING_OUT, row[0])):
            if not refused and before is not None:
                if api.everything_written() != before:
                    wrong.append((visitor.name, "a refused request wrote"))
                before = None  # from here on they may
            method, path = seated.at(operation)
            answer = visitor.ask(method, path, **body_of(operation))
            begun = [each for each in answer.headers.getlist("Set-Cookie") if not each.startswith("brade=;")]
            open_to_all = operations[operation]["x-role"] == "none"
            if refused:
                right = answer.status_code in refused and not begun
            else:
                right = answer.status_code < 500 and (open_to_all or answer.status_code not in (401, 403))
            if not right:
                wrong.append((visitor.name, operation, answer.status_code, refused, begun))
    assert not wrong, "\n".join(map(str, wrong[:20]))
    assert asked_by >= set(OF_EACH_KIND)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("Authorization", wrong_header) for wrong_header in WRONG_HEADERS),
        *(("Cookie", wrong_cookie) for wrong_cookie in WRONG_COOKIES),
    ],
)
def test_an_invalid_token_is_unauthenticated_in_any_form(api, name, value):
    ask = with_header(api.client.application.test_client(use_cookies=False), name, value)
    match = api.friendly()
    before = api.everything_written()
    for operation in (f"GET /v1/matches/{match}", f"POST /v1/matches/{match}/events", "GET /v1/session"):
        answer = ask(*operation.split(" "), **body_of(operation))
        assert (answer.status_code, answer.json["code"]) == (401, "unauthenticated")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
        assert len(value) < 10 or value[-30:] not in answer.get_data(as_text=True)
    assert api.everything_written() == before


def test_the_walk_would_tell(api, operations):
    """The expected answer for a viewer is not the one for an organiser, so the check cannot pass with any answer."""
    viewer, organiser = (Visitor(role, as_token(api, role), role, "vasa") for role in ("viewer", "organiser"))
    stricter = [each for each, words in operations.items() if refusals(viewer, each, words)]
    assert len(stricter) > 30
    assert not any(refusals(organiser, each, operations[each]) for each in stricter if "operator" not in TABLE[each])


# ── what the document says ───────────────────────────────────────────────────────────────────────────────────────────
def test_every_operation_is_in_the_table_or_is_read_by_viewers(operations):
    assert TABLE.keys() <= operations.keys()
    for operation, words in operations.items():
        assert words["x-role"] == TABLE.get(operation, "viewer"), operation


def test_an_operation_that_writes_has_a_role_and_says_so(operations):
    for operation, words in operations.items():
        if not operation.startswith("GET ") and operation not in (*STATELESS, TO_ENTER):
            assert words["x-role"] in (*ROLES, "operator"), operation
            assert words["security"] == [{"bearer": []}, {"session": []}], operation
            assert {"401", "403"} <= words["responses"].keys(), operation


def test_a_write_that_may_be_repeated_says_how(operations):
    for operation, words in operations.items():
        headers = {parameter.get("name") for parameter in words["parameters"]}
        if operation.startswith("POST ") and operation not in (
            *STATELESS,
            "POST /v1/matches/import",
            TO_ENTER,
            TO_PREPARE,
        ):
            assert "Idempotency-Key" in headers, operation
        assert ("If-Match" in headers) <= ("412" in words["responses"]), operation


# ── what there is, and what is published ─────────────────────────────────────────────────────────────────────────────
def test_what_never_was_is_unknown_to_those_who_may_look(api, operations):
    for operation, words in operations.items():
        method, path = operation.split(" ")
        if "{" in path:
            nowhere = path.format(
                game="chess",
                club="vasa2",
                match="m_2",
                tournament="t_2",
                token="t2",
                decision="9",
                player="p",
                number="9",
                member="u_2",
                entry_request="q_2",
                webhook="w_2",
                template="n_2",
                series="s_2",
                delivery="9",
                file_id="f_2",
            )
            asked = {
                parameter["name"]: "8"
                for parameter in words["parameters"]
                if parameter.get("in") == "query" and parameter["required"]
            }
            body = {"json": [{"name": "x"}]} if method in WITH_BODY else {}
            answer = api.send(method, nowhere, "operator", query_string=asked, **body)
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
        if {} in words["security"] and "{club}" not in path and operation != TO_ENTER:
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
