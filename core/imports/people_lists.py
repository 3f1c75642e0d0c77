"""A list of people as it is typed, pasted or saved: each line is read by itself, and a heading says what columns hold.

A line has a name, and perhaps a number or a bullet before it, a club in brackets or in a cell, a rating and a seed.
What may be read in two ways is read in the likelier one, and has a doubt.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from quopri import decodestring
from typing import NamedTuple

from core.csv_text import read_text
from core.imports.headings import FEDERATION_ID, FIRST_NAME, LAST_NAME, NUMBER, meaning_of, words_of
from core.imports.players import spoken
from core.imports.tables import LONGEST_CELL, MOST_COLUMNS, MOST_LINES
from core.imports.text import wrong_file
from core.imports.values import CLUB, COUNTRY, NAME, RATING, SEED, Column
from core.messages import say
from core.names.names import one_blank

MEMBERS = "members"
_HEADINGS = {
    "deltagare": NAME,
    "deltagarna": NAME,
    "anmälda": NAME,
    "player name": NAME,
    "name of player": NAME,
    "full name": NAME,
    "spelarnamn": NAME,
    "spelarens namn": NAME,
    "hela namnet": NAME,
    "club name": CLUB,
    "klubbnamn": CLUB,
    "förening": CLUB,
    "participant": NAME,
    "participants": NAME,
    "players": NAME,
    "entrants": NAME,
    "team": NAME,
    "lag": NAME,
    "members": MEMBERS,
    "medlemmar": MEMBERS,
}
"""Headings of lists of people and teams alone; those of all tables are in `core.imports.headings`."""
_OF_A_LIST = {
    *("deltagare", "deltagarna", "deltagarlista", "anmälda", "anmälningar", "startlista", "spelarlista", "spelarna"),
    *(
        "medlemmar",
        "medlemslista",
        "participants",
        "players",
        "entrants",
        "entries",
        "members",
        "spieler",
        "teilnehmer",
    ),
}
"""Words of a title: a first line that has one of them is no person."""
_LIKE_A_NAME = "spelare"
"""A word that stands in titles, too, but begins the names of people who have none yet: `Spelare 1`."""
_SUMS = {"totalt", "total", "summa", "sum", "antal", "insgesamt", "gesamt", "count"}
_SUM_LINE = re.compile(r"([^\W\d_]+)(?:[ ][^\W\d_]+)?\s*(?:[:=;,\t]\s*)?\d{0,4}")
"""A line that counts those above it: `Totalt;2`, `Antal spelare: 14`."""
_OF_RESERVES = re.compile(
    r"(?:reserv(?:er|lista|spelare)?|väntelista|reserves?|alternates?|substitutes?|waiting list"
    r"|ersatz(?:spieler)?|warteliste)\s*:?",
    re.IGNORECASE,
)
"""A line that stands above those who play only if others do not come."""
_TAG = re.compile(
    r"</?(?:!doctype|html|head|body|table|thead|tbody|tr|t[dh]|ul|ol|li|div|p|span|br)\b[^<>]{0,200}>", re.IGNORECASE
)
"""An element of a web page."""
_CARD, _CARD_NAME = "BEGIN:VCARD", re.compile(r"FN((?:;[^:]{0,80})?):(.+)", re.IGNORECASE)
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
_BULLET = re.compile(r"\A\s*(?:(?:[-*•‣·▪◦–—>→➢➤►▶▸●○■□◆☐☑☒✓✔]|\[[ xX]?\])\s+|•)+(?=\S)")
_NUMBER = re.compile(r"\A\s*[#(\[]?(\d{1,4})[.):\]]+[\s;]*(?=[^\W\d_]|[\"'])")
_NUMBER_CELL = re.compile(r"\A\s*#?(\d{1,4})\s*[;\t]\s*(?=[^\W\d_]|[\"'])")
_NUMBER_OF_LEVELS = re.compile(r"\A\s*\d{1,3}(?:\.\d{1,3}){1,4}[.):]?\s+(?=[^\W\d_])")
_NUMBER_ALONE = re.compile(r"\A\s*(?:#\d{1,4}|\d{1,2}|\d{1,2}\s*[-–—]|[a-z]\))\s+(?=[^\W\d_])")
_THOUSANDS = re.compile(r"(?<=[^\W\d_]|[.)\]])([\s;,\t]+)([1-3])[ '’](\d{3})(?=\s*(?:[;,\t(]|\Z))")
"""A rating whose thousands stand apart: `1 500`."""
_CONTACT = re.compile(
    r"\s*[;,\t]?\s*(?:<?(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}>?"
    r"|(?<![\w.+-])(?:\+\d|0\d)[\d\s-]{5,14}\d(?![\w.-]))"
)
"""An address or a telephone number: no part of a name, and nothing that a list of players shows."""
_IN_BRACKETS = re.compile(r"(?P<name>[^()\[\]]*?)\s*[(\[](?P<inside>[^()\[\]]*)[)\]]\s*(?P<rest>[\d\s,]*)")
_LABEL = re.compile(r"(?<![^\W_])(?:elo|rating|ranking|rtg)\.?\s*[:=]?\s*(?=\d{3,4}(?!\d))", re.IGNORECASE)
_BETWEEN = re.compile(r"(?P<name>[^\W\d_][^\d]{0,98}?) (?P<number>\d{3,4}) (?P<club>[^\W\d_][^\d]{0,98})")
_DASHED = re.compile(r"(?P<name>[^\W\d_][^|–—-]{1,98}) (?:[-–—]|\|) (?P<club>[^\W\d_][^\d|–—]{0,98})")
_TEAM_DASHED = re.compile(r"(?P<name>[^;\t,/–—]{1,100}?) [-–—] (?P<members>[^;\t]*[,/][^;\t]*)")
_BEHIND = re.compile(r"[\s,:–-]+(\d{3,4})\Z")
_ENDING = 12
"""Characters at the end of a text in which a number behind a name is looked for."""
_BEFORE = re.compile(r"(?P<number>\d{3,4})[\s:–-]+(?P<name>[^\W\d_].*)")
_FIRST_YEAR, _TITLES_FROM, _LAST_YEAR = 1900, 2015, 2099
"""A number behind a name may be a year from the first to the last of these. A title names a year of late."""
_PARTICLES = {
    *(
        "af",
        "al",
        "da",
        "de",
        "del",
        "della",
        "den",
        "der",
        "di",
        "dos",
        "du",
        "el",
        "la",
        "le",
        "ter",
        "van",
        "von",
        "zu",
    ),
}
"""Words of a family name before its own word."""
_USUAL_COMMAS = 4
"""Commas of a line that shows in which order the names of a list stand, at most."""
_BETWEEN_MEMBERS = re.compile(r"[/,;\t]")
_TITLES_ABOVE, _ALONE_ABOVE = 40, 3
"""Lines above a heading: so many above one of several columns, and above one that is a single word."""
_UNRATED = ("", "0", "-", "0000")
_OWN = ("name", "rating", "group")
"""The heading of the club's list as the service writes it: its names are meant as they stand."""


class ListedPerson(NamedTuple):
    """A person, or a team, of a list. `written` is the name as it stands; `extra` are cells that are not understood.

    `key` is the list's own number, `federation_id` that of a federation.

    `doubt` asks about what may be meant otherwise. `otherwise` has the name, rating and club as they are read then, and
    no name where the line would be no person.
    """

    line: int
    name: str
    written: str
    rating: str = ""
    club: str = ""
    country: str = ""
    seed: str = ""
    members: tuple[str, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()
    key: str = ""
    federation_id: str = ""
    doubt: str = ""
    otherwise: tuple[str, str, str] = ("", "", "")


class PeopleList(NamedTuple):
    """The people of a list, and its columns where it has a heading."""

    columns: tuple[Column, ...]
    people: tuple[ListedPerson, ...]


class _Line(NamedTuple):
    number: int
    text: str


class _Shown(NamedTuple):
    """Common traits of the lines of a list: if they have ratings behind names, and in which order names stand.

    `has_clubs_apart`: some stand in brackets or in a cell of their own, and so none is expected behind a comma.
    """

    has_ratings: bool
    family_first: int
    given_first: int
    clubs: frozenset[str]
    has_clubs_apart: bool


def read_people(text: str, *, teams: bool = False) -> PeopleList:
    """The people of a list, or with `teams` its teams. Raises `Invalid`, by `file`, for what is too long or too wide.

    >>> [each[1:5] for each in read_people("1. Öberg, Åsa (Vasa) 1500").people]
    [('Åsa Öberg', 'Öberg, Åsa (Vasa) 1500', '1500', 'Vasa')]
    """
    lines, separator = list(_lines(text)), ""
    _refuse_page(lines)
    if lines and lines[0].text.strip().upper() == _CARD:
        return PeopleList((), tuple(_on_cards(lines)))
    if lines and (matched := _SEPARATOR_LINE.fullmatch(lines[0].text.strip())):
        separator, lines = matched[1], lines[1:]
    lines = [line for line in lines if any(sign.isalnum() for sign in line.text) and not _is_sum(line.text)]
    _refuse_wide(lines, separator)
    place = _heading_at(lines, separator)
    if place is None:
        lines = _without_title(lines)
        _refuse_nameless(lines, separator)
        return PeopleList((), tuple(_free_people(lines, separator, teams=teams)))
    heading = _cells(lines[place].text, separator or _separator_of(lines[place].text))
    rest = [line for line in lines[place + 1 :] if _cells(line.text, separator or _separator_of(line.text)) != heading]
    used = separator or _separator_of(lines[place].text)
    meanings = [_meaning(each) for each in heading]
    columns = tuple(Column(each, meaning) for each, meaning in zip(heading, meanings, strict=True) if each)
    if len([each for each in heading if each]) == 1:
        return PeopleList(columns, tuple(_free_people(rest, separator, teams=teams)))
    return PeopleList(columns, tuple(_headed_people(rest, heading, meanings, used, teams=teams)))


def _refuse_page(lines: Sequence[_Line]) -> None:
    """Raise `Invalid` for the source of a web page."""
    for number, text in lines[:_TITLES_ABOVE]:
        if _TAG.search(text):
            raise wrong_file(
                say("line {line} is the source of a web page (HTML): copy the list as the page shows it", line=number)
            )


def _on_cards(lines: Sequence[_Line]) -> Iterator[ListedPerson]:
    """The people of contact cards (vCard), by the names that are shown for them."""
    for number, text in lines:
        if matched := _CARD_NAME.match(text.strip()):
            value = matched[2]
            if "QUOTED-PRINTABLE" in matched[1].upper():
                value = decodestring(value.encode("ascii", "ignore")).decode("utf-8", "replace")
            name = one_blank(re.sub(r"\\([,;\\])", r"\1", value))
            yield ListedPerson(number, name, name)


def _lines(text: str) -> Iterator[_Line]:
    """The lines that say something, with their numbers; a quoted cell may go on over some of them."""
    waiting, begin, count = "", 0, 0
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if len(line) > MOST_COLUMNS * LONGEST_CELL:
            raise wrong_file(say("line {line} has a cell of more than {most} letters", line=number, most=LONGEST_CELL))
        whole = f"{waiting} {line}" if waiting else line
        begin = begin if waiting else number
        if whole.count('"') % 2 and re.search(r'(?:^|[;,\t])\s*"[^"]*$', whole) and number - begin < _ALONE_ABOVE:
            waiting = whole
            continue
        waiting = ""
        if whole.strip(" \t;,"):
            count += 1
            if count > MOST_LINES:
                raise wrong_file(say("the file has more than {most} lines", most=MOST_LINES))
            yield _Line(begin, whole)
    if waiting:
        yield _Line(begin, waiting)


def _separator_of(line: str) -> str:
    return next((each for each in "\t;," if each in line), "\t")


def _cells(line: str, separator: str) -> list[str]:
    """The cells of a line, without empty ones at its end."""
    try:
        row = next(csv.reader([line.replace("\0", "\ufffd")], delimiter=separator), [])
    except csv.Error:
        row = line.split(separator)
    cells = [read_text(one_blank(cell)) for cell in row]
    while len(cells) > 1 and not cells[-1]:
        cells.pop()
    return cells


def _refuse_wide(lines: Sequence[_Line], separator: str) -> None:
    """Raise `Invalid` for a line of too many cells, and for one with a cell that is too long."""
    for number, text in lines:
        if len(text) <= LONGEST_CELL and max(map(text.count, separator or "\t;,")) < MOST_COLUMNS:
            continue
        cells = _cells(text, separator or _separator_of(text))
        if len(cells) > MOST_COLUMNS:
            raise wrong_file(say("line {line} has more than {most} columns", line=number, most=MOST_COLUMNS))
        if any(len(cell) > LONGEST_CELL for cell in cells):
            raise wrong_file(say("line {line} has a cell of more than {most} letters", line=number, most=LONGEST_CELL))


# ── headings and titles ──────────────────────────────────────────────────────────────────────────────────────────────
def _meaning(heading: str) -> str:
    plain = re.sub(r"\s*(?:\(\d+[^)]*\)|\d+\s*st\.?)?\s*:?$", "", heading).casefold()
    return meaning_of(plain) or _HEADINGS.get(plain, "")


def _heading_at(lines: Sequence[_Line], separator: str) -> int | None:
    """The place of the line that names the columns, if one does."""
    for place, line in enumerate(lines[: _TITLES_ABOVE + 1]):
        cells = _cells(line.text, separator or _separator_of(line.text))
        meanings = {_meaning(cell) for cell in cells if cell}
        filled = sum(bool(cell) for cell in cells)
        if not meanings & {NAME, LAST_NAME}:
            continue
        if filled == 1 and place <= _ALONE_ABOVE:
            return place
        if filled > 1 and (len(meanings - {""}) > 1 or not any(cell.isdecimal() for cell in cells)):
            return place
    return None


def _refuse_nameless(lines: Sequence[_Line], separator: str) -> None:
    """Raise `Invalid` for a first line that is a heading and names no column of names."""
    if not lines:
        return
    first = lines[0].text
    cells = _cells(first, separator or _separator_of(first))
    others = [_cells(line.text, separator or _separator_of(line.text)) for line in lines[1:_TITLES_ABOVE]]
    numbered = any(len(row) > 1 and row[1].isdecimal() for row in others)
    text_above = len(cells) > 1 and cells[1] and not any(sign.isdecimal() for sign in first) and numbered
    if (len(cells) > 1 and all(map(_meaning, cells))) or (text_above and any(map(_meaning, cells[1:]))):
        known = [word for meaning in (NAME, RATING, CLUB, SEED) for word in words_of(meaning)]
        raise wrong_file(
            say("the first line, {line}, names no column of names; known headings are {known}", line=first, known=known)
        )


def _is_sum(text: str) -> bool:
    matched = _SUM_LINE.fullmatch(_BULLET.sub("", text).strip(" \t;,"))
    return matched is not None and matched[1].casefold() in _SUMS and any(map(str.isdecimal, text))


def _without_title(lines: Sequence[_Line]) -> list[_Line]:
    """The lines without those above the people that are a title, such as `Klubbens spelare 2026`.

    The last line of all stands above no people: there `Ny Spelare` is a person.
    """
    place = 0
    while place < len(lines) and _is_title(lines[place].text, is_last=place == len(lines) - 1):
        place += 1
    return list(lines[place:])


def _is_title(text: str, *, is_last: bool) -> bool:
    words = re.findall(r"[^\W\d_]+", text.casefold())
    if len(_cells(text, _separator_of(text))) > 1 or not words:
        return False
    return bool(_OF_A_LIST.intersection(words)) or (_LIKE_A_NAME in words[1:] and not is_last)


# ── a list with a heading ────────────────────────────────────────────────────────────────────────────────────────────
def _headed_people(
    lines: Sequence[_Line], heading: Sequence[str], meanings: Sequence[str], separator: str, *, teams: bool
) -> Iterator[ListedPerson]:
    literal = tuple(heading) == _OWN
    if meanings[0] not in (NAME, LAST_NAME, FIRST_NAME):
        lines = [line for line in lines if not _is_remark(_cells(line.text, separator))]
    alone = [line for line in lines if separator not in line.text]
    free = {free_person.line: free_person for free_person in _free_people(alone, separator, teams=teams)}
    for line in lines:
        if line.number in free:
            yield free[line.number]
            continue
        row = _cells(line.text, separator)
        values: dict[str, str] = {}
        extra = []
        for place, cell in enumerate(row):
            meaning = meanings[place] if place < len(meanings) else ""
            name = heading[place] if place < len(heading) and heading[place] else f"column {place + 1}"
            if meaning and (not values.get(meaning) or values[meaning] in _UNRATED):
                values[meaning] = cell
            elif not meaning and cell:
                extra.append((name, cell))
        yield _of_cells(line.number, values, tuple(extra), literal=literal, teams=teams)


def _is_remark(cells: Sequence[str]) -> bool:
    """True for a line below a table: its only text stands in the first column, which is not that of the names."""
    return not any(cells[1:]) and not cells[0].isdecimal()


def _of_cells(
    line: int, values: dict[str, str], extra: tuple[tuple[str, str], ...], *, literal: bool, teams: bool
) -> ListedPerson:
    written, club = values.get(NAME, ""), values.get(CLUB, "")
    if not written and (values.get(LAST_NAME) or values.get(FIRST_NAME)):
        written = ", ".join(filter(None, (values.get(LAST_NAME, ""), values.get(FIRST_NAME, ""))))
        name = " ".join(filter(None, (values.get(FIRST_NAME, ""), values.get(LAST_NAME, ""))))
    else:
        name = written if literal or teams else _without_mark(written)
        if not literal and not teams:
            if CLUB not in values and (matched := _IN_BRACKETS.fullmatch(name)) and not matched["rest"].strip():
                name, club = matched["name"], matched["inside"].strip()
            name = spoken(name)
    rating = values.get(RATING, "")
    members = tuple(_members(values.get(MEMBERS, "")))
    return ListedPerson(
        line,
        name,
        written,
        "" if rating in _UNRATED else rating,
        club,
        values.get(COUNTRY, ""),
        values.get(SEED, ""),
        members,
        extra,
        values.get(NUMBER, ""),
        values.get(FEDERATION_ID, ""),
    )


def _members(text: str) -> list[str]:
    return [name for part in _BETWEEN_MEMBERS.split(text) if (name := " ".join(part.split()))]


# ── a list without a heading ─────────────────────────────────────────────────────────────────────────────────────────
def _without_mark(text: str) -> str:
    """A text without the bullet or the number before it."""
    for mark in (_BULLET, _NUMBER):
        text = mark.sub("", text, count=1)
    return text.strip()


def _free_people(lines: Sequence[_Line], separator: str, *, teams: bool) -> Iterator[ListedPerson]:
    if teams:
        counted = [
            (matched := _NUMBER.match(line.text)) is not None and int(matched[1]) == place
            for place, line in enumerate(lines, 1)
        ]
        for line, numbered in zip(lines, counted, strict=True):
            text = _BULLET.sub("", one_blank(line.text), count=1)
            numbered = numbered and sum(counted) > 1  # a team alone may be the 1. FC Kiel
            yield _team(line.number, _NUMBER.sub("", text, count=1) if numbered else text, separator)
        return
    bare = [_Line(line.number, _bare(line.text)) for line in lines]
    shown = _shown(bare)
    reserves = ""
    for place, line in enumerate(bare):
        if _OF_RESERVES.fullmatch(line.text):
            reserves = line.text
            continue
        person = _person(line, separator, shown)
        if reserves and not person.doubt:
            doubt = say(
                "“{text}” stands below “{heading}”: do they take part from the start?",
                text=person.name,
                heading=reserves.rstrip(": "),
            )
            person = person._replace(doubt=doubt, otherwise=("", "", ""))
        if person.doubt and not person.club and place == 0 < len(bare) - 1 and _year_behind(line.text) >= _TITLES_FROM:
            doubt = say("“{text}”: is this a person, or the title of the list?", text=line.text)
            person = person._replace(doubt=doubt, otherwise=("", "", ""))
        yield person


def _bare(text: str) -> str:
    """A line without bullet and number, without addresses, and without empty cells at its end."""
    text = _BULLET.sub("", _LABEL.sub("", _CONTACT.sub("", one_blank(text))), count=1)
    for mark in (_NUMBER_OF_LEVELS, _NUMBER, _NUMBER_CELL, _NUMBER_ALONE):
        if mark.match(text):
            text = mark.sub("", text, count=1)
            break
    return _THOUSANDS.sub(r"\1\2\3", text.strip().rstrip(";,\t "))


def _team(number: int, text: str, separator: str) -> ListedPerson:
    name, colon, rest = text.partition(":")
    if not colon and (matched := _IN_BRACKETS.fullmatch(text.strip())):
        name, rest, colon = matched["name"], matched["inside"], "("
    if not colon and (dashed := _TEAM_DASHED.fullmatch(text.strip())):
        name, rest, colon = dashed["name"], dashed["members"], "–"
    if colon:
        return ListedPerson(number, name.strip(), name.strip(), members=tuple(_members(rest)))
    cells = _cells(text, separator or _separator_of(text))
    values = [cell for cell in cells[1:] if cell]
    numbers = [value for value in values if value.isdecimal()]
    words = [value for value in values if not value.isdecimal()]
    listed = len(words) > 0 and "/" in words[0]
    members = _members(words[0]) if listed else [name for word in words for name in _members(word)]
    club = words[1] if listed and len(words) > 1 else ""
    rating, seed = (*numbers, "", "")[:2]
    return ListedPerson(number, cells[0], cells[0], rating, club, "", seed, tuple(members))


def _behind(text: str) -> tuple[str, str] | None:
    """The text before a number of three or four digits at the end, and the number."""
    matched = _BEHIND.search(text[-_ENDING:])
    if matched is None:
        return None
    name = text[: len(text) - len(matched[0])].rstrip(" ,:–-")
    return (name, matched[1]) if any(map(str.isalpha, name)) else None


def _year_behind(text: str) -> int:
    """The number behind a name if it may be a year, else 0."""
    found = _behind(text)
    number = int(found[1]) if found else 0
    return number if _FIRST_YEAR <= number <= _LAST_YEAR else 0


def _shown(lines: Sequence[_Line]) -> _Shown:
    """Find the common traits of the lines of a list."""
    ratings, orders, clubs = 0, Counter[str](), Counter[str]()
    for line in lines:
        found = _behind(line.text)
        ratings += bool(found and not _year_behind(line.text) and not any(each in line.text for each in "\t;,"))
        if "\t" in line.text or ";" in line.text or not 0 < line.text.count(",") <= _USUAL_COMMAS:
            continue
        words = [cell for cell in _cells(line.text, ",") if cell and not cell.isdecimal()]
        if len(words) == 2:
            orders["family" if _is_family(words[0]) else "given"] += 1
            clubs[words[1].casefold()] += 1
    return _Shown(
        ratings > 0,
        orders["family"],
        orders["given"],
        frozenset(each for each, count in clubs.items() if count > 1),
        any(sign in line.text for line in lines for sign in "\t;(["),
    )


def _is_family(text: str) -> bool:
    """True for one word, and for one behind particles such as `von`: a family name may stand alone before a comma."""
    words = text.split()
    return len([word for word in words if word.casefold() not in _PARTICLES]) == 1


def _person(line: _Line, separator: str, shown: _Shown) -> ListedPerson:
    """The person of a line without a heading."""
    used, text = separator or _separator_of(line.text), line.text
    read = _Read(text)
    if used == "," and (brackets := _IN_BRACKETS.fullmatch(text)):
        read, text = _of_brackets(brackets), brackets["name"]
    cells = _cells(text, used)
    numbers = [cell for cell in cells[1:] if cell.isdecimal()]
    words = [cell for cell in cells if cell and not cell.isdecimal()]
    if not words:
        return ListedPerson(line.number, " ".join(cells).strip(), line.text)
    rating, seed = (*numbers, "", "")[:2]
    at_end = used == "," and _behind(cells[-1]) is not None
    if len(cells) == 4 and not cells[1] and numbers:  # name, rating, club, seed, as they are without a heading
        rating, seed = "", numbers[0]
    elif words[1:] and cells[1] == words[1] and not numbers and any(map(str.isdecimal, cells[1])) and not at_end:
        rating, words = cells[1], [words[0], *words[2:]]
    last = _name_cell(words[-1] if used == "," else words[0], shown, alone=not rating)
    name, rest = (words[0] if used == "," and len(words) > 1 else last.name), words[1:]
    if used == "," and rest:
        rest[-1] = last.name
    club, rating = read.club or last.club, rating or read.rating or last.rating
    doubt, otherwise = last.doubt, last.otherwise
    if used == "," and rest and "," not in name and cells[1] == words[1]:
        name, first_club, doubt, otherwise, rest = _of_commas([name, *rest], rating, shown, has_club=bool(club))
        club = club or first_club
    elif len(rest) == 2 and not club and cells[1] == words[1] and len(name.split()) == len(rest[0].split()) == 1:
        doubt = say("“{text}”: is {other} the family name, or the club?", text=f"{name} {rest[0]}", other=rest[0])
        name, club, otherwise, rest = f"{name} {rest[0]}", rest[1], (name, rating, rest[0]), []
    elif rest and not club:
        club, *rest = rest
    extra = [(f"column {cells.index(each) + 1}", each) for each in rest if each in cells]
    extra += [(f"column {len(cells)}", number) for number in numbers[2:]]
    return ListedPerson(
        line.number,
        spoken(name),
        line.text,
        rating,
        club,
        "",
        seed,
        extra=tuple(extra),
        doubt=doubt,
        otherwise=otherwise,
    )


class _Read(NamedTuple):
    """The parts of a cell with a name."""

    name: str
    club: str = ""
    rating: str = ""
    doubt: str = ""
    otherwise: tuple[str, str, str] = ("", "", "")


def _of_brackets(found: re.Match[str]) -> _Read:
    parts = [part.strip() for part in (*found["inside"].split(","), *found["rest"].replace(",", " ").split())]
    numbers = [part for part in parts if part.isdecimal()]
    words = [part for part in parts if part and not part.isdecimal()]
    return _Read(found["name"].strip(), ", ".join(words), next(iter(numbers), ""))


def _name_cell(text: str, shown: _Shown, *, alone: bool) -> _Read:
    """The name of a cell without what stands beside it: a club in brackets, a rating before or behind."""
    if (matched := _IN_BRACKETS.fullmatch(text)) and matched["name"].strip():
        inner = _name_cell(matched["name"].strip(), shown, alone=False)
        outer = _of_brackets(matched)
        return inner._replace(club=outer.club, rating=outer.rating or inner.rating)
    if matched := _BEFORE.fullmatch(text):
        return _Read(matched["name"], rating=matched["number"])
    if alone and (matched := _BETWEEN.fullmatch(text)) and not _year_behind(f"{matched['name']} {matched['number']}"):
        return _Read(matched["name"], matched["club"], matched["number"])
    if dashed := _DASHED.fullmatch(text):
        doubt = say("“{text}”: is {other} a club, or a part of the name?", text=text, other=dashed["club"])
        return _Read(dashed["name"], dashed["club"], doubt=doubt, otherwise=(text, "", ""))
    if (behind := _behind(text)) is None:
        return _Read(text)
    name, number = behind
    if _year_behind(text) and not shown.has_ratings:
        if not alone:
            return _Read(text)
        doubt = say("“{text}”: is {number} a rating, or a part of the name?", text=text, number=number)
        return _Read(text, doubt=doubt, otherwise=(name, number, ""))
    return _Read(name, rating=number) if alone else _Read(text)


def _of_commas(
    words: list[str], rating: str, shown: _Shown, *, has_club: bool
) -> tuple[str, str, str, tuple[str, str, str], list[str]]:
    """The name, the club, a doubt, the other reading, and the cells that are left, of cells between commas."""
    one, other, *rest = words
    family_first = _is_family(one)
    spoken_name = f"{other} {one}"
    if rest or has_club:
        if family_first:
            return spoken_name, "" if has_club else rest[0], "", ("", "", ""), rest[0 if has_club else 1 :]
        return (one, other, "", ("", "", ""), rest) if not has_club else (spoken_name, "", "", ("", "", ""), rest)
    doubt = say("“{text}”: is {other} the given name, or the club?", text=f"{one}, {other}", other=other)
    if family_first and other.casefold() not in shown.clubs:
        is_shown = shown.family_first > 1 or " " in one or shown.has_clubs_apart
        is_sure = is_shown and shown.family_first > shown.given_first
        return spoken_name, "", "" if is_sure else doubt, ("" if is_sure else one, rating, other), []
    is_sure = not shown.family_first or (not family_first and shown.given_first > shown.family_first)
    return one, other, "" if is_sure else doubt, ("" if is_sure else spoken_name, rating, ""), []
