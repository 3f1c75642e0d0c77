"""People of a club over the API: who works there, who is signed in, links to tables, and the audit."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from flask import Response, request
from flask_smorest import Blueprint

from core.messages import say
from schemas.dump import list_json
from schemas.requests.members import (
    Inviting,
    MatchLinking,
    MemberChanging,
    OfTable,
    OfTournament,
    SigningIn,
    TableLinking,
)
from schemas.views.members import Audit, ClubMember, ClubMembers, InvitedMember, TableLink, TableLinks, WhoIsThere
from service.auth import link_tokens
from service.auth.authorization import Principal, Unauthenticated
from service.handlers.authors import Authors
from service.handlers.club import members, sign_in, table_links
from service.handlers.club.audit import audit_entries, with_names
from service.handlers.club.sessions import principal_of
from service.web.hall_address import invitation_link, table_link
from service.web.http import sessions
from service.web.http.authentication import address, begin_linked, end_session, ensure_not_foreign, visitor
from service.web.http.query_params import CURSOR, Cursor
from service.web.http.request_body import json_body
from service.web.openapi.operation import Answer, Call, listing, operation
from service.web.openapi.requirements import EVERYBODY, Requirements

blueprint = Blueprint("people", __name__, url_prefix="/v1", description="People, sessions, links, audit")


# ── sessions ─────────────────────────────────────────────────────────────────────────────────────────────────────────
_SIGN_IN = json_body(SigningIn(), example={"club": "vasa", "name": "Anna Berg", "password": "a cup of coffee"})


@operation(
    blueprint, "signIn", "POST", "/session", Requirements(EVERYBODY, _SIGN_IN), {200: WhoIsThere}, also=(401, 403, 429)
)
def begin(call: Call) -> Answer:
    """Sign in with name and password, or by the link to a table: the answer sets the session's cookie.

    For pages; programs send a token. Five tries a minute from an address and for a name.
    """
    ensure_not_foreign(request)
    if "link" in call.body:
        return Answer(_caller(opened_link(call, call.body["link"])))
    session = sign_in.sign_in(call.deps, call.body["club"], call.body["name"], call.body["password"], address(request))
    principal = principal_of(call.deps, session)
    end_session()
    sessions.begin(session)
    return Answer(_caller(principal))


def opened_link(call: Call, text: str) -> Principal:
    """Accept a link. Raises `Unauthenticated`."""
    return begin_linked(call.deps, link_tokens.read(call.deps, text))


@operation(blueprint, "getSession", "GET", "/session", Requirements(EVERYBODY), {200: WhoIsThere}, also=(401, 503))
def show(_call: Call) -> Answer:
    """Show the caller, known by a session or a token."""
    principal = visitor(request)
    if principal is None:
        raise Unauthenticated(say("no caller is signed in here"))
    return Answer(_caller(principal))


@operation(blueprint, "signOut", "DELETE", "/session", Requirements(EVERYBODY), {204: None}, also=(403,))
def end(_call: Call) -> Response:
    """Sign out in this browser: its session is over, also for a copy of the cookie."""
    ensure_not_foreign(request)
    end_session()
    sessions.end()
    return Response(status=204)


class Caller(NamedTuple):
    """The caller; `tournament`, `place` and `matches` are those of a link."""

    club: str | None
    role: str
    name: str
    person: str | None
    member: str | None
    tournament: str | None = None
    place: str | None = None
    matches: Sequence[str] | None = None


def _caller(principal: Principal) -> Caller:
    caller = Caller(principal.club, principal.role, principal.name, principal.person, principal.member)
    if (scope := principal.scope) is None:
        return caller
    return caller._replace(tournament=scope.tournament, place=scope.place, matches=scope.matches)


# ── people ───────────────────────────────────────────────────────────────────────────────────────────────────────────
_INVITED = json_body(Inviting(), example={"name": "Anna Berg", "role": "referee"})
_CHANGED = json_body(MemberChanging(), example={"role": "organiser"})
_MEMBER = "/clubs/<club:club>/people/<member:member>"


@operation(
    blueprint,
    "inviteMember",
    "POST",
    "/clubs/<club:club>/people",
    Requirements("organiser", _INVITED, key=True),
    {201: InvitedMember},
)
def invite(call: Call, club: str) -> Answer:
    """Add a member to the club. The invitation to choose a password is in this answer only."""
    asked = call.body
    return _invited(members.invite(call.request, club, asked["name"], asked["role"]))


def _invited(member: members.InvitedMember) -> Answer:
    return Answer(replace(member, link=invitation_link(member.invitation)), 201)


@operation(
    blueprint,
    "listMembers",
    "GET",
    "/clubs/<club:club>/people",
    Requirements("organiser", query=CURSOR),
    {200: ClubMembers},
)
def everybody(call: Call, club: str) -> Answer:
    """List the members of the club, in the order in which they joined."""
    return listing(ClubMembers, members.everybody(call.deps, call.principal, club), call.query)


@operation(
    blueprint, "updateMember", "PATCH", _MEMBER, Requirements("organiser", _CHANGED, key=True), {200: ClubMember}
)
def change(call: Call, club: str, member: str) -> Answer:
    """Change a member's name or role. Earlier events keep the name and role of their time."""
    return Answer(members.change(call.request, club, member, **call.body))


@operation(blueprint, "removeMember", "DELETE", _MEMBER, Requirements("organiser"), {204: None}, also=(409,))
def remove(call: Call, club: str, member: str) -> Response:
    """Remove a member from the club and end all their sessions."""
    members.remove(call.request, club, member)
    return Response(status=204)


@operation(
    blueprint,
    "reinviteMember",
    "POST",
    f"{_MEMBER}/invitation",
    Requirements("organiser", key=True),
    {201: InvitedMember},
)
def invite_again(call: Call, club: str, member: str) -> Answer:
    """Invite a member again, for example when they lost their password. The last invitation is void."""
    return _invited(members.invite_again(call.request, club, member))


# ── links ────────────────────────────────────────────────────────────────────────────────────────────────────────────
_TABLES = json_body(TableLinking(), required=False, example={"tables": ["1", "2"], "role": "scorer"})
_MATCH = json_body(MatchLinking(), required=False, example={"role": "scorer"})
_LINKS = "/tournaments/<tournament:tournament>/links"
_MATCH_LINKS = "/matches/<match:match>/links"


@operation(blueprint, "createTableLinks", "POST", _LINKS, Requirements("referee", _TABLES, key=True), {201: TableLinks})
def link_tables(call: Call, tournament: str) -> Answer:
    """Links to tables, for those who write there without an account: good for 18 hours and the matches at the table."""
    made = table_links.for_tables(
        call.request,
        tournament,
        call.body.get("tables"),
        call.body.get("role", link_tokens.ROLES[0]),
        each_seat=call.body.get("each_seat", False),
    )
    return Answer(list_json(TableLinks, map(_with_address, made)), 201)


@operation(
    blueprint, "revokeTableLinks", "DELETE", _LINKS, Requirements("referee", query=OfTable()), {204: None}, also=(409,)
)
def revoke_tables(call: Call, tournament: str) -> Response:
    """Take back the links to a table, or all of the tournament; they open nothing any more."""
    table_links.revoke_tables(call.request, tournament, call.query.get("table"))
    return Response(status=204)


@operation(
    blueprint, "createMatchLink", "POST", _MATCH_LINKS, Requirements("referee", _MATCH, key=True), {201: TableLink}
)
def link_match(call: Call, match: str) -> Answer:
    """Make a link to one match. Its holder records there without an account for 18 hours."""
    made = table_links.for_match(call.request, match, call.body.get("role", link_tokens.ROLES[0]))
    return Answer(_with_address(made), 201)


def _with_address(made: table_links.MadeLink) -> table_links.MadeLink:
    return made._replace(link=table_link(made.link))


@operation(blueprint, "revokeMatchLinks", "DELETE", _MATCH_LINKS, Requirements("referee"), {204: None}, also=(409,))
def revoke_match(call: Call, match: str) -> Response:
    """Take back the links to this match; they open nothing any more."""
    table_links.revoke_match(call.request, match)
    return Response(status=204)


# ── audit ────────────────────────────────────────────────────────────────────────────────────────────────────────────
class AuditPage(OfTournament, Cursor):
    """A page of the audit."""


@operation(
    blueprint,
    "listAuditEntries",
    "GET",
    "/clubs/<club:club>/audit",
    Requirements("organiser", query=AuditPage()),
    {200: Audit},
)
def audit(call: Call, club: str) -> Answer:
    """List audit entries, the newest first: sign-ins, changes of the club, directors' and referees' decisions."""
    tournament = call.query.get("tournament")
    entries = audit_entries(call.deps, call.principal, club, tournament)
    authors = Authors(call.deps.repository, club)
    return listing(
        Audit, entries, call.query, lambda shown: [with_names(audit_entry, authors) for audit_entry in shown]
    )
