"""Bring the pages' catalogues up to date with what templates and views say: `make words`.

New messages are added without a translation, those that nobody says any more are dropped; `--check` only tells.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from service.web.languages import CORE
from tools.sentences import sentences

ROOT = Path(__file__).parents[1]
WEB = ROOT / "service" / "web"
METHODS = [("**/templates/**.html", "jinja2"), ("**.py", "python")]
HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}


def said() -> Catalog:
    """Every message of the pages, and every sentence of core that they may show, in the words of the source."""
    catalog = Catalog(charset="utf-8")
    options = {"**/templates/**.html": {"silent": "false"}}
    for _file, _line, message, _comments, context in extract_from_dir(
        WEB, METHODS, options, KEYWORDS, strip_comment_tags=True
    ):
        catalog.add(message, context=context)
    for each in sentences():
        catalog.add(each.message, context=CORE)
    return catalog


def catalogues() -> Iterator[Path]:
    """The catalogues of all languages but the source's."""
    yield from sorted((WEB / "translations").glob("*/LC_MESSAGES/messages.po"))


def updated(path: Path) -> bytes:
    """A catalogue as it should be, by its present translations."""
    with path.open("rb") as file:
        catalog = read_po(file, path.parents[1].name)
    messages = said()
    for message in messages:
        known = catalog.get(message.id, message.context)
        if message.id and known and known.string:
            message.string = known.string
    messages.locale, messages.fuzzy = catalog.locale, False
    messages.project, messages.header_comment = "brade", ""
    text = BytesIO()
    write_po(text, messages, width=0, no_location=True, omit_header=True, sort_output=True)
    return HEAD.encode() + text.getvalue()


def main() -> int:
    """Write the catalogues; with `--check` say which are not up to date."""
    stale = [path for path in catalogues() if path.read_bytes() != updated(path)]
    for path in stale:
        if "--check" not in sys.argv:
            path.write_bytes(updated(path))
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
    return int(bool(stale) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
