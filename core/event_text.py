"""Every event in a sentence, of whatever log: a match, a tournament or a club. A test asks it for all types."""

from core.club import event_text as club_text
from core.events import Event, Fact, MatchOpened, NewerEvent, ResultReported
from core.messages import beside, say
from core.notation import play_text
from core.tournament import event_text as tournament_text
from core.tournament.event_text import EventContext


def sentence(event: Event, context: EventContext) -> str:
    """The sentence of an event, a message. Raises `KeyError` for a type without one."""
    if isinstance(event, ResultReported):
        return say("{who} reported the result: games {score}", who=context.actor, score=context.games(event.results))
    if isinstance(event, Fact | NewerEvent):
        return play_text.sentence(event, context.names, context.turn)
    if isinstance(event, MatchOpened):
        return say("The match {names} is opened", names=beside(event.players.values()))
    if tournament_text.has_text(event):
        return tournament_text.sentence(event, context)
    return club_text.sentence(event, context.actor)
