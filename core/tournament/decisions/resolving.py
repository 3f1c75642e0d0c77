"""The director's way out of an impasse: one event that says so, and what follows from it."""

from core.errors import Refused
from core.events import Event, ImpasseResolved
from core.tournament import Tournament
from core.tournament.decisions.pairing import after, pair, voided
from core.tournament.impasse import END, LOOK_AHEAD, REMATCH, WAYS, impasse, in_words
from core.tournament.state import FINISHED, paired


def resolve_impasse(tournament: Tournament, way: str, because: str) -> list[Event]:
    """Go that way: `look_ahead` pairs the last round again, `rematch` pairs the next one, `end` ends the tournament.

    Raises `Refused` where every round can be paired, and for a way that is not possible, naming those that are.
    """
    name = tournament.created.name
    if tournament.seed is None:
        raise Refused(f"{name} has not started: there is no impasse")
    found = impasse(tournament)
    if tournament.status == FINISHED or found is None:
        raise Refused(f"{name} is in no impasse: the next round can be paired, or there is none")
    if way not in found.ways:
        raise Refused(f"{way} is not possible now ({_why_not(way)}). {in_words(found)}")
    events: list[Event] = [ImpasseResolved(found.round, way, because)]
    if way == LOOK_AHEAD:
        last = tournament.rounds[-1]
        events += voided(tournament, last.pairings, f"paired again so that round {found.round} can be: {because}")
        events.append(paired(after(tournament, events), found.again, found.bye, number=last.number))
    elif way == REMATCH and not tournament.to_play:
        following = tournament.format.next_round(after(tournament, events), tournament.seed)
        events += [] if following is None else [following]
    return events if way == END else [*events, *pair(after(tournament, events))]


def _why_not(way: str) -> str:
    return {
        LOOK_AHEAD: "the last round has results already, or no pairing of it helps",
        REMATCH: "it would not help",
        END: "the last round is still being played",
    }.get(way, f"known are {', '.join(WAYS)}")
