"""A Swiss of nine rounds, by us and by others: seconds, those of the processor, and matches across score groups.

    python -m bench.swiss

Every engine plays its own tournament of the same players, whose strengths decide each match by the same rule. Ours is
timed from the tournament as it stands to the round's event. `rustworkx` and `networkx` are given our costs of all
pairs (building these is timed as well), py4swiss a TRF file of the rounds so far. The limit is the project's own: 500
players over nine rounds in 1.5 seconds. networkx is not among our dependencies: `make bench` installs it.
"""

import importlib.util
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from bench.figures import Figure, limited
from core.events import PlayerEntered, RoundPaired, TournamentCreated, TournamentStarted
from core.tournament import Tournament, apply, opened
from core.tournament.model.new_round import new_round
from core.tournament.model.values import Result
from core.tournament.swiss.costs import Costs
from core.tournament.swiss.pairing import couples, swiss_round
from core.tournament.swiss.round_input import field_of, past, present
from core.tournament.swiss.rounds import next_round
from core.tournament.views.trf import TRF16, trf

ROUNDS, LIMIT = 9, 1.5
SIZES = (32, 201, 500)
CREATED = TournamentCreated("huk", "Bench", "swedish", {"games": 3}, "swiss", settings={"rounds": ROUNDS})
Engine = Callable[[Tournament], RoundPaired]


def ours(tournament: Tournament) -> RoundPaired:
    """The format itself, with the part of the graph that can matter."""
    found = next_round(tournament, "bench")
    assert found is not None
    return found


def costs_of(tournament: Tournament) -> Costs:
    number = len(tournament.rounds) + 1
    return Costs(field_of(tournament, number, past(tournament, number), present(tournament)))


def rustworkx_alone(tournament: Tournament) -> RoundPaired:
    """All pairs, matched by rustworkx."""
    costs = costs_of(tournament)
    return new_round(tournament, *swiss_round(costs.field, couples(costs, small=costs.size)))


def networkx_alone(tournament: Tournament) -> RoundPaired:
    """All pairs, matched by networkx."""
    import networkx

    costs = costs_of(tournament)
    edges = list(costs.all_edges())
    top = max(cost for _, _, cost in edges) + 1
    graph = networkx.Graph()
    graph.add_weighted_edges_from((one, other, top - cost) for one, other, cost in edges)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return new_round(tournament, *swiss_round(costs.field, sorted((min(pair), max(pair)) for pair in found)))


def py4swiss(tournament: Tournament) -> RoundPaired:
    """FIDE's Dutch system of py4swiss, from a file as it reads it."""
    from py4swiss.engines.dutch import Engine
    from py4swiss.trf import TrfParser

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rounds.trf"
        path.write_text(trf(tournament, TRF16), encoding="utf-8")
        pairs = Engine.generate_pairings(TrfParser.parse(path))
    players = tournament.starters
    bye = next((players[pair.white - 1] for pair in pairs if not pair.black), None)
    rows = [(players[pair.white - 1], players[pair.black - 1]) for pair in pairs if pair.black]
    return new_round(tournament, rows, bye)


def started(players: int) -> Tournament:
    """A tournament of so many players, not paired yet."""
    tournament = opened("t_bench", CREATED)
    events = [PlayerEntered(f"p{count:04}", f"Player {count}") for count in range(1, players + 1)]
    for event in (*events, TournamentStarted("bench")):
        tournament = apply(tournament, event, tournament.version + 1)
    return tournament


def strength(player_id: str) -> int:
    return int(sha256(player_id.encode()).hexdigest()[:8], 16)


def upset(match_id: str) -> bool:
    """One match in four is won by the weaker."""
    return sha256(match_id.encode()).digest()[0] < 64


def play(engine: Engine, players: int) -> tuple[list[float], float, int]:
    """Seconds of each round, the processor's of all, and how many matches were between players of different scores."""
    tournament, seconds, processor, across = started(players), [], 0.0, 0
    for number in range(1, ROUNDS + 1):
        began, used = time.perf_counter(), time.process_time()
        found = engine(tournament)
        seconds.append(time.perf_counter() - began)
        processor += time.process_time() - used
        score = {player: each.score for player, each in past(tournament, number).items()}
        across += sum(score[row[1]] != score[row[2]] for row in found.pairings)
        tournament = apply(tournament, found, tournament.version + 1)
        results = dict(tournament.results)
        for each in tournament.rounds[-1].pairings:
            better = (strength(each.white) > strength(each.black)) != upset(f"{number}:{each.white}:{each.black}")
            results[each.match] = Result("played", "white" if better else "black", {}, None, ())
        tournament = tournament._replace(results=results)
    return seconds, processor, across


ENGINES: dict[str, Engine] = {
    "brade": ours,
    "rustworkx": rustworkx_alone,
    "networkx": networkx_alone,
    "py4swiss": py4swiss,
}
EXTRAS = ("networkx", "py4swiss")


def main() -> list[Figure]:
    """Every engine with every number of players."""
    took = {}
    missing = [name for name in EXTRAS if importlib.util.find_spec(name) is None]
    for name in missing:
        print(f"!! {name} is not installed, so it is not measured: the top of bench/swiss.py says how")
    print("| players | engine | nine rounds s | processor s | worst round s | across score groups |")
    print("|---|---|---|---|---|---|")
    for players in SIZES:
        for name, engine in ENGINES.items():
            if name in missing:
                continue
            seconds, processor, across = play(engine, players)
            total = sum(seconds)
            took[name, players] = total
            row = f"| {players} | {name} | {total:.2f} | {processor:.2f} | {max(seconds):.3f} | {across} |"
            print(row, flush=True)
    most = max(SIZES)
    return [
        limited(f"nine rounds, {most} players", took["brade", most], LIMIT, "s", more=False),
        *(
            Figure(f"nine rounds, {players} players", took["brade", players], name, seconds, "s", more=False)
            for (name, players), seconds in took.items()
            if name != "brade"
        ),
    ]


if __name__ == "__main__":
    main()
