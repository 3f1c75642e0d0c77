"""Use cases of results without rolls: report one, confirm it, say something else."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from core import match as rules
from core.club import ROLES
from core.codec import result_words
from core.errors import Malformed, Refused, Unknown, VersionConflict
from core.events import Event, GameResult, Recorded, ResultReported
from core.settlement import settle
from core.sheet import REFUSED, Match
from core.tournament import Tournament
from core.tournament.boards import CONFIRMED, DISPUTED, OPEN, REPORTED, SETTLED, status_of
from core.tournament.confirming import confirm as confirming
from core.tournament.confirming import dispute
from core.tournament.words import match_words
from service.access import OPERATOR, Forbidden, Principal, Unauthenticated, acting_at
from service.bootstrap import House
from service.handlers import replays
from service.handlers.boards import ensure_open
from service.handlers.contention import Patience
from service.handlers.deciding import Decided, decide, told
from service.handlers.matches import ensure_room
from service.links import are_two_people

Json = dict[str, Any]
_LOOK_BACK = 128


def report(
    house: House, principal: Principal | None, tournament: str, match: str, results: Sequence[GameResult], *,
    key: str | None, expected: int | None = None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Report a whole match result without its rolls. It is a fact of the match's own log, which then settles.

    Where results are confirmed, the second report by somebody else confirms the first, or disputes it. After a referee
    has voided a wrong one it may be reported anew. Raises `Unknown`, `Malformed` for results that are no whole match,
    `Contended`, `Refused` where play is recorded or the tournament lets nothing be recorded.
    """
    asking = acting_at(house, principal, "scorer", tournament, match)
    _ensure_open(house, tournament, match, key, fingerprint)
    played_in = house.shelf.tournament(tournament)
    played_in.match(match)
    confirmed = played_in.created.confirm
    at_table = rules.opened(match, house.shelf.match(match))
    if wrong := rules.incomplete(at_table, tuple(results)):
        raise Malformed({"results": [wrong]})
    ensure_room(house)
    patience = Patience(f"the match {match}")
    while (answered := told(house, match, key, fingerprint)) is None:
        state = replays.state_at(house, match)
        if confirmed and state.settled is not None:
            if expected not in (None, state.version):
                raise VersionConflict(match, expected or 0, state.version)
            return _second(house, asking, tournament, state, tuple(results), key, fingerprint)
        try:
            if expected not in (None, state.version):
                raise VersionConflict(match, expected or 0, state.version)
            _ensure_reportable(state, tuple(results), house.clock())
            answered = house.log.append(
                match, [ResultReported(tuple(results))], by=asking.name, at=house.clock(), expected=state.version,
                key=key, fingerprint=fingerprint,
            )  # fmt: skip
            break
        except (Refused, VersionConflict) as wrong:
            if (answered := told(house, match, key, fingerprint)) is not None:
                break
            if expected is not None or isinstance(wrong, Refused):
                raise
            patience.pause()
    settlement = settle(at_table.game, at_table.opened.length, results, at_table.seats)
    status = REPORTED if confirmed else SETTLED
    return {"match": match, "version": answered.last, "status": status, **settlement.to_words()}


def _ensure_open(house: House, tournament: str, match: str, key: str | None, fingerprint: str) -> None:
    try:
        ensure_open(house, tournament, match, key, fingerprint)
    except Refused:
        if told(house, tournament, key, fingerprint) is None:  # a second report is kept in the tournament's log
            raise


def _ensure_reportable(state: Match, results: tuple[GameResult, ...], now: int) -> None:
    if state.results or state.phase != "opening":
        reason = "has recorded play or a result: void what is wrong (a referee's ruling), or award it"
        raise Refused(f"the match {state.id} {reason}")
    fact = Recorded(state.version + 1, ResultReported(results), now, "", "")
    _, verdict = rules.judge(state, fact, lambda: ())
    if verdict.verdict == REFUSED:
        raise Refused(f"nothing is reported of the match {state.id} now: {verdict.explanation}")


def _second(
    house: House, asking: Principal, tournament: str, state: Match, results: tuple[GameResult, ...],
    key: str | None, fingerprint: str,
) -> Json:  # fmt: skip
    """A result of a match that has one: the same confirms it, another disputes it."""
    match, referee = state.id, _is_referee(asking)
    second = _is_another(house, asking, reporter(house, match))
    same = results == state.results

    def deciding(before: Tournament) -> list[Event]:
        if same:
            return confirming(before, match, second=second, referee=referee)
        if not (second or referee):
            raise Refused(f"you reported another result of the match {match}: a referee voids what was mistyped")
        return dispute(before, match, results, "")

    decided = decide(house, tournament, deciding, asking.name, expected=None, key=key, fingerprint=fingerprint)
    assert state.settled is not None, "whoever calls has looked"
    words = {"match": match, "version": state.version, "status": CONFIRMED if same else DISPUTED}
    if not same:
        words |= {
            "results": [result_words(each) for each in state.results],
            "claimed": [result_words(each) for each in results],
        }
    return {**words, **state.settled.to_words(), "tournament_version": decided.after.version}


def confirm(
    house: House, principal: Principal | None, tournament: str, match: str, *,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> tuple[Json, bool]:  # fmt: skip
    """Confirm a reported result, and whether that was new. Raises `Unknown`, `Refused` where that is not his to do."""
    asking = acting_at(house, principal, "scorer", tournament, match)
    referee = _is_referee(asking)

    def deciding(before: Tournament) -> list[Event]:
        second = referee or _is_another(house, asking, reporter(house, before.match(match).match))
        return confirming(before, match, second=second, referee=referee)

    decided = decide(house, tournament, deciding, asking.name, expected=expected, key=key, fingerprint=fingerprint)
    return _words(decided, match), decided.after.version > decided.before.version


def _words(decided: Decided, match: str) -> Json:
    state = decided.after
    number = next(each.number for each in state.rounds if any(match == one.match for one in each.pairings))
    return {
        "tournament": state.id, "version": state.version, "round": number,
        **match_words(state, state.match(match)),
    }  # fmt: skip


def _is_referee(asking: Principal) -> bool:
    return asking.role == OPERATOR or ROLES.index(asking.role) >= ROLES.index("referee")


def _is_another(house: House, asking: Principal, by: str | None) -> bool:
    """Whether somebody is not who recorded something under a name, nor was when he still had that name."""
    if by is None:
        return True
    if asking.member and asking.club:
        names = house.shelf.club(asking.club).people.member(asking.member).former
        if by.partition(":")[2] in names:
            return False
    return are_two_people(asking.name, by)


def reporter(house: House, match: str) -> str | None:
    """Under which name the fact was recorded that settled the match, by report or by play; `None` if none did."""
    last = replays.head_of(house, match)
    while last > 0:  # from the end on: it is among the last facts
        first = max(1, last - _LOOK_BACK + 1)
        found = [step.recorded.by for step in replays.steps(house, match, first, last) if step.verdict.match_settled]
        if found:
            return found[-1]
        last = first - 1
    return None


class Standing(NamedTuple):
    """What somebody may do with the result of a match now, and how far the match is (`status_of`)."""

    tournament: str
    status: str
    report: bool = False
    confirm: bool = False


def standing(house: House, principal: Principal | None, match: str) -> Standing | None:
    """What may be reported of a match, and confirmed, by somebody who may see it; `None` of one without a tournament.

    A second person may report another result than the one that waits to be confirmed.
    """
    tournament = house.shelf.match(match).tournament
    if tournament is None:
        return None
    try:
        played_in = house.shelf.tournament(tournament)
    except Unknown:
        return None
    found = Standing(tournament, status_of(played_in, match))
    if found.status not in (OPEN, REPORTED):
        return found
    try:
        asking = acting_at(house, principal, "scorer", tournament, match)
    except (Unauthenticated, Forbidden, Unknown):
        return found
    if found.status == OPEN:
        state = replays.state_at(house, match)
        untouched = not state.results and state.phase == "opening" and state.settled is None
        return found._replace(report=untouched and not state.conduct.suspended)
    referee = _is_referee(asking)
    other = referee or _is_another(house, asking, reporter(house, match))
    return found._replace(report=other and not played_in.ended, confirm=other and (referee or not played_in.ended))
