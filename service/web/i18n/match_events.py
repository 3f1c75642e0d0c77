"""Facts, verdicts and standings of a match in sentences of the reader's language."""

from collections.abc import Mapping
from datetime import timedelta

from flask_babel import gettext as _
from flask_babel import ngettext

from core.events import DoubleOffered, Event, GameResult
from core.match.results.game_results import points
from core.match.state import Match
from core.notation import play_text
from core.rules.game import VOID
from service.handlers.match.timeline import TimelineEntry
from service.web.i18n import core_messages, labels


def name_of(match: Match, seat: str | None) -> str:
    """The player at a seat."""
    return match.opened.players.get(seat or "", seat or "")


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
    if result.outcome == VOID:
        return _("Neither player can win any more: the game is void and played again")
    if result.placings:
        first, last = name_of(match, result.placings[0]), name_of(match, result.placings[-1])
        return _("%(first)s is out first, %(last)s pays", first=first, last=last)
    worth = points(match.game, result)
    return ngettext(
        "%(who)s wins the game: %(ending)s, %(num)s point",
        "%(who)s wins the game: %(ending)s, %(num)s points",
        worth,
        who=name_of(match, result.winner),
        ending=labels.ending(result.outcome),
    )


def settled(match: Match) -> str:
    """The end of the match; nothing while it is open."""
    if match.settled is None:
        return ""
    settlement = match.settled
    winner_first = sorted(match.seats, key=lambda seat: seat != settlement.winner)
    score = "–".join(str(settlement.score[seat]) for seat in winner_first)
    winner, by = name_of(match, settlement.winner), labels.decided(settlement.decided_by)
    return _("%(who)s has won the match %(score)s, %(decided)s", who=winner, score=score, decided=by)


def phase(match: Match) -> str:
    """The next action of the match."""
    player = name_of(match, match.to_move)
    if match.settled is not None:
        return settled(match)
    if match.phase == "opening":
        return _("Each player rolls one die for the start")
    if match.phase == "double_offered" and match.cube:
        return _("%(who)s is offered a double to %(value)s", who=player, value=2 * match.cube.value)
    if match.phase == "move":
        return _("%(who)s has %(dice)s to play", who=player, dice="-".join(map(str, match.dice or ())))
    return _("%(who)s is to roll", who=player)


def clock(milliseconds: int) -> str:
    """Time since the match began: minutes and seconds, with hours if there are any."""
    minutes, seconds = divmod(int(timedelta(milliseconds=max(milliseconds, 0)).total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
