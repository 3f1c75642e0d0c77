"""Team knock-out: who meets, who goes on, corrections, teams that leave."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.events import MatchReopened, PlayerWithdrew, ResultDecided
from core.tournament import Pairing, Tournament
from core.tournament.decisions import line_up, pair
from core.tournament.standings.standings import standings
from core.tournament.teams.bracket import bracket_of_teams
from core.tournament.teams.knock_out import knock_out_rounds
from core.tournament.views.next_match import DONE, NEXT_ROUND, OUT, next_match
from tests.support.paths import ROOT
from tests.support.proving import examples, some
from tests.support.tournament.scenario import announced, begun, played_on, reported, to_play, won
from tests.support.tournament.team_leagues import team
from tests.support.tournament.written_results import after

KEY = "team_knockout"


def cup(teams: int, boards: int = 2, members: str = "abcd", **more: object) -> Tournament:
    """A started knock-out of so many teams; `t01` is the first seed."""
    tournament = announced(KEY, {"boards": boards}, **more)
    return begun(tournament, [team(number, members) for number in range(1, teams + 1)])


def better(match: Pairing) -> str:
    """The player of the better team wins."""
    return min(match[1:3])


def meetings(tournament: Tournament) -> list[list[tuple[str | None, str | None]]]:
    return [[(each.home, each.away) for each in round_] for round_ in knock_out_rounds(tournament)]


@pytest.mark.parametrize("teams", some(range(2, 18), 2, 3, 5, 8, 13))
def test_tk2_the_better_seeds_meet_late_and_rest_first(teams: int) -> None:
    tournament = cup(teams)
    first = meetings(tournament)[0]
    assert sum(not each for pair_ in first for each in pair_) == 2 * len(first) - teams
    tournament = played_on(tournament, better)
    assert tournament.status == "finished"
    assert meetings(tournament)[-1] == [("t01", "t02")]
    ranks = {row.player_id: row.rank for row in standings(tournament)}
    assert (ranks["t01"], ranks["t02"]) == (1, 2)
    size = 1 << (teams - 1).bit_length()
    assert all(ranks[f"t{number:02}"] == 3 for number in (3, 4) if number <= teams and size > 2)
    assert sum(row.losses for row in standings(tournament)) == teams - 1


def test_tk4_more_boards_win_then_more_points_then_the_lowest_board() -> None:
    tournament = cup(2, boards=3)
    first, second, third = to_play(tournament)
    by_boards = tournament
    for match, winner in ((first, "t02a"), (second, "t02b"), (third, "t01c")):
        by_boards = reported(by_boards, match, winner, "3:0" if winner < "t02" else "2:1")
    assert standings(by_boards)[0].player_id == "t02"

    def two(points: str) -> str:
        state = cup(2, boards=2)
        one, other = to_play(state)
        state = reported(state, one, "t01a", "2:1", "3:2")
        return standings(reported(state, other, "t02b", "2:1", points))[0].player_id

    assert two("4:2") == "t02"
    assert two("3:2") == "t01"  # all is equal, and board 1 decides
    assert two("3:1") == "t02"  # 5 points each, hence 3 + 1 against 2 + 3


def test_tk5_a_round_is_paired_when_all_meetings_before_it_are_over() -> None:
    tournament = cup(4)
    assert len(tournament.rounds) == 1
    for match in to_play(tournament)[:-1]:
        tournament = reported(tournament, match, better(match))
        assert len(tournament.rounds) == 1
    (last,) = to_play(tournament)
    tournament = reported(tournament, last, better(last))
    assert [(pairing.white, pairing.black) for pairing in tournament.rounds[1].pairings] == [
        ("t01a", "t02a"),
        ("t02b", "t01b"),
    ]


@pytest.mark.parametrize("teams", some(range(2, 18), 2, 3, 5, 8, 13))
def test_a_bracket_of_teams_has_every_meeting_with_its_teams_boards_and_winner(teams: int) -> None:
    tournament = cup(teams)
    while True:
        (view,) = bracket_of_teams(tournament)
        for round_, shown in zip(knock_out_rounds(tournament), view.rounds, strict=True):
            for meeting, slot in zip(round_, shown.slots, strict=True):
                assert [seat.player for seat in slot.seats] == [meeting.home or None, meeting.away or None]
                assert slot.winner == (meeting.winner or None) or slot.status in ("bye", "empty")
                if meeting.found:
                    assert slot.status == "played"
                    assert slot.score == {"white": meeting.found.home.boards, "black": meeting.found.away.boards}
                else:
                    assert slot.status != "played"
        now = [pairing for pairing in tournament.to_play if not pairing.is_bye]
        if not now:
            break
        tournament = reported(tournament, now[0], better(now[0]))
    assert view.rounds[-1].slots[0].winner == "t01"
    sources = [seat.source.of for round_ in view.rounds[1:] for slot in round_.slots for seat in slot.seats]
    assert sources == [slot.slot for round_ in view.rounds[:-1] for slot in round_.slots]


def test_a_meeting_that_is_played_has_the_boards_won_so_far() -> None:
    tournament = cup(2, boards=3)
    first = to_play(tournament)[0]
    (before,) = bracket_of_teams(tournament)
    assert (before.rounds[0].slots[0].status, before.rounds[0].slots[0].score) == ("ready", None)
    (now,) = bracket_of_teams(reported(tournament, first, "t02a"))
    assert (now.rounds[0].slots[0].status, now.rounds[0].slots[0].score) == ("ready", {"white": 0, "black": 1})


def test_tk7_a_corrected_board_changes_who_goes_on_and_its_undoing_changes_it_back() -> None:
    tournament = played_on(cup(4, boards=1), better)
    match = next(each for each in tournament.matches if each.slot == "1.1/1")
    settled = won(match, "t04a")
    said = ResultDecided(match.match, "played", "typing", settled.winner, settled.score, "points", settled.games)
    changed = after(tournament, [said])
    changed = after(changed, pair(changed))
    assert changed.status == "running"
    assert meetings(changed)[1] == [("t04", "t02")]
    back = won(match, "t01a")
    again = after(changed, [ResultDecided(match.match, "played", "no", back.winner, back.score, "points", back.games)])
    again = after(again, pair(again))
    assert again.status == "finished"
    assert {each.match for each in again.matches} == {each.match for each in tournament.matches}
    opened = after(tournament, [MatchReopened(match.match)])
    opened = after(opened, pair(opened))
    assert [each.slot for each in opened.matches] == ["1.1/1", "1.2/1"]


def test_tk7_the_opponents_of_a_team_that_left_go_on() -> None:
    tournament = after(cup(4), [PlayerWithdrew("t01", "ill")])
    tournament = played_on(after(tournament, pair(tournament)), better)
    assert tournament.status == "finished"
    assert [row.player_id for row in standings(tournament)][:2] == ["t02", "t04"]


def test_tk8_a_new_line_up_sits_at_the_boards_that_are_not_played() -> None:
    tournament = cup(2)
    events = line_up(tournament, "t01", 1, [("t01c", "C of 1"), ("t01b", "B of 1")], "ill")
    tournament = after(tournament, events)
    assert [(match.white, match.black) for match in tournament.matches] == [("t01c", "t02a"), ("t02b", "t01b")]


def test_a_player_is_told_whether_the_team_plays_on() -> None:
    tournament = cup(4)
    for match in [pairing for pairing in to_play(tournament) if pairing.slot.startswith("1.1")]:
        tournament = reported(tournament, match, better(match))
    told = {player: next_match(tournament, (), player).status for player in ("t01", "t01a", "t04", "t04a")}
    assert told == {"t01": NEXT_ROUND, "t01a": NEXT_ROUND, "t04": OUT, "t04a": OUT}
    assert DONE not in told.values()


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(2, 9), st.integers(1, 3), st.booleans(), st.integers(0, 9999))
def test_it_comes_to_its_end_with_corrections_and_teams_that_leave(
    teams: int, boards: int, short: bool, seed: int
) -> None:
    chance = Random(seed)
    tournament = cup(teams, boards, "ab" if short else "abcd")
    for _ in range(80):
        there = [entry.player for entry in tournament.entries if not entry.withdrawn]
        done = [each for each in tournament.matches if not each.is_bye and each.match in tournament.results]
        if chance.random() < 0.05 and len(there) > 1 and tournament.status == "running":
            tournament = after(tournament, [PlayerWithdrew(chance.choice(there), "ill")])
        elif chance.random() < 0.15 and done:
            match = chance.choice(done)
            settled = won(match, chance.choice(match[1:3]))
            tournament = after(
                tournament,
                [ResultDecided(match.match, "played", "x", settled.winner, settled.score, "points", settled.games)],
            )
        elif waiting := to_play(tournament):
            match = chance.choice(waiting)
            tournament = after(tournament, [won(match, chance.choice(match[1:3]))])
        tournament = after(tournament, pair(tournament))
        assert tournament.format.stale(tournament) == ()
    tournament = played_on(tournament, lambda match: chance.choice(match[1:3]))
    assert tournament.status == "finished"
    lines = standings(tournament)
    assert lines[0].rank == 1
    assert not lines[0].shared
    assert len(lines) == teams


def test_the_example_of_the_page_is_what_happens() -> None:
    page = (ROOT / "docs" / "formats" / "team_knockout.md").read_text(encoding="utf-8")
    rounds, places = (block.strip("\n").split("\n") for block in page.split("```")[3:6:2])
    tournament = played_on(cup(5), lambda match: (min if match.slot.endswith("/1") else max)(match[1:3]))
    assert rounds == [
        f"round {round_.number}: "
        + ", ".join(f"{match.white}–{match.black} ({match.slot})" for match in round_.pairings)
        for round_ in tournament.rounds
    ]
    assert places == [", ".join(f"{row.rank} {row.player_id}" for row in standings(tournament))]
