"""Facts, verdicts and standings of a match in sentences of the reader's language."""

from collections.abc import Mapping
from datetime import timedelta

from core.events import DoubleOffered, Event, GameResult
from core.match.state import Match
from core.notation import match_text, play_text
from service.handlers.match.timeline import TimelineEntry
from service.web.i18n import core_messages


def fact(line: TimelineEntry) -> str:
    """A sentence for a fact of a match that is known before it: a turn in full, a double with its value."""
    event, match = line.recorded.event, line.before
    if isinstance(event, DoubleOffered) and match.cube:
        return core_messages.words(play_text.double_sentence(event, match.opened.players, 2 * match.cube.value))
    return sentence(event, match.opened.players, line.text)


def sentence(event: Event, names: Mapping[str, str], turn: str | None = None) -> str:
    """A sentence for a fact alone; `names` are the players by their seats, `turn` is its turn in its notation."""
    return core_messages.words(play_text.sentence(event, names, turn))


def finished(match: Match, result: GameResult) -> str:
    """The ending of a game."""
    return core_messages.words(match_text.game_end_sentence(match, result))


def settled(match: Match) -> str:
    """The end of the match; nothing while it is open."""
    return core_messages.words(match_text.match_end_sentence(match))


def phase(match: Match) -> str:
    """The next action of the match."""
    return core_messages.words(match_text.next_sentence(match))


def clock(milliseconds: int) -> str:
    """Time since the match began: minutes and seconds, with hours if there are any."""
    minutes, seconds = divmod(int(timedelta(milliseconds=max(milliseconds, 0)).total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
