"""Whole tournaments of every format, played by a machine that does what people do, in any order and at any time.

`HYPOTHESIS_PROFILE=search pytest tests/core/tournament/test_machine.py -k swiss` plays many more, others each time.
What fails is printed as a program, with the line that plays it again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule, run_state_machine_as_test

from core.tournament import Format
from core.tournament.decisions import call_off, end, reinstate
from core.tournament.formats import FORMATS, format_of
from core.tournament.terms import terms_of
from tests.support.proving import PROVING, examples, some
from tests.support.tournament import strategies
from tests.support.tournament.alternates import alternate
from tests.support.tournament.played.swiss import check_new_round
from tests.support.tournament.second_chances import second_chance
from tests.support.tournament.state_machine import TournamentStateMachine, seen
from tests.support.tournament.strategies import LoggedTournament

SEARCHES = not settings.default.derandomize
EXAMPLES, STEPS = (settings.default.max_examples, 80) if SEARCHES else (examples(25), 40 if PROVING else 25)

ANY = st.data()
is_open = precondition(lambda self: self.logged.now.seed is None)
started = precondition(lambda self: self.logged.now.seed is not None)
in_play = precondition(lambda self: strategies.open_matches(self.logged.now))
paired = precondition(lambda self: self.logged.now.rounds)
decidable = precondition(lambda self: strategies.decidable(self.logged.now))
on_command = precondition(lambda self: self.form.on_command and self.logged.now.rounds)


class TournamentMachine(TournamentStateMachine):
    """A tournament of the format `form`, and all that people do to it. `chosen` are choices of its settings."""

    chosen: Mapping[str, Sequence[object]] = {}

    # ── before the start ─────────────────────────────────────────────────────────────────────────────────────────────
    @initialize(data=ANY, at_once=st.sampled_from([True, True, True, False]))
    def announced(self, data: st.DataObject, at_once: bool) -> None:
        created = strategies.announced(data.draw, self.form)
        if self.chosen:
            chosen = {name: data.draw(st.sampled_from(values)) for name, values in self.chosen.items()}
            created = replace(created, settings=chosen)
        self.logged = LoggedTournament(created)
        most = strategies.MOST_TEAMS if self.form.teams else strategies.MOST_PLAYERS
        for number in range(1, 1 + data.draw(st.integers(2, most))):
            row = strategies.entrant(data.draw, self.logged.now, number)
            assert self.do(lambda state, row=row: strategies.decisions.enter(state, [row]))
        if at_once:
            self.do(strategies.check_in(data.draw, self.logged.now))
            self.do(strategies.start(data.draw, self.logged.now))

    @rule(data=ANY)
    def somebody_enters(self, data: st.DataObject) -> None:
        self.do(strategies.enter(data.draw, self.logged.now))

    @rule(data=ANY)
    def somebody_leaves(self, data: st.DataObject) -> None:
        self.do(strategies.leave(data.draw, self.logged.now))

    @precondition(lambda self: self.form.key in ("single_elimination", "elimination_by_losses"))
    @rule(data=ANY)
    def somebody_who_is_out_has_a_second_chance(self, data: st.DataObject) -> None:
        self.do(second_chance(data.draw, self.logged.now))

    @started
    @precondition(lambda self: not self.form.teams)
    @rule(data=ANY)
    def an_alternate_takes_a_place(self, data: st.DataObject) -> None:
        self.do(alternate(data.draw, self.logged.now))

    @is_open
    @rule(data=ANY)
    def some_check_in(self, data: st.DataObject) -> None:
        self.do(strategies.check_in(data.draw, self.logged.now))

    @is_open
    @rule(data=ANY)
    def they_are_seeded(self, data: st.DataObject) -> None:
        self.do(strategies.seed(data.draw, self.logged.now))

    @is_open
    @rule(data=ANY)
    def the_announcement_is_changed(self, data: st.DataObject) -> None:
        self.do(strategies.amend(data.draw, self.logged.now))

    @started
    @rule(data=ANY)
    def it_is_changed_after_the_start(self, data: st.DataObject) -> None:
        before = self.logged.now
        self.do(strategies.change(data.draw, before))
        now = self.logged.now
        assert set(before.paired.items()) <= set(now.paired.items()), "what was paired stands"
        assert {match: now.results.get(match) for match in before.results} == before.results
        for round_ in before.rounds:
            if not round_.draft:
                for pairing in round_.pairings:
                    assert terms_of(now, round_, pairing) == terms_of(before, round_, pairing), "as it was opened"

    @rule(data=ANY)
    def it_starts(self, data: st.DataObject) -> None:
        self.do(strategies.start(data.draw, self.logged.now))

    @precondition(lambda self: self.logged.now.status != "finished")
    @rule()
    def it_is_called_off_and_takes_place_after_all(self) -> None:
        before, behind = self.logged.now, self.behind
        assert self.do(lambda state: call_off(state, "snow"))
        assert (self.logged.now.status, self.follows()) == ("called_off", [])
        assert self.do(reinstate)
        assert behind or seen(self.logged.now) == seen(before)

    @precondition(lambda self: self.form.teams)
    @rule(data=ANY)
    def a_team_is_lined_up(self, data: st.DataObject) -> None:
        self.do(strategies.line_up(data.draw, self.logged.now))

    # ── rounds and tables ────────────────────────────────────────────────────────────────────────────────────────────
    @rule(data=ANY)
    def a_round_is_asked_for(self, data: st.DataObject) -> None:
        before = self.logged.now
        self.do(strategies.pair_round(data.draw, before))
        if self.form.on_command and len(self.logged.now.rounds) > len(before.rounds):
            check_new_round(before, self.logged.now)

    @paired
    @rule(data=ANY)
    def a_round_is_published(self, data: st.DataObject) -> None:
        self.do(strategies.publish(data.draw, self.logged.now))

    @on_command
    @rule(data=ANY)
    def a_round_is_taken_back(self, data: st.DataObject) -> None:
        self.do(strategies.unpair(data.draw, self.logged.now), whole=False)

    @on_command
    @rule(data=ANY)
    def a_round_is_paired_by_hand(self, data: st.DataObject) -> None:
        self.do(strategies.by_hand(data.draw, self.logged.now))

    @precondition(lambda self: self.form.impasse is not None)
    @rule(data=ANY)
    def an_impasse_is_resolved(self, data: st.DataObject) -> None:
        self.do(strategies.resolve(data.draw, self.logged.now))

    @precondition(lambda self: len(self.logged.now.entries) > 1)
    @rule(data=ANY)
    def two_are_kept_apart_or_not_any_more(self, data: st.DataObject) -> None:
        self.do(strategies.avoid(data.draw, self.logged.now), whole=False)

    @rule(data=ANY)
    def tables_are_set(self, data: st.DataObject) -> None:
        self.do(strategies.set_tables(data.draw, self.logged.now))

    @precondition(lambda self: self.logged.now.paired)
    @rule(data=ANY)
    def a_match_is_put_at_a_table(self, data: st.DataObject) -> None:
        self.do(strategies.sit(data.draw, self.logged.now))

    # ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────
    @in_play
    @rule(data=ANY, killed=st.sampled_from([False, False, True]))
    def a_match_ends(self, data: st.DataObject, killed: bool) -> None:
        self.write_and_pump(strategies.report(data.draw, self.logged.now), killed=killed)

    @in_play
    @rule(data=ANY, most=st.integers(2, 12))
    def many_matches_end(self, data: st.DataObject, most: int) -> None:
        for _ in range(most):
            if strategies.open_matches(self.logged.now):
                self.write_and_pump(strategies.report(data.draw, self.logged.now), killed=False)

    @on_command
    @rule(data=ANY)
    def all_matches_end_and_the_next_round_is_asked_for(self, data: st.DataObject) -> None:
        while strategies.open_matches(self.logged.now):
            self.write_and_pump(strategies.report(data.draw, self.logged.now), killed=False)
        self.do(lambda state: strategies.decisions.pair_round(state))

    @paired
    @rule(data=ANY, killed=st.booleans())
    def a_match_says_something_that_nobody_waited_for(self, data: st.DataObject, killed: bool) -> None:
        self.write_and_pump(strategies.late_news(data.draw, self.logged.now, self.logged.ledger.begun), killed=killed)

    @precondition(lambda self: self.behind)
    @rule()
    def the_pump_is_back(self) -> None:
        self.pump()

    @precondition(lambda self: self.logged.now.created.confirm and self.logged.now.paired)
    @rule(data=ANY)
    def a_result_is_confirmed_or_disputed(self, data: st.DataObject) -> None:
        self.do(strategies.confirming(data.draw, self.logged.now))

    # ── corrections ──────────────────────────────────────────────────────────────────────────────────────────────────
    @decidable
    @rule(data=ANY)
    def a_result_is_decided(self, data: st.DataObject) -> None:
        self.corrected(strategies.decided(strategies.decision(data.draw, self.logged.now)))

    @precondition(lambda self: strategies.standing_decisions(self.logged.now))
    @rule(data=ANY)
    def a_decision_is_taken_back(self, data: st.DataObject) -> None:
        self.corrected(strategies.undoing(data.draw, self.logged.now))

    @precondition(lambda self: not self.behind and strategies.decidable(self.logged.now))
    @rule(data=ANY)
    def what_is_undone_never_was(self, data: st.DataObject) -> None:
        before = self.logged.now
        self.corrected(strategies.decided(strategies.decision(data.draw, before)))
        self.corrected(lambda state: strategies.undo(state, before.version + 1, "it was right"))
        stays = any(match.slot for match in before.matches) and any(not pairing.slot for pairing in before.to_play)
        if before.format.follows is not None and stays:
            return  # while a result of the Swiss is missing, the knock-out stays as it was paired last (SK11)
        assert seen(self.logged.now) == seen(before)

    # ── several at once ──────────────────────────────────────────────────────────────────────────────────────────────
    @decidable
    @rule(data=ANY)
    def two_decide_on_what_both_of_them_see(self, data: st.DataObject) -> None:
        """The second is told that another wrote meanwhile, and the same is decided again on what is there then."""
        draw, now = data.draw, self.logged.now
        ways = [strategies.leave, strategies.enter, strategies.pair_round, strategies.publish, strategies.set_tables]
        ways += [strategies.by_hand, strategies.unpair] if self.form.on_command else []
        both = [draw(st.sampled_from(ways))(draw, now), strategies.decided(strategies.decision(draw, now))]
        for decide in draw(st.permutations(both)):
            self.do(decide, whole=False, keeps=False)

    @on_command
    @rule()
    def two_ask_for_the_next_round(self) -> None:
        """The second of two directors sees the round of the first."""
        before = len(self.logged.now.rounds)
        for _ in range(2):
            self.do(lambda state: strategies.decisions.pair_round(state, before + 1))
        new = self.logged.now.rounds[before:]
        assert len(new) <= 1 or all(pairing.slot for round_ in new for pairing in round_.pairings)

    @started
    @rule(really=st.sampled_from([False] * 9 + [True]))
    def it_is_ended(self, really: bool) -> None:
        if really:
            self.do(lambda state: end(state, "it is late"), whole=False)


KEPT = ("swiss", "groups_then_knockout", "double_elimination", "team_knockout")
"""Formats of `make test`: one of each kind of play."""


@pytest.mark.hypothesis
@pytest.mark.parametrize(
    "form", some(FORMATS, *(format_ for format_ in FORMATS if format_.key in KEPT)), ids=lambda each: each.key
)
def test_whatever_people_do_a_tournament_of_any_format_holds(form: Format) -> None:
    machine = type(f"Machine_{form.key}", (TournamentMachine,), {"form": form})
    run_state_machine_as_test(machine, settings=settings(max_examples=EXAMPLES, stateful_step_count=STEPS))


BEHIND_A_SWISS: Mapping[str, Sequence[object]] = {
    "first": ("swiss",),
    "first_rounds": (1, 2),
    "first_on": (3, 5, 6),
    "second": ("single_elimination", "double_elimination"),
    "consolation": (True,),
    "line": ("tie_breaks", "play_off"),
}


@pytest.mark.hypothesis
def test_whatever_people_do_a_knock_out_behind_a_stage_and_its_consolation_hold() -> None:
    machine = type("MachineBehindASwiss", (TournamentMachine,), {"form": format_of("stages"), "chosen": BEHIND_A_SWISS})
    run_state_machine_as_test(machine, settings=settings(max_examples=EXAMPLES, stateful_step_count=STEPS))
