"""Results of a file against the matches of a tournament: those that can be written truly, and why others cannot.

A result is written as a decision of a referee, with all that follows from it, so that brackets move on and the next
results of the file find their matches.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from typing import NamedTuple

from core.errors import Invalid, NotAllowed
from core.events import Event, GameResult
from core.imports.known_games import contradicts, games_of
from core.imports.values import (
    BOTH_ABSENT,
    BRADE,
    BYE,
    CHALLONGE,
    CHESS_RESULTS,
    DISQUALIFIED,
    DRAWN,
    FIDE_REPORT,
    FORFEITED,
    SHARLY_CHESS,
    STARTGG,
    UNCLEAR,
    UNFINISHED,
    UNPLAYED_WIN,
    ImportedResult,
)
from core.match.state import Match
from core.messages import one_after_another, say
from core.tournament import Tournament
from core.tournament.decisions import corrections
from core.tournament.decisions.corrections import Decision
from core.tournament.decisions.manual_pairing import pair_by_hand
from core.tournament.decisions.pairing import after
from core.tournament.decisions.rounds import is_on_command, is_unplayed, pair_round, publish_round
from core.tournament.model.state import FINISHED
from core.tournament.model.values import Pairing, Round

WRITTEN, AGREES, LEFT = "written", "agrees", "left"
"""Fates of a result: it is written; the tournament says the same already; it is left, for a reason."""
PROGRAMS = {
    CHALLONGE: "Challonge",
    STARTGG: "start.gg",
    CHESS_RESULTS: "chess-results",
    SHARLY_CHESS: "Sharly Chess",
    FIDE_REPORT: "TRF",
    BRADE: "brade",
}
_LONGEST = 80
_NOT_SAID = {
    DRAWN: say("it was drawn, and a match here has a winner"),
    UNFINISHED: say("it was not finished"),
    UNCLEAR: say("the file does not say clearly who won"),
    DISQUALIFIED: say("a player was disqualified: the file does not say if the match had begun, so a referee decides"),
    FORFEITED: say("a player gave up: the file does not say if the match had begun, so a referee decides"),
}
AtTable = Callable[[Tournament, str], Match]


class Options(NamedTuple):
    """The organiser's choices: the sets of the file have the points of the games; a referee awards matches of which
    the file says the winner alone; rounds are paired as in the file."""

    with_points: bool = False
    award: bool = False
    pair: bool = False


class ResultRow(NamedTuple):
    """A result of the file and what becomes of it. `round` and `match` are the tournament's, 0 and empty without one.

    `kind` is that of the decision, `games` are those that it names, `why` is the reason why it is left.
    """

    result: ImportedResult
    state: str
    round: int = 0
    match: str = ""
    kind: str = ""
    games: tuple[GameResult, ...] = ()
    why: str = ""


class ResultsPlan(NamedTuple):
    """The rows in the order of the file, the events that write them, and the numbers of rounds that are paired.

    `stopped` is the reason why a round of the file is not paired, empty if none is left.
    """

    rows: tuple[ResultRow, ...]
    events: tuple[Event, ...]
    paired: tuple[int, ...]
    stopped: str


def plan_results(
    tournament: Tournament,
    results: Sequence[ImportedResult],
    players: Mapping[str, str],
    source: str,
    options: Options,
    at_table: AtTable,
    in_play: Set[str],
) -> ResultsPlan:
    """The results of a file as they can be written now. `players` are ids by the file's names, `in_play` match ids."""
    planning = _Planning(tournament, results, players, source, options, at_table, in_play)
    planning.work()
    return ResultsPlan(
        tuple(planning.rows[place] for place in range(len(results))),
        tuple(planning.events),
        tuple(planning.paired),
        planning.stopped,
    )


class _Planning:
    """The work on one file: results find their matches, round by round, as earlier ones are written."""

    def __init__(
        self,
        tournament: Tournament,
        results: Sequence[ImportedResult],
        players: Mapping[str, str],
        source: str,
        options: Options,
        at_table: AtTable,
        in_play: Set[str],
    ) -> None:
        self.state, self.results, self.players, self.options = tournament, results, players, options
        self.source, self.at_table, self.in_play = source, at_table, in_play
        self.events: list[Event] = []
        self.rows: dict[int, ResultRow] = {}
        self.taken: set[str] = set()
        self.paired: list[int] = []
        self.tried: set[int] = set()
        self.stopped = ""

    def work(self) -> None:
        """Decide about every result, and pair the rounds that the file pairs, until nothing more can be done."""
        for place, result in enumerate(self.results):
            if unknown := [name for name in result.players if name and name not in self.players]:
                self.rows[place] = ResultRow(
                    result, LEFT, why=say("no entry has this name, or several have: {names}", names=unknown)
                )
        while (self.options.pair and self._pair_next()) or self._pass():
            pass
        for place, result in enumerate(self.results):
            self.rows.setdefault(place, ResultRow(result, LEFT, why=self._no_match(result)))
        number = len(self.state.rounds) + 1
        if self.options.pair and not self.stopped and any(result.round == number for result in self.results):
            self.stopped = say("round {number} is not paired: matches before it have no result yet", number=number)

    def _pass(self) -> bool:
        """Decide about the results that have a match by now; `True` if there was one."""
        before = len(self.rows)
        for place, each in enumerate(self.results):
            if place in self.rows:
                continue
            if each.kind == BYE:
                if row := self._bye(each):
                    self.rows[place] = row
            elif (found := self._find(each)) is not None:
                self.taken.add(found[1].match)
                self.rows[place] = self._decided(each, *found)
        return len(self.rows) > before

    def _find(self, result: ImportedResult) -> tuple[Round, Pairing] | None:
        """The first match of both players that no earlier result took; in its own round where rounds are paired."""
        both = {self.players[name] for name in result.players}
        met = [
            (round_, pairing)
            for round_ in self.state.rounds
            for pairing in round_.pairings
            if {pairing.white, pairing.black} == both and pairing.match not in self.taken
        ]
        if result.round is not None and met:
            exact = [each for each in met if each[0].number == result.round]
            if exact or is_on_command(self.state, met[0][0]):
                return exact[0] if exact else None
        return met[0] if met else None

    def _bye(self, result: ImportedResult) -> ResultRow | None:
        """A bye that the tournament has, too. It is nothing to write."""
        player = self.players[next(filter(None, result.players))]
        for round_ in self.state.rounds:
            rests = round_.bye == player or any(
                pairing.is_bye and pairing.white == player for pairing in round_.pairings
            )
            if rests and result.round in (None, round_.number):
                return ResultRow(result, AGREES, round_.number, kind=BYE)
        return None

    def _no_match(self, result: ImportedResult) -> str:
        if result.kind == BYE:
            return say("a bye is no match: who sits out follows from the pairings here")
        if self.state.format.on_command and result.round is not None:
            return say("they are not paired in round {number} here", number=result.round)
        return say("they are not paired here")

    def _decided(self, result: ImportedResult, round_: Round, pairing: Pairing) -> ResultRow:
        row = ResultRow(result, LEFT, round_.number, pairing.match)
        match = self.at_table(self.state, pairing.match)
        flipped = self.players[result.players[0]] == pairing.black
        won = None if result.winner is None else match.seats[1 - result.winner if flipped else result.winner]
        known = games_of(match, result, flipped=flipped, with_points=self.options.with_points)
        counts = self.state.results.get(pairing.match)
        same = counts is not None and counts.winner == won and result.kind not in _NOT_SAID
        if same and counts and (not known or not counts.games or known == tuple(counts.games)):
            return row._replace(state=AGREES, kind=counts.kind)
        if why := self._not_now(result, round_, pairing):
            return row._replace(why=why)
        kind, games = "", tuple[GameResult, ...]()
        if result.kind == BOTH_ABSENT:
            kind = "double_no_show"
        elif result.kind == UNPLAYED_WIN:
            kind = "walkover"
        elif known:
            if won is None or contradicts(match, known, won):
                return row._replace(why=say("its games make another player win than the file says"))
            kind, games = "played", known
        elif self.options.award:
            kind = "adjudicated"
        else:
            return row._replace(why=say("the file says who won, and not how the games ended"))
        winner = won if kind in ("walkover", "adjudicated") else None
        try:
            decision = Decision(pairing.match, kind, self._reason(result), winner, games)
            self._add(corrections.decide(self.state, decision, match))
        except NotAllowed as refused:
            return row._replace(why=refused.message)
        return row._replace(state=WRITTEN, kind=kind, games=games)

    def _not_now(self, result: ImportedResult, round_: Round, pairing: Pairing) -> str:
        """The reason why nothing is written of this match, empty if it can be."""
        if pairing.match in self.state.results:
            return say("another result counts here: a referee corrects it")
        if result.kind in _NOT_SAID:
            return _NOT_SAID[result.kind]
        if pairing.match in self.state.reported:
            return say("a result was reported and waits to be confirmed")
        if pairing.match in self.in_play:
            return say("it is being recorded at the table")
        if round_.draft:
            return say("round {number} is a draft: publish it first", number=round_.number)
        return ""

    def _reason(self, result: ImportedResult) -> str:
        program = PROGRAMS.get(self.source, "CSV")
        written = "".join(each for each in result.written if each.isprintable())[:_LONGEST].strip()
        return f"{program}: {written}" if written else program

    def _add(self, events: Sequence[Event]) -> None:
        self.events += events
        self.state = after(self.state, events)

    # ── rounds as in the file ────────────────────────────────────────────────────────────────────────────────────────
    def _pair_next(self) -> bool:
        """Pair the next round as the file has it, or the last one if nothing of it was played; `False` if none is."""
        if self.stopped or not self.state.format.on_command or self.state.status == FINISHED:
            return False
        last = self.state.rounds[-1] if self.state.rounds else None
        again = last is not None and is_unplayed(self.state, last)
        number = last.number if again and last else len(self.state.rounds) + 1
        rows = [result for result in self.results if result.round == number]
        if number in self.tried or not rows or (last is not None and not is_on_command(self.state, last)):
            return False
        if not again and self.state.to_play:
            return False  # the results of the round before come first
        self.tried.add(number)
        try:
            events = [] if again else pair_round(self.state, number)
            events = [*events, *self._as_in_file(after(self.state, events), number, rows)]
            events += publish_round(after(self.state, events), number)
        except (Invalid, NotAllowed) as refused:
            why = refused.message
            if isinstance(refused, Invalid):
                why = one_after_another(message for problem in refused.problems.values() for message in problem)
            self.stopped = say("round {number} is not paired as in the file: {why}", number=number, why=why)
            return False
        self._add(events)
        if events:
            self.paired.append(number)
        return True

    def _as_in_file(self, state: Tournament, number: int, rows: Sequence[ImportedResult]) -> list[Event]:
        """The events that pair a round as these rows do. Raises as `pair_by_hand`, and for several byes."""
        names = {name for row in rows for name in row.players if name}
        if unknown := sorted(names - self.players.keys()):
            raise NotAllowed(say("no entry has this name, or several have: {names}", names=unknown))
        byes = [self.players[next(filter(None, row.players))] for row in rows if row.kind == BYE]
        if len(byes) > 1:
            raise NotAllowed(say("{count} players sit out in the file: pair it by hand", count=len(byes)))
        pairs = [(self.players[row.players[0]], self.players[row.players[1]]) for row in rows if row.kind != BYE]
        reason = PROGRAMS.get(self.source, "CSV")
        return pair_by_hand(state, number, pairs, byes[0] if byes else None, reason, force=True)
