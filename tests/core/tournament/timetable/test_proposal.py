"""A proposal holds every match that is to be played and never clashes, whatever format, tables, breaks and others."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Invalid
from core.tournament.decisions import pair_round, set_tables
from core.tournament.model.timetable import Break
from core.tournament.timetable.changes import schedule
from core.tournament.timetable.clashes import Item, clashes
from core.tournament.timetable.jobs import items_of, jobs_of
from core.tournament.timetable.proposal import STEP, Wish, proposal
from tests.core.tournament.decisions.test_entries import started
from tests.support.proving import examples
from tests.support.tournament.written_results import after, field, settled

MINUTE = 60_000
START = 1_000 * STEP
FORMATS = (
    "round_robin",
    "swiss",
    "single_elimination",
    "double_elimination",
    "elimination_by_losses",
    "groups_then_knockout",
    "swiss_then_knockout",
)


def proposed(tournament, wish, minutes, tables, taken=()):
    jobs = jobs_of(tournament)
    return proposal(jobs, wish, lambda _: minutes * MINUTE, lambda _: tables, lambda job: job.players, taken)


def as_items(tournament, times):
    planned = tournament._replace(timetable=tournament.timetable._replace(times=times))
    return items_of(planned, jobs_of(planned), lambda player: player)


breaks = st.lists(
    st.tuples(st.integers(0, 60), st.integers(1, 12)).map(
        lambda each: Break(START + each[0] * STEP, START + (each[0] + each[1]) * STEP, "break")
    ),
    max_size=3,
)
others = st.lists(
    st.tuples(
        st.integers(0, 60), st.integers(1, 20), st.sampled_from(["1", "2", "x"]), st.sampled_from(["p01", "p02"])
    ),
    max_size=3,
)


@settings(max_examples=examples(1500))
@given(
    st.sampled_from(FORMATS),
    st.integers(3, 11),
    st.integers(0, 4),
    st.integers(10, 90),
    st.integers(0, 20),
    breaks,
    others,
)
def test_a_proposal_holds_every_match_and_never_clashes(form, players, tables, minutes, rest, pauses, taken):
    tournament = started(form, field(players))
    names = [str(number) for number in range(1, tables + 1)]
    elsewhere = [
        Item(("t_other", str(place)), START + at * STEP, START + (at + long) * STEP, table, frozenset([person]))
        for place, (at, long, table, person) in enumerate(taken)
    ]
    wish = Wish(START, rest, pauses, rounds={2: START + 20 * STEP})
    times = proposed(tournament, wish, minutes, names, elsewhere)
    assert set(times) == {job.key for job in jobs_of(tournament) if not job.done}
    items = as_items(tournament, times)
    own = {item.key for item in items}
    found = clashes([*items, *elsewhere], {tournament.id: pauses}, {tournament.id: rest, "t_other": rest})
    assert not own & found.keys()
    assert all((time.table in names) == bool(names) for time in times.values())
    assert all((time.starts - START) % STEP == 0 and time.starts >= START for time in times.values())
    second = [times[job.key] for job in jobs_of(tournament) if job.round == 2 and job.key in times]
    assert all(each.starts >= START + 20 * STEP for each in second)


def test_rounds_of_a_swiss_follow_each_other_and_each_place_gets_the_match_that_is_paired_for_it():
    tournament = started("swiss", field(8))
    tournament = after(tournament, set_tables(tournament, [(str(each), "") for each in (1, 2, 3, 4)]))
    times = proposed(tournament, Wish(START), 60, ["1", "2", "3", "4"])
    begins = {key: time.starts for key, time in times.items()}
    assert {key: (at - START) // (60 * MINUTE) for key, at in begins.items() if ":" in key} == {
        f"{number}:{place}": number - 1 for number in (2, 3, 4) for place in (1, 2, 3, 4)
    }
    tournament = after(tournament, schedule(tournament, times))
    matches = list(tournament.matches)
    results = [settled(tournament, f"{match.white}-{match.black}") for match in matches]
    tournament = after(tournament, results)
    tournament = after(tournament, pair_round(tournament))
    second = [pairing.match for pairing in tournament.rounds[1].pairings]
    assert [tournament.timetable.times[match] for match in second] == [times[f"2:{place}"] for place in (1, 2, 3, 4)]
    assert not any(key.startswith("2:") for key in tournament.timetable.times)


def test_matches_that_do_not_fit_within_two_months_are_refused():
    tournament = started("round_robin", field(4))
    nights = [(START + day * 288 * STEP + STEP, START + (day + 1) * 288 * STEP) for day in range(100)]
    with pytest.raises(Invalid) as wrong:
        proposed(tournament, Wish(START, nights=nights), 60, ["1"])
    assert list(wrong.value.problems) == ["minutes"]
