"""Use cases of records: matches as people and other programs read them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core import match as rules
from core.chain import verify
from core.codec import from_public, rfc3339
from core.errors import Refused
from core.events import MatchOpened, Recorded
from core.games import game_of
from core.log import NEW, Head
from core.match import Known
from core.records import mat, mat_reading
from core.records.ids import ids
from core.records.spelling import text_of
from core.records.transcript import transcript
from schemas.commands import MatchOpening
from service.access import Principal, require
from service.bootstrap import House
from service.handlers import importing, matches, replays
from service.store import pages

Json = dict[str, Any]
_OPENING = MatchOpening()
WHOLE = 3_000
"""How many facts a match may have of which a stranger is given a sheet or a `.mat`; the club's people always are."""


def sheet(house: House, principal: Principal | None, match: str) -> str:
    """A match as a readable sheet."""
    told = _told(house, principal, match)
    came = matches.imported(house, house.shelf.match(match), match)
    origin = f"imported by {came.by}, {rfc3339(came.at)[:10]}: times and authors are the file's" if came else ""
    return transcript(*told, origin=origin)


def mat_text(house: House, principal: Principal | None, match: str) -> str:
    """A match as `.mat`. Raises `Refused` where that could not be true, or the game has none."""
    if mat.FORMAT not in game_of(matches.may_read(house, principal, match).game).formats:
        return mat.export(match, house.log.read(match, limit=1))  # which says why there is none
    return mat.export(*_told(house, principal, match))


def _told(house: House, principal: Principal | None, match: str) -> tuple[str, Iterable[Recorded], Known]:
    """What a file of a match is made of. Raises as `require` where a long match is asked for by a stranger."""
    opened, head = matches.may_read(house, principal, match), replays.head_of(house, match)
    if head > WHOLE:
        require(principal, "viewer", opened.club, ("match", match))
    return match, pages.tail(house.client, match), replays.known(house.client, match, opened, 1, head)


def with_ids(words: Mapping[str, Any]) -> Json:
    """A match's state with the ids by which other programs name its position, where they know the game."""
    known = ids(game_of(words["game"]), words)
    return dict(words) if known is None else {**words, "ids": known}


def with_texts(house: House, match: str, rows: Iterable[Json]) -> list[Json]:
    """Events of a log as shown, each turn with its canonical text in the match as it was judged before it."""
    rows = list(rows)
    steps = replays.steps(house, match, rows[0]["version"], rows[-1]["version"]) if rows else ()
    texts = {step.recorded.version: text_of(step.before, step.recorded.event) for step in steps}
    return [{**row, "text": text} if (text := texts.get(row["version"])) else row for row in rows]


def import_lines(
    house: House, principal: Principal | None, slug: str, lines: Sequence[Mapping[str, Any]], *, key: str | None
) -> Json:  # fmt: skip
    """Take in an exported log, as `importing.import_log` does; who repeats it with a key finds it where it is."""
    try:
        words = importing.import_log(house, principal, slug, lines)
    except Refused:
        read = [from_public(line) for line in lines]
        match = str(lines[0]["stream"])
        if key is None or house.log.head(match) != Head(read[-1].version, verify(lines).head):
            raise
        words = rules.replay(match, read).to_words()
    opened = house.shelf.match(words["id"])
    return with_ids({**words, **matches.imported_words(house, opened, words["id"])})


def import_mat(
    house: House, principal: Principal | None, slug: str, text: str, *, key: str | None, fingerprint: str = ""
) -> Json:
    """Record a `.mat` as a new friendly match of a club, whole or not at all.

    Raises `Malformed`, which names the line, and `ValidationError` for names or a length that no match of ours has.
    """
    by = require(principal, "organiser", slug).name
    house.shelf.club(slug)
    read = mat_reading.read(text)
    command = _OPENING.load({
        "club": slug, "game": read.game, "length": dict(read.length), "players": dict(read.players), "stop": read.stop,
        "options": dict(read.options),
    })  # fmt: skip
    match = house.new_id("m", f"{slug}/match/{by}", key)
    matches.ensure_room(house)
    events = [MatchOpened(**command), *read.facts]
    house.log.append(match, events, by=by, at=house.clock(), expected=NEW, key=key, fingerprint=fingerprint)
    opened = rules.opened(match, MatchOpened(**command))
    return {**with_ids(opened.to_words()), "version": len(read.facts)}
