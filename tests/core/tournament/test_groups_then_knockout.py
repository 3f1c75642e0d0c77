"""Groups, then a knock-out: the draw, the transfer, corrections after it, and what holds for any number of players."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Malformed
from core.events import MatchReopened, PairsAvoided, PlayerWithdrew, ResultDecided, RoundPublished
from core.tournament import Pairing, Tournament
from core.tournament.crossing import Place, crossing, may_meet
from core.tournament.decisions import pair
from core.tournament.draw import lot
from core.tournament.formats import format_of
from core.tournament.groups import group_names
from core.tournament.standings import sections, standings
from core.tournament.terms import terms_of
from tests.core.tournament.organised import announced, begun, best, entries, played_on, reported, to_play, won
from tests.core.tournament.playing import after, field

KEY = "groups_then_knockout"


def cup(number: int, clubs: Mapping[str, str] | None = None, **chosen: Any) -> Tournament:
    """A started tournament of so many with these settings; `p01` is the first seed."""
    return begun(announced(KEY, chosen), entries(field(number), clubs))


def groups(tournament: Tournament) -> dict[str, list[str]]:
    """Who plays in which group, by the pairings."""
    found: dict[str, set[str]] = {}
    for each in tournament.rounds:
        for pairing in each.pairings if each.stage == "groups" else ():
            found.setdefault(pairing.slot, set()).update({pairing.white, pairing.black} - {""})
    return {name: sorted(players) for name, players in found.items()}


def stage(tournament: Tournament, *names: str) -> list[Pairing]:
    """The pairings of these stages."""
    return [pairing for each in tournament.rounds if each.stage in names for pairing in each.pairings]


def meets(tournament: Tournament, *names: str) -> dict[str, tuple[str, str]]:
    """Who meets whom in which slot of these stages."""
    return {each.slot: (each.white, each.black) for each in stage(tournament, *names)}


def after_groups(number: int, order: list[str] | None = None, **chosen: Any) -> Tournament:
    """The tournament at the moment of the transfer, if whoever stands first in the order wins; usually by seed."""
    tournament = cup(number, **chosen)
    rounds = sum(each.stage == "groups" for each in tournament.rounds)
    return played_on(tournament, best(order or field(number)), rounds)


ANY_NUMBER = [*range(2, 41), 64, 100]


# ── the draw ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_gk3_the_groups_are_drawn_in_the_shape_of_a_snake() -> None:
    assert groups(cup(10, groups=4)) == {
        "A": ["p01", "p08", "p09"], "B": ["p02", "p07", "p10"], "C": ["p03", "p06"], "D": ["p04", "p05"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("number", "chosen", "sizes"),
    [
        (24, {}, [4] * 6), (23, {}, [3] + [4] * 5), (5, {}, [3, 2]), (2, {}, [2]), (3, {}, [3]), (4, {}, [4]),
        (9, {"group_size": 5}, [5, 4]), (9, {"groups": 1}, [9]), (9, {"groups": 64}, [3, 2, 2, 2]),
        (12, {"groups": 5, "group_size": 2}, [3, 3, 2, 2, 2]),
    ],
)  # fmt: skip
def test_gk2_how_many_groups_there_are(number: int, chosen: dict[str, int], sizes: list[int]) -> None:
    assert [len(each) for each in groups(cup(number, **chosen)).values()] == sizes


@given(st.integers(2, 60), st.integers(0, 20), st.integers(2, 10))
def test_gk2_groups_are_as_equal_as_can_be_and_nobody_is_alone(number: int, count: int, size: int) -> None:
    sizes = sorted(len(each) for each in groups(cup(number, groups=count, group_size=size)).values())
    assert sum(sizes) == number
    assert sizes[-1] - sizes[0] <= 1
    assert sizes[0] >= 2
    assert count or sizes[-1] <= max(size, 3)


def test_gk3_players_of_one_club_are_drawn_into_different_groups() -> None:
    clubs = {"p01": "Vasa", "p08": "Vasa", "p02": "Brahe", "p07": "Brahe"}
    assert groups(cup(8, clubs, groups=4)) == {
        "A": ["p01", "p07"], "B": ["p02", "p08"], "C": ["p03", "p06"], "D": ["p04", "p05"],
    }  # fmt: skip


def test_gk3_who_should_never_meet_weighs_more_than_any_club() -> None:
    clubs = dict.fromkeys(field(4), "Vasa")
    tournament = after(announced(KEY, {"groups": 2}), entries(field(4), clubs))
    never = [PairsAvoided((("p01", "p04"),), hard=True)]
    assert groups(begun(after(tournament, never), [])) == {"A": ["p01", "p03"], "B": ["p02", "p04"]}


@settings(max_examples=50)
@given(st.integers(4, 40), st.integers(2, 8), st.randoms(use_true_random=False))
def test_gk3_no_club_is_more_than_once_in_a_group_if_a_row_can_be_changed_so(number: int, count: int, chance) -> None:
    count = min(count, number // 2)
    seats = [f"club {each // 2}" for each in range(number)]
    chance.shuffle(seats)
    clubs = dict(zip(field(number), seats, strict=True))
    rows = {player: place // count for place, player in enumerate(field(number))}
    for players in groups(cup(number, clubs, groups=count)).values():
        assert len({rows[each] for each in players}) == len(players)
        if count > 2:  # two of a club: one of three or more groups of the row is always free of it
            assert max(Counter(clubs[each] for each in players).values()) == 1


def test_gk3_what_was_drawn_is_never_drawn_again() -> None:
    tournament = cup(8, {"p01": "Vasa"}, groups=4)
    changed = [PairsAvoided((("p01", "p08"),), hard=True)]
    assert dict(after(tournament, changed).format.sections(after(tournament, changed))) == {
        name: tuple(players) for name, players in groups(tournament).items()
    }


def test_groups_are_named_by_letters() -> None:
    assert group_names(3) == ["A", "B", "C"]
    assert len(set(group_names(100))) == 100


# ── rounds in the groups ─────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("number", ANY_NUMBER)
def test_gk4_everyone_meets_everyone_of_his_group_and_nobody_twice_in_a_round(number: int, legs: int) -> None:
    tournament = cup(number, legs=legs)
    met = Counter(frozenset(each[1:3]) for each in stage(tournament, "groups") if not each.is_bye)
    wanted = {frozenset(two): legs for players in groups(tournament).values() for two in combinations(players, 2)}
    assert met == wanted
    for each in tournament.rounds:
        seated = [player for pairing in each.pairings for player in pairing[1:3] if player]
        assert len(seated) == len(set(seated))
    assert [each.number for each in tournament.rounds] == list(range(1, len(tournament.rounds) + 1))


@pytest.mark.parametrize("number", ANY_NUMBER)
def test_gk5_who_sits_out_of_his_groups_round_is_paired_with_nobody(number: int) -> None:
    tournament = cup(number)
    byes = Counter(each.white for each in stage(tournament, "groups") if each.is_bye)
    assert byes == {player: 1 for each in groups(tournament).values() if len(each) % 2 for player in each}
    assert all(each.points == 0 for each in standings(tournament))


# ── the transfer ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_gk7_the_first_of_a_group_meets_the_second_of_the_next() -> None:
    assert meets(after_groups(8), "main") == {"main.1.1": ("p01", "p03"), "main.1.2": ("p02", "p04")}
    tournament = after_groups(16)
    places = {player: f"{name}{place}" for name, players in groups(tournament).items()
              for place, player in enumerate(players, 1)}  # fmt: skip
    assert [tuple(places[each] for each in pair) for pair in meets(tournament, "main").values()] == [
        ("A1", "B2"), ("D1", "C2"), ("B1", "A2"), ("C1", "D2"),
    ]  # fmt: skip


@pytest.mark.parametrize("count", range(1, 65))
def test_gk7_with_two_of_each_group_group_mates_meet_in_the_final_at_the_earliest(count: int) -> None:
    seeds = crossing([[Place(group, place) for group in range(count)] for place in range(2)])
    assert sorted(seeds) == sorted(Place(group, place) for group in range(count) for place in range(2))
    size = 1 << (2 * count - 1).bit_length()
    for group in range(count):
        one, other = (number for number, each in enumerate(seeds, 1) if each.group == group)
        assert may_meet(one, other, size) == size.bit_length() - 1


@pytest.mark.parametrize(("count", "advance"), [(2, 4), (4, 4), (8, 4), (16, 4), (2, 8), (4, 3), (8, 3)])
def test_gk7_of_four_or_fewer_from_a_group_no_two_are_in_the_same_quarter(count: int, advance: int) -> None:
    seeds = crossing([[Place(group, place) for group in range(count)] for place in range(advance)])
    size = 1 << (count * advance - 1).bit_length()
    for group in range(count):
        numbers = [number for number, each in enumerate(seeds, 1) if each.group == group]
        soonest = min(may_meet(one, other, size) for one, other in combinations(numbers, 2))
        assert soonest >= size.bit_length() - 1 - (advance > 2) - (advance > 4)


@pytest.mark.parametrize("advance", [1, 2, 3, 4])
@pytest.mark.parametrize("number", [6, 9, 12, 17, 24, 50])
def test_gk8_byes_go_to_firsts_before_seconds(number: int, advance: int) -> None:
    tournament = after_groups(number, advance=advance)
    place = {player: at for players in groups(tournament).values() for at, player in enumerate(players, 1)}
    first = [each for each in stage(tournament, "main") if each.slot.startswith("main.1.")]
    resting = [place[each.white] for each in first if each.is_bye]
    playing = [place[player] for each in first if not each.is_bye for player in each[1:3]]
    assert max(resting, default=0) <= min(playing, default=99)


def test_gk6_nobody_goes_on_before_all_groups_are_settled() -> None:
    tournament = cup(8)
    waiting = to_play(tournament)
    for match in waiting[:-1]:
        tournament = reported(tournament, match, min(match[1:3]))
        assert stage(tournament, "main") == []
    tournament = reported(tournament, waiting[-1], min(waiting[-1][1:3]))
    assert len(stage(tournament, "main")) == 2


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 30), st.integers(0, 9), st.integers(1, 5), st.booleans(), st.booleans(), st.integers(1, 2),
       st.integers(0, 999))  # fmt: skip
def test_whatever_happens_a_tournament_is_played_to_its_end(
    number: int, count: int, advance: int, bronze: bool, consolation: bool, legs: int, seed: int
) -> None:
    chance = Random(seed)
    chosen = {"groups": count, "advance": advance, "bronze": bronze, "consolation": consolation, "legs": legs}
    tournament = played_on(cup(number, **chosen), lambda match: chance.choice(match[1:3]))
    assert tournament.status == "finished"
    on = {player for each in stage(tournament, "main") for player in each[1:3]} - {""}
    off = {player for each in stage(tournament, "consolation") for player in each[1:3]} - {""}
    assert not on & off
    tables = {name: [line.player_id for line in lines] for name, lines in sections(tournament)}
    for name, players in tables.items():
        ranks = {line.player_id: line.rank for line in dict(sections(tournament))[name]}
        if len(on) > 1:
            assert len(on & set(players)) == min(advance, len(players))
            assert max(ranks[each] for each in players if each in on) <= min(
                (ranks[each] for each in players if each not in on), default=99
            )
    losers = Counter(
        pairing.black if tournament.results[pairing.match].winner == "white" else pairing.white
        for pairing in stage(tournament, "main") if not pairing.is_bye
    )  # fmt: skip
    assert len(on) in (0, len(losers) + 1)
    assert max(losers.values(), default=1) == 1
    lines = standings(tournament)
    assert sorted(each.player_id for each in lines) == field(number)
    if on:
        assert {each.player_id for each in lines[: len(on)]} == on
        assert lines[0].player_id not in losers
        assert not lines[0].shared


# ── ties ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
def circle(players: Iterable[str]) -> dict[frozenset[str], str]:
    """Each beat one of the others: nothing tells the three apart."""
    one, two, three = players
    return {frozenset((one, two)): one, frozenset((two, three)): two, frozenset((three, one)): three}


def test_gk6_a_place_that_is_shared_at_the_cut_is_drawn_with_the_published_seed() -> None:
    wins = circle(field(3))
    advancing = set()
    for seed in ("midsummer", "advent", "easter", "michaelmas"):
        tournament = begun(announced(KEY, {"groups": 1, "advance": 2}), entries(field(3)), seed)
        tournament = played_on(tournament, lambda match: wins[frozenset(match[1:3])], 3)
        drawn = sorted(field(3), key=lambda each: lot(f"lots:{each}", seed))
        assert meets(tournament, "main") == {"main.1.1": (drawn[0], drawn[1])}
        advancing.add(tuple(drawn[:2]))
        said = tournament.format.explain(tournament, tournament.rounds[-1])
        (words,) = said.values()
        assert [each["lot"] for each in words["lots"]] == [lot(f"lots:{each}", seed) for each in drawn[:2]]
        assert "lots were drawn" in words["text"]
    assert len(advancing) > 1


def test_gk6_no_lots_are_spoken_of_where_none_were_drawn() -> None:
    tournament = after_groups(8)
    said = tournament.format.explain(tournament, tournament.rounds[-1])
    assert [each["text"] for each in said.values()] == [
        "Semi-final 1: P01, A1, against P03, B2.", "Semi-final 2: P02, B1, against P04, A2.",
    ]  # fmt: skip
    assert all("lots" not in each for each in said.values())


# ── corrections ──────────────────────────────────────────────────────────────────────────────────────────────────────
def decided(tournament: Tournament, match: Pairing, winner: str) -> Tournament:
    """The tournament after a corrected result and all that follows from it."""
    settled = won(match, winner)
    said = ResultDecided(match.match, "played", "typing", settled.winner, settled.score, "points", settled.games)
    tournament = after(tournament, [said])
    return after(tournament, pair(tournament))


def group_match(tournament: Tournament, one: str, other: str) -> Pairing:
    return next(each for each in stage(tournament, "groups") if {one, other} == set(each[1:3]))


def test_gk11_a_corrected_group_result_changes_who_went_on() -> None:
    tournament = after_groups(8)  # group A: p01, p04, p05, p08
    match = group_match(tournament, "p04", "p05")
    changed = decided(tournament, match, "p05")
    assert meets(changed, "main") == {"main.1.1": ("p01", "p03"), "main.1.2": ("p02", "p05")}
    kept, gone = stage(tournament, "main")
    assert stage(changed, "main")[0] == kept
    assert [pairing for _, pairing in changed.voided] == [gone]


def test_gk11_a_corrected_result_that_changes_no_place_changes_no_match() -> None:
    tournament = played_on(after_groups(8), best(field(8)))
    changed = decided(tournament, group_match(tournament, "p05", "p08"), "p08")
    assert stage(changed, "main") == stage(tournament, "main")
    assert changed.status == "finished"


def test_gk11_what_was_put_right_again_finds_its_old_matches_and_results() -> None:
    tournament = played_on(after_groups(8, bronze=True, consolation=True), best(field(8)))
    match = group_match(tournament, "p04", "p05")
    changed = decided(tournament, match, "p05")
    assert changed.status == "running"
    back = decided(changed, match, "p04")
    assert back.status == "finished"
    assert back.results == {**tournament.results, match.match: back.results[match.match]}
    assert {each.number: set(each.pairings) for each in back.rounds} == {
        each.number: set(each.pairings) for each in tournament.rounds
    }
    assert [each.player_id for each in standings(back)] == [each.player_id for each in standings(tournament)]


def test_gk11_a_result_taken_back_lets_only_those_wait_who_hang_on_its_group() -> None:
    tournament = after_groups(16)  # A1–B2, D1–C2, B1–A2, C1–D2
    match = group_match(tournament, "p02", "p07")
    taken = after(tournament, [MatchReopened(match.match)])
    taken = after(taken, pair(taken))
    assert sorted(meets(taken, "main")) == ["main.1.2", "main.1.4"]
    again = reported(taken, match, "p02")
    assert set(stage(again, "main")) == set(stage(tournament, "main"))


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 16), st.booleans(), st.integers(0, 9999))
def test_gk11_after_any_corrections_the_brackets_are_those_of_the_results(number: int, both: bool, seed: int) -> None:
    chance = Random(seed)
    tournament = played_on(cup(number, consolation=both, bronze=both), lambda match: chance.choice(match[1:3]))
    for _ in range(4):
        match = chance.choice([each for each in stage(tournament, "groups") if not each.is_bye])
        tournament = decided(tournament, match, chance.choice(match[1:3]))
        tournament = played_on(tournament, lambda match: chance.choice(match[1:3]))
    assert tournament.status == "finished"
    assert tournament.format.stale(tournament) == ()
    winners = {
        frozenset(each[1:3]): each.white if tournament.results[each.match].winner == "white" else each.black
        for each in stage(tournament, "groups") if not each.is_bye
    }  # fmt: skip
    straight = cup(number, consolation=both, bronze=both)
    straight = played_on(straight, lambda match: winners[frozenset(match[1:3])], len(
        [each for each in straight.rounds if each.stage == "groups"]
    ))  # fmt: skip
    for slot, players in meets(straight, "main", "consolation").items():
        assert meets(tournament, "main", "consolation")[slot] == players


# ── who leaves ───────────────────────────────────────────────────────────────────────────────────────────────────────
def left(tournament: Tournament, player: str) -> Tournament:
    tournament = after(tournament, [PlayerWithdrew(player, "ill")])
    return after(tournament, pair(tournament))


def test_gk12_the_open_matches_of_who_leaves_are_won_by_his_opponents() -> None:
    tournament = left(cup(8), "p01")
    lines = {line.player_id: line for line in dict(sections(tournament))["A"]}
    assert [(lines[each].wins, lines[each].losses) for each in ("p01", "p04")] == [(0, 3), (1, 0)]


def test_gk12_who_left_before_the_transfer_is_passed_over() -> None:
    tournament = cup(8, consolation=True)
    last = to_play(tournament)[-1]
    for match in to_play(tournament)[:-1]:
        tournament = reported(tournament, match, min(match[1:3]))
    tournament = reported(left(tournament, "p01"), last, min(last[1:3]))
    assert meets(tournament, "main") == {"main.1.1": ("p04", "p03"), "main.1.2": ("p02", "p05")}
    assert meets(tournament, "consolation") == {"consolation.1.1": ("p08", "p07"), "consolation.1.2": ("p06", "")}
    lines = [each.player_id for each in standings(played_on(tournament, best(field(8))))]
    assert lines[-1] == "p01"


def test_gk12_who_leaves_after_the_transfer_keeps_his_place_and_loses_his_match() -> None:
    tournament = left(after_groups(8), "p01")
    assert meets(tournament, "main")["main.1.1"] == ("p01", "p03")
    assert tournament.results[stage(tournament, "main")[0].match].kind == "walkover"
    tournament = played_on(tournament, best(field(8)))
    assert tournament.status == "finished"
    assert [each.player_id for each in standings(tournament)][:3] == ["p02", "p03", "p01"]


def test_gk12_a_whole_group_may_leave() -> None:
    tournament = cup(8)
    for player in groups(tournament)["B"]:
        tournament = left(tournament, player)
    tournament = played_on(tournament, best(field(8)))
    assert tournament.status == "finished"
    assert [each.player_id for each in standings(tournament)][:2] == ["p01", "p04"]


# ── the whole table, settings, terms ─────────────────────────────────────────────────────────────────────────────────
def test_gk10_the_knock_out_comes_before_the_consolation_and_that_before_the_group() -> None:
    tournament = played_on(cup(8, bronze=True, consolation=True), best([*field(8)[4:], *field(8)[:4]]))
    assert [each.player_id for each in standings(tournament)][:5] == ["p05", "p06", "p07", "p08", "p01"]
    tournament = played_on(cup(8), best(field(8)))
    assert [each.rank for each in standings(tournament)] == [1, 2, 3, 3, 5, 5, 7, 7]


def test_the_title_may_be_decided_by_longer_matches() -> None:
    rules = ({"stage": "groups", "length": {"games": 5}}, {"stage": "main", "from_end": 1, "length": {"games": 7}})
    tournament = begun(announced(KEY, {"bronze": True}, terms=rules), entries(field(8)))
    tournament = played_on(tournament, best(field(8)))
    lengths = {
        each.stage if each.stage != "main" else pairing.slot: terms_of(tournament, each, pairing).length["games"]
        for each in tournament.rounds for pairing in each.pairings
    }  # fmt: skip
    assert lengths == {"groups": 5, "main.1.1": 3, "main.1.2": 3, "bronze": 3, "main.2.1": 7}


@pytest.mark.parametrize(
    "wrong", [{"groups": -1}, {"groups": 65}, {"group_size": 1}, {"advance": 0}, {"legs": 3}, {"bronze": 1}]
)
def test_a_wrong_setting_is_named(wrong: dict[str, object]) -> None:
    with pytest.raises(Malformed) as error:
        format_of(KEY).read_settings(wrong)
    assert list(error.value.problems) == list(wrong)


def test_nobody_enters_late_and_the_reason_is_said() -> None:
    assert "the groups are drawn" in (format_of(KEY).late(cup(8)) or "")


@pytest.mark.parametrize("number", [200])
def test_two_hundred_play_to_the_end(number: int) -> None:
    tournament = cup(number, consolation=True, bronze=True)
    results = [won(each, min(each[1:3])) for each in to_play(tournament)]
    tournament = after(tournament, results)
    tournament = after(tournament, pair(tournament))
    while waiting := to_play(tournament):
        tournament = after(tournament, [won(each, min(each[1:3])) for each in waiting])
        tournament = after(tournament, pair(tournament))
    assert tournament.status == "finished"
    assert standings(tournament)[0].player_id == "p01"


def test_the_example_of_the_page_is_what_happens() -> None:
    page = Path(__file__).parents[3] / "docs" / "formats" / "groups_then_knockout.md"
    shown = page.read_text(encoding="utf-8").split("```")[-2].strip("\n").split("\n")
    tournament = played_on(cup(8, groups=2, consolation=True), best(field(8)))
    assert shown == [
        f"round {each.number}: {each.stage}: " + ", ".join(f"{one}–{other}" for _, one, other, _ in each.pairings)
        for each in tournament.rounds
    ]


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 14), st.integers(1, 3), st.booleans(), st.booleans(), st.integers(0, 99999))
def test_gk12_with_withdrawals_and_corrections_at_any_time_it_comes_to_its_end(
    number: int, advance: int, both: bool, drafts: bool, seed: int
) -> None:
    chance = Random(seed)
    tournament = begun(
        announced(KEY, {"advance": advance, "bronze": both, "consolation": both}, drafts=drafts), entries(field(number))
    )
    for _ in range(80):
        drafted = [each.number for each in tournament.rounds if each.draft]
        tournament = after(tournament, [RoundPublished(each) for each in drafted])
        there = [each for each in field(number) if each not in tournament.withdrawn]
        done = [each for each in tournament.matches if not each.is_bye and each.match in tournament.results]
        if chance.random() < 0.1 and len(there) > 1 and tournament.status == "running":
            tournament = left(tournament, chance.choice(there))
        elif chance.random() < 0.1 and done:
            match = chance.choice(done)
            tournament = decided(tournament, match, chance.choice(match[1:3]))
        elif waiting := to_play(tournament):
            match = chance.choice(waiting)
            tournament = reported(tournament, match, chance.choice(match[1:3]))
        assert tournament.format.stale(tournament) == ()
        slots = [each.slot for each in stage(tournament, "main", "bronze", "consolation")]
        assert len(slots) == len(set(slots))
    while tournament.status == "running":
        tournament = after(tournament, [RoundPublished(each.number) for each in tournament.rounds if each.draft])
        before = len(tournament.results)
        tournament = played_on(tournament, lambda match: chance.choice(match[1:3]))
        assert len(tournament.results) > before
    assert to_play(tournament) == []
    assert all(each.match in tournament.results for each in tournament.matches)
    lines = standings(tournament)
    assert sorted(each.player_id for each in lines) == field(number)
