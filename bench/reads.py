"""Processor time of what may be asked of a match: an ordinary one, and long ones as an attacker makes them.

    python -m bench.reads

Each is asked for by a process that remembers nothing: what was folded and kept before is forgotten. The limit is the
project's own, 0.3 s. The logs of 20,000 facts are older than the bound of 10,000; their files are not for strangers.
"""

import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from flask import Flask

from bench.figures import Figure, limited, table
from bench.judging import drain
from core.eventlog.log import NEW
from core.events import (
    CheckersMoved,
    ClubFounded,
    DiceRolled,
    Event,
    MatchOpened,
    OpeningRolled,
    RulingMade,
    TokenIssued,
    TournamentCreated,
)
from service.app import create_app
from service.auth.authorization import hash_of
from service.bootstrap import build_dependencies
from service.config import Settings
from service.jobs import Jobs, connect_queue
from service.store import keys, stored_events
from service.store.match_files import log_lines
from service.store.server.embedded_server import EmbeddedStore
from tests.support.matches.match_logs import recorded_match
from workers.context import WorkerContext

LIMIT = 0.3
ROUNDS = 3
SECRET = "a" * 40
READER = {"Authorization": f"Bearer st_bench.viewer_{SECRET}"}
TOURNAMENT = "t_benchbench"
PUBLISHED = TournamentCreated("bench", "Bench", "swedish", {"games": 7}, "round_robin", published=True)
OPENED = MatchOpened(
    "bench", "swedish", {"games": 7}, {"white": "Åsa", "black": "Bo"}, tournament=TOURNAMENT, round=1
)  # fmt: skip
LOOKS = {
    "the page": "/matches/{match}",
    "the page, in the middle": "/matches/{match}?version={middle}",
    "32 moments": "/matches/{match}/moments?from={middle}&to={head}",
    "what is new": "/matches/{match}/facts?after={before}",
    "the picture": "/matches/{match}/picture.png?version={middle}",
    "state": "/v1/matches/{match}",
    "state at a version": "/v1/matches/{match}?version={before}",
    "1,000 facts": "/v1/matches/{match}/events?limit=1000",
    "1,000 facts with texts": "/v1/matches/{match}/events?text=1&limit=1000",
    "transcript.txt": "/v1/matches/{match}/transcript.txt",
    "ndjson": "/v1/matches/{match}.ndjson",
}


def logs() -> dict[str, Sequence[Event]]:
    """The facts of each match that is looked at."""
    played = recorded_match("seven_games")[1]
    turn = next(place for place, fact in enumerate(played) if isinstance(fact, CheckersMoved))
    illegal = CheckersMoved(played[turn].by, ((1, 2), (3, 4)))
    ties = [OpeningRolled(white=3, black=3)] * 3_000
    return {
        "seven games, 2,716 facts": played,
        "10,000 facts, most refused": [*played[:turn], *[illegal] * (10_000 - turn)],
        "10,000 facts, none refused": [ties[0]] * 10_000,
        "3,000 facts, 3,000 voidings asked": [*ties, *map(_void, range(len(ties), 0, -1))],
        "20,000 facts after the end": [*played, *[DiceRolled("white", (1, 2))] * (20_000 - len(played))],
    }


def _void(version: int) -> RulingMade:
    return RulingMade("void", "cocked dice", from_version=version, to_version=version)


def measured(app: Flask, settings: Settings, path: str, rounds: int = ROUNDS) -> float:
    """Seconds of processor time, the best of some rounds, each with empty caches."""
    client, took = app.test_client(), []
    for _ in range(rounds):
        desk = app.extensions["brade"]
        app.extensions["brade"] = desk._replace(deps=build_dependencies(settings))
        stored_events.forget()
        log_lines.forget()
        began = time.process_time()
        answer = client.get(path, headers=READER)
        answer.get_data()
        took.append(time.process_time() - began)
        if answer.status_code != 200:
            raise SystemExit(f"{path}: {answer.get_data(as_text=True)}")
    return min(took)


def main() -> list[Figure]:
    """Every look at every match."""
    figures = []
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder) / "s", durable=False) as store:
        settings = Settings(data=Path(folder), store_url=store.url, queue_url=store.url)
        deps = build_dependencies(settings)
        founded = [ClubFounded("bench", "Bench"), TokenIssued("viewer", "viewer", hash_of(SECRET))]
        deps.log.append("c_bench", founded, by="bench", at=0, expected=NEW)
        deps.log.append(TOURNAMENT, [PUBLISHED], by="bench", at=0, expected=NEW)
        found = logs()
        for number, facts in enumerate(found.values(), 1):
            match = f"{TOURNAMENT}.{number}"
            deps.log.append(match, [OPENED], by="bench", at=1_700_000_000_000, expected=NEW)
            for place in range(0, len(facts), 1000):
                deps.log.append(match, facts[place : place + 1000], by="bench", at=1_700_000_000_000 + place)
        queue = connect_queue(store.url)
        drain(WorkerContext(replace(deps), queue, Jobs(queue)))
        app = create_app(deps)
        measured(app, settings, "/v1/games")
        for number, (name, facts) in enumerate(found.items(), 1):
            head = len(facts)
            for look, path in LOOKS.items():
                asked = path.format(match=f"{TOURNAMENT}.{number}", head=head, middle=head // 2, before=head - 1)
                spent = 1e3 * measured(app, settings, asked)
                figures.append(limited(f"{look} of {name}", spent, 1e3 * LIMIT, "ms", more=False))
            deps.client.delete(keys.sheet(f"{TOURNAMENT}.{number}"))
            spent = 1e3 * measured(app, settings, f"/v1/matches/{TOURNAMENT}.{number}/transcript.txt", 1)
            figures.append(
                limited(f"transcript.txt for the first time of {name}", spent, 1e3 * LIMIT, "ms", more=False)
            )
    return figures


if __name__ == "__main__":
    print("\n".join(table({"reads": main()})))
