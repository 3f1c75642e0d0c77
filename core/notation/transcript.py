"""A match as a readable sheet, eighty columns wide at most, in a letter of even width.

Two players have a column each; where more play, each throw has a line. What was refused, faulted or voided, and what a
referee ruled, stands below the turn with which it was recorded.
"""

from collections.abc import Iterable, Iterator

from core.events import FactsTakenBack, GameResult, OpeningRolled, Recorded, ResultReported, RulingMade
from core.match.game_results import points
from core.match.judging import NOTHING, Known
from core.match.settlement import Settlement, score
from core.match.state import FAULTED, Match
from core.notation.conduct_text import beside, is_press
from core.notation.replayed_match import ReplayedFact, ReplayedMatch, replay_all
from core.notation.transcript_cells import WIDTH, both, cell, columns, counted, outcome_text, plain, wrap
from core.rules.game import VOID
from core.timestamps import rfc3339

_INDENT = " " * 5


def transcript(
    stream: str, log: Iterable[Recorded], known: Known = NOTHING, *, origin: str = ""
) -> str:  # fmt: skip
    """The sheet of a match's log, from `MatchOpened` on; what is `known` is believed.

    `origin` says where the log is from. Raises `UnknownEvent` for what is no log of a match.
    """
    replayed = replay_all(stream, log, known)
    parts = [line for part in _parts(replayed) for line in part]
    waits = ["", *wrap(str(replayed.newer.error()), WIDTH)] if replayed.newer else []
    lines = [*_head(replayed), *wrap(origin, WIDTH), *parts, *waits, *_end(replayed.match)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


# ── head and end ─────────────────────────────────────────────────────────────────────────────────────────────────────
def _head(replayed: ReplayedMatch) -> Iterator[str]:
    match, opened = replayed.match, replayed.match.opened
    days = sorted({rfc3339(at)[:10] for at in (replayed.began, *(each.recorded.at for each in replayed.facts))})
    day = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    yield from both(match.game.name, day)
    yield from both(_names(match), match.id)
    terms = [length(match), f"checked: {opened.check}", f"club {opened.club}"]
    if opened.tournament:
        terms.append(f"tournament {opened.tournament}" + (f", round {opened.round}" if opened.round else ""))
    terms += [f"{name.replace('_', ' ')}: {value}" for name, value in opened.options.items()]
    yield from wrap(" · ".join(terms), WIDTH)


def length(match: Match) -> str:
    """The length of a match, in words."""
    if "points" in match.opened.length:
        return f"match to {counted(match.opened.length['points'], 'point')}"
    stop = ", until decided" if match.opened.stop == "when_decided" else ""
    return f"match of {match.opened.length['games']} games{stop}"


def _names(match: Match) -> str:
    return " – ".join(match.opened.players[seat] for seat in match.seats)


def _end(match: Match) -> Iterator[str]:
    settled = match.settled
    yield ""
    yield "═" * WIDTH
    if settled is None:
        state = {"opening": "the opening is to be rolled", "double_offered": "a double is offered"}.get(match.phase)
        if state is None and match.to_move:
            state = f"{match.opened.players[match.to_move]} {'rolls next' if match.phase == 'roll' else 'has rolled'}"
        suspended = f"suspended ({match.conduct.suspended.reason}), " if match.conduct.suspended else ""
        yield from wrap(f"Not settled: {suspended}{state}. {_score(match)}", WIDTH)
        return
    winner = match.opened.players[settled.winner or match.seats[0]]
    points_ = "with the fewest rounds to pay" if match.game.placings else "on points"
    how = {"points": points_, "highest_game": "by the better games", "awarded": "by a referee's award"}
    clinched = " Games remained that could not change it." if settled.clinched else ""
    sentence = f"{winner} wins the match {how[settled.decided_by or 'points']}. {_score(match)}{clinched}"
    yield from wrap(sentence, WIDTH)
    yield from _comparison(match, settled)


def _score(match: Match) -> str:
    total = match.settled.score if match.settled else score(match.game, match.results, match.seats)
    kind = "Rounds to pay" if match.game.placings else "Score"
    return f"{kind}: {', '.join(f'{match.opened.players[seat]} {total[seat]}' for seat in match.seats)}."


def _comparison(match: Match, settled: Settlement) -> Iterator[str]:
    """The games that were laid side by side to decide equal totals."""
    if not settled.comparison:
        return
    yield ""
    yield "Equal, and compared game by game, the best first:"
    names = match.opened.players
    if len(match.seats) == 2:
        yield from columns([names[seat] for seat in match.seats])
    for row in settled.comparison:
        cells = {
            seat: "no further game"
            if result is None
            else f"game {result[0]}, {outcome_text(result[1])} (rank {result[2]})"
            for seat, result in row.items()
        }
        if len(match.seats) == 2:
            yield from columns(list(cells.values()))
        else:
            sentence = "; ".join(f"{names[seat]}: {cell_}" for seat, cell_ in cells.items())
            yield from wrap(sentence, WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)


# ── games ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def _parts(replayed: ReplayedMatch) -> Iterator[list[str]]:
    match = replayed.match
    for number, facts in replayed.games():
        before = facts[0].before
        total = score(match.game, before.results, match.seats)
        heading = f"Game {number}"
        crawford = next((", Crawford" for each in facts if (cube := each.before.cube) and cube.crawford), "")
        standing = " – ".join(str(total[seat]) for seat in match.seats)
        yield ["", "─" * WIDTH, *both(f"{heading}{crawford}", standing if number > 1 else "")]
        yield list(_game(match, facts))


def _game(match: Match, facts: list[ReplayedFact]) -> Iterator[str]:
    sheet = _Sheet(match)
    for each in facts:
        sheet.tell(each)
    yield from sheet.lines()


class _Sheet:
    """The lines of one game while it is told: the row that is being filled, and how many rows there are."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._names = match.opened.players
        self._faults = {each.version: each.status for each in match.faults}
        self._written: list[str] = []
        self._row: list[str] = []
        self._rows = 0
        self._numbered = True
        if len(match.seats) == 2:
            self._written += columns([self._names[seat] for seat in match.seats])

    def lines(self) -> list[str]:
        """All lines of the game."""
        self._close()
        return self._written

    def tell(self, fact: ReplayedFact) -> None:
        """One fact more."""
        event, match = fact.recorded.event, self._match
        if isinstance(event, RulingMade):
            self._ruling(fact, event)
        elif isinstance(event, FactsTakenBack):
            self._taken_back(fact, event)
        elif sentence := beside(event, self._names):
            if not (is_press(event) and fact.counts):
                self._beside(fact, sentence)
        elif not fact.counts:
            self._note("!", f"{self._what(fact)}: {self._why(fact)}")
        elif isinstance(event, OpeningRolled):
            self._opening(fact, event)
        elif isinstance(event, ResultReported):
            self._note("=", "reported without its rolls")
            for number, result in enumerate(event.results, 1):
                self._note(" ", f"game {number}: {_finished(match, result)}")
        elif text := cell(fact):
            self._fill(getattr(event, "by", match.seats[0]), text)
            if fact.verdict.verdict == FAULTED:
                self._note("?", f"fact {fact.recorded.version} faulted, {self._rule(fact)}; {self._fate(fact)}")
        if fact.ends:
            self._finish(fact)

    def _fill(self, seat: str, text: str) -> None:
        place = self._match.seats.index(seat)
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
        self._written += wrap(text, WIDTH, initial_indent=f"{_INDENT}{mark} ", subsequent_indent=f"{_INDENT}  ")

    def _opening(self, fact: ReplayedFact, event: OpeningRolled) -> None:
        rolls = ", ".join(f"{self._names[seat]} {die}" for seat, die in event.rolls.items() if seat in self._names)
        starter = fact.after.to_move
        self._note(" ", f"opening: {rolls}; " + (f"{self._names[starter]} starts" if starter else "rolled again"))

    def _taken_back(self, fact: ReplayedFact, event: FactsTakenBack) -> None:
        first, last = event.from_version, event.to_version
        facts = f"fact {first}" if first == last else f"facts {first} to {last}"
        refused = f" – refused, {self._rule(fact)}" if fact.verdict.rule else " – voided" if fact.voided else ""
        self._note("§", f"{fact.recorded.version}, {facts} taken back by {fact.recorded.by}{refused}")

    def _ruling(self, fact: ReplayedFact, event: RulingMade) -> None:
        kind = event.kind.replace("_", " ")
        if event.from_version is not None:
            last = event.to_version or event.from_version
            kind += f" {event.from_version}" if last == event.from_version else f" {event.from_version} to {last}"
        if event.winner:
            kind += f" to {self._names.get(event.winner, event.winner)}"
        if event.outcome:
            kind += f" ({outcome_text(event.outcome)})"
        refused = f" – refused, {self._rule(fact)}" if fact.verdict.rule else " – voided" if fact.voided else ""
        self._note("§", f"{fact.recorded.version}, ruling of {fact.recorded.by}: {kind}: {event.reason}{refused}")

    def _beside(self, fact: ReplayedFact, sentence: str) -> None:
        number = fact.recorded.version
        if fact.counts:
            self._note("·", f"{number}, {sentence}")
        else:
            self._note("!", f"{number}: {sentence}: {self._why(fact)}")

    def _what(self, fact: ReplayedFact) -> str:
        event = fact.recorded.event
        seat = getattr(event, "by", None)
        player = f", {self._names.get(seat, seat)}" if seat else ""
        return f"{fact.recorded.version}{player}: {cell(fact) or plain(event)}"

    def _why(self, fact: ReplayedFact) -> str:
        if fact.voided:
            return "voided by a referee"
        return f"refused, {self._rule(fact)}"

    def _rule(self, fact: ReplayedFact) -> str:
        return f"{fact.verdict.rule}: {fact.verdict.explanation.rstrip('.')}"

    def _fate(self, fact: ReplayedFact) -> str:
        status = self._faults.get(fact.recorded.version, "open")
        return "stands" if status == "accepted" else "waits for a ruling"

    def _finish(self, fact: ReplayedFact) -> None:
        self._close()
        result = fact.ends
        assert result is not None, "the fact ended a game"
        self._written += ["", f"{_INDENT}{_finished(self._match, result)}"]
        if result.outcome != VOID:
            total = score(self._match.game, fact.after.results, self._match.seats)
            standing = ", ".join(f"{self._names[seat]} {total[seat]}" for seat in self._match.seats)
            kind = "rounds to pay" if self._match.game.placings else "score"
            self._written += wrap(f"{kind}: {standing}", WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)


def _finished(match: Match, result: GameResult) -> str:
    names = match.opened.players
    if result.outcome == VOID:
        return "neither player can win any more: the game is void and played again"
    if result.placings:
        first, last = names[result.placings[0]], names[result.placings[-1]]
        order = f" ({', '.join(names[seat] for seat in result.placings)})" if len(result.placings) > 2 else ""
        return f"{first} is the first out, {last} pays{order}"
    cube = f", cube at {result.cube}" if result.cube > 1 else ""
    won = counted(points(match.game, result), "point")
    return f"{names[result.winner]} wins {won}: {outcome_text(result.outcome)}{cube}"
