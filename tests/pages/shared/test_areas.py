"""Areas of pages: each has its templates, styles and modules in its own folder, beside its views."""

import re
from posixpath import dirname, join, normpath

import pytest

from service.web.pages.assets import FOLDER

FILES = sorted(path for path in FOLDER.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
AREAS = sorted(path.name for path in FOLDER.iterdir() if (path / "__init__.py").exists())
NAMED = re.compile(r"""["']((?:\w+/)+\w+\.(?:html|css|js|png|svg))["']""")
IMPORTED = re.compile(r"""(?:from|import) ["'](\.[^"']+)["']""")
CHOSEN = re.compile(r"""["']((?:\w+/)+)(?:" ~ \w+ ~ "|\{\w+\})\.(?:html|js)["']""")
"""The folder of templates, or of modules, of which one is chosen by a value."""
OF_THE_APP = {
    "app_shell/offline.html -> scoring/outbox/offline_page.js",
    "public/parts/call.html -> app_shell/icons/192.png",
    "scoring/score.html -> app_shell/parts/installable.html",
    "scoring/tablet.html -> app_shell/parts/installable.html",
}
"""The scorer's page is what a browser installs as an app."""


def name_of(path):
    return path.relative_to(FOLDER).as_posix()


def named_by(path):
    """The templates, styles, modules and pictures that a file names."""
    text = path.read_text(encoding="utf-8")
    imported = IMPORTED.findall(text) if path.suffix == ".js" else []
    return {*NAMED.findall(text), *(normpath(join(dirname(name_of(path)), module)) for module in imported)}


@pytest.mark.parametrize("area", AREAS)
def test_an_area_has_its_files_in_its_own_folder_or_shares_them(area):
    elsewhere = {
        f"{name_of(path)} -> {name}"
        for path in FILES
        if path.suffix in (".py", ".html", ".js") and name_of(path).startswith(f"{area}/")
        for name in named_by(path)
        if name.split("/")[0] not in (area, "shared")
    }
    assert elsewhere <= OF_THE_APP, "what several areas use belongs in service/web/pages/shared"


def test_every_file_that_a_page_names_is_there_and_every_one_is_named():
    texts = {path: path.read_text(encoding="utf-8") for path in FILES if path.suffix in (".py", ".html", ".js")}
    named = {name for path in texts for name in named_by(path)}
    names = {name_of(path) for path in FILES if path.suffix in (".html", ".css", ".js", ".png", ".svg")}
    assert named - names == set(), "files that are not there"
    chosen = tuple({folder for text in texts.values() for folder in CHOSEN.findall(text)})
    assert len(chosen) == 5
    assert {name for name in names - named if not name.startswith(chosen)} == set(), "files that no page names"
