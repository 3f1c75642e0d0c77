"""Ways between pages: each is reached within three presses from its shell, and has a way back, for people of each role.

The shell is the first page of a tournament or of a club. Links and forms are read from the pages as they are answered.
A page is known by its rule: one of the players, one of the matches stands for all of them.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urldefrag, urlencode, urljoin, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.recorded.recorder import rule_of
from tests.support.pictures.pages import PAGES
from tests.support.pictures.scene import ORIGIN
from tests.support.pictures.stage import Stage

pytestmark = pytest.mark.xdist_group("browser-2")

PRESSES = 3
OF_A_KIND = 3
"""Pages of a rule that are opened at each number of presses: a round and a draft do not lead to the same."""
READERS = ("stranger", "scorer", "leo", "gunilla")
"""Everybody, the holder of a scorer's key, a referee, an organiser."""
FULL_SCREEN = ("wall", "score", "tablet", "slide")
"""Pages of a projector, of a phone at a table, of a tablet: they have the whole screen, and no head."""
ELSEWHERE = {
    "/tournaments/<tournament:tournament>/tablet": "from the code of its table alone: the tablet stays at that table",
    "/tournaments/<tournament:tournament>/check-in/<player:player>/replacement": "one press behind a player who leaves",
    "/tournaments/<tournament:tournament>/seeding/round": "a look at what a form would draw, which is its answer",
}
"""Rules of pages to which no link of the shell leads, with the reason."""


_PART = re.compile(r"/(p_\w+|t_\w+\.\d+)(?=/|$)")


class Ways(HTMLParser):
    """The addresses to which a page leads: by its links, and by its forms that are asked for with GET."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.tabs: list[tuple[str, str]] = []
        self.not_yet: list[str] = []
        self._in: list[str] = []
        self._link: tuple[str, str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "nav":
            self._in.append(given.get("class", ""))
        if tag == "a" and "href" in given and "download" not in given:
            self.addresses.append(given["href"])
            self._link = given["href"], given.get("class", ""), []
        if tag == "form" and given.get("method", "get") == "get" and "action" in given:
            self.addresses.append(given["action"])

    def handle_data(self, data: str) -> None:
        if self._link:
            self._link[2].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "nav" and self._in:
            self._in.pop()
        if tag == "a" and self._link:
            address, cls, text = self._link
            if self._in and self._in[-1].startswith("head-tabs unprinted"):
                self.tabs.append((address, "".join(text).partition(",")[0]))
            if cls == "not-yet":
                self.not_yet.append("".join(text))
            self._link = None


@dataclass
class Walk:
    """A walk of a reader from the shell: every page that was opened, with its presses and where it leads."""

    stage: Stage
    reader: str
    home: str
    wanted: list[str]
    ways: dict[str, Ways] = field(default_factory=dict)
    presses: dict[str, int] = field(default_factory=dict)
    rules: dict[str, int] = field(default_factory=dict)
    dead: list[str] = field(default_factory=list)

    def go(self) -> "Walk":
        """Open what is reached, page by page, those behind fewer presses first.

        Of the pages of a rule those of the wanted matches and players come first.
        """
        ids = re.compile("|".join({re.escape(text) for page in self.wanted for text in _PART.findall(page)} or {"^$"}))
        now = [self.home]
        for presses in range(PRESSES + 1):
            ahead: list[str] = []
            opened: dict[str, int] = defaultdict(int)
            for address in now:
                rule = rule_of(self.stage.app, "GET", address)
                self.rules.setdefault(rule, presses)
                if address in self.ways or opened[rule] >= OF_A_KIND or presses == PRESSES:
                    continue
                opened[rule] += 1
                ahead += self._open(address, presses)
            now = sorted(dict.fromkeys(ahead), key=lambda address: not ids.search(address))
        return self

    def _open(self, address: str, presses: int) -> list[str]:
        status, ways = opened(self.stage, self.reader, address)
        if status != 200:
            self.dead.append(f"{address} answers {status}")
            return []
        self.ways[address], self.presses[address] = ways, presses
        return [each for each in inside(self.home, address, ways) if each not in self.ways]


def opened(stage: Stage, reader: str, address: str) -> tuple[int, Ways]:
    """A page as it is answered to a reader, and where it leads."""
    request = {"url": f"{ORIGIN}{address}", "method": "GET", "headers": {"accept": "text/html"}}
    for _again in range(3):
        status, headers, body = stage.answered(reader, request, "en")
        if not 300 <= status < 400:
            break
        request["url"] = urljoin(str(request["url"]), headers["Location"])
    ways = Ways()
    ways.feed(body.decode())
    return status, ways


def inside(home: str, page: str, ways: Ways) -> Iterator[str]:
    """The addresses of pages of the same tournament or club to which a page leads, without their queries."""
    own = home.rpartition("/")[2]
    for address in ways.addresses:
        parts = urlsplit(urljoin(page, urldefrag(address).url))
        if parts.netloc or parts.path.startswith(("/v1/", "/static/", "/docs")):
            continue
        query = f"?{parts.query}" if re.search(r"\bround=", parts.query) else ""
        if re.search(rf"/{own}(?![a-z0-9])", parts.path):
            yield parts.path + query


def homes(stage: Stage, reader: str) -> dict[str, list[str]]:
    """The shells of the scene whose pages this reader has, each with those pages."""
    found: dict[str, list[str]] = defaultdict(list)
    for page in PAGES:
        address = page.path(stage.scene.ids, "en")
        shell = re.match(r"/(?:tournaments|desk|matches)/(t_\w+)|/clubs/(\w+)", address)
        if page.reader == reader and shell and page.status == 200:
            found[f"/tournaments/{shell[1]}" if shell[1] else f"/clubs/{shell[2]}"].append(address)
    return found


@pytest.fixture(scope="module")
def walks(frozen_stage: Stage) -> dict[str, list[Walk]]:
    """The walks of every reader through the shells of their pages."""
    return {
        reader: [Walk(frozen_stage, reader, *shell).go() for shell in homes(frozen_stage, reader).items()]
        for reader in READERS
    }


@pytest.mark.parametrize("reader", READERS)
def test_every_page_is_reached_within_three_presses_from_its_shell(
    frozen_stage: Stage, walks: dict[str, list[Walk]], reader: str
) -> None:
    by_home = {walk.home: walk for walk in walks[reader]}
    far = [
        address
        for home, addresses in homes(frozen_stage, reader).items()
        for address in addresses
        if (rule := rule_of(frozen_stage.app, "GET", address)) not in by_home[home].rules and rule not in ELSEWHERE
    ]
    assert far == []


@pytest.mark.parametrize("reader", READERS)
def test_no_link_of_a_shell_is_dead_for_its_reader(walks: dict[str, list[Walk]], reader: str) -> None:
    assert [dead for walk in walks[reader] for dead in walk.dead] == []


@pytest.mark.parametrize("reader", READERS)
def test_every_page_has_a_way_back_to_its_shell(walks: dict[str, list[Walk]], reader: str) -> None:
    ends = [
        address
        for walk in walks[reader]
        for address, ways in walk.ways.items()
        if not address.endswith(FULL_SCREEN) and walk.home not in {urlsplit(each).path for each in ways.addresses}
    ]
    assert ends == []


@pytest.mark.parametrize("reader", READERS)
def test_the_tabs_are_the_same_on_every_page_of_a_shell(walks: dict[str, list[Walk]], reader: str) -> None:
    for walk in walks[reader]:
        rows = {address: ways.tabs for address, ways in walk.ways.items() if not address.endswith(FULL_SCREEN)}
        other = {address: tabs for address, tabs in rows.items() if tabs != rows[walk.home]}
        assert len(rows[walk.home]) > 1 or walk.home.startswith("/clubs"), walk.home
        assert other == {}


def test_strangers_have_no_tab_of_those_who_run_the_tournament(walks: dict[str, list[Walk]]) -> None:
    def words(reader: str) -> set[str]:
        walked = (walk for walk in walks[reader] if walk.home.startswith("/tournaments"))
        return {word for walk in walked for _address, word in walk.ways[walk.home].tabs}

    shown = {"Overview", "Players", "Rounds", "Timetable", "Standings", "Bracket", "On one sheet", "Files"}
    assert words("stranger") == shown
    for_everybody = {*shown, "Prizes"}  # none that strangers see in the scene has planned sums
    assert words("leo") - for_everybody == {"The desk"}
    assert words("gunilla") - for_everybody == {"The desk", "Settings"}


def test_what_is_not_there_yet_says_why_and_leads_to_a_page_that_says_it(frozen_stage: Stage) -> None:
    home = f"/tournaments/{frozen_stage.scene.ids['announced']}"
    _status, ways = opened(frozen_stage, "stranger", home)
    assert ways.not_yet == [
        "Rounds, No round is published yet.",
        "Standings, The standings begin with the first round.",
    ]
    for tab, why in (("rounds", "No round is published yet."), ("standings", "The standings begin with")):
        answer = answered(frozen_stage, f"{home}/{tab}")
        assert f'<p class="card">{why}' in answer


def test_a_swiss_without_a_knock_out_offers_no_bracket(frozen_stage: Stage) -> None:
    ids = frozen_stage.scene.ids
    tabs = {
        name: dict(opened(frozen_stage, "stranger", f"/tournaments/{ids[name]}")[1].tabs) for name in ("swiss", "cup")
    }
    assert f"/tournaments/{ids['swiss']}/bracket" not in tabs["swiss"]
    assert tabs["cup"][f"/tournaments/{ids['cup']}/bracket"] == "Bracket"


def test_every_round_leads_to_its_prints_and_to_the_rounds_beside_it(frozen_stage: Stage) -> None:
    swiss = frozen_stage.scene.ids["swiss"]
    for number, beside in ((1, 2), (2, 1)):
        for reader, page in (("stranger", ""), ("leo", "/results")):
            _status, ways = opened(frozen_stage, reader, f"/tournaments/{swiss}/rounds/{number}{page}")
            addresses = {urlsplit(address).path for address in ways.addresses}
            assert f"/v1/tournaments/{swiss}/rounds/{number}/everything.pdf" in addresses
            assert f"/tournaments/{swiss}/rounds/{beside}{page}" in addresses


def test_the_sign_in_of_every_page_leads_back_to_it(walks: dict[str, list[Walk]]) -> None:
    for walk in walks["stranger"]:
        for address, ways in walk.ways.items():
            if not address.endswith(FULL_SCREEN):
                assert f"/sign-in?{urlencode({'next': address})}" in ways.addresses


def answered(stage: Stage, address: str) -> str:
    client: FlaskClient = stage.scene.chapter.browser("stranger")
    return client.get(address, headers={"Accept-Language": "en", "Accept": "text/html"}, base_url=ORIGIN).text
