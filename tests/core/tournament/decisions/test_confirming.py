"""Results that count once a second person has reported the same, and what a tournament says of a match."""

import pytest

from core.errors import NotAllowed, NotFound
from core.events import (
    DecisionUndone,
    GameResult,
    MatchReopened,
    PairingsVoided,
    ResultConfirmed,
    ResultDecided,
    ResultDisputed,
    RoundPaired,
    RoundPublished,
    TournamentCreated,
    TournamentEnded,
)
from core.tournament import opened
from core.tournament.decisions import enter, start, withdraw
from core.tournament.decisions.confirmation import confirm, dispute
from core.tournament.model.match_status import STATUS, closed, in_tournament, status_of
from core.tournament.views.tournament_view import paired_rounds
from schemas.dump import dumper
from schemas.views.conduct import InTournament
from tests.support.tournament.written_results import after, settled

LOST = (GameResult("black", "jan"),) * 3
DECIDED = ResultDecided("t_cup.1", "no_show", "did not come", "white", {}, None, ())


def started(players=("anna", "bo", "cilla", "dag"), form="single_elimination", **more):
    created = TournamentCreated("c_vasa", "Cup", "swedish", {"games": 5}, form, **{"confirm": True, **more})
    tournament = opened("t_cup", created)
    tournament = after(tournament, enter(tournament, [(player, player.capitalize()) for player in players]))
    return after(tournament, start(tournament, "seed"))


def reported(tournament, *talk):
    return after(tournament, [settled(tournament, each) for each in talk])


def first(tournament):
    pairing = tournament.rounds[0].pairings[0]
    return f"{pairing.white}-{pairing.black}"


def statuses(tournament, *events):
    """The status of the first match after each event."""
    said = [status_of(tournament, "t_cup.1")]
    for event in events:
        tournament = after(tournament, [event])
        said.append(status_of(tournament, "t_cup.1"))
    return said


def test_a_match_is_open_reported_disputed_and_confirmed_and_open_again_once_it_is_reopened():
    cup = started()
    told = settled(cup, first(cup))
    events = [told, ResultDisputed("t_cup.1", LOST), ResultConfirmed("t_cup.1"), MatchReopened("t_cup.1")]
    assert statuses(cup, *events) == ["open", "reported", "disputed", "confirmed", "open"]
    assert statuses(cup, told, ResultConfirmed("t_cup.1"), told)[-1] == "reported", "settled anew, confirmed anew"


def test_a_directors_decision_is_above_everything_until_it_is_undone():
    cup = started()
    events = [settled(cup, first(cup)), ResultDisputed("t_cup.1", LOST), DECIDED]
    undone = DecisionUndone("t_cup.1", cup.version + 3, "he came")
    assert statuses(cup, *events, undone) == ["open", "reported", "disputed", "decided", "disputed"]


def test_without_confirmation_a_reported_result_is_settled():
    cup = started(confirm=None)
    assert statuses(cup, settled(cup, first(cup))) == ["open", "settled"]


def test_a_match_may_be_a_draft_a_bye_or_voided():
    cup = started(drafts=True)
    assert statuses(cup, RoundPublished(1), PairingsVoided(1, ("t_cup.1",), "wrong draw")) == [
        "draft",
        "open",
        "voided",
    ]
    three = started(("anna", "bo", "cilla"))
    assert "bye" in [status_of(three, match.match) for match in three.matches]
    assert (
        {"open", "bye"}
        == {match.status for paired_round in paired_rounds(three) for match in paired_round.matches}
        <= set(STATUS)
    )


def test_the_reporter_cannot_confirm_but_another_person_can_and_a_referee_always():
    cup = reported(started(), first(started()))
    with pytest.raises(NotAllowed, match=r"you reported the result of the match .* yourself"):
        confirm(cup, "t_cup.1", second=False, referee=False)
    assert confirm(cup, "t_cup.1", second=True, referee=False)[0] == ResultConfirmed("t_cup.1")
    assert confirm(cup, "t_cup.1", second=False, referee=True)[0] == ResultConfirmed("t_cup.1")


def test_what_is_confirmed_already_needs_nothing_more():
    cup = reported(started(), first(started()))
    cup = after(cup, confirm(cup, "t_cup.1", second=True, referee=False))
    assert confirm(cup, "t_cup.1", second=False, referee=False) == []
    with pytest.raises(NotAllowed, match="is confirmed: a referee may decide another"):
        dispute(cup, "t_cup.1", LOST, "")


def test_a_disputed_result_is_confirmed_by_a_referee_only_and_disputed_once():
    cup = reported(started(), first(started()))
    cup = after(cup, dispute(cup, "t_cup.1", LOST, "I won"))
    for second in (False, True):
        with pytest.raises(NotAllowed, match=r"two results of the match .* were reported"):
            confirm(cup, "t_cup.1", second=second, referee=False)
    with pytest.raises(NotAllowed, match="is disputed already"):
        dispute(cup, "t_cup.1", LOST, "I won")
    assert confirm(cup, "t_cup.1", second=False, referee=True)[0] == ResultConfirmed("t_cup.1")


def test_what_follows_from_a_confirmed_result_is_paired_with_it():
    cup = started()
    pairs = [f"{match.white}-{match.black}" for match in cup.matches]
    cup = reported(cup, *pairs)
    assert len(cup.rounds) == 1, "reported results carry nobody on"
    cup = after(cup, confirm(cup, "t_cup.1", second=True, referee=False))
    events = confirm(cup, "t_cup.2", second=True, referee=False)
    assert [type(event) for event in events[:2]] == [ResultConfirmed, RoundPaired]
    assert after(cup, events).rounds[1].pairings[0][1:3] == (pairs[0].split("-")[0], pairs[1].split("-")[0])


@pytest.mark.parametrize(
    "asked", [lambda *args: confirm(*args, second=True, referee=True), lambda *args: dispute(*args, LOST, "")]
)
def test_there_must_be_a_reported_result_that_is_to_be_confirmed(asked):
    with pytest.raises(NotAllowed, match="has no reported result to confirm"):
        asked(started(), "t_cup.1")
    with pytest.raises(NotAllowed, match="results count as they are reported"):
        asked(started(confirm=None), "t_cup.1")
    with pytest.raises(NotFound):
        asked(started(), "t_cup.9")
    with pytest.raises(NotAllowed, match="was decided by the director"):
        asked(after(reported(started(), first(started())), [DECIDED]), "t_cup.1")
    three = started(("anna", "bo", "cilla"))
    bye = next(match.match for match in three.matches if match.is_bye)
    with pytest.raises(NotAllowed, match="has no reported result"):
        asked(three, bye)


# ── dead boards ──────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_board_is_closed_while_it_is_a_draft_voided_or_decided_and_says_why():
    cup = started()
    assert closed(cup, "t_cup.1") is None
    assert closed(cup, "t_cup.9") is None, "not this tournament's to close"
    assert closed(after(cup, [PairingsVoided(1, ("t_cup.1",), "?")]), "t_cup.1") == (
        "the pairing of the match t_cup.1 was voided: it is no longer played"
    )
    decided = after(cup, [DECIDED])
    assert closed(decided, "t_cup.1") == (
        "the result of the match t_cup.1 was decided by the director (no-show): undo the decision "
        f"(event {decided.version}) first, to record in it"
    )
    assert closed(after(decided, [DecisionUndone("t_cup.1", decided.version, "he came")]), "t_cup.1") is None
    assert closed(started(drafts=True), "t_cup.1") == "the round of the match t_cup.1 is a draft: publish it first"


def test_once_a_tournament_was_ended_its_open_matches_are_closed_and_the_others_are_not():
    cup = reported(started(), first(started()))
    ended = after(cup, [TournamentEnded("thunder")])
    assert [status_of(ended, f"t_cup.{number}") for number in (1, 2)] == ["reported", "ended"]
    assert closed(ended, "t_cup.1") is None
    assert closed(ended, "t_cup.2") == (
        "Cup was ended, and its table stands as it is: "
        "the match t_cup.2 is played no further, and a referee may decide its result"
    )
    assert closed(after(ended, [MatchReopened("t_cup.1")]), "t_cup.1") is not None


def test_after_the_end_only_a_referee_confirms_and_no_caller_disputes():
    ended = after(reported(started(), first(started())), [TournamentEnded("thunder")])
    with pytest.raises(NotAllowed, match=r"was ended, .* a referee may still confirm"):
        confirm(ended, "t_cup.1", second=True, referee=False)
    with pytest.raises(NotAllowed, match=r"was ended, .* a referee may still decide"):
        dispute(ended, "t_cup.1", LOST, "I won")
    assert confirm(ended, "t_cup.1", second=False, referee=True) == [ResultConfirmed("t_cup.1")]
    drafts = after(started(drafts=True), [TournamentEnded("thunder")])
    assert (status_of(drafts, "t_cup.1"), "was ended" in closed(drafts, "t_cup.1")) == ("draft", True)


def test_a_voided_match_whose_players_come_back_is_played_again():
    cup = started()
    rows = [pairing[:4] for pairing in cup.rounds[0].pairings]
    cup = after(cup, [PairingsVoided(1, ("t_cup.1",), "?")])
    assert in_tournament(cup, "t_cup.1").status == "voided"
    cup = after(cup, [RoundPaired(1, (rows[0],))])
    assert (closed(cup, "t_cup.1"), in_tournament(cup, "t_cup.1").status) == (None, "open")


def test_a_match_is_shown_where_it_stands_with_the_result_that_counts():
    cup = after(started(), [DECIDED])
    data = dumper(InTournament)(in_tournament(cup, "t_cup.1"))
    assert data == {
        "version": cup.version,
        "round": 1,
        "stage": cup.rounds[0].stage,
        "slot": cup.rounds[0].pairings[0].slot,
        "table": None,
        "status": "decided",
        "result": {"kind": "no_show", "winner": "white", "score": {}, "decided_by": None, "reason": "did not come"},
    }
    assert in_tournament(cup, "t_cup.9") is None


@pytest.mark.parametrize("form", ["groups_then_knockout", "swiss", "round_robin"])
def test_a_played_match_of_a_withdrawn_player_waits_until_it_is_confirmed(form):
    cup = started(("anna", "bo"), form)
    cup = reported(cup, first(cup))
    left = after(cup, withdraw(cup, cup.rounds[0].pairings[0].black))
    assert (left.status, len(left.to_play), len(left.rounds)) == ("running", 1, 1)
    done = after(left, confirm(left, "t_cup.1", second=True, referee=False))
    assert done.results["t_cup.1"].kind == "played"
    assert done.status == "finished"
