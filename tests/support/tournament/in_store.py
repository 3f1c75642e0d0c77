"""A tournament in the store, and matches that end as a test wants them to."""

from collections.abc import Mapping, Sequence

from core.eventlog.log import NEW
from core.events import Event, GameResult, MatchReopened, MatchSettled, Recorded, ResultReported, TournamentCreated
from core.tournament import Tournament, fold
from core.tournament.decisions import enter, start
from workers.context import WorkerContext

T = "t_aaaaaaaaaa"
AT = 1_700_000_000_000


def announced(
    form: str = "round_robin", games: int = 3, stop: str = "when_decided", scoring: Mapping[str, int] | None = None
) -> TournamentCreated:
    return TournamentCreated(
        "huk", "Höstcupen", "swedish", {"games": games}, form, ("wins",), stop=stop, scoring=scoring
    )


def started(
    worker_context: WorkerContext,
    players: Sequence[str],
    form: str = "round_robin",
    stream: str = T,
    scoring: Mapping[str, int] | None = None,
) -> Tournament:
    """A tournament whose players entered and whose matches are not opened yet: that is left to the pump."""
    log = worker_context.deps.log
    log.append(stream, [announced(form, scoring=scoring)], by="test", at=AT, expected=NEW)
    log.append(
        stream,
        enter(tournament(worker_context, stream), [(player, player.title()) for player in players]),
        by="test",
        at=AT,
    )
    log.append(stream, start(tournament(worker_context, stream), "lots"), by="test", at=AT)
    return tournament(worker_context, stream)


def tournament(worker_context: WorkerContext, stream: str = T) -> Tournament:
    return fold(stream, worker_context.deps.log.read(stream))


def events_about(worker_context: WorkerContext, match: str, stream: str = T) -> list[Event]:
    """The events of the tournament's log about a match."""
    return [settlement.event for settlement in settlements(worker_context, stream) if settlement.event.match == match]


def settlements(worker_context: WorkerContext, stream: str = T) -> list[Recorded]:
    kinds = MatchSettled | MatchReopened
    return [each for each in worker_context.deps.log.read(stream) if isinstance(each.event, kinds)]


def won(seat: str, games: int = 2) -> ResultReported:
    """So many games to nothing: two decide a match of three."""
    return ResultReported((GameResult(seat, "jan"),) * games)
