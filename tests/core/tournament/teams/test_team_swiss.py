"""Team Swiss: who meets, beside a Swiss of players; boards, line-ups, corrections, teams that leave."""

from collections import Counter
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Invalid, NotAllowed, NotFound
from core.events import MatchReopened, PlayerWithdrew
from core.tournament import Pairing, Tournament
from core.tournament.decisions import impasse, line_up, pair, pair_by_hand, pair_round, publish_round, unpair
from core.tournament.model.state import FINISHED, RUNNING
from core.tournament.standings.explanation import explain_round
from core.tournament.standings.meetings import meetings
from core.tournament.standings.standings import standings
from core.tournament.teams.as_meetings import as_meetings
from core.tournament.views.next_match import NEXT_ROUND, SITS_OUT, next_match
from tests.support.paths import ROOT
from tests.support.proving import examples
from tests.support.tournament.scenario import announced, begun, entries, played_on, reported, to_play, won
from tests.support.tournament.team_leagues import at, shown, team
from tests.support.tournament.written_results import after

KEY = "team_swiss"


def started(teams: int, boards: int = 2, members: str = "abcd", drafts: bool = False, **chosen: object) -> Tournament:
    """A started team Swiss of so many teams; `t01` is the first seed."""
    tournament = announced(KEY, {"boards": boards, **chosen}, drafts=drafts)
    return begun(tournament, [team(number, members) for number in range(1, teams + 1)])


def better(match: Pairing) -> str:
    """The player of the better team wins."""
    return min(each for each in match[1:3] if each)


def met(tournament: Tournament, number: int) -> list[tuple[str, str]]:
    """The (home, away) of the meetings of a round, by the board with the number 1."""
    return [
        (pairing.white[:3], pairing.black[:3])
        for pairing in tournament.round(number).pairings
        if pairing.slot.endswith("/1")
    ]


def asked(tournament: Tournament) -> Tournament:
    """The tournament after its next round was asked for."""
    return after(tournament, pair_round(tournament))


def played_out(tournament: Tournament) -> Tournament:
    """The tournament at its end, by `better`."""
    while tournament.status != FINISHED:
        tournament = played_on(tournament, better)
        if tournament.status != FINISHED:
            tournament = asked(tournament)
    return tournament


@settings(max_examples=examples(25), deadline=None)
@given(
    st.integers(2, 11),
    st.sampled_from([1, 3]),
    st.sampled_from(["fold", "random", "monrad"]),
    st.sampled_from(["balanced", "limited"]),
    st.integers(0, 2),
    st.integers(0, 9999),
)
def test_ts2_teams_meet_as_players_of_a_swiss_with_the_results_of_their_meetings(
    teams: int, boards: int, order: str, seats: str, accelerated: int, seed: int
) -> None:
    chance, chosen = Random(seed), {"pairing": order, "seats": seats, "accelerated": accelerated}
    tournament = started(teams, boards, **chosen)
    names = [f"t{number:02}" for number in range(1, teams + 1)]
    alone = begun(announced("swiss", chosen, scoring={"win": 2, "loss": 0, "bye": 2}), entries(names))
    while True:
        last, beside = tournament.rounds[-1], alone.rounds[-1]
        assert met(tournament, last.number) == [(pairing.white, pairing.black) for pairing in beside.pairings]
        assert last.bye == beside.bye
        for match in to_play(alone):
            winner = chance.choice(match[1:3])
            alone = after(alone, [won(match, winner)])
            ours = [pairing for pairing in last.pairings if {winner} == {one[:3] for one in pairing[1:3]} & {winner}]
            for lost, board in enumerate(ours):
                one = next(player for player in board[1:3] if player.startswith(winner) == (lost < (boards + 1) // 2))
                tournament = reported(tournament, board, one)
        assert tournament.status == alone.status
        if alone.status == FINISHED:
            break
        tournament, alone = asked(tournament), asked(alone)
    assert {line.player_id: line.points for line in standings(tournament)} == {
        line.player_id: line.points for line in standings(alone)
    }


def test_ts3_the_home_team_has_white_on_the_odd_boards_and_a_missing_player_loses_the_board() -> None:
    tournament = announced(KEY, {"boards": 3})
    tournament = begun(tournament, [team(1), team(2, "ab")])
    assert shown(tournament, 1) == {
        "1.1/1": ("t01a", "t02a"),
        "1.1/2": ("t02b", "t01b"),
        "1.1/3": ("t01c", ""),
    }
    for board, winner in (("1.1/1", "t01a"), ("1.1/2", "t02b")):
        tournament = reported(tournament, at(tournament, board), winner)
    first, second = standings(tournament)
    assert (first.player_id, first.games_won, second.games_won) == ("t01", 2, 1)


def test_ts4_a_meeting_is_won_by_boards_then_by_points_and_else_drawn() -> None:
    def points(score: str) -> dict[str, int]:
        tournament = started(2)
        one, other = to_play(tournament)
        tournament = reported(tournament, one, "t01a", "2:1", "3:2")
        assert all(line.points == 0 for line in standings(tournament)), "before the last board nothing counts"
        tournament = reported(tournament, other, "t02b", "2:1", score)
        return {line.player_id: line.points for line in standings(tournament)}

    assert points("3:2") == {"t01": 1, "t02": 1}
    assert points("4:2") == {"t01": 0, "t02": 2}


def test_ts4_a_drawn_meeting_counts_in_the_pairing() -> None:
    tournament = started(4, rounds=2)
    for match in to_play(tournament):
        home, _away = ("t01", "t03") if match.slot.startswith("1.1") else ("t02", "t04")
        drawn = match.slot.startswith("1.1")
        winner = max(match[1:3]) if drawn and match.slot.endswith("/2") else min(match[1:3])
        assert home in (match.white[:3], match.black[:3])
        tournament = reported(tournament, match, winner)
    assert {team_: meeting[0].points for team_, meeting in meetings(tournament).items()} == {
        "t01": 1,
        "t02": 2,
        "t03": 1,
        "t04": 0,
    }
    assert {frozenset(each) for each in met(asked(tournament), 2)} == {
        frozenset(("t01", "t02")),
        frozenset(("t03", "t04")),
    }


def test_ts5_a_bye_counts_as_a_meeting_won_and_no_team_has_two() -> None:
    tournament = started(5, rounds=3)
    assert tournament.rounds[0].bye == "t05"
    assert (
        next_match(tournament, (), "t05a").status == NEXT_ROUND or next_match(tournament, (), "t05").status == SITS_OUT
    )
    assert not meetings(tournament)["t05"], "before the round has begun"
    tournament = played_on(tournament, better)
    (line,) = [row for row in standings(tournament) if row.player_id == "t05"]
    assert (line.points, line.byes, line.played, line.games_won) == (2, 1, 0, 0)
    tournament = played_out(tournament)
    assert max(Counter(round_.bye for round_ in tournament.rounds).values()) == 1


def test_ts7_the_opponents_of_a_team_that_leaves_win_its_boards_and_it_is_paired_no_more() -> None:
    tournament = started(4, rounds=2)
    tournament = after(tournament, [PlayerWithdrew("t01", "ill")])
    tournament = played_on(after(tournament, pair(tournament)), better)
    (line,) = [row for row in standings(tournament) if row.player_id == "t03"]
    assert (line.points, line.walkovers) == (2, 1)
    tournament = asked(tournament)
    assert "t01" not in {each for pair_ in met(tournament, 2) for each in pair_} | {tournament.rounds[1].bye}


def test_ts8_a_new_line_up_sits_at_the_boards_without_a_result_and_the_meeting_stays() -> None:
    tournament = started(4)
    tournament = reported(tournament, at(tournament, "1.1/1"), "t01a")
    changed = after(tournament, line_up(tournament, "t01", 1, [("t01d", "D of 1"), ("t01c", "C of 1")], "ill"))
    assert shown(changed, 1) == {**shown(tournament, 1), "1.1/2": ("t03b", "t01c")}
    assert list(shown(changed, 1)) == ["1.1/1", "1.1/2", "1.2/1", "1.2/2"], "meeting by meeting, as before"
    whole = started(4)
    whole = after(whole, line_up(whole, "t01", 1, [("t01d", "D of 1"), ("t01c", "C of 1")], "ill"))
    assert shown(whole, 1) == {
        **shown(started(4), 1),
        "1.1/1": ("t01d", "t03a"),
        "1.1/2": ("t03b", "t01c"),
    }


def test_ts8_a_team_is_lined_up_for_a_round_that_is_not_paired_yet() -> None:
    tournament = played_on(started(4, rounds=2), better)
    tournament = after(tournament, line_up(tournament, "t01", 2, [("t01c", "C of 1"), ("t01a", "A of 1")], "ill"))
    assert len(tournament.rounds) == 1
    assert "t01c" in {cell for slot, row in shown(asked(tournament), 2).items() if slot.endswith("/1") for cell in row}
    with pytest.raises(NotFound):
        line_up(tournament, "t01", 3, [("t01b", "B of 1")], "ill")


@pytest.mark.parametrize("teams", [2, 3])
@pytest.mark.parametrize("drafts", [False, True])
def test_ts8_a_round_of_one_meeting_stays_published_or_a_draft(teams: int, drafts: bool) -> None:
    tournament = started(teams, drafts=drafts)
    for _ in range(2):
        bye, draft = tournament.rounds[0].bye, tournament.rounds[0].draft
        members = [("t01d", "D of 1"), ("t01c", "C of 1")] if draft == drafts else [("t01a", "A of 1")]
        changed = after(tournament, line_up(tournament, "t01", 1, members, "ill"))
        assert changed.status == RUNNING
        assert [(round_.number, round_.bye, round_.draft) for round_ in changed.rounds] == [(1, bye, draft)]
        assert shown(changed, 1)["1.1/1"] == (members[0][0], "t02a")
        tournament = after(changed, publish_round(changed, 1))


def test_ts9_a_draft_is_paired_anew_by_a_corrected_board() -> None:
    tournament = started(4, boards=1, rounds=2, drafts=True)
    tournament = after(tournament, publish_round(tournament, 1))
    tournament = asked(played_on(tournament, better))
    assert tournament.rounds[1].draft
    assert sorted(map(sorted, met(tournament, 2))) == [["t01", "t02"], ["t03", "t04"]]
    freed = after(tournament, unpair(tournament, 2, "again"))
    assert len(freed.rounds) == 1
    assert shown(asked(freed), 2) == shown(tournament, 2)
    with pytest.raises(NotAllowed, match="line a team up"):
        pair_by_hand(tournament, 2, [("t01", "t03"), ("t02", "t04")], None, "by hand")


@pytest.mark.parametrize("way", ["look_ahead", "rematch"])
def test_ts10_a_dead_end_of_the_meetings_is_left_as_in_a_swiss(way: str) -> None:
    tournament, chance = started(6, boards=1, rounds=4), Random(1)
    while (stuck := tournament.format.impasse(tournament)) is None:
        tournament = asked(played_on(tournament, lambda match: chance.choice(match[1:3])))
    assert (stuck.round, stuck.ways) == (4, ("look_ahead", "rematch"))
    assert "6 teams" in stuck.why
    before = set(map(frozenset, met(tournament, 3)))
    tournament = after(tournament, impasse.resolve_impasse(tournament, way, "all want to play"))
    assert [pairing.slot for pairing in tournament.rounds[2].pairings] == ["3.1/1", "3.2/1", "3.3/1"]
    assert (before == set(map(frozenset, met(tournament, 3)))) == (way == "rematch")
    tournament = played_out(tournament)
    pairs = [frozenset(each) for number in range(1, 5) for each in met(tournament, number)]
    assert (len(pairs), len(set(pairs)) == len(pairs)) == (12, way == "look_ahead")


def test_the_reason_of_a_board_is_that_of_its_meeting() -> None:
    tournament = asked(played_on(started(5, rounds=3), better))
    for round_ in tournament.rounds:
        found = explain_round(tournament, round_.number)
        assert found.keys() == {pairing.match for pairing in round_.pairings} | {"bye"}
        for each in round_.pairings:
            assert {found[each.match].home, found[each.match].away} == {each.white[:3], each.black[:3]}  # type: ignore[attr-defined]
            assert "meets" in str(found[each.match].text)


@settings(max_examples=examples(30), deadline=None)
@given(st.integers(2, 8), st.integers(1, 3), st.booleans(), st.integers(0, 9999))
def test_no_two_teams_meet_twice_whatever_is_corrected_and_lined_up_and_if_teams_leave(
    teams: int, boards: int, drafts: bool, seed: int
) -> None:
    chance = Random(seed)
    tournament = started(teams, boards, "abcd"[: chance.randint(1, 4)], drafts)
    for _ in range(60):
        if tournament.status == FINISHED:
            break
        there = [each.player for each in tournament.entries if not each.withdrawn]
        done = [match for match in tournament.matches if not match.is_bye and match.match in tournament.results]
        draft = next((round_.number for round_ in tournament.rounds if round_.draft), None)
        lot = chance.random()
        if draft and lot < 0.6:
            tournament = after(tournament, publish_round(tournament, draft))
        elif lot < 0.04 and len(there) > 2:
            tournament = after(tournament, [PlayerWithdrew(chance.choice(there), "ill")])
        elif lot < 0.1 and done:
            tournament = after(tournament, [MatchReopened(chance.choice(done).match)])
        elif lot < 0.2 and tournament.rounds:
            entry = tournament.entry(chance.choice(there))
            members = chance.sample(entry.members, len(entry.members))
            with suppress(Invalid):  # a player has played another board of the round
                number = chance.choice(tournament.rounds).number
                tournament = after(tournament, line_up(tournament, entry.player, number, members, "ill"))
        elif waiting := [pairing for pairing in to_play(tournament) if not _in_draft(tournament, pairing)]:
            tournament = after(tournament, [won(each := chance.choice(waiting), chance.choice(each[1:3]))])
        elif not tournament.to_play and tournament.format.impasse(tournament) is None:
            tournament = asked(tournament)
        tournament = after(tournament, pair(tournament))
        assert tournament.format.stale(tournament) == ()
        assert [round_.number for round_ in tournament.rounds] == list(range(1, len(tournament.rounds) + 1))
    pairs = [frozenset(match[1:3]) for match in as_meetings(tournament).matches]
    assert len(set(pairs)) == len(pairs)
    for round_ in as_meetings(tournament).rounds:
        inside = [team_ for pairing in round_.pairings for team_ in pairing[1:3]] + ([round_.bye] if round_.bye else [])
        assert len(set(inside)) == len(inside)


def _in_draft(tournament: Tournament, match: Pairing) -> bool:
    return any(round_.draft and match in round_.pairings for round_ in tournament.rounds)


def test_the_example_of_the_page_is_what_happens() -> None:
    page = (ROOT / "docs" / "formats" / "team_swiss.md").read_text(encoding="utf-8")
    rounds, places = (block.strip("\n").split("\n") for block in page.split("```")[3:6:2])
    assert (rounds, places) == example()


def example() -> tuple[list[str], list[str]]:
    tournament = played_out(started(5, rounds=3))
    rounds = [
        f"round {round_.number}: "
        + ", ".join(f"{match.white}–{match.black} ({match.slot})" for match in round_.pairings)
        + f"; {round_.bye} sits out"
        for round_ in tournament.rounds
    ]
    return rounds, [", ".join(f"{row.rank} {row.player_id}" for row in standings(tournament))]


def test_ts6_a_bye_and_a_meeting_without_play_count_the_own_points_in_buchholz() -> None:
    tournament = played_on(started(5, rounds=2), better)
    home, away = met(tournament, 1)[0]
    tournament = after(tournament, pair_round(tournament))
    gone = next(each for each in met(tournament, 2)[0] if each not in (home, away))
    tournament = after(tournament, [PlayerWithdrew(gone)])
    tournament = played_on(after(tournament, pair(tournament)), better)
    lines = {line.player_id: line for line in standings(tournament)}
    values = {player: {tie_break.code: tie_break for tie_break in line.tie_breaks} for player, line in lines.items()}
    unplayed = 0
    for player, meetings_ in meetings(tournament).items():
        expected = [lines[meeting.opponent if meeting.played else player].points for meeting in meetings_]
        assert values[player]["buchholz"].value == sum(expected), player
        unplayed += sum(not meeting.played and not meeting.is_bye for meeting in meetings_)
    assert unplayed == 2, "both teams of the meeting without play"
    assert any(meeting.is_bye for meetings_ in meetings(tournament).values() for meeting in meetings_)
