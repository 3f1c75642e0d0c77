"""Players and results of start.gg, as its GraphQL interface answers them: an event's entrants and its sets."""

from typing import Any

from core.errors import Invalid
from core.imports.json_values import Json, objects, part, several, text, whole
from core.imports.players import unfit
from core.imports.text import wrong_file
from core.imports.values import (
    BYE,
    DISQUALIFIED,
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

_COMPLETED = (3, "3", "COMPLETED")
_DISQUALIFIED = "DQ"
_FIELDS = {"name": NAME, "initialSeedNum": SEED}


def events(value: Any) -> list[Json]:
    """The events of an answer: the objects with entrants or sets. Raises `Invalid` for more than one."""
    found = [object_ for object_ in objects(value) if _nodes(object_, "entrants") or _nodes(object_, "sets")]
    if len(found) > 1:
        raise wrong_file(say("the file has {count} tournaments of start.gg: send one", count=len(found)))
    return found


def people(event: Json) -> tuple[tuple[Column, ...], tuple[ImportedPlayer, ...], tuple[WrongLine, ...]]:
    """The fields of the entrants, the players, and the entrants who are no single player."""
    rows = _entrants(event)
    players, wrong = [], []
    for place, row in enumerate(rows, 1):
        name = text(row.get("name"))
        seed = text(row.get("initialSeedNum"))
        player = ImportedPlayer(place, name, name, seed=seed, key=text(row.get("id")))
        messages = unfit(player)
        if len(several(row.get("participants"))) > 1:
            messages.append(say("{name} is a team: enter its players by hand", name=name))
        if messages:
            wrong.append(WrongLine(place, tuple(messages)))
        else:
            players.append(player)
    fields = dict.fromkeys(key for row in rows for key in row)
    return tuple(Column(field, _FIELDS.get(field, "")) for field in fields), tuple(players), tuple(wrong)


def results(event: Json) -> tuple[list[ImportedResult], list[WrongLine]]:
    """The sets as results. Raises `Invalid` where an answer holds errors of start.gg alone."""
    return [_result(place, row) for place, row in enumerate(_nodes(event, "sets"), 1)], []


def remarks(event: Json) -> tuple[str, ...]:
    """Sentences on what the answer leaves out: start.gg gives long lists in pages."""
    players, sets = _missing(event, "entrants"), _missing(event, "sets")
    found = []
    if players:
        found.append(say("this is page {page} of {pages} of the players: the others are missing", **players))
    if sets:
        found.append(say("this is page {page} of {pages} of the matches: the others are missing", **sets))
    return tuple(found)


def _missing(event: Json, name: str) -> dict[str, int]:
    """The number of the page and of all pages, if there are others."""
    info = part(event.get(name), "pageInfo")
    page, pages, total, size = (whole(part(info, key)) for key in ("page", "totalPages", "total", "perPage"))
    here = len(_nodes(event, name))
    if pages is None and total is not None and here:
        pages = -(-total // (size or here))
    return {"page": page or 1, "pages": pages} if pages is not None and pages > 1 else {}


def refuse_errors(value: Any) -> None:
    """Raise `Invalid` for an answer in which start.gg says that it gave nothing."""
    errors = several(part(value, "errors"))
    if errors and not part(value, "data"):
        raise Invalid(
            {
                "file": [
                    say("start.gg answered with an error: {message}", message=text(part(errors[0], "message"))[:200])
                ]
            }
        )


def _entrants(event: Json) -> list[Json]:
    """The entrants of an event, or those of its sets where it lists none."""
    if listed := _nodes(event, "entrants"):
        return listed
    slots = (slot for row in _nodes(event, "sets") for slot in _slots(row))
    found = {text(entrant.get("id")): entrant for slot in slots if isinstance(entrant := slot.get("entrant"), dict)}
    return list(found.values())


def _nodes(value: Json, name: str) -> list[Json]:
    return [each for each in several(part(value.get(name), "nodes")) if isinstance(each, dict)]


def _slots(row: Json) -> list[Json]:
    return [each for each in several(row.get("slots")) if isinstance(each, dict)][:2]


def _result(place: int, row: Json) -> ImportedResult:
    slots = _slots(row)
    entrants = [part(slot, "entrant") for slot in slots]
    names = [text(part(entrant, "name")) for entrant in entrants] + ["", ""]
    ids = [text(part(entrant, "id")) for entrant in entrants]
    scores = [whole(part(slot, "standing", "stats", "score", "value")) for slot in slots]
    written, round_ = text(row.get("displayScore")), whole(row.get("round"))
    completed = row.get("state") in _COMPLETED
    if not all(names[:2]):
        kind = BYE if any(names) and completed else UNFINISHED
        return ImportedResult(place, round_, (names[0] or names[1], ""), kind, written=written)
    winner = text(row.get("winnerId"))
    won = ids.index(winner) if winner and winner in ids else None
    if not completed:
        kind = UNFINISHED
    elif won is None:
        kind = UNCLEAR
    elif written == _DISQUALIFIED or -1 in scores:
        kind = DISQUALIFIED
    else:
        kind = PLAYED
    pair = (names[0], names[1])
    return ImportedResult(place, round_, pair, kind, won if completed else None, _sets(row, ids, scores), written)


def _sets(row: Json, ids: list[str], scores: list[int | None]) -> tuple[tuple[int, int], ...]:
    """The games of a set in their order, each won by one; else its score as one pair."""
    if games := several(row.get("games")):
        numbered = [(whole(part(game, "orderNum")), text(part(game, "winnerId"))) for game in games]
        if all(number is not None and winner in ids for number, winner in numbered):
            order = sorted(numbered, key=lambda each: each[0] or 0)
            return tuple((1, 0) if ids.index(winner) == 0 else (0, 1) for _, winner in order)
    if len(scores) == 2 and scores[0] is not None and scores[1] is not None and min(scores[0], scores[1]) >= 0:
        return ((scores[0], scores[1]),)
    return ()
