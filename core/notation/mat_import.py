"""Reading `.mat` text: a match of another program becomes the facts of one of ours.

Every fact is judged as it is read. The result is a log that every verdict accepts, with the score, winners and points
that the text claims. Whatever does not fit is `Invalid`, with the number of its line.
"""

import re
from collections.abc import Mapping, Sequence
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
    MatchOpened,
    Recorded,
    TurnPassed,
)
from core.games import GAMES
from core.match.judging import judge, opened
from core.match.results.game_results import FinishedGame
from core.match.results.settlement import score
from core.match.state import ACCEPTED, Match
from core.messages import one_after_another, quoted, say, together
from core.notation import turn_text
from core.notation.mat_export import FORMAT, plain_name
from core.rules.game import Game

_HEADER = re.compile(r"[;#]\s*\[\s*(\w[\w ]*)\"(.*)\"\s*\]")
_LENGTH = re.compile(r"(\d+)\s*-?\s*points?\s+match\b.*", re.IGNORECASE)
_GAME = re.compile(r"Game\s+(\d+)\.?", re.IGNORECASE)
_NAMES = re.compile(r"(.*\S)\s*:\s*(\d+)\s+(\S.*?)\s*:\s*(\d+)")
_ROW = re.compile(r"\s*(\d+)\)(.*)")
_START = re.compile(
    r"[1-6][1-6]\s?:|\b(?:Doubles|Takes|Accepts|Drops|Rejects|Beavers|Raccoons|Resigns|Wins)\b", re.IGNORECASE
)
_WINS = re.compile(r"Wins\s+(\d+)\s+points?.*", re.IGNORECASE)
_DOUBLES = re.compile(r"Doubles\s*=>\s*(\d+)", re.IGNORECASE)
_DICE = re.compile(r"([1-6])([1-6])\s?:(.*)")
_OWN_LENGTH = re.compile(r"(\d) games(, until decided)?")
_LONGEST = 500
_MIDDLE = 20
"""A cell that stands alone and begins at this column or later is the right player's."""
_ANSWERS = {"takes": DoubleTaken, "accepts": DoubleTaken, "drops": DoubleDropped, "rejects": DoubleDropped}
_UNTOLD = "????"


class Imported(NamedTuple):
    """A match as it was read: what opens it (game, length, players by seat, stop, options), its facts, and what of."""

    game: str
    length: Mapping[str, int]
    players: Mapping[str, str]
    stop: str
    options: Mapping[str, Any]
    facts: tuple[Event, ...]
    match: Match


def read(text: str) -> Imported:
    """The match of a `.mat` text. Raises `Invalid`, which names the line."""
    reader = _Reader()
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff").rstrip()), 1):
        if len(line) > _LONGEST:
            raise Invalid({f"line {number}": [say("{count} characters are no line of a match", count=len(line))]})
        reader.line, reader.said = number, line.expandtabs().rstrip()
        reader.read()
    return reader.end()


class _Reader:
    """The state of the reader. `rolled`: a throw without a play, which only a resignation may follow."""

    def __init__(self) -> None:
        self.line, self.said = 0, ""
        self._heads: dict[str, str] = {}
        self._length: int | None = None
        self._names: list[str] = []
        self._match: Match | None = None
        self._facts: list[Event] = []
        self._in_game = False
        self._rolled = False
        self._last: FinishedGame | None = None

    def read(self) -> None:
        """One line."""
        text = self.said.strip()
        if not text:
            return
        if text[0] in ";#":
            if found := _HEADER.fullmatch(text):
                self._heads[found[1].rstrip().lower()] = found[2]
        elif self._length is None:
            found = _LENGTH.fullmatch(text) or self._fail(say("the length is expected first, such as '5 point match'"))
            self._length = int(found[1])
        elif found := _GAME.fullmatch(text):
            self._begin(int(found[1]))
        elif not self._in_game:
            self._fail(say("'Game 1' is expected here"))
        elif not self._names_read and (found := _NAMES.fullmatch(text)):
            self._meet([found[1], found[3]], [int(found[2]), int(found[4])])
        elif not self._names_read:
            self._fail(say("both names with their scores are expected here, such as 'Anna : 0    Bertil : 0'"))
        elif row := _ROW.fullmatch(self.said):
            self._row(row[2], row.start(2))
        elif won := _WINS.fullmatch(text):
            self._won(int(won[1]), self.said.index(text) >= _MIDDLE)
        else:
            self._fail(say("this is no row of a game"))

    def end(self) -> Imported:
        """The whole match. Raises `Invalid`."""
        if self._match is None:
            raise Invalid({f"line {max(self.line, 1)}": [say("the text ends before a game has begun")]})
        if self._rolled:
            self._fail(say("the throw before has no play"))
        event = self._match.opened
        return Imported(
            event.game, event.length, event.players, event.stop, event.options, tuple(self._facts), self._match
        )

    # ── heads ────────────────────────────────────────────────────────────────────────────────────────────────────────
    def _begin(self, number: int) -> None:
        match = self._match
        ready = match is None or match.phase in ("opening", "settled")
        if not ready or self._rolled or number != (len(match.results) if match else 0) + 1:
            self._fail(say("game {number} begins here, and the one before has no end or another number", number=number))
        self._in_game, self._names_read, self._last = True, False, None

    def _meet(self, names: Sequence[str], standing: Sequence[int]) -> None:
        self._names_read = True
        if self._match is None:
            self._names = list(names)
            self._match = self._opened()
        match = self._match
        if list(names) != self._names:
            self._fail(say("{names} were {before} before", names=together(names), before=together(self._names)))
        total = list(score(match.game, match.results, match.seats).values())
        if total != list(standing):
            self._fail(
                say(
                    "the games so far come to {left} : {right}, not to {said_left} : {said_right}",
                    left=total[0],
                    right=total[1],
                    said_left=standing[0],
                    said_right=standing[1],
                )
            )

    def _opened(self) -> Match:
        game = self._game()
        stop, length = "all_games", {"points": self._length or 0}
        if not self._length:
            found = _OWN_LENGTH.fullmatch(self._heads.get("length", ""))
            if found is None:
                self._fail(say("play for money has no length: a match is to a number of points"))
            stop, length = "when_decided" if found[2] else stop, {"games": int(found[1])}
        elif self._heads.get("crawford", "").lower() == "off":
            return self._open(game, length, stop, {"crawford": False})
        return self._open(game, length, stop, {})

    def _open(self, game: Game, length: Mapping[str, int], stop: str, options: Mapping[str, Any]) -> Match:
        full = [self._heads.get(f"player {number}", "") for number in (1, 2)]
        names = [whole if plain_name(whole) == name else name for whole, name in zip(full, self._names, strict=True)]
        players = dict(zip(game.seats, names, strict=False))
        try:
            return opened(FORMAT, MatchOpened("", game.key, length, players, stop=stop, options=options))
        except Invalid as wrong:
            self._fail(wrong.message)

    def _game(self) -> Game:
        known = {game.name.lower(): game for game in GAMES if FORMAT in game.formats}
        wanted = self._heads.get("variation", "").lower() or next(iter(known))
        return known.get(wanted) or self._fail(say("{game} is not one of {known}", game=wanted, known=known))

    # ── rows ─────────────────────────────────────────────────────────────────────────────────────────────────────────
    def _row(self, text: str, column: int) -> None:
        starts = [found.start() for found in _START.finditer(text)]
        if text[: starts[0] if starts else None].strip():
            self._fail(say("{text} is no throw and no word of the cube", text=quoted(text.strip())))
        for place, start in enumerate(starts):
            end = starts[place + 1] if place + 1 < len(starts) else None
            wins = text[start : start + 4].lower() == "wins"
            on_right = (place > 0 and not wins) or column + start >= _MIDDLE
            self._cell(text[start:end].strip(), on_right)
        if len(starts) > 2:
            self._fail(say("a row has two cells at most"))

    def _cell(self, text: str, on_right: bool) -> None:
        match = self._going()
        seat = match.seats[on_right]
        if won := _WINS.fullmatch(text):
            return self._won(int(won[1]), on_right)
        if self._rolled:
            self._fail(say("the throw before has no play"))
        if self._last:
            self._fail(say("the game was over before this"))
        if thrown := _DICE.fullmatch(text):
            return self._throw(seat, (int(thrown[1]), int(thrown[2])), thrown[3].strip())
        if doubles := _DOUBLES.fullmatch(text):
            wanted = 2 * match.cube.value if match.cube else 0
            if int(doubles[1]) != wanted:
                self._fail(
                    say("the cube is doubled to {value}, and it would be {wanted}", value=doubles[1], wanted=wanted)
                )
            return self._record(DoubleOffered(seat))
        answer = _ANSWERS.get(text.lower())
        if answer is None:
            self._fail(say("{text} is not played in a match", text=quoted(text)))
        return self._record(answer(seat))

    def _throw(self, seat: str, dice: tuple[int, int], play: str) -> None:
        match = self._going()
        if match.phase == "opening":
            others = {each: min(dice) for each in match.seats}
            self._record(event_of("OpeningRolled.1", {**others, seat: max(dice)}))
            if self._going().to_move != seat:
                self._fail(say("a game begins with the two opening dice, and {dice} are equal", dice=together(dice)))
        else:
            self._record(DiceRolled(seat, dice))
        match = self._going()
        if play.startswith(_UNTOLD):
            self._rolled = True
            return
        try:
            moves = turn_text.read(match.game, play, match.position, seat, match.dice or dice, match.options)
        except Invalid as wrong:
            self._fail(one_after_another(message for each in wrong.problems.values() for message in each))
        if not moves and match.game.plays(match.position, seat, dice, match.options):
            self._rolled = True
        else:
            self._record(CheckersMoved(seat, moves) if moves else TurnPassed(seat))

    def _won(self, worth: int, on_right: bool) -> None:
        match = self._going()
        winner, loser = match.seats[on_right], match.seats[not on_right]
        if self._last is None:
            stake = worth / (match.cube.value if match.cube else 1)
            outcome = next((each.key for each in match.game.endings if each.points == stake), None)
            if outcome is None:
                self._fail(say("{worth} points are no ending of a game at this stake", worth=worth))
            self._record(GameResigned(loser, outcome))
        ended = self._last
        assert ended is not None, "a resignation ends the game"
        if (ended.result.winner, ended.points) != (winner, worth):
            player = match.opened.players[ended.result.winner]
            self._fail(say("the play gives {points} points to {player}", points=ended.points, player=player))
        self._in_game, self._rolled = False, False

    # ── facts ────────────────────────────────────────────────────────────────────────────────────────────────────────
    def _going(self) -> Match:
        assert self._match is not None, "names come before rows"
        return self._match

    def _record(self, event: Event) -> None:
        """Judge one fact and keep it. Raises `Invalid` where it would not be accepted."""
        recorded = Recorded(len(self._facts) + 1, event, 0, FORMAT, ZERO_HASH)
        self._match, verdict = judge(self._going(), recorded, lambda: ())
        if verdict.verdict != ACCEPTED:
            self._fail(say("{rule}: {explanation}", rule=verdict.rule, explanation=verdict.explanation))
        self._facts.append(event)
        self._last = verdict.game_finished

    def _fail(self, problem: str) -> NoReturn:
        raise Invalid(
            {f"line {self.line}": [say("{problem}: {text}", problem=problem, text=quoted(self.said.strip()))]}
        )
