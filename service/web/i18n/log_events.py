"""Events in sentences of the reader's language, as logs, audits and previews tell them."""

from collections.abc import Mapping

from core import event_text
from core.events import Event
from core.tournament import Tournament
from core.tournament.event_text import EventContext
from service.translations.export_words import Language
from service.web.i18n import core_messages, locale
from service.web.i18n.times import span


def context(
    actor: str, names: Mapping[str, str] = {}, tournament: Tournament | None = None, turn: str | None = None
) -> EventContext:
    """Context of sentences for this reader: the words of stages, and times where the tournament is played."""
    details = tournament.created.details if tournament else None
    return EventContext(
        actor,
        names,
        tournament,
        turn,
        Language(locale.current()).name,
        lambda starts, ends: span(starts, ends, details),
    )


def sentence(event: Event, about: EventContext) -> str:
    """The sentence of an event. Raises `KeyError` for a type without one: a test looks at all of them."""
    return core_messages.words(event_text.sentence(event, about))
