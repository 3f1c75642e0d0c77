"""A tournament in the store, and matches that end as a test wants them to."""

from collections.abc import Sequence

from core.events import Event, GameResult, MatchReopened, MatchSettled, Recorded, ResultReported, TournamentCreated
from core.log import NEW
from core.tournament import Tournament, fold
from core.tournament.decisions import enter, start
from workers.workshop import Workshop

T = "t_aaaaaaaaaa"
AT = 1_700_000_000_000


def announced(form: str = "round_robin", games: int = 3, stop: str = "when_decided") -> TournamentCreated:
    return TournamentCreated("huk", "Höstcupen", "swedish", {"games": games}, form, ("wins",), stop=stop)


def started(workshop: Workshop, players: Sequence[str], form: str = "round_robin", stream: str = T) -> Tournament:
    """A tournament whose players entered and whose matches nobody opened yet: that is left to the pump."""
    log = workshop.house.log
    log.append(stream, [announced(form)], by="test", at=AT, expected=NEW)
    log.append(
        stream, enter(tournament(workshop, stream), [(each, each.title()) for each in players]), by="test", at=AT
    )
    log.append(stream, start(tournament(workshop, stream), "lots"), by="test", at=AT)
    return tournament(workshop, stream)


def tournament(workshop: Workshop, stream: str = T) -> Tournament:
    return fold(stream, workshop.house.log.read(stream))


def told(workshop: Workshop, match: str, stream: str = T) -> list[Event]:
    """What the tournament's log says of a match."""
    return [each.event for each in settlements(workshop, stream) if each.event.match == match]


def settlements(workshop: Workshop, stream: str = T) -> list[Recorded]:
    kinds = MatchSettled | MatchReopened
    return [each for each in workshop.house.log.read(stream) if isinstance(each.event, kinds)]


def won(seat: str, games: int = 2) -> ResultReported:
    """So many games to nothing: two decide a match of three."""
    return ResultReported((GameResult(seat, "jan"),) * games)
