"""The published next round, which a corrected result leaves open: does it stand, or is it paired anew?

Only a correction asks that. So a ruling in the match's own log does not change such a result beside it. The round and
the ruling are in two logs, and neither overtakes the other: the ruling is appended while the tournament is as it was
seen, and the round while the matches before it are, none of which waits for a ruling to be judged.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from core.errors import NotAllowed, NotFound
from core.events import Event, Recorded
from core.match import judging
from core.messages import say
from core.notation.resolve_turn_text import TurnWritten
from core.tournament import Tournament
from core.tournament.decisions.corrections import published_next
from core.tournament.decisions.rounds import is_unplayed
from core.tournament.model.values import Round
from service.bootstrap import Dependencies
from service.handlers.match import replay
from service.handlers.match.started_matches import started_matches
from service.handlers.resting_events import may_change_a_result


class ResultStands(NotAllowed):
    """Facts would change a result on which a published round rests: that is corrected on its page alone."""

    def __init__(self, match_id: str, number: int) -> None:
        super().__init__(
            say(
                "round {number} is published and has not begun, and rests on the result of {match}: correct that at "
                "/matches/{match}/correction, where it is asked whether the round stands",
                number=number,
                match=match_id,
            )
        )
        self.number = number


def unbegun_next(deps: Dependencies, state: Tournament, match_id: str) -> Round | None:
    """The published round behind that of a match, if none of it was played, reported or begun at a table."""
    following = published_next(state, match_id)
    if following is None or not is_unplayed(state, following):
        return None
    played = [pairing.match for pairing in following.pairings if not pairing.is_bye]
    return None if started_matches(deps, played) else following


def ensure_result_stands(
    deps: Dependencies, tournament_id: str | None, match_id: str, facts: Sequence[Event]
) -> Mapping[str, int]:
    """The version of the tournament at which a referee's facts may be appended; empty for facts that change no result.

    Raises `ResultStands` if they change the result on which the published, unbegun next round rests. An imported match
    may be here without its tournament: then it is allowed.
    """
    if tournament_id is None or not any(may_change_a_result(fact) for fact in facts):
        return {}
    try:
        state = deps.repository.tournament(tournament_id)
    except NotFound:
        return {}
    following = unbegun_next(deps, state, match_id) if match_id in state.reported else None
    if following is not None and _changes_result(deps, match_id, facts):
        raise ResultStands(match_id, following.number)
    return {tournament_id: state.version}


def _changes_result(deps: Dependencies, match_id: str, facts: Sequence[Event]) -> bool:
    """True if the match has another result after these facts, judged as far as no text of a turn is among them."""
    before = changed = replay.state_at(deps, match_id)
    written = replay.earlier(deps.client, match_id, before.version + 1)
    judged: list[Recorded] = []

    def earlier() -> Iterable[Recorded]:
        return chain(written(), judged)

    for recorded in _numbered(facts, before.version + 1, deps.clock()):
        changed, _verdict = judging.judge(changed, recorded, earlier)
        judged.append(recorded)
    return judging.resettled(before, changed)


def _numbered(facts: Sequence[Event], first: int, at: int) -> Iterator[Recorded]:
    for version, fact in enumerate(facts, first):
        if isinstance(fact, TurnWritten):
            return
        yield Recorded(version, fact, at, "", "")
