"""A tournament as a FIDE Tournament Report File, for rating officers and programs for pairing and tie-breaks.

| profile | source | beside the records of players |
|---|---|---|
| `trf16` | FIDE C.04 Annex 2 (2016) with the records of JaVaFo's TRF(x) | `XXR`, `XXC`, `XXS`, `XXZ` |
| `trf26` | FIDE TRF 2026 | `142`, `152`, `162`, `240`, `299`, and the games of each match as comments |

A column of a player's record is a round; in a round with two matches of a player, two columns. A match has no colours:
`w` is the player named first. The points of a record are the sum of its columns, as strict readers demand. In a team
league the records are those of the teams' members.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from core.errors import NotAllowed
from core.games import game_of
from core.messages import say
from core.tournament.handicap import Start, start_of
from core.tournament.model.byes import resting
from core.tournament.model.state import Tournament
from core.tournament.model.values import ANNULLED, Pairing, Round
from core.tournament.standings.meetings import meetings
from core.tournament.standings.scoring import kind_for, scoring_of
from core.tournament.standings.standings import standings
from core.tournament.terms import terms_of

TRF16, TRF26 = "trf16", "trf26"
PROFILES = (TRF16, TRF26)

_CODES = {
    "win": "1",
    "loss": "0",
    "adjudicated": "1",
    "adjudicated_loss": "0",
    "forfeit": "1",
    "forfeit_loss": "0",
    "walkover": "+",
    "walkover_loss": "-",
    "no_show": "+",
    "no_show_loss": "-",
    "double_no_show": "-",
    "half_each": "=",
    "bye": "U",
    "half_bye": "H",
    "full_bye": "F",
    "zero_bye": "Z",
}
"""The letter of a column by the kind of result. A forfeit is given up after its start, so it was played."""
_USUAL = {"1": 10, "0": 0, "+": 10, "-": 0, "=": 5, "U": 10, "H": 5, "F": 10, "Z": 0}
"""Tenths of a point that a reader assumes for a letter."""
_JAVAFO = {
    "1": ("WW", "BW"),
    "0": ("WL", "BL"),
    "+": ("FW",),
    "-": ("FL",),
    "=": ("WD", "BD"),
    "U": ("PAB",),
    "H": ("HPB",),
    "F": ("FPB",),
}
"""The codes of `XXS` for a letter."""
_SYMBOLS = {"+": "W", "F": "W", "H": "D", "-": "A", "Z": "A"}
"""The symbol of record `162` that counts for a letter, of letters that share one."""
_AWAY = "0000 - Z"
_MOST_PLAYERS, _MOST_TENTHS, _MOST_RATING = 9999, 999, 9999


class Column(NamedTuple):
    """A round of a player: the opponent's player id (empty without one), `w`, `b` or `-`, and the kind of result."""

    opponent: str
    colour: str
    kind: str


class Record(NamedTuple):
    """A player's record before it is written; `points` in tenths."""

    player_id: str
    columns: Sequence[Column | None]
    points: int


def trf(tournament: Tournament, profile: str) -> str:
    """The file of a tournament in that profile (`PROFILES`), as text whose lines end with CRLF.

    Raises `NotAllowed` for scores that the format cannot hold.
    """
    people, table = _people(tournament), _columns(tournament)
    worth = _worths(tournament, table)
    records = [
        Record(player, table[player], sum(worth[_CODES[column.kind]] for column in table[player] if column))
        for player in people
    ]
    if len(records) > _MOST_PLAYERS or any(record.points > _MOST_TENTHS for record in records):
        raise NotAllowed(say("a TRF file holds scores up to 99.9: take the CSV file"))
    numbers = {player: number for number, player in enumerate(people, 1)}
    lines = [*_header(tournament, records), *_profile(tournament, profile, numbers, records, worth)]
    ranks = _ranks(tournament, records)
    lines += [_player(tournament, record, numbers, ranks[record.player_id]) for record in records]
    lines += _teams(tournament, numbers)
    if profile == TRF26:
        lines += _games(tournament, numbers)
    return "".join(f"{line}\r\n" for line in lines)


# ── the rounds of each player ────────────────────────────────────────────────────────────────────────────────────────
def _people(tournament: Tournament) -> list[str]:
    """The ids of those who have a record, in the order of their seeds; of teams their members."""
    place = {player: number for number, player in enumerate(tournament.starters)}
    field = sorted(tournament.field, key=lambda entry: place.get(entry.player, len(place)))
    return [player for entry in field for player in (entry.people[1:] if tournament.format.teams else (entry.player,))]


def _columns(tournament: Tournament) -> dict[str, list[Column | None]]:
    """Every round up to the last with a result, by player id; `None` where a player has none in it."""
    table: dict[str, list[Column | None]] = {player: [] for player in _people(tournament)}
    rounds = [round_ for round_ in tournament.rounds if not round_.draft]
    last = max(
        (round_.number for round_ in rounds if any(_has_result(tournament, pairing) for pairing in round_.pairings)),
        default=0,
    )
    counted = _byes_that_count(tournament)
    for round_ in rounds:
        if round_.number <= last:
            parts = _parts(tournament, round_, counted)
            for part in parts or [{}]:
                for player, columns in table.items():
                    columns.append(part.get(player))
    return table


def _has_result(tournament: Tournament, pairing: Pairing) -> bool:
    return pairing.match in tournament.results and not pairing.is_bye


def _byes_that_count(tournament: Tournament) -> frozenset[tuple[str, int]]:
    """The (player id, round) of each bye that the table counts already."""
    if tournament.format.teams:
        return frozenset()
    met = meetings(tournament)
    return frozenset((player, meeting.round) for player, mine in met.items() for meeting in mine if meeting.is_bye)


def _parts(tournament: Tournament, round_: Round, counted: frozenset[tuple[str, int]]) -> list[dict[str, Column]]:
    """The columns of a round: one, or more where a player has two matches in it."""
    parts: list[dict[str, Column]] = []
    for sides in _sides(tournament, round_, counted):
        free = next((part for part in parts if not part.keys() & sides.keys()), None)
        if free is None:
            free = {}
            parts.append(free)
        free |= sides
    return parts


def _sides(tournament: Tournament, round_: Round, counted: frozenset[tuple[str, int]]) -> Iterator[dict[str, Column]]:
    """Each match with a result as its players see it, and each bye that counts."""
    white, black = game_of(tournament.created.game).seats[:2]
    for pairing in round_.pairings:
        result = tournament.results.get(pairing.match)
        if pairing.is_bye:
            if (pairing.white, round_.number) in counted:
                yield {pairing.white: Column("", "-", "bye")}
        elif result is not None and result.kind != ANNULLED:
            yield {
                pairing.white: Column(pairing.black, "w", kind_for(result, white)),
                pairing.black: Column(pairing.white, "b", kind_for(result, black)),
            }
    for player, kind in resting(tournament, round_):
        if (player, round_.number) in counted:
            yield {player: Column("", "-", kind)}


def _worths(tournament: Tournament, table: Mapping[str, Sequence[Column | None]]) -> dict[str, int]:
    """The tenths of a point of each letter. Raises `NotAllowed` if kinds that share a letter count differently."""
    scoring = {**scoring_of(tournament), "zero_bye": 0}
    found: dict[str, int] = {}
    for kind in sorted({column.kind for columns in table.values() for column in columns if column}):
        value = 10 * scoring[kind]
        if value < 0 or found.setdefault(_CODES[kind], value) != value:
            raise NotAllowed(
                say("a TRF file has one value for results like {kind}, and none below 0: take the CSV file", kind=kind)
            )
    win = 10 * scoring["win"]
    return {"1": win, "0": 10 * scoring["loss"], "+": win} | found


# ── records ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def _header(tournament: Tournament, records: Sequence[Record]) -> Iterator[str]:
    details = tournament.created.details or {}
    starts, ends = (str(details.get(name, ""))[:10].replace("-", "/") for name in ("starts", "ends"))
    unit, wanted = next(iter(tournament.created.length.items()))
    yield f"012 {_one_line(tournament.created.name)}"
    if details.get("place"):
        yield f"022 {_one_line(str(details['place']))}"
    if starts:
        yield f"042 {starts}"
        yield f"052 {ends or starts}"
    yield f"062 {len(records)}"
    yield f"072 {sum(_rating(tournament, record.player_id) != '' for record in records)}"
    yield f"082 {len(tournament.field) if tournament.format.teams else 0}"
    yield f"092 {'Team' if tournament.format.teams else 'Individual'}: {tournament.format.name}"
    yield f"122 matches of {wanted} {unit}"


def _profile(
    tournament: Tournament,
    profile: str,
    numbers: Mapping[str, int],
    records: Sequence[Record],
    worth: Mapping[str, int],
) -> Iterator[str]:
    begun = max((len(record.columns) for record in records), default=0)
    rounds = max(_planned(tournament), begun, 1)
    gone = [number for player, number in numbers.items() if tournament.entry_of(player).withdrawn]
    if profile == TRF16:
        yield f"XXR {rounds}"
        yield "XXC white1"
        unusual = [(letter, tenths) for letter, tenths in worth.items() if _USUAL[letter] != tenths]
        if unusual:
            yield "XXS " + " ".join(f"{code}={_tenths(n)}" for letter, n in unusual for code in _JAVAFO[letter])
        if gone:
            yield f"XXZ {' '.join(map(str, gone))}"
        return
    yield f"142 {rounds}"
    yield "152 W"
    values = _point_system(worth)
    yield "162 " + "   ".join(f" {symbol}{_tenths(tenths):>4}" for symbol, tenths in values.items())
    if gone and begun < rounds:
        yield f"240 Z {begun + 1:3} {' '.join(f'{number:4}' for number in gone)}"
    yield from _abnormal(records, numbers, worth, values)


def _planned(tournament: Tournament) -> int:
    """The number of rounds that the tournament will have, 0 where that is open."""
    if tournament.seed is None:
        return 0
    if tournament.format.rounds:
        return tournament.format.rounds(tournament)
    brackets = tournament.format.plan(tournament).rounds() if tournament.format.plan else ()
    return max((planned.number for _bracket, planned in brackets), default=0)


def _point_system(worth: Mapping[str, int]) -> dict[str, int]:
    """The tenths of a point of each symbol of record `162`; `A` alone is left out where it is worth nothing."""
    values = {"W": worth["1"], "D": worth.get("=", worth.get("H", (worth["1"] + worth["0"]) // 2)), "L": worth["0"]}
    if absence := worth.get("-", worth.get("Z", 0)):
        values["A"] = absence
    return {**values, "P": worth.get("U", worth["1"])}


def _abnormal(
    records: Sequence[Record], numbers: Mapping[str, int], worth: Mapping[str, int], values: Mapping[str, int]
) -> Iterator[str]:
    """The players with results that are worth something else than record `162` says of results of their kind."""
    for letter, symbol in _SYMBOLS.items():
        if worth.get(letter, values.get(symbol, 0)) != values.get(symbol, 0):
            players = [
                numbers[record.player_id]
                for record in records
                if any(column is not None and _CODES[column.kind] == letter for column in record.columns)
            ]
            listed = " ".join(f"{number:4}" for number in players)
            yield f"299 {letter}        {_tenths(worth[letter]):>4}  000 {listed}"


def _player(tournament: Tournament, record: Record, numbers: Mapping[str, int], rank: int) -> str:
    name = _one_line(tournament.name_of(record.player_id))
    rounds = "".join(f"  {_cell(column, numbers)}" for column in record.columns)
    rating = _rating(tournament, record.player_id)
    return (
        f"001 {numbers[record.player_id]:4} {'':1}{'':3} {name:<33.33} {rating:>4} {'':3} {'':11} {'':10} "
        f"{_tenths(record.points):>4} {rank:4}{rounds}"
    )


def _cell(column: Column | None, numbers: Mapping[str, int]) -> str:
    if column is None:
        return _AWAY
    number = f"{numbers[column.opponent]:4}" if column.opponent else "0000"
    return f"{number} {column.colour} {_CODES[column.kind]}"


def _teams(tournament: Tournament, numbers: Mapping[str, int]) -> Iterator[str]:
    for entry in tournament.field if tournament.format.teams else ():
        members = " ".join(f"{numbers[player]:4}" for player in entry.people[1:])
        yield f"013 {_one_line(entry.name):<32.32}{members}"


def _games(tournament: Tournament, numbers: Mapping[str, int]) -> Iterator[str]:
    """The points of each match, which have no place in the records."""
    seats = game_of(tournament.created.game).seats[:2]
    for round_ in tournament.rounds:
        for pairing in round_.pairings:
            result = tournament.results.get(pairing.match)
            if result is not None and not pairing.is_bye and any(result.score.values()):
                first, second = (result.score.get(seat, 0) for seat in seats)
                begun = _start(start_of(tournament, pairing, terms_of(tournament, round_, pairing).length))
                about = f"R{round_.number} {numbers[pairing.white]}-{numbers[pairing.black]}"
                yield f"### match {about} {first}:{second}{begun}"


def _start(start: Start | None) -> str:
    """The points with which the players began, which are in those of the match."""
    if start is None:
        return ""
    return f" start {start.points}:0" if start.place == 0 else f" start 0:{start.points}"


def _ranks(tournament: Tournament, records: Sequence[Record]) -> dict[str, int]:
    """The ranks of the table; those of members by their own points."""
    if not tournament.format.teams:
        return {line.player_id: line.rank for line in standings(tournament)}
    points = [record.points for record in records]
    return {record.player_id: 1 + sum(other > record.points for other in points) for record in records}


def _rating(tournament: Tournament, player_id: str) -> str:
    rating = None if tournament.format.teams else tournament.entry(player_id).rating
    return str(rating) if rating is not None and 0 <= rating <= _MOST_RATING else ""


def _tenths(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
