"""Plans: rounds and matches are those that the formats really play, and the ends are in order."""

from itertools import pairwise

import pytest

from core.tournament.brackets.view import bracket_views
from core.tournament.formats import FORMATS, format_of
from core.tournament.model.state import FINISHED
from core.tournament.planning.game_lengths import TURNS, GameLengths, of_club, shipped
from core.tournament.planning.match_lengths import match_minutes
from core.tournament.planning.plan import MOST_PLAYERS, plan, still_to_play
from core.tournament.planning.remaining import remaining
from tests.support.proving import some
from tests.support.tournament.of_every_format import entered, played
from tests.support.tournament.played.brackets import bracket

GAMES = {"games": 3}
SWEDISH = shipped("swedish")
FORMS = [format_ for format_ in FORMATS if not format_.teams]
SETTINGS = [
    ("round_robin", {"legs": 3}),
    ("single_elimination", {"placement": 16}),
    ("groups_then_knockout", {"groups": 3, "next_best": 2, "seeds_by": "results", "consolation": True}),
    ("single_elimination", {"bronze": True, "consolation": "auto", "last_chance": "auto"}),
    ("double_elimination", {"reset": False}),
    ("groups_then_knockout", {"groups": 3, "advance": 1, "bronze": True, "consolation": True}),
    ("groups_then_knockout", {"group_size": 3, "legs": 2}),
    ("swiss", {"rounds": 3}),
    ("elimination_by_losses", {"losses": 2, "finalist": False}),
]


def planned(form, players=8, tables=4, settings=None, lengths=SWEDISH, length=GAMES, stop="all_games"):
    return plan(format_of(form), settings or {}, "swedish", length, stop, players, tables, lengths)


def counted(form, players, settings, seed):
    """The rounds and matches of such a tournament that was played to its end."""
    over = played(entered(form, players, settings=settings), seed)
    assert over.status == FINISHED
    matches = [match for match in over.matches if not match.is_bye]
    return sum(any(not pairing.is_bye for pairing in round_.pairings) for round_ in over.rounds), len(matches)


@pytest.mark.parametrize("players", some([2, 5, 8, 11], 2, 11))
@pytest.mark.parametrize("form", [each.key for each in FORMS])
def test_rounds_and_matches_are_those_of_a_tournament_that_is_played(form, players):
    found = planned(form, players)
    rounds, matches = counted(form, players, {}, seed=players)
    assert found.matches[0] <= matches <= found.matches[1]
    assert found.rounds[0] <= rounds <= found.rounds[1]


@pytest.mark.parametrize(("form", "settings"), SETTINGS)
def test_settings_count_for_the_plan_as_they_do_for_the_tournament(form, settings):
    found = planned(form, 11, settings=settings)
    rounds, matches = counted(form, 11, settings, seed=4)
    assert found.matches[0] <= matches <= found.matches[1]
    assert found.rounds[0] <= rounds <= found.rounds[1]


@pytest.mark.parametrize("players", some(range(2, 41), 2, 3, 7, 8, 9, 31, 40))
def test_a_knock_out_has_a_match_less_than_players(players):
    assert planned("single_elimination", players).matches == (players - 1, players - 1)


def test_a_scheveningen_of_two_teams_of_four_has_sixteen_matches_in_four_rounds():
    found = planned("team_league", 8, settings={"meeting": "scheveningen"})
    assert (found.rounds, found.matches) == ((4, 4), (16, 16))


def test_a_team_league_of_twelve_players_is_one_of_three_teams_of_four():
    found = planned("team_league", 12)
    assert (found.rounds, found.matches) == ((3, 3), (12, 12))


@pytest.mark.parametrize(
    "form", some([format_.key for format_ in FORMATS], "swiss", "double_elimination", "team_league")
)
def test_more_players_never_have_fewer_matches_and_more_tables_never_end_later(form):
    fixed = {"groups": 4} if form == "groups_then_knockout" else {}  # nine in three groups play less than eight in two
    matches = [found.matches[1] for players in range(8, 25) if (found := planned(form, players, settings=fixed))]
    assert matches == sorted(matches)
    ends = [planned(form, 16, tables).end.expected for tables in range(1, 10)]
    assert all(fewer >= more for fewer, more in pairwise(ends))


@pytest.mark.parametrize("form", [format_.key for format_ in FORMATS])
@pytest.mark.parametrize("players", some([8, 21, 64], 21))
def test_the_expected_end_is_between_the_early_and_the_late_one_and_longer_matches_end_later(form, players):
    ends = [planned(form, players, length={"games": games}).end for games in (3, 5, 7)]
    assert all(0 < end.early <= end.expected <= end.late for end in ends)
    assert [end.expected for end in ends] == sorted(end.expected for end in ends)


def test_a_match_of_known_length_gives_a_plan_that_can_be_counted_by_hand():
    exact = GameLengths((10.0,))  # three games and five minutes beside
    assert {*match_minutes(exact, GAMES, "all_games")} == {35.0}
    assert planned("single_elimination", 8, 4, lengths=exact).end == (105, 105, 105)
    assert planned("single_elimination", 8, 2, lengths=exact).end == (140, 140, 140)
    assert planned("round_robin", 4, 1, lengths=exact).end == (210, 210, 210)
    assert planned("swiss", 8, 4, lengths=exact).end == (140, 140, 140)


def test_every_match_that_waits_has_the_start_that_can_be_counted_by_hand():
    exact, cup = GameLengths((10.0,)), bracket("single_elimination", 4)
    first, second = (match.match for match in cup.matches)
    (final,) = (
        slot.slot
        for bracket_view in bracket_views(cup)
        for slot in bracket_view.rounds[-1].slots
        if bracket_view.bracket == "main"
    )
    assert still_to_play(cup, 2, exact, {}).starts == {first: 0, second: 0, final: 35}
    assert still_to_play(cup, 1, exact, {first: 5.0}).starts == {second: 30, final: 65}


def test_a_match_that_stops_when_it_is_decided_is_shorter_and_one_to_more_points_longer():
    whole, decided = (sum(match_minutes(SWEDISH, {"games": 5}, stop)) for stop in ("all_games", "when_decided"))
    assert decided < whole
    short, long = (sum(match_minutes(shipped("backgammon"), {"points": each}, "all_games")) for each in (3, 9))
    assert short < long


def test_the_same_question_has_the_same_answer():
    assert planned("double_elimination", 13) == planned("double_elimination", 13)


def test_what_cannot_start_has_no_plan():
    assert planned("team_league", 7) is None
    assert planned("round_robin", MOST_PLAYERS) is None


def mean(lengths):
    return sum(lengths.minutes) / len(lengths.minutes)


def test_every_game_has_lengths_that_are_shipped():
    assert all(len(marks) == 20 and list(marks) == sorted(marks) for marks in TURNS.values())


@pytest.mark.parametrize(
    ("matches", "measured"),
    [
        ([], 0),
        ([(1500, 1500, 1500)] * 3, 0),  # nine games
        ([(1500,) * 5] * 2, 0),  # two matches
        ([(1500,) * 4] * 2 + [(1500,) * 2], 10),
        ([(1500, 1500)] * 7, 14),
    ],
)
def test_a_club_has_lengths_of_its_own_from_ten_games_of_three_matches_on(matches, measured):
    found = of_club("swedish", matches)
    assert found.measured == measured
    assert (found == SWEDISH) is (not measured)


def test_the_more_games_a_club_has_recorded_the_less_the_shipped_lengths_count():
    short = 900  # seconds of every game; the shipped mean is 28 minutes
    means = [mean(of_club("swedish", [(short,) * 5] * matches)) for matches in (2, 3, 6, 12, 25, 100)]
    assert means == sorted(means, reverse=True)
    assert means[0] == mean(SWEDISH)
    assert means[1] == pytest.approx(15 + (28 - 15) * 5 / 20, abs=0.5), "five games of twenty are the shipped ones"
    assert means[-1] == pytest.approx(15, abs=0.5)


@pytest.mark.parametrize("absurd", [(1,) * 7, (10, 20, 40), (9 * 3600,) * 5, (5 * 3600, 1, 86400)])
def test_a_log_that_was_left_open_or_written_afterwards_changes_no_length(absurd):
    matches = [(1200, 1500, 1800)] * 4
    assert of_club("swedish", [*matches, absurd]) == of_club("swedish", matches)
    assert of_club("swedish", [absurd] * 50) == SWEDISH


def test_games_far_from_the_middle_one_of_the_club_are_left_out_even_if_the_game_allows_them():
    matches = [(900, 960, 1020)] * 5
    assert of_club("swedish", [*matches, (10800, 10800)]) == of_club("swedish", matches)


@pytest.mark.parametrize("form", some([format_.key for format_ in FORMATS], "swiss", "groups_then_knockout"))
def test_what_is_still_to_be_played_shrinks_with_every_result_until_nothing_is_left(form):
    begun = entered(form, 8)
    ends = []
    for results in range(0, 60, 3):
        now = played(begun, most=results)
        left = still_to_play(now, 4, GameLengths((10.0,)), {})
        if left is None:
            assert now.status == FINISHED
            break
        assert left.round.expected <= left.all.expected
        ends.append(left.all.expected)
    assert left is None
    assert ends[0] > ends[-1]
    assert ends[-1] >= 35


def test_a_match_that_has_been_played_for_long_is_over_sooner_and_keeps_its_table():
    now = played(entered("round_robin", 4), most=0)
    first = remaining(now)[0].match
    fresh = still_to_play(now, 1, SWEDISH, {}).all.expected
    later = still_to_play(now, 1, SWEDISH, {first: 60.0}).all.expected
    endless = still_to_play(now, 1, SWEDISH, {first: 6000.0}).all.expected
    assert endless < later < fresh
