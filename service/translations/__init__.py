"""The catalogues of brade's languages, and messages in the words of one: shared by pages, exports and the API.

Catalogues are read from their `.po` files when a process first needs them. Nothing is compiled when brade is built or
installed, so a checkout, an editable install and a wheel all speak the same.
"""

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from core.messages import Message, Value, explanation_of, rendered

LANGUAGES = {"sv": "Svenska", "en": "English"}
"""By code, each in its own name. English is what the source says itself."""

SOURCE = "en"
OFFERED = (SOURCE, *(language for language in LANGUAGES if language != SOURCE))
"""The codes of all languages, the source's first."""
CORE = "core"
"""The context in the catalogues of messages (`core.messages`), and of words on printed things (`phrase`)."""
FOLDER = Path(__file__).parent


@cache
def catalogue(language: str) -> NullTranslations:
    """The words of a language; those of the source where there is no catalogue."""
    catalog = _catalogue(language)
    if catalog is None:
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return Translations(compiled)


def _catalogue(language: str) -> Catalog | None:
    path = FOLDER / language / "LC_MESSAGES" / "messages.po"
    if not path.exists():
        return None
    with path.open("rb") as file:
        return read_po(file, language)


def phrase(pattern: str) -> str:
    """A pattern of printed things that stands in the source, where the catalogues' extractor finds it."""
    return pattern


def translated(text: str, language: str) -> str:
    """A message in this language; any other text, and a message without a translation, as it is."""
    if language == SOURCE or not isinstance(text, Message):
        return text
    null_translations = catalogue(language)

    def in_language(value: Value) -> Value:
        if isinstance(value, Message):
            pattern = str(null_translations.pgettext(CORE, value.pattern)) if value.pattern else ""
            return rendered(pattern, {name: in_language(each) for name, each in value.values.items()})
        return tuple(map(in_language, value)) if isinstance(value, tuple) else value

    return str(in_language(text))


def translated_json(data: Any, language: str) -> Any:
    """JSON in which every message, and every explanation that has its message beside it, is in this language."""
    if language == SOURCE:
        return data
    if isinstance(data, str):
        return translated(data, language)
    if isinstance(data, list | tuple):
        return [translated_json(item, language) for item in data]
    if not isinstance(data, dict):
        return data
    result = {name: translated_json(value, language) if name != "message" else value for name, value in data.items()}
    if "explanation" in data and data.get("message"):
        result["explanation"] = translated(explanation_of(data), language)
    return result
