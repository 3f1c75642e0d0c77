"""Decisions on results: what they change is known before, what is undone never was, and nothing played is lost."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid, NotAllowed, NotFound
from core.events import GameResult, MatchOpened, PlayerWithdrew, RoundPublished
from core.match import judging
from core.match.state import Match
from core.tournament import Tournament
from core.tournament.decisions import pair, pair_round, publish_round, unpair
from core.tournament.decisions.corrections import KINDS, Decision, decide, undo
from core.tournament.formats import FORMATS
from core.tournament.standings.standings import sections, standings
from core.tournament.views.diff import Changes, StatusChange, changes
from tests.support.tournament.scenario import announced, begun, entries, played_on, reported, to_play, won
from tests.support.tournament.written_results import after, field

ALWAYS = [kind for kind in KINDS if kind != "half_each"]
"""Kinds of results that need no announcement; `test_time_up.py` has the other one."""
ALONE = [format_.key for format_ in FORMATS if not format_.teams]
GAMES = {"white": GameResult("white", "bearing_off"), "black": GameResult("black", "jan")}


def at_table(tournament: Tournament, match: str) -> Match:
    """The match as it would be opened."""
    pairing, created = tournament.paired.get(match), tournament.created
    players = {"white": pairing.white, "black": pairing.black} if pairing else {"white": "a", "black": "b"}
    opened = MatchOpened(created.club, created.game, created.length, players, "strict", "all_games", {})
    return judging.opened(match, opened)


def decided(tournament: Tournament, match: str, kind: str = "played", winner: str = "black") -> Tournament:
    """The tournament after a decision and all that follows from it."""
    results = (GAMES[winner],) * 3 if kind == "played" else ()
    who = None if kind in ("played", "double_no_show") else winner
    events = decide(tournament, Decision(match, kind, "by the sheet", who, results), at_table(tournament, match))
    return after(tournament, events)


def undone(tournament: Tournament, version: int) -> Tournament:
    """The tournament after a decision was taken back, with all that follows."""
    return after(tournament, undo(tournament, version, "it was right"))


def seen(tournament: Tournament) -> dict[str, Any]:
    """All that anybody sees of a tournament, but for its version."""
    tables = [("", standings(tournament)), *sections(tournament)]
    return {
        "rounds": tournament.rounds,
        "results": tournament.results,
        "status": tournament.status,
        "tables": tables,
        "plan": tournament.format.plan(tournament) if tournament.format.plan else None,
    }


def started(form: str, players: int, **more: Any) -> Tournament:
    return begun(announced(form, **more), entries(field(players)))


# ── one by one ───────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_decision_holds_over_what_the_match_says_until_it_is_undone() -> None:
    tournament = played_on(started("round_robin", 4), lambda match: match.white)
    corrected = decided(tournament, "t_cup.1")
    assert corrected.results["t_cup.1"].winner == "black"
    again = reported(corrected, corrected.match("t_cup.1"), corrected.match("t_cup.1").white)
    assert again.results["t_cup.1"].winner == "black"
    assert undone(again, corrected.version).results["t_cup.1"].winner == "white"


def test_the_last_of_several_decisions_counts_and_the_one_before_it_when_that_is_undone() -> None:
    tournament = started("round_robin", 4)
    first = decided(tournament, "t_cup.1", "walkover", "white")
    second = decided(first, "t_cup.1", "no_show", "black")
    assert second.results["t_cup.1"].kind == "no_show"
    assert undone(second, second.version).results == first.results
    assert undone(second, first.version).results == second.results


@pytest.mark.parametrize("kind", ALWAYS)
def test_every_kind_of_result_counts_for_both(kind: str) -> None:
    tournament = decided(started("round_robin", 2), "t_cup.1", kind)
    lines = {line.player_id: line for line in standings(tournament)}
    won = kind != "double_no_show"
    assert (lines["p02"].wins, lines["p01"].wins) == (int(won), 0)
    assert lines["p02"].walkovers == int(kind in ("walkover", "no_show", "double_no_show"))
    assert tournament.status == "finished"


def test_a_draft_is_paired_anew_when_a_result_before_it_changes_and_as_before_when_that_is_undone() -> None:
    tournament = played_on(after_publishing(started("swiss", 6, drafts=True)), lambda match: match.white)
    tournament = after(tournament, pair_round(tournament))
    assert tournament.rounds[-1].draft
    corrected = decided(tournament, "t_cup.1")
    said = changes(tournament, corrected)
    assert {pairing.what for pairing in said.pairings} == {"voided", "paired"}
    assert {pairing.round for pairing in said.pairings} == {2}
    assert corrected.rounds[-1].draft
    assert seen(undone(corrected, corrected.version - 2)) == seen(tournament)


def test_a_round_that_is_published_stands_whatever_becomes_of_a_result_before_it() -> None:
    tournament = played_on(started("swiss", 6), lambda match: match.white)
    tournament = after(tournament, pair_round(tournament))
    corrected = decided(tournament, "t_cup.1")
    assert corrected.rounds == tournament.rounds
    assert changes(tournament, corrected).ranks


def test_a_round_that_is_a_draft_again_stands_if_something_of_it_was_played_all_the_same() -> None:
    tournament = played_on(after_publishing(started("swiss", 6, drafts=True)), lambda match: match.white)
    tournament = after(tournament, pair_round(tournament))
    tournament = after(tournament, publish_round(tournament, 2))
    played = won(tournament.rounds[-1].pairings[0], tournament.rounds[-1].pairings[0].white)
    tournament = after(tournament, unpair(tournament, 2, "Fia was overlooked"))
    tournament = after(tournament, [played])  # its log said so in the same moment
    tournament = after(tournament, pair_round(tournament))
    assert tournament.rounds[-1].draft
    corrected = decided(tournament, "t_cup.1")
    assert corrected.rounds == tournament.rounds
    assert played.match in corrected.results


def after_publishing(tournament: Tournament) -> Tournament:
    return after(tournament, [RoundPublished(1)])


def test_a_player_who_has_left_and_comes_into_a_match_by_a_correction_loses_it() -> None:
    tournament = played_on(started("single_elimination", 4), lambda match: match.white, rounds=1)
    loser = tournament.match("t_cup.1").black
    tournament = after(tournament, [PlayerWithdrew(loser)])
    tournament = after(tournament, pair(tournament))
    corrected = decided(tournament, "t_cup.1", winner="black")
    final = next(match for match in corrected.matches if match.match not in ("t_cup.1", "t_cup.2"))
    assert loser in (final.white, final.black)
    assert corrected.results[final.match].kind == "walkover"
    assert corrected.status == "finished"


def test_what_cannot_be_decided_is_refused_and_says_why() -> None:
    tournament = played_on(started("single_elimination", 3), lambda match: match.white)
    bye = next(match for match in tournament.matches if match.is_bye)
    with pytest.raises(NotAllowed, match="is a bye of"):
        decided(tournament, bye.match)
    with pytest.raises(NotFound):
        decided(tournament, "t_cup.77")
    with pytest.raises(NotFound):
        undo(tournament, 3, "no such decision")
    semi = next(match for match in tournament.matches if not match.is_bye)
    moved = decided(tournament, semi.match)
    gone = moved.voided.pairings[0][1].match
    with pytest.raises(NotAllowed, match="was voided"):
        decided(moved, gone)
    drafted = started("swiss", 4, drafts=True)
    with pytest.raises(NotAllowed, match="is a draft"):
        decided(drafted, "t_cup.1")


def test_the_winner_may_be_named_by_seat_id_or_name() -> None:
    tournament = started("round_robin", 2)
    for who in ("black", "p02", "P02"):
        decision = Decision("t_cup.1", "forfeit", "gave up", who, (GAMES["white"],))
        event = decide(tournament, decision, at_table(tournament, "t_cup.1"))[0]
        assert (event.winner, event.score) == ("black", {"white": 1, "black": 0})
    with pytest.raises(Invalid, match=r"'P03' does not play this match: white \(P01\), black \(P02\)"):
        decide(tournament, Decision("t_cup.1", "forfeit", "gave up", "P03"), at_table(tournament, "t_cup.1"))


# ── any tournament ───────────────────────────────────────────────────────────────────────────────────────────────────
def anywhere(draw: st.DataObject, tournament: Tournament) -> Tournament | None:
    """A decision on any match that may be decided."""
    drafts = {pairing.match for round_ in tournament.rounds if round_.draft for pairing in round_.pairings}
    matches = [match.match for match in tournament.matches if not match.is_bye and match.match not in drafts]
    if not matches:
        return None
    kind, winner = draw.draw(st.sampled_from(ALWAYS)), draw.draw(st.sampled_from(["white", "black"]))
    return decided(tournament, draw.draw(st.sampled_from(matches)), kind, winner)


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """A tournament of any format, somewhere on its way."""
    form = draw(st.sampled_from(ALONE))
    tournament = started(form, draw(st.integers(4, 9)), drafts=draw(st.booleans()) or None)
    for _ in range(draw(st.integers(0, 20))):
        drafted = [round_.number for round_ in tournament.rounds if round_.draft]
        waiting = [pairing for pairing in to_play(tournament, None) if not is_drafted(tournament, pairing.match)]
        if waiting:
            match = draw(st.sampled_from(waiting))
            tournament = reported(tournament, match, draw(st.sampled_from([match.white, match.black])))
        elif drafted:
            tournament = after(tournament, [RoundPublished(each) for each in drafted])
        elif tournament.status == "running" and tournament.format.on_command:
            tournament = after(tournament, pair_round(tournament))
    return tournament


def is_drafted(tournament: Tournament, match: str) -> bool:
    return any(round_.draft and match in {pairing.match for pairing in round_.pairings} for round_ in tournament.rounds)


@given(tournaments(), st.data())
def test_what_is_undone_never_was(tournament: Tournament, data: st.DataObject) -> None:
    versions, now = [], tournament
    for _ in range(3):
        corrected = anywhere(data, now)
        if corrected is not None:
            versions.append(now.version + 1)
            now = corrected
    for version in data.draw(st.permutations(versions)):
        now = undone(now, version)
    assert seen(now) == seen(tournament)


@given(tournaments(), st.data())
def test_what_changes_is_said_and_nothing_else_changes(tournament: Tournament, data: st.DataObject) -> None:
    corrected = anywhere(data, tournament)
    if corrected is None:
        return
    said = changes(tournament, corrected)
    was, is_ = ({match.match: match for match in one.matches} for one in (tournament, corrected))
    assert {pairing.match for pairing in said.pairings} == {
        match for match in was | is_ if was.get(match) != is_.get(match)
    }
    results = (tournament.results, corrected.results)
    touched = {match for match in results[0] | results[1] if results[0].get(match) != results[1].get(match)}
    assert {result.match for result in said.results} == touched
    ranks = [{row.player_id: (row.rank, row.shared) for row in standings(one)} for one in (tournament, corrected)]
    moved = {player for player, rank in ranks[1].items() if ranks[0][player] != rank}
    assert {rank.player for rank in said.ranks if rank.section is None} == moved
    unchanged = StatusChange(tournament.status, tournament.status)
    assert changes(tournament, tournament) == Changes((), (), (), (), unchanged)


@given(tournaments(), st.data())
def test_no_player_plays_twice_in_a_round_after_a_correction(tournament: Tournament, data: st.DataObject) -> None:
    corrected = anywhere(data, tournament) or tournament
    for round_ in corrected.rounds:
        slots = [pairing.slot for pairing in round_.pairings if pairing.slot and corrected.format.plan]
        players = [player for pairing in round_.pairings for player in (pairing.white, pairing.black) if player]
        players += [round_.bye] if round_.bye else []
        assert len(players) == len(set(players))
        assert len(slots) == len(set(slots)) or round_.stage.startswith(("groups", "stage_"))
