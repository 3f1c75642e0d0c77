"""Turns as text, for lists of facts that are shown without the positions between them."""

import json
from collections.abc import Sequence

from core.events import CheckersMoved, Recorded
from core.notation.resolve_turn_text import text_of
from service.bootstrap import Dependencies
from service.handlers.match import replay


def turn_texts(deps: Dependencies, match_id: str, facts: Sequence[Recorded]) -> dict[int, str]:
    """The canonical text of each turn among facts of a match, by version, in the match as it was before it.

    It follows from the log up to the turn, and is made once.
    """
    turns = [fact for fact in facts if isinstance(fact.event, CheckersMoved)]
    if not turns:
        return {}
    first, last = turns[0], turns[-1]

    def texts() -> bytes:
        judged = replay.judged_facts(deps, match_id, first.version, last.version)
        found = {
            judged_fact.recorded.version: text_of(judged_fact.before, judged_fact.recorded.event)
            for judged_fact in judged
        }
        return json.dumps({version: text for version, text in found.items() if text}).encode()

    key = ("turn texts", match_id, first.version, last.version, last.prev_hash)
    return {int(version): text for version, text in json.loads(deps.answers.get(key, texts)).items()}
