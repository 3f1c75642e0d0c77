"""The player with the bye in the place of one who leaves: instead of a walkover and a bye, a match."""

import pytest

from core.errors import NotAllowed, NotFound
from core.events import DecisionUndone, MatchesSeated, PairingsVoided, PlayerWithdrew, RoundPaired
from core.tournament import Tournament
from core.tournament.decisions import (
    avoid,
    bye_player,
    end,
    enter,
    leave_to_bye_player,
    pair,
    pair_round,
    publish_round,
    set_byes,
    withdraw,
)
from core.tournament.decisions.corrections import readmit
from core.tournament.decisions.seating import set_tables
from core.tournament.formats import FORMATS
from core.tournament.model.values import Pairing, RequestedBye
from core.tournament.standings.explanation import explain_round
from core.tournament.standings.standings import standings
from core.tournament.swiss.explanation import missed_before
from tests.support.tournament.scenario import announced, begun, best, entries, played_on, reported
from tests.support.tournament.team_leagues import league
from tests.support.tournament.written_results import after, field

BY_ROUNDS = ["swiss", "swiss_then_knockout", "elimination_by_losses", "stages"]
"""The formats for single players whose rounds are paired on command."""
OTHERS = [format_.key for format_ in FORMATS if not format_.teams and format_.key not in BY_ROUNDS]
SETTINGS = {"stages": {"first": "swiss", "first_rounds": 3, "first_on": 4, "second": "single_elimination"}}


def started(form: str, number: int = 7, **more: object) -> Tournament:
    """A tournament of that format whose first round is paired, with a table for each match."""
    tournament = begun(announced(form, SETTINGS.get(form), **more), entries(field(number)))
    return after(tournament, set_tables(tournament, [(str(each), "") for each in range(1, 30)]))


def without_result(tournament: Tournament) -> list[Pairing]:
    return [pairing for pairing in tournament.rounds[-1].pairings if pairing in tournament.to_play]


def rest(tournament: Tournament, *, without: Pairing) -> list[Pairing]:
    return [pairing for pairing in tournament.rounds[-1].pairings if pairing.match != without.match]


@pytest.mark.parametrize("form", BY_ROUNDS)
@pytest.mark.parametrize("number", [3, 5, 7])
def test_the_two_who_are_left_meet_at_the_same_table_and_all_others_are_paired_as_they_were(form, number):
    before = started(form, number)
    last = before.rounds[-1]
    for match in last.pairings:
        for seat, leaver in enumerate(match[1:3]):
            events = leave_to_bye_player(before, leaver, "ill")
            kinds = [type(event) for event in events]
            assert kinds[:3] == [PlayerWithdrew, PairingsVoided, RoundPaired]
            assert kinds.count(MatchesSeated) == 1
            now = after(before, events)
            (new,) = [pairing for pairing in now.rounds[-1].pairings if pairing not in last.pairings]
            assert new[1:3] == tuple(last.bye if place == seat else each for place, each in enumerate(match[1:3]))
            assert now.seated[new.match] == before.seated[match.match]
            assert rest(now, without=new) == rest(before, without=match)
            assert (now.rounds[-1].bye, now.rounds[-1].draft, now.entry(leaver).withdrawn) == (None, False, True)
            assert (now.results, pair(now)) == ({}, [])
            why = explain_round(now, 1)[new.match]
            name = now.name_of(leaver)
            assert why.text == f"Paired by hand, not by the format: {name} withdrew, and the player with the bye plays."
            assert why.anew is not None


@pytest.mark.parametrize("form", BY_ROUNDS)
def test_who_has_left_already_is_replaced_the_same_and_the_walkover_is_undone(form):
    before = started(form)
    leaver = before.rounds[-1].pairings[0].black
    at_once = after(before, leave_to_bye_player(before, leaver))
    left = after(before, withdraw(before, leaver))
    events = leave_to_bye_player(left, leaver, "found out in time")
    assert [type(event) for event in events][:3] == [DecisionUndone, PairingsVoided, RoundPaired]
    now = after(left, events)
    assert (now.rounds, now.results, now.seated) == (at_once.rounds, {}, at_once.seated)
    with pytest.raises(NotAllowed, match="no player has a bye in round 1"):
        leave_to_bye_player(now, leaver)


def test_a_walkover_does_not_come_back_with_a_player_who_is_back():
    before = started("swiss")
    leaver = before.rounds[-1].pairings[0].black
    now = after(before, withdraw(before, leaver))
    now = after(now, leave_to_bye_player(now, leaver))
    now = after(now, readmit(now, leaver))
    now = after(now, [PairingsVoided(1, tuple(pairing.match for pairing in now.rounds[0].pairings), "again")])
    now = after(now, pair_round(now))
    assert any(leaver in pairing for pairing in now.rounds[0].pairings)
    assert now.results == {}


@pytest.mark.parametrize("form", BY_ROUNDS)
def test_the_tournament_is_played_to_its_end(form):
    tournament = started(form, 9)
    tournament = after(tournament, leave_to_bye_player(tournament, tournament.rounds[-1].pairings[1].white))
    for _ in range(30):
        tournament = played_on(tournament, best(field(9)))
        if tournament.status == "finished":
            break
        tournament = after(tournament, pair_round(tournament))
    assert tournament.status == "finished"
    assert len(standings(tournament)) == 9


def test_a_table_that_another_match_has_got_since_stays_with_that():
    tournament = begun(announced("swiss"), entries(field(7)))
    tournament = after(tournament, set_tables(tournament, [("1", "")]))
    (first,) = [pairing for pairing in tournament.rounds[0].pairings if pairing.match in tournament.seated]
    left = after(tournament, withdraw(tournament, first.white))
    (second,) = [each for each in without_result(left) if left.seated.get(each.match) == "1"]
    now = after(left, leave_to_bye_player(left, first.white))
    assert [each for each in without_result(now) if each.match in now.seated] == [second]


# ── the bye of a player who should not meet the opponent ─────────────────────────────────────────────────────────────
def test_two_who_have_met_are_paired_only_if_the_organiser_insists():
    tournament = started("swiss", 5)
    known = {}
    while True:
        last = tournament.rounds[-1]
        pairs = [(one, other) for pairing in last.pairings for one, other in (pairing[1:3], pairing[2:0:-1])]
        known = {leaver: other for leaver, other in pairs if frozenset((other, last.bye)) in met(tournament)}
        if known:
            break
        tournament = played_on(tournament, best(field(5)), 1)
        tournament = after(tournament, pair_round(tournament))
    for leaver in {player for pairing in last.pairings for player in pairing[1:3]}:
        warned = bye_player(tournament, leaver).warnings
        assert bool(warned) == (leaver in known)
        if warned:
            with pytest.raises(NotAllowed, match="met in round") as refused:
                leave_to_bye_player(tournament, leaver)
            assert '"force": true' in str(refused.value)
        now = after(tournament, leave_to_bye_player(tournament, leaver, force=True))
        assert now.rounds[-1].bye is None


def met(tournament: Tournament) -> set[frozenset[str]]:
    return {frozenset(pairing[1:3]) for round_ in tournament.rounds[:-1] for pairing in round_.pairings}


def test_two_who_are_to_be_kept_apart_are_paired_only_if_the_organiser_insists():
    tournament = started("swiss")
    match = tournament.rounds[-1].pairings[0]
    tournament = after(tournament, avoid(tournament, [(match.white, tournament.rounds[-1].bye)], "brothers", hard=True))
    with pytest.raises(NotAllowed, match="must not meet"):
        leave_to_bye_player(tournament, match.black)
    assert bye_player(tournament, match.white).warnings == ()


# ── where it is not possible ─────────────────────────────────────────────────────────────────────────────────────────
def _played(tournament: Tournament) -> Tournament:
    match = tournament.rounds[0].pairings[0]
    return reported(tournament, match, match.white)


def _both_left(tournament: Tournament) -> Tournament:
    for player in tournament.rounds[0].pairings[0][1:3]:
        tournament = after(tournament, withdraw(tournament, player))
    return after(tournament, publish_round(tournament, 1))


REFUSED = {
    "a result": (_played, "has a result"),
    "a draft": (lambda _: started("swiss", drafts=True), "round 1 is a draft"),
    "no bye": (lambda _: started("swiss", 8), "no player has a bye in round 1"),
    "the player with the bye has left": (lambda t: after(t, withdraw(t, t.rounds[0].bye)), "no player has a bye"),
    "the opponent has left": (lambda t: after(t, withdraw(t, t.rounds[0].pairings[0].black)), "has a result"),
    "both have left": (lambda _: _both_left(started("swiss", drafts=True)), "has left, too"),
    "not started": (lambda _: after(announced("swiss"), entries(field(7))), "has not started"),
    "it was ended": (lambda t: after(t, end(t, "snow")), "is over"),
    "teams": (lambda _: league(5), "no player with a bye"),
    **{
        form: (lambda _, form=form: started(form), "no player with a bye can play in the place of another")
        for form in OTHERS
    },
}


@pytest.mark.parametrize("case", REFUSED)
def test_it_is_refused_with_the_reason(case):
    change, why = REFUSED[case]
    tournament = change(started("swiss"))
    white = tournament.rounds[0].pairings[0].white if tournament.rounds else tournament.entries[0].player
    leaver = tournament.entry_of(white).player
    for attempt in (bye_player, leave_to_bye_player):
        with pytest.raises(NotAllowed, match=why):
            attempt(tournament, leaver)


def test_the_player_with_the_bye_and_those_outside_the_round_have_no_match_to_give():
    tournament = started("swiss")
    late = after(tournament, enter(tournament, [("late", "Late")]))
    for state, player in ((tournament, tournament.rounds[0].bye), (late, "late")):
        with pytest.raises(NotAllowed, match="has no match in round 1"):
            leave_to_bye_player(state, player)
    with pytest.raises(NotFound):
        leave_to_bye_player(tournament, "nobody")


def test_a_walkover_of_a_played_round_stays():
    tournament = started("swiss")
    leaver = tournament.rounds[0].pairings[0].white
    tournament = played_on(after(tournament, withdraw(tournament, leaver)), best(field(7)), 1)
    with pytest.raises(NotAllowed, match="round 1 is played"):
        leave_to_bye_player(tournament, leaver)


# ── a bye after a round that was missed ──────────────────────────────────────────────────────────────────────────────
def second_bye(tournament: Tournament) -> tuple[str, str]:
    """The player with the bye of round 2, and why."""
    tournament = played_on(tournament, best(field(9)), 1)
    tournament = after(tournament, pair_round(tournament))
    return tournament.rounds[1].bye, explain_round(tournament, 2)["bye"].text


MISSED = "did not play in round 1, and can have a bye all the same"


@pytest.mark.parametrize("form", ["swiss", "elimination_by_losses"])
def test_a_late_player_with_the_bye_of_round_2_is_told_why(form):
    tournament = begun(announced(form, {"rounds": 3} if form == "swiss" else {}), entries(field(4)))
    player, why = second_bye(after(tournament, enter(tournament, [("zed", "Zed")])))
    assert (player, f"Zed {MISSED}" in why) == ("zed", True)


@pytest.mark.parametrize(("worth", "told"), [("zero", True), ("half", True), ("full", False)])
def test_only_a_full_point_on_request_counts_as_a_round_sat_out(worth, told):
    announcement = announced("swiss", {"rounds": 4, "byes": 1, "bye_worth": "full"})
    tournament = after(announcement, entries(field(7)))
    tournament = begun(after(tournament, set_byes(tournament, "p07", [RequestedBye(1, worth)])), [])
    tournament = played_on(tournament, best(field(7)), 1)
    tournament = after(tournament, pair_round(tournament))
    second = tournament.rounds[1]
    assert (MISSED in (missed_before(tournament, second, "p07") or "")) == told
    assert missed_before(tournament, second, "p01") is None
    assert (MISSED in explain_round(tournament, 2)["bye"].text) == (second.bye == "p07") == (worth == "zero")


def test_several_rounds_that_were_missed_are_named():
    tournament = begun(announced("swiss", {"rounds": 4}), entries(field(4)))
    for _ in range(2):
        tournament = played_on(tournament, best(field(4)), 1)
        tournament = after(tournament, pair_round(tournament))
    last = tournament.rounds[-1]._replace(number=3)
    tournament = after(tournament, enter(tournament, [("zed", "Zed")]))
    assert "Zed did not play in rounds 1 and 2, and" in missed_before(tournament, last, "zed")
