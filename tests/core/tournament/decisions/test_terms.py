"""Another length, check or stop for a stage, a round or a match: which rule counts."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid
from core.events import PlayerWithdrew
from core.games import game_of
from core.tournament import Tournament
from core.tournament.formats import format_of
from core.tournament.terms import CONDITIONS, Terms, check_terms, terms_of
from tests.support.tournament.scenario import announced, begun, best, entries, played_on
from tests.support.tournament.written_results import after, field


def cup(*rules: dict, number: int = 4, form: str = "round_robin") -> Tournament:
    """A started tournament of so many, over three games, with these terms."""
    return begun(announced(form, terms=tuple(rules)), entries(field(number)))


def games(tournament: Tournament) -> list[list[int]]:
    """The length of every match, round by round."""
    return [
        [terms_of(tournament, round_, pairing).length["games"] for pairing in round_.pairings]
        for round_ in tournament.rounds
    ]


FIVE, SEVEN = {"games": 5}, {"games": 7}


def test_without_terms_everything_is_as_announced() -> None:
    tournament = cup()
    round_ = tournament.rounds[0]
    assert terms_of(tournament, round_, round_.pairings[0]) == Terms({"games": 3}, "strict", "all_games")


def test_a_rule_for_a_round_holds_for_that_round_alone() -> None:
    assert games(cup({"round": 2, "length": FIVE})) == [[3, 3], [5, 5], [3, 3]]


def test_length_check_and_stop_are_ruled_each_for_itself() -> None:
    tournament = cup({"round": 1, "length": FIVE}, {"players_left": 4, "check": "advisory", "stop": "when_decided"})
    first, second = tournament.rounds[:2]
    assert terms_of(tournament, first, first.pairings[0]) == Terms(FIVE, "advisory", "when_decided")
    assert terms_of(tournament, second, second.pairings[0]) == Terms({"games": 3}, "advisory", "when_decided")


def test_the_narrower_condition_counts_wherever_it_stands_in_the_list() -> None:
    narrow, wide = {"round": 2, "length": SEVEN}, {"players_left": 100, "length": FIVE}
    assert games(cup(narrow, wide)) == games(cup(wide, narrow)) == [[5, 5], [7, 7], [5, 5]]


def test_of_two_alike_the_later_counts() -> None:
    assert games(cup({"round": 1, "length": FIVE}, {"round": 1, "length": SEVEN}))[0] == [7, 7]


def test_of_two_numbers_of_players_left_the_fewer_count() -> None:
    few, many = {"players_left": 4, "length": SEVEN}, {"players_left": 8, "length": FIVE}
    assert games(cup(few, many)) == [[7, 7]] * 3
    assert games(cup(few, many, number=8)) == [[5] * 4] * 7
    assert games(cup(few, many, number=10)) == [[3] * 5] * 9


def test_who_sits_out_is_left_too() -> None:
    assert games(cup({"players_left": 4, "length": FIVE}, number=5)) == [[3, 3]] * 5
    assert games(cup({"players_left": 5, "length": FIVE}, number=5)) == [[5, 5]] * 5


def test_all_conditions_of_a_rule_must_be_met() -> None:
    assert games(cup({"round": 2, "players_left": 3, "length": FIVE})) == [[3, 3]] * 3
    assert games(cup({"round": 2, "players_left": 4, "length": FIVE})) == [[3, 3], [5, 5], [3, 3]]


def test_losses_are_those_of_the_player_who_lost_more_in_the_rounds_before() -> None:
    tournament = cup({"losses": 0, "length": FIVE}, {"losses": 2, "length": SEVEN})
    tournament = played_on(tournament, best(field(4)))
    before = [[(pairing.white, pairing.black) for pairing in tournament.rounds[number].pairings] for number in (1, 2)]
    assert before == [[("p04", "p03"), ("p01", "p02")], [("p02", "p04"), ("p03", "p01")]]
    assert games(tournament) == [[5, 5], [3, 5], [7, 3]]


def test_a_later_result_changes_nothing_of_an_earlier_round() -> None:
    tournament = cup({"losses": 1, "length": FIVE}, {"losses": 2, "length": SEVEN}, number=6)
    now = games(tournament)[0]
    assert games(played_on(tournament, best(field(6))))[0] == now
    assert games(after(tournament, [PlayerWithdrew("p06")]))[0] == now


rules = st.fixed_dictionaries(
    {},
    optional={
        "round": st.integers(1, 6),
        "losses": st.integers(0, 3),
        "players_left": st.integers(1, 8),
        "length": st.sampled_from([{"games": 3}, FIVE, SEVEN]),
        "check": st.sampled_from(["strict", "advisory"]),
    },
)


@given(st.lists(rules, max_size=6), st.integers(2, 6))
def test_the_rule_that_counts_fits_and_no_fitting_one_is_narrower(listed: list[dict], number: int) -> None:
    tournament = played_on(cup(*listed, number=number), best(field(number)))
    lost = dict.fromkeys(field(number), 0)
    for round_ in tournament.rounds:
        for pairing in round_.pairings:
            most = max(lost[pairing.white], lost[pairing.black])
            fitting = [
                rule
                for rule in listed
                if rule.get("round", round_.number) == round_.number
                and rule.get("losses", most) == most
                and number <= rule.get("players_left", number)
            ]
            ranked = sorted(
                enumerate(fitting),
                key=lambda pair: (
                    *[condition in pair[1] for condition in CONDITIONS],
                    -pair[1].get("players_left", 0),
                    pair[0],
                ),
            )
            said = [rule["length"] for _, rule in ranked if "length" in rule]
            assert terms_of(tournament, round_, pairing).length == (said[-1] if said else {"games": 3})
        for pairing in round_.pairings:
            lost[max(pairing.white, pairing.black)] += 1


def wrong(*listed: dict, form: str = "round_robin", game: str = "swedish") -> dict[str, list[str]]:
    with pytest.raises(Invalid) as error:
        check_terms(game_of(game), format_of(form), listed)
    return error.value.problems


def test_points_need_a_cube() -> None:
    points = {"round": 1, "length": {"points": 7}}
    assert wrong({"round": 1, "length": FIVE}, points) == {
        "1.length.points": ["Swedish Tables has no cube: its matches are over a number of games"]
    }
    assert check_terms(game_of("backgammon"), format_of("round_robin"), [points]) == (points,)


def test_a_stage_or_a_bracket_that_the_format_has_not_is_refused_by_name() -> None:
    said = wrong({"stage": "final", "length": FIVE}, {"from_end": 1, "length": FIVE})
    assert list(said) == ["0.stage", "1.from_end"]
    assert "'final'" in said["0.stage"][0]


def test_the_rules_are_json() -> None:
    tournament = cup({"round": 2, "length": FIVE})
    assert json.loads(json.dumps(tournament.created.terms)) == [{"round": 2, "length": FIVE}]
