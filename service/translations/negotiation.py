"""Language negotiation: the language of brade that suits an `Accept-Language` header best (RFC 9110, 12.5.4)."""

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from service.translations import OFFERED, SOURCE


def accepted(header: str) -> LanguageAccept:
    """The languages that a header names.

    >>> best(accepted("sv-SE, en;q=0.5")), best(accepted("fi")), bool(accepted(""))
    ('sv', 'en', False)
    """
    return parse_accept_header(header, LanguageAccept)


def best(languages: LanguageAccept) -> str:
    """The one of brade's languages that a caller understands best; English if they ask for none of them.

    Only the language itself counts, so that `sv-FI` is Swedish.
    """
    named = (tag.lower().partition("-")[0] for tag, quality in languages if quality > 0)
    return next((language for language in named if language in OFFERED), SOURCE)
