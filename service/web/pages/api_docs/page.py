"""The published document: as JSON, as pages to read and to try, and each kind of problem with what to do about it."""

from collections.abc import Callable

from flask import Response, current_app, jsonify, render_template, request
from flask_babel import gettext as _

from core.messages import quoted, say
from schemas.problems import KINDS
from service.translations import translated
from service.web.http.form_fields import query_text
from service.web.http.problems import Rejected
from service.web.i18n import locale
from service.web.pages.api_docs.resources import (
    Json,
    Resource,
    address_of,
    matching,
    resources_of,
    schemas_of,
)
from service.web.pages.base import PageBlueprint, render_page

pages = PageBlueprint("api_docs_pages", __name__)

_LONGEST_SEARCH = 100


@pages.get("/v1/openapi.json")
def openapi() -> Response:
    """The API as an OpenAPI document, made from the schemas."""
    text = _once("openapi", lambda: jsonify(_document()).get_data(as_text=True))
    response = Response(text, mimetype="application/json")
    response.add_etag()
    response.headers["Cache-Control"] = "public, no-cache"
    response.make_conditional(request)
    return response


@pages.get("/docs")
def index() -> Response:
    """The resources, and a search among all operations."""
    words = query_text("q", _LONGEST_SEARCH).strip()
    resources = _resources()
    listed = matching(resources.values(), words)
    return render_page(
        "api_docs/index.html",
        about=_document()["info"]["description"].split("\n\n"),
        version=_document()["openapi"],
        resources=resources.values(),
        words=words,
        listed=listed,
        address_of=address_of,
    )


@pages.get("/docs/<resource>")
def resource(resource: str) -> Response:
    """The operations of a resource, with examples that can be tried, and the schemas that they use."""
    resources = _resources()
    if resource not in resources:
        known = tuple(resources)
        raise Rejected("unknown", say("The API has no {name}; it has {known}.", name=quoted(resource), known=known))
    shown = resources[resource]
    return render_page(
        "api_docs/resource.html",
        resource=shown,
        resources=resources.values(),
        content=_once(f"docs/{resource}", lambda: _content(shown)),
        address_of=address_of,
    )


@pages.get("/problems")
def problems() -> Response:
    """All kinds of problems."""
    language = locale.current()
    return render_page(
        "api_docs/problems.html",
        kinds={
            name: (kind.status, translated(kind.title, language), translated(kind.advice, language))
            for name, kind in KINDS.items()
        },
    )


@pages.get("/problems/<kind>")
def problem(kind: str) -> Response:
    """A kind of problem and what to do about it. The `type` of an error leads here."""
    if kind not in KINDS:
        raise Rejected("unknown", say("There is no problem {kind}; known are {known}.", kind=quoted(kind), known=KINDS))
    status, title, advice = KINDS[kind]
    language = locale.current()
    return render_page(
        "api_docs/problem.html",
        name=kind,
        status=_("Status %(status)s, code", status=status),
        title=translated(title, language),
        advice=translated(advice, language),
    )


def _document() -> Json:
    document: Json = current_app.extensions["brade"].document()
    return document


def _resources() -> dict[str, Resource]:
    """The resources of the document, read once by a process."""
    kept: dict[str, Resource] = current_app.extensions.setdefault("brade.resources", {})
    if not kept:
        kept.update(resources_of(_document()))
    return kept


def _content(resource: Resource) -> str:
    return render_template(
        "api_docs/parts/operations.html", resource=resource, schemas=schemas_of(_document(), resource)
    )


def _once(name: str, write: Callable[[], str]) -> str:
    """A text that is the same for as long as the process lives, written when it is first asked for."""
    texts: dict[str, str] = current_app.extensions.setdefault("brade.texts", {})
    if name not in texts:
        texts[name] = write()
    return texts[name]
