"""The languages of the pages: which one a reader is shown, and its words.

Catalogues are read from their `.po` files when a process first needs them. Nothing is compiled when brade is built or
installed, so a checkout, an editable install and a wheel all speak the same.
"""

from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, Response, request
from flask_babel import Babel, Domain, get_locale

LANGUAGES = {"sv": "Svenska", "en": "English"}
"""By code, each in its own name. English is what the source says itself."""

COOKIE = "lang"
FOLDER = Path(__file__).with_name("translations")
_YEAR = 365 * 24 * 3600


CORE = "core"
"""The context of what core says, whose sentences are found again by their patterns."""


@cache
def words(language: str) -> NullTranslations:
    """The words of a language; those of the source where there is no catalogue."""
    catalogue = _catalogue(language)
    if catalogue is None:
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)


@cache
def sentences(language: str) -> Mapping[str, str]:
    """The patterns of what core says, with those of the language."""
    return {str(each.id): str(each.string) for each in _catalogue(language) or () if each.context == CORE}


@cache
def _catalogue(language: str) -> Catalog | None:
    path = FOLDER / language / "LC_MESSAGES" / "messages.po"
    if not path.exists():
        return None
    with path.open("rb") as file:
        return read_po(file, language)


def chosen() -> str:
    """The language of this request: asked for in the address, kept in a cookie, or told by the browser."""
    for said in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if said in LANGUAGES:
            return said
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def keep(response: Response) -> Response:
    """Let the browser remember a language that was asked for in the address."""
    if response.status_code < 400 and (said := request.args.get("lang")) in LANGUAGES:
        response.set_cookie(COOKIE, said, max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
    return response


def current() -> str:
    """The language in which this request is answered."""
    return str(get_locale())


class _Catalogues(Domain):
    def get_translations(self) -> NullTranslations:
        """The words of this request's language."""
        return words(current())


def register(app: Flask) -> None:
    """Let templates and views speak the reader's language."""
    babel = Babel(app, default_locale="en", locale_selector=chosen)
    babel.domain_instance = _Catalogues()
