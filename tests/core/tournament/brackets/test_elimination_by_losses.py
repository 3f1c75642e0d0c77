"""Elimination by losses: random tournaments beside the definition, and the rules EL1 to EL13."""

from collections import Counter
from random import Random

import pytest

from core.errors import NotAllowed
from core.events import PairsAllowed, PairsAvoided, PlayerEntered, ResultDecided
from core.tournament import Tournament, decisions
from core.tournament.decisions import pair, pair_round
from core.tournament.formats.elimination_by_losses import FORMAT, losses, still_in
from core.tournament.model.impasse import END
from core.tournament.model.state import impasse
from core.tournament.standings.explanation import explain_round
from core.tournament.standings.standings import standings
from core.tournament.terms import terms_of
from tests.support.paths import ROOT
from tests.support.proving import some
from tests.support.tournament.scenario import announced, begun, best, entries, reported, won
from tests.support.tournament.written_results import after, field

SEVEN = ("anna", "bo", "cilla", "dag", "eva", "finn", "gun")
KEY = "elimination_by_losses"


def decided(match: str, kind: str, winner: str | None) -> ResultDecided:
    return ResultDecided(match, kind, "the referee", winner, {}, None, ())


def lost(tournament: Tournament, rounds: int) -> Counter[str]:
    """Everybody's losses in the first rounds, counted from the results alone."""
    found: Counter[str] = Counter()
    for each in (match for round_ in tournament.rounds[:rounds] for match in round_.pairings):
        result = tournament.results.get(each.match)
        if result is not None:
            found[each.white] += result.winner != "white"
            found[each.black] += result.winner != "black"
    return found


def check_round(tournament: Tournament, most: int) -> None:
    """The last round has everybody who is left once, but for the one who waits, and no needless bye or rematch."""
    *earlier, last = tournament.rounds
    before = lost(tournament, len(earlier))
    here = [starter for starter in tournament.starters if before[starter] < most]
    fewest = [each for each in here if before[each] == min(before[one] for one in here)]
    waiting = fewest if len(fewest) == 1 and len(here) > 2 else []
    named = [player for pairing in last.pairings for player in pairing[1:3]] + ([last.bye] if last.bye else [])
    assert sorted(named) == sorted(set(here) - set(waiting))
    assert (last.bye is None) == (len(named) % 2 == 0)
    if last.bye:
        rested = Counter(each.bye for each in earlier)
        assert rested[last.bye] == min(rested[each] for each in named)
    met = {frozenset(pairing[1:3]): round_.number for round_ in earlier for pairing in round_.pairings}
    pairs = [frozenset(pairing[1:3]) for pairing in last.pairings]
    if len(named) <= 8:
        again = [met[pair] for pair in pairs if pair in met]
        out = [last.bye] if last.bye else []
        possible = [least(rest, met) for rest in [[each for each in named if each not in out]]]
        assert (len(again), sum(again)) <= min(possible)


def least(players: list[str], met: dict[frozenset[str], int]) -> tuple[int, int]:
    if not players:
        return 0, 0
    first, *others = players
    found = []
    for other in others:
        count, rounds = least([each for each in others if each != other], met)
        again = met.get(frozenset((first, other)))
        found.append((count, rounds) if again is None else (count + 1, rounds + again))
    return min(found)


@pytest.mark.parametrize("most", some([1, 2, 3, 5], 1, 2, 3))
@pytest.mark.parametrize("players", some([*range(2, 20), 40, 60], 2, 3, 8, 13))
def test_every_round_of_a_random_tournament_is_what_the_definition_says_and_one_player_is_left(players, most):
    for seed in range(1 if players > 30 else 3):
        print("seed", seed)
        chance = Random(seed)
        pairing = chance.choice(["fold", "random"])
        tournament = begun(announced(KEY, {"losses": most, "pairing": pairing}), entries(field(players)), str(seed))
        while True:
            check_round(tournament, most)
            waiting = list(tournament.to_play)
            chance.shuffle(waiting)
            tournament = after(tournament, [won(each, chance.choice(each[1:3])) for each in waiting])
            if tournament.status == "finished":
                break
            tournament = after(tournament, pair_round(tournament))
        end = lost(tournament, len(tournament.rounds))
        assert sorted(each >= most for each in (end[player] for player in field(players))).count(False) == 1
        table = standings(tournament)
        assert end[table[0].player_id] < most
        assert (table[0].rank, table[0].shared) == (1, False)
        out = [FORMAT.reached(tournament)[line.player_id] for line in table] if FORMAT.reached else []
        assert out == sorted(out, reverse=True)


def played_round(tournament: Tournament, order: tuple[str, ...] = (*SEVEN, "zeta")) -> Tournament:
    for pairing in tournament.to_play:
        tournament = reported(tournament, pairing, best(order)(pairing))
    return tournament


def seven(most: int = 2, **settings: object) -> Tournament:
    return begun(announced(KEY, {"losses": most, **settings}), entries(SEVEN))


def on(tournament: Tournament) -> Tournament:
    tournament = played_round(tournament)
    return after(tournament, pair_round(tournament))


def finished(tournament: Tournament) -> Tournament:
    while (tournament := played_round(tournament)).status != "finished":
        tournament = after(tournament, pair_round(tournament))
    return tournament


def test_the_example_of_the_page_is_what_happens():
    tournament = finished(seven())
    lines = [
        f"round {round_.number}: "
        + ", ".join(
            f"{tournament.name_of(pairing.white)}–{tournament.name_of(pairing.black)}" for pairing in round_.pairings
        )
        + (f"; bye {tournament.name_of(round_.bye)}" if round_.bye else "")
        for round_ in tournament.rounds
    ]
    page = (ROOT / "docs/formats/elimination_by_losses.md").read_text(encoding="utf-8")
    assert "\n".join(lines) == page.split("```")[1].strip()


@pytest.mark.parametrize("kind", ["walkover", "no_show", "forfeit", "adjudicated", "double_no_show"])
def test_el2_a_match_lost_in_whatever_way_is_a_loss_and_a_double_no_show_is_one_for_both(kind):
    tournament = seven()
    match = tournament.rounds[0].pairings[0]
    tournament = after(tournament, [decided(match.match, kind, None if kind == "double_no_show" else "white")])
    assert losses(tournament, 2)[match.black] == 1
    assert losses(tournament, 2)[match.white] == (kind == "double_no_show")


def test_el2_a_bye_is_no_loss():
    tournament = played_round(seven())
    assert losses(tournament, 2)[tournament.rounds[0].bye or ""] == 0


def test_el3_a_round_is_paired_on_command_once_the_one_before_has_all_its_results():
    tournament = seven()
    assert pair_round(tournament) == []
    tournament = reported(tournament, tournament.to_play[0], "anna")
    with pytest.raises(NotAllowed, match="round 2 waits for"):
        pair_round(tournament)
    assert len(on(tournament).rounds) == 2


def test_el6_the_only_undefeated_waits_until_one_other_is_left_and_then_has_all_their_lives():
    tournament = seven()
    waited = []
    while tournament.status != "finished":
        last = tournament.rounds[-1]
        there = {player for pairing in last.pairings for player in pairing[1:3]} | {last.bye}
        waited.append("anna" not in there)
        # Anna loses in the final alone.
        order = (*SEVEN[1:], "anna") if len(waited) > 1 and waited[-2] and not waited[-1] else SEVEN
        tournament = played_round(tournament, order)
        tournament = tournament if tournament.status == "finished" else after(tournament, pair_round(tournament))
    assert waited == [False, False, False, True, True, False, False]
    assert [set(round_.pairings[0][1:3]) for round_ in tournament.rounds[-2:]] == [{"anna", "bo"}] * 2


def test_el6_without_a_first_finalist_everybody_who_is_left_plays_in_every_round():
    tournament = finished(seven(finalist=False))
    assert all(
        "anna" in [player for pairing in round_.pairings for player in pairing[1:3]] or round_.bye == "anna"
        for round_ in tournament.rounds
    )


def test_el8_the_length_of_a_match_may_depend_on_losses_and_on_how_many_are_left():
    terms = ({"losses": 1, "length": {"games": 5}}, {"players_left": 3, "length": {"games": 7}})
    tournament = on(on(on(begun(announced(KEY, {"losses": 2}, terms=terms), entries(SEVEN)))))
    said = [
        sorted({terms_of(tournament, round_, pairing).length["games"] for pairing in round_.pairings})
        for round_ in tournament.rounds
    ]
    assert said == [[3], [3, 5], [3, 5], [5]]


def test_el9_a_missed_round_is_lost_and_a_late_player_who_would_be_out_cannot_enter():
    tournament = on(seven(3))
    tournament = after(tournament, [PlayerEntered("zeta", "Zeta")])
    assert losses(tournament, 3)["zeta"] == 2
    assert FORMAT.late(tournament) is None
    tournament = on(tournament)
    assert "zeta" in still_in(tournament, 3, tournament.starters)
    assert FORMAT.late(tournament) == "a missed round counts as lost, and after 3 of them a player is out"


def test_el10_a_withdrawn_player_loses_the_open_match_and_is_out():
    tournament = seven()
    tournament = after(tournament, decisions.withdraw(tournament, "anna", "ill"))
    assert tournament.results[tournament.rounds[0].pairings[0].match].kind == "walkover"
    tournament = on(tournament)
    assert "anna" not in [player for pairing in tournament.rounds[1].pairings for player in pairing[1:3]]
    table = [line.player_id for line in standings(finished(tournament))]
    assert set(table) == set(SEVEN)
    assert table[0] == "bo"


def test_el11_who_is_out_later_stands_before_who_is_out_earlier_and_the_winner_before_all():
    table = standings(finished(seven()))
    assert [line.player_id for line in table][:4] == ["anna", "bo", "cilla", "finn"]
    assert [line.tie_breaks[0].value for line in table] == [7, 6, 5, 4, 3, 3, 2]


def test_el11_a_match_after_the_loss_that_put_a_player_out_changes_no_round_reached():
    tournament = on(begun(announced(KEY, {"losses": 1}), entries(SEVEN[:5])))
    first = next(pairing for pairing in tournament.rounds[0].pairings if "anna" in pairing[1:3])
    last = next(pairing for pairing in tournament.rounds[1].pairings if "anna" in pairing[1:3])
    tournament = reported(tournament, last, "anna")
    tournament = after(tournament, [decided(first.match, "adjudicated", "white" if first.black == "anna" else "black")])
    assert FORMAT.reached(tournament)["anna"] == 1  # out in round 1 by the correction, though round 2 was won


def test_el11_every_round_after_the_last_of_an_eliminated_player_adds_their_own_score_to_buchholz():
    tournament = finished(seven(1))
    for line in standings(tournament):
        reached = FORMAT.reached(tournament)[line.player_id]
        alone = [operand for operand in line.tie_breaks[2].operands if not operand.opponent]
        away = {each.round for each in alone if each.numbers == (line.points,)}
        assert away >= set(range(reached + 1, len(tournament.rounds) + 1))


def test_el12_a_correction_voids_the_last_round_only_if_no_match_has_begun_and_others_should_play_it():
    tournament = on(on(seven()))  # two rounds are played, round 3 is paired
    match = next(pairing for pairing in tournament.rounds[1].pairings if "eva" in pairing[1:3])
    event = decided(match.match, "adjudicated", "white" if match.white == "eva" else "black")
    corrected = after(tournament, [event])
    corrected = after(corrected, pair(corrected))
    assert len(corrected.rounds) == 2  # Dag is out now and Eva is not
    corrected = after(corrected, pair_round(corrected))
    named = [player for pairing in corrected.rounds[2].pairings for player in pairing[1:3]] + [corrected.rounds[2].bye]
    assert ("eva" in named, "dag" in named) == (True, False)
    begun_ = reported(tournament, tournament.to_play[0], tournament.to_play[0].white)
    begun_ = after(begun_, [event])
    assert pair(begun_) == []
    same = next(pairing for pairing in tournament.rounds[1].pairings if "anna" in pairing[1:3])
    changed = after(tournament, [decided(same.match, "adjudicated", "white" if same.white == "cilla" else "black")])
    assert pair(changed) == []  # the same people are left


def test_el12_a_round_that_is_void_goes_with_its_bye():
    tournament = on(on(on(seven())))
    assert tournament.rounds[3].bye == "cilla"
    match = next(pairing for pairing in tournament.rounds[2].pairings if "gun" in pairing[1:3])
    event = decided(match.match, "adjudicated", "white" if match.white == "gun" else "black")
    corrected = after(tournament, [event])
    corrected = after(corrected, pair(corrected))
    assert len(corrected.rounds) == 3
    assert corrected.status == "running"


def test_el13_a_double_no_show_in_the_final_leaves_no_player_and_ends_it():
    tournament = begun(announced(KEY, {"losses": 1}), entries(("anna", "bo")))
    tournament = after(tournament, [decided("t_cup.1", "double_no_show", None)])
    assert tournament.status == "finished"
    assert [line.rank for line in standings(tournament)] == [2, 2], "there is no winner"


def test_el13_where_the_last_two_must_not_meet_the_director_lets_them_or_ends_it():
    rows = [*entries(("anna", "bo")), PairsAvoided((("anna", "bo"),), hard=True)]
    tournament = begun(announced(KEY), rows)
    found = impasse(tournament)
    assert found is not None
    assert found.ways == (END,)
    with pytest.raises(NotAllowed, match="round 1 cannot be paired"):
        pair_round(tournament)
    allowed = after(tournament, [PairsAllowed((("anna", "bo"),))])
    assert impasse(allowed) is None
    assert len(pair_round(allowed)) == 1


def test_why_these_two_is_told_in_losses():
    tournament = on(on(on(seven())))
    said = explain_round(tournament, 4)
    texts = [each.text for each in said.values()]
    assert any("Bo (1 loss, 1 of 3) meets Finn (1 loss, 3 of 3)" in text for text in texts)
    assert "Cilla (1 loss, 2 of 3) sits out: of those with the most losses" in said["bye"].text
