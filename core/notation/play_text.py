"""Facts of a match in words: turns, doubles, rulings. Those of facts beside the play are in `conduct_text`."""

import re
from collections.abc import Callable, Mapping
from typing import Any

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
    NewerEvent,
    OpeningRolled,
    PositionAgreed,
    PositionSet,
    ResultReported,
    RulingMade,
    TurnPassed,
    TurnsVoided,
)
from core.messages import Message, say, term
from core.notation import conduct_text
from core.notation.conduct_text import Names
from core.notation.ending_text import ending_text
from core.notation.match_text import dice_text

_PLACE = re.compile(r"[a-z_]{2,}")


def sentence(event: Event, names: Names, turn: str | None = None) -> str:
    """The sentence of a fact alone; `names` are the players by their seats, `turn` is its turn in the notation.

    Without a turn the landings are told as they were recorded. Raises `KeyError` for an event that is no fact.
    """
    if isinstance(event, CheckersMoved):
        landings = " ".join(f"{move[0]}/{move[1]}" for move in event.moves) if turn is None else turn
        return say("{who} plays {moves}", who=_player(names, event.by), moves=turn_text(landings))
    if words := _SENTENCES.get(type(event)):
        return words(event, names)
    return conduct_text.sentence(event, names)


def double_sentence(event: DoubleOffered, names: Names, value: int) -> str:
    """The sentence of a double to that value, where the match before it is known."""
    return say("{who} doubles to {value}", who=_player(names, event.by), value=value)


def turn_text(text: str) -> str:
    """A turn, as `core.notation.turn_text` writes it, whose places beside the points are words of brade.

    >>> str(turn_text("6/off bar/22*"))
    '6/off bar/22*'
    """
    places = dict.fromkeys(_PLACE.findall(text))
    return Message(_PLACE.sub(lambda place: f"{{{place[0]}}}", text), {name: term(name) for name in places})


def facts_text(first: int, last: int | None) -> str:
    """The facts of these versions, in the middle of a sentence."""
    if last in (None, first):
        return say("fact {version}", version=first)
    return say("facts {first} to {last}", first=first, last=last)


def ruling_sentence(event: RulingMade, names: Names, quoted: str = "") -> str:
    """The sentence of a ruling; `quoted` says what the facts are that it names."""
    return say("Ruling: {ruling} – {reason}", ruling=ruling_text(event, names, quoted), reason=event.reason)


def ruling_text(event: RulingMade, names: Names, quoted: str = "") -> str:
    """A ruling without its reason, in the middle of a sentence; `quoted` says what its facts are."""
    winner = _player(names, event.winner)
    facts = facts_text(event.from_version, event.to_version) if event.from_version is not None else ""
    if facts and quoted:
        facts = say("{facts} ({quoted})", facts=facts, quoted=quoted)
    match event.kind:
        case "award_game" if event.outcome:
            return say("the game is awarded to {player} ({ending})", player=winner, ending=ending_text(event.outcome))
        case "award_game":
            return say("the game is awarded to {player}", player=winner)
        case "award_match":
            return say("the match is awarded to {player}", player=winner)
        case "void" if event.to_version not in (None, event.from_version):
            return say("{facts} do not count", facts=facts)
        case "void":
            return say("{facts} does not count", facts=facts)
        case "let_stand" if facts:
            return say("the play stands: {facts}", facts=facts)
        case "let_stand":
            return say("the play stands")
        case "note":
            return say("a note")
    return term(event.kind.replace("_", " "))


def void_turns_text(event: TurnsVoided) -> str:
    """Turns that a referee voided, without the reason, in the middle of a sentence."""
    return say("the turns of {facts} are void", facts=facts_text(event.from_version, event.to_version))


def _player(names: Names, seat: str | None) -> str:
    return names.get(seat or "", seat or "")


def _opening(event: OpeningRolled, names: Names) -> str:
    rolls = [say("{player} {die}", player=_player(names, seat), die=die) for seat, die in event.rolls.items()]
    return say("Opening: {rolls}", rolls=rolls)


def _taken_back(event: FactsTakenBack, _: Names) -> str:
    return say("A scorer took back {facts}", facts=facts_text(event.from_version, event.to_version))


def _laid_out(event: PositionSet, names: Names) -> str:
    player, dice = _player(names, event.to_move), dice_text(event.dice or ())
    goes_on = say("{who} has {dice} to play", who=player, dice=dice) if dice else say("{who} is to roll", who=player)
    if isinstance(event, PositionAgreed):
        return say("Position laid out, all players agree – {reason}. {goes_on}", reason=event.reason, goes_on=goes_on)
    return say("Position laid out – {reason}. {goes_on}", reason=event.reason, goes_on=goes_on)


_SENTENCES: Mapping[type[Event], Callable[[Any, Names], str]] = {
    NewerEvent: lambda event, _: say(
        "{type}, of a newer version of brade: it waits until brade is updated here", type=event.type
    ),
    DiceRolled: lambda event, names: say(
        "{who} rolls {dice}", who=_player(names, event.by), dice=dice_text(event.dice)
    ),
    OpeningRolled: _opening,
    TurnPassed: lambda event, names: say("{who} cannot move and passes", who=_player(names, event.by)),
    DoubleOffered: lambda event, names: say("{who} doubles", who=_player(names, event.by)),
    DoubleTaken: lambda event, names: say("{who} takes the double", who=_player(names, event.by)),
    DoubleDropped: lambda event, names: say("{who} drops the double", who=_player(names, event.by)),
    GameResigned: lambda event, names: say(
        "{who} resigns ({ending})", who=_player(names, event.by), ending=ending_text(event.outcome)
    ),
    GameReported: lambda event, names: say(
        "{who} has won the game ({ending}); its last turns were not recorded",
        who=_player(names, event.winner),
        ending=ending_text(event.outcome),
    ),
    ResultReported: lambda *_: say("The whole result is reported, without its rolls"),
    PositionSet: _laid_out,
    PositionAgreed: _laid_out,
    RulingMade: lambda event, names: ruling_sentence(event, names),
    TurnsVoided: lambda event, _: say(
        "Ruling: {ruling} – {reason}", ruling=void_turns_text(event), reason=event.reason
    ),
    FactsTakenBack: _taken_back,
}
