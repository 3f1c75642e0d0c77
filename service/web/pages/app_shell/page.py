"""The parts by which a browser installs brade: the service worker, its offline page, and the web manifest.

The service worker keeps the files of the scorer's page under the stamp of all static files. Another stamp makes another
script, which browsers notice at the next navigation.
"""

import json
import re
from functools import cache

from flask import Response, g

from service.web.i18n import locale
from service.web.pages import assets
from service.web.pages.base import TEMPLATES, PageBlueprint, finish_response, render_page

pages = PageBlueprint("app_shell", __name__)

_SCRIPT = "app_shell/service_worker.js"
_TEMPLATES = ("shared/base.html", "app_shell/offline.html", "scoring/*.html", "app_shell/parts/installable.html")
_NAMED = re.compile(r"""asset\(['"]([^'"]+)['"]\)""")
_PAPER, _FELT = "#f7f2e8", "#2f5b46"


@cache
def shell_files() -> tuple[str, ...]:
    """The names of the static files that the scorer's page needs: with all imported modules, and all games' rules."""
    texts = [path.read_text() for pattern in _TEMPLATES for path in TEMPLATES.glob(pattern)]
    waiting = [*(name for text in texts for name in _NAMED.findall(text)), *assets.BUNDLED]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += assets.imports_of(name)
    return tuple(sorted(found))


@pages.get("/service-worker.js")
def service_worker() -> Response:
    """The service worker of this version, for the whole service."""
    shell = {"folder": f"/static/{assets.stamp()}/", "files": [assets.address(name) for name in shell_files()]}
    source = f"const SHELL = {json.dumps(shell)};\n{assets.assets()[_SCRIPT].content.decode()}"
    response = finish_response(Response(source, mimetype="text/javascript"))
    response.headers["Cache-Control"] = "no-cache"
    return response


@pages.get("/offline")
def offline() -> Response:
    """The page that the service worker shows where another cannot be had; it names no person, since it is kept."""
    g.visitor = None
    return render_page("app_shell/offline.html")


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """The web manifest: brade as an app on a phone."""
    icons = [
        {"src": assets.address("shared/mark.svg"), "type": "image/svg+xml", "sizes": "any"},
        {"src": assets.address("app_shell/icons/192.png"), "type": "image/png", "sizes": "192x192"},
        {"src": assets.address("app_shell/icons/512.png"), "type": "image/png", "sizes": "512x512"},
        {
            "src": assets.address("app_shell/icons/maskable.png"),
            "type": "image/png",
            "sizes": "512x512",
            "purpose": "maskable",
        },
    ]
    described = {
        "id": "/",
        "name": "brade",
        "short_name": "brade",
        "lang": locale.current(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _FELT,
        "icons": icons,
    }
    return finish_response(Response(json.dumps(described), mimetype="application/manifest+json"))
