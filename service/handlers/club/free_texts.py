"""Use case of the texts in a club's logs that hold the name of a player, or a part of it."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from core.club.free_texts import NameSearch
from core.errors import Gone, Invalid, NotFound, UnknownStream
from core.eventlog.log import NEW
from core.events import Recorded
from core.messages import say
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers.club.clubs import player_id
from service.store.read_models.club import club_index

MOST_EVENTS = 4000
MOST_LOGS = 400
"""The events and the logs that a page looks through at most."""


class FoundText(NamedTuple):
    """A text with a name in it (`core.club.free_texts.FreeText`), its log, and the time of its event (Unix ms)."""

    stream: str
    at: int
    version: int
    type: str
    field: str
    text: str
    parts: Sequence[str]
    whole: bool


class FoundTexts(NamedTuple):
    """A page of the texts. `following` is the place at which the next one begins, `None` after the last.

    `names` are the names of the player that were looked for, the present one first.
    """

    player: str
    names: Sequence[str]
    texts: Sequence[FoundText]
    following: str | None


def find(deps: Dependencies, principal: Principal | None, slug: str, id_or_name: str, after: str = "") -> FoundTexts:
    """The texts of a club that hold a name of a player, or a part of one, from a place in its logs on.

    `after` is the place at which the page before ended. Raises `NotFound`, and `Invalid` for no such place.
    """
    authorize(principal, "organiser", slug)
    club = deps.repository.club(slug)
    own = player_id(club, id_or_name)
    search = NameSearch(club.names_of(own))
    first, _, text = after.rpartition(":") if after else (f"c_{slug}", "", str(NEW))
    version, left = int(text), MOST_EVENTS
    texts: list[FoundText] = []
    logs = _logs_from(deps, slug, first)
    for stream in islice(logs, MOST_LOGS):
        for recorded in _read(deps, stream, version, left):
            left, version = left - 1, recorded.version
            texts += [FoundText(stream, recorded.at, *free_text) for free_text in search.texts(recorded)]
        if not left:
            return FoundTexts(own, search.names, texts, f"{stream}:{version}")
        version = NEW
    following = next(logs, None)
    return FoundTexts(own, search.names, texts, following and f"{following}:{NEW}")


def _logs_from(deps: Dependencies, slug: str, first: str) -> Iterator[str]:
    """The logs of a club from one on: its own, each of its tournaments with the matches, and its friendly matches."""
    kinds = ("tournaments", club_index.DELETED, "matches")
    listed = chain.from_iterable(club_index.members(deps.client, slug, kind) for kind in kinds)
    roots = list(dict.fromkeys([f"c_{slug}", *listed]))
    root, begun = first.partition(".")[0], False
    for each in roots[roots.index(root) :] if root in roots else ():
        for stream in [each, *(_matches(deps, each) if each.startswith("t_") else ())]:
            begun = begun or stream == first
            if begun:
                yield stream
    if not begun:
        raise Invalid({"after": [say("no such place: take `next` of the page before, or begin anew")]})


def _matches(deps: Dependencies, tournament_id: str) -> list[str]:
    """The matches that a tournament ever paired, in their order."""
    try:
        state = deps.repository.tournament(tournament_id, fresh=False)
    except (Gone, NotFound):  # deleted before its start, or not restored with its club
        return []
    ever = {*state.paired, *(pairing.match for _round, pairing in state.voided.pairings)}
    return sorted(ever, key=lambda match: int(match.rpartition(".")[2]))


def _read(deps: Dependencies, stream: str, after: int, most: int) -> Iterator[Recorded]:
    try:
        yield from deps.log.read(stream, after, most)
    except UnknownStream:  # a match that was never begun, or a log that was not restored with its club
        return
