"""Plans: when a tournament would end, asked before it is announced."""

from flask_smorest import Blueprint

from core.games import game_of
from core.tournament.planning.game_lengths import GameLengths, shipped
from core.tournament.planning.plan import MOST_PLAYERS, MOST_TABLES
from schemas.fields import Strict, Word, WrittenNumber
from schemas.requests.matches import STOPS
from schemas.views import formats
from service.bootstrap import Dependencies
from service.handlers.planning.lengths import lengths_for
from service.handlers.planning.plan import Plans, Question, from_bytes, simulated, to_bytes, within
from service.web.http import heavy_reads
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import EVERYBODY, Requirements

blueprint = Blueprint("plans", __name__, url_prefix="/v1", description="Plans of a tournament")

MOST_MINUTES = 2880


class PlanQuery(Strict):
    """Players, tables and minutes of an evening."""

    players = WrittenNumber(2, MOST_PLAYERS, required=True)
    tables = WrittenNumber(1, MOST_TABLES, required=True)
    minutes = WrittenNumber(
        1, MOST_MINUTES, required=True, metadata={"description": "From the first match to the end."}
    )
    stop = Word(STOPS, load_default=STOPS[0], metadata={"description": "When a match over games stops."})


@operation(
    blueprint,
    "listPlans",
    "GET",
    "/games/<game:game>/plans",
    Requirements(EVERYBODY, query=PlanQuery()),
    {200: formats.Plans},
)
def plans(call: Call, game: str) -> Answer:
    """Rounds, matches and the expected end of a tournament, for every format and length of match.

    The end is simulated. Equal questions get equal answers. `docs/tournaments/planner.md` says what the lengths
    rest on.
    """
    key = game_of(game).key
    return Answer(kept(call.deps, Question(key, **call.query), shipped(key)))


@operation(
    blueprint,
    "listClubPlans",
    "GET",
    "/clubs/<club:club>/games/<game:game>/plans",
    Requirements("viewer", query=PlanQuery()),
    {200: formats.Plans},
)
def club_plans(call: Call, club: str, game: str) -> Answer:
    """The same with the lengths of the club's own recorded games.

    While there are too few of them, with the shipped lengths: `measured` is 0 then. `docs/tournaments/planner.md`
    says how many.
    """
    key = game_of(game).key
    call.deps.repository.club(club)
    return Answer(kept(call.deps, Question(key, **call.query), lengths_for(call.deps, club, key)))


def kept(deps: Dependencies, question: Question, lengths: GameLengths) -> Plans:
    """The plans of a question, made once for all who ask it, whatever time they have."""
    key = ("plans", question._replace(minutes=0), lengths)
    made = heavy_reads.cached(deps.answers, key, lambda: to_bytes(simulated(question, lengths)))
    return within(question, lengths, from_bytes(made))
