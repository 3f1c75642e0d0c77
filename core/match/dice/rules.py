"""Dice that the service rolls (M12): the commitment, the salts, whose rolls count, the seed at the end."""

from collections.abc import Callable
from typing import Any

from core.dice.proof import is_service, wrong_roll
from core.dice.stream import commitment_of, roll
from core.errors import NotAllowed
from core.events import (
    DiceCommitted,
    DiceRolled,
    DiceSalted,
    DiceSeedRevealed,
    DiceWithdrawn,
    Event,
    Fact,
    OpeningRolled,
    Recorded,
)
from core.match.clock_rules import blocked_by
from core.match.rulings import Earlier
from core.match.state import Judged, Match, ServiceDice
from core.match.turns import SETTLED, Why, accept, out_of_turn, refuse
from core.messages import say, term, terms

RULE = "M12"
_NO_MORE = say("the service rolls no more in this match: throw the dice and record them", "service_stopped_rolling")


def judge(
    match: Match, recorded: Recorded, earlier: Earlier, judge_play: Callable[[Match, Recorded], Judged]
) -> Judged:
    """A fact of a match whose dice the service rolls, or of such dice in another match."""
    event, version, dice = recorded.event, recorded.version, match.service_dice
    if handler := _FACTS.get(type(event)):
        if dice is None:
            return refuse(match, version, RULE, say("people throw the dice of this match", "people_throw"))
        if match.settled is not None and not (isinstance(event, Fact) and event.AFTER_THE_END):
            return refuse(match, version, *SETTLED)
        return handler(match, dice, event, version, earlier)
    if dice is None or not isinstance(event, OpeningRolled | DiceRolled):
        return judge_play(match, recorded)
    by_service = is_service(recorded.by)
    why = _not_by_service(match, dice) if by_service else _not_by_people(dice)
    after, verdict = refuse(match, version, *why) if why else judge_play(match, recorded)
    return (
        (after._replace(service_dice=dice._replace(rolls=dice.rolls + 1)), verdict) if by_service else (after, verdict)
    )


def _not_by_people(dice: ServiceDice) -> Why | None:
    if dice.is_over:
        return None
    return RULE, say("the service rolls the dice of this match: ask it for the roll", "service_rolls")


def _not_by_service(match: Match, dice: ServiceDice) -> Why | None:
    if dice.is_over:
        return RULE, _NO_MORE
    if dice.commitment is None:
        return RULE, say("the service has not published the hash of its seed yet", "seed_hash_missing")
    missing = [seat for seat in match.seats if seat not in dice.salts]
    if missing:
        return RULE, say(
            "before the first roll each player gives a salt: missing is {seats}", "salts_missing", seats=terms(missing)
        )
    return None


def next_roll(match: Match, seed: str) -> OpeningRolled | DiceRolled:
    """The next roll of a match by the seed of its service. Raises `NotAllowed` where no roll is due."""
    dice = match.service_dice
    if dice is None:
        raise NotAllowed(say("people throw the dice of this match", "people_throw"))
    why = _not_by_service(match, dice) or blocked_by(match.conduct)
    if why is None and match.settled is not None:
        why = SETTLED
    if why is None and match.phase != "opening":
        why = out_of_turn(match, match.to_move or "", "roll")
    if why:
        raise NotAllowed(why[1])
    if commitment_of(seed) != dice.commitment:
        raise NotAllowed(
            say(
                "the seed of this match is in another installation: a referee lets people throw the dice here",
                "seed_is_elsewhere",
            )
        )
    salts = [dice.salts[seat] for seat in match.seats]
    if match.phase == "opening":
        values = roll(seed, match.id, salts, dice.rolls + 1, len(match.seats))
        of_seats: dict[str, Any] = dict(zip(match.seats, values, strict=True))
        return OpeningRolled(**of_seats)
    assert match.to_move is not None, "a seat is to roll"
    return DiceRolled(match.to_move, roll(seed, match.id, salts, dice.rolls + 1, match.game.dice(match.options)))


def due(match: Match, seed: str) -> DiceCommitted | DiceSeedRevealed | None:
    """The fact that the service owes a match as it is now: the commitment before it, the seed after it."""
    dice = match.service_dice
    if dice is None or dice.seed is not None:
        return None
    if dice.commitment is None:
        return None if match.settled or dice.withdrawn or dice.rolls else DiceCommitted(commitment_of(seed))
    if (match.settled or dice.withdrawn) and commitment_of(seed) == dice.commitment:
        return DiceSeedRevealed(seed)
    return None


# ── the facts ────────────────────────────────────────────────────────────────────────────────────────────────────────
def _committed(match: Match, dice: ServiceDice, event: DiceCommitted, version: int, _earlier: Earlier) -> Judged:
    if dice.commitment is not None or dice.is_over:
        return refuse(match, version, RULE, say("the hash of the seed is published already", "seed_hash_published"))
    return _with(match, dice._replace(commitment=event.commitment), version)


def _salted(match: Match, dice: ServiceDice, event: DiceSalted, version: int, _earlier: Earlier) -> Judged:
    if event.by not in match.seats:
        return refuse(match, version, "M3", say("no player sits at {by}", "author_sits_nowhere", by=term(event.by)))
    if dice.commitment is None:
        return refuse(
            match, version, RULE, say("the service has not published the hash of its seed yet", "seed_hash_missing")
        )
    if event.by in dice.salts:
        return refuse(match, version, RULE, say("{by} has given a salt already", "salt_given", by=term(event.by)))
    return _with(match, dice._replace(salts={**dice.salts, event.by: event.salt}), version)


def _withdrawn(match: Match, dice: ServiceDice, _event: DiceWithdrawn, version: int, _earlier: Earlier) -> Judged:
    if dice.is_over:
        return refuse(match, version, RULE, _NO_MORE)
    return _with(match, dice._replace(withdrawn=True), version)


def _revealed(match: Match, dice: ServiceDice, event: DiceSeedRevealed, version: int, earlier: Earlier) -> Judged:
    if dice.seed is not None or not (match.settled or dice.withdrawn):
        return refuse(
            match, version, RULE, say("the seed is published once, at the end of the match", "seed_comes_at_the_end")
        )
    if dice.commitment is None or commitment_of(event.seed) != dice.commitment:
        return refuse(match, version, RULE, say("the seed is not the one of the commitment", "seed_does_not_fit"))
    salts = [dice.salts.get(seat, "") for seat in match.seats]
    if (wrong := wrong_roll(match.id, event.seed, salts, earlier())) is not None:
        return refuse(
            match,
            version,
            RULE,
            say("roll {version} is not the next of the stream", "roll_does_not_follow", version=wrong),
        )
    return _with(match, dice._replace(seed=event.seed), version)


def _with(match: Match, dice: ServiceDice, version: int) -> Judged:
    return accept(match._replace(version=version, service_dice=dice), version)


_FACTS: dict[type[Event], Callable[[Match, ServiceDice, Any, int, Earlier], Judged]] = {
    DiceCommitted: _committed,
    DiceSalted: _salted,
    DiceWithdrawn: _withdrawn,
    DiceSeedRevealed: _revealed,
}
FACTS: frozenset[type[Event]] = frozenset(_FACTS)
