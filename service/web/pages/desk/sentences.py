"""The effect of a referee's action, in a sentence, before it is written."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from core.events import Event, MatchSettled, Recorded, ResultConfirmed, RulingMade
from core.messages import one_after_another
from core.notation import play_text
from core.tournament import Tournament
from service.handlers.tournament.preview import FactPreview
from service.web.i18n import core_messages, log_events

QUOTED = 3
"""The number of facts that a sentence quotes."""


class RuledFacts(NamedTuple):
    """The first facts that a ruling names, one more than are quoted, and the texts of their turns by version."""

    facts: Sequence[Recorded] = ()
    texts: Mapping[int, str] = MappingProxyType({})


def of_fact(event: Event, found: FactPreview, ruled: RuledFacts, actor: str) -> str:
    """A fact of a match; `ruled` are the facts that a ruling names."""
    names = found.before.opened.players
    if isinstance(event, RulingMade) and ruled.facts:
        return core_messages.words(play_text.ruling_sentence(event, names, _quoted(ruled, names)))
    return log_events.sentence(event, log_events.context(actor, names))


def _quoted(ruled: RuledFacts, names: Mapping[str, str]) -> str:
    sentences = [
        play_text.sentence(recorded.event, names, ruled.texts.get(recorded.version)) for recorded in ruled.facts
    ]
    return one_after_another([*sentences[:QUOTED], *(["…"] if len(sentences) > QUOTED else [])])


def of_confirmation(tournament: Tournament, match_id: str, actor: str) -> tuple[str, ...]:
    """A reported result that will count, and what it is."""
    context = log_events.context(actor, {}, tournament)
    confirmed = log_events.sentence(ResultConfirmed(match_id), context)
    result = tournament.reported.get(match_id)
    if result is None:
        return (confirmed,)
    settled = MatchSettled(match_id, result.winner or "", result.score, result.decided_by or "", result.games)
    return confirmed, log_events.sentence(settled, context)


def of_round(tournament: Tournament, events: Sequence[Event], actor: str) -> tuple[str, ...]:
    """A round that is paired, or published, with what comes with it."""
    return tuple(log_events.sentence(event, log_events.context(actor, {}, tournament)) for event in events)
