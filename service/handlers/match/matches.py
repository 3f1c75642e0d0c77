"""Use cases of matches: open, record, read. No rule is decided here: the workers judge what was recorded."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, NamedTuple

from core.club.club import Imported
from core.errors import BradeError, Invalid, NotAllowed, NotFound, OtherLogMoved, StreamFull, VersionConflict
from core.eventlog.codec import newer_json, to_public
from core.eventlog.hash_chain import hash_of
from core.eventlog.log import NEW
from core.events import REFEREES_FACTS, Event, MatchOpened, PositionAgreed, PositionSet, Recorded
from core.games import game_of
from core.match import judging
from core.match.fact_validation import field_errors
from core.match.state import REFUSED, Match
from core.messages import say
from schemas.match_states import completed, match_json, stored_json
from service.auth.authorization import Principal, authorize, authorize_read, match_opening
from service.bootstrap import Dependencies
from service.handlers import match_status
from service.handlers.authors import Authors
from service.handlers.execute import ensure_writable
from service.handlers.match import append_text, hidden_names, laying_out, replay
from service.handlers.match.hidden_names import HiddenNames, shown_state
from service.handlers.match.open_log import open_log
from service.handlers.match.published_next_round import ensure_result_stands
from service.handlers.request import Request
from service.handlers.retry import Backoff
from service.repository import reading_as
from service.store.access import fact_rate_limit
from service.store.access.fact_rate_limit import A_MINUTE, BURST
from service.store.access.rate_limit import RateLimit
from service.store.match_files import log_lines
from service.store.read_models import states
from service.translations import SOURCE, translated_json

Json = dict[str, Any]
PAGE = 1000
MOST_FACTS = 10_000
"""The number of facts that a match's log may hold. Referees may write beyond that.

The longest recorded one holds 2,716; three games of tick-tack by random hands, of every game the longest, up to 7,700.
"""


class TooManyFacts(BradeError):
    """Links recorded more facts in a match than anybody plays."""

    code = "too-many-facts"

    def __init__(self, match_id: str, seconds: int, limit: RateLimit) -> None:
        super().__init__(
            say(
                "{match_id} takes {burst} facts by links at once and {rate} a minute: wait {seconds} seconds",
                match_id=match_id,
                burst=BURST,
                rate=A_MINUTE,
                seconds=seconds,
            )
        )
        self.seconds, self.limit = seconds, limit


class Recording(NamedTuple):
    """Recorded events: versions first to last, the events as JSON data, and `True` for a repeated key.

    `verdicts` are those that are known, as JSON data.
    """

    first: int
    last: int
    events: list[Json]
    replayed: bool
    verdicts: Sequence[Json] = ()


def open_match(request: Request, command: Mapping[str, Any]) -> Json:
    """Open a friendly match of a club; players are names, or ids of the club's players. Raises `Invalid`."""
    slug = command["club"]
    by = authorize(request.principal, "scorer", slug).name
    with reading_as(None):
        club = request.deps.repository.club(slug)
    game = game_of(command["game"])
    options = command.get("options", {})
    try:
        game.read_options(options)
    except Invalid as wrong:
        raise Invalid({f"options.{name}": messages for name, messages in wrong.problems.items()}) from None
    try:
        game.seated(command["players"])
    except Invalid as wrong:
        raise Invalid({f"players.{seat}": messages for seat, messages in wrong.problems.items()}) from None
    ids = {seat: player for seat, player in command["players"].items() if player in club.players}
    opened = MatchOpened(
        club=slug,
        game=game.key,
        length=command["length"],
        players={seat: club.players[sent].name if seat in ids else sent for seat, sent in command["players"].items()},
        check=command.get("check", "strict"),
        stop=command.get("stop", "all_games"),
        options=options,
        player_ids=ids,
    )
    match = request.deps.new_id("m", f"{slug}/match/{by}", request.key)
    begun = judging.opened(match, opened)
    facts = [command["begins_from"]] if "begins_from" in command else []
    for event in facts:
        begun = _begun_from(begun, event)
    ensure_writable(request.deps)
    request.append(match, [opened, *facts], by=by, expected=NEW)
    return shown_state(request.deps, match_json(begun), request.deps.repository.match(match))


def _begun_from(match: Match, event: PositionSet) -> Match:
    """The match after the position from which it begins. Raises `Invalid`, which names every wrong field."""
    if problems := field_errors(match.game, match.opened, event):
        raise Invalid({f"begins_from.{field}": messages for field, messages in problems.items()})
    after, verdict = judging.judge(match, Recorded(1, event, 0, "", ""), list)
    if verdict.verdict == REFUSED:
        raise Invalid({"begins_from": [verdict.explanation]})
    return after


def may_read(deps: Dependencies, principal: Principal | None, match_id: str) -> MatchOpened:
    """The opening of a match, for its readers: the club's people, and the public while it is published."""
    opening = match_opening(deps, principal, match_id)
    authorize_read(deps, principal, opening.club, opening.tournament, ("match", match_id))
    open_log(deps, match_id, opening)
    return opening


def record(request: Request, match_id: str, events: Sequence[Event], asked_of: str = "") -> Recording:
    """Append facts to a match, all or none, turns as text spelled out. Some of them need a referee.

    `asked_of` comes before the caller in the author's name: it says who made the facts that the caller asked for.

    Raises `Invalid` for a fact that no match of this game can hold (place and field → messages), `VersionConflict`,
    `KeyReused`, `DiskFull` and `TooManyFacts`. Raises `NotAllowed` if the log is full, the tournament does not let
    facts be recorded, or a published round rests on the result that they change.
    """
    opening = match_opening(request.deps, request.principal, match_id)
    referees = any(type(event) in REFEREES_FACTS for event in events)
    caller = authorize(request.principal, "referee" if referees else "scorer", opening.club, ("match", match_id))
    open_log(request.deps, match_id, opening)
    ensure_fitting(opening, events)
    if opening.tournament is not None:
        match_status.ensure_open(request, opening.tournament, match_id)
        if any(isinstance(event, PositionAgreed) for event in events):
            laying_out.ensure_agreement(request, opening, match_id)
    ensure_writable(request.deps)
    by_link = caller.scope is not None
    rate = _rate_of_links(request, match_id, len(events)) if by_link else nullcontext()
    most = None if referees else MOST_FACTS
    try:
        with rate:
            appended, facts, texts = _append_resting(
                request, opening.tournament, match_id, events, f"{asked_of}{caller.name}", most
            )
    except StreamFull:
        raise NotAllowed(
            say(
                "the log of the match {match_id} is full, it holds {most} facts at most: ask a referee",
                match_id=match_id,
                most=MOST_FACTS,
            )
        ) from None
    answers = [_shown(match_id, recorded, text) for recorded, text in zip(facts, texts, strict=True)]
    return Recording(appended.first, appended.last, answers, appended.replayed)


def _append_resting(
    request: Request, tournament_id: str | None, match_id: str, events: Sequence[Event], by: str, most: int | None
) -> append_text.AppendedTurns:
    """Append facts while no round is published that rests on the result that they change. Raises `ResultStands`.

    Where the tournament moves meanwhile, it is looked at again.
    """
    patience = Backoff(say("the tournament"))
    while True:
        while_at: Mapping[str, int] = {}
        if request.previous_result(match_id) is None:
            while_at = ensure_result_stands(request.deps, tournament_id, match_id, events)
        try:
            return append_text.append_turn_text(request, match_id, events, by=by, most=most, while_at=while_at)
        except OtherLogMoved:
            patience.pause()


@contextmanager
def _rate_of_links(request: Request, match_id: str, more: int) -> Iterator[None]:
    """Facts taken from the bucket of a match, and given back if they were refused or written before, under this key.

    Where the store does not answer they may have been written, and stay taken. What was written before needs nothing of
    the bucket. If there is too little in it, raises `VersionConflict` for a version that the log has left behind, else
    `TooManyFacts`.
    """
    if seconds := fact_rate_limit.take(request.deps.client, match_id, more, request.deps.steady()):
        if request.previous_result(match_id):
            yield
            return
        head = request.deps.log.head(match_id)
        if head is not None and request.expected is not None and request.expected < head.version:
            raise VersionConflict(match_id, request.expected, head.version)
        raise TooManyFacts(match_id, seconds, rate_of_links(request.deps, match_id)._replace(seconds=seconds))
    try:
        yield
    except BradeError:
        fact_rate_limit.give_back(request.deps.client, match_id, more)
        raise
    if request.replays:
        fact_rate_limit.give_back(request.deps.client, match_id, more)


def rate_of_links(deps: Dependencies, match_id: str) -> RateLimit:
    """The limit of the facts that links may record in a match."""
    return fact_rate_limit.state(deps.client, match_id, deps.steady())


def _shown(match_id: str, recorded: Recorded, text: str | None) -> Json:
    data = to_public(match_id, recorded)
    del data["prev_hash"]
    return data if text is None else {**data, "text": text}


def ensure_fitting(opened: MatchOpened, events: Sequence[Event]) -> None:
    """Raises `Invalid` for facts that no match of this game can hold."""
    game = game_of(opened.game)
    problems = {
        f"{place}.{field}": messages
        for place, event in enumerate(events)
        for field, messages in field_errors(game, opened, event).items()
    }
    if problems:
        raise Invalid(problems)


def verdicts(deps: Dependencies, match_id: str, first: int, last: int) -> list[Json]:
    """The verdicts on these facts, as far as they are judged."""
    found = states.verdicts(deps.client, match_id, range(first, last + 1))
    return [verdict for verdict in found.values() if verdict is not None]


def state(deps: Dependencies, principal: Principal | None, match_id: str, version: int | None = None) -> Json:
    """The state of a match: as far as it is judged, or as of a version. `version` is that of the log's last fact.

    What its tournament says of it is said as of now.

    Raises `NotFound` for a version that has not been.
    """
    opened = may_read(deps, principal, match_id)
    in_tournament = match_status.board(deps, principal, opened, match_id)
    head, person = deps.log.head(match_id), Authors(deps.repository, opened.club).person
    last = head.version if head else 0
    if version is None:
        model = states.load(deps.client, match_id)
        data = state_json(deps, model, opened, last) if model else match_json(judging.opened(match_id, opened), last)
        return completed(data, in_tournament, imported(deps, opened, match_id), person)
    if not 0 <= version <= last:
        raise NotFound("version", str(version), (f"0 to {last}",))
    data = match_json(replay.state_at(deps, match_id, version))
    return completed(data, in_tournament, imported(deps, opened, match_id), person)


def imported(deps: Dependencies, opened: MatchOpened, match_id: str) -> Imported | None:
    """The import of a match from a file; `None` for a match that was recorded here."""
    if opened.tournament is not None:
        return None
    try:
        return deps.repository.club(opened.club).imported.get(match_id)
    except NotFound:  # it was not restored with its match
        return None


def state_json(deps: Dependencies, model: states.ReadModel, opened: MatchOpened, last: int) -> Json:
    """The state of a match as it was kept, whose log's last fact is `last`, with the names that the reader sees."""
    return shown_state(deps, stored_json(model.json, last, model.judged_version), opened)


def events(
    deps: Dependencies, principal: Principal | None, match_id: str, after: int = 0, limit: int | None = None
) -> Iterator[Json]:
    """The facts of a match above a version with their hashes and verdicts (`None` where not yet judged)."""
    opened = may_read(deps, principal, match_id)
    return _pages(deps, match_id, after, limit, hidden_names.of(deps, match_id, opened))


def lines(
    deps: Dependencies,
    principal: Principal | None,
    match_id: str,
    after: int = 0,
    limit: int | None = None,
    language: str = SOURCE,
) -> Iterator[str]:
    """The same facts as lines of JSON, some at a time, with the explanations of verdicts in a language."""
    opened = may_read(deps, principal, match_id)
    return _lines(deps, match_id, after, limit, language, hidden_names.of(deps, match_id, opened))


def _lines(
    deps: Dependencies, match_id: str, after: int, limit: int | None, language: str, hidden: HiddenNames | None
) -> Iterator[str]:
    def worded(verdict: str) -> str:
        return verdict if language == SOURCE else as_line(translated_json(json.loads(verdict), language))

    while limit is None or limit > 0:
        count = log_lines.MOST if limit is None else min(limit, log_lines.MOST)
        page = None if hidden else log_lines.page(deps.client, match_id, after, count, worded)
        if page is None:  # it is read event by event, from its file in the archive or as far as it is a log
            for row in _pages(deps, match_id, after, limit, hidden):
                yield f"{as_line(translated_json(row, language))}\n"
            return
        if not page.size:
            return
        yield page.text
        after, limit = page.last, None if limit is None else limit - page.size


as_line = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def _pages(
    deps: Dependencies, match_id: str, after: int, limit: int | None, hidden: HiddenNames | None
) -> Iterator[Json]:
    while limit is None or limit > 0:
        wanted = PAGE if limit is None else min(PAGE, limit)
        page = list(deps.log.read(match_id, after, wanted))
        if not page:
            return
        judged = states.verdicts(deps.client, match_id, [recorded.version for recorded in page])
        for recorded, following in zip(page, [*page[1:], None], strict=True):
            data = to_public(match_id, recorded)
            digest = following.prev_hash if following else hash_of(data)
            line = {**data, **newer_json(recorded.event), "hash": digest, "verdict": judged[recorded.version]}
            yield hidden.line(line) if hidden else line
        if len(page) < wanted:  # the last one
            return
        after = page[-1].version
        limit = None if limit is None else limit - len(page)
