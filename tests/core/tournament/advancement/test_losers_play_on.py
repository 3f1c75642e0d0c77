"""The losers of a knock-out after another stage play on as announced: consolation, last chance, places."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Invalid
from core.events import PlayerWithdrew
from core.tournament import Tournament
from core.tournament.brackets.below import Below
from core.tournament.brackets.builders import single
from core.tournament.brackets.view import bracket_views
from core.tournament.decisions import pair, pair_round, start
from core.tournament.model.bracket_plan import LOSER, WINNER
from core.tournament.standings.standings import standings
from tests.support.proving import examples, some
from tests.support.tournament.scenario import announced, begun, by_chance, entries, played_on
from tests.support.tournament.written_results import after, field

BELOW = [
    {"losers": "auto"},
    {"losers": "auto", "last_chance": "auto"},
    {"losers": "auto", "bronze": True},
    {"placement": 64},
]
FORMATS = {
    "groups_then_knockout": lambda on: ({"groups": max(1, on // 2), "advance": 2}, max(4, 3 * (on // 2))),
    "qualified": lambda on: ({"groups": max(1, on // 2), "advance": 2, "seeds_by": "results"}, max(4, 3 * (on // 2))),
    "swiss_then_knockout": lambda on: ({"rounds": 2, "cut": on}, on + 2),
    "stages": lambda on: (
        {"first": "swiss", "first_rounds": 2, "first_on": on, "second": "single_elimination"},
        on + 2,
    ),
}


def cup(form: str, on: int, below: dict[str, object]) -> Tournament:
    options, players = FORMATS[form](on)
    key = "groups_then_knockout" if form == "qualified" else form
    return begun(announced(key, {**options, **below}), entries(field(players)))


def to_the_end(now: Tournament, seed: int) -> Tournament:
    now = played_on(now, by_chance(seed))
    while now.status != "finished":
        events = pair(now) or pair_round(now)
        assert events
        now = played_on(after(now, events), by_chance(seed))
    return now


@pytest.mark.parametrize("below", BELOW, ids=str)
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("on", some([2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 23, 32, 48, 64], 2, 3, 5, 6, 8, 12))
def test_all_who_come_to_a_knock_out_have_one_place_and_play_on_only_as_announced(form, on, below) -> None:
    over = to_the_end(cup(form, on, below), on)
    plan = over.format.plan(over)
    used = Counter(
        source for _, round_ in plan.rounds() for slot in round_.slots for source in (slot.white, slot.black)
    )
    assert all(count == 1 for source, count in used.items() if source.kind in (WINNER, LOSER))
    known = {slot.key for _, round_ in plan.rounds() for slot in round_.slots}
    assert all(source.of in known for source in used if source.kind in (WINNER, LOSER))
    behind = {str(source.of) for source in used if source.kind == LOSER}
    out: set[str] = set()
    for round_ in over.rounds:
        for pairing in round_.pairings:
            if pairing.slot.count(".") != 2:
                continue
            assert not out & {pairing.white, pairing.black} - {""}, pairing
            if not pairing.is_bye and pairing.slot not in behind:
                out.add(pairing.black if over.results[pairing.match].winner == "white" else pairing.white)
    lines = standings(over)
    inside = {player for match in over.matches if match.slot.startswith("main.") for player in match[1:3] if player}
    assert {line.player_id for line in lines[: len(inside)]} == inside
    assert Counter(line.player_id for line in lines) == Counter(over.starters)
    if "placement" in below:
        assert [line.rank for line in lines[: len(inside)]] == list(range(1, len(inside) + 1))
    slots = [slot for bracket in bracket_views(over) for round_ in bracket.rounds for slot in round_.slots]
    assert {slot.status for slot in slots} <= {"played", "bye", "empty"}


@pytest.mark.parametrize("form", FORMATS)
def test_a_drop_string_that_does_not_fit_is_refused_at_the_start_by_its_setting(form) -> None:
    key, (settings, players) = "groups_then_knockout" if form == "qualified" else form, FORMATS[form](8)
    before = after(announced(key, {**settings, "losers": "A."}), entries(field(players)))
    with pytest.raises(Invalid) as wrong:
        start(before, "midsummer")
    assert list(wrong.value.problems) == ["settings.losers"]


@pytest.mark.parametrize("form", ["groups_then_knockout", "swiss_then_knockout", "stages"])
@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"losers": "auto", "consolation": True}, "losers"),
        ({"last_chance": "auto"}, "last_chance"),
        ({"losers": "auto", "placement": 8}, "placement"),
        ({"losers": "A"}, "losers"),
    ],
)
def test_settings_that_exclude_each_other_are_named(form, settings, name) -> None:
    second = {"second": "single_elimination"} if form == "stages" else {}
    with pytest.raises(Invalid) as wrong:
        announced(form, {**second, **settings}).format.read_settings({**second, **settings})
    assert name in wrong.value.problems


@given(
    consolation=st.lists(st.sampled_from(["A", "B", "AB", "C", "D", "|", ""]), min_size=1, max_size=6),
    last_chance=st.none() | st.lists(st.sampled_from(["a", "b", "C", "|"]), min_size=1, max_size=4),
    entrants=st.integers(2, 64),
)
@settings(max_examples=examples(2000))
def test_a_string_that_does_not_fit_those_who_go_on_is_the_usual_one(consolation, last_chance, entrants) -> None:
    strings = {"consolation": ".".join(consolation) + ".", "last_chance": ".".join(last_chance or []) + "."}
    below = Below(**{name: text for name, text in strings.items() if name == "consolation" or last_chance})
    fitting = below.fitting(entrants)
    assert single(entrants, **fitting._asdict()).brackets, "its plan is there, whatever was written"
    assert fitting.consolation in (below.consolation, "auto")
    assert fitting.last_chance in (below.last_chance, "auto")
    try:
        single(entrants, **below._asdict())
    except Invalid:
        assert fitting != below
    else:
        assert fitting == below


def test_with_fewer_than_expected_who_go_on_the_usual_consolation_is_played() -> None:
    announcement = {"rounds": 2, "cut": 8, "losers": "A.B.|."}
    now = begun(announced("swiss_then_knockout", announcement), entries(field(8)))
    now = after(now, [PlayerWithdrew(entry.player, "ill") for entry in now.entries[-4:]])
    over = to_the_end(now, 3)
    assert len([match for match in over.matches if match.slot.startswith("main.")]) == 3
    assert [bracket.key for bracket in over.format.plan(over).brackets] == ["main", "consolation"]
