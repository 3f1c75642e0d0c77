"""Every form of every page: pressed twice, gone back to and changed, overtaken, with the store away, with rights lost.

The forms are those of the application's addresses: a new one fails here until `FORMS` says how it is filled in.
"""

import html
import re
from collections.abc import Mapping
from typing import NamedTuple

import pytest
from redis.exceptions import ConnectionError as StoreAway

from service.store.log import RedisLog
from service.web.http import verdict_wait
from service.web.http.request_headers import Wait
from service.web.pages import forms as page_forms
from tests.support.judging import judge_all
from tests.support.pages.form_fields import fields_of
from tests.support.pages.forms import words
from tests.support.signed_in import FORMS as FROM_PAGE
from tests.support.signed_in import Browser, signed_in

THREE = [{"winner": "white", "outcome": "bearing_off"}] * 3
NAMES = ["Anna Ek", "Bo Ek", "Cilla Ahl", "Dag Öst"]
CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss"}
SETTINGS = {"rounds": 3, "byes": 1}


class Form(NamedTuple):
    """A form: the page on which it is, what is filled in, and what is filled in after going back.

    `writes`: it writes something as it is filled in here; others are refused, or write no log. `whole`: all fields of
    the page are sent. Names in braces are those of the scene.
    """

    page: str
    filled: Mapping[str, str]
    changed: Mapping[str, str]
    writes: bool = True
    whole: bool = False


T = "/tournaments/{%s}"
OPEN, RUNS, DRAFT, PLAYED, TEAM, PLAIN, OFF, MISTAKE, FEES = (
    T % each for each in ("open", "runs", "draft", "played", "team", "plain", "off", "mistake", "fees")
)
C = "/clubs/vasa"
ROUND = "/rounds/1/results"
ENTRY = {"name": "Anna Ny", "rating": "1600", "group": ""}
FRIENDLY = {"game": "swedish", "length": "games.3", "check": "strict", "first": "Anna Ek"}
LINE = {"lines": "1", "line.1": "1", "was.1": "Sara Ny", "rating.1": "", "group.1": ""}
REASON = ({"reason": "Ett skäl"}, {"reason": "Ett annat skäl"})

FORMS = {
    # club
    f"{C}/players": Form(f"{C}/players", {"name": "Eva Ny"}, {"name": "Yngve Annan"}),
    f"{C}/players/{{player}}": Form(f"{C}/players/{{player}}", {"name": "Bo Ny"}, {"name": "Bo Nyare"}, whole=True),
    f"{C}/players/{{player}}/shown-name": Form(
        f"{C}/players/{{player}}", {"public": "initials"}, {"public": "chosen", "shown": "Spelare 7"}
    ),
    f"{C}/players/{{player}}/removal": Form(f"{C}/players/{{player}}", {}, {"x": "1"}),
    f"{C}/players/{{player}}/merge": Form(
        f"{C}/players/{{player}}", {"into": "Anna Ek", "step": "write"}, {"into": "Dag Öst", "step": "write"}
    ),
    f"{C}/players/{{player}}/erasure": Form(
        f"{C}/players/{{player}}/erasure", {"texts": "1"}, {"texts": ""}, writes=False
    ),
    f"{C}/players/import": Form("", {**LINE, "name.1": "Sara Ny"}, {**LINE, "name.1": "Sara Nyast"}),
    f"{C}/people": Form(f"{C}/people", {"name": "Ove Ny", "role": "scorer"}, {"name": "Ove Annan", "role": "scorer"}),
    f"{C}/people/{{member}}": Form(f"{C}/people", {"role": "scorer"}, {"role": "referee"}),
    f"{C}/people/{{member}}/invitation": Form(f"{C}/people", {}, {"x": "1"}),
    f"{C}/people/{{member}}/removal": Form(f"{C}/people", {}, {"x": "1"}),
    f"{C}/keys": Form(f"{C}/keys", {"note": "Plattan", "role": "scorer"}, {"note": "Skärmen", "role": "scorer"}),
    f"{C}/keys/{{token}}/revocation": Form(f"{C}/keys", {}, {"x": "1"}),
    f"{C}/keys/links/revocation": Form(
        "", {"tournament": "{runs}", "place": "table:1"}, {"tournament": "{runs}", "place": "table:2"}, writes=False
    ),
    f"{C}/templates": Form(
        f"{C}/templates",
        {"name": "Måndagar", "tournament": "{played}"},
        {"name": "Tisdagar", "tournament": "{played}"},
    ),
    f"{C}/templates/{{template}}/name": Form(f"{C}/templates", {"name": "Onsdagar"}, {"name": "Torsdagar"}),
    f"{C}/templates/{{template}}/removal": Form(f"{C}/templates", {}, {"x": "1"}),
    f"{C}/webhooks": Form(f"{C}/webhooks", {"url": "https://vasa.example/news"}, {"url": "https://vasa.example/annat"}),
    f"{C}/webhooks/{{webhook}}/removal": Form(f"{C}/webhooks", {}, {"x": "1"}),
    f"{C}/webhooks/{{webhook}}/resumption": Form("", {}, {"x": "1"}, writes=False),
    f"{C}/webhooks/{{webhook}}/deliveries/1/replay": Form("", {}, {"x": "1"}, writes=False),
    f"{C}/look": Form(f"{C}/look", {"colour": "#2f5b46"}, {"colour": "#8f2a22"}),
    f"{C}/embedding": Form(f"{C}/embedding", {"to": "allowed"}, {"to": "ended"}),
    f"{C}/privacy": Form(f"{C}/privacy", {"days": "7"}, {"days": "14"}),
    f"{C}/closing": Form(f"{C}/closing", *REASON),
    f"{C}/closing/reopening": Form("", {}, {"x": "1"}, writes=False),
    f"{C}/hall": Form("", {"to": "open"}, {"to": "closed"}, writes=False),
    f"{C}/ratings/swedish/rule": Form(
        f"{C}/ratings/swedish/rule",
        {"start": "1400", "tournaments": "1"},
        {"start": "1450", "tournaments": "1"},
        whole=True,
    ),
    f"{C}/ratings/swedish/rule/removal": Form("", {}, {"x": "1"}, writes=False),
    f"{C}/tournaments/new": Form(
        f"{C}/tournaments/new", {"name": "Vårcup", "step": "write"}, {"name": "Höstcup", "step": "write"}, whole=True
    ),
    f"{C}/matches/new": Form(f"{C}/matches/new", {**FRIENDLY, "second": "Bo Ek"}, {**FRIENDLY, "second": "Dag Öst"}),
    f"{C}/series": Form(f"{C}/series/new", {"name": "Säsong Ett"}, {"name": "Säsong Två"}, whole=True),
    f"{C}/series/{{series}}/rule": Form(
        f"{C}/series/{{series}}/rule", {"name": "Säsong Ett"}, {"name": "Säsong Två"}, whole=True
    ),
    f"{C}/series/{{series}}/tournaments": Form("", {"tournament": "{open}"}, {"tournament": "{runs}"}),
    f"{C}/series/{{series}}/tournaments/{{played}}/removal": Form("", {"meant": "1"}, {"meant": "1", "x": "1"}),
    f"{C}/series/{{series}}/final": Form(
        "", {"player": "{player}", "tournament": "{open}", "step": "enter"}, {"x": "1"}, writes=False
    ),
    f"{C}/series/{{series}}/end": Form(f"{C}/series/{{series}}", {}, {"again": "1"}),
    # announcement
    f"{OPEN}/organise/publication": Form(f"{OPEN}/organise", {"published": "0"}, {"published": "1"}),
    f"{OPEN}/announcement": Form(
        f"{OPEN}/announcement",
        {"place": "Biblioteket", "step": "write"},
        {"place": "Rådhuset", "step": "write"},
        whole=True,
    ),
    f"{OPEN}/tables": Form(
        f"{OPEN}/tables", {"tables": "1\n2\n3", "step": "write"}, {"tables": "1\n2\n3\n4", "step": "write"}
    ),
    f"{RUNS}/links": Form(f"{RUNS}/links", {"role": "scorer", "table": "1"}, {"role": "scorer", "table": "2"}),
    f"{RUNS}/links/revocation": Form(
        "", {"place": "table:1", "step": "write"}, {"place": "*", "step": "write"}, writes=False
    ),
    # entries
    f"{OPEN}/entries": Form("", {**LINE, "name.1": "Sara Ny"}, {**LINE, "name.1": "Sara Nyast"}),
    f"{OPEN}/entries/list": Form(f"{OPEN}/entries", {"name": "Reserv Ett"}, {"name": "Reserv Två"}),
    f"{OPEN}/entries/{{entry}}": Form(f"{OPEN}/entries", ENTRY, {**ENTRY, "name": "Anna Nyare"}, whole=True),
    f"{OPEN}/entries/{{entry}}/withdrawal": Form(f"{OPEN}/entries", {}, {"reason": "sjuk"}),
    f"{OPEN}/entries/{{left}}/return": Form(f"{OPEN}/entries", {}, {"x": "1"}),
    f"{TEAM}/entries/{{team_entry}}/lineup": Form(
        f"{TEAM}/entries",
        {"members": "Bo Ek\nAnna Ek", "round": "2", "reason": "Ett skäl"},
        {"members": "Anna Ek\nBo Ek", "round": "2", "reason": "Annat"},
    ),
    f"{OPEN}/entries/form": Form(f"{OPEN}/entries", {"open": "1", "places": "9"}, {"open": "1", "places": "10"}),
    f"{OPEN}/entries/requests/acceptance": Form(f"{OPEN}/entries", {"request": "{asked}"}, {"request": "q_none"}),
    f"{OPEN}/entries/requests/{{asked}}/refusal": Form(f"{OPEN}/entries", {}, {"x": "1"}, writes=False),
    f"{OPEN}/enter": Form("", {"name": "Ny Person"}, {"name": "Annan Person"}, writes=False),
    f"{OPEN}/import/players": Form("", {"file": "x"}, {"file": "y"}, writes=False),
    f"{RUNS}/import/results": Form("", {"file": "x"}, {"file": "y"}, writes=False),
    # check-in
    f"{OPEN}/check-in": Form("", {"player": "{entry}", "present": "1"}, {"player": "{entry}", "present": "0"}),
    f"{OPEN}/check-in/all": Form(f"{OPEN}/check-in", {"player": "{entry}"}, {"player": "{other}"}),
    f"{OPEN}/check-in/rule": Form("", {"only": "1"}, {"only": "0"}),
    f"{OPEN}/check-in/entry": Form("", {"name": "Sen Person"}, {"name": "Senare Person"}),
    f"{OPEN}/check-in/alternates": Form(f"{OPEN}/check-in", {"name": "Reserv Ett"}, {"name": "Reserv Två"}),
    f"{DRAFT}/check-in/{{drafted}}/replacement": Form(
        f"{DRAFT}/check-in/{{drafted}}/replacement",
        {"by": "{alternate}", **REASON[0]},
        {"by": "{alternate}", **REASON[1]},
    ),
    f"{OPEN}/check-in/{{entry}}/byes": Form(
        f"{OPEN}/check-in/{{entry}}/byes",
        {"round.1": "half", "round.2": "plays", **REASON[0]},
        {"round.1": "plays", "round.2": "half", **REASON[1]},
    ),
    f"{OPEN}/check-in/{{entry}}/withdrawal": Form(f"{OPEN}/check-in/{{entry}}/withdrawal", *REASON),
    f"{RUNS}/check-in/{{gone}}/return": Form(f"{RUNS}/check-in/{{gone}}/return", *REASON),
    f"{RUNS}/check-in/{{gone}}/re-entry": Form("", *REASON, writes=False),
    f"{RUNS}/check-in/{{gone}}/re-entry/undo": Form("", *REASON, writes=False),
    f"{RUNS}/check-in/{{gone}}/buy-back": Form("", *REASON, writes=False),
    f"{RUNS}/check-in/{{gone}}/buy-back/undo": Form("", *REASON, writes=False),
    # timetable
    f"{RUNS}/timetable": Form(
        f"{RUNS}/timetable",
        {"match": "{match}", "starts": "2026-12-05T18:00", "minutes": "60", "table": ""},
        {"match": "{match}", "starts": "2026-12-05T19:00", "minutes": "60", "table": ""},
    ),
    f"{RUNS}/timetable/proposal": Form(
        f"{RUNS}/timetable",
        {"starts": "2026-12-05T18:00", "minutes": "60", "until": ""},
        {"starts": "2026-12-05T19:00", "minutes": "60", "until": "23:00"},
    ),
    f"{RUNS}/timetable/rules": Form(f"{RUNS}/timetable", {"rest": "10", "pushes": "1"}, {"rest": "5", "pushes": ""}),
    f"{RUNS}/timetable/removal": Form("", {}, {"x": "1"}, writes=False),
    # fees and prizes
    f"{FEES}/money": Form(f"{FEES}/money", {"fee": "120"}, {"fee": "130"}, whole=True),
    f"{FEES}/money/off": Form(f"{FEES}/money", {}, {"x": "1"}),
    f"{FEES}/money/winners": Form("", {"pool": "Jan"}, {"pool": "Nej"}, writes=False),
    f"{FEES}/payments": Form("", {"player": "{payer}", "paid": "1"}, {"player": "{payer}", "paid": "0"}),
    f"{FEES}/payments/{{payer}}": Form(f"{FEES}/payments/{{payer}}", {"amount": "40"}, {"amount": "50"}),
    f"{FEES}/payments/{{payer}}/classes": Form(
        f"{FEES}/payments/{{payer}}", {"classes": "junior"}, {"classes": "nybörjare"}
    ),
    # order and first round
    f"{OPEN}/seeding/order": Form(
        f"{OPEN}/seeding", {"method": "lots", "word": "snö"}, {"method": "lots", "word": "regn"}
    ),
    f"{OPEN}/seeding/series": Form("", {}, {"x": "1"}, writes=False),
    f"{OPEN}/seeding/ratings": Form("", {}, {"x": "1"}, writes=False),
    f"{OPEN}/seeding/words": Form(f"{OPEN}/seeding", {"word": "snö"}, {"word": "regn"}),
    f"{OPEN}/seeding/apart": Form(
        f"{OPEN}/seeding", {"one": "{entry}", "other": "{third}"}, {"one": "{entry}", "other": "{third}", "hard": "1"}
    ),
    f"{OPEN}/seeding/together": Form(
        "", {"one": "{entry}", "other": "{other}"}, {"one": "{other}", "other": "{entry}"}
    ),
    f"{OPEN}/seeding/draw": Form(f"{OPEN}/seeding", {"word": "snö"}, {"word": "regn"}),
    f"{PLAIN}/seeding/start": Form("", {"word": "snö"}, {"word": "regn"}),
    f"{DRAFT}/seeding/again": Form("", {}, {"x": "1"}),
    f"{DRAFT}/seeding/publish": Form(f"{DRAFT}/seeding", {}, {"x": "1"}),
    f"{DRAFT}/seeding/swap": Form(
        "", {"player": "{drafted}", "step": "write"}, {"player": "{drafted}", "step": "look"}, writes=False
    ),
    # results
    f"{RUNS}{ROUND}": Form(f"{RUNS}{ROUND}", {"games-1": "111"}, {"games-1": "222"}),
    f"{PLAYED}{ROUND}/confirmations": Form("", {"match": "{reported}"}, {"match": "{played}.2"}, writes=False),
    f"{RUNS}{ROUND}/time": Form(f"{RUNS}{ROUND}", {"minutes": "45"}, {"minutes": "50"}),
    f"{RUNS}{ROUND}/time-up": Form("", {"match": ""}, {"match": "{match}"}, writes=False),
    f"{RUNS}{ROUND}/cut-taken-back": Form("", {}, {"x": "1"}, writes=False),
    "/matches/{match}/correction": Form(
        "",
        {"kind": "walkover", "winner": "white", "step": "write", **REASON[0]},
        {"kind": "walkover", "winner": "black", "step": "write", **REASON[1]},
    ),
    "/matches/{match}/correction/table": Form("/matches/{match}/correction", {"table": "2"}, {"table": "3"}),
    f"{RUNS}/cut": Form("", {}, {"x": "1"}, writes=False),
    f"{PLAYED}/end": Form(f"{PLAYED}/end", *REASON),
    f"{RUNS}/change": Form(
        f"{RUNS}/change", {"swiss.rounds": "4", "step": "write"}, {"swiss.rounds": "5", "step": "write"}, whole=True
    ),
    f"{RUNS}/call-off": Form(f"{RUNS}/call-off", *REASON),
    f"{OFF}/call-off/reinstate": Form(f"{OFF}/call-off", *REASON),
    f"{MISTAKE}/call-off/delete": Form(f"{MISTAKE}/call-off", {}, {"x": "1"}),
    f"{RUNS}/impasse": Form("", {"way": "end"}, {"way": "rematch"}, writes=False),
    # match and desk
    "/matches/{match}/result": Form(
        "",
        {**{f"winner{n}": "white" for n in (1, 2, 3)}, "step": "write"},
        {**{f"winner{n}": "black" for n in (1, 2, 3)}, "step": "write"},
    ),
    "/matches/{reported}/confirmation": Form("", {}, {"x": "1"}, writes=False),
    "/desk/{runs}/rounds": Form("", {"step": "write"}, {"step": "write", "list": "1"}, writes=False),
    "/desk/{runs}/again": Form("", {"job": "none"}, {"job": "other"}, writes=False),
    "/desk/{runs}/tables/{match}/rulings": Form(
        "", {"act": "note", "step": "write", **REASON[0]}, {"act": "note", "step": "write", **REASON[1]}
    ),
    "/desk/{runs}/tables/{match}/on-the-way": Form("", {"from": "table"}, {"from": "needs"}, writes=False),
    "/desk/{runs}/tables/{match}/mended-seen": Form("", {"from": "table"}, {"from": "needs"}, writes=False),
    "/desk/{runs}/tables/{match}/late": Form("", {"late": "white.1"}, {"late": "black.1"}, writes=False),
    f"{OPEN}/files": Form("", {"remove": "f_none"}, {"remove": "f_other"}, writes=False),
}
WITHOUT_LOG = {
    "/sign-in": "signs in",
    "/sign-in/key": "signs in",
    "/sign-in/password": "signs in",
    "/sign-out": "signs out",
    "/account/sign-out-everywhere": "signs out",
    "/account/password": "asks for the old password, which is another one after it",
    "/t/": "opens a link",
    "/start": "there is a club",
    "/start/backup": "there is a club",
    "/start/backup/removal": "there is a club",
    "/start/backup/club": "there is a club",
    "/clubs/<>/backup": "makes a file",
    "/clubs/<>/restore": "takes a file",
    "/clubs/<>/restore/removal": "removes a file",
    "/clubs/<>/restore/club": "needs a file",
    "/clubs/<>/ratings/federation": "reads files",
    "/clubs/<>/tournaments/new/plan": "only looks",
    "/clubs/<>/tournaments/new/drawing": "only looks",
    "/clubs/<>/players/list": "only looks",
    "/tournaments/<>/check-in/late": "only looks",
    "/tournaments/<>/import": "only looks",
}
"""Forms that write no log, and why: nothing of them is written twice."""


def pattern(address):
    """An address with its parts left out, as a rule of the application has it."""
    return re.sub(
        r"<[^>]+>|\{[^}]+\}|(?<=/clubs/)vasa|(?<=/rounds/)1|(?<=/ratings/)swedish|(?<=/deliveries/)1", "<>", address
    )


BY_PATTERN = {pattern(address): address for address in FORMS}


def test_every_form_of_a_page_is_walked_and_is_a_page_form(app):
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in rule.methods and not rule.rule.startswith("/v1")]
    found = {pattern(rule.rule) for rule in rules}
    assert found == BY_PATTERN.keys() | WITHOUT_LOG.keys()
    assert {rule.rule for rule in rules if not hasattr(app.view_functions[rule.endpoint], page_forms.FORM)} == set()


# ── the scene ────────────────────────────────────────────────────────────────────────────────────────────────────────
def announced(api, players=NAMES, **more):
    """A tournament with these players entered: its id."""
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "settings": SETTINGS, **more}).json["id"]
    assert api.post(f"/v1/tournaments/{cup}/entries", list(players)).status_code == 201
    return cup


def entries(api, cup):
    return {entry["name"]: entry["player"] for entry in api.get(f"/v1/tournaments/{cup}").json["entries"]}


def started(api, cup, **more):
    path = f"/v1/tournaments/{cup}"
    assert api.post(f"{path}/tables", {"tables": ["1", "2", "3"]}).status_code in (200, 201)
    assert api.post(f"{path}/start", {"seed": "x", **more}).status_code == 200
    rounds = api.get(path).json["rounds"]  # a draft is not shown to viewers
    return rounds[0]["matches"][0]["id"] if rounds and rounds[0]["matches"] else ""


@pytest.fixture(autouse=True)
def unjudged(monkeypatch):
    """Nothing is judged between two forms: none waits for it."""
    monkeypatch.setattr(verdict_wait, "PATIENCE", Wait(0, "wait=0"))


@pytest.fixture
def scene(api, worker_context):
    """The ids of everything that the forms name."""

    def make():
        people = [*NAMES, "Eva Lind", "Reserv Ett", "Reserv Två", "Extra Namn"]
        listed = api.post("/v1/clubs/vasa/players", people).json["players"]
        found = {each["name"]: each["id"] for each in listed}
        open_ = announced(api, [*NAMES, "Eva Lind"], published=True)
        api.post(f"/v1/tournaments/{open_}/withdrawals", {"player": "Eva Lind"})
        runs = announced(api, [*NAMES, "Eva Lind"])
        match = started(api, runs)
        api.post(f"/v1/tournaments/{runs}/withdrawals", {"player": "Eva Lind"})
        draft = announced(api, drafts=True)
        listing = {"players": ["Reserv Ett"]}
        assert api.send("PUT", f"/v1/tournaments/{draft}/alternates", "organiser", json=listing).status_code == 200
        started(api, draft)
        played = announced(api, confirm=True)
        reported = started(api, played)
        report = {"match": reported, "results": THREE}
        assert api.post(f"/v1/tournaments/{played}/results", report, "scorer").status_code < 300
        team = api.post("/v1/clubs/vasa/tournaments", {**CUP, "format": "team_league", "settings": {"boards": 2}}).json[
            "id"
        ]
        for name, members in (("Lag Ett", NAMES[:2]), ("Lag Två", NAMES[2:])):
            assert api.post(f"/v1/tournaments/{team}/teams", {"name": name, "members": members}).status_code == 201
        apart = {"pairs": [["Bo Ek", "Dag Öst"]], "hard": False}
        assert api.post(f"/v1/tournaments/{open_}/avoidances", apart).status_code < 300
        asking = {"open": True, "places": 8}
        assert api.send("PUT", f"/v1/tournaments/{open_}/entry-form", "organiser", json=asking).status_code == 200
        token = api.post("/v1/clubs/vasa/tokens", {"role": "scorer"}).json["token"]
        member = api.post("/v1/clubs/vasa/people", {"name": "Åsa Ny", "role": "viewer"}).json["id"]
        hook = api.post("/v1/clubs/vasa/webhooks", {"url": "https://vasa.example/hook"}).json["id"]
        keeping = {"name": "Fredagar", "tournament": played}
        template = api.post("/v1/clubs/vasa/templates", keeping).json["id"]
        series = api.post("/v1/clubs/vasa/series", {"name": "Season"}).json["id"]
        counting = {"tournaments": [played]}
        assert api.post(f"/v1/clubs/vasa/series/{series}/tournaments", counting).status_code < 300
        off = announced(api)
        assert api.post(f"/v1/tournaments/{off}/call-off", {"reason": "snow"}).status_code == 200
        mistake = api.post("/v1/clubs/vasa/tournaments", CUP).json["id"]
        fees = announced(api)
        plan = {"currency": "SEK", "fee": "100", "pools": [{"name": "Jan", "fee": 20, "named": True}]}
        assert api.send("PUT", f"/v1/tournaments/{fees}/money", "organiser", json=plan).status_code == 200
        judge_all(worker_context)
        return {
            "open": open_,
            "runs": runs,
            "draft": draft,
            "played": played,
            "team": team,
            "series": series,
            "template": template,
            "off": off,
            "mistake": mistake,
            "fees": fees,
            "payer": entries(api, fees)["Bo Ek"],
            "plain": announced(api, format="single_elimination", settings={}),
            "match": match,
            "reported": reported,
            "player": found["Extra Namn"],
            "entry": entries(api, open_)["Bo Ek"],
            "other": entries(api, open_)["Dag Öst"],
            "third": entries(api, open_)["Cilla Ahl"],
            "left": entries(api, open_)["Eva Lind"],
            "gone": entries(api, runs)["Eva Lind"],
            "drafted": entries(api, draft)["Bo Ek"],
            "alternate": found["Reserv Ett"],
            "team_entry": entries(api, team)["Lag Ett"],
            "token": token.partition(".")[2].partition("_")[0],
            "member": member,
            "webhook": hook,
        }

    found = api.begin_with("every form", make)
    assert Browser(api).fill(f"/tournaments/{found['open']}/enter", name="Fråga Mig").status_code == 201
    (asked,) = api.get(f"/v1/tournaments/{found['open']}/entry-requests", "organiser").json["requests"]
    return {**found, "asked": asked["id"]}


class Sender:
    """A person with a browser, who fills in a form of its page."""

    def __init__(self, api, scene, address, form):
        self.api, self.form = api, form
        self.address, self.page = address.format(**scene), form.page.format(**scene)
        self.fill = lambda values: {name: text.format(**scene) for name, text in values.items()}

    def filled(self, browser):
        """The fields of the form as the page shows it now, with its key and version, and what is typed."""
        key = {"key": "desk-no-page"}
        tournament = re.search(r"/(?:tournaments|desk|matches)/(t_\w+)", self.address)
        if not self.page:
            version = self.version(tournament[1]) if tournament else {}
            return {**key, **version, **self.fill(self.form.filled)}
        shown = browser.get(self.page, headers={"Accept-Language": "en"})
        assert shown.status_code == 200, shown.get_data(as_text=True)
        text = shown.get_data(as_text=True)
        if self.address.endswith("/tournaments/new"):
            return {**key, **fields_of(text), **self.fill(self.form.filled)}
        forms = [each for each in re.findall(r"<form[^>]*>.*?</form>", text, re.DOTALL) if self.is_mine(each)]
        assert forms, f"{self.page} has no form for {self.address}"
        fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', forms[0])
        hidden = {name: html.unescape(value) for name, value in fields if name != "player"}
        own = (
            {name: value for name, value in fields_of(forms[0]).items() if name != "player"} if self.form.whole else {}
        )
        assert hidden.get("key"), f"the form for {self.address} has no key"
        return {**own, **hidden, **self.fill(self.form.filled)}

    def version(self, tournament):
        at_table = re.search(r"/(?:matches|tables)/(t_\w+\.\d+)(?!.*/correction)", self.address)
        return {"version": str(self.api.deps.log.head(at_table[1] if at_table else tournament).version)}

    def is_mine(self, form):
        action = re.search(r'action="([^"]*)"', form.partition(">")[0])
        return "post" in form.partition(">")[0] and action is not None and html.unescape(action[1]) == self.address

    def send(self, browser, fields):
        return browser.client.post(self.address, data=fields, headers={**FROM_PAGE, "Accept-Language": "en"})


def refuse(*_, **__):
    raise StoreAway("the store went away")


NOT_SAID = ("idempotency", "That did not work", "Something went wrong")


@pytest.mark.parametrize("address", FORMS)
def test_a_form_is_answered_in_one_way_whatever_happens_meanwhile(app, api, scene, address, monkeypatch):
    form = FORMS[address]
    sender = Sender(api, scene, address, form)
    organiser, gone = signed_in(api, "Anna Berg", "organiser"), signed_in(api, "Gun Borta", "organiser")

    fields = sender.filled(gone)
    (people,) = (each for each in api.get("/v1/clubs/vasa/people", "organiser").json.values() if isinstance(each, list))
    left = next(person for person in people if person["name"] == "Gun Borta")
    assert api.send("DELETE", f"/v1/clubs/vasa/people/{left['id']}", "organiser").status_code == 204
    before = api.everything_written()
    if not address.endswith(("/enter", "/files")):
        assert sender.send(gone, fields).status_code in (401, 403, 404), "rights lost"
    assert api.everything_written() == before, "rights lost"

    fields = sender.filled(organiser)
    if is_versioned(app, address) and form.writes:
        overtake(api, address, scene)
        before = api.everything_written()
        answer = sender.send(organiser, fields)
        text = html.unescape(answer.get_data(as_text=True))
        assert (answer.status_code, api.everything_written()) == (409, before), "another person was faster"
        assert "meanwhile" in text
        kept = [each for each in sender.fill(form.filled).values() if " " in each]
        assert all(each in text for each in kept), "what was typed is kept"

    fields = sender.filled(organiser)
    before = api.everything_written()
    if form.writes:
        with monkeypatch.context() as away:
            away.setattr(RedisLog, "append", refuse)
            away.setattr(RedisLog, "remember", refuse)
            answer = sender.send(organiser, fields)
            assert (answer.status_code, api.everything_written()) == (503, before), "the store is away"
            assert "Nothing is lost" in words(answer)
            assert f'name="key" value="{fields["key"]}"' in answer.get_data(as_text=True), "it can be sent again"

    first = sender.send(organiser, fields)
    written = api.everything_written()
    if form.writes:
        assert first.status_code in (200, 201, 303), words(first)
        assert written != before
    second = sender.send(organiser, fields)
    assert (second.status_code, second.headers.get("Location")) == (first.status_code, first.headers.get("Location"))
    assert api.everything_written() == written, "pressed twice"

    fields |= {"x": "1"}
    fields |= sender.fill(form.changed)
    answers = [sender.send(organiser, fields) for _ in range(2)]
    assert answers[0].status_code in (200, 201, 303, 403, 404, 409, 410, 422), words(answers[0])
    assert not any(each in words(answer) for answer in answers for each in NOT_SAID), words(answers[0])
    if answers[0].status_code in (201, 303):
        assert answers[1].status_code == answers[0].status_code, "changed, and pressed twice"


def test_a_form_that_was_gone_back_to_is_written_behind_ones_own_and_never_over_others(api, scene):
    address = f"{OPEN}/seeding/order"
    sender, organiser = Sender(api, scene, address, FORMS[address]), signed_in(api, "Anna Berg", "organiser")
    fields = sender.filled(organiser)
    for word in ("snö", "regn", "hagel", "hagel"):
        assert sender.send(organiser, fields | {"word": word}).status_code == 303
        seeding = api.get(f"/v1/tournaments/{scene['open']}").json["seeding"]
        assert seeding["seed"] == word
    overtake(api, address, scene)
    written = api.everything_written()
    answer = sender.send(organiser, fields | {"word": "dimma"})
    assert (answer.status_code, api.everything_written()) == (409, written)
    assert "Another person wrote meanwhile" in words(answer)
    assert 'value="dimma"' in answer.get_data(as_text=True), "what was typed is kept"


def is_versioned(app, address):
    """True if the form is written at the version of its page alone."""
    rules = (rule for rule in app.url_map.iter_rules() if "POST" in rule.methods)
    endpoint = next(rule.endpoint for rule in rules if pattern(rule.rule) == pattern(address))
    return getattr(app.view_functions[endpoint], page_forms.FORM)


def overtake(api, address, scene):
    """Let another person write into the tournament, and the match, that the form is about."""
    names = ("open", "runs", "draft", "played", "team", "plain", "fees")
    name = next((each for each in names if f"{{{each}}}" in address), "")
    name = "runs" if "/correction" in address else name
    if "{match}" in address and "/correction" not in address:
        assert (
            api.post(
                f"/v1/matches/{scene['match']}/events",
                [{"type": "RulingMade", "kind": "note", "reason": "x"}],
                "referee",
            ).status_code
            < 300
        )
    if name:
        amended = {"details": {"description": f"a change {api.deps.clock()}"}}
        assert api.send("PATCH", f"/v1/tournaments/{scene[name]}", "organiser", json=amended).status_code == 200
