"""Seasons for tests, over the API: series, evenings of several formats played by lots, and their files."""

import csv
import io
from random import Random

from tests.support.ratings.decided import GAMES

ALL = "/v1/clubs/vasa/series"
FORMATS = (
    ("round_robin", {}),
    ("single_elimination", {"consolation": "auto", "bronze": True}),
    ("swiss", {"rounds": 3}),
    ("double_elimination", {}),
)
ENDINGS = ("bearing_off", "jan", "tower")


def announce(api, **announcement):
    """Announce a series; its address."""
    answer = api.post(ALL, {"name": "Season", **announcement})
    assert answer.status_code == 201, answer.json
    return f"{ALL}/{answer.json['id']}"


def add(api, series, *tournaments, **more):
    """Let tournaments count; what follows."""
    answer = api.post(f"{series}/tournaments", {"tournaments": list(tournaments), **more})
    assert answer.status_code == 200, answer.json
    return answer.json["moved"]


def players(api, count):
    """So many players of the club; their ids."""
    names = [{"name": api.new_name()} for _ in range(count)]
    return [player["id"] for player in api.post("/v1/clubs/vasa/players", names).json["players"]]


def announced(api, ids, number=1, form="round_robin", settings=None, **more):
    """An evening that these players have entered; its id."""
    words = {
        "name": f"Evening {number}",
        "game": "swedish",
        "length": {"games": 3},
        "format": form,
        "settings": settings or {},
        "details": {"starts": f"2026-09-{number:02}"},
        **more,
    }
    answer = api.post("/v1/clubs/vasa/tournaments", words)
    assert answer.status_code == 201, answer.json
    entered = api.post(f"/v1/tournaments/{answer.json['id']}/entries", {"players": list(ids)})
    assert entered.status_code == 201, entered.json
    return answer.json["id"]


def evening(api, ids, number=1, form="round_robin", settings=None, lots=None, **more):
    """An evening that was played to its end, by lots or by the order of the ids; its id."""
    tournament = announced(api, ids, number, form, settings, **more)
    start(api, tournament)
    play(api, tournament, ids, lots)
    return tournament


def start(api, tournament):
    """Start a tournament."""
    answer = api.post(f"/v1/tournaments/{tournament}/start", {"seed": "x"})
    assert answer.status_code in (200, 201), answer.json


def play(api, tournament, ids, lots=None):
    """Play a tournament to its end."""
    path = f"/v1/tournaments/{tournament}"
    while True:
        matches = api.get(f"{path}/matches?limit=1000").json["matches"]
        waiting = [match for match in matches if match["result"] is None]
        for each in waiting:
            decide(api, tournament, each, ids, lots)
        if not waiting:
            if api.get(path).json["status"] == "finished":
                return
            paired = api.post(f"{path}/rounds", {})
            assert paired.status_code in (200, 201), paired.json


def decide(api, tournament, match, ids, lots=None):
    """Decide a match: by lots, else the player who stands first in `ids` wins."""
    order = list(ids)
    first = min(("white", "black"), key=lambda seat: order.index(match[seat]["id"]))
    winner = lots.choice(("white", "black")) if lots else first
    asked = {"match": match["id"], "kind": "played", "reason": "as on the sheet", "results": GAMES[winner]}
    if lots and lots.random() < 0.15:
        asked = {"match": match["id"], "kind": lots.choice(("walkover", "no_show")), "reason": "away", "winner": winner}
    elif lots:
        other = "white" if winner == "black" else "black"
        ends = [lots.choice(ENDINGS) for _ in range(3)]
        won = [winner, other, winner] if lots.random() < 0.5 else [winner] * 3
        asked["results"] = [{"winner": seat, "outcome": end} for seat, end in zip(won, ends, strict=True)]
    answer = api.post(f"/v1/tournaments/{tournament}/decisions", asked)
    assert answer.status_code == 201, answer.json


def turn_around(api, tournament, ids, number=0, lots=None):
    """Give a match of a tournament, of those that were played, to its loser, and play on what follows from it."""
    path = f"/v1/tournaments/{tournament}"
    matches = api.get(f"{path}/matches?limit=1000").json["matches"]
    decided = [each for each in matches if each["result"] and each["result"]["kind"] == "played"]
    match = decided[number % len(decided)]
    loser = "white" if match["result"]["winner"] == "black" else "black"
    results = [{"winner": loser, "outcome": "bearing_off"}] * 3
    asked = {"match": match["id"], "kind": "played", "reason": "the sheet says so", "results": results}
    assert api.post(f"{path}/decisions", asked).status_code == 201
    play(api, tournament, ids, lots)


def table(api, series, role="viewer"):
    """The table, by player id."""
    answer = api.get(f"{series}/table?limit=1000", role)
    assert answer.status_code == 200, answer.json
    return {row["player"]: row for row in answer.json["rows"]}


def read_csv(api, path, role="viewer"):
    """The lines of a CSV file."""
    answer = api.get(path, role)
    assert answer.status_code == 200, answer.data
    return list(csv.DictReader(io.StringIO(answer.text), strict=True))


def season(api, evenings=8, count=9, seed=1):
    """A season of evenings in several formats with some of the players each: the players and the tournaments.

    On the last evening the last player is there in place of the first: they are one person, on the list twice.
    """
    lots, ids = Random(seed), players(api, count)
    twin = players(api, 1)[0]
    tournaments = []
    for number in range(1, evenings + 1):
        form, settings = FORMATS[number % len(FORMATS)]
        there = sorted(lots.sample(ids, lots.randint(4, count)), key=ids.index)
        if number == evenings:
            there = [twin, *(each for each in there if each != ids[0])]
        tournaments.append(evening(api, there, number, form, settings, lots))
    return [*ids, twin], tournaments
