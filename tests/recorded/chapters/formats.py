"""A tournament of every format, played to its end, and read while it runs and afterwards."""

from hashlib import sha256

from tests.recorded.chapters.hidden_fields import hidden
from tests.recorded.chapters.reading import read_desk, read_match, read_tournament
from tests.recorded.recorder import Chapter, Json

NAMES = ("Åsa", "Bo", "Cilla", "Dag", "Eva", "Fia", "Gun", "Hal", "Ida")
TEAMS = {"Lag Vasa": ["Anna", "Bo"], "Lag Huk": ["Cilla", "Dag"], "Lag Åsö": ["Eva", "Fia"]}
PLAYED = {
    "round_robin": (5, {"game": "swedish", "length": {"games": 3}, "settings": {}}),
    "single_elimination": (6, {"game": "tick-tack", "length": {"games": 3}, "settings": {"bronze": True}}),
    "double_elimination": (5, {"game": "english", "length": {"games": 3}, "settings": {}}),
    "groups_then_knockout": (
        8,
        {
            "game": "irish",
            "length": {"games": 3},
            "settings": {"groups": 2, "advance": 2, "bronze": True, "consolation": True},
            "terms": [{"stage": "main", "from_end": 1, "length": {"games": 5}}],
        },
    ),
    "swiss": (7, {"game": "backgammon", "length": {"points": 3}, "settings": {"rounds": 3}}),
    "elimination_by_losses": (5, {"game": "dutch", "length": {"games": 3}, "settings": {}}),
    "team_league": (3, {"game": "dubblets", "length": {"games": 3}, "settings": {"boards": 2}}),
}

PLAYED_LATER = {
    "swiss_then_knockout": (
        8,
        {
            "game": "backgammon",
            "length": {"points": 3},
            "settings": {"rounds": 3, "cut": 2, "line": "play_off", "consolation": True},
            "terms": [{"stage": "main", "length": {"points": 5}}],
        },
    ),
}
"""Formats whose chapters come behind the others."""

PLAYED_LAST = {
    "all_places": (
        7,
        {
            "format": "single_elimination",
            "game": "tick-tack",
            "length": {"games": 3},
            "settings": {"placement": 8},
            "terms": [{"stage": "placement", "length": {"games": 5}}],
        },
    ),
    "groups_by_results": (
        7,
        {
            "format": "groups_then_knockout",
            "game": "irish",
            "length": {"games": 3},
            "settings": {
                "groups": 2,
                "advance": 1,
                "next_best": 1,
                "seeds_by": "results",
                "compare": "without_last",
                "level": "play_off",
                "gone": "byes",
                "consolation": True,
            },
        },
    ),
    "scheveningen": (
        3,
        {
            "format": "team_league",
            "game": "dubblets",
            "length": {"games": 3},
            "settings": {"boards": 2, "meeting": "scheveningen"},
        },
    ),
    "team_knockout": (3, {"game": "swedish", "length": {"games": 3}, "settings": {"boards": 2}}),
    "team_swiss": (3, {"game": "swedish", "length": {"games": 3}, "settings": {"boards": 2, "rounds": 2}}),
    "stages": (
        8,
        {
            "game": "swedish",
            "length": {"games": 3},
            "settings": {
                "first_on": 2,
                "second": "swiss",
                "second_rounds": 2,
                "second_on": 2,
                "second_counts": "points",
                "third": "single_elimination",
            },
            "terms": [{"stage": "stage_2", "length": {"games": 5}}],
        },
    ),
}
"""Formats, and choices of them, whose chapters come last."""

READ_WHILE_PLAYED = ("round_robin", "double_elimination", "groups_then_knockout", "swiss")


def announced(chapter: Chapter, club: str, **words: Json) -> str:
    """Announce a tournament; its id."""
    said = {"name": "Höstcupen", "game": "swedish", "length": {"games": 3}, "format": "round_robin", **words}
    return chapter.post(f"/v1/clubs/{club}/tournaments", said).json["id"]


def started(chapter: Chapter, club: str, count: int, **words: Json) -> str:
    """A tournament of so many players that runs; its id."""
    tournament = announced(chapter, club, **words)
    path = f"/v1/tournaments/{tournament}"
    chapter.post(f"{path}/entries?register=1", {"players": list(NAMES[:count])})
    chapter.post(f"{path}/start", {"seed": "midsummer"})
    return tournament


def results_of(match: Json, length: Json, outcomes: list[str]) -> list[Json]:
    """The games of a match by its slot alone, as many as decide nothing too early."""
    ((unit, count),) = length.items()
    if unit == "points":
        winner = "white" if _chance(match["slot"], 0) else "black"
        return [{"winner": winner, "outcome": outcomes[0]}] * count
    return [
        {
            "winner": "white" if _chance(match["slot"], number) else "black",
            "outcome": outcomes[sha256(f"{match['slot']}{number}".encode()).digest()[1] % len(outcomes)],
        }
        for number in range(count)
    ]


def _chance(slot: str, number: int) -> bool:
    return sha256(f"{slot}/{number}".encode()).digest()[0] % 2 == 0


def report_open(chapter: Chapter, tournament: str, outcomes: list[str], most: int = 1000) -> int:
    """Report the matches that wait for a result, as many as asked; how many those were."""
    path = f"/v1/tournaments/{tournament}"
    waiting = [
        match
        for round_ in chapter.get(path, "organiser").json["rounds"]
        for match in round_["matches"]
        if match["result"] is None and match["white"] and match["black"] and match["status"] == "open"
    ][:most]
    for match in waiting:
        length = chapter.get(f"/v1/matches/{match['id']}", "organiser").json["length"]
        said = {"match": match["id"], "results": results_of(match, length, outcomes)}
        chapter.post(f"{path}/results", said, "scorer")
    return len(waiting)


_LOGO = "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR4nGPQj3aDIwZkDgBT4gaBPiWsRgAAAABJRU5ErkJggg=="
"""A picture of two rows of four pixels."""


def _elsewhere(chapter: Chapter, club: str, tournament: str) -> None:
    """A player of the tournament at the club, and the tournament in a frame."""
    player = chapter.get(f"/v1/tournaments/{tournament}", "stranger").json["entries"][0]["player"]
    chapter.pages(f"/clubs/{club}/players/{player}", "stranger")
    chapter.fill(f"/clubs/{club}/look", "organiser", colour="#2f5b46")
    chapter.pages(f"/clubs/{club}/look", "organiser")
    chapter.ask("PUT", f"/v1/clubs/{club}/look", "organiser", json={"colour": "#ffe600", "logo": _LOGO})
    chapter.get(f"/v1/clubs/{club}/look", "organiser")
    chapter.get(f"/clubs/{club}/logo.png", "stranger")
    chapter.get(f"/clubs/{club}/look.css", "stranger")
    chapter.pages(f"/tournaments/{tournament}", "stranger")
    chapter.fill(f"/clubs/{club}/embedding", "organiser", to="allowed")
    chapter.pages(f"/clubs/{club}/embedding", "organiser")
    chapter.pages(f"/tournaments/{tournament}?embed=1", "stranger")


def _begun_and_taken_back(chapter: Chapter, tournament: str) -> None:
    """A stage begins by the page of the cut, and an organiser takes it back on the page of its first round."""
    path, cut = f"/v1/tournaments/{tournament}", f"/tournaments/{tournament}/cut"
    chapter.pages(cut, "stranger")
    chapter.fill(cut, "organiser", version="1")
    chapter.fill(cut, "organiser", **hidden(chapter.get(cut, "organiser").text))
    number = chapter.get(path, "organiser").json["rounds"][-1]["round"]
    page = f"/tournaments/{tournament}/rounds/{number}/results"
    fields = hidden(chapter.get(page, "organiser").text)
    chapter.fill(f"{page}/cut-taken-back", "organiser", version=fields["version"], key="a-back")


def play(chapter: Chapter, club: str, form: str, published: bool = True) -> str:
    """Play a tournament of a format to its end; its id."""
    count, words = (PLAYED | PLAYED_LATER | PLAYED_LAST)[form]
    if words.get("format", form) in ("team_league", "team_knockout", "team_swiss"):
        tournament = announced(chapter, club, **{"format": form, "published": published, **words})
        for name, members in TEAMS.items():
            chapter.post(f"/v1/tournaments/{tournament}/teams?register=1", {"name": name, "members": members})
        read_tournament(chapter, tournament, "stranger")
        chapter.post(f"/v1/tournaments/{tournament}/start", {"seed": "midsummer"})
    else:
        tournament = started(chapter, club, count, **{"format": form, "published": published, **words})
    games = {each["id"]: each for each in chapter.get("/v1/games", "stranger").json["games"]}
    worth = sorted(games[words["game"]]["outcomes"], key=lambda each: each["points"])
    outcomes = [each["key"] for each in worth if each["points"]]
    path = f"/v1/tournaments/{tournament}"
    report_open(chapter, tournament, outcomes, 2)
    if form == "stages":
        report_open(chapter, tournament, outcomes)
        _begun_and_taken_back(chapter, tournament)
    rows = chapter.get(f"{path}/matches", "referee").json["matches"]
    matches = [each["id"] for each in rows if each["white"] and each["black"]]
    if form in READ_WHILE_PLAYED:
        read_tournament(chapter, tournament, "stranger")
    read_desk(chapter, tournament, "referee", matches[-1])
    for _ in range(12):
        done = report_open(chapter, tournament, outcomes)
        if chapter.get(path, "stranger").json["status"] == "finished":
            break
        if not done:
            chapter.post(f"{path}/rounds", {})
    read_tournament(chapter, tournament, "stranger")
    if form == "round_robin":
        read_match(chapter, matches[0], "stranger")
        read_desk(chapter, tournament, "referee", matches[0])
    chapter.pages(f"/clubs/{club}", "viewer", "stranger")
    chapter.pages("/", "stranger")
    if form == "swiss":
        _elsewhere(chapter, club, tournament)
    return tournament
