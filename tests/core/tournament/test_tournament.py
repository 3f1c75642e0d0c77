"""The fold of a tournament, and what may be done to it."""

import pytest

from core.errors import NotAllowed, NotFound, UnknownEvent
from core.eventlog.log import NEW, ListLog
from core.events import (
    DiceRolled,
    MatchReopened,
    PlayerEntered,
    PlayerWithdrew,
    RoundPaired,
    TournamentCreated,
    TournamentStarted,
)
from core.tournament import Entry, Pairing, Round, apply, fold, opened
from core.tournament.decisions import enter, pair, start, withdraw
from tests.support.tournament.written_results import after, created, entered, played, result_of, settled, started


def test_a_log_is_read_back_as_the_tournament_that_was_recorded() -> None:
    log = ListLog()
    tournament = started(["anna", "bo"])
    entries = [PlayerEntered("anna", "Anna"), PlayerEntered("bo", "Bo")]
    rounds = [TournamentStarted("seed"), RoundPaired(1, (("t_cup.1", "anna", "bo"),))]
    result = settled(tournament, "bo-anna 3:1 6:2")
    log.append("t_cup", [created()], by="desk", at=0, expected=NEW)
    log.append("t_cup", [*entries, *rounds, result], by="desk", at=0, expected=0)
    folded = fold("t_cup", log.read("t_cup"))
    assert folded == played(tournament, ["bo-anna 3:1 6:2"])._replace(decided_at=0)
    assert (folded.version, folded.status, folded.results) == (5, "finished", {"t_cup.1": result_of(result)})
    assert folded.entries == (Entry("anna", "Anna"), Entry("bo", "Bo"))
    assert folded.rounds == (Round(1, (Pairing("t_cup.1", "anna", "bo"),)),)


def test_a_fold_goes_on_where_an_earlier_one_ended() -> None:
    log = ListLog()
    log.append("t_cup", [created()], by="desk", at=0, expected=NEW)
    log.append("t_cup", enter(opened("t_cup", created()), [("anna", "Anna"), ("bo", "Bo")]), by="desk", at=0)
    first = fold("t_cup", list(log.read("t_cup"))[:2])
    assert first.version == 1
    assert fold("t_cup", log.read("t_cup", after=1), first) == fold("t_cup", log.read("t_cup"))


def test_a_log_begins_with_the_creation_of_the_tournament() -> None:
    log = ListLog()
    log.append("t_cup", [PlayerEntered("anna", "Anna")], by="desk", at=0, expected=NEW)
    with pytest.raises(UnknownEvent, match="t_cup does not begin with TournamentCreated"):
        fold("t_cup", log.read("t_cup"))
    with pytest.raises(UnknownEvent, match="does not begin"):
        fold("t_cup", [])


@pytest.mark.parametrize("event", [DiceRolled("white", (1, 2)), created()])
def test_an_event_of_another_kind_is_never_skipped(event: DiceRolled | TournamentCreated) -> None:
    with pytest.raises(UnknownEvent, match=type(event).__name__):
        apply(entered(["anna"]), event, 2)


def test_an_event_about_an_absent_player_or_match_is_never_skipped() -> None:
    with pytest.raises(NotFound, match="'zlatan'"):
        apply(entered(["anna"]), PlayerWithdrew("zlatan"), 2)
    with pytest.raises(NotFound, match=r"'t_cup\.9'"):
        apply(started(["anna", "bo"]), MatchReopened("t_cup.9"), 9)


def test_a_later_settlement_of_the_same_match_replaces_the_earlier() -> None:
    tournament = played(started(["anna", "bo"]), ["anna-bo 3:0 3:0", "bo-anna 3:2 7:4"])
    assert tournament.results == {"t_cup.1": result_of(settled(tournament, "bo-anna 3:2 7:4"))}


def test_a_round_paired_again_replaces_its_pairings() -> None:
    tournament = after(started(["anna", "bo"]), [RoundPaired(1, (("t_cup.1", "bo", "anna"),))])
    assert tournament.rounds == (Round(1, (Pairing("t_cup.1", "bo", "anna"),)),)


def test_rr6_a_tournament_is_open_then_running_then_finished() -> None:
    assert entered(["anna", "bo", "cilla"]).status == "open"
    tournament = started(["anna", "bo", "cilla"])
    assert tournament.status == "running"
    tournament = played(tournament, ["anna-bo", "bo-cilla"])
    assert (tournament.status, [pairing.match for pairing in tournament.to_play]) == ("running", ["t_cup.3"])
    assert played(tournament, ["cilla-anna"]).status == "finished"


def test_rr6_a_result_taken_back_makes_a_finished_tournament_run_until_it_is_settled_anew() -> None:
    tournament = after(played(started(["anna", "bo"]), ["anna-bo"]), [MatchReopened("t_cup.1")])
    assert (tournament.status, tournament.results) == ("running", {})
    assert played(tournament, ["bo-anna"]).status == "finished"


def test_rr5_a_match_of_a_withdrawn_player_is_no_longer_waited_for_but_counts_if_it_is_awarded() -> None:
    tournament = played(started(["anna", "bo", "cilla"]), ["anna-bo"])
    tournament = after(tournament, withdraw(tournament, "cilla", "ill"))
    assert (tournament.status, tournament.to_play) == ("finished", ())
    assert tournament.entry("cilla") == Entry("cilla", "Cilla", withdrawn=True)
    assert len(played(tournament, ["bo-cilla 0:0 0:0"]).results) == 2


# ── entries ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_players_enter_in_the_order_in_which_they_are_named() -> None:
    tournament = opened("t_cup", created())
    assert enter(tournament, [("bo", "Bo"), ("anna", "Anna")]) == [
        PlayerEntered("bo", "Bo"),
        PlayerEntered("anna", "Anna"),
    ]


def test_no_player_enters_twice_and_all_duplicates_are_named() -> None:
    with pytest.raises(NotAllowed, match=r"entered already: Anna \(anna\), Cilla \(cilla\)"):
        enter(entered(["anna", "bo"]), [("anna", "Anna"), ("cilla", "Cilla"), ("cilla", "Cilla")])


def test_who_withdrew_before_the_start_may_enter_again_as_the_last() -> None:
    tournament = entered(["anna", "bo"])
    tournament = after(tournament, withdraw(tournament, "anna"))
    assert [entry.player for entry in tournament.field] == ["bo"]
    tournament = after(tournament, enter(tournament, [("anna", "Anna")]))
    assert tournament.field == (Entry("bo", "Bo"), Entry("anna", "Anna"))


def test_rr1_entries_are_closed_once_the_tournament_has_started() -> None:
    with pytest.raises(NotAllowed, match="Midsummer cup has started: its entries are closed"):
        enter(started(["anna", "bo"]), [("cilla", "Cilla")])


def test_only_who_has_entered_can_withdraw_once_and_before_the_end() -> None:
    tournament = started(["anna", "bo", "cilla"])
    assert withdraw(tournament, "anna", "ill") == [PlayerWithdrew("anna", "ill")]
    with pytest.raises(NotFound, match="there is no player 'zlatan'"):
        withdraw(tournament, "zlatan")
    with pytest.raises(NotAllowed, match="Anna has withdrawn already"):
        withdraw(after(tournament, [PlayerWithdrew("anna")]), "anna")
    with pytest.raises(NotAllowed, match="Midsummer cup is over"):
        withdraw(played(tournament, ["anna-bo", "bo-cilla", "cilla-anna"]), "anna")


# ── the start ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_rr2_the_start_closes_the_entries_and_pairs_all_rounds_with_matches_numbered_in_order() -> None:
    assert start(entered(["anna", "bo", "cilla", "dag"]), "midsummer") == [
        TournamentStarted("midsummer"),
        RoundPaired(1, (("t_cup.1", "anna", "dag"), ("t_cup.2", "bo", "cilla"))),
        RoundPaired(2, (("t_cup.3", "dag", "cilla"), ("t_cup.4", "anna", "bo"))),
        RoundPaired(3, (("t_cup.5", "bo", "dag"), ("t_cup.6", "cilla", "anna"))),
    ]


def test_rr1_who_withdrew_before_the_start_is_not_paired() -> None:
    tournament = after(entered(["anna", "bo", "cilla"]), [PlayerWithdrew("bo")])
    assert start(tournament, "seed")[1:] == [RoundPaired(1, (("t_cup.1", "anna", "cilla"),))]


@pytest.mark.parametrize("players", [[], ["anna"]])
def test_rr1_a_tournament_needs_at_least_two_players(players: list[str]) -> None:
    with pytest.raises(NotAllowed, match=f"at least 2 players and {len(players)} entered"):
        start(entered(players), "seed")


def test_a_tournament_starts_once() -> None:
    with pytest.raises(NotAllowed, match="Midsummer cup has started already"):
        start(started(["anna", "bo"]), "seed")


def test_nothing_is_paired_before_the_start_and_nothing_is_left_to_pair_after_it() -> None:
    with pytest.raises(NotAllowed, match="has not started"):
        pair(entered(["anna", "bo"]))
    assert pair(started(["anna", "bo"])) == []
