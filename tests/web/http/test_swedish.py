"""A Swedish reader meets no English on any page: a walk from the front page to every page that can be opened."""

import re
from html.parser import HTMLParser

import pytest

from core.tournament.formats import FORMATS, format_of
from tests.support.proving import some
from tests.support.signed_in import PASSWORD, Browser, employ, signed_in

ENGLISH = re.compile(
    r"\b(?:the|of|are|was|were|with|not|has|have|must|may|who|nobody|nothing|from|this|there|which|only|yet|again|"
    r"rounds?|games?|players?|tables?|played|wins?|to|its?|an?|and|or|is|draft|entrants?|winner|score|points?)\b",
    re.IGNORECASE,
)
NAMES = re.compile(r"Player \d+|Grupp [A-Z]|[\w-]+\.(?:html|svg|csv|xlsx|pdf)")
"""Of people, as the tests name them, of groups and of files."""
UNREAD = ("script", "style", "code", "pre", "time", "kbd")
VOID = ("meta", "link", "input", "img", "br", "hr", "path", "circle", "rect", "use", "line", "polygon", "ellipse")
SHOWN = ("title", "aria-label", "alt", "placeholder", "aria-valuetext", "data-done")
MISSING = ("/nothing/there", "/matches/m_nothing")
PAGES = 70
FORMS = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}


class Reader(HTMLParser):
    """The text of a page, and its links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.leads: list[str] = []
        self.unread: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        if tag == "a" and "hreflang" not in known and known.get("href", "").startswith("/"):
            self.leads.append(known["href"])
        if self.unread or tag in UNREAD or known.get("hreflang"):
            self.unread += [] if tag in VOID else [tag]
        else:
            self.said += [known[name] or "" for name in SHOWN if name in known]
            self.said += ["not told in Swedish"] if known.get("lang") == "en" else []

    def handle_startendtag(self, tag, attrs):
        if not self.unread:
            self.said += [value or "" for name, value in attrs if name in SHOWN]

    def handle_endtag(self, tag):
        if self.unread and self.unread[-1] == tag:
            self.unread.pop()

    def handle_data(self, data):
        if not self.unread:
            self.said.append(data)


def english(text):
    """The lines of a page that are English."""
    return [line.strip() for line in Reader(text).said if ENGLISH.search(NAMES.sub("", line))]


def swedish(browser, method, path, **form):
    answer = browser.client.open(path, method=method, data=form or None, headers={**FORMS, "Accept-Language": "sv"})
    assert answer.status_code < 500, path
    if 300 <= answer.status_code < 400 or not answer.mimetype.endswith(("html", "svg+xml")):
        return answer
    assert not english(answer.text), path
    return answer


@pytest.fixture
def evening_cup(api, judge):
    """A cup of four on two tables, one of them with an illegal play, a refused one, and a result that waits."""
    cup = api.tournament(4, name="Höstcupen", confirm=True, check="advisory", published=True)
    part = f"/v1/tournaments/{cup}"
    api.post(f"{part}/tables", {"tables": ["1", "2"]})
    api.post(f"{part}/start")
    rows = api.get(f"{part}/matches", role="organiser").json["matches"]
    first, second = (next(row["id"] for row in rows if row["table"] == name) for name in ("1", "2"))
    facts = [
        {"type": "OpeningRolled", "white": 2, "black": 5},
        {"type": "DiceRolled", "by": "white", "dice": [6, 4]},
        {"type": "DiceRolled", "by": "black", "dice": [6, 4]},
        {"type": "CheckersMoved", "by": "white", "moves": [{"from": 1, "to": 9}]},
    ]
    assert api.post(f"/v1/matches/{first}/events", facts, role="scorer").status_code < 300
    won = [{"winner": "white", "outcome": "jan"}] * 3
    assert api.post(f"{part}/results", {"match": second, "results": won}, role="scorer").status_code < 300
    judge()
    return cup, first, second


def test_a_swedish_reader_meets_no_english_from_the_front_page_on(api, evening_cup):
    browser, (cup, first, second) = signed_in(api, "Anna", "organiser"), evening_cup
    told = [f"/desk/{cup}/tables/{first}", f"/desk/{cup}/tables/{second}", f"/matches/{first}", f"/matches/{second}"]
    told += [f"/matches/{first}?version=4", f"/desk/{cup}/tables/{first}/plays", f"/tournaments/{cup}?why=Player 1"]
    seen: set[str] = set()
    waiting = [*told, "/", "/account", "/sign-in", *MISSING]
    while waiting and len(seen) < PAGES:
        path = waiting.pop(0).partition("#")[0]
        kind = path if path in told else re.sub(r"[a-z]_\w+(?:\.\d+)?|\d+", "…", path)
        if kind in seen or path.startswith(("/docs", "/static")):
            continue
        seen |= {path, kind}
        answer = swedish(browser, "GET", path)
        assert answer.status_code < 400 or path in MISSING, path
        if answer.mimetype == "text/html":
            waiting += Reader(answer.text).leads
    assert {"/", f"/desk/{cup}", f"/tournaments/{cup}", "/clubs/vasa/audit", "/clubs/vasa/people"} <= seen


ACTS = [
    {"act": "void", "from_version": "99", "reason": "kast"},
    {"act": "let_stand", "from_version": "1", "reason": "ja"},
    {"act": "award_game", "winner": "white", "outcome": "jan", "reason": "tid"},
    {"act": "resume"},
    {"act": "note", "reason": ""},
    {"act": "penalty", "seat": "white", "points": "x", "reason": "sen"},
    {"act": "suspend", "reason": "brand"},
    {"act": "confirm"},
]


@pytest.mark.parametrize("form", some(ACTS, *ACTS[::3]), ids=lambda form: form["act"])
def test_a_ruling_is_looked_at_and_refused_in_swedish(api, evening_cup, form):
    browser = signed_in(api, "Rut", "referee")
    for match in evening_cup[1:]:
        swedish(browser, "POST", f"/desk/{evening_cup[0]}/tables/{match}/rulings", step="look", **form)


@pytest.mark.parametrize("form", [{"kind": "walkover"}, {"kind": "played", "games": "1q"}, {"kind": "undone"}])
def test_a_correction_is_refused_in_swedish(api, evening_cup, form):
    browser = signed_in(api, "Rut", "referee")
    for match in evening_cup[1:]:
        swedish(browser, "POST", f"/matches/{match}/correction", step="look", **form)


def test_a_result_is_refused_in_swedish(api, evening_cup):
    browser = signed_in(api, "Sven", "scorer")
    won = {"winner1": "white", "outcome1": "jan", "winner2": "white", "outcome2": "jan"}
    for match in evening_cup[1:]:
        for step in ("look", "write"):
            swedish(browser, "POST", f"/matches/{match}/result", step=step, key="k", **won)
        swedish(browser, "POST", f"/matches/{match}/confirmation", version="0")
    swedish(Browser(api), "GET", f"/desk/{evening_cup[0]}")


@pytest.mark.parametrize("name", ["standings.html", "crosstable.html", "bracket.svg"])
def test_a_sheet_is_swedish_where_it_is_asked_for_so(api, evening_cup, name):
    swedish(signed_in(api, "Anna", "organiser"), "GET", f"/v1/tournaments/{evening_cup[0]}/{name}?lang=sv")


def of_teams(api, form):
    """A tournament of three teams."""
    words = {"name": "Lag", "game": "swedish", "length": {"games": 3}, "format": form, "published": True}
    cup = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    for name in ("Örn", "Falk", "Gam"):
        team = {"name": name, "members": [api.new_name() for _ in range(4)]}
        assert api.post(f"/v1/tournaments/{cup}/teams?register=1", team).status_code == 201
    return cup


@pytest.mark.parametrize("form", some([format_.key for format_ in FORMATS], "swiss", "groups_then_knockout"))
def test_a_tournament_of_any_format_is_shown_and_its_next_round_refused_in_swedish(api, form):
    cup = of_teams(api, form) if format_of(form).teams else api.tournament(5, format=form, published=True)
    browser = signed_in(api, "Anna", "organiser")

    def shown():
        for path in (f"/tournaments/{cup}", f"/desk/{cup}", f"/tournaments/{cup}?why=Player 1"):
            swedish(browser, "GET", path)
        swedish(browser, "POST", f"/desk/{cup}/rounds", step="look", number="")
        swedish(browser, "POST", f"/desk/{cup}/rounds", step="look", number="9")

    shown()
    assert api.post(f"/v1/tournaments/{cup}/start").status_code < 300
    shown()
    api.post(f"/v1/tournaments/{cup}/end", {"reason": "regn"})
    shown()


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/sign-in", {"club": "vasa", "name": "Anna", "password": "fel"}),
        ("/sign-in/key", {"key": "in_vasa.u_fel_fel"}),
        ("/account/password", {"old": "fel", "new": "ett helt annat"}),
        ("/t/", {"link": "fel"}),
        ("/account/password", {"old": PASSWORD, "new": "kort"}),
        ("/account/password", {"old": PASSWORD, "new": "a" * 20}),
        ("/clubs/vasa/people", {"name": "", "role": "referee"}),
        ("/clubs/vasa/people", {"name": "Anna", "role": "viewer"}),
        ("/clubs/vasa/people", {"name": "Bo", "role": "boss"}),
        ("/clubs/nowhere/people", {"name": "Bo", "role": "viewer"}),
    ],
)
def test_errors_of_the_sign_in_are_in_swedish(api, path, form):
    swedish(signed_in(api, "Anna", "organiser"), "POST", path, **form)


def test_a_missing_name_or_role_is_named_in_swedish(api):
    member = employ(api, "Bo", "scorer")
    answer = swedish(signed_in(api, "Anna", "organiser"), "POST", f"/clubs/vasa/people/{member}", role="boss")
    assert answer.status_code == 422
    guest = Browser(api)
    guest.fill("/sign-in/key", key=api.tokens["organiser"])
    answer = swedish(guest, "POST", "/sign-in/password", name=" ", password=PASSWORD)
    assert answer.status_code == 422
    assert "Skriv" in answer.text
