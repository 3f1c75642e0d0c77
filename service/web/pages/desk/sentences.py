"""The effect of a referee's action, in a sentence, before it is written."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from flask_babel import gettext as _
from flask_babel import ngettext

from core.events import DecisionUndone, Event, MatchSettled, Recorded, ResultConfirmed, ResultDecided, RulingMade
from core.tournament import Tournament
from core.tournament.views.diff import Changes
from service.handlers.tournament.preview import FactPreview
from service.web.i18n import labels, log_events, match_events
from service.web.i18n.sentences.context import SentenceContext

Json = dict[str, Any]
QUOTED = 3
"""The number of facts that a sentence quotes."""


class RuledFacts(NamedTuple):
    """The first facts that a ruling names, one more than are quoted, and the texts of their turns by version."""

    facts: Sequence[Recorded] = ()
    texts: Mapping[int, str] = MappingProxyType({})


def of_fact(event: Event, found: FactPreview, ruled: RuledFacts, actor: str) -> str:
    """A fact of a match; `ruled` are the facts that a ruling names."""
    names = found.before.opened.players
    if not isinstance(event, RulingMade):
        return log_events.sentence(event, SentenceContext(actor, names))
    won = names.get(event.winner or "", "")
    sentence = {
        "award_game": lambda: _awarded(found, won),
        "award_match": lambda: _("The match is awarded to %(who)s", who=won),
        "void": lambda: _voided(event, _quoted(ruled, names)),
        "let_stand": lambda: _stands(event, _quoted(ruled, names)),
        "note": lambda: _("A note for the log"),
    }[event.kind]()
    return log_events.because(sentence, event.reason)


def _awarded(found: FactPreview, won: str) -> str:
    number, ended = len(found.before.results) + 1, found.verdict.game_finished
    if ended is None:
        return _("Game %(number)s is awarded to %(who)s", number=number, who=won)
    return ngettext(
        "Game %(number)s is awarded to %(who)s, %(ending)s: %(num)s point",
        "Game %(number)s is awarded to %(who)s, %(ending)s: %(num)s points",
        ended.points,
        number=number,
        who=won,
        ending=labels.ending(ended.result.outcome),
    )


def _voided(event: RulingMade, quoted: str) -> str:
    first, last = event.from_version or 0, event.to_version or event.from_version or 0
    if first == last:
        return _("Fact %(number)s (%(facts)s) no longer counts", number=first, facts=quoted)
    return _("Facts %(first)s to %(last)s (%(facts)s) no longer count", first=first, last=last, facts=quoted)


def _stands(event: RulingMade, quoted: str) -> str:
    if not quoted:
        return _("The illegal play stands")
    return _("Fact %(number)s (%(facts)s) stands", number=event.from_version, facts=quoted)


def _quoted(ruled: RuledFacts, names: Mapping[str, str]) -> str:
    sentences = [match_events.sentence(each.event, names, ruled.texts.get(each.version)) for each in ruled.facts]
    return "; ".join(sentences[:QUOTED]) + ("; …" if len(sentences) > QUOTED else "")


def of_decision(tournament: Tournament, match_id: str, body: Json, changes: Changes, actor: str) -> str:
    """A decision on a result, or its correction."""
    after = next((each.after for each in changes.results if each.match == match_id), None)
    result = after or tournament.results.get(match_id)
    winner, score = (result.winner, result.score) if result else (body.get("winner"), {})
    event = ResultDecided(match_id, body["kind"], body["reason"], winner, score, None, ())
    return log_events.sentence(event, SentenceContext(actor, {}, tournament))


def of_undoing(tournament: Tournament, match_id: str, decision: int, reason: str, actor: str) -> str:
    """A decision that is taken back."""
    return log_events.sentence(DecisionUndone(match_id, decision, reason), SentenceContext(actor, {}, tournament))


def of_confirmation(tournament: Tournament, match_id: str, actor: str) -> tuple[str, ...]:
    """A reported result that will count, and what it is."""
    context = SentenceContext(actor, {}, tournament)
    confirmed = log_events.sentence(ResultConfirmed(match_id), context)
    result = tournament.reported.get(match_id)
    if result is None:
        return (confirmed,)
    settled = MatchSettled(match_id, result.winner or "", result.score, result.decided_by or "", result.games)
    return confirmed, log_events.sentence(settled, context)


def of_round(tournament: Tournament, events: Sequence[Event], actor: str) -> tuple[str, ...]:
    """A round that is paired, or published, with what comes with it."""
    return tuple(log_events.sentence(event, SentenceContext(actor, {}, tournament)) for event in events)
