"""The explanation of a paired round: each match and the bye in words, with the numbers under them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.messages import one_after_another, say, sentences, term, terms, together
from core.tournament.model.byes import sat_out
from core.tournament.model.explanation import Cost, Explanations, Passed, SwissWhy, WeighedPlayer
from core.tournament.model.state import Tournament
from core.tournament.model.values import FULL, Round
from core.tournament.swiss.costs import CRITERIA, Costs
from core.tournament.swiss.round_input import WHITE, PlayerHistory, RoundInput, sitting
from core.tournament.swiss.seats import BALANCE, LAST, LIMIT, TABLE, seating

_NAMED = 3
"""Others whom an explanation names at most."""
_MEANING = {
    "second_bye": say("rounds sat out before"),
    "rematch": say("they met before"),
    "seats": say("both may sit in the same seat only, by the limit on seats"),
    "bye": say("more than those with the least have"),
    "distance": say("difference of the scores, squared"),
    "float": say("floats the same way as in the round before (2) or in the one before that (1)"),
    "avoidance": say("should not meet if it can be helped (2), of one group (1)"),
    "fold": say("places between the opponent and the one in the other half (the fold), squared"),
}
_FOLD = say("upper half against lower half (the fold)")
_NEIGHBOURS = say("the first against the second, the third against the fourth (Monrad)")


_SEATED: Mapping[str, Callable[[Mapping[str, str]], str]] = {
    LIMIT: lambda _: say(
        "no player sits in one seat three times in a row, or three times more often than in the other"
    ),
    BALANCE: lambda names: say("compared with black, {white} has sat white less often than {black}", **names),
    LAST: lambda _: say("both as often so far, and the last seats decide"),
    TABLE: lambda _: say("both as often so far, and the seats change from table to table"),
}
"""The rule by which two players have their seats, of their names."""


def _history(player: PlayerHistory) -> Sequence[str] | str:
    """The seats of a player so far, the last one last."""
    return terms("white" if seat == WHITE else "black" for seat in player.seats) or say("none yet")


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


def missed_before(tournament: Tournament, round_: Round, player_id: str) -> str | None:
    """The sentence for a player with a bye who missed rounds before it: these do not count as sat out (SW5, SW16).

    `None` for one who played, or sat out with a bye or for a full point, in every round before.
    """
    missed = [
        each.number
        for each in tournament.rounds
        if each.number < round_.number
        and player_id not in sitting(each)
        and sat_out(tournament, each).get(player_id) != FULL
    ]
    if not missed:
        return None
    one, several = say("round {rounds}", rounds=missed[0]), say("rounds {rounds}", rounds=together(missed))
    return say(
        "{player} did not play in {where}, and can have a bye all the same: a round that a player missed, or sat out "
        "on request for less than a full point, does not count as sat out.",
        player=tournament.name_of(player_id),
        where=one if len(missed) == 1 else several,
    )


def explained(tournament: Tournament, round_: Round, field: RoundInput, unit: Unit) -> Explanations:
    """Each match by its id, and the bye under `bye`."""
    return _Round(tournament, round_, field, unit).explained()


class _Round:
    """One round as it was paired, beside the field that it was paired from."""

    def __init__(self, tournament: Tournament, round_: Round, field: RoundInput, unit: Unit) -> None:
        self.tournament, self.round, self.costs, self.unit = tournament, round_, Costs(field), unit
        self.field = field
        self.places = {player.player: place for place, player in enumerate(field.players)}
        self.names = {entry.player: entry.name for entry in tournament.entries}
        self.by = _NEIGHBOURS if field.neighbours else _FOLD
        self.anew = {match for _round, match in tournament.voided.anew}
        self.opponent = {round_.bye or "": ""}
        for pairing in round_.pairings:
            self.opponent |= {pairing.white: pairing.black, pairing.black: pairing.white}

    def explained(self) -> Explanations:
        explanations = {
            pairing.match: self._match(pairing.white, pairing.black, table)
            for table, pairing in enumerate(self.round.pairings)
            if not pairing.is_bye
        }
        if self.round.bye:
            explanations["bye"] = self._bye(self.round.bye)
        return explanations

    def _match(self, white: str, black: str, table: int) -> SwissWhy:
        one, other = sorted((self.places[white], self.places[black]))
        same = self._score(one) == self._score(other)
        instead = (
            [reason for place in (one, other) for reason in self._instead(place)] if same else self._nearer(one, other)
        )
        text = [say("{one} meets {other}.", one=self._player(one), other=self._player(other))]
        if not same:
            text.append(
                say(
                    "{one} floats down and {other} up: {reasons}.",
                    one=self._name(one),
                    other=self._name(other),
                    reasons=one_after_another([self._why_floats(one), *(each.why for each in instead)]),
                )
            )
        elif not instead:
            text.append(
                say("Equal {scores}, and paired in the order among them: {by}.", scores=self.unit.many, by=self.by)
            )
        else:
            text.append(say("Equal {scores}.", scores=self.unit.many))
            text += [say("{reason}.", reason=each.why) for each in instead]
        if met := self.field.players[one].met.get(self._id(other)):
            again = say("They met in round {round} already: meetings repeat where nothing else is possible.", round=met)
            text.append(again)
        if seats := self._seats(one, other, white, table):
            text.append(seats)
        players = tuple(self._seen(place) for place in (self.places[white], self.places[black]))
        return SwissWhy(sentences(text), players, self._costs(one, other), tuple(instead))

    def _seats(self, one: int, other: int, white: str, table: int) -> str | None:
        """The rule by which the players have their seats; `None` if a director gave them."""
        found = seating(self.field.players[one], self.field.players[other], table, limited=self.field.limited)
        if found.white.player != white or not (found.white.seats or found.black.seats):
            return None
        values = {"white": self.names[found.white.player], "black": self.names[found.black.player]}
        return say(
            "{white} sits white (before: {before}), {black} black (before: {theirs}): {rule}.",
            before=_history(found.white),
            theirs=_history(found.black),
            rule=_SEATED[found.rule](values),
            **values,
        )

    def _bye(self, player_id: str) -> SwissWhy:
        place = self.places[player_id]
        passed = tuple(
            Passed(self._id(number), say("{player} sat out before", player=self._name(number)))
            for number in range(place + 1, self.costs.size)
            if self.costs.forbidden(number, self.costs.size)
        )
        text = say(
            "{player} sits out: of {least} who have not before, the last that suits the round.",
            player=self._player(place),
            least=self.unit.least,
        )
        missed = missed_before(self.tournament, self.round, player_id)
        why = sentences([text, missed]) if missed else text
        return SwissWhy(why, (self._seen(place),), self._costs(place, self.costs.size), passed)

    def _seen(self, place: int) -> WeighedPlayer:
        group = self.costs.groups[self.costs.group_of[place]]
        one = self.field.players[place]
        return WeighedPlayer(
            one.player,
            self._name(place),
            self._counted(one.score - one.added),
            place - group.first + 1,
            group.size,
            self._float(place),
            one.added,
            tuple("white" if seat == WHITE else "black" for seat in one.seats),
        )

    def _float(self, place: int) -> str:
        opponent = self.opponent.get(self._id(place), "")
        if not opponent:
            return "down"
        mine, other = self._score(place), self._score(self.places[opponent])
        return "none" if mine == other else "down" if mine > other else "up"

    def _costs(self, one: int, other: int) -> tuple[Cost, ...]:
        meaning = _MEANING | ({"fold": say("distance from the neighbour, squared")} if self.field.neighbours else {})
        parts = zip(CRITERIA, self.costs.parts(one, other), strict=True)
        return tuple(Cost(name, cost, meaning[name]) for name, cost in parts)

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
        """The opponent by the order of the group alone."""
        group = self.costs.groups[self.costs.group_of[place]]
        count = place - group.first - group.arrives
        if group.half == 0 or not 0 <= count < group.paired:
            return None
        return place + group.half if count // group.half % 2 == 0 else place - group.half

    def _why_not(self, place: int, partner: int) -> str:
        one, other = self._name(place), self._name(partner)
        pair = sorted((place, partner))
        would = say("{one} would meet {other}, {by}", one=one, other=other, by=self.by)
        match self.costs.forbidden(*pair):
            case "met":
                met = self.field.players[place].met[self._id(partner)]
                return say("{would}, but did in round {round}", would=would, round=met)
            case "hard":
                return say("{would}, but the director forbids it", would=would)
            case "group":
                return say("{would}, but they are of one group", would=would)
        parts = dict(zip(CRITERIA, self.costs.parts(*pair), strict=True))
        if parts["rematch"]:
            return say("{would}, but they have met before", would=would)
        if parts["seats"]:
            return say("{would}, but both may sit in the same seat only", would=would)
        if parts["avoidance"]:
            return say("{would}, but they should not meet", would=would)
        busy = self._busy(partner)
        if self._is_anew(partner):
            return say("{would}, but {busy} since the round was paired anew", would=would, busy=busy)
        return say("{would}, but {busy}, which is better for the round as a whole", would=would, busy=busy)

    def _is_anew(self, place: int) -> bool:
        """True if the match of a player was paired after the round was drawn, such as by hand."""
        player = self._id(place)
        return any(
            pairing.match in self.anew and player in (pairing.white, pairing.black) for pairing in self.round.pairings
        )

    def _busy(self, place: int) -> str:
        """The other match or the bye of a player, in a sentence."""
        opponent, player = self.opponent.get(self._id(place)), self._name(place)
        if opponent:
            return say("{player} meets {opponent}", player=player, opponent=self.names[opponent])
        return say("{player} sits out", player=player)

    def _why_floats(self, place: int) -> str:
        group = self.costs.groups[self.costs.group_of[place]]
        score = self._score_text(group.score)
        if group.size == 1:
            return say("no other player has {score}", score=score)
        return say("the {count} with {score} cannot all meet each other", count=group.size, score=score)

    def _player(self, place: int) -> str:
        seen = self._seen(place)
        score = self.unit.counted(seen.score)
        if seen.added:
            score = say("{score} and {added} added", score=score, added=seen.added)
        return say(
            "{player} ({score}, {place} of {count})", player=seen.name, score=score, place=seen.place, count=seen.of
        )

    def _counted(self, score: int) -> int:
        return score * self.unit.sign

    def _score_text(self, score: int) -> str:
        return self.unit.counted(self._counted(score))

    def _score(self, place: int) -> int:
        return self.field.players[place].score

    def _id(self, place: int) -> str:
        return self.field.players[place].player

    def _name(self, place: int) -> str:
        return self.names[self._id(place)]
