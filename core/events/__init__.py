"""Everything that can ever have happened, in the past tense.

Every stream (a club, a tournament, a match) is opened by one event with version 0; what people record is 1, 2, 3 …
An event is immutable: a correction is a new event that names the old one. `SCHEMA` numbers the shape of a type's
fields; a log that holds a type or number not listed here cannot be read, and reading says so (`UnknownEvent`).
"""

from core.events.club import (
    ClubFounded,
    PlayerRegistered,
    TokenIssued,
    TokenRevoked,
)  # fmt: skip
from core.events.event import (
    Event,
    GameResult,
    Recorded,
)  # fmt: skip
from core.events.match import (
    CheckersMoved,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    GameResigned,
    Landing,
    MatchOpened,
    OpeningRolled,
    Point,
    ResultReported,
    RulingMade,
    TurnPassed,
)  # fmt: skip
from core.events.tournament import (
    DecisionUndone,
    ImpasseResolved,
    MatchesSeated,
    MatchReopened,
    MatchSettled,
    PairingsVoided,
    PairsAllowed,
    PairsAvoided,
    PlayerCheckedIn,
    PlayerEntered,
    PlayersSeeded,
    PlayerWithdrew,
    ResultConfirmed,
    ResultDecided,
    ResultDisputed,
    RoundPaired,
    RoundPublished,
    TablesSet,
    TournamentCreated,
    TournamentEnded,
    TournamentStarted,
)  # fmt: skip

EVENTS: tuple[type[Event], ...] = (
    MatchOpened, OpeningRolled, DiceRolled, CheckersMoved, TurnPassed, DoubleOffered, DoubleTaken, DoubleDropped,
    GameResigned, RulingMade, ResultReported,
    TournamentCreated, PlayerEntered, PlayerWithdrew, PlayerCheckedIn, PlayersSeeded, TournamentStarted,
    RoundPaired, RoundPublished, PairingsVoided, ImpasseResolved, PairsAvoided, PairsAllowed, TablesSet,
    MatchesSeated, MatchSettled, MatchReopened, ResultConfirmed, ResultDisputed, ResultDecided, DecisionUndone,
    TournamentEnded,
    ClubFounded, PlayerRegistered, TokenIssued, TokenRevoked,
)  # fmt: skip
MATCH_FACTS = (
    OpeningRolled, DiceRolled, CheckersMoved, TurnPassed, DoubleOffered, DoubleTaken, DoubleDropped, GameResigned,
    RulingMade, ResultReported,
)  # fmt: skip

__all__ = [
    "EVENTS",
    "MATCH_FACTS",
    "CheckersMoved",
    "ClubFounded",
    "DecisionUndone",
    "DiceRolled",
    "DoubleDropped",
    "DoubleOffered",
    "DoubleTaken",
    "Event",
    "GameResigned",
    "GameResult",
    "ImpasseResolved",
    "Landing",
    "MatchOpened",
    "MatchReopened",
    "MatchSettled",
    "MatchesSeated",
    "OpeningRolled",
    "PairingsVoided",
    "PairsAllowed",
    "PairsAvoided",
    "PlayerCheckedIn",
    "PlayerEntered",
    "PlayerRegistered",
    "PlayerWithdrew",
    "PlayersSeeded",
    "Point",
    "Recorded",
    "ResultConfirmed",
    "ResultDecided",
    "ResultDisputed",
    "ResultReported",
    "RoundPaired",
    "RoundPublished",
    "RulingMade",
    "TablesSet",
    "TokenIssued",
    "TokenRevoked",
    "TournamentCreated",
    "TournamentEnded",
    "TournamentStarted",
    "TurnPassed",
]  # fmt: skip
