"""Events → read models: the data shown to readers of a stream, folded from its log and assigned as a whole.

A model is the fold of one stream so far. The store has no counters: each fold of the same log writes the same values.
"""

from typing import Any

from core import tournament
from core.club import club
from core.club.club import Club
from core.errors import UnknownEvent
from core.events import ClubFounded, Event, MatchOpened, Recorded, TournamentCreated
from core.match.judging import NOTHING, Known
from core.messages import say
from core.tournament import Tournament
from schemas.dump import dumper
from schemas.match_states import match_json
from schemas.views.matches import Verdict
from workers.rule_checks import Earlier, JudgedMatch, SettlementChange, check, is_plain, open_sheet

Json = dict[str, Any]
_VERDICT = dumper(Verdict)
Model = JudgedMatch | Tournament | Club
Applied = tuple[Model, Json | None, SettlementChange | None]
"""The model after a fact, the verdict in the contract's words (`None`: plainly accepted), a changed settlement."""


def start_model(stream: str, recorded: Recorded) -> Applied:
    """The model of a stream after the event that opened it. Raises `UnknownEvent` if it opens nothing."""
    match recorded.event:
        case MatchOpened():
            return open_sheet(stream, recorded)[0], None, None
        case TournamentCreated():
            return tournament.fold(stream, [recorded]), None, None
        case ClubFounded():
            return club.fold([recorded]), None, None
    raise UnknownEvent(
        say("{stream} begins with {name}, which opens nothing", stream=stream, name=type(recorded.event).__name__)
    )


def apply_fact(model: Model, recorded: Recorded, earlier: Earlier, known: Known = NOTHING) -> Applied:
    """The model after one more fact; what is `known` of a match is believed.

    Raises `UnknownEvent` for a fact that does not belong there, `NewerVersion`.
    """
    if isinstance(model, JudgedMatch):
        sheet, verdict, change = check(model, recorded, earlier, known)
        return sheet, None if is_plain(verdict) else _VERDICT(verdict), change
    if isinstance(model, Tournament):
        return tournament.apply(model, recorded.event, recorded.version), None, None
    return club.apply(model, recorded.event, recorded.version), None, None


def index_entry(opening: Event) -> tuple[str, str] | None:
    """The club, and the list of its index for what this event opened: `matches` (friendly ones) or `tournaments`."""
    if isinstance(opening, TournamentCreated):
        return opening.club, "tournaments"
    if isinstance(opening, MatchOpened) and opening.tournament is None:
        return opening.club, "matches"
    return None


def to_json(model: Model) -> Json:
    """A model as readers find it."""
    if isinstance(model, JudgedMatch):
        return match_json(model.match)
    if isinstance(model, Tournament):
        # Counts and no rounds: what grows with the tournament would be written whole after every result.
        return {
            "id": model.id, "version": model.version, "club": model.created.club, "name": model.created.name,
            "game": model.created.game, "format": model.created.format, "status": model.status,
            "players": len(model.field), "rounds": len(model.rounds), "results": len(model.results),
        }  # fmt: skip
    return {"slug": model.slug, "name": model.name, "version": model.version, "players": len(model.players)}
