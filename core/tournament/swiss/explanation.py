"""Why a round was paired as it was: each match and the bye in words, with the numbers under them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from core.tournament.model.state import Tournament
from core.tournament.model.values import Round
from core.tournament.swiss.costs import CRITERIA, Costs
from core.tournament.swiss.round_input import RoundInput

Json = dict[str, Any]
_NAMED = 3
"""Others whom an explanation names at most."""
_MEANING = {
    "second_bye": "rounds that he sat out before",
    "rematch": "they met before",
    "bye": "more than those with the least have",
    "distance": "difference of the scores, squared",
    "float": "floats the same way as in the round before (2) or in the one before that (1)",
    "avoidance": "should not meet if it can be helped (2), of one group (1)",
    "fold": "distance from the fold partner, squared",
}


class Unit(NamedTuple):
    """Names of the scores of a field: singular and plural, their sign, and the player with the least."""

    one: str
    many: str
    sign: int
    least: str


POINTS = Unit("point", "points", 1, "those with the fewest points")
LOSSES = Unit("loss", "losses", -1, "those with the most losses")


def explained(tournament: Tournament, round_: Round, field: RoundInput, unit: Unit) -> dict[str, Json]:
    """Each match by its id, and the bye under `bye`."""
    return _Round(tournament, round_, field, unit).to_json()


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

    def to_json(self) -> dict[str, Json]:
        explanations = {
            each.match: self._match(each.white, each.black) for each in self.round.pairings if not each.is_bye
        }
        if self.round.bye:
            explanations["bye"] = self._bye(self.round.bye)
        return explanations

    def _match(self, white: str, black: str) -> Json:
        one, other = sorted((self.places[white], self.places[black]))
        same = self._score(one) == self._score(other)
        instead = (
            [reason for place in (one, other) for reason in self._instead(place)] if same else self._nearer(one, other)
        )
        text = f"{self._player(one)} meets {self._player(other)}. "
        if not same:
            reason = [self._why_floats(one), *(each["why"] for each in instead)]
            text += f"{self._name(one)} floats down and {self._name(other)} up: {'; '.join(reason)}."
        elif not instead:
            text += f"Equal {self.unit.many}, and partners by the fold of their group."
        else:
            text += f"Equal {self.unit.many}. " + " ".join(f"{each['why']}." for each in instead)
        if met := self.field.players[one].met.get(self._id(other)):
            text += f" They met in round {met} already: meetings repeat where nothing else is possible."
        return {
            "text": text, "players": [self._seen(place) for place in (self.places[white], self.places[black])],
            "costs": self._costs(one, other), "instead": instead,
        }  # fmt: skip

    def _bye(self, player_id: str) -> Json:
        place = self.places[player_id]
        passed = [
            {"player": self._id(each), "why": f"{self._name(each)} sat out before"}
            for each in range(place + 1, self.costs.size) if self.costs.forbidden(each, self.costs.size)
        ]  # fmt: skip
        text = (
            f"{self._player(place)} sits out: of {self.unit.least} who have not before, the last that suits the round."
        )
        return {
            "text": text, "players": [self._seen(place)], "costs": self._costs(place, self.costs.size),
            "instead": passed,
        }  # fmt: skip

    def _seen(self, place: int) -> Json:
        group = self.costs.groups[self.costs.group_of[place]]
        return {
            "player": self._id(place), "name": self._name(place), "score": self._counted(self._score(place)),
            "place": place - group.first + 1, "of": group.size, "float": self._float(place),
        }  # fmt: skip

    def _float(self, place: int) -> str:
        opponent = self.opponent.get(self._id(place), "")
        if not opponent:
            return "down"
        mine, other = self._score(place), self._score(self.places[opponent])
        return "none" if mine == other else "down" if mine > other else "up"

    def _costs(self, one: int, other: int) -> list[Json]:
        parts = zip(CRITERIA, self.costs.parts(one, other), strict=True)
        return [{"criterion": name, "cost": cost, "text": _MEANING[name]} for name, cost in parts]

    def _instead(self, place: int) -> Iterator[Json]:
        """The opponent by the fold, and the reason why the player did not get that opponent."""
        partner = self._partner(place)
        if partner is None or self._id(partner) == self.opponent.get(self._id(place)):
            return
        yield {"player": self._id(partner), "why": self._why_not(place, partner)}

    def _nearer(self, high: int, low: int) -> list[Json]:
        """Some players of the lower group before the one who floats up, and why it is none of them."""
        first = self.costs.groups[self.costs.group_of[low]].first
        reasons = []
        for place in range(first, min(low, first + _NAMED)):
            one, other = self._name(high), self._name(place)
            met = self.field.players[high].met.get(self._id(place))
            if met is not None:
                why = f"{one} has met {other} in round {met}"
            elif self.costs.forbidden(high, place):
                why = f"{one} is kept apart from {other}"
            else:
                why = f"{other} {self._busy(place)}"
            reasons.append({"player": self._id(place), "why": why})
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
                return f"{one} would meet {other} by the fold, but did in round {met}"
            case "hard":
                return f"{one} would meet {other} by the fold, but the director forbids it"
            case "group":
                return f"{one} would meet {other} by the fold, but they are of one group"
        parts = dict(zip(CRITERIA, self.costs.parts(*pair), strict=True))
        if parts["rematch"]:
            return f"{one} would meet {other} by the fold, but has met him before"
        if parts["avoidance"]:
            return f"{one} would meet {other} by the fold, but they should not meet"
        busy = self._busy(partner)
        return f"{one} would meet {other} by the fold, but {other} {busy}, which is better for the round as a whole"

    def _busy(self, place: int) -> str:
        opponent = self.opponent.get(self._id(place))
        return f"meets {self.names[opponent]}" if opponent else "sits out"

    def _why_floats(self, place: int) -> str:
        group = self.costs.groups[self.costs.group_of[place]]
        score = self._said(group.score)
        if group.size == 1:
            return f"nobody else has {score}"
        return f"the {group.size} with {score} cannot all meet each other"

    def _player(self, place: int) -> str:
        seen = self._seen(place)
        return f"{seen['name']} ({self._said(self._score(place))}, {seen['place']} of {seen['of']})"

    def _counted(self, score: int) -> int:
        return score * self.unit.sign

    def _said(self, score: int) -> str:
        count = self._counted(score)
        return f"{count} {self.unit.one if count == 1 else self.unit.many}"

    def _score(self, place: int) -> int:
        return self.field.players[place].score

    def _id(self, place: int) -> str:
        return self.field.players[place].player

    def _name(self, place: int) -> str:
        return self.names[self._id(place)]
