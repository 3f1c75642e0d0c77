"""Events of teams: wherever a player is named, on a page, in print, in a file or in a feed, the team stands beside.

All addresses of the service that answer about a tournament, a match or a player are asked, a new one with them.
"""

import re
from html import unescape

import pytest

from service.exports import PDF, XLSX
from tests.support.pictures.prints import texts
from tests.support.proving import some
from tests.support.readers.workbooks import load_workbook
from tests.support.signed_in import signed_in

TEAMS = {
    "Vaxholm": ("Alva", "Botvid"),
    "Nacka": ("Cajsa", "Dagny"),
    "Huddinge": ("Evert", "Folke"),
    "Tyresö": ("Gudrun", "Hjalmar"),
}
TEAM_OF = {player: team for team, players in TEAMS.items() for player in players}
PLAYER = re.compile(rf"\b({'|'.join(TEAM_OF)})\b")
NEAR = 120
"""Signs between a player's name and the team's at most: a line, or the heading of a meeting of two boards."""
NEAR_IN_JSON = 300
"""The same for programs: an entry with all its fields. A TRF has the teams in records of their own."""

WORDS = {"game": "swedish", "length": {"games": 3}, "published": True, "settings": {"boards": 2}}
FORMATS = ("team_league", "team_swiss", "team_knockout")
ASKED = {
    "tab": ("now", "rounds", "standings", "bracket"),
    "part": ("next", "needs", "cards", "rounds", "standings", "log", "progress"),
    "game": ("swedish",),
    "round": ("1", "2"),
    "number": ("1", "2"),
}
QUERIES = {"calendar.ics": "?player={player}", "standings.csv": "?columns=all"}
WITHOUT_TEAMS = {
    "/v1/clubs/<club:club>/players": "the club's own list, whose people play for other teams in other events",
    "/v1/clubs/<club:club>/players/<player:player>": "the same",
    "/v1/clubs/<club:club>/players.csv": "the same",
    "/clubs/<club:club>/players": "the same",
    "/clubs/<club:club>/players.csv": "the same",
    "/clubs/<club:club>/players/<player:player>/dice": "a player's dice in all matches",
    "/v1/clubs/<club:club>/players/<player:player>/personal-data": "texts as they were written down",
    "/clubs/<club:club>/players/<player:player>/personal-data": "the same",
    "/clubs/<club:club>/players/<player:player>/personal-data.json": "the same",
    "/clubs/<club:club>/players/<player:player>/erasure": "the names of a person as they were written down",
    "/v1/clubs/<club:club>/players/<player:player>/erasure": "the same",
    "/v1/clubs/<club:club>/audit": "who was put on the club's list",
    "/clubs/<club:club>/audit": "the same",
    "/tournaments/<tournament:tournament>/entries": "a form for each team, with its players in the fields",
}
OWN_PAGES = ("/clubs/<club:club>/players/<player:player>",)
"""Pages of a player of the club, who may play for other teams in other events."""
NOT_ASKED = {
    "/v1/tournaments/<tournament:tournament>/stream": "it sends the news of the feed, and does not end",
    "/v1/matches/<match:match>/stream": "it sends facts, without names",
}
NOT_HERE = {
    **dict.fromkeys(
        [
            f"/tournaments/<tournament:tournament>/check-in/<player:player>/{each}"
            for each in ("replacement", "byes", "re-entry", "re-entry/undo", "buy-back", "buy-back/undo")
        ],
        "for players, not for teams",
    ),
    "/tournaments/<tournament:tournament>/check-in/<player:player>/return": "no team has left",
    "/tournaments/<tournament:tournament>/cards/<match:match>": "a card of a match that is played move by move",
    "/clubs/<club:club>/logo.png": "the club has no logo",
    "/clubs/<club:club>/look.css": "the club has no colour",
    "/tournaments/<tournament:tournament>/lots": "the seeds were not drawn",
    "/tournaments/<tournament:tournament>/seeding/round": "no round is a draft",
    "/tournaments/<tournament:tournament>/overlay/now": "of a match that is named in the address",
    "/tournaments/<tournament:tournament>/tablet": "for a tablet that was set up",
    "/tournaments/<tournament:tournament>/tablet/next": "for a tablet that was set up",
    "/v1/matches/<match:match>.mat": "of Backgammon only",
    "/v1/matches/<match:match>/transcript.mat": "of Backgammon only",
    "/clubs/<club:club>/backup/file": "no backup was made",
    "/v1/games/<game:game>/plans": "numbers of players, without names",
    "/v1/clubs/<club:club>/games/<game:game>/plans": "numbers of players, without names",
    "/v1/clubs/<club:club>/rating-rules/<game:game>": "the club keeps no ratings",
}
"""Addresses that answer nothing for this event, each with the reason; those of ratings beside them."""


@pytest.fixture
def organiser(api):
    return signed_in(api, "Ylva", "organiser")


@pytest.fixture
def event(api, organiser, judging, request):
    """An event of four teams in its second round; a board of the first was decided by a referee."""
    form = getattr(request, "param", "team_league")
    rounds = {"rounds": 3} if form == "team_swiss" else {}
    words = {**WORDS, "name": "Serien", "format": form, "settings": {"boards": 2, **rounds}}
    cup = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    path = f"/v1/tournaments/{cup}"
    for name, members in TEAMS.items():
        assert api.post(f"{path}/teams?register=1", {"name": name, "members": members}).status_code == 201
    plan = {"currency": "SEK", "fee": "100", "prizes": [{"share": "100"}]}
    assert api.send("PUT", f"{path}/money", "organiser", json=plan).status_code == 200
    assert api.post(f"{path}/tables", {"tables": [str(number) for number in range(1, 5)]}).status_code in (200, 201)
    first, *others = api.post(f"{path}/start", {"seed": "snow"}).json["rounds"][0]["matches"]
    ruled = {"kind": "walkover", "winner": "white", "reason": "too late"}
    assert api.post(f"{path}/decisions", {"match": first["id"], **ruled}).status_code in (200, 201)
    with judging():
        won = {f"games-{other['id'].rpartition('.')[2]}": "222" for other in others}
        assert organiser.fill(f"/tournaments/{cup}/rounds/1/results", key="k", **won).status_code == 303
        api.post(f"{path}/rounds", {})
    return cup


def bare(path, text, own):
    """The players' names in a text beside which the team does not stand, as they stand there; `own` needs none."""
    near = len(text) if path.endswith(".trf") else NEAR_IN_JSON if path.startswith("/v1/") else NEAR
    lines = text.splitlines() if path.endswith((".csv", "/news", ".xlsx")) else [text]
    around = (
        (matched[1], line[max(0, matched.start() - near) : matched.end() + near])
        for line in lines
        for matched in PLAYER.finditer(line)
    )
    return [part for name, part in around if TEAM_OF[name] not in part and name not in own]


def readable(answer):
    """An answer as text: what a sheet says, a workbook line by line, and of a page also what is only heard."""
    data = answer.get_data()
    if answer.mimetype == PDF:
        return " ".join(texts(data))
    if answer.mimetype == XLSX:
        return "\n".join(
            ";".join(str(cell) for cell in row if cell is not None)
            for sheet in load_workbook(data)
            for row in sheet.iter_rows(values_only=True)
        )
    text = data.decode(errors="replace")
    if answer.mimetype in ("text/html", "image/svg+xml"):
        text = re.sub(r"(?s)<(script|style|datalist)\b.*?</\1>", " ", text)
        text = re.sub(r'<[^>]*?\b(?:aria-label|title|alt)="([^"]*)"[^>]*>', r" \1 ", text)
        return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())
    return text.replace("\r\n ", "") if answer.mimetype == "text/calendar" else text


def addresses(api, event):
    """Every address that answers about the event, its matches, its players or the club, with its rule."""
    state = api.get(f"/v1/tournaments/{event}").json
    team = state["entries"][0]
    values = {
        **ASKED,
        "tournament": (event,),
        "club": ("vasa",),
        "match": tuple(round_["matches"][0]["id"] for round_ in state["rounds"][:2]),
        "player": (team["player"], team["members"][0]["player"]),
    }
    for rule in api.client.application.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments and rule.arguments <= values.keys():
            paths = [rule.rule]
            for name in rule.arguments:
                paths = [re.sub(rf"<(\w+:)?{name}>", value, path) for path in paths for value in values[name]]
            query = QUERIES.get(rule.rule.rpartition("/")[2], "").format(player=team["members"][0]["player"])
            yield rule.rule, [*paths, *([paths[0] + query] if query else [])]


@pytest.mark.parametrize("event", some(FORMATS, "team_league"), indirect=True)
def test_a_team_stands_beside_each_of_its_players_wherever_they_are_named(api, organiser, event):
    lacking, unseen, named = {}, set(), set()
    team = api.get(f"/v1/tournaments/{event}").json["entries"][0]
    for rule, paths in addresses(api, event):
        if rule in NOT_ASKED:
            continue
        answers = {path: organiser.client.get(path) for path in paths}
        if all(answer.status_code != 200 for answer in answers.values()) and "/ratings/" not in rule:
            unseen.add(rule)
        for path, answer in answers.items():
            own = TEAMS[team["name"]] if team["player"] in path else [team["members"][0]["name"]] * (rule in OWN_PAGES)
            text = readable(answer)
            named |= {rule} if PLAYER.search(text) else set()
            if rule not in WITHOUT_TEAMS and (found := bare(path, text, own)):
                lacking[path] = found[:2]
    assert not lacking
    assert len(named) > 50
    assert unseen <= NOT_HERE.keys()


def test_the_search_for_bare_names_finds_one():
    assert bare("/page", "Alva – Cajsa (Nacka)" + "." * NEAR, ()) == ["Alva – Cajsa (Nacka)" + "." * (NEAR - 16)]
    assert bare("/x.csv", "1;Alva;Vaxholm\n2;Alva;", ()) == ["2;Alva;"]
    assert not bare("/page", "Alva (Vaxholm) – Cajsa (Nacka)", ())
