"""Everything that an organiser and a referee do with tournaments, and people who sign in, step by step."""

import re

from tests.recorded.formats import NAMES, announced, started
from tests.recorded.reading import read_desk, read_tournament
from tests.recorded.recorder import FORM, Chapter

PASSWORD = "en kopp kaffe"
OWN = {"Sec-Fetch-Site": "same-origin"}
WON = [{"winner": "white", "outcome": "jan"}] * 3
LOST = [{"winner": "black", "outcome": "bearing_off"}] * 3


def the_club(chapter: Chapter) -> None:
    """Players, tokens, people and the list of deeds."""
    club = "/v1/clubs/vasa"
    chapter.found("vasa")
    chapter.post("/v1/clubs", {"slug": "vasa", "name": "Again"}, "operator")
    chapter.post("/v1/clubs", {"slug": "Va sa"}, "operator")
    chapter.get("/v1/clubs", "operator")
    chapter.get(club)
    players = chapter.post(f"{club}/players", [{"name": "Anna", "rating": 1500}, {"name": "Bo"}, {"name": "Cy"}])
    chapter.post(f"{club}/players", [{"name": "Anna"}, {"rating": 5}])
    chapter.ask("POST", f"{club}/players", "organiser", data="name;rating\nDag;1400\nEva;\n", content_type="text/csv")
    chapter.ask("POST", f"{club}/players", "organiser", data="who\nDag\n", content_type="text/csv")
    ids = [each["id"] for each in players.json["players"]]
    chapter.ask("PATCH", f"{club}/players/{ids[0]}", "organiser", json={"name": "Anna Berg", "rating": 1550})
    chapter.ask("PATCH", f"{club}/players/Bo", "organiser", json={"name": "Anna Berg"})
    chapter.ask("DELETE", f"{club}/players/{ids[2]}", "organiser")
    chapter.get(f"{club}/players?limit=2")
    chapter.get(f"{club}/players?limit=2&cursor=2")
    token = chapter.post(f"{club}/tokens", {"role": "viewer", "note": "screen"}).json["id"]
    chapter.get(f"{club}/tokens", "organiser")
    for _ in range(2):
        chapter.ask("DELETE", f"{club}/tokens/{token}", "organiser")
    member = employed(chapter, "vasa", "Åsa Ek", "organiser", "asa")
    chapter.post(f"{club}/people", {"name": "Åsa Ek", "role": "referee"})
    chapter.ask("PATCH", f"{club}/people/{member}", "organiser", json={"name": "Åsa Lind"})
    chapter.ask("PATCH", f"{club}/people/{member}", "organiser", json={"role": "king"})
    other = chapter.post(f"{club}/people", {"name": "Nils", "role": "viewer"}).json["id"]
    chapter.post(f"{club}/people/{other}/invitation")
    chapter.get(f"{club}/people", "organiser")
    _pages_of_people(chapter, other)
    chapter.ask("DELETE", f"{club}/people/{other}", "organiser")
    chapter.get(f"{club}/audit?limit=5", "organiser")
    chapter.get(f"{club}/audit?limit=5&cursor=5", "organiser")
    chapter.get(f"{club}/tournaments")
    chapter.get(f"{club}/matches")
    chapter.pages("/clubs/vasa/audit", "asa")
    _sessions(chapter)


def employed(chapter: Chapter, club: str, name: str, role: str, reader: str) -> str:
    """Invite a person, who comes with the invitation and chooses a password; the id."""
    invited = chapter.post(f"/v1/clubs/{club}/people", {"name": name, "role": role}).json
    chapter.pages("/sign-in", reader)
    chapter.fill("/sign-in/key", reader, key="nothing")
    chapter.fill("/sign-in/key", reader, key=invited["invitation"])
    chapter.pages("/sign-in/password", reader)
    chapter.fill("/sign-in/password", reader, password="kort")
    chapter.fill("/sign-in/password", reader, password=PASSWORD)
    return invited["id"]


def _pages_of_people(chapter: Chapter, other: str) -> None:
    people = "/clubs/vasa/people"
    chapter.pages(people, "asa", "stranger")
    chapter.fill(people, "asa", name="", role="king")
    chapter.fill(people, "asa", name="Ove", role="scorer")
    chapter.fill(f"{people}/{other}", "asa", role="scorer")
    chapter.fill(f"{people}/{other}", "asa", role="king")
    chapter.fill(f"{people}/{other}/invitation", "asa")
    chapter.fill(f"{people}/u_nobody/removal", "asa")
    gone = chapter.post("/v1/clubs/vasa/people", {"name": "Ulf", "role": "viewer"}).json["id"]
    chapter.fill(f"{people}/{gone}/removal", "asa")


def _sessions(chapter: Chapter) -> None:
    chapter.pages("/account", "asa", "stranger")
    chapter.pages("/", "asa")
    chapter.get("/v1/session", "asa")
    chapter.get("/v1/session", "stranger")
    chapter.fill("/account/password", "asa", old="wrong", new="en kopp te till")
    chapter.fill("/account/password", "asa", old=PASSWORD, new="en kopp te till")
    for password in ("wrong", "en kopp te till"):
        chapter.fill("/sign-in", "phone", club="vasa", name="Åsa Lind", password=password)
    chapter.pages("/account", "phone")
    chapter.fill("/account/sign-out-everywhere", "phone")
    chapter.pages("/account", "asa")
    said = {"club": "vasa", "name": "åsa lind", "password": "en kopp te till"}
    chapter.ask("POST", "/v1/session", "phone", headers=OWN, json={**said, "password": "no"})
    chapter.ask("POST", "/v1/session", "phone", headers=OWN, json=said)
    chapter.ask("POST", "/v1/session", "phone", json=said)
    chapter.ask("DELETE", "/v1/session", "phone", headers=OWN)
    chapter.fill("/sign-in", "phone", club="vasa", name="Åsa Lind", password="en kopp te till", next="/clubs/vasa")
    chapter.fill("/sign-out", "phone")


def before_the_start(chapter: Chapter) -> None:
    """Entries, seeding, who is there, drafts, rounds by hand, avoidance, tables, and an early end."""
    chapter.found("swiss-club")
    tournament = announced(
        chapter, "swiss-club", format="swiss", settings={"rounds": 3}, drafts=True, check_in=True, published=False
    )
    path = f"/v1/tournaments/{tournament}"
    version = chapter.get(path).headers["ETag"]
    chapter.post(f"{path}/start", {"seed": "x"})  # nobody has entered
    chapter.post(f"{path}/entries", {"players": ["Unknown"]})
    lines = "name;rating;club;seed\n" + "".join(f"{name};{1500 + 7 * n};Huk;\n" for n, name in enumerate(NAMES[:6]))
    sent = {"data": lines, "content_type": "text/csv"}
    chapter.ask("POST", f"{path}/entries?register=1", "organiser", **sent)
    chapter.post(f"{path}/entries", {"players": ["Åsa"]})
    chapter.ask("PATCH", path, "organiser", json={"name": "Höst", "reason": "x"}, headers={"If-Match": version})
    for change in ({"settings": {"rounds": 4}, "reason": "time"}, {"settings": {"laps": 2}}, {"published": 3}):
        chapter.ask("PATCH", path, "organiser", json=change)
    for seeding in ({"method": "rating"}, {"method": "lots", "seed": "midsummer"}, {"method": "stars"}):
        chapter.post(f"{path}/seeding", seeding)
    chapter.post(f"{path}/check-ins", {"players": list(NAMES[:6]), "present": True}, "referee")
    chapter.post(f"{path}/check-ins", {"players": ["Fia"], "present": False}, "referee")
    chapter.post(f"{path}/avoidances", {"pairs": [["Åsa", "Bo"]], "hard": True, "reason": "siblings"})
    chapter.post(f"{path}/avoidances", {"pairs": [["Åsa", "Åsa"]], "hard": True, "reason": "same"})
    chapter.get(f"{path}/avoidances", "referee")
    tables = {"tables": [{"table": "1"}, {"table": "2"}]}
    chapter.post(f"{path}/tables", tables)
    chapter.ask("PUT", f"{path}/tables", "organiser", json={"tables": [*tables["tables"], {"table": "Scen"}]})
    chapter.ask("PUT", f"{path}/tables", "organiser", json={"tables": [{"table": ""}]})
    employed(chapter, "swiss-club", "Olle", "organiser", "olle")
    chapter.pages(f"/desk/{tournament}", "olle")
    chapter.post(f"{path}/start", {"seed": "midsummer"})
    chapter.post(f"{path}/start", {"seed": "midsummer"})
    chapter.get(path, "stranger")
    chapter.get(path, "viewer")
    chapter.pages(f"/desk/{tournament}", "olle")
    _rounds(chapter, tournament)


def _rounds(chapter: Chapter, tournament: str) -> None:
    path, desk = f"/v1/tournaments/{tournament}", f"/desk/{tournament}"
    pairs = names(chapter, path)
    (a, b), (c, d), *_ = pairs
    alone = next(name for name in NAMES[:5] if name not in (a, b, c, d))
    swapped = {"pairs": [[a, c], [d, alone]], "bye": b, "reason": "they share a car", "force": True}
    chapter.post(f"{path}/rounds/1/pairings", swapped)
    chapter.post(f"{path}/rounds/1/pairings", {"pairs": [["Åsa", "Bo"]], "reason": "no"})
    chapter.post(f"{path}/rounds/9/publish")
    look = chapter.fill(f"{desk}/rounds", "olle", number="1", step="look")
    chapter.fill(f"{desk}/rounds", "olle", **hidden(look.text), step="write")
    chapter.post(f"{path}/rounds/1/publish")
    chapter.post(f"{path}/publication", {"published": True})
    matches = [each["id"] for each in chapter.get(f"{path}/matches").json["matches"] if each["white"] and each["black"]]
    chapter.post(f"{path}/tables/seats", {"seats": [{"match": matches[0], "table": "Scen"}]}, "referee")
    chapter.post(f"{path}/tables/seats", {"seats": [{"match": matches[0], "table": "99"}]}, "referee")
    chapter.get(f"{path}/tables")
    chapter.post(f"{path}/rounds", {})  # the round is not played yet
    chapter.fill(f"{desk}/rounds", "olle", step="look")
    for match in matches:
        chapter.post(f"{path}/results", {"match": match, "results": WON}, "scorer")
    look = chapter.fill(f"{desk}/rounds", "olle", step="look")
    chapter.fill(f"{desk}/rounds", "olle", **hidden(look.text), step="write")
    chapter.post(f"{path}/rounds/2/unpair", {"reason": "a player was overlooked"})
    chapter.post(f"{path}/entries?register=1", {"players": ["Sen"]})
    chapter.post(f"{path}/withdrawals", {"player": "Bo", "reason": "ill"})
    chapter.post(f"{path}/withdrawals", {"player": "Nobody", "reason": "ill"})
    chapter.post(f"{path}/rounds", {"round": 2})
    chapter.post(f"{path}/rounds/2/publish")
    chapter.get(f"{path}/impasse", "organiser")
    chapter.post(f"{path}/impasse", {"way": "rematch", "reason": "all agree"})
    read_tournament(chapter, tournament, "olle")
    chapter.post(f"{path}/end", {"reason": "the hall closes"})
    chapter.post(f"{path}/end", {"reason": "again"})
    chapter.pages(f"/tournaments/{tournament}", "stranger")
    chapter.get("/v1/clubs/swiss-club/tournaments")
    chapter.get(f"/v1/clubs/swiss-club/audit?tournament={tournament}", "organiser")
    chapter.pages("/clubs/swiss-club/audit", "olle")


def impasse(chapter: Chapter) -> None:
    """A Swiss of four with one round more than there are opponents."""
    chapter.found("stuck")
    tournament = started(chapter, "stuck", 4, format="swiss", settings={"rounds": 4})
    path = f"/v1/tournaments/{tournament}"
    for _ in range(3):
        for match in chapter.get(path).json["rounds"][-1]["matches"]:
            chapter.post(f"{path}/results", {"match": match["id"], "results": WON}, "scorer")
        chapter.post(f"{path}/rounds", {})
    chapter.get(f"{path}/impasse", "organiser")
    chapter.pages(f"/tournaments/{tournament}", "viewer")
    chapter.post(f"{path}/impasse", {"way": "look_ahead", "reason": "please"})
    chapter.post(f"{path}/impasse", {"way": "coin"})
    chapter.post(f"{path}/impasse", {"way": "rematch", "reason": "all agree"})
    chapter.get(f"{path}/pairings/4/explain")


def teams(chapter: Chapter) -> None:
    """Teams that line up anew, and what may not be."""
    chapter.found("league")
    words = {"format": "team_league", "settings": {"boards": 2}}
    path = f"/v1/tournaments/{announced(chapter, 'league', **words)}"
    for name, members in (("Vasa", ["Anna", "Bo"]), ("Huk", ["Cilla", "Dag"]), ("Ny", ["Anna"]), ("Bar", [])):
        chapter.post(f"{path}/teams?register=1", {"name": name, "members": members})
    chapter.post(f"{path}/entries", {"players": ["Anna"]})
    chapter.post(f"{path}/start", {"seed": "midsummer"})
    chapter.post("/v1/clubs/league/players", [{"name": "Gun"}])
    for team, members in (("Huk", ["Gun", "Dag"]), ("Huk", ["Anna"]), ("None", ["Gun"])):
        chapter.post(f"{path}/lineups", {"team": team, "round": 1, "members": members, "reason": "ill"})
    chapter.get(path)


def results(chapter: Chapter) -> None:
    """Results that are reported, confirmed, disputed, decided and taken back: as data, at the desk, by links."""
    chapter.found("cup")
    tournament = started(chapter, "cup", 4, confirm=True, published=True)
    path, desk = f"/v1/tournaments/{tournament}", f"/desk/{tournament}"
    chapter.post(f"{path}/tables", {"tables": [{"table": "1"}, {"table": "2"}]})
    rows = chapter.get(f"{path}/matches").json["matches"]
    one, two, three, four, *_ = [
        each["id"] for each in sorted(rows, key=lambda each: (each["table"] or "9", each["id"]))
    ]
    employed(chapter, "cup", "Rut", "referee", "rut")
    _links(chapter, tournament)
    chapter.tokens["other"] = chapter.post("/v1/clubs/cup/tokens", {"role": "scorer"}).json["token"]
    chapter.post(f"{path}/confirmations", {"match": one}, "scorer")
    _form_of_the_result(chapter, one)
    chapter.post(f"{path}/results", {"match": two, "results": LOST}, "scorer")
    chapter.post(f"{path}/results", {"match": two, "results": WON}, "other")  # disputed
    read_desk(chapter, tournament, "rut", two)
    chapter.post(f"{path}/confirmations", {"match": two}, "referee")
    chapter.post(f"{path}/confirmations", {"match": two}, "referee")
    chapter.post(f"{path}/results", {"match": three, "results": WON[:1]}, "scorer")
    chapter.post(f"{path}/results", {"match": f"{tournament}.99", "results": WON}, "scorer")
    decision = {"match": two, "kind": "played", "results": WON, "reason": "the sheet was read wrong"}
    for dry in ("?dry_run=true", ""):
        chapter.post(f"{path}/decisions{dry}", decision, "referee")
    seated = chapter.get(f"/v1/matches/{three}").json["players"]["white"]
    walkover = {"match": three, "kind": "walkover", "winner": seated, "reason": "ill"}
    chapter.post(f"{path}/decisions", {**walkover, "kind": "double_no_show"}, "referee")
    chapter.post(f"{path}/decisions", walkover, "referee")
    chapter.post(f"{path}/decisions", {"match": two, "kind": "guess"}, "referee")
    decided = chapter.get(f"{path}/decisions").json["decisions"]
    number = max(each["version"] for each in decided if each["match"] == two)
    chapter.get(f"{path}/matches/{two}/history")
    for dry in ("?dry_run=true", "", ""):
        undone = {"reason": "it was right after all"}
        chapter.post(f"{path}/decisions/{number}/undo{dry}", undone, "referee")
    chapter.get(f"{path}/decisions")
    _rulings(chapter, desk, four)
    read_tournament(chapter, tournament, "rut")
    read_desk(chapter, tournament, "rut", four)
    for failed in ({"job": "x"}, {"stream": four}):
        chapter.fill(f"{desk}/again", "rut", **failed)
    chapter.pages(f"{desk}?silent=5&round=1", "rut")
    chapter.pages(desk, "stranger", "viewer")
    chapter.get(f"{desk}/parts/nothing", "rut")


def _links(chapter: Chapter, tournament: str) -> None:
    path, slips = f"/v1/tournaments/{tournament}/links", f"/tournaments/{tournament}/links"
    made = chapter.post(path, {"tables": ["1"], "role": "scorer", "each_seat": True}, "referee").json["links"]
    chapter.post(path, {"tables": ["9"], "role": "organiser"}, "referee")
    for reader, link in zip(("white", "black"), made, strict=True):
        chapter.pages("/t/", reader)
        chapter.fill("/t/", reader, link=link["link"].partition("#")[2])
        chapter.pages("/t/", reader)
        chapter.get("/v1/session", reader)
    chapter.fill("/t/", "stranger", link="tl.nothing")
    chapter.pages(slips, "rut")
    chapter.fill(slips, "rut", role="scorer")
    chapter.fill(slips, "rut", role="scorer", table=["1", "2"])
    chapter.fill(f"{slips}/revocation", "rut", place="nowhere")
    chapter.fill(f"{slips}/revocation", "rut", place="table:2")
    chapter.fill(f"{slips}/revocation", "rut", place="table:2", step="write")
    chapter.ask("DELETE", f"{path}?table=2", "referee")


def _form_of_the_result(chapter: Chapter, match: str) -> None:
    page = f"/matches/{match}/result"
    chapter.pages(page, "white", "viewer", "stranger")
    games = {f"{key}{n}": word for n in (1, 2, 3) for key, word in (("winner", "white"), ("outcome", "jan"))}
    for wrong in ({}, {"winner1": "white"}, {"winner3": "white", "outcome3": "jan"}):
        chapter.fill(page, "white", step="look", **wrong)
    chapter.fill(page, "white", step="edit", **games)
    look = chapter.fill(page, "white", step="look", **games)
    chapter.fill(page, "white", **{**hidden(look.text), "step": "write"})
    chapter.pages(f"/matches/{match}?said=reported", "white", "black", "rut")
    shown = hidden(chapter.get(f"/matches/{match}", "black").text)
    chapter.fill(f"/matches/{match}/confirmation", "white", **shown)
    chapter.fill(f"/matches/{match}/confirmation", "black", version="77")
    chapter.fill(f"/matches/{match}/confirmation", "black", **shown)
    chapter.pages(page, "black")


def _rulings(chapter: Chapter, desk: str, match: str) -> None:
    table = f"{desk}/tables/{match}"
    facts = [{"type": "OpeningRolled", "white": 6, "black": 5}, {"type": "DiceRolled", "by": "white", "dice": [6, 2]}]
    chapter.post(f"/v1/matches/{match}/events", facts, "scorer")
    note = {"act": "note", "reason": "te"}
    chapter.fill(f"{table}/rulings", "rut", act="dance")
    chapter.fill(f"{table}/rulings", "rut", act="note", step="look")
    for act in (
        note,
        {"act": "suspend", "reason": "strömavbrott"},
        {"act": "resume"},
        {"act": "warning", "seat": "white", "reason": "sen", "rule": "4.2"},
        {"act": "penalty", "seat": "black", "points": "2", "reason": "igen"},
        {"act": "award_game", "winner": "white", "outcome": "jan", "reason": "gick hem"},
        {"act": "void", "from_version": "2", "to_version": "2", "reason": "fel"},
        {"act": "decide", "kind": "no_show", "winner": "white", "reason": "kom inte"},
    ):
        look = chapter.fill(f"{table}/rulings", "rut", step="look", **act)
        chapter.fill(f"{table}/rulings", "rut", **{**hidden(look.text), "step": "write"})
        chapter.pages(table, "rut")
    chapter.fill(f"{table}/rulings", "rut", step="edit", **note)
    chapter.ask("POST", f"{table}/rulings", "rut", headers=FORM, data={**note, "step": "look", "part": "1"})


def names(chapter: Chapter, path: str) -> list[list[str]]:
    """Who meets whom in the last round."""
    matches = chapter.get(path, "organiser").json["rounds"][-1]["matches"]
    return [[each["white"]["name"], each["black"]["name"]] for each in matches if each["white"] and each["black"]]


def hidden(html: str) -> dict[str, str]:
    """What a page sends with its first form beside what is filled in."""
    inputs = re.findall(r"<input[^>]*type=\"?hidden\"?[^>]*>", html)
    found = {}
    for each in inputs:
        name, value = re.search(r'name="([^"]*)"', each), re.search(r'value="([^"]*)"', each)
        if name and value:
            found.setdefault(name[1], value[1])
    return found
