"""Tables of matches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid, NotAllowed
from core.events import DecisionUndone, MatchReopened
from core.tournament import Tournament
from core.tournament.decisions import (
    end,
    pair,
    pair_round,
    publish_round,
    seat,
    seat_by_hand,
    set_tables,
    withdraw,
)
from core.tournament.decisions.seating import playing, waiting
from core.tournament.model.timetable import Planned, Timetable
from tests.core.tournament.decisions.test_entries import started
from tests.support.tournament.played.brackets import bracket, decided, on
from tests.support.tournament.scenario import announced, begun, reported, won
from tests.support.tournament.team_leagues import team
from tests.support.tournament.written_results import after, field

ROWS = [("1", ""), ("2", "")]


def with_tables(form: str, players: int, tables, **more) -> Tournament:
    """A started tournament with tables; `3` are those called 1, 2 and 3."""
    tournament = started(form, field(players), **more)
    rows = [(str(number), "") for number in range(1, tables + 1)] if isinstance(tables, int) else tables
    return after(tournament, set_tables(tournament, rows))


def sits(tournament: Tournament) -> dict[str, str]:
    return {
        each.match: tournament.seated[each.match] for each in playing(tournament) if each.match in tournament.seated
    }


def test_matches_get_the_free_tables_in_order_and_the_others_wait():
    tournament = with_tables("swiss", 8, 3)
    first = [pairing.match for pairing in tournament.rounds[0].pairings]
    assert sits(tournament) == dict(zip(first, ("1", "2", "3"), strict=False))
    assert [pairing.match for _, pairing in waiting(tournament)] == first[3:]


def test_a_table_that_becomes_free_is_given_to_who_waits():
    tournament = with_tables("swiss", 8, 3)
    second, last = tournament.rounds[0].pairings[1], tournament.rounds[0].pairings[3]
    tournament = reported(tournament, second, second.white)
    assert sits(tournament)[last.match] == "2"
    assert tournament.seated[second.match] == "2"  # where it was played is remembered


def test_a_match_waits_until_its_players_have_played_their_earlier_ones():
    tournament = with_tables("round_robin", 4, 9)
    assert set(sits(tournament)) == {pairing.match for pairing in tournament.rounds[0].pairings}
    one = tournament.rounds[0].pairings[0]
    assert len(sits(reported(tournament, one, one.white))) == 1


def test_once_the_tournament_was_ended_no_match_sits_at_a_table_or_waits_for_one():
    tournament = with_tables("swiss", 8, 3)
    tournament = after(tournament, end(tournament, "the hall is needed"))
    assert (sits(tournament), waiting(tournament)) == ({}, [])
    assert seat(after(tournament, set_tables(tournament, [("9", "")]))) == []
    with pytest.raises(Invalid, match="waits for its result"):
        seat_by_hand(tournament, [(tournament.rounds[0].pairings[3].match, "1")])


def test_no_player_sits_at_the_same_table_twice_in_a_row_if_another_is_free():
    tournament = with_tables("swiss", 4, 4, settings={"rounds": 2})
    for pairing in tournament.rounds[0].pairings:
        tournament = reported(tournament, pairing, pairing.white)
    tournament = after(tournament, pair_round(tournament))
    assert set(sits(tournament).values()) == {"3", "4"}


def test_a_table_of_a_stage_is_for_that_stage_alone():
    tables = [("1", ""), ("2", ""), ("Stage", "bronze")]
    tournament = with_tables("single_elimination", 4, tables, settings={"bronze": True})
    assert set(sits(tournament).values()) == {"1", "2"}
    for pairing in tournament.rounds[0].pairings:
        tournament = reported(tournament, pairing, pairing.white)
    seated = {pairing.match: tournament.seated.get(pairing.match) for pairing in tournament.matches}
    bronze = [pairing for round_ in tournament.rounds if round_.stage == "bronze" for pairing in round_.pairings]
    assert [seated[each.match] for each in bronze] == ["Stage"]


def test_a_draft_has_no_tables_until_it_is_published():
    tournament = with_tables("swiss", 4, 4, drafts=True)
    assert sits(tournament) == {}
    assert len(sits(after(tournament, publish_round(tournament, 1)))) == 2


def test_a_walked_over_match_leaves_its_table():
    tournament = with_tables("swiss", 8, 3)
    first = tournament.rounds[0].pairings[0]
    tournament = after(tournament, withdraw(tournament, first.black, "ill"))
    assert sits(tournament)[tournament.rounds[0].pairings[3].match] == "1"


def test_new_tables_keep_who_sits_at_one_that_stays():
    tournament = with_tables("swiss", 8, 2)
    first, second, *_ = [pairing.match for pairing in tournament.rounds[0].pairings]
    tournament = after(tournament, set_tables(tournament, [("2", ""), ("7", "")]))
    assert sits(tournament) == {first: "7", second: "2"}
    assert set_tables(tournament, [("2", ""), ("7", "")]) == []
    with pytest.raises(Invalid) as wrong:
        set_tables(tournament, [("2", ""), ("2", "final")])
    assert set(wrong.value.problems) == {"tables.1.table"}


def test_matches_change_places_by_hand_together_and_not_one_alone():
    tournament = with_tables("swiss", 8, 2)
    first, second, third, _ = [pairing.match for pairing in tournament.rounds[0].pairings]
    with pytest.raises(NotAllowed, match=second):
        seat_by_hand(tournament, [(first, "2")])
    tournament = after(tournament, seat_by_hand(tournament, [(first, "2"), (second, "1")]))
    assert sits(tournament) == {first: "2", second: "1"}
    with pytest.raises(Invalid) as wrong:
        seat_by_hand(tournament, [("t_cup.99", "1"), (third, "nowhere"), (third, "1")])
    assert set(wrong.value.problems) == {"seats.0.match", "seats.1.table", "seats.2.match"}


def test_a_table_that_a_hand_made_free_is_given_on():
    tournament = with_tables("swiss", 8, 3)
    matches = [pairing.match for pairing in tournament.rounds[0].pairings]
    tournament = after(tournament, set_tables(tournament, [("1", ""), ("2", ""), ("3", ""), ("4", "final")]))
    tournament = after(tournament, seat_by_hand(tournament, [(matches[0], "4")]))
    assert sits(tournament) == dict(zip(matches, ("4", "2", "3", "1"), strict=True))


@given(
    st.sampled_from(["swiss", "round_robin", "single_elimination", "double_elimination"]),
    st.integers(2, 9),
    st.integers(1, 4),
    st.randoms(use_true_random=False),
)
def test_through_a_whole_tournament_a_table_has_one_match_and_a_player_one_table(form, players, tables, random):
    tournament = with_tables(form, players, tables)
    for _ in range(60):
        at = sits(tournament)
        assert len(set(at.values())) == len(at)
        busy = [player for each in playing(tournament) if each.match in at for player in (each.white, each.black)]
        assert len(set(busy)) == len(busy)
        assert len(at) == tables or not waiting(tournament)
        assert pair(tournament) == []
        if at:
            match = tournament.match(random.choice(sorted(at)))
            before, tournament = tournament, reported(tournament, match, random.choice([match.white, match.black]))
            assert tournament.version - before.version < 8
        elif tournament.format.on_command and tournament.status == "running":
            tournament = after(tournament, pair_round(tournament))
        else:
            break
    assert tournament.status == "finished"


def test_seating_is_one_event_a_step():
    tournament = started("swiss", field(40))
    events = set_tables(tournament, [(str(number), "") for number in range(1, 11)])
    assert [type(event).__name__ for event in events] == ["TablesSet", "MatchesSeated"]
    assert seat(after(tournament, events)) == []


def test_a_match_that_is_played_again_waits_if_its_table_was_given_on():
    tournament = with_tables("swiss", 4, 1)
    first, second = tournament.rounds[0].pairings
    tournament = reported(tournament, first, first.white)
    assert sits(tournament) == {second.match: "1"}
    tournament = after(tournament, [MatchReopened(first.match)])
    tournament = after(tournament, pair(tournament))
    assert sits(tournament) == {second.match: "1"}
    assert [pairing for _, pairing in waiting(tournament)] == [first]
    assert sits(reported(tournament, second, second.white)) == {first.match: "1"}


def test_a_match_that_is_played_again_keeps_its_table():
    tournament = with_tables("swiss", 4, 2)
    first = tournament.rounds[0].pairings[0]
    tournament = reported(tournament, first, first.white)
    tournament = after(tournament, [MatchReopened(first.match)])
    assert sits(tournament)[first.match] == "1"


def test_a_match_that_comes_back_with_a_result_comes_back_to_its_table():
    tournament = after(bracket("single_elimination", 4), set_tables(bracket("single_elimination", 4), ROWS))
    semi, other = tournament.to_play
    tournament = reported(reported(tournament, semi, semi.white), other, other.white)
    (final,) = tournament.to_play
    tournament = after(tournament, [won(final, final.white)])
    table = tournament.seated[final.match]
    corrected = on(tournament, decided(semi, semi.black))
    assert final.match not in corrected.seated
    assert on(corrected, DecisionUndone(semi.match, tournament.version + 1, "")).seated[final.match] == table


def test_a_match_that_comes_back_to_a_table_where_another_is_played_gets_a_new_one_or_waits():
    tournament = after(bracket("single_elimination", 8), set_tables(bracket("single_elimination", 8), ROWS[:1]))
    while tournament.to_play[0].slot != "main.2.1":
        tournament = reported(tournament, tournament.to_play[0], tournament.to_play[0].white)
    first = next(match for match in tournament.matches if match.slot == "main.1.1")
    semi = tournament.to_play[0]
    assert sits(tournament) == {semi.match: "1"}
    corrected = on(tournament, decided(first, first.black))
    (now,) = sits(corrected).items()
    assert now[1] == "1"
    assert now[0] != semi.match
    undone = on(corrected, DecisionUndone(first.match, tournament.version + 1, ""))
    assert len(sits(undone)) == 1


@pytest.mark.parametrize(("form", "more"), [("team_league", {}), ("team_league", {"meeting": "scheveningen"})])
@given(st.integers(1, 6), st.randoms(use_true_random=False))
def test_the_boards_of_a_meeting_stay_together_a_team_never_begins_the_next_one_before_they_are_over(
    form, more, tables, random
):
    tournament = begun(announced(form, {"boards": 3, **more}), [team(number, "abc") for number in range(1, 5)])
    tournament = after(tournament, set_tables(tournament, [(str(number), "") for number in range(1, tables + 1)]))
    while tournament.to_play:
        tournament = after(tournament, seat(tournament))
        at_tables = [each for each in playing(tournament) if each.match in tournament.seated]
        assert at_tables, "a table never stays empty while boards wait"
        meets = {}
        for table in at_tables:
            teams = frozenset(tournament.entry_of(player).player for player in (table.white, table.black))
            for one in teams:
                assert meets.setdefault(one, teams) == teams
                earlier = [
                    board
                    for round_ in tournament.rounds
                    for board in round_.pairings
                    if board in tournament.to_play and board not in at_tables and _number(board) < _number(table)
                ]
                sides = [{tournament.entry_of(player).player for player in (b.white, b.black)} for b in earlier]
                assert all(side == teams or one not in side for side in sides)
        match = random.choice(at_tables)
        tournament = reported(tournament, match, random.choice((match.white, match.black)))
    assert tournament.status == "finished"


def _number(pairing):
    """The round of a board."""
    return int(pairing.slot.partition(".")[0])


HOUR = 3_600_000


def planned(tournament, *rows):
    """The tournament with these times: (match, hours from now, table)."""
    times = {match: Planned(at * HOUR, (at + 1) * HOUR, table) for match, at, table in rows}
    return tournament._replace(timetable=Timetable(times), due=0)


def test_a_match_of_the_timetable_waits_for_its_time_and_its_table_and_others_take_what_is_left():
    tournament = with_tables("swiss", 8, 2)
    tournament = after(tournament, set_tables(tournament, []))
    first, second, third, fourth = [pairing.match for pairing in tournament.rounds[0].pairings]
    tournament = planned(tournament, (first, 0, "2"), (second, 1, "1"))
    tournament = after(tournament, set_tables(tournament, [("1", ""), ("2", ""), ("3", "")]))
    assert sits(tournament) == {third: "1", first: "2", fourth: "3"}
    assert second in [pairing.match for _, pairing in waiting(tournament)]
    one, other = tournament.rounds[0].pairings[2:]
    tournament = reported(tournament._replace(due=HOUR), other, other.white)
    assert second not in sits(tournament), "its table is taken, and another one is not its own"
    tournament = reported(tournament, one, one.white)
    assert sits(tournament)[second] == "1"


def test_of_two_matches_that_wait_for_one_table_the_one_comes_first_that_is_planned_first():
    tournament = with_tables("swiss", 8, 2)
    tournament = after(tournament, set_tables(tournament, []))
    first, second, *_ = [pairing.match for pairing in tournament.rounds[0].pairings]
    tournament = planned(tournament, (first, -1, "1"), (second, -2, "1"))
    tournament = after(tournament, set_tables(tournament, [("1", "")]))
    assert sits(tournament) == {second: "1"}


@given(
    form=st.sampled_from(("round_robin", "swiss", "single_elimination", "double_elimination", "elimination_by_losses")),
    players=st.integers(4, 12),
    tables=st.integers(1, 7),
    choices=st.lists(st.tuples(st.integers(0, 20), st.booleans()), max_size=40),
)
def test_all_free_tables_are_given_at_once_and_nothing_else_follows_from_a_table(form, players, tables, choices):
    tournament = with_tables(form, players, tables)
    for place, is_white in choices:
        if not (open_ := [each for each in tournament.to_play if each.white and each.black]):
            break
        pairing = open_[place % len(open_)]
        tournament = reported(tournament, pairing, pairing.white if is_white else pairing.black)
        assert seat(tournament) == []
        assert pair(tournament) == []
