"""Members who play for a team from some round on."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Invalid, NotAllowed, NotFound
from core.events import MatchReopened, PlayerEntered, RoundPublished
from core.tournament import Tournament
from core.tournament.decisions import line_up, pair, set_tables, withdraw
from schemas.dump import dumper
from schemas.views.tournaments import Entry as EntryView
from tests.support.proving import examples
from tests.support.tournament.scenario import announced, begun, best, played_on, reported, to_play
from tests.support.tournament.team_leagues import FOUR, KEY, at, league, shown, team
from tests.support.tournament.written_results import after


# ── line-ups ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def lined_up(tournament: Tournament, number: int, *members: str, of: str = "t01") -> Tournament:
    rows = [(member, member.title()) for member in members]
    return after(tournament, line_up(tournament, of, number, rows, "ill"))


def test_tl9_a_substitute_plays_from_the_round_on_that_is_said() -> None:
    tournament = league(4)
    changed = lined_up(tournament, 2, "t01c", "t01b")
    assert shown(changed, 1) == shown(tournament, 1)
    for number in (2, 3):
        assert shown(changed, number) == {
            slot: tuple("t01c" if each == "t01a" else each for each in pair)
            for slot, pair in shown(tournament, number).items()
        }
    kept = set(tournament.matches) & set(changed.matches)
    assert {match for match in tournament.matches if "t01a" not in match[1:3]} <= kept


def test_tl9_a_board_that_is_played_stays_as_it_was_played() -> None:
    tournament = league(2, legs=2)
    tournament = reported(tournament, at(tournament, "1.1/1"), "t01a")
    changed = lined_up(tournament, 1, "t01c", "t01d")
    assert shown(changed, 1) == {"1.1/1": ("t01a", "t02a"), "1.1/2": ("t02b", "t01d")}
    assert changed.results == tournament.results


def test_tl9_a_player_who_comes_back_has_their_old_match_again() -> None:
    tournament = league(4)
    back = lined_up(lined_up(tournament, 2, "t01b", "t01a"), 2, "t01a", "t01b")
    assert set(back.matches) == set(tournament.matches)


def test_tl9_a_new_player_may_play_and_has_a_name() -> None:
    changed = lined_up(league(4), 3, "new", "t01a")
    assert changed.name_of("new") == "New"
    assert changed.entry_of("new").player == "t01"
    data = dumper(EntryView)(changed.entries[0])
    assert [(lineup["round"], list(lineup["players"])) for lineup in data["lineups"]] == [
        (1, ["t01a", "t01b", "t01c", "t01d"]),
        (3, ["new", "t01a"]),
    ]


def test_tl9_a_board_without_anybody_is_filled_and_played_after_all() -> None:
    tournament = begun(announced(KEY, {"boards": 2}), [team(1, "a"), team(2, "ab")])
    assert at(tournament, "1.1/2")[1:3] == ("t02b", "")
    changed = lined_up(tournament, 1, "t01a", "t01z")
    assert at(changed, "1.1/2")[1:3] == ("t02b", "t01z")
    assert [pairing.slot for pairing in to_play(changed)] == ["1.1/1", "1.1/2"]


def test_tl9_a_published_round_stays_published() -> None:
    tournament = league(2, boards=1, drafts=True)
    tournament = after(tournament, [RoundPublished(1)])
    changed = lined_up(tournament, 1, "t01b")
    assert [round_.draft for round_ in changed.rounds] == [False]


def test_tl9_all_that_follows_from_a_line_up_is_written_with_it() -> None:
    tournament = league(2, boards=1, drafts=True)
    tournament = after(tournament, [RoundPublished(1)])
    tournament = after(tournament, set_tables(tournament, [("1", "")]))
    changed = lined_up(tournament, 1, "t01b", "t01a")
    (match,) = (each.match for each in changed.matches)
    assert changed.seated == {match: "1"}
    assert pair(changed) == []


def test_tl9_the_same_line_up_is_no_event() -> None:
    tournament = league(2)
    assert line_up(tournament, "t01", 1, [(f"t01{each}", "") for each in FOUR], "so it is") == []


def test_tl9_before_the_start_the_boards_may_be_put_in_order() -> None:
    tournament = after(announced(KEY, {"boards": 1}), [team(1), team(2)])
    tournament = lined_up(tournament, 1, "t01d", "t01a")
    assert shown(begun(tournament, []), 1) == {"1.1/1": ("t01d", "t02a")}


def test_tl9_no_player_plays_twice_or_for_two_teams() -> None:
    with pytest.raises(Invalid) as wrong:
        lined_up(league(2), 1, "t01a", "t02c", "t01a")
    assert wrong.value.problems == {
        "members.1": ["T02C plays for Team 2"],
        "members.2": ["T01A stands in the list before"],
    }


def test_tl9_who_has_played_a_board_is_not_lined_up_for_another_of_the_same_round() -> None:
    tournament = league(2, legs=2)
    tournament = reported(tournament, at(tournament, "1.1/1"), "t01a")
    with pytest.raises(Invalid) as wrong:
        lined_up(tournament, 1, "t01c", "t01a")
    assert wrong.value.problems == {
        "members.1": ["T01A has played board 1 of round 1: line them up there from a later one on"]
    }
    assert shown(lined_up(tournament, 2, "t01c", "t01a"), 2)["2.1/2"] == ("t01a", "t02b")
    both = reported(tournament, at(tournament, "1.1/2"), "t01b")
    swapped = lined_up(both, 1, "t01b", "t01a")
    assert shown(swapped, 1) == shown(both, 1), "both were played, and stand"
    taken_back = after(swapped, [MatchReopened(at(swapped, "1.1/1").match)])
    assert shown(after(taken_back, pair(taken_back)), 1) == shown(both, 1), "nobody plays two boards, be it so said"


def test_tl9_what_cannot_be_lined_up_is_refused_with_the_reason() -> None:
    tournament = league(3)
    with pytest.raises(NotFound, match="nobody"):
        line_up(tournament, "nobody", 1, [], "")
    with pytest.raises(NotFound, match="round"):
        lined_up(tournament, 4, "t01a")
    with pytest.raises(NotAllowed, match="Team 1 has withdrawn"):
        lined_up(after(tournament, withdraw(tournament, "t01")), 1, "t01b")
    finished = played_on(tournament, best(sorted({player for match in tournament.matches for player in match[1:3]})))
    with pytest.raises(NotAllowed, match="is over"):
        lined_up(finished, 1, "t01b")
    with pytest.raises(NotAllowed, match="by players and not by teams"):
        line_up(begun(announced("round_robin"), [PlayerEntered("t01", "x"), PlayerEntered("y", "y")]), "t01", 1, [], "")


@settings(max_examples=examples(30), deadline=None)
@given(st.integers(2, 5), st.integers(1, 3), st.integers(0, 9999))
def test_whatever_line_ups_come_every_board_is_played_once(number: int, boards: int, seed: int) -> None:
    chance = Random(seed)
    tournament = league(number, boards=boards, legs=2)
    for _ in range(6):
        for match in to_play(tournament)[: chance.randrange(4)]:
            tournament = reported(tournament, match, chance.choice(match[1:3]))
        of = f"t{chance.randint(1, number):02}"
        members = chance.sample([of + each for each in FOUR + "xyz"], chance.randint(boards, 5))
        if to_play(tournament):
            with suppress(Invalid):  # a member has played another board of the round
                tournament = lined_up(tournament, chance.randint(1, len(tournament.rounds)), *members, of=of)
    assert tournament.format.stale(tournament) == ()
    tournament = played_on(tournament, lambda match: chance.choice(match[1:3]))
    assert tournament.status == "finished"
    for round_ in tournament.rounds:
        slots = [pairing.slot for pairing in round_.pairings]
        assert len(slots) == len(set(slots)) == (number // 2) * boards
        assert all(not pairing.is_bye for pairing in round_.pairings)
        players = [player for pairing in round_.pairings for player in pairing[1:3]]
        assert len(players) == len(set(players))
