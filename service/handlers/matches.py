"""Use cases of matches: open, record, read. No rule is decided here: the workers judge what was recorded."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, NamedTuple

from core import match as rules
from core.chain import hash_of
from core.club import Imported
from core.codec import rfc3339, to_public
from core.conduct import NONE
from core.errors import BradeError, Malformed, Refused, Unknown, VersionConflict
from core.events import REFEREES_FACTS, Event, MatchOpened, Recorded
from core.fitting import unfit
from core.game import Game
from core.games import game_of
from core.log import NEW
from service.access import Principal, match_opening, reading, require
from service.bootstrap import House
from service.handlers import boards, replays, spelled
from service.store import fact_rate, views
from service.store.fact_rate import A_MINUTE, BURST

Json = dict[str, Any]
PAGE = 1000
MOST_FACTS = 10_000
"""How many facts a match's log may hold. Referees may write beyond that.

The longest recorded one holds 2,716; three games of tick-tack by random hands, of every game the longest, up to 7,700.
"""


class DiskFull(BradeError):
    """There is too little room on the disk to promise that facts will be kept."""

    code = "disk-full"


class TooManyFacts(BradeError):
    """Links recorded more facts in a match than anybody plays."""

    code = "too-many-facts"

    def __init__(self, match: str, seconds: int) -> None:
        super().__init__(
            f"{match} takes {BURST} facts by links at once and {A_MINUTE} a minute: wait {seconds} seconds"
        )
        self.seconds = seconds


class Recording(NamedTuple):
    """What was recorded: versions first to last, the events in the contract's words, and whether a key was repeated."""

    first: int
    last: int
    events: list[Json]
    replayed: bool


def open_match(
    house: House, principal: Principal | None, command: Mapping[str, Any], *, key: str | None, fingerprint: str = ""
) -> Json:
    """Open a friendly match of a club; players are names, or ids of the club's players. Raises `Malformed`."""
    slug = command["club"]
    by = require(principal, "scorer", slug).name
    club = house.shelf.club(slug)
    game = game_of(command["game"])
    options = command.get("options", {})
    try:
        game.read_options(options)
    except Malformed as wrong:
        raise Malformed({f"options.{name}": said for name, said in wrong.problems.items()}) from None
    try:
        game.seated(command["players"])
    except Malformed as wrong:
        raise Malformed({f"players.{seat}": said for seat, said in wrong.problems.items()}) from None
    ids = {seat: who for seat, who in command["players"].items() if who in club.players}
    opened = MatchOpened(
        club=slug, game=game.key, length=command["length"],
        players={seat: club.players[who].name if seat in ids else who for seat, who in command["players"].items()},
        check=command.get("check", "strict"), stop=command.get("stop", "all_games"), options=options, player_ids=ids,
    )  # fmt: skip
    match = house.new_id("m", f"{slug}/match/{by}", key)
    ensure_room(house)
    house.log.append(match, [opened], by=by, at=house.clock(), expected=NEW, key=key, fingerprint=fingerprint)
    return rules.opened(match, opened).to_words()


def ensure_room(house: House) -> None:
    """Raises `DiskFull` while the disk has too little room to take more."""
    if house.space and house.space.room().is_full:
        raise DiskFull(
            "the disk of the service is full: nothing was written, and nothing new is taken until there is room."
            " Tell those who run the service"
        )


def may_read(house: House, principal: Principal | None, match: str) -> MatchOpened:
    """How a match was opened, for those who may see it: the club's people, and everybody while it is published."""
    opening = match_opening(house, principal, match)
    reading(house, principal, opening.club, opening.tournament, ("match", match))
    return opening


def game_of_match(house: House, match: str) -> Game:
    """The kind of game that a match is played in. Raises `Unknown`."""
    return game_of(house.shelf.match(match).game)


def record(
    house: House, principal: Principal | None, match: str, events: Sequence[Event], *,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Recording:  # fmt: skip
    """Append facts to a match, all or none, turns as text spelled out. Some of them need a referee.

    Raises `Malformed` for what no match of this game can hold (place and field → messages), `VersionConflict`,
    `KeyReused`, `DiskFull`, `TooManyFacts`, and `Refused` where its tournament lets nothing be
    recorded, or its log is full.
    """
    opening = match_opening(house, principal, match)
    referees = any(type(event) in REFEREES_FACTS for event in events)
    who = require(principal, "referee" if referees else "scorer", opening.club, ("match", match))
    _fitting(opening, events)
    if opening.tournament is not None:
        boards.ensure_open(house, opening.tournament, match, key, fingerprint)
    if not referees:
        _ensure_not_full(house, match, len(events), key, fingerprint)
    ensure_room(house)
    by_link = who.scope is not None
    rate = _rate_of_links(house, match, len(events), expected, key, fingerprint) if by_link else nullcontext()
    with rate:
        appended, facts, texts = spelled.append(
            house, match, events, by=who.name, expected=expected, key=key, fingerprint=fingerprint
        )
    shown = [_shown(match, each, text) for each, text in zip(facts, texts, strict=True)]
    return Recording(appended.first, appended.last, shown, appended.replayed)


def _ensure_not_full(house: House, match: str, more: int, key: str | None, fingerprint: str) -> None:
    """Raises `Refused` for facts beyond what a match's log may hold; those written before, under this key, may come."""
    head = house.log.head(match)
    full = head is not None and head.version + more > MOST_FACTS
    if full and (key is None or house.log.answered(match, key, fingerprint) is None):
        raise Refused(f"the log of the match {match} is full, it holds {MOST_FACTS} facts at most: ask a referee")


@contextmanager
def _rate_of_links(
    house: House, match: str, more: int, expected: int | None, key: str | None, fingerprint: str
) -> Iterator[None]:
    """Facts taken from the bucket of a match, and given back if they were refused.

    Where the store does not answer they may have been written, and stay taken. What was written before, under this
    key, takes nothing. Raises `VersionConflict` for a version that the log has left behind, then `TooManyFacts`.
    """
    if key is not None and house.log.answered(match, key, fingerprint):
        yield
        return
    head = house.log.head(match)
    if head is not None and expected is not None and expected < head.version:
        raise VersionConflict(match, expected, head.version)
    if seconds := fact_rate.take(house.client, match, more, house.clock()):
        raise TooManyFacts(match, seconds)
    try:
        yield
    except BradeError:
        fact_rate.give_back(house.client, match, more)
        raise


def _shown(match: str, recorded: Recorded, text: str | None) -> Json:
    words = to_public(match, recorded)
    del words["prev_hash"]
    return words if text is None else {**words, "text": text}


def _fitting(opened: MatchOpened, events: Sequence[Event]) -> None:
    game = game_of(opened.game)
    problems = {
        f"{place}.{field}": said
        for place, event in enumerate(events)
        for field, said in unfit(game, opened, event).items()
    }
    if problems:
        raise Malformed(problems)


def verdicts(house: House, match: str, first: int, last: int) -> list[Json]:
    """The verdicts on these facts, as far as they are judged."""
    found = views.verdicts(house.client, match, range(first, last + 1))
    return [verdict for verdict in found.values() if verdict is not None]


def state(house: House, principal: Principal | None, match: str, version: int | None = None) -> Json:
    """The state of a match: as far as it is judged, or as of a version. `version` is that of the log's last fact.

    What its tournament says of it is said as of now.

    Raises `Unknown` for a version that has not been.
    """
    opened = may_read(house, principal, match)
    said = boards.board(house, principal, opened, match)
    head = house.log.head(match)
    last = head.version if head else 0
    if version is None:
        kept = views.load(house.client, match)
        words = kept_words(kept, last) if kept else {**rules.opened(match, opened).to_words(), "version": last}
        return {**words, "in_tournament": said, **imported_words(house, opened, match)}
    if not 0 <= version <= last:
        raise Unknown("version", str(version), (f"0 to {last}",))
    words = replays.state_at(house, match, version).to_words()
    return {**words, "in_tournament": said, **imported_words(house, opened, match)}


def imported(house: House, opened: MatchOpened, match: str) -> Imported | None:
    """How a match came in from a file; `None` of one that was recorded here."""
    if opened.tournament is not None:
        return None
    try:
        return house.shelf.club(opened.club).imported.get(match)
    except Unknown:  # it was not restored with its match
        return None


def imported_words(house: House, opened: MatchOpened, match: str) -> Json:
    """`imported`, of a match that came in from a file; of others nothing."""
    came = imported(house, opened, match)
    return {} if came is None else {"imported": {"by": came.by, "at": rfc3339(came.at), "version": came.version}}


_QUIET = {**NONE.to_words(), "in_tournament": None}
"""What was not yet said of a match when its state was kept by an earlier version of the service."""


def kept_words(kept: views.State, last: int) -> Json:
    """The state of a match as it was kept, whose log's last fact is `last`."""
    return {**_QUIET, **kept.json, "version": last, "judged_version": kept.judged_version}


def events(
    house: House, principal: Principal | None, match: str, after: int = 0, limit: int | None = None
) -> Iterator[Json]:
    """The facts of a match above a version with their hashes and verdicts (`None` where not yet judged)."""
    may_read(house, principal, match)
    return _pages(house, match, after, limit)


def _pages(house: House, match: str, after: int, limit: int | None) -> Iterator[Json]:
    while limit is None or limit > 0:
        page = list(house.log.read(match, after, min(PAGE, limit or PAGE)))
        if not page:
            return
        judged = views.verdicts(house.client, match, [each.version for each in page])
        for recorded, following in zip(page, [*page[1:], None], strict=True):
            words = to_public(match, recorded)
            digest = following.prev_hash if following else hash_of(words)
            yield {**words, "hash": digest, "verdict": judged[recorded.version]}
        after = page[-1].version
        limit = None if limit is None else limit - len(page)
