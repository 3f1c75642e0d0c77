"""Plans of brackets for any number of entrants: single elimination with what may hang on it, double elimination.

Slots are named `<bracket>.<round of that bracket>.<place>`, such as `main.1.3`. Rounds are numbered through the
tournament in the order in which they can be played.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from core.errors import Invalid
from core.messages import say
from core.tournament.brackets.drops import AUTO, CONSOLATION, MAIN, derived, fitted, read_drops
from core.tournament.brackets.lower_bracket import Arrival, Lower, after_match, lower_bracket
from core.tournament.brackets.placement import placement_brackets, places_of, seeding_order
from core.tournament.brackets.round_names import side_round
from core.tournament.model.bracket_plan import LOSER, SEED, WINNER, Bracket, Plan, PlanRound, Slot, Source

_SOONER = ("bronze",)


def rounds_of(entrants: int) -> int:
    """The rounds of the main bracket for so many entrants."""
    return (entrants - 1).bit_length()


@lru_cache(maxsize=256)
def single(
    entrants: int,
    *,
    bronze: bool = False,
    consolation: str = "",
    last_chance: str = "",
    placement: int = 0,
    first: int = 1,
) -> Plan:
    """Single elimination of two or more; `bronze` needs four. Rounds are numbered from `first` on.

    All places up to `placement` are played for, which includes the third.

    `consolation` and `last_chance` are drop strings, `auto` for the usual ones, empty for none. Raises `Invalid` for
    one that does not fit so many entrants.
    """
    main = _main(entrants)
    brackets = [main.bracket]
    third = bronze and not placement and len(main.losers) > 1 and len(main.losers[-2]) > 1
    if third:
        one, other = main.losers[-2]
        brackets.append(Bracket("bronze", (_round("bronze", [Slot("bronze.1.1", one.source, other.source)]),)))
    if placement:
        brackets += placement_brackets(main.bracket, entrants, placement)
    if consolation:
        free = main.by_letter(len(main.losers) - 1 - third)
        below = _below("consolation", consolation, free, free, entrants)
        brackets += _bracket("consolation", below)
        if last_chance:
            lost = {letter: loser for letter, loser in zip(CONSOLATION, below.losers, strict=False) if loser}
            if lost:
                lost.popitem()  # the loser of its final has had their chance, as in the main bracket
            spare = {letter: each for letter, each in free.items() if letter not in consolation}
            brackets += _bracket("last_chance", _below("last_chance", last_chance, lost, lost | spare, entrants))
    return _numbered(brackets, first)


@lru_cache(maxsize=256)
def double(entrants: int, *, drops: str = "", reset: bool = True, first: int = 1) -> Plan:
    """Double elimination of two or more. With `reset` the final is played again if the lower bracket's winner wins it.

    Without `drops` its string is the usual one. Raises `Invalid` for one that does not fit so many entrants.
    """
    main = _main(entrants)
    every = main.by_letter(len(main.losers))
    rounds = read_drops(drops or derived(_counts(every)), "drops", champion=True)
    fitted(rounds, "settings.drops", _counts(every), entrants=entrants, every=True)
    below = lower_bracket("lower", rounds, every)
    assert below.champion is not None, "everybody but one loses in the main bracket"
    grand = Slot("final.1.1", Source(WINNER, main.bracket.rounds[-1].slots[0].key), below.champion.source)
    finals = [PlanRound(0, "grand_final", (grand,))]
    if reset:
        again = Slot("final.2.1", Source(LOSER, grand.key), Source(WINNER, grand.key), only_if=grand.key)
        finals.append(PlanRound(0, "reset", (again,)))
    *before, last = main.bracket.rounds
    upper = main.bracket._replace(rounds=(*before, last._replace(name="main_final")))
    return _numbered([upper, *_bracket("lower", below), Bracket("final", tuple(finals))], first)


class _Main(NamedTuple):
    """The main bracket and who loses in each of its rounds."""

    bracket: Bracket
    losers: tuple[tuple[Arrival, ...], ...]

    def by_letter(self, rounds: int) -> dict[str, tuple[Arrival, ...]]:
        """The losers of the first so many rounds by the letters of drop strings."""
        return dict(zip(MAIN, self.losers[: max(rounds, 0)], strict=False))


def _main(entrants: int) -> _Main:
    """The main bracket: in its first round the best seeds have byes, if the entrants are no power of two."""
    if entrants < 2:
        raise Invalid({"": [say("a bracket needs two entrants or more, not {entrants}", entrants=entrants)]})
    count = rounds_of(entrants)
    order = seeding_order(2**count)
    arrivals = [Arrival(Source(SEED, seed), {}) if seed <= entrants else None for seed in order]
    sources = [Source(SEED, seed) for seed in order]
    rounds, losers = [], []
    for number in range(1, count + 1):
        slots, winners, lost = [], [], []
        for place in range(0, len(sources), 2):
            slot = Slot(f"main.{number}.{place // 2 + 1}", sources[place], sources[place + 1])
            one, other = sorted(arrivals[place : place + 2], key=lambda arrival: arrival is None)
            assert one is not None, "of two places in the first round one is taken"
            came = after_match(slot.key, one, other)
            slots.append(slot)
            winners.append(came._replace(source=Source(WINNER, slot.key), byes=0))
            if other is not None:
                lost.append(came._replace(source=Source(LOSER, slot.key), byes=0))
        rounds.append(_round(_name(len(slots)), slots))
        losers.append(tuple(lost))
        arrivals, sources = list(winners), [winner.source for winner in winners]
    return _Main(Bracket("main", tuple(rounds)), tuple(losers))


def _name(matches: int) -> str:
    """A round of the main bracket by how many matches it has."""
    return {1: "final", 2: "semi_final", 4: "quarter_final"}.get(matches, f"round_of_{2 * matches}")


def _counts(losers: Mapping[str, Sequence[Arrival]]) -> dict[str, int]:
    return {letter: len(loser) for letter, loser in losers.items()}


Losers = Mapping[str, Sequence[Arrival]]


def _below(field: str, text: str, usual: Losers, possible: Losers, entrants: int) -> Lower:
    """A bracket for losers, by its drop string or by the usual one for so many."""
    if text == AUTO:
        rounds = read_drops(found, field, from_consolation=True) if (found := derived(_counts(usual))) else ()
    else:
        rounds = read_drops(text, field, from_consolation=field == "last_chance")
        fitted(rounds, f"settings.{field}", _counts(possible), entrants=entrants)
    return lower_bracket(field, rounds, possible)


def _bracket(key: str, below: Lower) -> list[Bracket]:
    """The bracket without rounds that are not played; none if that is all of them."""
    last = max((number for number, slots in enumerate(below.rounds, 1) if slots), default=0)
    rounds = [
        _round(side_round(key, number, final=number == last and len(slots) == 1), slots)
        for number, slots in enumerate(below.rounds, 1)
        if slots
    ]
    return [Bracket(key, tuple(rounds))] if rounds else []


def _round(name: str, slots: Sequence[Slot]) -> PlanRound:
    return PlanRound(0, name, tuple(slots))


def _numbered(brackets: Sequence[Bracket], first: int) -> Plan:
    """The plan with its rounds numbered: each comes as soon as those that feed it are over, the main bracket first.

    A bracket is fed by itself and by those before it in the list.
    """
    waves: dict[str, int] = {}
    order = []
    for place, bracket in enumerate(brackets):
        for round_ in bracket.rounds:
            wave = 1 + max(waves.get(str(source.of), 0) for slot in round_.slots for source in (slot.white, slot.black))
            waves |= dict.fromkeys((slot.key for slot in round_.slots), wave)
            later = bracket.key not in _SOONER and not places_of(bracket.key)
            order.append((wave, later, place, round_.name))
    numbers = {name: number for number, (*_, name) in enumerate(sorted(order), first)}
    return Plan(
        tuple(
            bracket._replace(rounds=tuple(round_._replace(number=numbers[round_.name]) for round_ in bracket.rounds))
            for bracket in brackets
        )
    )
