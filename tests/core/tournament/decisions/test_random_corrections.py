"""Random corrections leave what a tournament has in which the results were right from the start."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import NotAllowed
from core.events import GameResult, RoundPaired
from core.tournament import Tournament
from core.tournament.decisions import pair_round
from core.tournament.decisions.corrections import Decision, paired_anew, published_next
from core.tournament.model.state import FINISHED
from core.tournament.standings.standings import sections, standings
from tests.support.proving import examples
from tests.support.tournament.scenario import announced, begun, entries
from tests.support.tournament.strategies import decided, open_matches
from tests.support.tournament.written_results import after, field

BRACKETS = {
    "single_elimination": {},
    "double_elimination": {},
    "groups_then_knockout": {"groups": 2, "advance": 2},
}
SETTINGS = {**BRACKETS, "swiss": {"rounds": 4}}
Winners = dict[tuple[Any, ...], str]
"""The winning seat of each match that was played, by its round, place and players."""


def fresh(form: str, number: int) -> Tournament:
    return begun(announced(form, SETTINGS[form]), entries(field(number)))


def places(tournament: Tournament) -> dict[str, tuple[Any, ...]]:
    """Each match of two without its id."""
    rounds = tournament.rounds
    return {
        pairing.match: (round_.number, pairing.slot, pairing.white, pairing.black)
        for round_ in rounds
        for pairing in round_.pairings
        if not pairing.is_bye
    }


def with_winner(tournament: Tournament, match: str, seat: str) -> Tournament:
    decision = Decision(match, "played", "so it was", results=(GameResult(seat, "bearing_off"),) * 3)
    return after(tournament, decided(decision)(tournament))


def winners(tournament: Tournament) -> Winners:
    at = places(tournament)
    return {at[match]: str(result.winner) for match, result in tournament.results.items() if match in at}


def seen(tournament: Tournament) -> dict[str, Any]:
    """Pairings, byes, winners and every table."""
    tables = [("", standings(tournament)), *sections(tournament)]
    return {
        "pairings": sorted(places(tournament).values()),
        "byes": sorted((round_.number, round_.bye or "") for round_ in tournament.rounds),
        "winners": winners(tournament),
        "tables": [(name, [(line.rank, line.player_id) for line in lines]) for name, lines in tables],
        "status": tournament.status,
    }


def step(tournament: Tournament, chance: Random) -> Tournament:
    """One more result, or the next round where all are in."""
    if waiting := open_matches(tournament):
        return with_winner(tournament, chance.choice(waiting), chance.choice(["white", "black"]))
    return tournament if tournament.status == FINISHED else after(tournament, pair_round(tournament))


def corrected(tournament: Tournament, chance: Random) -> tuple[Tournament, bool]:
    """Another winner of a match that was played; perhaps with the published next round paired anew."""
    match = chance.choice(sorted(set(tournament.results) & set(places(tournament))))
    other = {"white": "black", "black": "white"}[str(tournament.results[match].winner)]
    tournament = with_winner(tournament, match, other)
    anew = chance.random() < 0.5 and published_next(tournament, match) is not None
    if anew:
        try:
            tournament = after(tournament, paired_anew(tournament, match, "by the right results"))
        except NotAllowed:  # it was played
            anew = False
    return tournament, anew


@pytest.mark.parametrize("form", BRACKETS)
@settings(max_examples=examples(25))
@given(number=st.integers(5, 11), seed=st.integers(0, 9999))
def test_corrected_brackets_are_those_of_a_tournament_with_these_results_from_the_start(
    form: str, number: int, seed: int
) -> None:
    chance, tournament = Random(seed), fresh(form, number)
    for _ in range(chance.randrange(2, 30)):
        tournament = step(tournament, chance)
        if chance.random() < 0.4:
            tournament, _anew = corrected(tournament, chance)
    right, again = winners(tournament), fresh(form, number)
    while ready := [match for match in open_matches(again) if places(again)[match] in right]:
        again = with_winner(again, ready[0], right[places(again)[ready[0]]])
    assert seen(again) == seen(tournament)


@settings(max_examples=examples(40))
@given(number=st.integers(5, 11), seed=st.integers(0, 9999))
def test_a_round_paired_anew_is_that_of_a_tournament_with_these_results_from_the_start(number: int, seed: int) -> None:
    chance, tournament = Random(seed), fresh("swiss", number)
    for _ in range(chance.randrange(6, 24)):
        tournament = step(tournament, chance)
        if not tournament.results.keys() & places(tournament).keys() or chance.random() < 0.5:
            continue
        tournament, anew = corrected(tournament, chance)
        again = replayed(tournament, stands=not anew)
        assert seen(again) == seen(tournament)


def replayed(tournament: Tournament, *, stands: bool) -> Tournament:
    """The same rounds with the results as they are now; the last one paired by these, unless it stands."""
    right, again = winners(tournament), begun(announced("swiss", SETTINGS["swiss"]), entries(list(tournament.starters)))
    again = after(again, pair_round(again)) if not again.rounds else again
    for round_ in tournament.rounds:
        if len(again.rounds) < round_.number:
            last = round_ is tournament.rounds[-1]
            rows = tuple((pairing.match, pairing.white, pairing.black) for pairing in round_.pairings)
            paired = RoundPaired(round_.number, rows, round_.bye)
            again = after(again, pair_round(again) if last and not stands else [paired])
        for match, place in places(again).items():
            if place[0] == round_.number and place in right:
                again = with_winner(again, match, right[place])
    return again
