"""Facts, verdicts and standings of a match in sentences of the reader's language."""

from collections.abc import Mapping
from datetime import timedelta

from flask_babel import gettext as _
from flask_babel import ngettext

from core.events import (
    CheckersMoved,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    Event,
    FactsTakenBack,
    GameReported,
    GameResigned,
    GameResult,
    NewerEvent,
    OpeningRolled,
    PositionAgreed,
    PositionSet,
    ResultReported,
    RulingMade,
    TurnPassed,
    TurnsVoided,
)
from core.match.results.game_results import points
from core.match.state import Match
from core.notation import conduct_text
from core.rules.game import VOID
from service.handlers.match.timeline import TimelineEntry
from service.translations import translated
from service.web.i18n import labels, locale, turns


def name_of(match: Match, seat: str | None) -> str:
    """The player at a seat."""
    return match.opened.players.get(seat or "", seat or "")


def fact(line: TimelineEntry) -> str:
    """A sentence for a fact of a match that is known before it: a turn in full, a double with its value."""
    event, match = line.recorded.event, line.before
    if isinstance(event, DoubleOffered) and match.cube:
        return _("%(who)s doubles to %(value)s", who=name_of(match, event.by), value=2 * match.cube.value)
    return sentence(event, match.opened.players, line.text)


def sentence(event: Event, names: Mapping[str, str], text: str | None = None) -> str:
    """A sentence for a fact alone; `names` are the players by their seats, `text` is a turn in its notation.

    Without a text the landings are told as they were recorded.
    """
    if isinstance(event, NewerEvent):
        return _("%(type)s, of a newer version of brade: it waits until brade is updated here", type=event.type)
    seat = getattr(event, "by", None)
    player = names.get(seat or "", seat or "")
    if isinstance(event, CheckersMoved):
        moves = " ".join(f"{each[0]}/{each[1]}" for each in event.moves) if text is None else text
        return _("%(who)s plays %(moves)s", who=player, moves=turns.shown(moves))
    if isinstance(event, DiceRolled):
        return _("%(who)s rolls %(dice)s", who=player, dice="-".join(map(str, event.dice)))
    if isinstance(event, OpeningRolled):
        rolls = ", ".join(f"{names.get(seat, seat)} {die}" for seat, die in event.rolls.items())
        return _("Opening: %(rolls)s", rolls=rolls)
    if isinstance(event, RulingMade):
        return _ruling(event, names)
    if isinstance(event, GameResigned):
        return _("%(who)s resigns (%(ending)s)", who=player, ending=labels.ending(event.outcome))
    if isinstance(event, GameReported):
        winner = names.get(event.winner, event.winner)
        return _(
            "%(who)s has won the game (%(ending)s); its last turns were not recorded",
            who=winner,
            ending=labels.ending(event.outcome),
        )
    if isinstance(event, PositionSet):
        return _laid_out(event, names)
    if isinstance(event, FactsTakenBack | TurnsVoided):
        return _taken_back(event)
    sentences = {
        DoubleOffered: _("%(who)s doubles", who=player),
        TurnPassed: _("%(who)s cannot move and passes", who=player),
        DoubleTaken: _("%(who)s takes the double", who=player),
        DoubleDropped: _("%(who)s drops the double", who=player),
        ResultReported: _("The whole result is reported, without its rolls"),
    }
    return sentences.get(type(event)) or translated(conduct_text.sentence(event, names), locale.current())


def _taken_back(event: FactsTakenBack | TurnsVoided) -> str:
    first, last = event.from_version, event.to_version
    versions = str(last) if last == first else f"{first}–{last}"
    if isinstance(event, TurnsVoided):
        return _("%(versions)s: the turns are void – %(reason)s", versions=versions, reason=event.reason)
    return _("%(versions)s: taken back by a scorer", versions=versions)


def _laid_out(event: PositionSet, names: Mapping[str, str]) -> str:
    player = names.get(event.to_move, event.to_move)
    agreed = isinstance(event, PositionAgreed)
    if event.dice:
        dice = "-".join(map(str, event.dice))
        if agreed:
            return _(
                "Position laid out, all players agree – %(reason)s. %(who)s has %(dice)s to play",
                reason=event.reason,
                who=player,
                dice=dice,
            )
        return _(
            "Position laid out – %(reason)s. %(who)s has %(dice)s to play", reason=event.reason, who=player, dice=dice
        )
    if agreed:
        return _(
            "Position laid out, all players agree – %(reason)s. %(who)s is to roll", reason=event.reason, who=player
        )
    return _("Position laid out – %(reason)s. %(who)s is to roll", reason=event.reason, who=player)


def _ruling(event: RulingMade, names: Mapping[str, str]) -> str:
    sentence = labels.ruling(event.kind)
    if event.from_version is not None:
        last = event.to_version or event.from_version
        versions = str(last) if last == event.from_version else f"{event.from_version}–{last}"
        sentence = _("%(versions)s: %(ruling)s", versions=versions, ruling=sentence)
    if event.winner:
        sentence = _("%(ruling)s to %(who)s", ruling=sentence, who=names.get(event.winner, event.winner))
    if event.outcome:
        sentence += f" ({labels.ending(event.outcome)})"
    return _("Ruling: %(ruling)s – %(reason)s", ruling=sentence, reason=event.reason)


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
