"""Swiss: every round of random tournaments beside the definition, always the same one, and none left out."""

import subprocess
import sys

import pytest

from core.tournament.decisions import pair_round
from core.tournament.swiss.costs import Costs
from core.tournament.swiss.pairing import couples, total
from core.tournament.swiss.round_input import field_of, past
from core.tournament.swiss.rounds import accelerated
from tests.oracles.swiss import Before
from tests.support.paths import ROOT
from tests.support.proving import prove, some
from tests.support.tournament.played.swiss import COUNTS, Organiser, check_round
from tests.support.tournament.scenario import announced, begun, entries, reported
from tests.support.tournament.written_results import after, field

SETTINGS = [
    {},
    {"pairing": "random"},
    {"avoid": "soft"},
    {"avoid": "hard"},
    {"pairing": "random", "avoid": "soft"},
    {"pairing": "monrad", "seats": "limited"},
    {"accelerated": 2, "seats": "limited"},
]
SIZES = some([*range(2, 41), 101, 150], *range(2, 10), 13)


@pytest.mark.parametrize("players", SIZES)
def test_every_round_of_a_random_tournament_is_legal_and_in_a_small_field_the_cheapest(players):
    for count, settings in enumerate(SETTINGS if players < 30 else SETTINGS[:2]):
        seed = 1000 * players + count
        print("seed", seed, settings)  # a failing test shows it
        rounds = min(players - 1, 9) if players > 2 else 1
        organiser = Organiser(seed, players, {"rounds": rounds, **settings})
        there = bool(organiser.tournament.rounds)
        while there:
            check_round(organiser.tournament)
            organiser.people()
            organiser.play()
            there = organiser.next()


@pytest.mark.parametrize("players", some(range(3, 9), 3, 4, 5, 6))
def test_where_no_round_is_paired_there_is_no_legal_one(players):
    for seed in range(40):
        organiser = Organiser(seed, players, {"rounds": players + 1}, quiet=True)
        there = True
        while there:
            organiser.play()
            there = organiser.next()
        tournament = organiser.tournament
        before = Before(tournament, len(tournament.rounds) + 1, tournament.starters, COUNTS)
        assert next(before.legal_rounds(), None) is None


@pytest.mark.parametrize("settings", some(SETTINGS, SETTINGS[0]), ids=str)
def test_the_part_of_the_graph_that_is_looked_at_holds_a_round_as_good_as_the_whole(settings):
    for seed, players in enumerate((7, 12, 25, 48, 110)):
        print("seed", seed, "players", players)
        organiser = Organiser(seed, players, {"rounds": min(7, players - 3), **settings}, quiet=True)
        while True:
            organiser.play()
            tournament, number = organiser.tournament, len(organiser.tournament.rounds) + 1
            said = {"order": settings.get("pairing", "fold"), "apart": settings.get("avoid", "none")}
            said |= {"limited": settings.get("seats") == "limited"}
            before = past(tournament, number, lambda round_: accelerated(tournament, round_))  # noqa: B023
            costs = Costs(field_of(tournament, number, before, tournament.starters, **said))
            whole, part = couples(costs, small=players), couples(costs, small=0)
            assert (whole is None) == (part is None)
            assert whole is None or part is None or total(costs, whole) == total(costs, part)
            if not organiser.next():
                break


def test_the_same_tournament_is_paired_in_whatever_order_the_results_of_a_round_come():
    def rounds(turned: bool) -> list[object]:
        tournament = begun(announced("swiss", {"rounds": 5}), entries(field(21)))
        while tournament.status != "finished":
            waiting = tournament.to_play[::-1] if turned else tournament.to_play
            for each in waiting:
                tournament = reported(tournament, each, max(each.white, each.black, key=lambda name: hash_of(name)))
            if tournament.status != "finished":
                tournament = after(tournament, pair_round(tournament))
        return [(round_.pairings, round_.bye) for round_ in tournament.rounds]

    assert rounds(False) == rounds(True)


def hash_of(name: str) -> int:
    return int(name[1:]) * 7919 % 101


@prove
def test_the_same_tournament_is_paired_in_every_process():
    program = (
        "from tests.support.tournament.played.swiss import Organiser\n"
        "organiser = Organiser(7, 120, {'rounds': 6, 'pairing': 'random'})\n"
        "there = True\n"
        "while there:\n    organiser.people(); organiser.play(); there = organiser.next()\n"
        "print([(each.pairings, each.bye) for each in organiser.tournament.rounds])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "99")
    }
    assert len(said) == 1
