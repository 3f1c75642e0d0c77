"""A tournament that is written by its directors and by the pump, and watched after every step."""

from typing import Any

from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from core.errors import Invalid, NotAllowed, NotFound
from core.events import Event
from core.tournament import Format, Tournament, fold
from core.tournament.decisions import pair, pair_round
from core.tournament.decisions.pairing import after
from core.tournament.model.match_status import status_of
from core.tournament.model.state import impasse
from core.tournament.standings.standings import sections, standings
from core.tournament.views.diff import changes
from core.tournament.views.history import result_changes
from tests.support.tournament.invariants import check, check_words
from tests.support.tournament.strategies import DecisionMaker, LoggedTournament


class TournamentStateMachine(RuleBasedStateMachine):
    """A tournament of the format `form`. `behind`: what follows from the last event has not been written yet."""

    form: Format

    def __init__(self) -> None:
        super().__init__()
        self.logged: LoggedTournament
        self.behind = False

    # ── how it is written ────────────────────────────────────────────────────────────────────────────────────────────
    def do(self, decide: DecisionMaker, *, whole: bool = True, keeps: bool = True) -> bool:
        """Decide on the present state and write it, unless it is refused; whether it was written.

        `whole`: what follows by itself comes with it. `keeps`: nothing that was played is lost by it.
        """
        before = self.logged.now
        try:
            events = decide(before)
        except (NotAllowed, Invalid, NotFound):
            return False
        assert decide(before) == events, "decided twice, it is the same"
        self.logged.write(events)
        if events and not self.behind:
            follows = self.follows()
            assert not (whole and follows), f"not written with it: {follows}"
            lost = _played(before) - _played(self.logged.now) - {getattr(events[0], "match", "")}
            assert not (keeps and lost), f"lost: {lost}"
        self.behind = self.follows() != []
        return True

    def write_and_pump(self, events: list[Event], *, killed: bool) -> None:
        """The pump writes what it was told and, if it is not killed in between, what follows."""
        self.logged.write(events)
        self.behind = True
        if not killed:
            self.pump()

    def pump(self) -> None:
        """Write the consequences, at once and to the end."""
        self.logged.write(self.follows())
        self.behind = False
        assert self.follows() == []

    def follows(self) -> list[Event]:
        """The events that the pump would write now."""
        return pair(self.logged.now) if self.logged.now.seed is not None else []

    def corrected(self, decide: DecisionMaker) -> None:
        """The preview says what happens, and all of it."""
        before, looked = self.logged.now, after(self.logged.now, decide(self.logged.now))
        said = changes(before, looked)
        assert self.do(decide, keeps=self.form.on_command and self.form.plan is None)
        now = self.logged.now
        assert changes(before, now) == said
        was, is_ = ({match.match: match for match in one.matches} for one in (before, now))
        assert {pairing.match for pairing in said.pairings} == {
            match for match in was | is_ if was.get(match) != is_.get(match)
        }
        old, new = before.results, now.results
        assert {result.match for result in said.results} == {
            match for match in old | new if old.get(match) != new.get(match)
        }
        ranks = [{row.player_id: (row.rank, row.shared) for row in standings(one)} for one in (before, now)]
        moved = {player for player, rank in ranks[1].items() if ranks[0][player] != rank}
        assert {rank.player for rank in said.ranks if rank.section is None} == moved

    # ── what holds ───────────────────────────────────────────────────────────────────────────────────────────────────
    @rule()
    def everybody_looks(self) -> None:
        check_words(self.logged.now, self.logged.ledger)

    @invariant()
    def it_holds(self) -> None:
        assert self.logged.reread == self.logged.now
        check(self.logged.now, self.logged.ledger, behind=self.behind)
        if not self.behind:
            self.goes_on()

    def goes_on(self) -> None:
        """Something can be done in a tournament that runs: played, confirmed, published, paired, or resolved."""
        now = self.logged.now
        if now.status != "running" or now.to_play or any(round_.draft for round_ in now.rounds):
            return
        if any(match not in now.results for match in now.reported if match in now.paired):
            return
        if not now.rounds and len(set(now.starters) - now.withdrawn) < 2:
            return  # the last player waits for others to enter, or ends it
        stuck = impasse(now)
        assert self.form.on_command, "nothing is left to play, and it is not over"
        assert (stuck and stuck.ways) or pair_round(now), "there is no next round and no way out"

    def teardown(self) -> None:
        if hasattr(self, "book"):
            log = self.logged.recorded()
            assert fold("t_cup", log) == self.logged.now
            results = {result_change.match: result_change.after for result_change in result_changes("t_cup", log)}
            assert {match: result for match, result in results.items() if result} == self.logged.now.results
            check_words(self.logged.now, self.logged.ledger)


def _played(state: Tournament) -> set[str]:
    """The matches of two that have a result."""
    return {match for match in state.results if not state.paired[match].is_bye}


def seen(state: Tournament) -> dict[str, Any]:
    """All that anybody sees, but for the version and the tables of the hall."""
    tables = [("", standings(state)), *sections(state)]
    said = {match.match: status_of(state, match.match) for match in state.matches}
    return {"rounds": state.rounds, "results": state.results, "status": state.status, "tables": tables, "said": said}
