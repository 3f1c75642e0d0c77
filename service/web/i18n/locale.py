"""The language of a request: which one a reader is shown, and its words."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from babel.support import NullTranslations
from flask import Flask, Response, request
from flask_babel import Babel, Domain, get_locale
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from core.csv_text import COMMA
from service.translations import LANGUAGES, SOURCE, catalogue
from service.translations.isolation import isolated, isolated_values
from service.translations.negotiation import best
from service.translations.spreadsheets import spreadsheet_form

COOKIE = "lang"
_HEADER = "HTTP_ACCEPT_LANGUAGE"
_YEAR = 365 * 24 * 3600


def chosen() -> str:
    """The language of this request: asked for in the address, kept in a cookie, or told by the browser."""
    for code in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if code in LANGUAGES:
            return code
    return best(request.accept_languages)


def keep(response: Response) -> Response:
    """Let the browser remember a language that was asked for in the address."""
    if response.status_code < 400 and (code := request.args.get("lang")) in LANGUAGES:
        response.set_cookie(COOKIE, code, max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
    return response


def current() -> str:
    """The language in which this request is answered."""
    return str(get_locale())


def csv_query() -> str:
    """The query that asks the API for a table in the form that this request's reader needs."""
    form = spreadsheet_form(current())
    return "?" + urlencode({"bom": int(form.bom), **({"separator": form.separator} if form.separator != COMMA else {})})


def asked() -> str:
    """The language of an answer of the API: the one of `Accept-Language`, English without the header."""
    return best(request.accept_languages) if _HEADER in request.environ else SOURCE


def marked(response: Response) -> Response:
    """An answer of the API, which depends on the language asked for, with the one that it is in where one was."""
    if "Vary" in response.headers:
        response.vary.add("Accept-Language")
    else:
        response.headers["Vary"] = "Accept-Language"
    if _HEADER in request.environ and request.accept_languages:
        response.headers["Content-Language"] = asked()
    return response


class _Catalogues(Domain):
    def get_translations(self) -> NullTranslations:
        """The words of this request's language."""
        return catalogue(current())

    def gettext(self, string: str, **variables: Any) -> str:
        """A message in the reader's language; names from right to left are isolated in it."""
        return str(super().gettext(string, **isolated_values(variables)))

    def ngettext(self, singular: str, plural: str, num: int, **variables: Any) -> str:
        """A message of a number, as `gettext`."""
        return str(super().ngettext(singular, plural, num, **isolated_values(variables)))


def _isolating(message: Any) -> Callable[..., str]:
    """A function of templates for messages, with the names in them isolated."""

    @pass_context
    def call(context: Context, *texts: Any, **variables: Any) -> str:
        return message(context, *texts, **isolated_values(variables))

    return call


@pass_context
def _gettext(context: Context, message: str, **variables: Any) -> str:
    """A message of a template. A page has hundreds, so the catalogue is asked at once, and flask-babel is not.

    Raises `KeyError` for a value that the message needs.
    """
    text = catalogue(current()).gettext(message)
    written = Markup(text) if context.eval_ctx.autoescape else text  # noqa: S704 - our own words
    return written % isolated_values(variables) if variables or "%" in text else written


def register(app: Flask) -> None:
    """Let templates and views speak the reader's language."""
    babel = Babel(app, default_locale=SOURCE, locale_selector=chosen)
    babel.domain_instance = _Catalogues()
    for name in ("ngettext", "pgettext", "npgettext"):
        app.jinja_env.globals[name] = _isolating(app.jinja_env.globals[name])
    app.jinja_env.globals.update(dict.fromkeys(("gettext", "_"), _gettext))
    app.jinja_env.filters["isolated"] = isolated
