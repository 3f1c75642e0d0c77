"""Use cases of rounds: pairing the next one, by hand or anew, showing it; and the end of the tournament."""

from collections.abc import Sequence
from typing import NamedTuple

from core.errors import Invalid
from core.events import Event
from core.messages import say
from core.tournament import Tournament, decisions
from core.tournament.model.values import RoundTime
from core.tournament.views.tournament_view import Player, TournamentView
from service.auth.authorization import Principal, authorize_tournament
from service.bootstrap import Dependencies
from service.handlers.execute import execute, organiser
from service.handlers.match.started_matches import ensure_unbegun
from service.handlers.player_lookup import entered
from service.handlers.request import Request

_MINUTE = 60_000


def pair(request: Request, tournament_id: str, number: int | None) -> tuple[TournamentView, bool]:
    """Pair the next round, exactly once: the tournament, and whether anything was paired just now or by this key.

    Raises `NotAllowed` naming the matches that are waited for.
    """
    by = organiser(request.deps, request.principal, tournament_id)
    decided = execute(request, tournament_id, lambda state: decisions.pair_round(state, number), by)
    return decided.view, decided.after.version > decided.before.version


def publish(request: Request, tournament_id: str, number: int) -> TournamentView:
    """Show a drafted round to everybody, and open its matches. Raises `NotFound`, `NotAllowed`."""
    by = organiser(request.deps, request.principal, tournament_id)
    return execute(request, tournament_id, lambda state: decisions.publish_round(state, number), by).view


def unpair(request: Request, tournament_id: str, number: int, reason: str) -> TournamentView:
    """Take the last round back, which has not begun. Raises `NotFound`, `NotAllowed`."""
    by = organiser(request.deps, request.principal, tournament_id)

    def unpairing(state: Tournament) -> list[Event]:
        events = decisions.unpair(state, number, reason)
        return ensure_unbegun(request.deps, state, events)

    return execute(request, tournament_id, unpairing, by).view


def pair_by_hand(
    request: Request,
    tournament_id: str,
    number: int,
    pairs: Sequence[Sequence[str]],
    bye: str | None,
    reason: str,
    *,
    force: bool,
) -> TournamentView:
    """Pair a round by hand that has not begun. Raises `Invalid`, and as `pairing_by_hand`."""
    by = organiser(request.deps, request.principal, tournament_id)

    def pairing(state: Tournament) -> list[Event]:
        found = entered(state, named_pairs(pairs) | ({} if bye is None else {"bye": bye}))
        rows = of_pairs(pairs, found)
        return pairing_by_hand(request.deps, state, number, rows, found.get("bye"), reason, force=force)

    return execute(request, tournament_id, pairing, by).view


def pairing_by_hand(
    deps: Dependencies,
    state: Tournament,
    number: int,
    pairs: Sequence[tuple[str, str]],
    bye: str | None,
    reason: str,
    *,
    force: bool,
) -> list[Event]:
    """The events by which a round is paired by hand. Matches that stay may have begun.

    Raises as `decisions.pair_by_hand`, and `NotAllowed` if another match has begun.
    """
    events = decisions.pair_by_hand(state, number, pairs, bye, reason, force=force)
    return ensure_unbegun(deps, state, events)


def set_time(
    request: Request, tournament_id: str, number: int, starts: int | None, ends: int | None, minutes: int | None
) -> TournamentView:
    """Say when a round starts, without `starts` now, and when it ends: at `ends`, or after so many minutes.

    Without both it has the announced minutes. Times are in Unix ms. Raises `Invalid`, `NotFound`, `NotAllowed`.
    """
    by = authorize_tournament(request.deps, request.principal, "referee", tournament_id).name
    begin = request.deps.clock() if starts is None else starts

    def deciding(state: Tournament) -> list[Event]:
        length = minutes or (state.created.details or {}).get("round_minutes")
        if ends is None and not length:
            raise Invalid({"minutes": [say("missing: the announcement does not say how many minutes a round has")]})
        until = begin + int(length or 0) * _MINUTE if ends is None else ends
        return decisions.set_round_time(state, number, RoundTime(begin, until))

    return execute(request, tournament_id, deciding, by).view


def take_time(request: Request, tournament_id: str, number: int) -> TournamentView:
    """Take the time of a round away. Raises `NotFound`, `NotAllowed`."""
    by = authorize_tournament(request.deps, request.principal, "referee", tournament_id).name
    return execute(request, tournament_id, lambda state: decisions.set_round_time(state, number, None), by).view


class Apart(NamedTuple):
    """Two players who are kept apart: `hard` if they must not meet."""

    players: tuple[Player, ...]
    hard: bool


class Avoidances(NamedTuple):
    """All pairs that are kept apart in a tournament."""

    tournament: str
    version: int
    avoidances: tuple[Apart, ...]


def avoid(
    request: Request, tournament_id: str, pairs: Sequence[Sequence[str]], reason: str, *, hard: bool | None
) -> Avoidances:
    """Keep players apart, `hard` or if it can be helped; `hard` None: let them meet again.

    Answers all who are kept apart then. Raises `Invalid`, `NotAllowed`.
    """
    by = organiser(request.deps, request.principal, tournament_id)

    def deciding(state: Tournament) -> list[Event]:
        rows = of_pairs(pairs, entered(state, named_pairs(pairs)))
        if hard is None:
            return decisions.allow(state, rows, reason)
        return decisions.avoid(state, rows, reason, hard=hard)

    decided = execute(request, tournament_id, deciding, by)
    return _avoided(decided.after)


def avoided(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Avoidances:
    """Pairs that are kept apart. Players do not see them."""
    authorize_tournament(deps, principal, "referee", tournament_id)
    return _avoided(deps.repository.tournament(tournament_id))


def _avoided(state: Tournament) -> Avoidances:
    pairs = tuple(
        Apart(tuple(Player(each, state.entry(each).name) for each in pair), hard)
        for pair, hard in state.avoided.items()
    )
    return Avoidances(state.id, state.version, pairs)


def end(request: Request, tournament_id: str, reason: str) -> TournamentView:
    """End a tournament before its format does. Raises `NotAllowed`."""
    by = organiser(request.deps, request.principal, tournament_id)
    return execute(request, tournament_id, lambda state: decisions.end(state, reason), by).view


def show_to(request: Request, tournament_id: str, *, published: bool) -> TournamentView:
    """Show a tournament to everybody, or to the club's people alone."""
    by = organiser(request.deps, request.principal, tournament_id)
    return execute(request, tournament_id, lambda state: decisions.publish(state, published=published), by).view


def named_pairs(pairs: Sequence[Sequence[str]]) -> dict[str, str]:
    """The players of pairs by the paths at which they are named."""
    return {f"pairs.{place}.{seat}": player for place, pair in enumerate(pairs) for seat, player in enumerate(pair)}


def of_pairs(pairs: Sequence[Sequence[str]], found: dict[str, str]) -> list[tuple[str, str]]:
    """The pairs again, as the ids that were found."""
    return [(found[f"pairs.{place}.0"], found[f"pairs.{place}.1"]) for place in range(len(pairs))]
