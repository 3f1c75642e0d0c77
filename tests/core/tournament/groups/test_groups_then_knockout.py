"""Groups, then a knock-out: its rounds, who goes on and meets whom, the table, for any number of players."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Invalid
from core.tournament import Tournament
from core.tournament.advancement.crossover import Place, crossing
from core.tournament.decisions import pair
from core.tournament.decisions.announcement import amend
from core.tournament.formats import format_of
from core.tournament.groups import rounds
from core.tournament.pairing.lots import lot
from core.tournament.standings.standings import sections, standings
from core.tournament.terms import terms_of
from tests.support.paths import ROOT
from tests.support.proving import examples, some
from tests.support.tournament.group_cups import KEY, after_groups, cup, groups, may_meet, meets, stage
from tests.support.tournament.scenario import announced, begun, best, entries, played_on, reported, to_play, won
from tests.support.tournament.written_results import after, field

ANY_NUMBER = some([*range(2, 41), 64, 100], *range(2, 10), 13, 17, 24)


# ── rounds in the groups ─────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("legs", [1, 2, 3])
@pytest.mark.parametrize("number", ANY_NUMBER)
def test_gk4_all_players_of_a_group_meet_and_no_player_plays_twice_in_a_round(number: int, legs: int) -> None:
    tournament = cup(number, legs=legs)
    met = Counter(frozenset(each[1:3]) for each in stage(tournament, "groups") if not each.is_bye)
    wanted = {frozenset(two): legs for players in groups(tournament).values() for two in combinations(players, 2)}
    assert met == wanted
    for round_ in tournament.rounds:
        seated = [player for pairing in round_.pairings for player in pairing[1:3] if player]
        assert len(seated) == len(set(seated))
    assert [round_.number for round_ in tournament.rounds] == list(range(1, len(tournament.rounds) + 1))


@given(st.integers(2, 24), st.lists(st.integers(1, 4), min_size=1, max_size=5), st.integers(1, 4))
@settings(max_examples=examples(400), deadline=None)
def test_gk21_with_other_legs_the_groups_meet_as_if_they_had_been_announced(
    number: int, legs: list[int], first: int
) -> None:
    """Groups of unequal sizes have rounds of unequal numbers: no pairing is missing, twice there, or left over."""

    def pairings(tournament: Tournament) -> dict[int, set[tuple[str, ...]]]:
        return {round_.number: {pairing[1:] for pairing in round_.pairings} for round_ in tournament.rounds}

    tournament, seen = cup(number, legs=first), dict[tuple[object, ...], str]()
    for count in legs:
        tournament = after(tournament, amend(tournament, {"settings": {**tournament.created.settings, "legs": count}}))
        assert pairings(tournament) == pairings(cup(number, legs=count))
        for round_ in tournament.rounds:
            for pairing in round_.pairings:
                assert seen.setdefault((round_.number, *pairing[1:]), pairing.match) == pairing.match
        assert len({pairing.match for pairing in tournament.matches}) == sum(
            len(round_.pairings) for round_ in tournament.rounds
        )
    assert tournament.created.settings["legs"] == legs[-1]
    assert not rounds.behind_the_last(tournament)


@pytest.mark.parametrize("number", ANY_NUMBER)
def test_gk5_a_player_with_a_bye_in_the_groups_round_is_not_paired(number: int) -> None:
    tournament = cup(number)
    byes = Counter(each.white for each in stage(tournament, "groups") if each.is_bye)
    assert byes == {player: 1 for group in groups(tournament).values() if len(group) % 2 for player in group}
    assert all(row.points == 0 for row in standings(tournament))


# ── the transfer ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_gk7_the_first_of_a_group_meets_the_second_of_the_next() -> None:
    assert meets(after_groups(8), "main") == {"main.1.1": ("p01", "p03"), "main.1.2": ("p02", "p04")}
    tournament = after_groups(16)
    places = {
        player: f"{name}{place}"
        for name, players in groups(tournament).items()
        for place, player in enumerate(players, 1)
    }
    assert [tuple(places[each] for each in pair) for pair in meets(tournament, "main").values()] == [
        ("A1", "B2"),
        ("D1", "C2"),
        ("B1", "A2"),
        ("C1", "D2"),
    ]


@pytest.mark.parametrize("count", some(range(1, 65), *range(1, 10), 12, 13, 16, 17, 32))
def test_gk7_with_two_of_each_group_group_mates_meet_in_the_final_at_the_earliest(count: int) -> None:
    seeds = crossing([[Place(group, place) for group in range(count)] for place in range(2)])
    assert sorted(seeds) == sorted(Place(group, place) for group in range(count) for place in range(2))
    size = 1 << (2 * count - 1).bit_length()
    for group in range(count):
        one, other = (number for number, seed in enumerate(seeds, 1) if seed.group == group)
        assert may_meet(one, other, size) == size.bit_length() - 1


@pytest.mark.parametrize(("count", "advance"), [(2, 4), (4, 4), (8, 4), (16, 4), (2, 8), (4, 3), (8, 3)])
def test_gk7_of_four_or_fewer_from_a_group_no_two_are_in_the_same_quarter(count: int, advance: int) -> None:
    seeds = crossing([[Place(group, place) for group in range(count)] for place in range(advance)])
    size = 1 << (count * advance - 1).bit_length()
    for group in range(count):
        numbers = [number for number, seed in enumerate(seeds, 1) if seed.group == group]
        soonest = min(may_meet(one, other, size) for one, other in combinations(numbers, 2))
        assert soonest >= size.bit_length() - 1 - (advance > 2) - (advance > 4)


@pytest.mark.parametrize("advance", [1, 2, 3, 4])
@pytest.mark.parametrize("number", some([6, 9, 12, 17, 24, 50], 6, 9, 17))
def test_gk8_byes_go_to_firsts_before_seconds(number: int, advance: int) -> None:
    tournament = after_groups(number, advance=advance)
    place = {player: at for players in groups(tournament).values() for at, player in enumerate(players, 1)}
    first = [each for each in stage(tournament, "main") if each.slot.startswith("main.1.")]
    resting = [place[each.white] for each in first if each.is_bye]
    playing = [place[player] for each in first if not each.is_bye for player in each[1:3]]
    assert max(resting, default=0) <= min(playing, default=99)


def test_gk6_no_player_advances_before_all_groups_are_settled() -> None:
    tournament = cup(8)
    waiting = to_play(tournament)
    for match in waiting[:-1]:
        tournament = reported(tournament, match, min(match[1:3]))
        assert stage(tournament, "main") == []
    tournament = reported(tournament, waiting[-1], min(waiting[-1][1:3]))
    assert len(stage(tournament, "main")) == 2


@settings(max_examples=examples(60), deadline=None)
@given(
    st.integers(2, 30),
    st.integers(0, 9),
    st.integers(1, 5),
    st.booleans(),
    st.booleans(),
    st.integers(1, 2),
    st.integers(0, 999),
)
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
            assert max(ranks[player] for player in players if player in on) <= min(
                (ranks[player] for player in players if player not in on), default=99
            )
    losers = Counter(
        pairing.black if tournament.results[pairing.match].winner == "white" else pairing.white
        for pairing in stage(tournament, "main")
        if not pairing.is_bye
    )
    assert len(on) in (0, len(losers) + 1)
    assert max(losers.values(), default=1) == 1
    lines = standings(tournament)
    assert sorted(line.player_id for line in lines) == field(number)
    if on:
        assert {line.player_id for line in lines[: len(on)]} == on
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
        drawn = sorted(field(3), key=lambda entry: lot(f"lots:{entry}", seed))
        assert meets(tournament, "main") == {"main.1.1": (drawn[0], drawn[1])}
        advancing.add(tuple(drawn[:2]))
        said = tournament.format.explain(tournament, tournament.rounds[-1])
        (words,) = said.values()
        assert [each.lot for each in words.lots] == [lot(f"lots:{each}", seed) for each in drawn[:2]]
        assert "lots were drawn" in words.text
    assert len(advancing) > 1


def test_gk8_the_explanation_of_a_bye_says_which_seed_is_missing() -> None:
    tournament = after_groups(12)
    said = tournament.format.explain(tournament, tournament.rounds[-1])
    texts = [said[pairing.match].text for pairing in tournament.rounds[-1].pairings if pairing.is_bye]
    assert texts == [
        "Quarter-final 1: P01, A1, has a bye: there is no seed 8.",
        "Quarter-final 3: P02, B1, has a bye: there is no seed 7.",
    ]


def test_gk6_no_lots_are_spoken_of_where_none_were_drawn() -> None:
    tournament = after_groups(8)
    said = tournament.format.explain(tournament, tournament.rounds[-1])
    assert [each.text for each in said.values()] == [
        "Semi-final 1: P01, A1, against P03, B2.",
        "Semi-final 2: P02, B1, against P04, A2.",
    ]
    assert all(each.lots == () for each in said.values())


# ── the whole table, settings, terms ─────────────────────────────────────────────────────────────────────────────────
def test_gk10_the_knock_out_comes_before_the_consolation_and_that_before_the_group() -> None:
    tournament = played_on(cup(8, bronze=True, consolation=True), best([*field(8)[4:], *field(8)[:4]]))
    assert [row.player_id for row in standings(tournament)][:5] == ["p05", "p06", "p07", "p08", "p01"]
    tournament = played_on(cup(8), best(field(8)))
    assert [row.rank for row in standings(tournament)] == [1, 2, 3, 3, 5, 5, 7, 7]


def test_the_title_may_be_decided_by_longer_matches() -> None:
    rules = ({"stage": "groups", "length": {"games": 5}}, {"stage": "main", "from_end": 1, "length": {"games": 7}})
    tournament = begun(announced(KEY, {"bronze": True}, terms=rules), entries(field(8)))
    tournament = played_on(tournament, best(field(8)))
    lengths = {
        round_.stage if round_.stage != "main" else pairing.slot: terms_of(tournament, round_, pairing).length["games"]
        for round_ in tournament.rounds
        for pairing in round_.pairings
    }
    assert lengths == {"groups": 5, "main.1.1": 3, "main.1.2": 3, "bronze": 3, "main.2.1": 7}


@pytest.mark.parametrize(
    "wrong", [{"groups": -1}, {"groups": 65}, {"group_size": 1}, {"advance": 0}, {"legs": 9}, {"bronze": 1}]
)
def test_a_wrong_setting_is_named(wrong: dict[str, object]) -> None:
    with pytest.raises(Invalid) as error:
        format_of(KEY).read_settings(wrong)
    assert list(error.value.problems) == list(wrong)


def test_late_entries_are_refused_with_the_reason() -> None:
    assert "the groups are drawn" in (format_of(KEY).late(cup(8)) or "")


@pytest.mark.parametrize("number", some([40, 200], 40))
def test_a_large_field_plays_to_the_end(number: int) -> None:
    tournament = cup(number, consolation=True, bronze=True)
    results = [won(pairing, min(pairing[1:3])) for pairing in to_play(tournament)]
    tournament = after(tournament, results)
    tournament = after(tournament, pair(tournament))
    while waiting := to_play(tournament):
        tournament = after(tournament, [won(each, min(each[1:3])) for each in waiting])
        tournament = after(tournament, pair(tournament))
    assert tournament.status == "finished"
    assert standings(tournament)[0].player_id == "p01"


def test_the_example_of_the_page_is_what_happens() -> None:
    page = ROOT / "docs" / "formats" / "groups_then_knockout.md"
    shown = page.read_text(encoding="utf-8").split("```")[-2].strip("\n").split("\n")
    tournament = played_on(cup(8, groups=2, consolation=True), best(field(8)))
    assert shown == [
        f"round {round_.number}: {round_.stage}: " + ", ".join(f"{one}–{other}" for _, one, other, _ in round_.pairings)
        for round_ in tournament.rounds
    ]
