"""The explanation of a paired round: each match and the bye in words, with the numbers under them."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from core.messages import one_after_another, say, sentences, term
from core.tournament.model.explanation import Cost, Explanations, Passed, SwissWhy, WeighedPlayer
from core.tournament.model.state import Tournament
from core.tournament.model.values import Round
from core.tournament.swiss.costs import CRITERIA, Costs
from core.tournament.swiss.round_input import RoundInput

_NAMED = 3
"""Others whom an explanation names at most."""
_MEANING = {
    "second_bye": say("rounds sat out before"),
    "rematch": say("they met before"),
    "bye": say("more than those with the least have"),
    "distance": say("difference of the scores, squared"),
    "float": say("floats the same way as in the round before (2) or in the one before that (1)"),
    "avoidance": say("should not meet if it can be helped (2), of one group (1)"),
    "fold": say("distance from the fold partner, squared"),
}


class Unit(NamedTuple):
    """Names of the scores of a field: so many of them, all of them, their sign, and the player with the least."""

    counted: Callable[[int], str]
    many: str
    sign: int
    least: str


def _points(count: int) -> str:
    return say("{count} point", count=count) if count == 1 else say("{count} points", count=count)


def _losses(count: int) -> str:
    return say("{count} loss", count=count) if count == 1 else say("{count} losses", count=count)


POINTS = Unit(_points, term("points"), 1, say("those with the fewest points"))
LOSSES = Unit(_losses, term("losses"), -1, say("those with the most losses"))


def explained(tournament: Tournament, round_: Round, field: RoundInput, unit: Unit) -> Explanations:
    """Each match by its id, and the bye under `bye`."""
    return _Round(tournament, round_, field, unit).explained()


class _Round:
    """One round as it was paired, beside the field that it was paired from."""

    def __init__(self, tournament: Tournament, round_: Round, field: RoundInput, unit: Unit) -> None:
        self.round, self.costs, self.unit = round_, Costs(field), unit
        self.field = field
        self.places = {each.player: place for place, each in enumerate(field.players)}
        self.names = {entry.player: entry.name for entry in tournament.entries}
        self.opponent = {round_.bye or "": ""}
        for pairing in round_.pairings:
            self.opponent |= {pairing.white: pairing.black, pairing.black: pairing.white}

    def explained(self) -> Explanations:
        explanations = {
            each.match: self._match(each.white, each.black) for each in self.round.pairings if not each.is_bye
        }
        if self.round.bye:
            explanations["bye"] = self._bye(self.round.bye)
        return explanations

    def _match(self, white: str, black: str) -> SwissWhy:
        one, other = sorted((self.places[white], self.places[black]))
        same = self._score(one) == self._score(other)
        instead = (
            [reason for place in (one, other) for reason in self._instead(place)] if same else self._nearer(one, other)
        )
        text = [say("{one} meets {other}.", one=self._player(one), other=self._player(other))]
        if not same:
            text.append(
                say(
                    "{one} floats down and {other} up: {reasons}.", one=self._name(one), other=self._name(other),
                    reasons=one_after_another([self._why_floats(one), *(each.why for each in instead)]),
                )
            )  # fmt: skip
        elif not instead:
            text.append(say("Equal {scores}, and partners by the fold of their group.", scores=self.unit.many))
        else:
            text.append(say("Equal {scores}.", scores=self.unit.many))
            text += [say("{reason}.", reason=each.why) for each in instead]
        if met := self.field.players[one].met.get(self._id(other)):
            again = say("They met in round {round} already: meetings repeat where nothing else is possible.", round=met)
            text.append(again)
        players = tuple(self._seen(place) for place in (self.places[white], self.places[black]))
        return SwissWhy(sentences(text), players, self._costs(one, other), tuple(instead))

    def _bye(self, player_id: str) -> SwissWhy:
        place = self.places[player_id]
        passed = tuple(
            Passed(self._id(each), say("{player} sat out before", player=self._name(each)))
            for each in range(place + 1, self.costs.size) if self.costs.forbidden(each, self.costs.size)
        )  # fmt: skip
        text = say(
            "{player} sits out: of {least} who have not before, the last that suits the round.",
            player=self._player(place), least=self.unit.least,
        )  # fmt: skip
        return SwissWhy(text, (self._seen(place),), self._costs(place, self.costs.size), passed)

    def _seen(self, place: int) -> WeighedPlayer:
        group = self.costs.groups[self.costs.group_of[place]]
        return WeighedPlayer(
            self._id(place), self._name(place), self._counted(self._score(place)),
            place - group.first + 1, group.size, self._float(place),
        )  # fmt: skip

    def _float(self, place: int) -> str:
        opponent = self.opponent.get(self._id(place), "")
        if not opponent:
            return "down"
        mine, other = self._score(place), self._score(self.places[opponent])
        return "none" if mine == other else "down" if mine > other else "up"

    def _costs(self, one: int, other: int) -> tuple[Cost, ...]:
        parts = zip(CRITERIA, self.costs.parts(one, other), strict=True)
        return tuple(Cost(name, cost, _MEANING[name]) for name, cost in parts)

    def _instead(self, place: int) -> Iterator[Passed]:
        """The opponent by the fold, and the reason why the player did not get that opponent."""
        partner = self._partner(place)
        if partner is None or self._id(partner) == self.opponent.get(self._id(place)):
            return
        yield Passed(self._id(partner), self._why_not(place, partner))

    def _nearer(self, high: int, low: int) -> list[Passed]:
        """Some players of the lower group before the one who floats up, and why it is none of them."""
        first = self.costs.groups[self.costs.group_of[low]].first
        reasons = []
        for place in range(first, min(low, first + _NAMED)):
            one, other = self._name(high), self._name(place)
            met = self.field.players[high].met.get(self._id(place))
            if met is not None:
                why = say("{one} has met {other} in round {round}", one=one, other=other, round=met)
            elif self.costs.forbidden(high, place):
                why = say("{one} is kept apart from {other}", one=one, other=other)
            else:
                why = self._busy(place)
            reasons.append(Passed(self._id(place), why))
        return reasons

    def _partner(self, place: int) -> int | None:
        group = self.costs.groups[self.costs.group_of[place]]
        count = place - group.first - group.arrives
        if 0 <= count < group.half:
            return place + group.half
        return place - group.half if group.half <= count < 2 * group.half else None

    def _why_not(self, place: int, partner: int) -> str:
        one, other = self._name(place), self._name(partner)
        pair = sorted((place, partner))
        match self.costs.forbidden(*pair):
            case "met":
                met = self.field.players[place].met[self._id(partner)]
                return say(
                    "{one} would meet {other} by the fold, but did in round {round}", one=one, other=other, round=met
                )
            case "hard":
                return say("{one} would meet {other} by the fold, but the director forbids it", one=one, other=other)
            case "group":
                return say("{one} would meet {other} by the fold, but they are of one group", one=one, other=other)
        parts = dict(zip(CRITERIA, self.costs.parts(*pair), strict=True))
        if parts["rematch"]:
            return say("{one} would meet {other} by the fold, but they have met before", one=one, other=other)
        if parts["avoidance"]:
            return say("{one} would meet {other} by the fold, but they should not meet", one=one, other=other)
        return say(
            "{one} would meet {other} by the fold, but {busy}, which is better for the round as a whole",
            one=one, other=other, busy=self._busy(partner),
        )  # fmt: skip

    def _busy(self, place: int) -> str:
        """The other match or the bye of a player, in a sentence."""
        opponent, player = self.opponent.get(self._id(place)), self._name(place)
        if opponent:
            return say("{player} meets {opponent}", player=player, opponent=self.names[opponent])
        return say("{player} sits out", player=player)

    def _why_floats(self, place: int) -> str:
        group = self.costs.groups[self.costs.group_of[place]]
        score = self._said(group.score)
        if group.size == 1:
            return say("no other player has {score}", score=score)
        return say("the {count} with {score} cannot all meet each other", count=group.size, score=score)

    def _player(self, place: int) -> str:
        seen = self._seen(place)
        return say(
            "{player} ({score}, {place} of {count})", player=seen.name, score=self._said(self._score(place)),
            place=seen.place, count=seen.of,
        )  # fmt: skip

    def _counted(self, score: int) -> int:
        return score * self.unit.sign

    def _said(self, score: int) -> str:
        return self.unit.counted(self._counted(score))

    def _score(self, place: int) -> int:
        return self.field.players[place].score

    def _id(self, place: int) -> str:
        return self.field.players[place].player

    def _name(self, place: int) -> str:
        return self.names[self._id(place)]
