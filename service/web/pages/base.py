"""Common parts of all pages: their frame, their headers, and errors that people can read.

    pages = PageBlueprint("public_pages", __name__)

    @pages.get("/tournaments/<club:club>")
    def tournaments(club: str) -> Response:
        return render_page("public/front_page.html", club=club)

A page has no inline script and no inline style; its texts are messages of the catalogues (`make words`).
"""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Flask, Response, current_app, g, render_template, request
from flask_babel import gettext as _
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from service import translations
from service.translations.erased_names import in_language
from service.web import compression
from service.web.closed_club import closed_club
from service.web.hall_address import shared_base
from service.web.http import problems
from service.web.http.authentication import SAFE, current_principal, ensure_own
from service.web.http.form_fields import refuse_large_form, typed_text
from service.web.http.form_keys import form_key, is_page_key
from service.web.http.request_body import TAKES_FILE
from service.web.i18n import accounts, core_messages, locale
from service.web.i18n.times import clock_time
from service.web.pages import assets
from service.web.pages.club_head import club_head_here

TEMPLATES = Path(__file__).parent
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    # With no-referrer, which the API has, browsers would send forms with an Origin of null.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "private, no-cache",
}
VARY = ("Accept-Language", "Cookie", "Authorization")


class PageBlueprint(Blueprint):
    """Views that answer with pages, errors included."""

    def __init__(self, name: str, import_name: str, **options: Any) -> None:
        super().__init__(name, import_name, template_folder=str(TEMPLATES), **options)
        self.register_error_handler(Exception, error_page)
        self.before_request(_ensure_form)


def _ensure_form() -> None:
    """Let pass what changes something if it is a form of a page of the service, signed in or not, of a page's size.

    Raises `Forbidden`, and as `refuse_large_form`.
    """
    if request.method not in SAFE:
        ensure_own(request)
        if not hasattr(current_app.view_functions[request.endpoint or ""], TAKES_FILE):
            refuse_large_form()


def render_page(template: str, status: int = 200, /, **context: Any) -> Response:
    """A page, or a part of one, in the reader's language. Without a `page_head` a club's page gets that of the club."""
    if "page_head" not in context and "/parts/" not in template:
        context["page_head"] = club_head_here(status)
    return finish_response(Response(render_template(template, **context), status, mimetype="text/html"))


def finish_response(response: Response) -> Response:
    """An answer with the headers of pages; to be asked for again, and sent again only if it changed."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html" and not response.is_streamed:
        page = response.get_data(as_text=True)
        if (shown := in_language(page, locale.current())) is not page:
            response.set_data(shown)
    response.vary.update(VARY)
    locale.keep(response)
    if response.status_code == 200 and request.method in ("GET", "HEAD"):
        response.set_etag(sha256(response.get_data()).hexdigest()[:20], weak=True)
        response.make_conditional(request)
        return compression.sent(response)
    return response


# ── errors ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def error_page(error: Exception) -> Response:
    """An error for people: what happened and what to do, without what only the log should know."""
    problem = problems.problem_of(error)
    status = problem.status_code
    if status < 400:
        return problem
    title, advice = _title_and_advice(status, problem.get_json().get("code"), problem.headers.get("Retry-After", ""))
    sign_in = sign_in_address() if status == 401 else ""
    again = request.full_path.rstrip("?") if status >= 500 and request.method in SAFE else ""
    number = g.get("request_id", "")
    elsewhere = shared_base() if problem.get_json().get("code") == "unknown-host" else ""
    response = render_page(
        "shared/error.html",
        status,
        page_head=None,
        title=title,
        advice=advice,
        number=number,
        sign_in=sign_in,
        again=again,
        resent=_resent(status),
        elsewhere=elsewhere,
    )
    for name in ("Retry-After", "Allow"):
        if name in problem.headers:
            response.headers[name] = problem.headers[name]
    if again and "Retry-After" in problem.headers:
        response.headers["Refresh"] = problem.headers["Retry-After"]  # the page comes by itself
    return response


def _resent(status: int) -> list[tuple[str, str]]:
    """The fields of a form that may be sent again as it is, since a repeat of its key is harmless; else none."""
    keyed = status == 503 and request.method == "POST" and is_page_key(request.form.get("key", ""))
    return list(request.form.items(multi=True)) if keyed else []


def _title_and_advice(status: int, code: str, seconds: str) -> tuple[str, str]:
    texts = {
        401: (
            _("Sign in first"),
            _("This page is for people of the club, or there is none here. Sign in, or ask for a link to it."),
        ),
        403: (_("Not for your role"), _("Your role does not reach so far; an organiser of the club can change that.")),
        404: (_("There is no such page"), _("The address is mistyped, or what was here belongs to another person.")),
        410: (
            _("It does not take place"),
            _("This tournament was announced by mistake, and deleted."),
        ),
        405: (_("That is not possible here"), _("Go back and try it from the page itself.")),
        413: (_("Too much at once"), _("What was sent is larger than what is taken here.")),
        429: (
            _("Too many tries"),
            _("Wait %(seconds)s seconds, then try again.", seconds=seconds)
            if seconds.isdecimal()
            else _("Wait a moment, then try again."),
        ),
        503: (_("Back in a moment"), _("The record does not answer just now. Nothing is lost: try again soon.")),
    }
    if code == "unknown-host":
        return _("brade is not at this address"), _("Open this address instead:")
    if code == "busy":
        return _("Back in a moment"), _("Many are looking at this just now. The page comes by itself in a few seconds.")
    if code == "facts-missing":
        return (
            _("Something is missing here"),
            _("Part of what was written down is gone. Nothing new is taken until the operator decides: tell them."),
        )
    if code == "log-altered":
        return (
            _("This is not as it was written down"),
            _("Part of it is damaged, and it is not shown until the operator has brought it back: tell them."),
        )
    if code == "newer-version":
        return (
            _("A newer version wrote here"),
            _("All of it can be read up to there. Nothing new is taken until the operator updates brade: tell them."),
        )
    if status in texts:
        return texts[status]
    if status < 500:
        return _("That did not work"), _("What was asked for does not fit. Go back and look at it again.")
    return _("Something went wrong here"), _("It is in the service's log, under the number below. Try again later.")


def _outside(error: HTTPException) -> Response:
    """Nothing is at an address: a page for who reads pages, a problem for all others."""
    owner = current_app.blueprints.get(request.blueprint or "")
    reads_pages = "text/html" in request.headers.get("Accept", "") and not request.path.startswith("/v1/")
    return error_page(error) if isinstance(owner, PageBlueprint) or reads_pages else problems.problem_of(error)


def register(app: Flask) -> None:
    """Let the app have pages."""
    locale.register(app)
    app.register_blueprint(assets.blueprint)
    for blueprint in areas():
        app.register_blueprint(blueprint)
    for error in (NotFound, MethodNotAllowed):
        app.register_error_handler(error, _outside)
    app.jinja_env.filters["spoken"] = core_messages.translate
    app.jinja_env.filters["sentence"] = core_messages.sentence
    app.jinja_env.globals.update(
        asset=assets.address,
        csv_query=locale.csv_query,
        language=locale.current,
        languages=translations.LANGUAGES,
        with_query=with_query,
        who=current_principal,
        name_of=accounts.name,
        role_of=accounts.role_of,
        sign_in_address=sign_in_address,
        clock_time=clock_time,
        closed_club=closed_club,
        form_key=form_key,
        typed_text=typed_text,
    )


@cache
def areas() -> tuple[PageBlueprint, ...]:
    """The blueprint of each area, in the order of its modules: whatever has `pages` below this folder is found."""
    modules = [import_module(walk_package.name) for walk_package in walk_packages([str(TEMPLATES)], f"{__package__}.")]
    found = [module.pages for module in modules if isinstance(getattr(module, "pages", None), PageBlueprint)]
    return tuple({blueprint.name: blueprint for blueprint in found}.values())


def with_query(**changed: Any) -> str:
    """This page's address with other values in its query; `None` leaves one out."""
    values = {**request.args.to_dict(), **changed}
    query = urlencode({name: value for name, value in values.items() if value is not None})
    return f"{request.path}?{query}" if query else request.path


def sign_in_address() -> str:
    """The address of the sign-in that leads back to this page."""
    here = request.full_path.rstrip("?")
    back = request.method in SAFE and not here.startswith(("/sign-in", "/t/"))
    return f"/sign-in?{urlencode({'next': here})}" if back else "/sign-in"


def redirect_to(where: str) -> Response:
    """Send the browser on, to be asked for anew."""
    return finish_response(Response(status=303, headers={"Location": where}))
