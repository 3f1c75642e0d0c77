"""Account pages: sign in, choose a password, one's own account, and links to tables."""

import re
from datetime import UTC, datetime
from urllib.parse import urlencode

from flask import Response, request
from flask_babel import gettext as _

from core.errors import NotAllowed
from core.tournament.model.locations import TABLE
from core.tournament.model.state import CALLED_OFF, FINISHED
from schemas.requests.matches import NAME
from service.auth import link_tokens
from service.auth.authorization import LinkScope, Principal, Unauthenticated
from service.handlers import known_clubs
from service.handlers.club import sign_in
from service.handlers.club.sessions import DAYS, Session, principal_of, sign_out_everywhere, signed_in
from service.handlers.tournament import result_reports
from service.store.read_models.club import club_index
from service.web.http import sessions
from service.web.http.authentication import address, begin_linked, end_session, visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, query_text
from service.web.i18n import accounts
from service.web.pages.base import PageBlueprint, redirect_to, render_page
from service.web.pages.forms import FormCall, NotWritten, Refusal, page_form
from service.web.pages.scoring.tablet import tablet_address
from service.web.pages.shared.rights import is_open

pages = PageBlueprint("account_pages", __name__)

_CLUB = "club"
_YEAR = 365 * 24 * 3600
_NEXT = re.compile(r"/(?![/\\])[\x21-\x7e]{0,500}")
_TOURNAMENTS = 12


# ── signing in ───────────────────────────────────────────────────────────────────────────────────────────────────────
@pages.get("/sign-in")
def show() -> Response:
    """The page on which people sign in."""
    return _page()


@page_form(pages, "/sign-in")
def start_session(_call: FormCall) -> Response:
    """Sign in with name and password."""
    sent = {"club": form_text("club", NAME).strip(), "name": form_text("name", NAME).strip()}
    try:
        session = sign_in.sign_in(deps(), sent["club"], sent["name"], form_text("password"), address(request))
    except Unauthenticated:
        return _page(401, **sent, wrong=_("The club, the name or the password is not right."))
    return come_in(session)


@page_form(pages, "/sign-in/key")
def accept_key(_call: FormCall) -> str | Response:
    """Come in for the first time, by an invitation or an organiser's token: a password is chosen next."""
    try:
        invitee = sign_in.accept_invitation(deps(), form_text("key"), address(request))
    except (Unauthenticated, NotAllowed) as error:
        return _page(401, wrong_key=accounts.wrong_key(error))
    end_session()
    sessions.begin_invitation(invitee)
    where = _next()
    return f"/sign-in/password?{urlencode({'next': where})}" if where else "/sign-in/password"


@pages.get("/sign-in/password")
def first_password() -> Response:
    """The page on which a password is chosen."""
    return _choose()


def _choose_again(refused: Refusal) -> Response:
    """The page of the password, with what is wrong; the first page where the invitation opens nothing any more."""
    if isinstance(refused.error, NotAllowed):
        sessions.end()
        return _page(401, wrong_key=accounts.wrong_key(refused.error))
    return _choose(422, " ".join(form_text("name").split()), dict(refused.fields))


@page_form(pages, "/sign-in/password", shown=_choose_again)
def choose_password(_call: FormCall) -> str | Response:
    """Choose a password, and be signed in."""
    invitee = sessions.invitee()
    if invitee is None:
        return "/sign-in"
    name, password = " ".join(form_text("name").split()), form_text("password")
    if not invitee.member and not 0 < len(name) <= 100:
        raise NotWritten(fields={"name": _("Write the name under which you want to sign in.")})
    try:
        return come_in(sign_in.choose_password(deps(), invitee, name, password, address(request)))
    except Unauthenticated as error:
        sessions.end()
        return _page(401, wrong_key=accounts.wrong_key(error))


def _page(status: int = 200, **sent: str) -> Response:
    club = query_text("club") or request.cookies.get(_CLUB, "") or known_clubs.only(deps())
    known = {"club": club, "name": "", "next": _next(), **sent}
    return render_page("account/sign_in.html", status, **known)


def _choose(status: int = 200, name: str = "", wrong: dict[str, str] | None = None) -> Response:
    invitee = sessions.invitee()
    if invitee is None:
        return redirect_to("/sign-in")
    try:
        member = sign_in.check_invitation(deps(), invitee)
    except (Unauthenticated, NotAllowed) as error:
        sessions.end()
        return _page(401, wrong_key=accounts.wrong_key(error))
    return render_page(
        "account/password.html",
        status,
        club=deps().repository.club(invitee.club).name,
        member=member,
        name=name,
        wrong=wrong or {},
        role=accounts.role(member.role if member else "organiser"),
        next=_next(),
    )


def come_in(session: Session) -> Response:
    """Begin a session in this browser, and lead to where the person wanted to go, or to their club."""
    end_session()
    sessions.begin(session)
    response = redirect_to(_next() or f"/clubs/{session.club}")
    response.set_cookie(_CLUB, session.club, max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
    return response


def _next() -> str:
    """The page that the reader asked for: one of this service and of no other."""
    path = request.values.get("next", "")
    return path if _NEXT.fullmatch(path) else ""


@page_form(pages, "/sign-out")
def sign_out(_call: FormCall) -> str:
    """Sign out in this browser: its session is over, also for a copy of the cookie."""
    end_session()
    sessions.end()
    return "/sign-in"


# ── one's own account ────────────────────────────────────────────────────────────────────────────────────────────────
@pages.get("/account")
def account() -> Response:
    """The signed-in person, and their rights here."""
    return _account()


def _account_again(refused: Refusal) -> Response:
    return _account(refused.status, wrong=dict(refused.fields))


@page_form(pages, "/account/password", shown=_account_again)
def change_password(_call: FormCall) -> Response:
    """Another password; all other sessions are over."""
    principal = _member()
    session = sign_in.change_password(deps(), principal, form_text("old"), form_text("new"), address(request))
    sessions.begin(session)
    return _account(done=_("Your password is changed; everywhere else you are signed out."))


@page_form(pages, "/account/sign-out-everywhere")
def leave_everywhere(_call: FormCall) -> str:
    """Every session is over, this one too."""
    sign_out_everywhere(deps(), _member())
    sessions.end()
    return "/sign-in"


def _member() -> Principal:
    principal = visitor(request)
    signed_in(deps(), principal)
    assert principal is not None, "callers who are not signed in were refused"
    return principal


def _account(status: int = 200, wrong: dict[str, str] | None = None, done: str = "") -> Response:
    principal = _member() if not done else None
    session = sessions.member()
    if principal is None:
        assert session is not None, "the password was changed in a session"
        principal = principal_of(deps(), session)
    club, member = signed_in(deps(), principal)
    listed = club_index.members(deps().client, club.slug, "tournaments")
    tournaments = [
        {"id": known.id, "name": known.created.name, "over": known.status in (FINISHED, CALLED_OFF)}
        for known in deps().repository.tournaments(reversed(listed[-_TOURNAMENTS:]))
    ]
    until = datetime.fromtimestamp((session.until + deps().clock_was_set()) / 1000, UTC) if session else None
    return render_page(
        "account/account.html",
        status,
        club=club,
        member=member,
        role=accounts.role(member.role),
        wrong=wrong or {},
        done=done,
        tournaments=tournaments,
        until=until,
        days=DAYS,
        runs=member.role in ("organiser", "referee"),
    )


# ── links to tables ──────────────────────────────────────────────────────────────────────────────────────────────────
@pages.get("/t/")
def table() -> Response:
    """The page of a link to a table: its matches; or, before that, the page on which it is entered."""
    return _table(visitor(request))


@page_form(pages, "/t/")
def open_link(_call: FormCall) -> str | Response:
    """Accept a link. A signed-in person with at least its rights keeps the session."""
    text = form_text("link")
    try:
        link = link_tokens.read(deps(), text)
    except Unauthenticated:
        return _table(None, 401, _("This link opens nothing: it is incomplete, taken back, or its time is over."))
    already = visitor(request)
    if already is None or not _reaches(already, link):
        begin_linked(deps(), link)
        return "/t/"
    matches = _matches(link_tokens.principal_of_link(deps(), link, ""))
    return f"/matches/{matches[-1]}" if matches else "/account"


def _reaches(principal: Principal, link: link_tokens.TableLink) -> bool:
    """True if the signed-in person may do everything that a link allows."""
    return (
        principal.member is not None
        and principal.club == link.club
        and (principal.role in ("organiser", "referee") or principal.role == link.role)
    )


def _table(principal: Principal | None, status: int = 200, wrong: str = "") -> Response:
    scope = principal.scope if principal else None
    matches = [
        {
            "id": match,
            "players": list(deps().repository.match(match).players.values()),
            "result": result_reports.result_permissions(deps(), principal, match),
            "open": is_open(deps(), principal, match),
        }
        for match in (scope.matches if scope else ())
        if deps().log.head(match) is not None
    ]
    return render_page(
        "account/table.html",
        status,
        wrong=wrong,
        matches=matches,
        holder=principal if scope else None,
        tablet=_tablet(scope) if scope else "",
        place=accounts.at(scope) if scope else "",
        reports=bool(scope and scope.tournament),
        role=accounts.role(principal.role) if principal else "",
    )


def _tablet(scope: LinkScope) -> str:
    """The address of a tablet at the table of a link; "" for a link to a match."""
    kind, _colon, name = scope.place.partition(":")
    return tablet_address(scope.tournament, name) if kind == TABLE else ""


def _matches(principal: Principal) -> tuple[str, ...]:
    return principal.scope.matches if principal.scope else ()
