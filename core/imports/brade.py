"""Players and results of another club's brade: the whole tournament, as its API answers `GET /v1/tournaments/{id}`.

The seeds are the places in the order of that tournament, so that a bracket here is paired as it was there. Games are
known with their winners and endings, so a result is written as it was.
"""

from typing import Any

from core.imports.json_values import Json, part, several, text, whole
from core.imports.players import unfit
from core.imports.text import wrong_file
from core.imports.values import (
    BOTH_ABSENT,
    BYE,
    CLUB,
    NAME,
    PLAYED,
    RATING,
    SEED,
    UNCLEAR,
    UNFINISHED,
    UNPLAYED_WIN,
    Column,
    ImportedPlayer,
    ImportedResult,
    WrongLine,
)
from core.messages import say

_SEATS = "white", "black"
_KINDS = {
    "played": PLAYED,
    "adjudicated": PLAYED,
    "walkover": UNPLAYED_WIN,
    "no_show": UNPLAYED_WIN,
    "double_no_show": BOTH_ABSENT,
}
_FIELDS = {"name": NAME, "rating": RATING, "group": CLUB, "player": SEED}


def is_tournament(value: Any) -> bool:
    """True for a tournament as brade's API answers it."""
    entries, rounds = part(value, "entries"), part(value, "rounds")
    return isinstance(entries, list) and isinstance(rounds, list) and bool(part(value, "seeding"))


def people(value: Json) -> tuple[tuple[Column, ...], tuple[ImportedPlayer, ...], tuple[WrongLine, ...]]:
    """The fields of the entries, the players, and the entries that cannot be taken. Raises `Invalid` for teams."""
    seeds = {text(each): place for place, each in enumerate(several(part(value, "seeding", "players")), 1)}
    players, wrong = [], []
    entries = [each for each in several(value["entries"]) if isinstance(each, dict)]
    if not entries:
        raise wrong_file(say("the file has no player"))
    for place, row in enumerate(entries, 1):
        if several(row.get("members")):
            raise wrong_file(say("teams play in the tournament of the file"))
        name, key = text(row.get("name")), text(row.get("player"))
        seed = str(seeds[key]) if len(seeds) == len(entries) and key in seeds else ""
        player = ImportedPlayer(place, name, name, text(row.get("rating")), text(row.get("group")), seed=seed, key=key)
        if messages := unfit(player):
            wrong.append(WrongLine(place, tuple(messages)))
        else:
            players.append(player)
    fields = dict.fromkeys(key for row in entries for key in row)
    return tuple(Column(field, _FIELDS.get(field, "")) for field in fields), tuple(players), tuple(wrong)


def results(value: Json) -> list[ImportedResult]:
    """The matches of all rounds as results, in their order; a line is the place among them."""
    found: list[ImportedResult] = []
    for round_ in several(value["rounds"]):
        for row in several(part(round_, "matches")):
            if isinstance(row, dict):
                found.append(_result(len(found) + 1, whole(part(round_, "round")), row))
    return found


def _result(place: int, round_: int | None, row: Json) -> ImportedResult:
    names = tuple(text(part(row, seat, "name")) for seat in _SEATS)
    both, result = (names[0], names[1]), row.get("result")
    kind = text(part(result, "kind"))
    if not all(names):
        one = (names[0] or names[1], "")
        return ImportedResult(place, round_, one, BYE if any(names) else UNFINISHED, written=kind)
    if not isinstance(result, dict):
        return ImportedResult(place, round_, both, UNFINISHED)
    winner = text(result.get("winner"))
    won = _SEATS.index(winner) if winner in _SEATS else None
    read = _KINDS.get(kind, UNCLEAR)
    if read != BOTH_ABSENT and won is None:
        read = UNCLEAR
    games = tuple(
        (_SEATS.index(text(part(each, "winner"))), text(part(each, "outcome")), whole(part(each, "cube")) or 1)
        for each in several(result.get("games"))
        if text(part(each, "winner")) in _SEATS
    )
    written = " ".join(filter(None, (kind, text(result.get("reason")))))
    return ImportedResult(place, round_, both, read, won, (), written, games if kind == "played" else ())
