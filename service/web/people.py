"""People of a club over the API: who works there, who is signed in, links to tables, and the audit."""

from typing import Any

from flask import Response, request
from flask_smorest import Blueprint

from schemas.people import (
    Audit,
    ClubMember,
    ClubMembers,
    InvitedMember,
    Inviting,
    MatchLinking,
    MemberChanging,
    OfTable,
    OfTournament,
    SigningIn,
    TableLink,
    TableLinking,
    TableLinks,
    WhoIsThere,
)
from service import links
from service.access import Principal, Unauthenticated
from service.handlers import auditing, linking, membership, sign_in
from service.web import sessions
from service.web.bodies import json_body
from service.web.needs import EVERYBODY, Needs
from service.web.operations import Answer, Call, listing, operation
from service.web.queries import CURSOR, Cursor
from service.web.visitor import address, begin_linked, end_session, ensure_not_foreign, visitor

blueprint = Blueprint("people", __name__, url_prefix="/v1", description="People, sessions, links, audit")


# ── sessions ─────────────────────────────────────────────────────────────────────────────────────────────────────────
_SIGN_IN = json_body(SigningIn(), example={"club": "vasa", "name": "Anna Berg", "password": "a cup of coffee"})


@operation(blueprint, "POST", "/session", Needs(EVERYBODY, _SIGN_IN), {200: WhoIsThere}, also=(401, 403, 429))
def begin(call: Call) -> Answer:
    """Sign in with name and password, or by the link to a table: the answer sets the session's cookie.

    For pages; programs send a token. Five tries a minute from an address and for a name.
    """
    ensure_not_foreign(request)
    if "link" in call.body:
        return Answer(_words(opened_link(call, call.body["link"])))
    session = sign_in.sign_in(call.house, call.body["club"], call.body["name"], call.body["password"], address(request))
    principal = sign_in.principal_of(call.house, session)
    end_session()
    sessions.begin(session)
    return Answer(_words(principal))


def opened_link(call: Call, text: str) -> Principal:
    """Let somebody in by a link. Raises `Unauthenticated`."""
    return begin_linked(call.house, links.read(call.house, text))


@operation(blueprint, "GET", "/session", Needs(EVERYBODY), {200: WhoIsThere}, also=(401, 503))
def show(_call: Call) -> Answer:
    """Who asks: by a session or by a token."""
    principal = visitor(request)
    if principal is None:
        raise Unauthenticated("nobody is signed in here")
    return Answer(_words(principal))


@operation(blueprint, "DELETE", "/session", Needs(EVERYBODY), {204: None}, also=(403,))
def end(_call: Call) -> Response:
    """Sign out in this browser: its session is over, also for a copy of the cookie."""
    ensure_not_foreign(request)
    end_session()
    sessions.end()
    return Response(status=204)


def _words(principal: Principal) -> dict[str, Any]:
    scope = principal.scope
    return {
        "club": principal.club, "role": principal.role, "name": principal.name, "member": principal.member,
        "tournament": (scope.tournament or None) if scope else None, "place": scope.place if scope else None,
        "matches": sorted(scope.matches) if scope else None,
    }  # fmt: skip


# ── people ───────────────────────────────────────────────────────────────────────────────────────────────────────────
_INVITED = json_body(Inviting(), example={"name": "Anna Berg", "role": "referee"})
_CHANGED = json_body(MemberChanging(), example={"role": "organiser"})
_MEMBER = "/clubs/<club:club>/people/<member:member>"


@operation(blueprint, "POST", "/clubs/<club:club>/people", Needs("organiser", _INVITED, key=True), {201: InvitedMember})
def invite(call: Call, club: str) -> Answer:
    """Let somebody work for the club; the invitation to choose a password is in the answer and nowhere else."""
    asked = call.body
    words = membership.invite(
        call.house, call.principal, club, asked["name"], asked["role"], key=call.key, fingerprint=call.fingerprint
    )
    return Answer({**words, "link": invitation_link(words["invitation"])}, 201)


@operation(blueprint, "GET", "/clubs/<club:club>/people", Needs("organiser", query=CURSOR), {200: ClubMembers})
def everybody(call: Call, club: str) -> Answer:
    """Who works for the club, in the order in which they came."""
    return listing("members", membership.everybody(call.house, call.principal, club), call.query)


@operation(blueprint, "PATCH", _MEMBER, Needs("organiser", _CHANGED, key=True), {200: ClubMember})
def change(call: Call, club: str, member: str) -> Answer:
    """Give somebody another name or role; what was done keeps the name and role in which it was done."""
    words = membership.change(
        call.house, call.principal, club, member, **call.body, key=call.key, fingerprint=call.fingerprint
    )
    return Answer(words)


@operation(blueprint, "DELETE", _MEMBER, Needs("organiser"), {204: None}, also=(409,))
def remove(call: Call, club: str, member: str) -> Response:
    """Let somebody work for the club no more; every session of that person is over."""
    membership.remove(call.house, call.principal, club, member)
    return Response(status=204)


@operation(blueprint, "POST", f"{_MEMBER}/invitation", Needs("organiser", key=True), {201: InvitedMember})
def invite_again(call: Call, club: str, member: str) -> Answer:
    """Invite somebody again, also to choose another password for a lost one; the last invitation is void."""
    words = membership.invite_again(
        call.house, call.principal, club, member, key=call.key, fingerprint=call.fingerprint
    )
    return Answer({**words, "link": invitation_link(words["invitation"])}, 201)


def invitation_link(invitation: str) -> str:
    """The address that an invitation is opened at; what stands behind # is sent to nobody."""
    return f"{request.host_url}sign-in#{invitation}"


def table_link(link: str) -> str:
    """The address that a link to a table is opened at."""
    return f"{request.host_url}t/#{link}"


# ── links ────────────────────────────────────────────────────────────────────────────────────────────────────────────
_TABLES = json_body(TableLinking(), required=False, example={"tables": ["1", "2"], "role": "scorer"})
_MATCH = json_body(MatchLinking(), required=False, example={"role": "scorer"})
_LINKS = "/tournaments/<tournament:tournament>/links"
_MATCH_LINKS = "/matches/<match:match>/links"


@operation(blueprint, "POST", _LINKS, Needs("referee", _TABLES, key=True), {201: TableLinks})
def link_tables(call: Call, tournament: str) -> Answer:
    """Links to tables, for those who write there without an account: good for 18 hours and the matches at the table."""
    made = linking.for_tables(
        call.house, call.principal, tournament, call.body.get("tables"), call.body.get("role", links.ROLES[0]),
        key=call.key, fingerprint=call.fingerprint, each_seat=call.body.get("each_seat", False),
    )  # fmt: skip
    return Answer({"links": [{**each, "link": table_link(each["link"])} for each in made]}, 201)


@operation(blueprint, "DELETE", _LINKS, Needs("referee", query=OfTable()), {204: None}, also=(409,))
def revoke_tables(call: Call, tournament: str) -> Response:
    """Take back the links to a table, or all of the tournament; they open nothing any more."""
    linking.revoke_tables(call.house, call.principal, tournament, call.query.get("table"))
    return Response(status=204)


@operation(blueprint, "POST", _MATCH_LINKS, Needs("referee", _MATCH, key=True), {201: TableLink})
def link_match(call: Call, match: str) -> Answer:
    """A link to one match, for whoever writes there without an account: good for 18 hours."""
    made = linking.for_match(
        call.house, call.principal, match, call.body.get("role", links.ROLES[0]),
        key=call.key, fingerprint=call.fingerprint,
    )  # fmt: skip
    return Answer({**made, "link": table_link(made["link"])}, 201)


@operation(blueprint, "DELETE", _MATCH_LINKS, Needs("referee"), {204: None}, also=(409,))
def revoke_match(call: Call, match: str) -> Response:
    """Take back the links to this match; they open nothing any more."""
    linking.revoke_match(call.house, call.principal, match)
    return Response(status=204)


# ── audit ────────────────────────────────────────────────────────────────────────────────────────────────────────────
class AuditPage(OfTournament, Cursor):
    """A page of the audit."""


@operation(blueprint, "GET", "/clubs/<club:club>/audit", Needs("organiser", query=AuditPage()), {200: Audit})
def audit(call: Call, club: str) -> Answer:
    """Who did what, the newest first: at the door, in the club, as directors and referees."""
    tournament = call.query.get("tournament")
    deeds = auditing.audit(call.house, call.principal, club, tournament)
    return listing("audit", deeds, call.query, lambda rows: [each.to_words() for each in rows])
