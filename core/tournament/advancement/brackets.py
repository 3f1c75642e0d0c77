"""Brackets after another stage: a knock-out of those who go on, perhaps a consolation of the others, and their plan."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from core.errors import Invalid
from core.messages import say, sentences, together
from core.tournament.brackets.below import NOTHING_BELOW, Below
from core.tournament.brackets.builders import single
from core.tournament.brackets.explanation import explain_bracket
from core.tournament.brackets.filling import FilledBracket
from core.tournament.brackets.round_names import side_round
from core.tournament.brackets.round_reached import depths_below
from core.tournament.model.bracket_plan import BYE, PLACE, SEED, WINNER, Bracket, Plan, PlanRound, Source
from core.tournament.model.explanation import Explanations, Lot
from core.tournament.model.state import Tournament, settings_of
from core.tournament.model.values import Round
from core.tournament.pairing.lots import lot
from core.tournament.setting_words import WORDS

MAIN, BRONZE, CONSOLATION = "main", "bronze", "consolation"
SHARE_THIRD: Mapping[str, Any] = {
    "if_chosen": True,
    "sentence": WORDS["share_third"].sentence,
}
"""The setting of a shared third place, as metadata of a field."""
_WITH_SEMI_FINALS = 2
_PLACES = 1000
"""More than there are places in a stage, and than a bracket has rounds: what separates the parts of one number."""

Seats = Callable[[int], Source]
"""The source of the player of each seed of a bracket, from 1 on; also of those beyond the last, with empty seats."""


# ── the plan ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def knock_out_of(entrants: int, key: str, seats: Seats, below: Below = NOTHING_BELOW) -> list[Bracket]:
    """A knock-out of so many entrants under the key `key`, and what hangs on it; none for fewer than two.

    Its rounds are numbered from 1 on.
    """
    if entrants < 2:
        return []

    def source(each: Source) -> Source:
        if each.kind == BYE:
            return each
        return seats(int(each.of)) if each.kind == SEED else each._replace(of=named(str(each.of)))

    def named(slot: str) -> str:
        bracket, rest = slot.split(".", 1)
        return f"{key}.{rest}" if bracket == MAIN else slot

    def renamed(place: int, round_: PlanRound) -> PlanRound:
        slots = (
            slot._replace(key=named(slot.key), white=source(slot.white), black=source(slot.black))
            for slot in round_.slots
        )
        name = round_.name if key == MAIN else side_round(key, place, final=len(round_.slots) == 1)
        return round_._replace(name=name, slots=tuple(slots))

    return [
        Bracket(
            key if bracket.key == MAIN else bracket.key,
            tuple(renamed(place, plan_round) for place, plan_round in enumerate(bracket.rounds, 1)),
        )
        for bracket in single(entrants, **below.fitting(entrants)._asdict()).brackets
    ]


class Side(NamedTuple):
    """The players of a knock-out after another stage: their number, and where those of its seeds come from.

    `places` are the places of the stage before that have the first seeds, such as `B2`. The other seeds are numbered on
    from `before`, the seeds of another bracket.
    """

    entrants: int
    places: tuple[str, ...] = ()
    before: int = 0

    def seat(self, number: int) -> Source:
        """The source of the player of a seed, from 1 on."""
        if number <= len(self.places):
            return Source(PLACE, self.places[number - 1])
        return Source(SEED, self.before + number)


@lru_cache(maxsize=256)
def both_sides(main: Side, beside: Side, first: int, below: Below = NOTHING_BELOW) -> Plan:
    """The knock-out with what hangs on it (`below`) and the consolation beside it, neither for fewer than two players.

    Rounds are numbered from `first` on.
    """
    sides = (
        knock_out_of(main.entrants, MAIN, main.seat, below),
        knock_out_of(beside.entrants, CONSOLATION, beside.seat),
    )
    return side_by_side(sides, first)


def with_byes(bracket: Bracket, entrants: int) -> Bracket:
    """The bracket with byes in place of the seeds beyond so many entrants: these are seeds of another bracket."""

    def source(each: Source) -> Source:
        return Source(BYE, each.of) if each.kind == SEED and int(each.of) > entrants else each

    return bracket._replace(
        rounds=tuple(
            round_._replace(
                slots=tuple(slot._replace(white=source(slot.white), black=source(slot.black)) for slot in round_.slots)
            )
            for round_ in bracket.rounds
        )
    )


def side_by_side(sides: Iterable[Sequence[Bracket]], first: int) -> Plan:
    """The brackets of several knock-outs. Their rounds are numbered from `first` on: a round of each in turn."""
    known = [side for side in sides if side]
    numbers: dict[tuple[str, str], int] = {}
    for step in range(max((len(rounds) for rounds in map(_in_order, known)), default=0)):
        for rounds in map(_in_order, known):
            if step < len(rounds):
                numbers[rounds[step]] = first + len(numbers)
    return Plan(
        tuple(
            bracket._replace(
                rounds=tuple(round_._replace(number=numbers[bracket.key, round_.name]) for round_ in bracket.rounds)
            )
            for side in known
            for bracket in side
        )
    )


def _in_order(side: Sequence[Bracket]) -> list[tuple[str, str]]:
    rounds = [(round_.number, bracket.key, round_.name) for bracket in side for round_ in bracket.rounds]
    return [(key, name) for _, key, name in sorted(rounds)]


# ── who was in it ────────────────────────────────────────────────────────────────────────────────────────────────────
def been_in(tournament: Tournament, *keys: str) -> frozenset[str]:
    """The players paired in these brackets, including voided pairings, but not those of a cut that was taken back."""
    starts = tuple(f"{key}." for key in keys)
    voided = (pairing for _, pairing in tournament.voided.pairings if pairing.match not in tournament.voided.of_stages)
    pairings = (pairing for some in (tournament.matches, voided) for pairing in some if pairing.slot.startswith(starts))
    return frozenset(player for pairing in pairings for player in (pairing.white, pairing.black) if player)


# ── how far everybody came ───────────────────────────────────────────────────────────────────────────────────────────
def rounds_reached(
    plan: Plan,
    filling: FilledBracket,
    places: Mapping[str, int],
    advanced: Iterable[str],
    third: Collection[str] = (),
) -> dict[str, int]:
    """The rank of the round reached, more is better: first in the knock-out, then in the consolation, then in the
    stage before.

    `places` are the players' places there. Of players who reached the same round of a bracket the better place is
    first, but not among those who share the third place (`third`). `advanced` are known to be in the knock-out.
    """
    main, consolation = (depths_in(plan, filling, key) for key in (MAIN, CONSOLATION))
    inside = {*main, *advanced}
    below = depths_below(plan, filling, inside)
    came: dict[str, int] = {}
    for player, place in places.items():
        if player in inside:
            part = 2 * _PLACES + main.get(player, 0)
        else:
            part = _PLACES + consolation[player] if player in consolation else 0
        if below is not None:
            depths, above = below
            part = part * above + (0 if player in third else depths.get(player, 0))
        came[player] = part * _PLACES + (0 if player in third else max(0, _PLACES - place))
    return came


def share_third(tournament: Tournament) -> frozenset[str]:
    """The losers of the semi-finals that are over, if the announcement lets them share the third place."""
    if not settings_of(tournament).share_third or tournament.format.plan is None or tournament.format.entrant is None:
        return frozenset()
    plan = tournament.format.plan(tournament)
    rounds = next((bracket.rounds for bracket in plan.brackets if bracket.key == MAIN), ())
    if len(rounds) < _WITH_SEMI_FINALS:
        return frozenset()
    filling = FilledBracket(plan, tournament, tournament.format.entrant(tournament))
    semi, final = rounds[-2:]
    over = (slot for slot in semi.slots if filling.player_of(Source(WINNER, slot.key)) is not None)
    came = {player for slot in over for player in filling.fills[slot.key] if player}
    return frozenset(came - {player for slot in final.slots for player in filling.fills[slot.key]})


def ensure_one_third(*, bronze: bool, shared: bool) -> None:
    """Raises `Invalid` if the third place is both played for and shared."""
    if bronze and shared:
        raise Invalid({"share_third": [say("the third place is played for already: choose one of the two")]})


def depths_in(plan: Plan, filling: FilledBracket, key: str) -> dict[str, int]:
    """Twice the last round of that bracket that everybody came to, two more for its winner, one more for the bronze."""
    depths: dict[str, int] = {}
    for bracket in plan.brackets:
        if bracket.key == key:
            for number, round_ in enumerate(bracket.rounds, 1):
                for slot in round_.slots:
                    depths |= dict.fromkeys((each for each in filling.fills[slot.key] if each), 2 * number)
            winner = filling.player_of(Source(WINNER, bracket.rounds[-1].slots[0].key))
            if winner:
                depths[winner] += 2
        elif bracket.key == BRONZE and key == MAIN:
            winner = filling.player_of(Source(WINNER, bracket.rounds[0].slots[0].key))
            if winner:
                depths[winner] += 1
    return depths


# ── why ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
def explain_after(tournament: Tournament, round_: Round, drawn: Mapping[str, str]) -> Explanations:
    """Of each match of a round of the brackets whence its players came, and whose place was drawn.

    `drawn` are the places, by player id, that lots decided.
    """
    explanations = dict(explain_bracket(tournament, round_))
    for pairing in round_.pairings:
        lots = [
            Lot(drawn[player], player, lot(f"lots:{player}", tournament.seed or ""))
            for player in (pairing.white, pairing.black)
            if player in drawn and pairing.match in explanations
        ]
        if lots:
            places = together(each.place for each in lots)
            drawn_by = say("Several shared the place of {places}, and lots were drawn.", places=places)
            why = explanations[pairing.match]
            explanations[pairing.match] = replace(why, text=sentences((why.text, drawn_by)), lots=tuple(lots))
    return explanations
