"""Events → read models: what readers are shown of a stream, folded from its log and assigned as a whole.

A model is the fold of one stream so far. Nothing in it is counted up in the store: whoever folds the same log writes
the same words.
"""

from typing import Any

from core import club as clubs
from core import tournament as tournaments
from core.club import Club
from core.errors import UnknownEvent
from core.events import ClubFounded, Event, MatchOpened, Recorded, TournamentCreated
from core.tournament import Tournament
from workers.rule_checks import Change, Earlier, Sheet, check, is_plain, open_sheet

Json = dict[str, Any]
Model = Sheet | Tournament | Club
Followed = tuple[Model, Json | None, Change | None]
"""The model after a fact, the verdict in the contract's words (`None`: plainly accepted), a changed settlement."""


def begin(stream: str, recorded: Recorded) -> Followed:
    """The model of a stream after the event that opened it. Raises `UnknownEvent` if it opens nothing."""
    match recorded.event:
        case MatchOpened():
            return open_sheet(stream, recorded)[0], None, None
        case TournamentCreated():
            return tournaments.fold(stream, [recorded]), None, None
        case ClubFounded():
            return clubs.fold([recorded]), None, None
    raise UnknownEvent(f"{stream} begins with {type(recorded.event).__name__}, which opens nothing")


def follow(model: Model, recorded: Recorded, earlier: Earlier) -> Followed:
    """The model after one more fact. Raises `UnknownEvent` for a fact that does not belong there."""
    if isinstance(model, Sheet):
        sheet, verdict, change = check(model, recorded, earlier)
        return sheet, None if is_plain(verdict) else verdict.to_words(sheet.match.game), change
    if isinstance(model, Tournament):
        return tournaments.apply(model, recorded.event, recorded.version), None, None
    return clubs.apply(model, recorded.event, recorded.version), None, None


def index_entry(opening: Event) -> tuple[str, str] | None:
    """Where a club's index lists what this event opened: the club, and `matches` (friendly ones) or `tournaments`."""
    if isinstance(opening, TournamentCreated):
        return opening.club, "tournaments"
    if isinstance(opening, MatchOpened) and opening.tournament is None:
        return opening.club, "matches"
    return None


def words(model: Model) -> Json:
    """A model as readers find it."""
    if isinstance(model, Sheet):
        return model.match.to_words()
    if isinstance(model, Tournament):
        # Counts and no rounds: what grows with the tournament would be written whole after every result.
        return {
            "id": model.id, "version": model.version, "club": model.created.club, "name": model.created.name,
            "game": model.created.game, "format": model.created.format, "status": model.status,
            "players": len(model.field), "rounds": len(model.rounds), "results": len(model.results),
        }  # fmt: skip
    return {"slug": model.slug, "name": model.name, "version": model.version, "players": len(model.players)}
