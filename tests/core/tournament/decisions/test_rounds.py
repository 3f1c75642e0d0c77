"""Rounds on the director's command: paired once, drafted, by hand, taken back; who is kept apart; the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid, NotAllowed, NotFound
from core.eventlog.hash_chain import with_hash
from core.events import (
    PairingsVoided,
    PairsAllowed,
    PairsAvoided,
    PlayerCheckedIn,
    Recorded,
    RoundPaired,
    RoundPublished,
    TournamentStarted,
)
from core.tournament import Tournament
from core.tournament.decisions import (
    allow,
    avoid,
    end,
    enter,
    pair,
    pair_by_hand,
    pair_round,
    publish,
    publish_round,
    start,
    unpair,
    withdraw,
)
from core.tournament.model.visibility import shown, without_drafts
from core.tournament.standings.standings import standings
from tests.core.tournament.decisions.test_entries import NAMES, entered, started
from tests.support.tournament.scenario import best, played_on, reported
from tests.support.tournament.table_talk import after, field

ON_COMMAND = pytest.mark.parametrize("form", ["swiss", "elimination_by_losses"])


def pairs(tournament: Tournament, number: int) -> list[tuple[str, str]]:
    return [each[1:3] for each in tournament.round(number).pairings]


# ── exactly once ─────────────────────────────────────────────────────────────────────────────────────────────────────
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
    assert all(each.match in str(refused.value) for each in others)
    assert first.match not in str(refused.value)


@ON_COMMAND
def test_a_round_whose_results_all_wait_to_be_confirmed_has_begun_and_they_are_named(form):
    tournament = started(form, field(4), confirm=True)
    for each in tournament.rounds[0].pairings:
        tournament = reported(tournament, each, each.white)
        with pytest.raises(NotAllowed, match=rf"{each.match} \([^)]*reported and not confirmed"):
            pair_round(tournament)


@ON_COMMAND
def test_the_next_round_is_paired_and_no_other(form):
    tournament = played_on(started(form, field(8)), best(field(8)), 1)
    with pytest.raises(NotAllowed, match="round 2 is next"):
        pair_round(tournament, 3)
    events = pair_round(tournament, 2)
    assert events == pair_round(tournament)
    assert [each.round for each in events if isinstance(each, RoundPaired)] == [2]
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
    for each in tournament.rounds[0].pairings:
        tournament = reported(tournament, each, each.white)
    with pytest.raises(NotAllowed, match="not confirmed"):
        pair_round(tournament, 2)


# ── drafts ───────────────────────────────────────────────────────────────────────────────────────────────────────────
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
    tournament = started("swiss", NAMES, drafts=True)._replace(unsalted=())
    [(version, paired)] = tournament.drafted.items()
    return tournament, version, paired


def test_of_what_is_not_for_everybody_its_number_is_shown_and_nothing_else():
    tournament, version, paired = drafted()
    avoided = PairsAvoided((("anna", "bo"),), True, salt="5a17")
    log = written(paired, avoided, TournamentStarted("x"), first=version)
    first, second, third = shown(tournament, log)
    assert first == {"stream": tournament.id, "version": version, "withheld": True}
    assert second == {"stream": tournament.id, "version": version + 1, "withheld": True}
    assert third == with_hash(tournament.id, log[2])
    first, second, third = shown(after(tournament, publish_round(tournament, 1)), log)
    assert (first, second.keys(), third) == (
        with_hash(tournament.id, log[0]), {"stream", "version", "withheld"}, with_hash(tournament.id, log[2]),
    )  # fmt: skip


def test_an_old_event_that_is_withheld_keeps_the_hashes_behind_it_to_itself():
    tournament, version, paired = drafted()
    log = written(TournamentStarted("x"), paired, PlayerCheckedIn("anna"), first=version - 1)
    tournament = tournament._replace(unsalted=((version, paired),))
    before, own, behind = shown(tournament, log)
    assert (before, own.keys()) == (with_hash(tournament.id, log[0]), {"stream", "version", "withheld"})
    assert behind["player"] == "anna"
    assert behind.keys() & {"hash", "prev_hash"} == set()
    published = after(tournament, publish_round(tournament, 1))
    assert list(shown(published, log)) == [with_hash(tournament.id, each) for each in log]


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
def test_a_draft_that_somebody_left_may_be_paired_anew_without_him(form):
    tournament = started(form, field(6), drafts=True)
    leaver = tournament.rounds[0].pairings[0].white
    tournament = after(tournament, withdraw(tournament, leaver))
    tournament = after(tournament, unpair(tournament, 1, "one has left"))
    playing = [each for pair in pairs(after(tournament, pair_round(tournament)), 1) for each in pair]
    assert (len(playing), leaver in playing) == (4, False)


@ON_COMMAND
def test_a_draft_that_everybody_left_is_published_before_the_next_round_and_the_end(form):
    tournament = started(form, field(6), drafts=True)
    for each in tournament.rounds[0].pairings:
        tournament = after(tournament, withdraw(tournament, each.white))
    assert (tournament.status, pair_round(tournament)) == ("running", [])
    with pytest.raises(NotAllowed, match=r"round 2 waits for t_cup\.1 .*t_cup\.2"):
        pair_round(tournament, 2)
    tournament = after(tournament, publish_round(tournament, 1))
    assert len(tournament.results) == 3
    tournament = after(tournament, pair_round(tournament))
    assert len(tournament.rounds) == 2


# ── by hand ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@ON_COMMAND
def test_a_round_by_hand_keeps_what_stays_and_voids_the_rest(form):
    tournament = started(form, field(6))
    (a, b), (c, d), (e, f) = pairs(tournament, 1)
    kept = tournament.rounds[0].pairings[2].match
    events = pair_by_hand(tournament, 1, [(a, c), (b, d), (e, f)], None, "they share a car")
    assert isinstance(events[0], PairingsVoided)
    assert events[0].reason == "they share a car"
    assert kept not in events[0].matches
    tournament = after(tournament, events)
    assert set(pairs(tournament, 1)) == {(a, c), (b, d), (e, f)}
    assert kept in tournament.paired
    assert pair(tournament) == []
    assert pair_by_hand(tournament, 1, [(a, c), (b, d), (e, f)], None, "again") == []


@given(st.integers(4, 9), st.randoms(use_true_random=False))
def test_any_round_of_everybody_once_is_taken_and_every_other_is_not(players, random):
    tournament = started("swiss", field(players))
    order = field(players)
    random.shuffle(order)
    bye = order.pop() if players % 2 else None
    rows = list(zip(order[::2], order[1::2], strict=True))
    done = after(tournament, pair_by_hand(tournament, 1, rows, bye, "so"))
    assert (set(pairs(done, 1)), done.rounds[0].bye) == (set(rows), bye)
    assert len(done.rounds) == 1
    wrong = [*rows[:-1], (rows[-1][0], rows[0][0])]
    with pytest.raises(Invalid):
        pair_by_hand(tournament, 1, wrong, bye, "so")


def test_who_is_wrong_in_a_round_by_hand_is_named_at_his_place():
    tournament = started("swiss", field(4), settings={"rounds": 2})
    tournament = after(tournament, enter(tournament, [("gone", "Gone")]))
    tournament = after(tournament, withdraw(tournament, "gone"))
    with pytest.raises(Invalid) as wrong:
        pair_by_hand(tournament, 1, [("p01", "p02"), ("p02", "gone")], None, "so")
    assert set(wrong.value.problems) == {"pairs.0.1", "pairs.1.0", "pairs.1.1", "pairs"}


def test_a_round_that_everybody_has_left_is_taken_back_and_not_paired_with_nobody():
    tournament = started("swiss", field(2), drafts=True)
    for player in field(2):
        tournament = after(tournament, withdraw(tournament, player))
    with pytest.raises(NotAllowed, match="everybody of round 1 has left"):
        pair_by_hand(tournament, 1, [], None, "so")
    assert after(tournament, unpair(tournament, 1, "nobody is left")).rounds == ()


def test_a_rematch_a_forbidden_pair_and_a_second_bye_are_named_and_forced():
    tournament = played_on(started("swiss"), best(NAMES), 1)
    tournament = after(tournament, pair_round(tournament))
    alone = tournament.rounds[0].bye
    (a, b), (c, d) = pairs(tournament, 1)
    tournament = after(tournament, avoid(tournament, [(d, c)], hard=True))
    with pytest.raises(NotAllowed) as refused:
        pair_by_hand(tournament, 2, [(a, b), (d, c)], alone, "so")
    for word in ("met in round 1", "must not meet", "sat out round 1", '"force": true'):
        assert word in str(refused.value)
    tournament = after(tournament, pair_by_hand(tournament, 2, [(a, b), (d, c)], alone, "so", force=True))
    assert tournament.rounds[1].bye == alone


def test_a_published_round_that_is_paired_by_hand_stays_published_and_a_draft_a_draft():
    tournament = started("swiss", field(4), drafts=True)
    (a, b), (c, d) = pairs(tournament, 1)
    assert after(tournament, pair_by_hand(tournament, 1, [(a, c), (b, d)], None, "so")).rounds[0].draft
    tournament = after(tournament, publish_round(tournament, 1))
    events = pair_by_hand(tournament, 1, [(a, c), (b, d)], None, "so")
    assert RoundPublished(1) in events
    assert not after(tournament, events).rounds[0].draft


# ── taken back ───────────────────────────────────────────────────────────────────────────────────────────────────────
@ON_COMMAND
def test_a_round_that_is_taken_back_is_paired_on_command_only_and_gets_its_matches_again(form):
    tournament = started(form, NAMES)
    before = tournament.rounds
    tournament = after(tournament, unpair(tournament, 1, "Fia was overlooked"))
    assert (tournament.rounds, pair(tournament)) == ((), [])
    tournament = after(tournament, pair_round(tournament))
    assert tournament.rounds == before


def test_a_round_with_a_result_is_neither_taken_back_nor_paired_by_hand():
    tournament = started("swiss", field(4))
    first = tournament.rounds[0].pairings[0]
    tournament = reported(tournament, first, first.white)
    with pytest.raises(NotAllowed, match=first.match):
        unpair(tournament, 1, "so")
    with pytest.raises(NotAllowed, match=first.match):
        pair_by_hand(tournament, 1, pairs(tournament, 1), None, "so")
    with pytest.raises(NotFound):
        unpair(tournament, 2, "so")


def test_a_format_that_would_pair_it_again_by_itself_takes_no_round_back():
    for form in ("round_robin", "single_elimination"):
        with pytest.raises(NotAllowed, match="by itself"):
            unpair(started(form), 1, "so")


# ── kept apart ───────────────────────────────────────────────────────────────────────────────────────────────────────
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
def test_swiss_pairs_nobody_who_must_not_meet(apart):
    rows = list({tuple(sorted(pair)) for pair in apart if pair[0] != pair[1]})
    tournament = entered("swiss", field(8), settings={"rounds": 3})
    tournament = after(tournament, avoid(tournament, rows, hard=True))
    tournament = after(tournament, start(tournament, "midsummer"))
    met = {tuple(sorted(each[1:3])) for each in tournament.matches}
    assert not met & set(rows)


# ── the end ──────────────────────────────────────────────────────────────────────────────────────────────────────────
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
