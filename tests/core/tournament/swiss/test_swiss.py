"""Swiss: the rules SW1 to SW14 one by one; dead ends (SW10) are in `test_impasse`."""

from collections import Counter
from hashlib import sha256
from itertools import combinations, pairwise

import pytest

from core.errors import NotAllowed
from core.events import DecisionUndone, PairsAvoided, PlayerEntered, PlayersSeeded, TournamentStarted
from core.tournament import decisions
from core.tournament.decisions import pair, pair_round
from core.tournament.formats.swiss import FORMAT
from core.tournament.standings.standings import standings
from core.tournament.swiss.round_input import past
from core.tournament.swiss.rounds import proposed, rounds_of
from tests.support.paths import ROOT
from tests.support.proving import some
from tests.support.tournament.played.swiss import SEVEN, Organiser, decided, lines, on, played_round, seven
from tests.support.tournament.scenario import announced, begun, entries, reported
from tests.support.tournament.written_results import after, field


def test_the_example_of_the_page_is_what_happens():
    tournament = seven()
    while tournament.status != "finished":
        tournament = played_round(tournament)
        tournament = tournament if tournament.status == "finished" else after(tournament, pair_round(tournament))
    page = (ROOT / "docs/formats/swiss.md").read_text(encoding="utf-8")
    assert "\n".join(lines(tournament)) == page.split("```")[1].strip()


def test_sw1_the_seeding_decides_among_equals_and_else_the_order_of_entry():
    rows = [*entries(SEVEN[:4]), PlayersSeeded(("dag", "cilla", "bo", "anna"), "hand")]
    assert lines(begun(announced("swiss"), rows)) == ["round 1: Dag–Bo, Anna–Cilla"]
    assert lines(begun(announced("swiss"), entries(SEVEN[:4]))) == ["round 1: Anna–Cilla, Dag–Bo"]


@pytest.mark.parametrize(
    ("players", "rounds"), [(2, 1), (3, 1), (4, 1), (5, 3), (6, 3), (7, 4), (8, 4), (16, 5), (33, 7), (500, 10)]
)
def test_sw2_so_many_rounds_are_proposed(players, rounds):
    assert proposed(players) == rounds
    assert rounds_of(begun(announced("swiss"), entries(field(players)))) == rounds


def test_sw2_a_late_entry_does_not_change_how_many_rounds_are_proposed():
    tournament = begun(announced("swiss"), entries(field(8)))
    late = after(tournament, [PlayerEntered(f"late{count}", "Late") for count in range(12)])
    assert rounds_of(late) == rounds_of(tournament) == 4


@pytest.mark.parametrize(("players", "rounds", "said"), [(8, 5, False), (8, 6, True), (8, 20, True), (9, 7, True)])
def test_sw2_with_nearly_as_many_rounds_as_opponents_a_round_robin_is_advised_and_the_swiss_is_played(
    players, rounds, said
):
    tournament = begun(announced("swiss", {"rounds": rounds}), entries(field(players)))
    assert bool(FORMAT.advice(tournament)) is said
    assert len(tournament.rounds) == 1
    assert not said or f"in a round robin, with {players - 1 + players % 2}" in FORMAT.advice(tournament)[0]


@pytest.mark.parametrize("players", some(range(4, 17), 4, 5, 8, 9))
def test_sw2_no_proposed_number_of_rounds_ends_unpaired_however_the_results_fall(players):
    for seed in range(10):
        organiser = Organiser(seed, players, {}, quiet=True)
        there = True
        while there:
            organiser.play()
            there = organiser.next()
        assert organiser.tournament.status == "finished"


def test_sw3_a_round_is_paired_on_command_and_not_before_the_last_has_all_its_results():
    tournament = seven(rounds=3)
    assert [round_.number for round_ in tournament.rounds] == [1]
    assert pair_round(tournament) == []
    tournament = reported(tournament, tournament.to_play[0], "anna")
    with pytest.raises(NotAllowed, match=r"round 2 waits for t_cup\.2 \(Eva – Bo\), t_cup\.3"):
        pair_round(tournament)
    tournament = played_round(tournament)
    assert pair(tournament) == []
    assert len(pair_round(tournament)) == 1


@pytest.mark.parametrize("kind", ["walkover", "no_show", "double_no_show", "forfeit", "adjudicated"])
def test_sw4_who_was_paired_has_met_whatever_came_of_it(kind):
    tournament = begun(announced("swiss", {"rounds": 3}), entries(SEVEN[:4]))
    met = {frozenset(match[1:3]) for match in tournament.matches}
    for _ in range(2):
        for pairing in tournament.to_play:
            tournament = after(
                tournament, [decided(pairing.match, kind, None if kind == "double_no_show" else "white")]
            )
        tournament = after(tournament, pair_round(tournament))
        assert not met & {frozenset(pairing[1:3]) for pairing in tournament.rounds[-1].pairings}
        met |= {frozenset(pairing[1:3]) for pairing in tournament.rounds[-1].pairings}


def test_sw4_who_must_not_meet_does_not_and_who_should_not_does_only_if_it_cannot_be_helped():
    rows = entries(SEVEN[:4])
    hard = PairsAvoided((("anna", "cilla"),), hard=True)
    soft = PairsAvoided((("anna", "cilla"),), hard=False)
    for event in (hard, soft):
        first = begun(announced("swiss"), [*rows, event]).rounds[0]
        assert {"anna", "cilla"} not in [{pairing.white, pairing.black} for pairing in first.pairings]
    assert begun(announced("swiss"), [*entries(("anna", "cilla")), hard]).rounds == ()
    assert len(begun(announced("swiss"), [*entries(("anna", "cilla")), soft]).rounds) == 1


@pytest.mark.parametrize(("avoid", "meet"), [("none", True), ("soft", False), ("hard", False)])
def test_sw7_players_of_one_group_meet_as_the_tournament_is_set(avoid, meet):
    groups = {"anna": "huk", "cilla": "huk", "bo": "vasa", "dag": "vasa"}
    tournament = begun(announced("swiss", {"avoid": avoid}), entries(SEVEN[:4], groups))
    assert any(groups[pairing.white] == groups[pairing.black] for pairing in tournament.rounds[0].pairings) is meet


def test_sw5_everybody_sits_out_once_at_most_and_it_counts_a_win():
    tournament = seven(rounds=7)
    for _ in range(4):
        tournament = on(tournament)
    byes = [round_.bye for round_ in tournament.rounds]
    assert byes == ["gun", "finn", "eva", "dag", "cilla"]
    assert {line.player_id: line.points for line in standings(tournament)}["gun"] >= 1


def test_sw5_a_bye_counts_what_the_scoring_says():
    created = announced("swiss", {"rounds": 2}, scoring={"win": 2, "bye": 1})
    tournament = on(begun(created, entries(SEVEN)))
    standing = past(tournament, 2)
    assert {player: each.score for player, each in standing.items()} == {
        "anna": 2,
        "bo": 2,
        "cilla": 2,
        "dag": 0,
        "eva": 0,
        "finn": 0,
        "gun": 1,
    }


def test_sw8_by_lots_any_reader_can_fold_the_order_of_the_lots():
    tournament = begun(announced("swiss", {"pairing": "random"}), entries(field(8)), seed="midsummer")
    drawn = sorted(field(8), key=lambda name: sha256(f"midsummer:round 1:{name}".encode()).hexdigest())
    assert {frozenset(pairing[1:3]) for pairing in tournament.rounds[0].pairings} == {
        frozenset((drawn[place], drawn[place + 4])) for place in range(4)
    }


def test_sw9_no_player_sits_white_much_more_often_than_black():
    for seed in range(8):
        organiser = Organiser(seed, 24, {"rounds": 9}, quiet=True)
        there = True
        while there:
            organiser.play()
            there = organiser.next()
        seats = Counter()
        for match in organiser.tournament.matches:
            seats[match.white] += 1
            seats[match.black] -= 1
        assert max(map(abs, seats.values())) <= 3
        assert sum(map(abs, seats.values())) <= 2 * 24


def test_sw11_a_late_player_is_the_last_seed_and_has_no_points_for_missed_rounds():
    tournament = on(seven(rounds=4))
    tournament = after(tournament, decisions.enter(tournament, [("zeta", "Zeta")]))
    tournament = on(tournament)
    assert past(tournament, 3)["zeta"].score == 0
    assert tournament.starters[-1] == "zeta"
    assert any("zeta" in pairing for pairing in tournament.rounds[-1].pairings)
    tournament = on(tournament)
    assert FORMAT.late(tournament) == "round 4 is the last, and it is paired"


def test_sw12_a_withdrawn_player_loses_the_open_match_keeps_the_place_and_is_not_paired_again():
    tournament = seven(rounds=3)
    tournament = after(tournament, decisions.withdraw(tournament, "anna", "ill"))
    match = tournament.rounds[0].pairings[0]
    assert tournament.results[match.match].kind == "walkover"
    tournament = on(tournament)
    assert not any("anna" in pairing for pairing in tournament.rounds[-1].pairings)
    assert tournament.rounds[-1].bye is None
    assert "anna" in [line.player_id for line in standings(tournament)]


def test_sw14_it_is_over_after_the_last_round_or_when_no_player_is_left_to_meet():
    tournament = on(seven(rounds=2))
    assert tournament.status == "running"
    assert played_round(tournament).status == "finished"
    alone = seven(rounds=5)
    for each in SEVEN[:6]:
        alone = after(alone, decisions.withdraw(alone, each))
    assert alone.status == "finished"


def test_a_corrected_result_changes_the_scores_from_which_the_next_round_is_paired():
    tournament = played_round(seven(rounds=3))
    first = tournament.rounds[0].pairings[0]
    corrected = after(tournament, [decided(first.match, "adjudicated", "black" if first.white == "anna" else "white")])
    scores = {player: each.score for player, each in past(corrected, 2).items()}
    assert (scores["anna"], scores["dag"]) == (0, 1)
    undone = after(corrected, [DecisionUndone(first.match, corrected.version, "it was right")])
    assert past(undone, 2) == past(tournament, 2)
    assert pair_round(undone) == pair_round(tournament)


def test_two_rounds_never_share_a_pair_and_seats_go_round():
    tournament = on(on(seven(rounds=3)))
    for one, other in combinations(tournament.rounds, 2):
        assert not {frozenset(pairing[1:3]) for pairing in one.pairings} & {
            frozenset(pairing[1:3]) for pairing in other.pairings
        }
    for one, other in pairwise(tournament.rounds):
        white = {pairing.white for pairing in one.pairings}
        assert sum(pairing.white in white and pairing.black not in white for pairing in other.pairings) <= 1


@pytest.mark.parametrize(
    ("key", "settings"),
    [
        ("swiss", {"rounds": 7}),
        ("swiss_then_knockout", {"rounds": 7}),
        ("stages", {"first": "swiss", "first_rounds": 7, "first_on": 4, "second": "single_elimination"}),
        ("team_swiss", {"rounds": 7, "boards": 2}),
    ],
)
@pytest.mark.parametrize(("entered", "said"), [(5, False), (7, False), (8, True), (9, True), (10, False)])
def test_before_the_start_those_who_have_entered_bring_the_advice_once_they_are_enough_for_the_rounds(
    key, settings, entered, said
):
    tournament = after(announced(key, settings), entries(field(entered)))
    assert bool(tournament.format.advice(tournament)) is said


@pytest.mark.parametrize("entered", range(4))
def test_before_the_start_there_is_no_advice_where_the_rounds_follow_from_the_players(entered):
    assert FORMAT.advice(after(announced("swiss"), entries(field(entered)))) == ()


def test_before_the_start_there_is_no_advice_and_no_impasse():
    tournament = after(announced("swiss", {"rounds": 4}), entries(SEVEN))
    assert FORMAT.advice(tournament) == ()
    assert tournament.status == "open"
    assert after(tournament, [TournamentStarted("s")]).rounds == ()
