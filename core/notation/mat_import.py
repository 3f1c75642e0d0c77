"""Reading `.mat` text: a match of another program becomes the facts of one of ours.

Every fact is judged as it is read. The result is a log that every verdict accepts, with the score, winners and points
that the text claims. Whatever does not fit is `Invalid`, with the number of its line and what stands there.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, NoReturn

from core.errors import Invalid
from core.eventlog.codec import event_of
from core.eventlog.hash_chain import ZERO_HASH
from core.events import (
    CheckersMoved,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    Event,
    GameResigned,
    Landing,
    MatchOpened,
    Recorded,
    RulingMade,
    TurnPassed,
)
from core.games import GAMES
from core.match.judging import judge, opened
from core.match.results.game_results import FinishedGame
from core.match.results.settlement import LENGTHS
from core.match.state import ACCEPTED, Match
from core.messages import one_after_another, quoted, say, term, together
from core.notation import mat_text, turn_text
from core.notation.mat_export import FORMAT, plain_name
from core.notation.mat_starts import other_start, other_start_of_dump, shows
from core.notation.mat_text import Cell, GameText, MatText
from core.rules.game import Game

_OWN_LENGTH = re.compile(r"(\d) games(, until decided)?")
_OWN_START = re.compile(r"([12]) ([1-9][0-9]?)")
_UNTOLD = re.compile(r"\?{2,}")
_BACKGAMMON = ("", "standard", "bg")
"""Words for backgammon in the head of a match, beside its name."""
_AHEAD = 8
"""Cells that are tried to find out which of several meanings of a play the next plays allow."""
_TRIALS = 300
"""Meanings of plays that are tried in a text. What is not tried is asked."""
_ANSWERS = {"take": DoubleTaken, "drop": DoubleDropped}
_PLAIN = (
    (re.compile(r"(?<!\S)(?:0|off)/(?:0|off)(?!\S)", re.IGNORECASE), ""),  # a die with no man left to move
    (re.compile(r"(?<!\S)b/", re.IGNORECASE), "bar/"),
    (re.compile(r"/(?:of?|f)(?=[\s(*]|$)", re.IGNORECASE), "/off"),
    (re.compile(r"\s+\((\d)\)"), r"(\1)"),
    (re.compile(r"\s+[x×](\d)(?!\S)"), r"(\1)"),
    (re.compile(r"\.$"), ""),
)
"""Ways of writing a landing that only files of other programs have."""


class Imported(NamedTuple):
    """A match as it was read: what opens it (game, length, players by seat, stop, options, start), and its facts.

    `lines` are the numbers of the lines that say what opens it, by field.
    """

    game: str
    length: Mapping[str, int]
    players: Mapping[str, str]
    stop: str
    options: Mapping[str, Any]
    facts: tuple[Event, ...]
    match: Match
    lines: Mapping[str, int]
    start: Mapping[str, int] | None = None


class _DoubledAtCrawford(Exception):
    """A double in what would be the Crawford game, in a text that does not say if the rule holds."""


def read(text: str, place: int | None = None) -> Imported:
    """The match of a `.mat` text, of several the one at that place. Raises `Invalid`, which names the line."""
    written = mat_text.parse(text, place)
    try:
        return _Reader(written, None).read()
    except _DoubledAtCrawford:
        return _Reader(written, False).read()


class _Reader:
    """The state of the reader.

    `thrown` is the cell of a throw without a play, which only the end of the game may follow; `doubt` is the reason why
    its play is none. `missing` is the number of points that each seat lacks when a game begins.
    """

    def __init__(self, written: MatText, crawford: bool | None) -> None:
        self._written = written
        self._line = 1
        self._facts: list[Event] = []
        self._names: tuple[str, str] = written.games[0].names
        rule = written.head("crawford").lower()
        self._crawford = rule != "off" if rule in ("on", "off") else crawford
        self._match = self._opened()
        self._swapped = False
        self._thrown: Cell | None = None
        self._doubt: Invalid | None = None
        self._last: FinishedGame | None = None
        self._is_over = False
        self._missing: Mapping[str, int | None] = {}
        self._throws: list[Cell] = []
        self._trials = [0]  # a copy of the reader counts on in the same list

    def read(self) -> Imported:
        """The whole match. Raises `Invalid`."""
        games = self._written.games
        for place, game in enumerate(games):
            self._line = game.names_line
            self._begin(game)
            for number, cell in enumerate(game.cells):
                self._read_cell(cell, game.cells[number + 1 :])
            self._end(game, games[place + 1] if place + 1 < len(games) else None)
        event, written = self._match.opened, self._written
        lines = {"length": written.length_line, "players": games[0].names_line}
        return Imported(
            event.game,
            event.length,
            event.players,
            event.stop,
            event.options,
            tuple(self._facts),
            self._match,
            lines,
            event.start,
        )

    # ── heads ────────────────────────────────────────────────────────────────────────────────────────────────────────
    def _opened(self) -> Match:
        written, game = self._written, self._game()
        stop, length, options = "all_games", {"points": written.length}, {}
        if not written.length:
            matched = _OWN_LENGTH.fullmatch(written.head("length"))
            stop = "when_decided" if matched and matched[2] else stop
            length = {"games": int(matched[1]) if matched else self._games_for_money()}
        elif self._crawford is False:
            options = {"crawford": False}
        full = [written.head(f"player {number}") for number in (1, 2)]
        names = [next((whole for whole in full if whole and plain_name(whole) == name), name) for name in self._names]
        players = dict(zip(game.seats, names, strict=False))
        given = _OWN_START.fullmatch(written.head("start"))
        start = {game.seats[int(given[1]) - 1]: int(given[2])} if given else None
        self._line = written.length_line
        try:
            match = opened(FORMAT, MatchOpened("", game.key, length, players, stop=stop, options=options, start=start))
        except Invalid as wrong:
            self._fail(wrong.message)
        if match.settled_after(()).winner is not None:
            self._line = written.heads["start"][0]
            self._fail(say("the start decides the match before its first game"))
        return match

    def _games_for_money(self) -> int:
        """A session without a length is one over the fewest games that hold it."""
        games = self._written.games
        fewest = next((count for count in LENGTHS if count >= len(games)), None)
        if fewest is None:
            self._line = games[LENGTHS[-1]].line
            self._fail(say("a session for money has no length, and is read up to {most} games", most=LENGTHS[-1]))
        return fewest

    def _game(self) -> Game:
        known = {game.name.lower(): game for game in GAMES if FORMAT in game.formats}
        line, wanted = self._written.heads.get("variation", (0, ""))
        name = next(iter(known)) if wanted.lower() in _BACKGAMMON else wanted.lower()
        if name not in known:
            self._line = line
            self._fail(say("{game} is not one of {known}", game=wanted, known=known))
        return known[name]

    def _begin(self, game: GameText) -> None:
        match, names = self._match, game.names
        if not self._are(names):
            if not self._are(names[::-1]):
                self._fail(say("{names} were {before} before", names=together(names), before=together(self._names)))
            self._swapped = True
        else:
            self._swapped = False
        total = self._score()
        standing = game.scores[::-1] if self._swapped else game.scores
        if tuple(total) != tuple(standing):
            self._fail(
                say(
                    "the games so far come to {left} : {right}, not to {said_left} : {said_right}",
                    left=total[0],
                    right=total[1],
                    said_left=standing[0],
                    said_right=standing[1],
                )
            )
        if match.phase == "settled":
            self._fail(say("the match was over before this"))
        points = match.opened.length.get("points")
        self._missing = {
            seat: None if points is None else points - has for seat, has in zip(match.seats, total, strict=True)
        }
        self._thrown = self._doubt = self._last = None
        self._is_over, self._throws = False, []

    def _are(self, names: Sequence[str]) -> bool:
        return [name.casefold() for name in names] == [name.casefold() for name in self._names]

    def _score(self) -> list[int]:
        match = self._match
        return list(match.score.values())

    # ── cells ────────────────────────────────────────────────────────────────────────────────────────────────────────
    def _seat(self, on_right: bool) -> str:
        return self._match.seats[on_right != self._swapped]

    def _read_cell(self, cell: Cell, rest: Sequence[Cell]) -> None:
        self._line = cell.line
        seat = self._seat(cell.on_right)
        if cell.kind == "won":
            self._won(cell.number, seat)
        elif cell.kind == "lost":
            if not self._is_over and not any(each.kind == "won" for each in rest):
                self._won(cell.number, self._seat(not cell.on_right))
        elif cell.kind == "set":
            if not shows(self._match.position, cell.text):
                self._fail(say("the game is set to another position here"))
        elif cell.kind == "given_up" or (cell.kind == "dice" and cell.dice == (0, 0)):
            # who lost, and what, is said by the line of the winner
            if cell.kind == "given_up" and _UNTOLD.match(cell.text) and not self._is_over:
                self._thrown = cell
                self._doubt = self._wrong(say("nothing is told of this turn, and the game goes on"))
        else:
            self._act(cell, seat, rest)

    def _act(self, cell: Cell, seat: str, rest: Sequence[Cell]) -> None:
        if self._thrown:
            self._lay_down_doubt()
        if self._is_over:
            self._fail(say("the game was over before this"))
        if cell.kind == "dice":
            self._throw(cell, seat, rest)
        elif cell.kind == "double":
            self._double(cell, seat)
        elif cell.kind in _ANSWERS:
            self._record(_ANSWERS[cell.kind](seat))
        else:
            self._fail(say("{text} is not played in a match", text=quoted(cell.text)))

    def _lay_down_doubt(self) -> NoReturn:
        """Raises `Invalid`: a throw without a play was not the end of its game."""
        assert self._thrown is not None, "asked of a throw"
        if self._doubt:
            raise self._doubt
        self._line = self._thrown.line
        self._fail(say("the throw before has no play"))

    def _double(self, cell: Cell, seat: str) -> None:
        cube = self._match.cube
        wanted = 2 * cube.value if cube else 0
        if cell.number not in (None, wanted):
            self._fail(
                say("the cube is doubled to {value}, and it would be {wanted}", value=cell.number, wanted=wanted)
            )
        if cube and cube.crawford and self._crawford is None:
            raise _DoubledAtCrawford
        self._record(DoubleOffered(seat))

    def _throw(self, cell: Cell, seat: str, rest: Sequence[Cell]) -> None:
        dice = cell.dice
        if 0 in dice:
            self._fail(say("a die shows 1 to 6"))
        if self._match.phase == "opening":
            others = {each: min(dice) for each in self._match.seats}
            self._record(event_of("OpeningRolled.1", {**others, seat: max(dice)}))
            if self._match.to_move != seat:
                self._fail(say("a game begins with the two opening dice, and {dice} are equal", dice=together(dice)))
        else:
            self._record(DiceRolled(seat, dice))
        self._throws.append(cell)
        if cell.dump is not None:
            self._thrown, self._doubt = cell, self._illegal(cell)
        elif _UNTOLD.search(cell.text):
            self._thrown = cell
        else:
            self._play(cell, seat, rest)

    def _illegal(self, cell: Cell) -> Invalid:
        """The reason why a play that the program itself calls illegal is not read."""
        start = other_start_of_dump(cell.dump or (), cell.on_right, self._names[1]) if len(self._throws) == 1 else None
        if start:
            return self._wrong(self._of_another_game(start))
        return self._wrong(say("a play that broke the rules, which the file does not tell"))

    def _play(self, cell: Cell, seat: str, rest: Sequence[Cell]) -> None:
        match, text = self._match, _plain(cell.text)
        dice = match.dice or cell.dice
        try:
            found = turn_text.meanings(
                match.game, text, match.position, seat, dice, match.options, every_hit=self._written.marks_hits
            )
        except Invalid as wrong:
            self._fail(one_after_another(message for problem in wrong.problems.values() for message in problem))
        moves = found[0] if len(found) == 1 else self._meant(text, found, seat, rest)
        if not moves and match.game.plays(match.position, seat, dice, match.options):
            self._thrown = cell
            return
        try:
            self._record(CheckersMoved(seat, moves) if moves else TurnPassed(seat))
        except Invalid as wrong:
            if start := other_start([(throw.on_right, throw.dice, _plain(throw.text)) for throw in self._throws]):
                raise self._wrong(self._of_another_game(start)) from wrong
            if not self._is_begun(moves, seat, dice):
                raise
            self._thrown, self._doubt = cell, wrong

    def _is_begun(self, moves: Sequence[Landing], seat: str, dice: Sequence[int]) -> bool:
        """True if a play breaks off: it goes on to a legal one. Who gives up in the middle of a turn leaves that."""
        match, landings = self._match, Counter(moves)
        plays = match.game.plays(match.position, seat, dice, match.options)
        return any(landings <= Counter(play.moves) for play in plays)

    def _meant(
        self, text: str, found: Sequence[tuple[Landing, ...]], seat: str, rest: Sequence[Cell]
    ) -> tuple[Landing, ...]:
        """The one of several meanings of a play after which the next cells of the game can be played."""
        fitting = [moves for moves in found if self._fits(moves, seat, rest[:_AHEAD])]
        if len(fitting) == 1:
            return fitting[0]
        match = self._match
        wrong = turn_text.Ambiguous(
            text,
            [turn_text.canonical(match.game, moves, match.position, seat, match.options) for moves in fitting or found],
        )
        raise self._wrong(one_after_another(message for problem in wrong.problems.values() for message in problem))

    def _fits(self, moves: tuple[Landing, ...], seat: str, rest: Sequence[Cell]) -> bool:
        if self._trials[0] >= _TRIALS:
            return True
        trial = _copy(self)
        self._trials[0] += 1
        try:
            trial._record(CheckersMoved(seat, moves))
            for number, cell in enumerate(rest):
                trial._read_cell(cell, rest[number + 1 :])
        except (Invalid, _DoubledAtCrawford):
            return False
        return True

    # ── ends ─────────────────────────────────────────────────────────────────────────────────────────────────────────
    def _won(self, worth: int | None, winner: str) -> None:
        if not self._is_over:
            self._give_up(worth, winner)
        elif self._last and worth is not None:
            self._compare(worth, self._last)
        self._thrown = self._doubt = None

    def _compare(self, worth: int, ended: FinishedGame) -> None:
        """Compare the points of a game with what is told. Some programs tell no more than the winner lacked."""
        (winner, _, cube, *_), points = ended
        missing = self._missing[winner]
        if worth == points or (missing is not None and missing <= worth <= points):
            return
        player = self._match.opened.players[winner]
        problem = say("the play gives {points} points to {player}", points=points, player=player)
        if worth == cube == 1:
            problem = say("{problem}, and Jacoby's rule, by which it gives 1, holds in no match", problem=problem)
        self._fail(problem)

    def _counted(self, worth: int, winner: str) -> int:
        """The points that count in the match."""
        missing = self._missing[winner]
        return worth if missing is None else min(worth, missing)

    def _give_up(self, worth: int | None, winner: str) -> None:
        """The end of a game that the loser gave up, at the points that the text says."""
        match = self._match
        loser, cube = match.seats[winner == match.seats[0]], match.cube.value if match.cube else 1
        if worth is None:
            self._fail(say("the points are expected here, such as 'Wins 1 point'"))
        if match.phase == "double_offered" and match.to_move == loser and self._is_worth(worth, cube, winner):
            self._record(DoubleDropped(loser))
        elif self._thrown and not self._doubt and match.to_move == winner and self._bears_off(worth, winner):
            return
        elif outcome := self._outcome(worth, cube, winner):
            self._record(GameResigned(loser, outcome))
        else:
            self._award(worth, winner)

    def _outcome(self, worth: int, cube: int, winner: str) -> str | None:
        """The ending that is worth so many points, or the first that wins the match if they do."""
        worths = {
            ending.key: ending.points * cube
            for ending in sorted(self._match.game.endings, key=lambda outcome: outcome.points)
        }
        exact = [key for key, points in worths.items() if points == worth]
        enough = [key for key, points in worths.items() if self._is_worth(worth, points, winner)]
        return next(iter([*exact, *enough]), None)

    def _is_worth(self, worth: int, points: int, winner: str) -> bool:
        return self._counted(worth, winner) == self._counted(points, winner)

    def _award(self, worth: int, winner: str) -> None:
        """A match that was given up as a whole, at more points than a game can be worth."""
        missing = self._missing[winner]
        if missing is None or worth < missing:
            self._fail(say("{worth} points are no ending of a game at this stake", worth=worth))
        self._record(RulingMade("award_match", f"Wins {worth} points", winner=winner))
        self._is_over = True

    def _bears_off(self, worth: int, winner: str) -> bool:
        """True if the play that the text hides was the winner's last: it bears off all men. It is recorded then."""
        match = self._match
        for play in match.game.plays(match.position, winner, match.dice or (), match.options):
            trial = _copy(self)
            trial._record(CheckersMoved(winner, play.moves))
            if trial._last and self._is_worth(worth, trial._last.points, winner):
                self._record(CheckersMoved(winner, play.moves))
                return True
        return False

    def _end(self, game: GameText, following: GameText | None) -> None:
        """The end of a game's lines. Where no line says who won, the scores before the next game do."""
        if self._is_over:
            return
        if following is None:
            if self._thrown:
                self._lay_down_doubt()
            return
        won = [has - had for has, had in zip(following.scores, game.scores, strict=True)]
        if following.names != game.names or min(won) != 0 or max(won) <= 0:
            self._line = following.line
            self._fail(
                say(
                    "game {number} begins here, and the one before has no end or another number",
                    number=following.number,
                )
            )
        self._line = following.names_line
        self._won(max(won), self._seat(won[1] > 0))

    # ── facts ────────────────────────────────────────────────────────────────────────────────────────────────────────
    def _record(self, event: Event) -> None:
        """Judge one fact and keep it. Raises `Invalid` where it would not be accepted."""
        recorded = Recorded(len(self._facts) + 1, event, 0, FORMAT, ZERO_HASH)
        self._match, verdict = judge(self._match, recorded, lambda: ())
        if verdict.verdict != ACCEPTED:
            self._fail(say("{rule}: {explanation}", rule=verdict.rule, explanation=verdict.explanation))
        self._facts.append(event)
        self._last = verdict.game_finished
        self._is_over = self._last is not None

    def _of_another_game(self, name: str) -> str:
        return say("the game starts as {game} does, and only backgammon is read", game=term(name))

    def _wrong(self, problem: str) -> Invalid:
        return self._written.wrong(self._line, problem)

    def _fail(self, problem: str) -> NoReturn:
        raise self._wrong(problem)


def _copy(reader: _Reader) -> _Reader:
    """A reader that reads on without the first one."""
    trial = copy(reader)
    trial._facts, trial._throws = [*reader._facts], [*reader._throws]
    return trial


def _plain(play: str) -> str:
    """A play in the words of `core.notation.turn_text`.

    >>> _plain("b/22 13/8 (2) 0/0")
    'bar/22 13/8(2)'
    """
    for written, meant in _PLAIN:
        play = written.sub(meant, play)
    return play.strip()
