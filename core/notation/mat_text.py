"""The lines of a `.mat` text as values: heads, length, and games with their cells, in the dialect of each program.

Nothing is judged here. `docs/play/records.md` lists the dialects. A line that no dialect has is `Invalid`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, NoReturn

from core.errors import Invalid
from core.messages import quoted, say

_LONGEST = 500
_SHOWN = 80
_LEAST_MIDDLE = 10
"""No right column begins before this one."""
_MIDDLE = 20
"""The column of a right cell in a text where no row has two cells and no name stands to the right."""

_REMARK = re.compile(r"[;#{*/|+=_\[-]")
_HEAD = re.compile(r"[;#]?\s*\[\s*(\w[\w ]*?)\s*\"(.*)\"\s*\]")
_SET = re.compile(r"[;#]\s*Set Pos\s*=\s*([-A-Oa-o]{26}).*", re.IGNORECASE)
_LENGTH = re.compile(
    r"\b(\d{1,9})\s*-?\s*(?:points?|pts?\.?)[\s-]+match\b|\bmatch\s+(?:of|to|length)\s*:?\s*(\d{1,9})\b"
    r"|^(?:unlimited|money)\b",
    re.IGNORECASE,
)
_GAME = re.compile(r"Game\s*#?\s*(\d{1,4})\b(?![^:]*:\s*\d).*", re.IGNORECASE)
_NAMES = re.compile(r"(.*?)\s*:\s*(\d{1,4})\s+(.*?)\s*:\s*(\d{1,4})")
_NAME = re.compile(r"(.*?\S)\s*:\s*(\d{1,4})")
_RATING = re.compile(r"\s*,\s*\d{3,4}(?:\.\d+)?$")
_ROW = re.compile(r"\s*\d{1,4}\s*[).](?!\d)")

_TABS = re.compile(r"(?m)^([^\S\n]*\d{1,4}[).])[ ]*\t[ ]*\t[ \t]*(?=\S)")
"""A row whose left cell is empty, in a text that has tabs between the cells."""
_FAR = 60

_GIVEN_UP = (
    r"conced\w*|resign\w*|gives?\s+up|gave\s+up|forfeit\w*|abandon\w*|quits?|retire[sd]?|disconnect\w*"
    r"|los(?:t|es)\s+on\s+time|timed?\s?out|leaves|left"
)
_UNTOLD = re.compile(r"\?{3,}")
"""A cell of which nothing is told, as some programs write it where a player gave up."""
_START = re.compile(
    rf"""(?P<dice>[0-6][0-6]\s?:|(?<!\S)[0-6]\s?[-–]\s?[0-6]\s?:|(?<!\S)[1-6][1-6](?=\s+(?:(?:bar|b|\d{{1,2}})/|can'?n?o?t\b|no\s+(?:move|play)|dances?\b|fans?\b|\?\?)))
    |(?<!\S)(?:(?P<double>(?:re)?doubles?)\b|(?P<take>takes?|took|accept(?:s|ed)?)\b
    |(?P<drop>drop(?:s|ped)?|reject(?:s|ed)?|refuse[sd]?|decline[sd]?|pass(?:es|ed)?)\b
    |(?P<more>beavers?|raccoons?)\b|(?P<given_up>(?:{_GIVEN_UP})\b|\?{{3,}})|(?P<won>wins?|won)\b
    |(?P<lost>loss(?:es)?|loses?|lost)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_ACTIONS = ("dice", "double", "take", "drop", "more")
_WORTH = re.compile(r"\D*?(\d{1,9})\b.*")
_ILLEGAL = re.compile(r"illegal\s+play(?:\s*\(([^)]*)\)?)?", re.IGNORECASE)
_NOTE = re.compile(r"\{[^}]*\}|\([-+]?\d*[.,]\d+\)|(?<=\s)[;#].*|(?<=\s\s)\d{1,4}\)(?=\s)")
"""Remarks in a row, estimates of a program, and a row's number that is repeated between its cells."""
_JUDGEMENT = re.compile(r"(?<=[\w*)])(?:\?{1,2}!?|!{1,2}\??)(?=\s|$)")


class Cell(NamedTuple):
    """One entry of a game.

    `kind` is `dice`, `double`, `take`, `drop`, `more` (a beaver), `won`, `lost`, `given_up` or `set` (a position).
    `text` is what stands there: behind dice the play. `number` is a double's cube or the points won. `dump` holds the
    values that a program wrote in place of a play that it could not write.
    """

    line: int
    kind: str
    text: str
    on_right: bool = False
    dice: tuple[int, int] = (0, 0)
    number: int | None = None
    dump: Sequence[str] | None = None


class GameText(NamedTuple):
    """A game as it is written: its number and line, both names with the scores before, and its cells."""

    line: int
    number: int
    names_line: int
    names: tuple[str, str]
    scores: tuple[int, int]
    cells: Sequence[Cell]


class MatText(NamedTuple):
    """A whole text. `length` is 0 for money; `marks_hits`: a play somewhere has the mark of a hit."""

    lines: Sequence[str]
    heads: Mapping[str, tuple[int, str]]
    length: int
    length_line: int
    games: Sequence[GameText]
    marks_hits: bool

    def head(self, name: str) -> str:
        """The value of a head line, or nothing."""
        return self.heads.get(name, (0, ""))[1]

    def wrong(self, line: int, problem: str) -> Invalid:
        """The error of a line: what is wrong with it, and what stands there."""
        return _wrong(self.lines, line, problem)


def _wrong(lines: Sequence[str], line: int, problem: str) -> Invalid:
    text = lines[line - 1].strip() if line <= len(lines) else ""
    shown = text if len(text) <= _SHOWN * 2 else f"{text[:_SHOWN]}…"
    return Invalid(
        {f"line {line}": [say("{problem}: {text}", problem=problem, text=quoted(shown)) if text else problem]}
    )


def parse(text: str, place: int | None = None) -> MatText:
    """The values of a text, of which `place` says which match is meant if it has several, from 1 on.

    Raises `Invalid`, which names the line, or `match` for a place that the text does not have.
    """
    plain = re.sub(r"[\u200b-\u200f\u2060\ufeff\x1a]", "", text).replace("\xa0", " ")
    plain = _TABS.sub(lambda row: f"{row[1]}{' ' * _FAR}", plain)
    lines = [line.expandtabs().rstrip() for line in re.split(r"\r\n|\r|\n", plain.rstrip())]
    parser = _Parser(lines)
    first, last = _bounds(lines, place)
    for number, line in enumerate(lines[first - 1 : last], first):
        if len(line) > _LONGEST:
            raise _wrong(lines, number, say("{count} characters are no line of a match", count=len(line)))
        parser.read(number, line)
    return parser.end()


def _bounds(lines: Sequence[str], place: int | None) -> tuple[int, int]:
    """The first and the last line of the match that is meant."""
    begins = _begins(lines)
    count = len(begins)
    if place is None and count > 1:
        many = say(
            "a second match begins here, and the file has {count}: say which is meant, the first with match=1",
            count=count,
        )
        raise _wrong(lines, begins[1], many)
    if place is not None and place > count:
        raise Invalid({"match": [say("{place} is no match of this file, which has {count}", place=place, count=count)]})
    chosen = (place or 1) - 1
    return begins[chosen], begins[chosen + 1] - 1 if chosen + 1 < count else max(len(lines), 1)


def _begins(lines: Sequence[str]) -> list[int]:
    """The number of the first line of each match.

    A match begins with another length than the one before. With the same one it begins where the games are counted
    anew, as some programs repeat the length before each game. Remarks above the length are of the match below.
    """
    begins, length, game, again, remarks = [1], None, 0, 0, 0
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text:
            continue
        if _REMARK.match(text):
            remarks = remarks or number
            continue
        found, counted = None if _ROW.match(line) else _length(text), _GAME.fullmatch(text)
        if found is not None and length is None:
            length = found
        elif found is not None:
            again = remarks or number
            if found != length:
                begins.append(again)
                length, game, again = found, 0, 0
        elif counted:
            if again and int(counted[1]) <= game:
                begins.append(again)
            game, again = int(counted[1]), 0
        remarks = 0
    return begins


class _Draft:
    """A game while it is read."""

    def __init__(self, line: int, number: int) -> None:
        self.line, self.number, self.names_line = line, number, 0
        self.names: list[str] = []
        self.scores: list[int] = []
        self.right_name = 0
        self.rows: list[_Row] = []


class _Row(NamedTuple):
    line: int
    cells: Sequence[tuple[Cell, int]]
    """Each with the column at which it begins."""


class _Parser:
    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._heads: dict[str, tuple[int, str]] = {}
        self._length: int | None = None
        self._length_line = self._again = self._unknown = 0
        self._games: list[_Draft] = []
        self._is_over = False

    def read(self, number: int, line: str) -> None:
        """One line."""
        text = line.strip()
        if not text or self._is_head(number, text):
            return
        if (length := _length(text)) is not None and not (self._games and _ROW.match(line)):
            self._measure(number, length)
        elif matched := _GAME.fullmatch(text):
            self._begin(number, int(matched[1]))
        elif _ROW.match(line) or self._length is not None:
            self._in_game(number, line, text)
        else:
            self._unknown = self._unknown or number

    def end(self) -> MatText:
        """All of it. Raises `Invalid`."""
        last = max(len(self._lines), 1)
        if self._length is None and self._unknown:
            self._expect_length(self._unknown)
        if not self._games:
            raise _wrong(self._lines, last, say("the text ends before a game has begun"))
        if not self._games[-1].names_line:
            raise _wrong(self._lines, last, say("the text ends before the names of a game"))
        if self._again:
            raise _wrong(self._lines, self._again, say("the text ends before a game has begun"))
        middle = _middle(self._games)
        games = [_game(draft, middle) for draft in self._games]
        marks = any("*" in cell.text for game in games for cell in game.cells if cell.kind == "dice")
        return MatText(self._lines, self._heads, self._length or 0, self._length_line, games, marks)

    def _is_head(self, number: int, text: str) -> bool:
        if matched := _HEAD.fullmatch(text):
            name = matched[1].lower()
            self._heads.setdefault("match length" if name == "matchlength" else name, (number, matched[2].strip()))
        elif (matched := _SET.fullmatch(text)) and self._games:
            self._games[-1].rows.append(_Row(number, [(Cell(number, "set", matched[1]), 0)]))
        elif not _REMARK.match(text):
            return False
        return True

    def _measure(self, number: int, length: int) -> None:
        if self._length is None:
            self._length, self._length_line = length, number
        elif self._games:
            self._again = number  # some programs repeat it before each game

    def _expect_length(self, number: int) -> NoReturn:
        raise _wrong(self._lines, number, say("the length is expected first, such as '5 point match'"))

    def _begin(self, line: int, number: int) -> None:
        if self._length is None:
            found, text = self._heads.get("match length", (0, ""))
            if not text.isdecimal() or len(text) > 9:
                self._expect_length(self._unknown or line)
            self._length, self._length_line = int(text), found
        if self._games and not self._games[-1].names_line:
            raise _wrong(
                self._lines,
                line,
                say("both names with their scores are expected here, such as 'Anna : 0    Bertil : 0'"),
            )
        self._again = 0
        self._is_over = False
        self._games.append(_Draft(line, number))

    def _in_game(self, number: int, line: str, text: str) -> None:
        if self._length is None:
            self._expect_length(number)
        row = _ROW.match(line)
        matched = None if row else _NAMES.fullmatch(text)
        if not self._games:
            if matched is None:
                raise _wrong(self._lines, number, say("'Game 1' is expected here"))
            self._begin(number, 1)
        game = self._games[-1]
        if game.names_line and matched and not _START.search(text):
            self._begin(number, game.number + 1)
            game = self._games[-1]
        if not game.names_line:
            self._meet(game, number, line, matched)
        else:
            self._row(game, number, line, row.end() if row else None)

    def _meet(self, game: _Draft, number: int, line: str, found: re.Match[str] | None) -> None:
        if found:
            game.names, game.scores = [found[1], found[3]], [int(found[2]), int(found[4])]
            game.right_name = len(line) - len(line.lstrip()) + found.start(3)
        elif (one := _NAME.fullmatch(line.strip())) and not _ROW.match(line):  # a line for each player
            game.names.append(one[1])
            game.scores.append(int(one[2]))
        else:
            raise _wrong(
                self._lines,
                number,
                say("both names with their scores are expected here, such as 'Anna : 0    Bertil : 0'"),
            )
        if len(game.names) == 2:
            game.names_line = number

    def _row(self, game: _Draft, number: int, line: str, start: int | None) -> None:
        body = _NOTE.sub(lambda note: " " * len(note[0]), line[start or 0 :])
        cells = list(_cells(number, body, start or 0))
        first = cells[0][1] - (start or 0) if cells else len(body)
        if body[:first].strip() or (start is None and not cells):
            if self._is_over and start is None:
                return  # what is said of the match behind its end
            problem = (
                say("this is no row of a game")
                if start is None
                else say("{text} is no throw and no word of the cube", text=quoted(body[:first].strip()))
            )
            raise _wrong(self._lines, number, problem)
        if sum(cell.kind in _ACTIONS for cell, _ in cells) > 2:
            raise _wrong(self._lines, number, say("a row has two cells at most"))
        self._is_over = self._is_over or any(cell.kind == "won" for cell, _ in cells)
        if cells:
            game.rows.append(_Row(number, cells))


def _length(text: str) -> int | None:
    matched = _LENGTH.search(text)
    return int(matched[1] or matched[2] or 0) if matched else None


def _cells(line: int, body: str, column: int) -> Iterator[tuple[Cell, int]]:
    starts: list[re.Match[str]] = []
    dumped = [(matched.start(), matched.end()) for matched in _ILLEGAL.finditer(body)]
    for matched in _START.finditer(body):
        if any(start <= matched.start() < end for start, end in dumped):
            continue
        is_like_play = matched["drop"] or _UNTOLD.fullmatch(matched[0])
        is_play = is_like_play and starts and starts[-1]["dice"] and matched.start() - starts[-1].end() <= 2
        if not (is_play and not body[starts[-1].end() : matched.start()].strip()):  # "31: pass" is a play
            starts.append(matched)
    for place, start in enumerate(starts):
        end = starts[place + 1].start() if place + 1 < len(starts) else len(body)
        yield _cell(line, start, body[start.start() : end], body[start.end() : end]), column + start.start()


def _cell(line: int, found: re.Match[str], whole: str, behind: str) -> Cell:
    kind = found.lastgroup or ""
    if kind == "dice":
        first, second = (int(die) for die in re.findall(r"\d", found[0]))
        illegal = _ILLEGAL.search(behind)
        dump = (illegal[1] or "").split(";") if illegal else None
        play = _JUDGEMENT.sub("", behind).strip()
        return Cell(line, kind, play, dice=(first, second), dump=dump)
    worth = _WORTH.fullmatch(behind.strip())
    return Cell(line, kind, " ".join(whole.split()).rstrip(" /"), number=int(worth[1]) if worth else None)


def _middle(games: Sequence[_Draft]) -> int:
    """The column from which a cell that stands alone in its row is the right player's."""
    seconds = Counter(
        two[1]
        for game in games
        for row in game.rows
        if len(two := [column for cell, column in row.cells if cell.kind in _ACTIONS]) == 2
    )
    usual = [column for column, count in seconds.items() if count == max(seconds.values())]
    names = [game.right_name for game in games if game.right_name]
    columns = [min(each) for each in (usual, names) if each]
    return max(_LEAST_MIDDLE, min(columns) - 3) if columns else _MIDDLE


def _game(draft: _Draft, middle: int) -> GameText:
    cells: list[Cell] = []
    for row in draft.rows:
        acted = 0
        two = sum(cell.kind in _ACTIONS for cell, _ in row.cells) == 2
        for cell, column in row.cells:
            on_right = bool(acted) if two and cell.kind in _ACTIONS else column >= middle
            acted += cell.kind in _ACTIONS
            cells.append(cell._replace(on_right=on_right))
    left, right = (_RATING.sub("", name).strip() or "?" for name in draft.names)
    return GameText(
        draft.line, draft.number, draft.names_line, (left, right), (draft.scores[0], draft.scores[1]), cells
    )
