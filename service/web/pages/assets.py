"""Style sheets, scripts and pictures: read once, kept by browsers for as long as they do not change.

They lie in the folders of their page areas, beside Python and templates. A file with a suffix of `_KINDS` is sent,
and no other.

Their address carries a stamp of all of them together, so that a module finds the ones it imports under the same stamp.
A script of `BUNDLED` is sent with the modules that it imports.
"""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import NamedTuple

from flask import Blueprint, Response, request

from core.errors import NotFound
from core.games import GAMES
from service.web import compression
from service.web.pages.bundle import bundle, exports

FOLDER = Path(__file__).parent
_FOR_GOOD = "public, max-age=31536000, immutable"
_ASK_AGAIN = "public, no-cache"
_IMPORTED = re.compile(r"""(?:from|import|import\()\s*["'](\.[^"']+)["']""")
_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}
_MODULE = re.compile(r"\bmodule_\w+")
_CSS_COMMENT = re.compile(rb"/\*(?:[^*]|\*(?!/))*\*/\n*")
_HIDDEN = re.compile(r"(?:^|/)[._]")
_TEXTS = ("text/javascript", "text/css", "image/svg+xml")

blueprint = Blueprint("assets", __name__)


class Asset(NamedTuple):
    """A file, the same compressed if it is a text, and what it is."""

    content: bytes
    packed: bytes | None
    kind: str
    tag: str


def rules_of(game: str) -> str:
    """The name of the script with the rules of a game."""
    name = game.replace("-", "_")
    return f"scoring/games/{name}.js"


BUNDLED = (
    "scoring/scoring.js",
    "scoring/lay_out/lay_out.js",
    "scoring/mend/mending.js",
    "scoring/rare/rare.js",
    *(rules_of(game.key) for game in GAMES),
    "shared/forms.js",
)
"""Scripts that are sent with all modules that they import: a phone asks for three, not for forty."""


@cache
def assets() -> dict[str, Asset]:
    """Every file that is sent, by its path in the folder of all pages."""
    files = {}
    for path in sorted(FOLDER.rglob("*")):
        name = path.relative_to(FOLDER).as_posix()
        kind = _KINDS.get(path.suffix)
        if kind and path.is_file() and not _HIDDEN.search(name):
            content = _bundled(name) if name in BUNDLED else path.read_bytes()
            if path.suffix == ".css":
                content = _CSS_COMMENT.sub(b"", content)
            tag = sha256(content).hexdigest()[:20]
            packed = compression.packed(content, once=True) if kind in _TEXTS else None
            files[name] = Asset(content, packed, kind, tag)
    return files


def _bundled(name: str) -> bytes:
    """A script with its modules, whose names are short there."""
    source = bundle(name, _source) + exports(name, _source)
    places = {variable: place for place, variable in enumerate(dict.fromkeys(_MODULE.findall(source)))}
    return _MODULE.sub(lambda matched: f"m{places[matched[0]]}", source).encode()


def _source(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def imports_of(name: str) -> list[str]:
    """The names of the files that a module imports."""
    if not name.endswith(".js"):
        return []
    source = assets()[name].content.decode()
    return [normpath(join(dirname(name), imported)) for imported in _IMPORTED.findall(source)]


@cache
def stamp() -> str:
    """The stamp of the files, which changes with any of them."""
    return sha256("".join(f"{name} {file.tag}\n" for name, file in assets().items()).encode()).hexdigest()[:12]


def address(name: str) -> str:
    """The address of a file for pages. Raises `KeyError` for one that is not there."""
    assets()[name]
    return f"/static/{stamp()}/{name}"


@blueprint.get("/favicon.ico")
def icon() -> Response:
    """Our mark, where browsers look for it beside what has no page around it: files, the API."""
    return asset("", "shared/mark.svg")


@blueprint.get("/static/<stamped>/<path:name>")
def asset(stamped: str, name: str) -> Response:
    """A file; under an old stamp it is the present one, to be asked for again next time."""
    file = assets().get(name)
    if file is None:
        raise NotFound("file", name)
    response = Response(file.content, content_type=f"{file.kind}; charset=utf-8")
    response.headers["Cache-Control"] = _FOR_GOOD if stamped == stamp() else _ASK_AGAIN
    response.set_etag(file.tag, weak=True)
    response.make_conditional(request)
    return compression.sent(response, file.packed) if file.packed is not None else response
