"""Re-entries and buy-backs in tournaments that are played at random, with corrections, leavers, alternates."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.events import BuyBackTakenBack, Event, PlayerBoughtBack, PlayerReentered, PlayerReplaced, ReentryTakenBack
from core.tournament.formats import format_of
from tests.support.proving import PROVING, examples, some
from tests.support.tournament import strategies
from tests.support.tournament.alternates import alternate
from tests.support.tournament.second_chances import second_chance
from tests.support.tournament.state_machine import TournamentStateMachine
from tests.support.tournament.strategies import LoggedTournament

STEPS = 45
SETTINGS = [
    ("single_elimination", {"re_entries": 2, "re_entry_until": 2}),
    ("single_elimination", {"re_entries": 1, "consolation": "auto", "last_chance": "auto"}),
    ("single_elimination", {"re_entries": 3, "placement": 8}),
    ("elimination_by_losses", {"losses": 1, "buy_backs": 2}),
    ("elimination_by_losses", {"losses": 2, "buy_backs": 1, "finalist": False}),
]
ASKED = [
    *[second_chance] * 4,
    *[strategies.pair_round] * 3,
    strategies.publish,
    strategies.leave,
    strategies.enter,
    strategies.unpair,
    *[alternate] * 2,
]


class Watched(TournamentStateMachine):
    """A tournament that is watched after every step, and the events that were written."""

    def __init__(self, form: str, created: object) -> None:
        self.form = format_of(form)
        super().__init__()
        self.logged = LoggedTournament(created)
        self.written: list[type[Event]] = []

    def do(self, decide: Callable, **said: bool) -> bool:
        before = self.logged.now.version
        done = super().do(decide, **said)
        self.written += [type(each.event) for each in self.logged.recorded()[before + 1 :]]
        self.it_holds()
        return done


def play(draw: Callable, form: str, settings: dict[str, object], number: int) -> Watched:
    created = replace(strategies.announced(draw, format_of(form)), settings=settings, check_in=None, confirm=None)
    cup = Watched(form, created)
    for each in range(1, number + 1):
        row = strategies.entrant(draw, cup.logged.now, each)
        cup.do(lambda state, row=row: strategies.decisions.enter(state, [row]))
    cup.do(strategies.start(draw, cup.logged.now))
    for _ in range(STEPS):
        now = cup.logged.now
        step = draw(st.integers(0, 9))
        if step < 4 and strategies.open_matches(now):
            cup.write_and_pump(strategies.report(draw, now), killed=False)
            cup.it_holds()
        elif step < 8 or not strategies.decidable(now):
            cup.do(draw(st.sampled_from(ASKED))(draw, now), whole=False, keeps=False)
        elif step == 8 or not strategies.standing_decisions(now):
            cup.do(strategies.decided(strategies.decision(draw, now)), keeps=False)
        else:
            cup.do(strategies.undoing(draw, now), keeps=False)
    cup.everybody_looks()
    return cup


@pytest.mark.hypothesis
@pytest.mark.parametrize(("form", "announced"), some(SETTINGS, SETTINGS[0]))
def test_whatever_follows_a_second_chance_the_tournament_holds(form, announced):
    seen: list[type[Event]] = []

    @settings(max_examples=examples(240), deadline=None)
    @given(st.data(), st.integers(3, 7))
    def played(data: st.DataObject, number: int) -> None:
        seen.extend(play(data.draw, form, announced, number).written)

    played()
    if PROVING:
        assert PlayerReentered in seen or PlayerBoughtBack in seen, "no player had a second chance"
        assert form != "elimination_by_losses" or BuyBackTakenBack in seen
        assert form != "single_elimination" or ReentryTakenBack in seen
        assert PlayerReplaced in seen, "no alternate took a place"
