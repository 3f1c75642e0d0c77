"""Areas of pages: each has its templates, styles and modules in its own folder, beside its views."""

import re
from functools import cache
from posixpath import dirname, join, normpath
from typing import NamedTuple

import pytest

from service.web.pages.assets import FOLDER

SOURCES = FOLDER.parents[1]
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


RULE = re.compile(r"([^{}]+)\{[^{}]*\}")
OF_STYLE = re.compile(r"""([.#])(-?[a-zA-Z][\w-]*)|\[[^\]]*\]""")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def selected(style):
    """The classes and ids that the selectors of a style name."""
    return {
        matched[2]
        for rule in RULE.finditer(COMMENT.sub("", style))
        for matched in OF_STYLE.finditer(rule[1])
        if matched[2]
    }


class Made(NamedTuple):
    """The words of sources, and the beginnings behind which a value is put: `place-{{ n }}`."""

    words: frozenset[str]
    begins: frozenset[str]


def made_of(text):
    words, begins = re.findall(r"-?[a-zA-Z][\w-]*", text), re.findall(r"([a-zA-Z][\w-]*)(?:\{|\$\{|\"\s*~)", text)
    return Made(frozenset(words), frozenset(begins))


def is_made(name, made):
    ends = (end for end in range(1, len(name)) if name[end - 1] == "-" or name[end:].isdecimal())
    return name in made.words or any(name[:end] in made.begins for end in ends)


@cache
def made_by_pages():
    paths = (path for path in SOURCES.rglob("*") if path.suffix in (".py", ".html", ".js", ".svg"))
    return made_of("\n".join(path.read_text(encoding="utf-8") for path in paths))


@pytest.mark.parametrize("style", [path for path in FILES if path.suffix == ".css"], ids=name_of)
def test_every_class_that_a_style_names_is_one_of_an_element_of_a_page(style):
    names = selected(style.read_text(encoding="utf-8"))
    assert names
    assert {name for name in names if not is_made(name, made_by_pages())} == set()


@pytest.mark.parametrize(
    ("name", "made"), [("place-1", True), ("s16", True), ("tone-6", True), ("way-up", True), ("placed", False)]
)
def test_a_class_is_found_where_a_value_is_joined_to_its_beginning(name, made):
    assert is_made(name, made_of('class="place-{{ n }} s{{ size }}" `tone-${tone}` f"way-{end}"')) == made
