"""Processor time of what may be asked of a match: an ordinary one, and long ones as an attacker makes them.

    python -m bench.reads

Each is asked for by a process that remembers nothing: what was folded and kept before is forgotten. The limit is the
project's own, 0.3 s. The logs of 20,000 facts are older than the bound of 10,000; their files are not for strangers.
Workers finish the parts of the sheets of long matches before a reader comes. After an upgrade the first reader does.
"""

import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from flask import Flask
from werkzeug.test import EnvironBuilder

from bench.figures import Figure, limited, table
from bench.judging import drain
from core.eventlog.log import NEW, Log
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
from core.tournament import decisions, opened
from core.tournament.decisions.pairing import after
from service.app import create_app
from service.auth.authorization import hash_of
from service.bootstrap import build_dependencies
from service.config import Settings
from service.jobs import Jobs, connect_queue
from service.store import keys, stored_events
from service.store.match_files import log_lines, sheet_parts
from service.store.server.embedded_server import EmbeddedStore
from service.web.http.made_answers import MadeAnswers
from tests.support.matches.match_logs import recorded_match
from tests.support.matches.random_matches import played as random_match
from workers.context import WorkerContext
from workers.exports import keep_sheet

LIMIT = 0.3
UNCHANGED_MS = 1.5
"""The most processor time of an answer that says that nothing changed."""
ROUNDS, AGAIN = 3, 100
SECRET = "a" * 40
READER = {"Authorization": f"Bearer st_bench.organiser_{SECRET}"}
TOURNAMENT = "t_benchbench"
PUBLISHED = TournamentCreated("bench", "Bench", "swedish", {"games": 7}, "round_robin", published=True)
OPENED = MatchOpened("bench", "swedish", {"games": 7}, {"white": "Åsa", "black": "Bo"}, tournament=TOURNAMENT, round=1)
BACKGAMMON = replace(OPENED, game="backgammon", length={"points": 64})
NOTE = RulingMade("note", "ten minutes without light")
LONG_MAT, AUDIT = f"{TOURNAMENT}.9", "/v1/clubs/bench/audit"
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
CUP = "t_benchcupcu"
AGAIN_LOOKS = {
    "standings of 16": "/v1/tournaments/{cup}/standings",
    "the page of a tournament": "/tournaments/{cup}",
    "standings.csv": "/v1/tournaments/{cup}/standings.csv",
    "the calendar": "/v1/tournaments/{cup}/calendar.ics",
    "the picture of a match": "/matches/{match}/picture.png",
    "1,000 facts": "/v1/matches/{match}/events?limit=1000",
}


def logs() -> dict[str, Sequence[Event]]:
    """The facts of each match of Swedish Tables that is looked at."""
    played = recorded_match("seven_games")[1]
    turn = next(place for place, fact in enumerate(played) if isinstance(fact, CheckersMoved))
    illegal = CheckersMoved(played[turn].by, ((1, 2), (3, 4)))
    ties = [OpeningRolled(white=3, black=3)] * 3_000
    return {
        "seven games, 2,716 facts": played,
        "10,000 facts, most refused": [*played[:turn], *[illegal] * (10_000 - turn)],
        "10,000 facts, none refused": [ties[0]] * 10_000,
        "3,000 facts, 3,000 voidings asked": [*ties, *map(_void, range(len(ties), 0, -1))],
        "20,000 facts after the end": [*played, *[DiceRolled("white", (1, 2))] * (19_999 - len(played)), NOTE],
    }


def backgammon_log() -> Sequence[Event]:
    """A long match of backgammon at random, and after it what is refused: 20,000 facts."""
    played = random_match("backgammon", 5, {"points": 64}, turns=100_000).facts
    return [NOTE, *played, *[DiceRolled("white", (1, 2))] * (19_999 - len(played))]


def _void(version: int) -> RulingMade:
    return RulingMade("void", "cocked dice", from_version=version, to_version=version)


def measured(app: Flask, settings: Settings, path: str, rounds: int = ROUNDS) -> float:
    """Seconds of processor time, the best of some rounds, each with empty caches."""
    client, took = app.test_client(), []
    for _ in range(rounds):
        desk = app.extensions["brade"]
        app.extensions["brade"] = desk._replace(deps=build_dependencies(settings), made=MadeAnswers())
        stored_events.forget()
        log_lines.forget()
        began = time.process_time()
        answer = client.get(path, headers=READER)
        answer.get_data()
        took.append(time.process_time() - began)
        if answer.status_code != 200:
            raise SystemExit(f"{path}: {answer.get_data(as_text=True)}")
    return min(took)


def unchanged(app: Flask, path: str) -> float:
    """Seconds of processor time of an answer that says that nothing changed since the one before."""
    client, statuses = app.test_client(), set[str]()
    for _ in range(2):  # what is kept by the step of the time is made with the first
        tag = client.get(path).headers["ETag"]
    asked = [EnvironBuilder(path, headers={"If-None-Match": tag}).get_environ() for _ in range(AGAIN)]
    began = time.process_time()
    for environ in asked:
        b"".join(app.wsgi_app(environ, lambda status, _headers, _error=None: statuses.add(status)))  # type: ignore[arg-type]
    spent = time.process_time() - began
    if statuses != {"304 NOT MODIFIED"}:
        raise SystemExit(f"{path}: {statuses}")
    return spent / AGAIN


def begin_cup(log: Log, cup: str, players: int) -> None:
    """A published Swiss of so many players whose first round is paired."""
    state = opened(cup, replace(PUBLISHED, format="swiss"))
    events: list[Event] = [state.created]
    events += decisions.enter(state, [(f"p_{number:010}", f"Spelare {number}") for number in range(players)])
    events += decisions.start(after(state, events[1:]), "bench")
    log.append(cup, events, by="bench", at=1_700_000_000_000, expected=NEW)


def main() -> list[Figure]:
    """Every look at every match."""
    figures = list[Figure]()
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder) / "s", durable=False) as store:
        settings = Settings(data=Path(folder), store_url=store.url, queue_url=store.url)
        deps = build_dependencies(settings)
        founded = [ClubFounded("bench", "Bench"), TokenIssued("organiser", "organiser", hash_of(SECRET))]
        deps.log.append("c_bench", founded, by="bench", at=0, expected=NEW)
        deps.log.append(TOURNAMENT, [PUBLISHED], by="bench", at=0, expected=NEW)
        found = logs()
        for number, facts in enumerate(found.values(), 1):
            record(deps.log, f"{TOURNAMENT}.{number}", [OPENED, *facts])
        record(deps.log, LONG_MAT, [BACKGAMMON, *backgammon_log()])
        queue = connect_queue(store.url)
        context = WorkerContext(replace(deps), queue, Jobs(queue))
        drain(context)
        begin_cup(deps.log, CUP, 16)
        app = create_app(deps)
        for look, path in AGAIN_LOOKS.items():
            spent = 1e3 * unchanged(app, path.format(cup=CUP, match=f"{TOURNAMENT}.1"))
            figures.append(limited(f"nothing changed: {look}", spent, UNCHANGED_MS, "ms", more=False))
        measured(app, settings, "/v1/games")
        for number, (name, facts) in enumerate(found.items(), 1):
            match, head = f"{TOURNAMENT}.{number}", len(facts)
            if sheet_parts.is_long(head):
                keep_sheet(context, match)
            for look, path in {"transcript.txt for its first reader": LOOKS["transcript.txt"], **LOOKS}.items():
                asked = path.format(match=match, head=head, middle=head // 2, before=head - 1)
                spent = 1e3 * measured(app, settings, asked, 1 if "first" in look else ROUNDS)
                figures.append(limited(f"{look} of {name}", spent, 1e3 * LIMIT, "ms", more=False))
            deps.client.delete(keys.sheet(match))
            spent = 1e3 * measured(app, settings, LOOKS["transcript.txt"].format(match=match), 1)
            figures.append(Figure(f"transcript.txt after an upgrade of {name}", spent, "limit", 1e3 * LIMIT, "ms"))
        keep_sheet(context, LONG_MAT)
        for look, path in (("mat of 20,000 facts", f"/v1/matches/{LONG_MAT}.mat"), ("who did what", AUDIT)):
            figures.append(limited(look, 1e3 * measured(app, settings, path), 1e3 * LIMIT, "ms", more=False))
    return figures


def record(log: Log, match: str, events: Sequence[Event]) -> None:
    """Open a match and record its facts, a thousand at a time."""
    log.append(match, events[:1], by="bench", at=1_700_000_000_000, expected=NEW)
    for place in range(1, len(events), 1000):
        log.append(match, events[place : place + 1000], by="bench", at=1_700_000_000_000 + place)


if __name__ == "__main__":
    print("\n".join(table({"reads": main()})))
