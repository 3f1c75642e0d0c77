"""The games of a match's sheet, line by line: facts side by side, and below them what was said of them."""

from collections.abc import Callable
from typing import NamedTuple

from core.events import (
    FactsTakenBack,
    GameReported,
    OpeningRolled,
    PositionAgreed,
    PositionSet,
    ResultReported,
    RulingMade,
    TurnsVoided,
)
from core.match.state import FAULTED, Match
from core.messages import say
from core.notation import play_text
from core.notation.conduct_text import beside, is_press
from core.notation.match_text import game_end_text
from core.notation.play_text import facts_text, ruling_text, void_turns_text
from core.notation.replayed_match import ReplayedFact
from core.notation.transcript_cells import WIDTH, both, cell, columns, position_text, wrap
from core.notation.transcript_summary import Translate
from core.rules.game import VOID

_INDENT = " " * 5
Shown = Callable[[str], str]
"""The name that readers are shown of an author, as recorded."""


class Row(NamedTuple):
    """The row that is being filled after a fact, if a game is told: the lines of the next fact go on from it.

    `rows` is how many rows the game has, and `numbered` says whether the next one gets a number.
    """

    in_game: bool = False
    rows: int = 0
    cells: tuple[str, ...] = ()
    numbered: bool = True


class Sheet:
    """The lines of a match's games while they are told.

    `match` is the match as it stands in the end: of it come the players, and what became of the faults. A sheet that is
    begun after some facts is given the `row` that the sheet of these ended with. `shown` gives the name of an author
    for readers.
    """

    def __init__(self, match: Match, translate: Translate, row: Row | None = None, shown: Shown = str) -> None:
        self._match, self._translate, self._shown = match, translate, shown
        self._names = match.opened.players
        self._faults = {fault.version: fault.status for fault in match.faults}
        self._written: list[str] = []
        self._in_game, self._rows, cells, self._numbered = row or Row()
        self._row = list(cells)

    @property
    def row(self) -> Row:
        """The row after the last fact."""
        return Row(self._in_game, self._rows, tuple(self._row), self._numbered)

    def take(self) -> list[str]:
        """The lines that are finished, which are forgotten here."""
        taken, self._written = self._written, []
        return taken

    def end(self) -> list[str]:
        """The lines that are left, after the last fact of the match."""
        self._close()
        return self.take()

    def add(self, fact: ReplayedFact) -> None:
        """One fact more."""
        if not self._in_game:
            self._begin(fact.before)
        self._tell(fact)
        if fact.ends:
            self._finish(fact)

    def _tell(self, fact: ReplayedFact) -> None:
        event, match = fact.recorded.event, self._match
        if isinstance(event, RulingMade | TurnsVoided):
            self._ruling(fact, event)
        elif isinstance(event, FactsTakenBack):
            self._taken_back(fact, event)
        elif sentence := beside(event, self._names):
            if not (is_press(event) and fact.counts):
                self._beside(fact, sentence)
        elif not fact.counts:
            self._note("!", say("{what}: {why}", what=self._what(fact), why=self._why(fact)))
        elif isinstance(event, OpeningRolled):
            self._opening(fact, event)
        elif isinstance(event, PositionSet):
            self._laid_out(fact, event)
        elif isinstance(event, GameReported | ResultReported):
            self._without_rolls(event)
        elif text := cell(fact):
            self._fill(getattr(event, "by", match.seats[0]), text)
            if fact.verdict.verdict == FAULTED:
                self._note(
                    "?",
                    say(
                        "fact {version} faulted, {rule}; {fate}",
                        version=fact.recorded.version,
                        rule=self._rule(fact),
                        fate=self._fate(fact),
                    ),
                )

    def _begin(self, before: Match) -> None:
        """The heading of the next game."""
        match, number = self._match, len(before.results) + 1
        total = match.score_after(before.results)
        is_crawford = before.cube is not None and before.cube.crawford
        pattern = say("Game {number}, Crawford", number=number) if is_crawford else say("Game {number}", number=number)
        standing = " – ".join(str(total[seat]) for seat in match.seats)
        self._written += ["", "─" * WIDTH, *both(self._translate(pattern), standing if number > 1 else "")]
        self._in_game, self._rows, self._row, self._numbered = True, 0, [], True
        if len(match.seats) == 2:
            self._written += columns([self._names[seat] for seat in match.seats])

    def _fill(self, seat: str, text: str) -> None:
        place, text = self._match.seats.index(seat), self._translate(text)
        if len(self._match.seats) > 2:
            self._rows += 1
            self._written += [f"{self._rows:3}  {self._names[seat]:<20.20}  {text}"]
            return
        if not self._row or len(self._row) > place + 1:
            self._close()
            self._rows += self._numbered or place == 0
            self._row = [f"{self._rows:3}" if self._numbered or place == 0 else "   ", *[""] * place]
        self._row.append(text)
        self._numbered = True

    def _close(self) -> None:
        if self._row:
            number, *cells = self._row
            self._written += columns(cells, number)
            self._row = []

    def _note(self, mark: str, text: str) -> None:
        open_ = len(self._row) == 2
        self._close()
        self._numbered = not open_
        self._written += wrap(
            self._translate(text), WIDTH, initial_indent=f"{_INDENT}{mark} ", subsequent_indent=f"{_INDENT}  "
        )

    def _opening(self, fact: ReplayedFact, event: OpeningRolled) -> None:
        rolls = ", ".join(f"{self._names[seat]} {die}" for seat, die in event.rolls.items() if seat in self._names)
        starter = fact.after.to_move
        if starter:
            self._note(" ", say("opening: {rolls}; {player} starts", rolls=rolls, player=self._names[starter]))
        else:
            self._note(" ", say("opening: {rolls}; rolled again", rolls=rolls))

    def _without_rolls(self, event: GameReported | ResultReported) -> None:
        if isinstance(event, GameReported):
            self._note("=", say("the rest of the game was not recorded"))
            return
        self._note("=", say("reported without its rolls"))
        for number, result in enumerate(event.results, 1):
            self._note(" ", say("game {number}: {result}", number=number, result=game_end_text(self._match, result)))

    def _laid_out(self, fact: ReplayedFact, event: PositionSet) -> None:
        """The gap: the position from which the game goes on, under a heading of its own if another game is it."""
        if fact.after.results != fact.before.results:
            self._close()
            self._begin(fact.after)
        match, dice = fact.after, "".join(map(str, event.dice or ()))
        goes_on = (
            say("{player} has rolled {dice}", player=self._names[event.to_move], dice=dice)
            if dice
            else say("{player} rolls next", player=self._names[event.to_move])
        )
        by_whom = (
            say("{by} for all players, who agree", by=self._shown(fact.recorded.by))
            if isinstance(event, PositionAgreed)
            else self._shown(fact.recorded.by)
        )
        self._note(
            "§",
            say(
                "{version}, position laid out by {by}: {reason}",
                version=fact.recorded.version,
                by=by_whom,
                reason=event.reason,
            ),
        )
        self._note(" ", say("{position}; {goes_on}", position=position_text(match), goes_on=goes_on))

    def _taken_back(self, fact: ReplayedFact, event: FactsTakenBack) -> None:
        facts = facts_text(event.from_version, event.to_version)
        sentence = say(
            "{version}, {facts} taken back by {by}{end}",
            version=fact.recorded.version,
            facts=facts,
            by=self._shown(fact.recorded.by),
            end=self._fallen(fact),
        )
        self._note("§", sentence)

    def _ruling(self, fact: ReplayedFact, event: RulingMade | TurnsVoided) -> None:
        ruling = ruling_text(event, self._names) if isinstance(event, RulingMade) else void_turns_text(event)
        sentence = say(
            "{version}, ruling of {by}: {ruling}: {reason}{end}",
            version=fact.recorded.version,
            by=self._shown(fact.recorded.by),
            ruling=ruling,
            reason=event.reason,
            end=self._fallen(fact),
        )
        self._note("§", sentence)

    def _fallen(self, fact: ReplayedFact) -> str:
        """The end of the line of a fact that does not count."""
        if fact.verdict.rule:
            return say(" – refused, {rule}", rule=self._rule(fact))
        return say(" – voided") if fact.voided else ""

    def _beside(self, fact: ReplayedFact, sentence: str) -> None:
        number = fact.recorded.version
        if fact.counts:
            self._note("·", say("{version}, {sentence}", version=number, sentence=sentence))
        else:
            self._note("!", say("{version}: {sentence}: {why}", version=number, sentence=sentence, why=self._why(fact)))

    def _what(self, fact: ReplayedFact) -> str:
        event = fact.recorded.event
        seat = getattr(event, "by", None)
        player = f", {self._names.get(seat, seat)}" if seat else ""
        what = f"{fact.recorded.version}{player}"
        return say("{what}: {fact}", what=what, fact=cell(fact) or play_text.sentence(event, self._names))

    def _why(self, fact: ReplayedFact) -> str:
        if fact.voided:
            return say("voided by a referee")
        return say("refused, {rule}", rule=self._rule(fact))

    def _rule(self, fact: ReplayedFact) -> str:
        why = fact.verdict.explanation
        return say("{rule}: {why}", rule=fact.verdict.rule, why=why.rstrip(".") if why.endswith(".") else why)

    def _fate(self, fact: ReplayedFact) -> str:
        status = self._faults.get(fact.recorded.version, "open")
        return say("stands") if status == "accepted" else say("waits for a ruling")

    def _finish(self, fact: ReplayedFact) -> None:
        self._close()
        self._in_game = False
        result = fact.ends
        assert result is not None, "the fact ended a game"
        self._written += ["", f"{_INDENT}{self._translate(game_end_text(self._match, result))}"]
        if result.outcome != VOID:
            total = self._match.score_after(fact.after.results)
            standing = ", ".join(f"{self._names[seat]} {total[seat]}" for seat in self._match.seats)
            placed = self._match.game.placings
            line = (
                say("rounds to pay: {standing}", standing=standing)
                if placed
                else say("score: {standing}", standing=standing)
            )
            self._written += wrap(self._translate(line), WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)
