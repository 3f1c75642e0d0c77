"""Every golden log folded, judged and asked for its next decisions, as JSON: once as it is, and once in other words.

`python -m tests.support.logs.golden_folds --marked` puts a mark around each pattern of a message, also of those that
are made when modules are imported. Nothing that is decided or folded may depend on a sentence.
"""

import json
import sys
from typing import Any

from core import messages

LEFT, RIGHT = "⟦", "⟧"
"""The marks around a pattern."""


def mark_patterns() -> None:
    """Have every message that is made from now on say something else."""
    made = messages.Message.__new__

    def marked(kind: type, pattern: str, values: Any, code: str = "") -> Any:
        return made(kind, pattern if pattern.startswith(LEFT) else f"{LEFT}{pattern}{RIGHT}", values, code)

    messages.Message.__new__ = marked  # type: ignore[method-assign, assignment]


def folds() -> dict[str, Any]:
    """By golden log: verdicts and states of a match; rounds, standings and possible decisions of a tournament."""
    from tests.core.eventlog import test_golden as golden  # its modules say messages as they are imported

    found: dict[str, Any] = {}
    for path in golden.MATCHES:
        lines = golden.read(path)
        recorded = [golden.from_public(line) for line in lines]
        judged = list(golden.judging.fold(lines[0]["stream"], recorded))
        verdicts = [(verdict.version, verdict.verdict, verdict.rule) for _match, verdict in judged]
        found[path.stem] = [verdicts, golden.match_json(judged[-1][0])]
    for path in golden.TOURNAMENTS:
        found[path.stem] = [*_tournament(golden, path)]
    return found


def _tournament(golden: Any, path: Any) -> Any:
    from core.errors import BradeError
    from core.eventlog.codec import to_json
    from core.tournament.decisions import corrections, pair
    from core.tournament.views.tournament_view import tournament_view

    lines = golden.read(path)
    recorded = [golden.from_public(line) for line in lines]
    for end in range(1, len(recorded) + 1):
        tournament = golden.fold(lines[0]["stream"], recorded[:end])
        for decide in (pair, *(_readmit(corrections, entry.player) for entry in tournament.entries if entry.withdrawn)):
            try:
                yield [[type(event).__name__, to_json(event)] for event in decide(tournament)]
            except BradeError as error:
                yield type(error).__name__
    yield golden.dumper(golden.TournamentView)(tournament_view(tournament))
    yield [golden.dumper(golden.Standing)(line) for line in golden.standings(tournament)]


def _readmit(corrections: Any, player_id: str) -> Any:
    return lambda tournament: corrections.readmit(tournament, player_id)


if __name__ == "__main__":
    if "--marked" in sys.argv:
        mark_patterns()
    json.dump(folds(), sys.stdout, ensure_ascii=False)
