"""Whole tournaments of every format, played by a machine that does what people do, in any order and at any time.

`HYPOTHESIS_PROFILE=search pytest tests/core/tournament/test_machine.py -k swiss` plays many more, others each time.
What fails is printed as a program, with the line that plays it again.
"""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from core.errors import Malformed, Refused, Unknown
from core.events import Event
from core.tournament import Format, Tournament, fold
from core.tournament.boards import status_of
from core.tournament.changes import changes
from core.tournament.decisions import end, pair
from core.tournament.decisions.pairing import after
from core.tournament.formats import FORMATS
from core.tournament.history import deeds
from core.tournament.impasse import impasse
from core.tournament.standings import sections, standings
from tests.core.tournament import directing
from tests.core.tournament.directing import Book, Deed
from tests.core.tournament.what_holds import check, check_words

SEARCHES = not settings.default.derandomize
EXAMPLES, STEPS = (settings.default.max_examples, 80) if SEARCHES else (25, 40)

ANY = st.data()
is_open = precondition(lambda self: self.book.now.seed is None)
started = precondition(lambda self: self.book.now.seed is not None)
in_play = precondition(lambda self: directing.open_matches(self.book.now))
paired = precondition(lambda self: self.book.now.rounds)
decidable = precondition(lambda self: directing.decidable(self.book.now))
on_command = precondition(lambda self: self.form.on_command and self.book.now.rounds)


class Weekend(RuleBasedStateMachine):
    """A tournament of the format `form`. `behind`: what follows from the last event has not been written yet."""

    form: Format

    def __init__(self) -> None:
        super().__init__()
        self.book: Book
        self.behind = False

    # ── how it is written ────────────────────────────────────────────────────────────────────────────────────────────
    def do(self, deed: Deed, *, whole: bool = True, keeps: bool = True) -> bool:
        """Decide on the present state and write it, unless it is refused; whether it was written.

        `whole`: what follows by itself comes with it. `keeps`: nothing that was played is lost by it.
        """
        before = self.book.now
        try:
            events = deed(before)
        except (Refused, Malformed, Unknown):
            return False
        assert deed(before) == events, "decided twice, it is the same"
        self.book.write(events)
        if events and not self.behind:
            follows = self.follows()
            assert not (whole and follows), f"not written with it: {follows}"
            lost = _played(before) - _played(self.book.now) - {getattr(events[0], "match", "")}
            assert not (keeps and lost), f"lost: {lost}"
        self.behind = self.follows() != []
        return True

    def told(self, events: list[Event], *, killed: bool) -> None:
        """The pump writes what it was told and, if it is not killed in between, what follows."""
        self.book.write(events)
        self.behind = True
        if not killed:
            self.pump()

    def pump(self) -> None:
        """What follows is written, at once and to the end."""
        self.book.write(self.follows())
        self.behind = False
        assert self.follows() == []

    def follows(self) -> list[Event]:
        """What the pump would write now."""
        return pair(self.book.now) if self.book.now.seed is not None else []

    # ── before the start ─────────────────────────────────────────────────────────────────────────────────────────────
    @initialize(data=ANY, at_once=st.sampled_from([True, True, True, False]))
    def announced(self, data: st.DataObject, at_once: bool) -> None:
        self.book = Book(directing.announced(data.draw, self.form))
        most = directing.MOST_TEAMS if self.form.teams else directing.MOST_PLAYERS
        for number in range(1, 1 + data.draw(st.integers(2, most))):
            row = directing.entrant(data.draw, self.book.now, number)
            assert self.do(lambda state, row=row: directing.decisions.enter(state, [row]))
        if at_once:
            self.do(directing.check_in(data.draw, self.book.now))
            self.do(directing.start(data.draw, self.book.now))

    @rule(data=ANY)
    def somebody_enters(self, data: st.DataObject) -> None:
        self.do(directing.enter(data.draw, self.book.now))

    @rule(data=ANY)
    def somebody_leaves(self, data: st.DataObject) -> None:
        self.do(directing.leave(data.draw, self.book.now))

    @is_open
    @rule(data=ANY)
    def some_check_in(self, data: st.DataObject) -> None:
        self.do(directing.check_in(data.draw, self.book.now))

    @is_open
    @rule(data=ANY)
    def they_are_seeded(self, data: st.DataObject) -> None:
        self.do(directing.seed(data.draw, self.book.now))

    @is_open
    @rule(data=ANY)
    def the_announcement_is_changed(self, data: st.DataObject) -> None:
        self.do(directing.amend(data.draw, self.book.now))

    @rule(data=ANY)
    def it_starts(self, data: st.DataObject) -> None:
        self.do(directing.start(data.draw, self.book.now))

    @precondition(lambda self: self.form.teams)
    @rule(data=ANY)
    def a_team_is_lined_up(self, data: st.DataObject) -> None:
        self.do(directing.line_up(data.draw, self.book.now))

    # ── rounds and tables ────────────────────────────────────────────────────────────────────────────────────────────
    @rule(data=ANY)
    def a_round_is_asked_for(self, data: st.DataObject) -> None:
        before = len(self.book.now.rounds)
        self.do(directing.pair_round(data.draw, self.book.now))
        if self.form.on_command:
            assert len(self.book.now.rounds) <= before + 1

    @paired
    @rule(data=ANY)
    def a_round_is_published(self, data: st.DataObject) -> None:
        self.do(directing.publish(data.draw, self.book.now))

    @on_command
    @rule(data=ANY)
    def a_round_is_taken_back(self, data: st.DataObject) -> None:
        self.do(directing.unpair(data.draw, self.book.now), whole=False)

    @on_command
    @rule(data=ANY)
    def a_round_is_paired_by_hand(self, data: st.DataObject) -> None:
        self.do(directing.by_hand(data.draw, self.book.now))

    @precondition(lambda self: self.form.impasse is not None)
    @rule(data=ANY)
    def an_impasse_is_resolved(self, data: st.DataObject) -> None:
        self.do(directing.resolve(data.draw, self.book.now))

    @precondition(lambda self: len(self.book.now.entries) > 1)
    @rule(data=ANY)
    def two_are_kept_apart_or_not_any_more(self, data: st.DataObject) -> None:
        self.do(directing.avoid(data.draw, self.book.now), whole=False)

    @rule(data=ANY)
    def tables_are_set(self, data: st.DataObject) -> None:
        self.do(directing.set_tables(data.draw, self.book.now))

    @precondition(lambda self: self.book.now.paired)
    @rule(data=ANY)
    def a_match_is_put_at_a_table(self, data: st.DataObject) -> None:
        self.do(directing.sit(data.draw, self.book.now))

    # ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────
    @in_play
    @rule(data=ANY, killed=st.sampled_from([False, False, True]))
    def a_match_ends(self, data: st.DataObject, killed: bool) -> None:
        self.told(directing.report(data.draw, self.book.now), killed=killed)

    @in_play
    @rule(data=ANY, most=st.integers(2, 12))
    def many_matches_end(self, data: st.DataObject, most: int) -> None:
        for _ in range(most):
            if directing.open_matches(self.book.now):
                self.told(directing.report(data.draw, self.book.now), killed=False)

    @paired
    @rule(data=ANY, killed=st.booleans())
    def a_match_says_something_that_nobody_waited_for(self, data: st.DataObject, killed: bool) -> None:
        self.told(directing.late_news(data.draw, self.book.now), killed=killed)

    @precondition(lambda self: self.behind)
    @rule()
    def the_pump_is_back(self) -> None:
        self.pump()

    @precondition(lambda self: self.book.now.created.confirm and self.book.now.paired)
    @rule(data=ANY)
    def a_result_is_confirmed_or_disputed(self, data: st.DataObject) -> None:
        self.do(directing.confirming(data.draw, self.book.now))

    # ── corrections ──────────────────────────────────────────────────────────────────────────────────────────────────
    @decidable
    @rule(data=ANY)
    def a_result_is_decided(self, data: st.DataObject) -> None:
        self.corrected(directing.decided(directing.decision(data.draw, self.book.now)))

    @precondition(lambda self: directing.standing_decisions(self.book.now))
    @rule(data=ANY)
    def a_decision_is_taken_back(self, data: st.DataObject) -> None:
        self.corrected(directing.undoing(data.draw, self.book.now))

    @precondition(lambda self: not self.behind and directing.decidable(self.book.now))
    @rule(data=ANY)
    def what_is_undone_never_was(self, data: st.DataObject) -> None:
        before = self.book.now
        self.corrected(directing.decided(directing.decision(data.draw, before)))
        self.corrected(lambda state: directing.undo(state, before.version + 1, "it was right"))
        assert _seen(self.book.now) == _seen(before)

    def corrected(self, deed: Deed) -> None:
        """What the look beforehand says is what happens; and it says all of it."""
        before, looked = self.book.now, after(self.book.now, deed(self.book.now))
        said = changes(before, looked)
        assert self.do(deed, keeps=self.form.on_command)
        now = self.book.now
        assert changes(before, now) == said
        was, is_ = ({each.match: each for each in one.matches} for one in (before, now))
        assert {each["match"] for each in said["pairings"]} == {
            match for match in was | is_ if was.get(match) != is_.get(match)
        }
        old, new = before.results, now.results
        assert {each["match"] for each in said["results"]} == {
            match for match in old | new if old.get(match) != new.get(match)
        }
        ranks = [{each.player_id: (each.rank, each.shared) for each in standings(one)} for one in (before, now)]
        moved = {player for player, rank in ranks[1].items() if ranks[0][player] != rank}
        assert {each["player"] for each in said["ranks"] if each["section"] is None} == moved

    # ── several at once ──────────────────────────────────────────────────────────────────────────────────────────────
    @decidable
    @rule(data=ANY)
    def two_decide_on_what_both_of_them_see(self, data: st.DataObject) -> None:
        """The second is told that somebody wrote meanwhile, and the same is decided again on what is there then."""
        draw, now = data.draw, self.book.now
        ways = [directing.leave, directing.enter, directing.pair_round, directing.publish, directing.set_tables]
        ways += [directing.by_hand, directing.unpair] if self.form.on_command else []
        both = [draw(st.sampled_from(ways))(draw, now), directing.decided(directing.decision(draw, now))]
        for deed in draw(st.permutations(both)):
            self.do(deed, whole=False, keeps=False)

    @on_command
    @rule()
    def two_ask_for_the_next_round(self) -> None:
        """Whoever comes second sees the round of the first."""
        before = len(self.book.now.rounds)
        for _ in range(2):
            self.do(lambda state: directing.decisions.pair_round(state, before + 1))
        assert len(self.book.now.rounds) in (before, before + 1)

    @started
    @rule(really=st.sampled_from([False] * 9 + [True]))
    def it_is_ended(self, really: bool) -> None:
        if really:
            self.do(lambda state: end(state, "it is late"), whole=False)

    # ── what holds ───────────────────────────────────────────────────────────────────────────────────────────────────
    @rule()
    def everybody_looks(self) -> None:
        check_words(self.book.now, self.book.ledger)

    @invariant()
    def it_holds(self) -> None:
        assert self.book.reread == self.book.now
        check(self.book.now, self.book.ledger, behind=self.behind)
        if not self.behind:
            self.goes_on()

    def goes_on(self) -> None:
        """Something can be done in a tournament that runs: played, confirmed, published, paired, or resolved."""
        now = self.book.now
        if now.status != "running" or now.to_play or any(each.draft for each in now.rounds):
            return
        if any(match not in now.results for match in now.reported if match in now.paired):
            return
        if not now.rounds and len(set(now.starters) - now.withdrawn) < 2:
            return  # whoever is left waits for others to enter, or ends it
        stuck = impasse(now)
        assert self.form.on_command, "nothing is left to play, and it is not over"
        assert (stuck and stuck.ways) or directing.decisions.pair_round(now), "there is no next round and no way out"

    def teardown(self) -> None:
        if hasattr(self, "book"):
            log = self.book.recorded()
            assert fold("t_cup", log) == self.book.now
            results = {each.match: each.after for each in deeds("t_cup", log)}
            assert {match: each for match, each in results.items() if each} == self.book.now.results
            check_words(self.book.now, self.book.ledger)


def _played(state: Tournament) -> set[str]:
    """The matches of two that have a result."""
    return {match for match in state.results if not state.paired[match].is_bye}


def _seen(state: Tournament) -> dict[str, Any]:
    """All that anybody sees, but for the version and the tables of the hall."""
    tables = [("", standings(state)), *sections(state)]
    said = {each.match: status_of(state, each.match) for each in state.matches}
    return {"rounds": state.rounds, "results": state.results, "status": state.status, "tables": tables, "said": said}


@pytest.mark.parametrize("form", FORMATS, ids=lambda each: each.key)
def test_whatever_people_do_a_tournament_of_any_format_holds(form: Format) -> None:
    machine = type(f"Weekend_{form.key}", (Weekend,), {"form": form})
    run_state_machine_as_test(machine, settings=settings(max_examples=EXAMPLES, stateful_step_count=STEPS))
