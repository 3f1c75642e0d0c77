"""Brackets as plans: their slots, names and numbers, and that their pages tell the truth."""

import pytest

from core.errors import Invalid
from core.tournament.brackets.builders import double, single
from core.tournament.brackets.explanation import round_title
from core.tournament.brackets.placement import seeding_order
from core.tournament.model.bracket_plan import Plan, Source
from tests.support.paths import ROOT
from tests.support.proving import some

FORMATS = ROOT / "docs" / "formats"
SIZES = (*range(2, 40), 64, 100, 256)
each_plan = pytest.mark.parametrize("players", some(SIZES, *range(2, 18), 24, 33, 64))


@pytest.fixture(params=["single", "double"])
def plan(request: pytest.FixtureRequest, players: int) -> Plan:
    """The plan of a bracket for so many players."""
    if request.param == "single":
        return single(players, bronze=True, consolation="auto", last_chance="auto")
    return double(players)


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128, 256])
def test_se2_in_every_part_of_a_bracket_the_best_seeds_stand_as_far_apart_as_they_can(size: int) -> None:
    order = seeding_order(size)
    assert sorted(order) == list(range(1, size + 1))
    part = size // 2
    while part:
        parts = [order[place : place + part] for place in range(0, size, part)]
        assert sorted(min(each) for each in parts) == list(range(1, size // part + 1))
        part //= 2


@each_plan
def test_a_slot_comes_after_those_that_feed_it_and_everybody_goes_to_one_place(plan: Plan) -> None:
    known: set[str] = set()
    used: set[Source] = set()
    numbers = []
    for _, round_ in plan.rounds():
        numbers.append(round_.number)
        for slot in round_.slots:
            for source in (slot.white, slot.black):
                assert source.kind in ("seed", "bye") or source.of in known
                # The second grand final is for the same two as the first.
                assert source.kind == "bye" or source not in used or slot.only_if
                used.add(source)
        known |= {slot.key for slot in round_.slots}
    assert numbers == list(range(1, len(numbers) + 1))


@each_plan
def test_every_slot_and_every_round_has_a_name_of_its_own(plan: Plan) -> None:
    slots = [slot.key for _, round_ in plan.rounds() for slot in round_.slots]
    names = [round_.name for _, round_ in plan.rounds()]
    assert len(set(slots)) == len(slots)
    assert len(set(names)) == len(names)
    for bracket, round_ in plan.rounds():
        assert all(slot.key.startswith(f"{bracket}.") for slot in round_.slots)
        assert "_" not in round_title(round_.name)


def test_se4_the_rounds_are_named_by_how_many_are_left() -> None:
    names = [(round_.number, round_.name) for _, round_ in single(20, bronze=True).rounds()]
    assert names == [
        (1, "round_of_32"),
        (2, "round_of_16"),
        (3, "quarter_final"),
        (4, "semi_final"),
        (5, "bronze"),
        (6, "final"),
    ]


def test_rounds_may_be_numbered_on_from_others_before_them() -> None:
    assert [round_.number for _, round_ in single(4, first=6).rounds()] == [6, 7]


@pytest.mark.parametrize("players", [0, 1])
def test_a_bracket_needs_two(players: int) -> None:
    with pytest.raises(Invalid, match="needs two entrants or more"):
        single(players)


def lines(plan: Plan, entrants: int) -> list[str]:
    """A plan as the pages write it."""

    def of(source: Source) -> str:
        if source.kind == "bye" or (source.kind == "seed" and int(source.of) > entrants):
            return "bye"
        return f"{source.kind} {source.of}"

    slots = (slot for _, round_ in plan.rounds() for slot in round_.slots)
    return [f"{slot.key} {of(slot.white)} – {of(slot.black)}" for slot in slots]


def block(page: str) -> list[str]:
    return (FORMATS / page).read_text(encoding="utf-8").split("```")[1].strip("\n").split("\n")


def test_the_examples_of_the_pages_are_what_is_drawn() -> None:
    assert sorted(block("single_elimination.md")) == sorted(lines(single(6, bronze=True, consolation="auto"), 6))
    assert sorted(block("double_elimination.md")) == sorted(lines(double(8), 8))


def test_the_strings_of_the_page_have_the_players_that_it_says() -> None:
    rows = [line for line in (FORMATS / "drop-strings.md").read_text(encoding="utf-8").splitlines() if "`" in line]
    table = [row.replace("\\|", "/").split("|")[1:4] for row in rows if row.startswith("| ")]
    assert len(table) == 4
    for title, text, players in table:
        entrants, string = int(title.split(",")[0]), text.strip(" `").replace("/", "|")
        wanted = [int(part) for part in players.split(",") if int(part) > 1]
        is_double = "double" in title
        plan = double(entrants, drops=string) if is_double else single(entrants, consolation=string)
        drawn = [
            sum(source.kind != "bye" for slot in round_.slots for source in (slot.white, slot.black))
            for bracket, round_ in plan.rounds()
            if bracket == ("lower" if is_double else "consolation")
        ]
        assert drawn == wanted
