"""SW10: a round that cannot be paired, what the director is offered, and what comes of each way."""

from collections import Counter
from random import Random

import pytest

from core.errors import NotAllowed
from core.events import ImpasseResolved, PairingsVoided, PairsAvoided, RoundPaired
from core.tournament import Tournament
from core.tournament.decisions import pair_round, unpair
from core.tournament.decisions.impasse import resolve_impasse
from core.tournament.formats.swiss import FORMAT
from core.tournament.model.impasse import END, LOOK_AHEAD, REMATCH, Impasse, as_sentence
from core.tournament.model.state import impasse
from core.tournament.standings.explanation import explain_round
from tests.oracles.swiss import Before
from tests.support.tournament.scenario import announced, begun, entries, won
from tests.support.tournament.written_results import after, field


def results(tournament: Tournament, chance: Random) -> Tournament:
    """After a result of every match of the last round."""
    return after(tournament, [won(pairing, chance.choice(pairing[1:3])) for pairing in tournament.to_play])


def met(tournament: Tournament) -> Counter[frozenset[str]]:
    return Counter(frozenset(match[1:3]) for match in tournament.matches)


def foreseen(players: int, rounds: int, **settings: object) -> tuple[Tournament, Impasse, Random]:
    """A tournament whose last round has no results yet, and whose next one cannot be paired."""
    for seed in range(400):
        chance = Random(seed)
        tournament = begun(announced("swiss", {"rounds": rounds, **settings}), entries(field(players)), str(seed))
        while tournament.status == "running":
            found = impasse(tournament)
            if found is not None:
                return tournament, found, chance
            tournament = results(tournament, chance)
            if tournament.status == "running":
                tournament = after(tournament, pair_round(tournament))
    raise AssertionError("no impasse was found")


@pytest.mark.parametrize(("players", "rounds"), [(5, 4), (6, 4), (6, 5), (8, 6), (8, 7), (10, 8), (12, 10), (5, 5)])
def test_with_nearly_as_many_rounds_as_opponents_a_dead_end_is_told_as_soon_as_the_round_before_is_paired(
    players, rounds
):
    tournament, found, chance = foreseen(players, rounds)
    last = tournament.rounds[-1]
    assert found.round == last.number + 1
    assert not any(pairing.match in tournament.results for pairing in last.pairings)
    counts = {"win": 1, "bye": 1}
    assert next(Before(tournament, found.round, tournament.starters, counts).legal_rounds(), None) is None
    stuck = results(tournament, chance)
    assert impasse(stuck) == Impasse(found.round, found.why, (REMATCH, END))
    with pytest.raises(NotAllowed, match=rf"round {found.round} cannot be paired: .* /impasse: rematch \(.*; end \("):
        pair_round(stuck)


def test_before_a_round_is_played_it_can_be_paired_again_or_the_next_one_repeat_meetings_but_not_ended():
    tournament, found, _ = foreseen(6, 4)
    assert found.ways == (LOOK_AHEAD, REMATCH)
    with pytest.raises(NotAllowed, match=r"end is not possible now \(the last round is still being played\)"):
        resolve_impasse(tournament, END, "supper")
    assert "look_ahead (the round before" in as_sentence(found)


@pytest.mark.parametrize(("players", "rounds"), [(6, 4), (8, 6), (8, 7), (10, 8), (5, 4), (7, 6)])
def test_looking_ahead_pairs_the_last_round_again_so_that_all_rounds_are_played_without_a_second_meeting(
    players, rounds
):
    tournament, found, chance = foreseen(players, rounds)
    last = tournament.rounds[-1]
    events = resolve_impasse(tournament, LOOK_AHEAD, "so that all can play on")
    kinds = [type(event) for event in events[:3]]
    assert kinds == [ImpasseResolved, PairingsVoided, RoundPaired]
    assert events[0] == ImpasseResolved(found.round, LOOK_AHEAD, "so that all can play on")
    tournament = after(tournament, events)
    assert tournament.rounds[-1].number == last.number
    assert impasse(tournament) is None
    assert tournament.resolved == {found.round: LOOK_AHEAD}
    ids = [match.match for match in tournament.matches]
    assert len(set(ids)) == len(ids)
    tournament = results(tournament, chance)
    tournament = after(tournament, pair_round(tournament))
    assert max(met(tournament).values()) == 1


def test_a_round_that_was_paired_looking_ahead_is_so_again_when_it_is_taken_back():
    tournament, found, _ = foreseen(6, 4)
    tournament = after(tournament, resolve_impasse(tournament, LOOK_AHEAD, "to play on"))
    taken = after(tournament, unpair(tournament, found.round - 1, "a mistake"))
    again = after(taken, pair_round(taken))
    assert again.rounds == tournament.rounds


def test_looking_ahead_takes_the_cheapest_of_the_rounds_after_which_the_next_can_be_paired():
    tournament, found, _ = foreseen(6, 4)
    last = tournament.rounds[-1]
    before = Before(tournament, last.number, tournament.starters, {"win": 1, "bye": 1})
    good = []
    for pairs, bye in before.legal_rounds():
        replaced = after(
            tournament,
            [
                PairingsVoided(last.number, tuple(pairing.match for pairing in last.pairings), ""),
                RoundPaired(
                    last.number, tuple((f"t_cup.{90 + place}", *pair) for place, pair in enumerate(pairs)), bye
                ),
            ],
        )
        if next(Before(replaced, found.round, tournament.starters, {"win": 1, "bye": 1}).legal_rounds(), None):
            good.append(before.cost(pairs, bye))
    again = list(found.again)
    assert good
    assert before.cost(again, found.bye) == min(good)


@pytest.mark.parametrize(("players", "rounds"), [(6, 5), (8, 7), (7, 8)])
def test_a_rematch_repeats_as_few_meetings_as_possible_and_the_oldest(players, rounds):
    tournament, found, chance = foreseen(players, rounds)
    tournament = results(tournament, chance)
    before = met(tournament)
    events = resolve_impasse(tournament, REMATCH, "everybody wants to play")
    assert [type(event) for event in events[:2]] == [ImpasseResolved, RoundPaired]
    tournament = after(tournament, events)
    repeated = [pair for pair in before if met(tournament)[pair] > 1]
    assert repeated or players % 2
    numbers = {
        frozenset(pairing[1:3]): round_.number for round_ in tournament.rounds[:-1] for pairing in round_.pairings
    }
    again = [
        numbers[frozenset(pairing[1:3])]
        for pairing in tournament.rounds[-1].pairings
        if frozenset(pairing[1:3]) in numbers
    ]
    bye = tournament.rounds[-1].bye
    least = min(
        cost_of(pairs, numbers) for pairs in all_rounds([starter for starter in tournament.starters if starter != bye])
    )
    assert (len(again), sum(again)) == least
    said = [each.text for each in explain_round(tournament, found.round).values()]
    assert sum("They met in round" in text for text in said) == len(again)
    assert impasse(tournament) is None or impasse(tournament).round == found.round + 1


def cost_of(pairs: list[tuple[str, str]], numbers: dict[frozenset[str], int]) -> tuple[int, int]:
    again = [numbers[frozenset(pair)] for pair in pairs if frozenset(pair) in numbers]
    return len(again), sum(again)


def all_rounds(left: list[str]) -> list[list[tuple[str, str]]]:
    if not left:
        return [[]]
    first, *others = left
    return [
        [(first, other), *pairs] for other in others for pairs in all_rounds([each for each in others if each != other])
    ]


def test_a_rematch_may_be_allowed_before_the_round_is_played_and_holds_when_the_next_one_is_paired():
    tournament, found, chance = foreseen(6, 4)
    events = resolve_impasse(tournament, REMATCH, "agreed")
    assert events == [ImpasseResolved(found.round, REMATCH, "agreed")]
    tournament = after(tournament, events)
    assert impasse(tournament) is None
    tournament = results(tournament, chance)
    assert [type(each) for each in pair_round(tournament)] == [RoundPaired]


def test_ended_by_its_director_a_tournament_has_no_further_round_and_keeps_its_table():
    tournament, found, chance = foreseen(6, 4)
    tournament = results(tournament, chance)
    events = resolve_impasse(tournament, END, "late")
    assert events == [ImpasseResolved(found.round, END, "late")]
    tournament = after(tournament, events)
    assert tournament.status == "finished"
    assert impasse(tournament) is None
    with pytest.raises(NotAllowed, match="is over"):
        pair_round(tournament)


def test_where_everybody_sat_out_once_a_rematch_lets_one_sit_out_again():
    tournament = begun(announced("swiss", {"rounds": 6}), entries(field(3)))
    chance = Random(1)
    while impasse(results(tournament, chance)) is None:
        tournament = results(tournament, chance)
        tournament = after(tournament, pair_round(tournament))
    tournament = results(tournament, chance)
    assert len(tournament.rounds) == 3
    tournament = after(tournament, resolve_impasse(tournament, REMATCH, "once more"))
    assert len(tournament.rounds) == 4
    assert tournament.rounds[-1].bye in field(3)


def test_who_is_kept_apart_stays_so_and_then_only_the_end_is_left():
    names = field(2)
    rows = [*entries(names), PairsAvoided(((names[0], names[1]),), hard=True)]
    tournament = begun(announced("swiss", {"rounds": 2}), rows)
    found = impasse(tournament)
    assert found is not None
    assert (found.round, found.ways) == (1, (END,))
    assert after(tournament, resolve_impasse(tournament, END, "nobody may meet")).status == "finished"


def test_there_is_nothing_to_resolve_where_the_next_round_can_be_paired():
    tournament = begun(announced("swiss", {"rounds": 3}), entries(field(8)))
    for way in (LOOK_AHEAD, REMATCH, END):
        with pytest.raises(NotAllowed, match="in no impasse"):
            resolve_impasse(tournament, way, "why not")
    with pytest.raises(NotAllowed, match="has not started"):
        resolve_impasse(announced("swiss"), END, "why not")
    stuck, _, _ = foreseen(6, 4)
    with pytest.raises(NotAllowed, match="known are look_ahead, rematch, byes_back, no_match, end"):
        resolve_impasse(stuck, "coin", "why not")


def test_a_field_that_is_large_for_its_rounds_is_never_matched_only_to_know_that_it_goes_on(monkeypatch):
    monkeypatch.setattr("core.tournament.swiss.feasibility.couples", lambda *_: pytest.fail("matched"))
    assert FORMAT.impasse is not None
    assert FORMAT.impasse(begun(announced("swiss", {"rounds": 9}), entries(field(40)))) is None
