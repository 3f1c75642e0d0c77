"""Rounds on the director's command: paired once, drafted, published, and who is kept apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid, NotAllowed, NotFound
from core.eventlog.hash_chain import with_hash
from core.events import (
    PairsAllowed,
    PairsAvoided,
    PlayerCheckedIn,
    Recorded,
    RoundPaired,
    TournamentStarted,
)
from core.tournament import Tournament
from core.tournament.decisions import (
    allow,
    avoid,
    end,
    pair,
    pair_round,
    publish,
    publish_round,
    start,
    unpair,
    withdraw,
)
from core.tournament.model.visibility import visible_events, without_drafts
from core.tournament.standings.standings import standings
from tests.core.tournament.decisions.test_entries import NAMES, entered, started
from tests.support.tournament.scenario import best, played_on, reported
from tests.support.tournament.written_results import after, field

ON_COMMAND = pytest.mark.parametrize("form", ["swiss", "elimination_by_losses"])


def pairs(tournament: Tournament, number: int) -> list[tuple[str, str]]:
    return [pairing[1:3] for pairing in tournament.round(number).pairings]


@ON_COMMAND
def test_an_unplayed_round_is_not_paired_again(form):
    tournament = started(form, field(8))
    assert pair_round(tournament) == [] == pair_round(tournament, 1)


@ON_COMMAND
def test_a_round_that_has_begun_is_waited_for_by_name(form):
    tournament = started(form, field(8))
    first, *others = tournament.rounds[0].pairings
    tournament = reported(tournament, first, first.white)
    with pytest.raises(NotAllowed) as refused:
        pair_round(tournament)
    assert all(other.match in str(refused.value) for other in others)
    assert first.match not in str(refused.value)


@ON_COMMAND
def test_a_round_whose_results_all_wait_to_be_confirmed_has_begun_and_they_are_named(form):
    tournament = started(form, field(4), confirm=True)
    for pairing in tournament.rounds[0].pairings:
        tournament = reported(tournament, pairing, pairing.white)
        with pytest.raises(NotAllowed, match=rf"{pairing.match} \([^)]*reported and not confirmed"):
            pair_round(tournament)


@ON_COMMAND
def test_the_next_round_is_paired_and_no_other(form):
    tournament = played_on(started(form, field(8)), best(field(8)), 1)
    with pytest.raises(NotAllowed, match="round 2 is next"):
        pair_round(tournament, 3)
    events = pair_round(tournament, 2)
    assert events == pair_round(tournament)
    assert [event.round for event in events if isinstance(event, RoundPaired)] == [2]
    assert pair_round(after(tournament, events), 1) == []


def test_a_format_that_pairs_by_itself_has_no_round_to_command():
    with pytest.raises(NotAllowed, match="at the start"):
        pair_round(started("round_robin"))
    with pytest.raises(NotAllowed, match=r"waits for t_cup\.\d"):
        pair_round(started("single_elimination"))


def test_before_the_start_and_after_the_end_nothing_is_paired():
    with pytest.raises(NotAllowed, match="not started"):
        pair_round(entered())
    tournament = played_on(started("swiss", NAMES, settings={"rounds": 1}), best(NAMES))
    with pytest.raises(NotAllowed, match="over"):
        pair_round(tournament)


def test_a_result_that_waits_for_confirmation_is_waited_for():
    tournament = started("swiss", field(4), confirm=True)
    for pairing in tournament.rounds[0].pairings:
        tournament = reported(tournament, pairing, pairing.white)
    with pytest.raises(NotAllowed, match="not confirmed"):
        pair_round(tournament, 2)


def test_a_draft_is_nothing_that_players_see():
    tournament = started("swiss", NAMES, drafts=True)
    seen = without_drafts(tournament)
    assert tournament.rounds[0].draft
    assert (seen.rounds, list(seen.matches), dict(seen.results)) == ((), [], {})
    assert {line.played for line in standings(seen)} == {0}
    shown = after(tournament, publish_round(tournament, 1))
    assert without_drafts(shown).rounds == shown.rounds
    assert publish_round(shown, 1) == []
    with pytest.raises(NotFound):
        publish_round(shown, 2)


def written(*events, first):
    return [Recorded(version, event, 0, "huk.x", "ab") for version, event in enumerate(events, first)]


def drafted():
    """A tournament whose first round is a draft, and the version and event of that."""
    tournament = started("swiss", NAMES, drafts=True)
    tournament = tournament._replace(withheld=tournament.withheld._replace(unsalted=()))
    [(version, paired)] = tournament.withheld.drafted.items()
    return tournament, version, paired


def test_of_what_is_not_for_everybody_its_number_is_shown_and_nothing_else():
    tournament, version, paired = drafted()
    avoided = PairsAvoided((("anna", "bo"),), True, salt="5a17")
    log = written(paired, avoided, TournamentStarted("x"), first=version)
    first, second, third = visible_events(tournament, log)
    assert first == {"stream": tournament.id, "version": version, "withheld": True}
    assert second == {"stream": tournament.id, "version": version + 1, "withheld": True}
    assert third == with_hash(tournament.id, log[2])
    first, second, third = visible_events(after(tournament, publish_round(tournament, 1)), log)
    assert (first, second.keys(), third) == (
        with_hash(tournament.id, log[0]),
        {"stream", "version", "withheld"},
        with_hash(tournament.id, log[2]),
    )


def test_an_old_event_that_is_withheld_keeps_the_hashes_behind_it_to_itself():
    tournament, version, paired = drafted()
    log = written(TournamentStarted("x"), paired, PlayerCheckedIn("anna"), first=version - 1)
    tournament = tournament._replace(withheld=tournament.withheld._replace(unsalted=((version, paired),)))
    before, own, behind = visible_events(tournament, log)
    assert (before, own.keys()) == (with_hash(tournament.id, log[0]), {"stream", "version", "withheld"})
    assert behind["player"] == "anna"
    assert behind.keys() & {"hash", "prev_hash"} == set()
    published = after(tournament, publish_round(tournament, 1))
    assert list(visible_events(published, log)) == [with_hash(tournament.id, event) for event in log]


@pytest.mark.parametrize("form", ["swiss", "elimination_by_losses", "single_elimination"])
def test_who_leaves_during_a_draft_is_walked_over_once_it_is_published(form):
    tournament = started(form, field(4), drafts=True)
    tournament = after(tournament, withdraw(tournament, tournament.rounds[0].pairings[0].white))
    assert not tournament.results
    assert without_drafts(tournament).decisions == {}
    tournament = after(tournament, publish_round(tournament, 1))
    walked = tournament.results[tournament.rounds[0].pairings[0].match]
    assert (walked.kind, walked.winner) == ("walkover", "black")


@ON_COMMAND
def test_a_draft_with_a_withdrawn_player_may_be_paired_anew_without_them(form):
    tournament = started(form, field(6), drafts=True)
    leaver = tournament.rounds[0].pairings[0].white
    tournament = after(tournament, withdraw(tournament, leaver))
    tournament = after(tournament, unpair(tournament, 1, "one has left"))
    playing = [each for pair in pairs(after(tournament, pair_round(tournament)), 1) for each in pair]
    assert (len(playing), leaver in playing) == (4, False)


@ON_COMMAND
def test_a_draft_that_everybody_left_is_published_before_the_next_round_and_the_end(form):
    tournament = started(form, field(6), drafts=True)
    for pairing in tournament.rounds[0].pairings:
        tournament = after(tournament, withdraw(tournament, pairing.white))
    assert (tournament.status, pair_round(tournament)) == ("running", [])
    with pytest.raises(NotAllowed, match=r"round 2 waits for t_cup\.1 .*t_cup\.2"):
        pair_round(tournament, 2)
    tournament = after(tournament, publish_round(tournament, 1))
    assert len(tournament.results) == 3
    tournament = after(tournament, pair_round(tournament))
    assert len(tournament.rounds) == 2


def test_a_pair_is_kept_apart_in_whatever_order_it_is_named_until_it_is_allowed():
    tournament = entered()
    tournament = after(tournament, avoid(tournament, [("bo", "anna")], "siblings", hard=True))
    assert tournament.avoided == {("anna", "bo"): True}
    assert avoid(tournament, [("anna", "bo")], hard=True) == []
    assert avoid(tournament, [("anna", "bo")], hard=False) == [PairsAvoided((("anna", "bo"),), False)]
    assert allow(tournament, [("bo", "anna")]) == [PairsAllowed((("anna", "bo"),))]
    with pytest.raises(Invalid) as wrong:
        allow(tournament, [("bo", "cilla"), ("anna", "bo")])
    assert set(wrong.value.problems) == {"pairs.0"}


@pytest.mark.parametrize("rows", [[("anna", "anna")], [("anna", "bo"), ("bo", "anna")]])
def test_a_pair_that_is_none_is_named(rows):
    with pytest.raises(Invalid):
        avoid(entered(), rows, hard=True)


@given(st.sets(st.tuples(st.sampled_from(field(8)), st.sampled_from(field(8))), max_size=4))
def test_swiss_pairs_no_players_who_must_not_meet(apart):
    rows = list({tuple(sorted(pair)) for pair in apart if pair[0] != pair[1]})
    tournament = entered("swiss", field(8), settings={"rounds": 3})
    tournament = after(tournament, avoid(tournament, rows, hard=True))
    tournament = after(tournament, start(tournament, "midsummer"))
    met = {tuple(sorted(match[1:3])) for match in tournament.matches}
    assert not met & set(rows)


def test_a_director_ends_a_tournament_once_and_nothing_is_paired_after():
    tournament = started("single_elimination")
    tournament = after(tournament, end(tournament, "the hall closes"))
    assert (tournament.status, pair(tournament)) == ("finished", [])
    for decision in (lambda: end(tournament, "so"), lambda: pair_round(tournament)):
        with pytest.raises(NotAllowed, match="over"):
            decision()
    with pytest.raises(NotAllowed, match="not started"):
        end(entered(), "so")


def test_a_tournament_is_shown_to_everybody_and_to_the_club_alone_again():
    tournament = entered()
    assert publish(tournament, published=False) == []
    tournament = after(tournament, publish(tournament, published=True))
    assert tournament.created.published
    assert not after(tournament, publish(tournament, published=False)).created.published
