"""Players and results of Challonge, as its API answers them: version 1 and version 2.1."""

import re
from typing import Any

from core.imports.json_values import Json, objects, part, several, text, whole
from core.imports.players import unfit
from core.imports.values import (
    BYE,
    DRAWN,
    FORFEITED,
    NAME,
    PLAYED,
    SEED,
    UNCLEAR,
    UNFINISHED,
    Column,
    ImportedPlayer,
    ImportedResult,
    WrongLine,
)
from core.messages import say

_SETS = re.compile(r"(-?\d{1,4})\s*-\s*(-?\d{1,4})")
_FIELDS = {"name": NAME, "display_name": NAME, "seed": SEED}


def participants(value: Any) -> list[Json]:
    """The participants of a body, of either version, each with its id beside its fields."""
    return _of_kind(value, "participant", "participants")


def tournaments(value: Any) -> int:
    """The number of tournaments that a body names."""
    named = [
        object_
        for object_ in objects(value)
        if isinstance(object_.get("tournament"), dict) and "attributes" not in object_
    ]
    typed = [
        object_ for object_ in objects(value) if text(object_.get("type")).casefold() in ("tournament", "tournaments")
    ]
    return max(len(named), len([each for each in typed if isinstance(each.get("attributes"), dict)]))


def matches(value: Any) -> list[Json]:
    """The matches of a body, of either version."""
    return _of_kind(value, "match", "matches")


def _of_kind(value: Any, kind: str, several: str) -> list[Json]:
    found: list[Json] = []
    for each in objects(value):
        if isinstance(inner := each.get(kind), dict) and len(each) == 1:  # version 1 wraps each object
            found.append(inner)
        elif text(each.get("type")).casefold() in (kind, several) and isinstance(each.get("attributes"), dict):
            found.append({**each["attributes"], "id": each.get("id"), "relationships": each.get("relationships")})
    return found


def people(value: Any) -> tuple[tuple[Column, ...], tuple[ImportedPlayer, ...], tuple[WrongLine, ...]]:
    """The fields of the participants, the players, and the participants without a name."""
    rows = participants(value)
    players, wrong = [], []
    for place, row in enumerate(rows, 1):
        name = text(row.get("name")) or text(row.get("display_name")) or text(row.get("username"))
        player = ImportedPlayer(place, name, name, seed=text(row.get("seed")), key=text(row.get("id")))
        if messages := unfit(player):
            wrong.append(WrongLine(place, tuple(messages)))
        else:
            players.append(player)
    fields = [each for each in dict.fromkeys(key for row in rows for key in row) if each != "relationships"]
    return tuple(Column(field, _FIELDS.get(field, "")) for field in fields), tuple(players), tuple(wrong)


def results(value: Any, players: tuple[ImportedPlayer, ...]) -> tuple[list[ImportedResult], list[WrongLine]]:
    """The matches as results; those between players whom the file does not name are wrong."""
    names = {player.key: player.name for player in players}
    for row in participants(value):
        for other in several(row.get("group_player_ids")):  # in a group stage a participant has another id
            names.setdefault(text(other), names.get(text(row.get("id")), ""))
    found, wrong = [], []
    for place, row in enumerate(matches(value), 1):
        ids = _players(row)
        unknown = [id_ for id_ in ids if id_ and not names.get(id_)]
        if unknown:
            message = say("it is between players whom the file does not name: {ids}", ids=unknown)
            wrong.append(WrongLine(place, (message,)))
        else:
            found.append(_result(place, row, ids, (names.get(ids[0], ""), names.get(ids[1], ""))))
    return found, wrong


def _players(row: Json) -> tuple[str, str]:
    """The ids of both players of a match, empty where there is none."""
    listed = [text(part(each, "participant_id")) for each in several(row.get("points_by_participant"))]
    found = [
        text(row.get(f"player{number}_id"))
        or text(part(row.get("relationships"), f"player{number}", "data", "id"))
        or (listed[number - 1] if len(listed) >= number else "")
        for number in (1, 2)
    ]
    return found[0], found[1]


def _result(place: int, row: Json, ids: tuple[str, str], names: tuple[str, str]) -> ImportedResult:
    sets, winner = _sets(row), text(row.get("winner_id"))
    written = text(row.get("scores_csv")) or text(row.get("scores")) or ", ".join(f"{a}-{b}" for a, b in sets)
    round_ = whole(row.get("round"))
    won = ids.index(winner) if winner and winner in ids else None
    if not all(names):
        kind = BYE if any(names) and row.get("state") == "complete" else UNFINISHED
        return ImportedResult(place, round_, (names[0] or names[1], ""), kind, written=written)
    if row.get("state") != "complete":
        kind = UNFINISHED
    elif row.get("forfeited") is True:
        kind = FORFEITED if won is not None else UNCLEAR
    elif won is None:
        kind = DRAWN if row.get("tie") is True or winner in ("", "tie") else UNCLEAR
    else:
        kind = PLAYED
    return ImportedResult(place, round_, names, kind, won if kind in (PLAYED, FORFEITED) else None, sets, written)


def _sets(row: Json) -> tuple[tuple[int, int], ...]:
    """The points of both players in each set, in the order of the players."""
    by_player = several(row.get("points_by_participant"))
    if len(by_player) == 2:
        one, other = ([whole(each) for each in several(part(side, "scores"))] for side in by_player)
        if one and len(one) == len(other):
            return tuple((a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None)
    pairs = [[whole(each) for each in pair] for pair in several(row.get("score_in_sets")) if len(several(pair)) == 2]
    if pairs:
        return tuple((a, b) for a, b in pairs if a is not None and b is not None)
    written = text(row.get("scores_csv")) or text(row.get("scores"))
    return tuple((int(matched[1]), int(matched[2])) for matched in _SETS.finditer(written))
