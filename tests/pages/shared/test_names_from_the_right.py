"""Names written from right to left: on every page each is isolated from what stands beside it."""

import re
from html.parser import HTMLParser
from unicodedata import bidirectional

import pytest

from service.translations.isolation import beside, isolated
from tests.support.signed_in import signed_in

NAMES = ("שרה לוי", "דוד כהן", "ليلى حداد", "عمر فارس")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
IN_LINE = {"a", "abbr", "b", "bdi", "code", "em", "i", "s", "small", "span", "strong", "sub", "sup", "time"}
TOLD = ("title", "aria-label", "alt", "placeholder", "content")
"""Attributes that a person reads or hears."""
PAGES = (
    "/tournaments/{cup}",
    "/tournaments/{cup}/rounds",
    "/tournaments/{cup}/standings",
    "/tournaments/{cup}/players",
    "/tournaments/{cup}/players/{player}",
    "/tournaments/{cup}/rounds/1/results",
    "/tournaments/{cup}/rounds/2/results",
    "/tournaments/{cup}/seeding",
    "/tournaments/{cup}/check-in",
    "/tournaments/{cup}/entries",
    "/tournaments/{cup}/end",
    "/v1/tournaments/{cup}/rounds/2/pairings.html",
    "/desk/{cup}",
    "/desk/{cup}/tables/{match}",
    "/matches/{match}",
    "/tournaments/{cup}/wall",
    "/tournaments/{cup}/overlay?match={match}",
    "/v1/tournaments/{cup}/rounds/1/pairings.html",
    "/v1/tournaments/{cup}/standings.html",
    "/v1/tournaments/{cup}/crosstable.html",
)


def from_the_right(text: str) -> bool:
    return any(bidirectional(letter) in ("R", "AL") for letter in text)


class Reader(HTMLParser):
    """A reader that collects in `mixed` the lines of a page where a name is not isolated from its neighbours."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[tuple[str, bool]] = []
        self.line: list[tuple[str, bool]] = []
        self.mixed: list[str] = []
        self.seen = 0

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in TOLD and value:
                self.judge([(value, False)])
        if tag in VOID:
            return
        if tag not in IN_LINE:
            self.end_of_line()
        inside = bool(self.stack and self.stack[-1][1])
        self.stack.append((tag, inside or tag == "bdi" or ("dir", "auto") in attrs))

    def handle_endtag(self, tag):
        if tag not in IN_LINE:
            self.end_of_line()
        while self.stack and self.stack.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if not self.stack or self.stack[-1][0] not in ("script", "style"):
            self.line.append((data, self.stack[-1][1] if self.stack else False))

    def end_of_line(self):
        self.judge(self.line)
        self.line = []

    def judge(self, line):
        whole = "".join(text for text, _ in line).strip()
        self.seen += from_the_right(whole)
        for text, apart in line:
            bare = re.sub("\u2068[^\u2068\u2069]*\u2069", "", text).strip()
            if from_the_right(bare) and (bare not in NAMES if apart else bare != whole or bare not in NAMES):
                self.mixed.append(whole)


def mixed(page: str) -> tuple[list[str], int]:
    reader = Reader()
    reader.feed(page)
    reader.end_of_line()
    return reader.mixed, reader.seen


@pytest.fixture
def organiser(api):
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api, organiser, judging):
    """A Swiss of people whose names are written from the right, in its second round."""
    words = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss", "settings": {"rounds": 3}}
    cup = api.post("/v1/clubs/vasa/tournaments", {**words, "published": True}).json["id"]
    api.post(f"/v1/tournaments/{cup}/entries?register=1", {"players": list(NAMES)})
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "snow"})
    with judging():
        won = {"games-1": "111", "games-2": "112"}
        assert organiser.fill(f"/tournaments/{cup}/rounds/1/results", key="k", **won).status_code == 303
    assert api.post(f"/v1/tournaments/{cup}/rounds", {}).status_code == 201
    return cup


def test_the_reader_of_these_tests_finds_names_that_would_change_sides():
    one, other = NAMES[:2]
    assert mixed(f"<li>{one} – {other}</li>")[0]
    assert mixed(f"<li><bdi>{one}</bdi> 2–1 {other}</li>")[0]
    assert mixed(f"<li><bdi>{one} – {other}</bdi></li>")[0]
    assert mixed(f'<li aria-label="{one}: 2">x</li>')[0]
    assert not mixed(f"<li><bdi>{one}</bdi> – <bdi>{other}</bdi></li><p>{one}</p>")[0]
    assert not mixed(f"<li>{beside(NAMES)}: 2–1</li>")[0]


@pytest.mark.parametrize("path", PAGES)
def test_every_name_from_the_right_is_isolated_on(api, organiser, cup, path):
    state = api.get(f"/v1/tournaments/{cup}").json
    values = {"cup": cup, "player": state["entries"][0]["player"], "match": state["rounds"][1]["matches"][0]["id"]}
    page = organiser.get(path.format(**values))
    assert page.status_code == 200
    found, seen = mixed(page.get_data(as_text=True))
    assert found == []
    assert seen > 0


def test_names_in_messages_are_isolated_and_others_stay_as_they_are():
    assert isolated("Åsa 1") == "Åsa 1"
    assert isolated(NAMES[0]) == f"\u2068{NAMES[0]}\u2069" == isolated(isolated(NAMES[0]))
    assert beside(("Åsa", "Bo")) == "Åsa – Bo"
