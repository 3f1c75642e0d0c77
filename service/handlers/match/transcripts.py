"""Use cases of records: matches as people and other programs read them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from marshmallow import ValidationError

from core.errors import Invalid, NotAllowed
from core.eventlog.codec import from_public
from core.eventlog.hash_chain import verify
from core.eventlog.log import NEW, Head
from core.events import MatchOpened
from core.games import game_of
from core.match import judging
from core.messages import say
from core.notation import mat_export, mat_import
from core.notation.resolve_turn_text import text_of
from core.timestamps import rfc3339
from schemas.match_states import completed, match_json, with_ids
from schemas.requests.matches import opening_of
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers import execute
from service.handlers.authors import Authors
from service.handlers.match import import_log, matches, replay, sheets
from service.handlers.request import Request
from service.translations import SOURCE

Json = dict[str, Any]
WHOLE = 3_000
"""The number of facts of a match up to which a stranger is given a sheet or a `.mat`; the club's people always are."""


def sheet(deps: Dependencies, principal: Principal | None, match_id: str, language: str = SOURCE) -> str:
    """A match as a readable sheet in a language."""
    opened, head = _whole_match(deps, principal, match_id)
    came = matches.imported(deps, opened, match_id)
    origin = (
        say(
            "imported by {by}, {day}: times and authors are the file's",
            by=Authors(deps.repository, opened.club).shown(came.by),
            day=rfc3339(came.at)[:10],
        )
        if came
        else ""
    )
    return sheets.sheet(deps, match_id, opened, head, origin, language)


def mat_text(deps: Dependencies, principal: Principal | None, match_id: str) -> str:
    """A match as `.mat`. Raises `NotAllowed` where that could not be true, or the game has none."""
    if mat_export.FORMAT not in game_of(matches.may_read(deps, principal, match_id).game).formats:
        return mat_export.export(match_id, deps.log.read(match_id, limit=1))  # which says why there is none
    opened, head = _whole_match(deps, principal, match_id)
    return sheets.mat(deps, match_id, opened, head)


def _whole_match(deps: Dependencies, principal: Principal | None, match_id: str) -> tuple[MatchOpened, int]:
    """The opening of a match for a file of all its facts, and its last version.

    Raises as `authorize` where a stranger asks for a long match.
    """
    opened, head = matches.may_read(deps, principal, match_id), replay.head_of(deps, match_id)
    if head > WHOLE:
        authorize(principal, "viewer", opened.club, ("match", match_id))
    return opened, head


def with_texts(deps: Dependencies, match_id: str, rows: Iterable[Json]) -> list[Json]:
    """Events of a log as shown, each turn with its canonical text in the match as it was judged before it."""
    rows = list(rows)
    facts = replay.judged_facts(deps, match_id, rows[0]["version"], rows[-1]["version"]) if rows else ()
    texts = {fact.recorded.version: text_of(fact.before, fact.recorded.event) for fact in facts}
    return [{**row, "text": text} if (text := texts.get(row["version"])) else row for row in rows]


def import_lines(request: Request, slug: str, lines: Sequence[Mapping[str, Any]]) -> Json:
    """Take in an exported log, as `import_log.import_log` does. A repeated key finds the match where it is."""
    try:
        data = import_log.import_log(request, slug, lines)
    except NotAllowed:
        read = [from_public(line) for line in lines]
        match = str(lines[0]["stream"])
        if request.key is None or request.deps.log.head(match) != Head(read[-1].version, verify(lines).head):
            raise
        data = match_json(judging.replay(match, read))
    opened = request.deps.repository.match(data["id"])
    came, person = matches.imported(request.deps, opened, data["id"]), Authors(request.deps.repository, slug).person
    return with_ids(completed(data, None, came, person))


def import_mat(request: Request, slug: str, text: str, place: int | None = None) -> Json:
    """Record a `.mat` as a new friendly match of a club, whole or not at all: of several the one at that place.

    Raises `Invalid`, which names the line, also for names or a length that no match of ours has.
    """
    by = authorize(request.principal, "organiser", slug).name
    request.deps.repository.club(slug)
    read = mat_import.read(text, place)
    try:
        command = opening_of(slug, read)
    except ValidationError as wrong:
        raise Invalid(_by_line(read, wrong.normalized_messages())) from wrong
    match = request.deps.new_id("m", f"{slug}/match/{by}", request.key)
    execute.ensure_writable(request.deps)
    opening = MatchOpened(**command, start=read.start)
    events = [opening, *read.facts]
    request.append(match, events, by=by, expected=NEW)
    opened = judging.opened(match, opening)
    return with_ids(match_json(opened, len(read.facts)))


def _by_line(read: mat_import.Imported, wrong: Mapping[str, Any]) -> dict[str, list[str]]:
    """Errors of what opens a match, under the lines of its text that say so."""
    found: dict[str, list[str]] = {}
    for field, messages in wrong.items():
        line = read.lines.get(field.split(".")[0], 1)
        found.setdefault(f"line {line}", []).extend(_flat(messages))
    return found


def _flat(messages: Any) -> list[str]:
    if isinstance(messages, Mapping):
        return [message for each in messages.values() for message in _flat(each)]
    return list(messages)
