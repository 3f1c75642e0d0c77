"""Everything that can be read of a match or a tournament: data, exports, pages."""

from tests.recorded.recorder import Chapter
from workers.context import WorkerContext
from workers.exports import prepare_file

TABLES = ("standings", "crosstable")
EXPORTS = (
    "standings.csv?bom=1",
    "standings.csv?columns=all",
    "standings.html",
    "standings.html?lang=sv",
    "standings.json",
    "standings.xlsx",
    "crosstable",
    "crosstable.csv",
    "crosstable.html",
    "crosstable.html?lang=sv",
    "crosstable.json",
    "crosstable.xlsx",
    "bracket",
    "bracket.json",
    "bracket.csv",
    "bracket.svg",
    "bracket.svg?lang=sv",
    "matches.csv",
    "trf16.trf",
    "trf26.trf",
    "brackets-model.json",
    "calendar.ics",
    "newspaper.txt",
    "newspaper.html?lang=sv",
)
OF_A_ROUND = ("pairings.csv", "pairings.html", "pairings.html?lang=sv")
PRINTS = ("bracket", "standings", "crosstable", "programme", "rulings", "certificates", "booklet")
PRINTS_OF_A_ROUND = ("pairings", "slips", "everything")
NDJSON = {"Accept": "application/x-ndjson"}
TABS = ("now", "rounds", "rounds/1", "standings", "bracket")
DESK_PARTS = ("next", "needs", "cards", "rounds", "standings", "log", "progress")


def look_at_match(chapter: Chapter, match: str, reader: str = "viewer") -> None:
    """The parts that differ from game to game: the state, the facts and sheet in words, and the page with its board."""
    path = f"/v1/matches/{match}"
    version = chapter.get(path, reader).json["version"]
    chapter.get(f"{path}/events?after={max(0, version - 12)}&text=1", reader)
    chapter.get(f"{path}/transcript.txt", reader)
    chapter.get(f"{path}.mat", reader)
    chapter.get(f"/matches/{match}?version={version // 2}", reader, headers={"Accept-Language": "sv"})
    chapter.get(f"/matches/{match}", reader)


def read_match(chapter: Chapter, match: str, reader: str = "viewer") -> None:
    """Every answer about a match, in every form."""
    path = f"/v1/matches/{match}"
    version = chapter.get(path, reader).json["version"]
    chapter.get(f"{path}?version={version // 2}", reader)
    chapter.get(f"{path}/events?after=-1&limit=20&text=1", reader)
    chapter.get(f"{path}/events?after={max(0, version - 12)}&text=1", reader)
    for form in (".ndjson", "/transcript.txt", "/transcript.mat", ".mat", "/stream?after=2"):
        chapter.get(f"{path}{form}", reader)
    chapter.get(f"{path}/transcript.ndjson", reader, headers={"If-None-Match": '"none"'})
    page = f"/matches/{match}"
    chapter.pages(page, reader)
    chapter.get(f"{page}?version={version // 2}&seat=black", reader)
    chapter.get(f"{page}/facts?version=3", reader)
    chapter.get(f"{page}/board.svg?version={version // 2}", reader)
    chapter.get(f"{page}/moments", reader)
    chapter.pages(f"{page}/now", reader)


def read_tournament(chapter: Chapter, tournament: str, reader: str = "viewer") -> None:
    """Every answer about a tournament: as data, as files, as pages."""
    path = f"/v1/tournaments/{tournament}"
    words = chapter.get(path, reader).json
    lines = chapter.get(f"{path}/standings", reader).json["standings"]
    rows = chapter.get(f"{path}/matches", reader).json["matches"]
    for form in (*EXPORTS, "tables", "decisions", "events?after=-1&limit=1000", "stream"):
        chapter.get(f"{path}/{form}", reader)
    chapter.get(f"{path}/events?after=-1", reader, headers=NDJSON)
    for round_ in {rows["round"] for rows in words["rounds"][:1] + words["rounds"][-1:]}:
        for form in OF_A_ROUND:
            chapter.get(f"{path}/rounds/{round_}/{form}", reader)
        chapter.get(f"{path}/pairings/{round_}/explain", reader)
    for line in lines[:2]:
        chapter.get(f"{path}/standings/explain/{line['player_id']}", reader)
        chapter.pages(f"/tournaments/{tournament}/standings?why={line['player_id']}", reader)
        chapter.pages(f"/tournaments/{tournament}/players/{line['player_id']}", reader)
        chapter.get(f"/tournaments/{tournament}/players/{line['player_id']}/next", reader)
    for row in [each for each in rows if each["white"] and each["black"]][:1]:
        chapter.get(f"{path}/matches/{row['id']}/history", reader)
        chapter.pages(f"/matches/{row['id']}", reader)
    chapter.pages(f"/tournaments/{tournament}", reader)
    for tab in TABS:
        chapter.pages(f"/tournaments/{tournament}/{tab}", reader)
        chapter.get(f"/tournaments/{tournament}/parts/{tab}", reader)
    chapter.pages(f"/tournaments/{tournament}/players", reader)


def read_prints(chapter: Chapter, tournament: str, reader: str = "viewer") -> None:
    """Every print of a tournament and of its first round."""
    path = f"/v1/tournaments/{tournament}"
    for name in PRINTS:
        chapter.get(f"{path}/{name}.pdf?lang=sv", reader)
        chapter.get(f"{path}/{name}.pdf?colour=red", reader)
    for name in PRINTS_OF_A_ROUND:
        chapter.get(f"{path}/rounds/1/{name}.pdf?lang=sv", reader)
        chapter.get(f"{path}/rounds/99/{name}.pdf", reader)


def have_files_prepared(chapter: Chapter, tournament: str, reader: str) -> None:
    """Files with all matches: asked for, written by a worker, read, stopped."""
    path, page = f"/v1/tournaments/{tournament}/prepared-files", f"/tournaments/{tournament}/files"
    deps = chapter.recorder.app.extensions["brade"].deps
    chapter.post(path, {"name": "mat.zip"}, "viewer")
    asked = chapter.post(path, {"name": "matches.txt"}, "viewer").json
    file = f"{path}/{asked['id']}"
    chapter.get(f"{file}/content", "viewer")
    chapter.pages(page, reader)
    prepare_file(WorkerContext(deps, deps.client, deps.jobs), asked["id"])
    for each in (path, file, f"{file}/content"):
        chapter.get(each, "viewer")
    chapter.pages(page, reader)
    chapter.fill(page, reader, name="matches.zip")
    chapter.ask("DELETE", file, "viewer")


def read_desk(chapter: Chapter, tournament: str, reader: str, match: str) -> None:
    """The referee's desk and the page of one of its tables."""
    desk = f"/desk/{tournament}"
    chapter.pages(desk, reader)
    for part in DESK_PARTS:
        chapter.pages(f"{desk}/parts/{part}", reader)
    chapter.pages(f"{desk}/cards/{match}", reader)
    chapter.pages(f"{desk}/tables/{match}", reader)
    chapter.pages(f"{desk}/tables/{match}/plays", reader)
