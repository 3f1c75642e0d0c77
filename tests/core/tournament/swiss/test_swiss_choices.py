"""Swiss: the choices of a round (SW8, SW9, SW15), and the explanation of a round."""

import json
from collections import Counter

from core.events import PlayerWithdrew
from core.tournament import Tournament
from core.tournament.decisions import pair_round
from core.tournament.standings.explanation import explain_round
from core.tournament.swiss.round_input import past
from schemas.views.explanations import why_json
from tests.oracles.swiss import Before
from tests.support.paths import ROOT
from tests.support.tournament.played.swiss import COUNTS, SEVEN, Organiser, lines, on, paired_round, played_round, seven
from tests.support.tournament.scenario import announced, begun, entries, reported
from tests.support.tournament.written_results import after, field


def why(tournament: Tournament, number: int) -> dict[str, dict[str, object]]:
    said = explain_round(tournament, number)
    return json.loads(json.dumps({each: why_json(reason) for each, reason in said.items()}))


def test_the_example_of_the_page_with_neighbours_acceleration_and_a_limit_on_seats_is_what_happens():
    tournament = begun(announced("swiss", {"pairing": "monrad", "accelerated": 2, "seats": "limited"}), entries(SEVEN))
    while tournament.status != "finished":
        tournament = played_round(tournament)
        tournament = tournament if tournament.status == "finished" else after(tournament, pair_round(tournament))
    page = (ROOT / "docs/formats/swiss.md").read_text(encoding="utf-8")
    assert "\n".join(lines(tournament)) == page.split("```")[3].strip()


def test_sw9_with_a_limit_no_player_sits_in_one_seat_three_times_in_a_row_or_three_times_more_often():
    for seed in range(4):
        organiser = Organiser(seed, 12, {"rounds": 7, "seats": "limited"}, quiet=True)
        there = True
        while there:
            organiser.play()
            there = organiser.next()
        for player in organiser.tournament.starters:
            seats = "".join(
                "wb"[match.black == player] for match in organiser.tournament.matches if player in match[1:3]
            )
            assert "www" not in seats
            assert "bbb" not in seats
            assert abs(seats.count("w") - seats.count("b")) <= 2


def test_sw8_by_monrad_the_first_of_equals_meets_the_second_and_the_third_the_fourth():
    tournament = begun(announced("swiss", {"pairing": "monrad"}), entries(field(8)))
    assert [set(pairing[1:3]) for pairing in tournament.rounds[0].pairings] == [
        {f"p{place:02}", f"p{place + 1:02}"} for place in (1, 3, 5, 7)
    ]
    said = why(tournament, 1)["t_cup.1"]["text"]
    assert said.startswith("P01 (0 points, 1 of 8) meets P02 (0 points, 2 of 8).")
    order = "the first against the second, the third against the fourth (Monrad)"
    assert said.endswith(f"Equal points, and paired in the order among them: {order}.")


def test_sw15_the_upper_half_is_paired_as_if_each_had_won_once_more_in_the_accelerated_rounds():
    tournament = begun(announced("swiss", {"accelerated": 2, "rounds": 4}), entries(field(8)))
    upper = set(field(4))
    assert all(len(upper & set(pairing[1:3])) != 1 for pairing in tournament.rounds[0].pairings)
    assert "P01 (0 points and 1 added, 1 of 4) meets P03" in why(tournament, 1)["t_cup.1"]["text"]
    for pairing in tournament.to_play:
        tournament = reported(tournament, pairing, min(pairing[1:3]))
    tournament = after(tournament, pair_round(tournament))
    assert {frozenset(pairing[1:3]) for pairing in tournament.rounds[1].pairings} == {
        frozenset(pair) for pair in (("p01", "p02"), ("p03", "p05"), ("p04", "p06"), ("p07", "p08"))
    }
    assert {each.score for each in past(tournament, 3).values()} == {0, 1}
    assert {player["float"] for said in why(tournament, 2).values() for player in said["players"]} == {"none"}


def test_the_explanation_of_a_round_has_scores_places_floats_and_every_cost():
    tournament = on(on(on(seven())))
    said = why(tournament, 4)
    match = next(pairing for pairing in tournament.rounds[3].pairings if "anna" in pairing)
    anna = said[match.match]
    assert anna["text"] == (
        "Anna (3 points, 1 of 1) meets Finn (2 points, 3 of 3). Anna floats down and Finn up: no other player has 3 "
        "points; Anna has met Bo in round 3; Anna has met Cilla in round 2. Finn sits white (before: black, white), "
        "Anna black (before: white, white, black): compared with black, Finn has sat white less often than Anna."
    )
    assert {player["player"]: (player["score"], player["float"]) for player in anna["players"]} == {
        "anna": (3, "down"),
        "finn": (2, "up"),
    }
    assert {cost["criterion"]: cost["cost"] for cost in anna["costs"] if cost["cost"]} == {"distance": 1, "fold": 4}
    assert said["bye"]["players"][0]["player"] == tournament.rounds[3].bye


def test_the_explanation_of_a_round_does_not_change_with_what_comes_after_it():
    tournament = on(on(seven()))
    before = why(tournament, 2)
    later = played_round(on(tournament))
    later = after(later, [PlayerWithdrew("finn")])
    assert why(later, 2) == before


def test_the_costs_that_are_explained_are_those_of_the_definition():
    for seed in range(12):
        more = {"seats": "limited", "pairing": "monrad", "accelerated": seed % 4} if seed % 2 else {}
        organiser = Organiser(seed, 9 + seed, {"rounds": 5, "avoid": "soft", **more}, quiet=True)
        there = True
        while there:
            tournament, number = organiser.tournament, len(organiser.tournament.rounds)
            sums = Counter()
            for each in why(tournament, number).values():
                sums.update({one["criterion"]: one["cost"] for one in each["costs"]})
            pairs, bye = paired_round(tournament)
            players = [player for pair in pairs for player in pair] + ([bye] if bye else [])
            cost = Before(tournament, number, players, COUNTS).cost(pairs, bye)
            assert tuple(sums[name] for name in ("seats", "bye", "distance", "float", "avoidance", "fold")) == cost
            organiser.play()
            there = organiser.next()
