"""Tournaments before their results: announced, entered, paired by hand and taken back, step by step; and a wall."""

from tests.recorded.chapters.formats import NAMES, announced, report_open, started
from tests.recorded.chapters.hidden_fields import hidden
from tests.recorded.chapters.people import employed
from tests.recorded.chapters.reading import read_tournament
from tests.recorded.chapters.results import WON
from tests.recorded.recorder import Chapter


def before_the_start(chapter: Chapter) -> None:
    """Entries, seeding, who is there, drafts, rounds by hand, avoidance, tables, and an early end."""
    chapter.found("swiss-club")
    tournament = announced(
        chapter, "swiss-club", format="swiss", settings={"rounds": 3}, drafts=True, check_in=True, published=False
    )
    path = f"/v1/tournaments/{tournament}"
    version = chapter.get(path).headers["ETag"]
    chapter.post(f"{path}/start", {"seed": "x"})  # no player has entered
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
    chapter.post(f"{path}/call-off", {"reason": "it is over"})
    chapter.pages(f"/tournaments/{tournament}", "stranger")
    chapter.get("/v1/clubs/swiss-club/tournaments")
    for whose in ("clubs/swiss-club", f"tournaments/{tournament}"):
        # The numbers of items depend on the order in which a worker judges several logs, which its speed decides.
        chapter.get(f"/v1/{whose}/news?after=999999")
    chapter.get(f"/v1/clubs/swiss-club/audit?tournament={tournament}", "organiser")
    chapter.pages("/clubs/swiss-club/audit", "olle")


def impasse(chapter: Chapter) -> None:
    """A Swiss of four with one round more than there are opponents; the way out by the API, and by the page."""
    chapter.found("stuck")
    path = _stuck(chapter)
    chapter.get(f"{path}/impasse", "organiser")
    chapter.pages(path.removeprefix("/v1"), "viewer")
    chapter.post(f"{path}/impasse", {"way": "look_ahead", "reason": "please"})
    chapter.post(f"{path}/impasse", {"way": "coin"})
    chapter.post(f"{path}/impasse", {"way": "rematch", "reason": "all agree"})
    chapter.get(f"{path}/pairings/4/explain")
    path = _stuck(chapter)
    page = f"{path.removeprefix('/v1')}/impasse"
    chapter.pages(page, "organiser")
    version = str(chapter.get(path).json["version"])
    chapter.fill(page, "organiser", way="rematch", version=version, key="way")


def _stuck(chapter: Chapter) -> str:
    """The address of a Swiss of four after its third round."""
    tournament = started(chapter, "stuck", 4, format="swiss", settings={"rounds": 4})
    path = f"/v1/tournaments/{tournament}"
    for _ in range(3):
        for match in chapter.get(path).json["rounds"][-1]["matches"]:
            chapter.post(f"{path}/results", {"match": match["id"], "results": WON}, "scorer")
        chapter.post(f"{path}/rounds", {})
    return path


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


def names(chapter: Chapter, path: str) -> list[list[str]]:
    """The pairings of the last round."""
    matches = chapter.get(path, "organiser").json["rounds"][-1]["matches"]
    return [[each["white"]["name"], each["black"]["name"]] for each in matches if each["white"] and each["black"]]


def timetable(chapter: Chapter) -> None:
    """A timetable: proposed, moved, pushed, ruled, refused, taken away; its pages and files."""
    chapter.found("timetable")
    details = {"zone": "Europe/Stockholm", "place": "Vasa"}
    tournament = started(chapter, "timetable", 5, format="single_elimination", published=True, details=details)
    path, begin = f"/v1/tournaments/{tournament}", "2026-11-28T18:00:00+01:00"
    chapter.post(f"{path}/tables", {"tables": ["1", "2"]})
    chapter.post(f"{path}/timetable/proposal", {"starts": begin, "minutes": 60, "dry_run": True})
    chapter.post(f"{path}/timetable/proposal", {"starts": begin, "minutes": 60})
    rules = {
        "breaks": [{"starts": "2026-11-28T20:00:00+01:00", "ends": "2026-11-28T20:30:00+01:00", "text": "Fika"}],
        "rest": 10,
        "pushes": True,
    }
    chapter.ask("PUT", f"{path}/timetable/rules", "organiser", json=rules)
    chapter.ask("PUT", f"{path}/timetable/rules", "organiser", json={"rest": -1, "breaks": [{"starts": begin}]})
    match = chapter.get(f"{path}/timetable", "organiser").json["matches"][0]["match"]
    move = {"matches": [{"match": match, "starts": "2026-11-28T18:30:00+01:00", "table": "2"}]}
    chapter.post(f"{path}/timetable", move, "referee")
    chapter.post(f"{path}/timetable", {**move, "push": True}, "referee")
    for wrong in ({"matches": []}, {"matches": [{"match": "main.9.9", "starts": begin, "minutes": 0, "table": "9"}]}):
        chapter.post(f"{path}/timetable", wrong, "referee")
    for reader in ("stranger", "viewer", "organiser"):
        chapter.get(f"{path}/timetable", reader)
    chapter.get("/v1/clubs/timetable/timetable", "viewer")
    page = f"/tournaments/{tournament}/timetable"
    chapter.pages(page, "stranger", "organiser")
    chapter.pages(f"{page}?match={match}", "organiser")
    chapter.pages("/clubs/timetable/timetable", "organiser")
    chapter.pages(f"/tournaments/{tournament}/rounds", "stranger")
    chapter.fill(page, "organiser", match=match, starts="2026-11-28T19:00", minutes="45", table="1", step="save")
    chapter.fill(page, "organiser", match=match, starts="soon", minutes="0", table="1", step="save")
    chapter.fill(page, "organiser", match=match, step="out")
    chapter.fill(f"{page}/proposal", "organiser", starts="2026-11-28T18:00", minutes="60", until="22:00", keep="1")
    chapter.fill(f"{page}/proposal", "organiser", starts="", minutes="x", until="")
    ends = {"starts.0": "2026-11-28T20:00", "ends.0": "2026-11-28T20:30", "text.0": "Fika"}
    chapter.fill(f"{page}/rules", "organiser", rest="5", pushes="", **ends)
    chapter.fill(f"{page}/rules", "organiser", rest="many", pushes="", **{"starts.0": "x"})
    chapter.get(f"{path}/timetable.pdf?lang=sv", "stranger")
    chapter.get(f"{path}/calendar.ics?table=1", "stranger")
    chapter.get(f"{path}/events", "stranger")
    chapter.fill(f"{page}/removal", "organiser")
    chapter.ask("DELETE", f"{path}/timetable", "organiser")


def times(chapter: Chapter) -> None:
    """The time of a round: set, set again, refused, taken away."""
    chapter.found("times")
    details = {"round_minutes": 90, "lateness": {"after": 5, "every": 5, "lost_after": 20}}
    tournament = started(chapter, "times", 4, format="round_robin", published=True, details=details)
    path, begin = f"/v1/tournaments/{tournament}", "2026-11-28T18:00:00+01:00"
    chapter.post(f"{path}/rounds/1/time", {"starts": begin})
    chapter.post(f"{path}/rounds/1/time", {"starts": begin, "minutes": 100})
    chapter.post(f"{path}/rounds/2/time", {"starts": begin, "ends": "2026-11-28T18:30:00Z"})
    for wrong in ({"starts": "18:00", "minutes": 0}, {"starts": begin, "ends": begin}, {"ends": begin, "minutes": 1}):
        chapter.post(f"{path}/rounds/1/time", wrong)
    chapter.post(f"{path}/rounds/9/time", {"starts": begin})
    chapter.get(f"{path}/events", "stranger")
    chapter.pages(f"/tournaments/{tournament}/rounds", "stranger")
    page = f"/tournaments/{tournament}/rounds/3/results"
    version = str(chapter.get(path, "stranger").json["version"])
    chapter.fill(f"{page}/time", "organiser", step="set", starts="", minutes="none", version=version)
    chapter.fill(f"{page}/time", "organiser", step="set", starts="", minutes="90", version=version)
    chapter.pages(page, "organiser")
    chapter.pages(f"/desk/{tournament}", "organiser")
    for asked in ({}, {"matches": ["t_aaaaaaaaaa.1"]}, {"matches": ["one"]}):
        chapter.post(f"{path}/rounds/1/time-up", asked)
    chapter.fill(f"{page}/time-up", "organiser", match="", version=version)
    _time_up(chapter)
    chapter.ask("DELETE", f"{path}/rounds/2/time", "organiser")
    chapter.ask("DELETE", f"{path}/rounds/9/time", "organiser")
    table = f"/desk/{tournament}/tables/{tournament}.1"
    chapter.fill(f"{table}/late", "organiser", late="white.1", version="0")
    chapter.recorder.frozen.at += 6 * 60_000
    chapter.pages(f"/desk/{tournament}", "organiser")
    for late in ("white.1", "white.1", "black.1"):
        chapter.fill(f"{table}/late", "organiser", late=late, version="0")
    chapter.pages(table, "organiser")
    for lateness in ({"after": 5, "every": 0, "lost_after": 5}, None):
        chapter.ask("PATCH", path, "organiser", json={"details": {"lateness": lateness}})


def wall(chapter: Chapter) -> None:
    """The slides of a cup of four from its start to its winner; and a tournament that only the club sees."""
    chapter.found("hall")
    hidden = announced(chapter, "hall", published=False)
    chapter.pages(f"/tournaments/{hidden}/wall", "organiser", "stranger")
    chapter.get(f"/tournaments/{hidden}/picture.png", "organiser")
    chapter.get("/clubs/hall/wall", "stranger")
    tournament = started(chapter, "hall", 4, format="single_elimination", published=True)
    page = f"/tournaments/{tournament}/wall"
    for outcomes in ([], ["bearing_off"], ["bearing_off"]):
        if outcomes:
            report_open(chapter, tournament, outcomes)
        chapter.pages(page, "stranger")
        chapter.get(f"/tournaments/{tournament}/picture.png?lang=sv", "stranger")
        for slide in range(3):
            chapter.get(f"{page}/slide?slide={slide}", "stranger", headers={"Accept-Language": "sv"})
    chapter.get(f"{page}/slide?slide=1000", "stranger")
    for part in ("", f"?match={tournament}.1", f"?match={tournament}.1&board=1&lang=sv", f"/now?match={tournament}.1"):
        chapter.get(f"/tournaments/{tournament}/overlay{part}", "stranger")
    for part in ("?table=1&board=1&lang=sv", "/now?table=1", "?table=99"):
        chapter.get(f"/tournaments/{tournament}/overlay{part}", "stranger")
    chapter.get(f"/matches/{tournament}.1/picture.png?lang=sv", "stranger")
    for part in (f"/v1/tournaments/{tournament}", f"/v1/matches/{tournament}.1"):
        chapter.get(f"{part}/picture.png?shape=tall&lang=sv", "stranger")
    chapter.pages("/clubs/hall/wall", "stranger")
    chapter.get("/clubs/hall/wall/slide?slide=1", "stranger")


def _time_up(chapter: Chapter) -> None:
    """Unfinished matches of a round whose time is over count as announced, by a program and by a page."""
    tournament = started(chapter, "times", 4, format="round_robin", published=True, time_up="half_each")
    path, page = f"/v1/tournaments/{tournament}", f"/tournaments/{tournament}/rounds/1/results"
    chapter.post(f"{path}/rounds/1/time", {"minutes": 1})
    chapter.recorder.frozen.at += 2 * 60_000
    first, second = [f"{tournament}.{number}" for number in (1, 2)]
    chapter.post(f"{path}/rounds/1/time-up", {"matches": [first]}, "referee")
    chapter.pages(page, "organiser")
    version = str(chapter.get(path, "stranger").json["version"])
    chapter.fill(f"{page}/time-up", "organiser", match=second, version=version)
    chapter.get(f"{path}/standings", "stranger")
