"""Several stages: who goes on, what counts, what the stages are called, and the table of all."""

import re
from dataclasses import replace

import pytest

from core.errors import Invalid, NotAllowed
from core.events import MatchReopened, PlayersExchanged, ResultDecided, StageBegun
from core.games import game_of
from core.tournament import Tournament
from core.tournament.brackets.view import bracket_views
from core.tournament.decisions import avoid, enter, pair, pair_round, withdraw
from core.tournament.decisions.impasse import resolve_impasse
from core.tournament.decisions.rounds import unpair
from core.tournament.formats import format_of
from core.tournament.model.state import impasse
from core.tournament.planning.game_lengths import shipped
from core.tournament.planning.plan import plan
from core.tournament.standings.explanation import explain_place, explain_round
from core.tournament.standings.standings import sections, standings
from core.tournament.terms import check_terms, terms_of
from core.tournament.views.stages import cut_is_next, in_brackets, taken_back_with
from tests.support.proving import some
from tests.support.tournament.scenario import announced, begun, best, by_chance, entries, played_on
from tests.support.tournament.written_results import after, field

READ = format_of("stages").read_settings


def cup(number: int, clubs: dict[str, str] | None = None, **chosen: object) -> Tournament:
    """A started tournament of so many; `p01` is the first seed."""
    return begun(announced("stages", chosen), entries(field(number), clubs))


def played(tournament: Tournament, stages: int = 3, winner: object = None) -> Tournament:
    """The tournament after so many stages. Usually the better seed wins."""
    winner = winner or best(sorted(tournament.starters))
    while True:
        tournament = played_on(tournament, winner)  # type: ignore[arg-type]
        if tournament.status == "finished" or (cut_is_next(tournament) and len(tournament.stages) + 1 == stages):
            return tournament
        tournament = after(tournament, pair_round(tournament))


def parts(tournament: Tournament) -> list[tuple[int, str, int]]:
    return [(round_.number, round_.stage, len(round_.pairings)) for round_ in tournament.rounds]


# ── one after the other ──────────────────────────────────────────────────────────────────────────────────────────────
def test_st1_groups_then_a_swiss_then_a_cut_to_a_knock_out() -> None:
    tournament = played(cup(16, third="single_elimination", second_rounds=3))
    assert parts(tournament) == [
        *((number, "stage_1", 8) for number in (1, 2, 3)),
        *((number, "stage_2", 4) for number in (4, 5, 6)),
        (7, "main", 2),
        (8, "main", 1),
    ]
    assert tournament.status == "finished"
    assert [len(stage.players) for stage in tournament.stages] == [8, 4]


@pytest.mark.parametrize(
    ("chosen", "kinds"),
    [
        ({"first": "round_robin", "first_on": 4, "second": "single_elimination"}, ["stage_1", "main"]),
        ({"first": "swiss", "first_on": 4, "second": "round_robin"}, ["stage_1", "stage_2"]),
        ({"first": "groups", "second": "groups"}, ["stage_1", "stage_2"]),
        ({"second": "double_elimination"}, ["stage_1", "main", "lower", "final"]),
    ],
)
@pytest.mark.parametrize("number", some([2, 3, 9, 16], 2, 9))
def test_st1_any_stage_follows_any_and_comes_to_an_end(chosen: dict[str, object], kinds: list[str], number: int):
    tournament = played(cup(number, **chosen), winner=by_chance(number))
    assert tournament.status == "finished"
    assert {round_.stage for round_ in tournament.rounds} <= set(kinds)
    assert len(tournament.stages) == 1


def test_st1_nothing_follows_a_knock_out() -> None:
    with pytest.raises(Invalid, match="nothing follows a knock-out"):
        READ({"second": "single_elimination", "third": "swiss"})


def test_st2_a_stage_begins_on_command_after_the_last_result_of_the_one_before() -> None:
    tournament = cup(8)
    with pytest.raises(NotAllowed, match="waits for"):
        pair_round(tournament, 4)
    tournament = played(tournament, 1)
    assert pair(tournament) == []
    events = pair_round(tournament)
    assert isinstance(events[0], StageBegun)
    assert after(tournament, events).rounds[-1].stage == "stage_2"


# ── who goes on ──────────────────────────────────────────────────────────────────────────────────────────────────────
def test_st4_so_many_of_each_group_go_on_and_the_winners_of_the_groups_are_seeded_first() -> None:
    tournament = played(cup(16, first_on=2), 1)
    tables = {name: [line.player_id for line in lines] for name, lines in sections(tournament)}
    (begins,) = pair_round(tournament)[:1]
    assert isinstance(begins, StageBegun)
    assert set(begins.players[:4]) == {table[0] for table in tables.values()}
    assert set(begins.players[4:]) == {table[1] for table in tables.values()}


def test_st4_players_of_one_group_meet_late_in_the_knock_out() -> None:
    tournament = played(cup(16, second="single_elimination"), 1, by_chance(4))
    group = {player: name for name, lines in sections(tournament) for player in [line.player_id for line in lines]}
    drawn = after(tournament, pair_round(tournament))
    assert all(group[pairing.white] != group[pairing.black] for pairing in drawn.rounds[-1].pairings)


def test_st4_a_player_who_leaves_before_the_next_stage_is_passed_over() -> None:
    tournament = played(cup(8, first="swiss", first_on=4, second="round_robin"), 1)
    left = after(tournament, withdraw(tournament, "p01"))
    begins = pair_round(left)[0]
    assert isinstance(begins, StageBegun)
    assert len(begins.players) == 4
    assert "p01" not in begins.players


def test_st5_those_who_met_before_are_kept_apart_in_the_next_stage_if_it_can_be_helped() -> None:
    tournament = played(cup(16, second="swiss"), 1)
    met = {frozenset(match[1:3]) for match in tournament.matches}
    drawn = after(tournament, pair_round(tournament))
    assert not met & {frozenset(pairing[1:3]) for pairing in drawn.rounds[-1].pairings}


def test_st7_players_of_one_club_are_kept_apart_in_a_knock_out_behind_another_stage_and_told_why() -> None:
    clubs = dict.fromkeys(["p03", "p06"], "Vasa")
    tournament = played(cup(8, clubs, first="swiss", first_on=8, second="single_elimination", avoid="soft"), 1)
    events = pair_round(tournament)
    drawn = after(tournament, events)
    first = {frozenset(pairing[1:3]) for pairing in drawn.rounds[-1].pairings}
    assert frozenset(["p03", "p06"]) not in first
    if any(isinstance(event, PlayersExchanged) for event in events):
        whole = " ".join(why.text for why in drawn.format.explain(drawn, drawn.rounds[-1]).values())  # type: ignore[misc]
        assert "both of Vasa" in whole


# ── what counts ──────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("counts", ["nothing", "points"])
def test_st6_a_stage_begins_at_zero_or_with_the_points_so_far(counts: str) -> None:
    tournament = played(
        cup(8, first="swiss", first_on=4, first_rounds=3, second="round_robin", second_counts=counts), 1
    )
    points = {line.player_id: line.points for line in standings(tournament)}
    tournament = after(tournament, pair_round(tournament))
    (_, table), *_ = sections(tournament)
    brought = counts == "points"
    assert {line.player_id: line.points for line in table} == {
        player: points[player] * brought for player in tournament.stages[0].players
    }


def test_st6_a_swiss_with_points_so_far_pairs_by_them() -> None:
    chosen = {"first": "swiss", "first_on": 8, "first_rounds": 3, "second": "swiss", "second_counts": "points"}
    tournament = played(cup(16, **chosen), 1, by_chance(2))
    points = {line.player_id: line.points for line in standings(tournament)}
    tournament = after(tournament, pair_round(tournament))
    gaps = [abs(points[pairing.white] - points[pairing.black]) for pairing in tournament.rounds[-1].pairings]
    assert max(gaps) <= 1
    why = tournament.format.explain(tournament, tournament.rounds[-1])  # type: ignore[misc]
    assert all(str(points[pairing.white]) in why[pairing.match].text for pairing in tournament.rounds[-1].pairings)


# ── taken back, corrected ────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("second", ["groups", "swiss", "single_elimination"])
def test_st2_a_stage_is_taken_back_until_a_match_of_it_has_a_result(second: str) -> None:
    tournament = played(cup(16, second=second), 1)
    drawn = after(tournament, pair_round(tournament))
    assert taken_back_with(drawn, 4)
    back = after(drawn, unpair(drawn, 4, "too early"))
    assert (back.stages, [round_.number for round_ in back.rounds]) == ((), [1, 2, 3])
    assert cut_is_next(back)
    again = after(back, pair_round(back))
    assert [pairing[1:3] for pairing in again.rounds[3].pairings] == [
        pairing[1:3] for pairing in drawn.rounds[3].pairings
    ]
    one = played_on(drawn, best(sorted(drawn.starters)), 4)
    assert not taken_back_with(one, 4)
    with pytest.raises(NotAllowed, match="there are results of"):
        unpair(one, 4, "too late")


def test_st2_a_corrected_result_changes_who_goes_on_only_after_the_stage_is_taken_back() -> None:
    tournament = played(cup(8, first="round_robin", first_on=2, second="single_elimination"), 1)
    drawn = after(tournament, pair_round(tournament))
    match = next(each for each in drawn.matches if set(each[1:3]) == {"p02", "p03"})
    seat = "white" if match.white == "p03" else "black"
    corrected = after(drawn, [ResultDecided(match.match, "walkover", "typed wrong", seat, {}, None, ())])
    assert pair(corrected) == []
    assert [set(pairing[1:3]) for pairing in corrected.rounds[-1].pairings] == [{"p01", "p02"}]
    back = after(corrected, unpair(corrected, 8, "by the right table"))
    assert [set(pairing[1:3]) for pairing in after(back, pair_round(back)).rounds[-1].pairings] == [{"p01", "p03"}]


def test_st1_late_players_enter_a_first_swiss_and_no_later_stage() -> None:
    tournament = cup(8, first="swiss")
    assert [type(each).__name__ for each in enter(tournament, [("late", "Late")])] == ["PlayerEntered"]
    drawn = after(played(tournament, 1), pair_round(played(tournament, 1)))
    with pytest.raises(NotAllowed, match="the first stage is over"):
        enter(drawn, [("late", "Late")])


# ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────────────
def test_st9_the_table_has_the_last_stage_first_and_each_stage_its_own() -> None:
    tournament = played(cup(16, second="groups", third="single_elimination", second_on=1), winner=by_chance(3))
    order = [line.player_id for line in standings(tournament)]
    second, third = (stage.players for stage in tournament.stages)
    assert set(order[:2]) == set(third)
    assert set(order[: len(second)]) == set(second)
    assert [name for name, _ in sections(tournament)] == ["E", "F", "A", "B", "C", "D"]


def test_st9_the_bracket_is_there_from_the_start_and_is_filled_when_its_stage_begins() -> None:
    tournament = cup(16, second="single_elimination")
    (main,) = bracket_views(tournament)
    assert [(round_.round, round_.name, len(round_.slots)) for round_ in main.rounds] == [
        (4, "quarter_final", 4),
        (5, "semi_final", 2),
        (6, "final", 1),
    ]
    assert not in_brackets(tournament)
    drawn = after(played(tournament, 1), pair_round(played(tournament, 1)))
    assert in_brackets(drawn)
    assert all(seat.player for slot in bracket_views(drawn)[0].rounds[0].slots for seat in slot.seats)


def test_st8_each_stage_has_its_own_length_of_match() -> None:
    rules = (
        {"stage": "stage_1", "length": {"games": 3}},
        {"stage": "stage_2", "length": {"games": 5}},
        {"stage": "main", "from_end": 1, "length": {"games": 7}},
    )
    tournament = cup(8, third="single_elimination", second_rounds=1, second_on=2)
    assert check_terms(game_of("swedish"), tournament.format, rules) == rules
    tournament = tournament._replace(created=replace(tournament.created, terms=rules))
    whole = played(tournament)
    lengths = {round_.stage: terms_of(whole, round_, round_.pairings[0]).length["games"] for round_ in whole.rounds}
    assert lengths == {"stage_1": 3, "stage_2": 5, "main": 7}


def test_st8_the_plan_has_the_rounds_and_matches_of_all_stages() -> None:
    chosen = {"third": "single_elimination", "second_rounds": 3}
    found = plan(format_of("stages"), chosen, "swedish", {"games": 3}, "all_games", 16, 8, shipped("swedish"))
    assert found is not None
    assert (found.rounds, found.matches) == ((8, 8), (24 + 12 + 3,) * 2)


def test_st9_the_explanation_of_a_place_says_what_was_brought_along() -> None:
    tournament = played(cup(8, first="swiss", first_on=4, second="round_robin", second_counts="points"))
    assert all(explain_place(tournament, player).rank for player in tournament.starters)


def test_st3_an_explanation_names_the_rounds_by_their_numbers_in_the_whole_tournament() -> None:
    tournament = cup(6, first="groups", first_size=3, first_on=3, second="swiss", second_rounds=4)
    tournament = played(tournament, winner=by_chance(2))
    last = tournament.rounds[-1].number
    said = [str(each.text) for each in explain_round(tournament, last).values()]
    numbers = {int(each) for text in said for each in re.findall(r"round (\d+)", text)}
    assert numbers, said
    assert min(numbers) > 3, "rounds 1 to 3 are those of the groups"


def test_st8_the_plan_takes_the_length_of_each_stage_for_its_rounds() -> None:
    form, games = format_of("stages"), shipped("swedish")
    settings = {
        "first": "swiss",
        "first_rounds": 3,
        "first_on": 8,
        "second_rounds": 3,
        "second_on": 4,
        "third": "single_elimination",
    }

    def end(*rules: dict[str, object]) -> float:
        found = plan(form, settings, "swedish", {"games": 3}, "all_games", 16, 8, games, rules)
        assert found is not None
        return found.end.expected

    usual = end()
    assert end({"stage": "stage_1", "length": {"games": 3}}) == usual
    second = end({"stage": "stage_2", "length": {"games": 7}})
    sixth = end({"round": 6, "length": {"games": 7}})
    assert usual * 1.05 < sixth < second < end({"length": {"games": 7}, "players_left": 8})
    assert end({"stage": "stage_1", "length": {"games": 7}}) > usual * 1.3


def test_st2_a_stage_whose_first_round_cannot_be_paired_has_a_way_out() -> None:
    tournament = played(cup(4, second="swiss"), 1)
    on = pair_round(tournament)[0].players
    stuck = after(tournament, avoid(tournament, [on], "brothers", hard=True))
    with pytest.raises(NotAllowed, match="round 4 cannot be paired"):
        pair_round(stuck)
    found = impasse(stuck)
    assert found is not None
    assert (found.round, "end" in found.ways) == (4, True)
    assert after(stuck, resolve_impasse(stuck, "end", "late")).status == "finished"


def test_st2_a_result_of_an_earlier_stage_that_is_taken_back_makes_the_tournament_run_again() -> None:
    tournament = played(cup(8, second="single_elimination"))
    assert tournament.status == "finished"
    again = after(tournament, [MatchReopened(tournament.rounds[0].pairings[0].match)])
    assert (again.status, again.stages, len(again.to_play)) == ("running", tournament.stages, 1)


def test_st9_a_group_winner_who_lost_the_lots_is_not_behind_a_second() -> None:
    found = 0
    for chance in range(12):
        tournament = played(cup(7, first_on=1, second="single_elimination"), winner=by_chance(chance))
        ranks = {line.player_id: line.rank for name, lines in sections(tournament) if name in "AB" for line in lines}
        order = [
            ranks[line.player_id]
            for line in standings(tournament)
            if line.player_id not in tournament.stages[0].players
        ]
        assert order == sorted(order)
        found += order[:1] == [1]
    assert found, "a shared first place was drawn"


BUCHHOLZ = ("points", "buchholz", "buchholz_cut1", "median_buchholz", "progressive", "sonneborn_berger")


def in_groups(form: str, **chosen: object) -> dict[str, list[tuple[str, list[object]]]]:
    """The tables of nine in a group of five and one of four, the better seed winning."""
    tournament = begun(announced(form, chosen, tie_breaks=BUCHHOLZ), entries(field(9)))
    tournament = played_on(tournament, best(field(9)), 5)
    return {
        name: [(line.player_id, [tie_break.value for tie_break in line.tie_breaks]) for line in lines]
        for name, lines in sections(tournament)
    }


def test_st3_rounds_of_a_larger_group_count_nothing_in_the_tie_breaks_of_a_smaller_one() -> None:
    by_stages = in_groups("stages", first="groups", first_size=5, first_on=2, second="single_elimination")
    assert by_stages == in_groups("groups_then_knockout", group_size=5)
    ((first, values), *_), (_, (second, of_second), *_) = by_stages["B"], by_stages["B"]
    assert (first, values[1:3]) == ("p02", [3, 3])
    assert (second, of_second[1]) == ("p03", 4)


def test_st6_the_score_of_an_opponent_has_the_points_that_they_brought_along() -> None:
    chosen = {"first": "groups", "first_on": 2, "second": "swiss", "second_rounds": 2, "second_counts": "points"}
    tournament = begun(announced("stages", chosen, tie_breaks=BUCHHOLZ), entries(field(8)))
    tournament = played_on(tournament, by_chance(3))
    brought = {line.player_id: line.points for name, lines in sections(tournament) for line in lines}
    tournament = played(after(tournament, pair_round(tournament)), 3, by_chance(3))
    (_, table), *_ = sections(tournament)
    points = {line.player_id: line.points for line in table}
    assert any(brought[player] for player in points)
    met = [pairing for round_ in tournament.rounds if round_.stage == "stage_2" for pairing in round_.pairings]
    for line in table:
        opponents = [each[2 if each.white == line.player_id else 1] for each in met if line.player_id in each[1:3]]
        buchholz = next(tie_break.value for tie_break in line.tie_breaks if tie_break.code == "buchholz")
        assert buchholz == sum(points[opponent] for opponent in opponents)


def cost(pairs: list[frozenset[str]], points: dict[str, int], met: set[frozenset[str]]) -> tuple[int, int]:
    """The squares of the differences of scores, and the pairs who have met."""
    scores = [[points[player] for player in pair] for pair in pairs]
    return sum((one - other) ** 2 for one, other in scores), sum(pair in met for pair in pairs)


def test_st5_who_met_before_is_kept_apart_after_the_scores_and_before_the_fold() -> None:
    held = 0
    for chance in range(40):
        chosen = {"first_size": 5, "second": "swiss", "second_rounds": 1, "second_counts": "points"}
        tournament = played(cup(9, **chosen), 1, by_chance(chance))
        points = {line.player_id: line.points for _, lines in sections(tournament) for line in lines}
        met = {frozenset(match[1:3]) for match in tournament.matches}
        drawn = after(tournament, pair_round(tournament))
        one, *rest = drawn.stages[-1].players
        rounds = [[frozenset((one, other)), frozenset(each for each in rest if each != other)] for other in rest]
        paired = [frozenset(pairing[1:3]) for pairing in drawn.rounds[-1].pairings]
        costs = [cost(round_, points, met) for round_ in rounds]
        assert cost(paired, points, met) == min(costs)
        held += min(costs)[1] > min(meetings for _, meetings in costs)
    assert held, "the scores came first where both could not be had"
