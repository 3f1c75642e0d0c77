"""The director's way out of an impasse: one event that says so, and what follows from it."""

from core.errors import NotAllowed
from core.events import ByesSet, Event, ImpasseResolved
from core.messages import say
from core.tournament import Tournament
from core.tournament.decisions.pairing import after, pair, voided
from core.tournament.model.impasse import BYES_BACK, END, LOOK_AHEAD, NO_MATCH, REMATCH, WAYS, as_sentence
from core.tournament.model.new_round import new_round
from core.tournament.model.reasons import paired_again
from core.tournament.model.state import FINISHED, impasse


def resolve_impasse(tournament: Tournament, way: str, because: str) -> list[Event]:
    """Go that way: `look_ahead` pairs the last round again, `rematch` and `byes_back` the next one, and `end` ends.

    `no_match` makes the next round one of byes alone.
    Raises `NotAllowed` where every round can be paired, and for a way that is not possible, naming those that are.
    """
    name = tournament.created.name
    if tournament.seed is None:
        raise NotAllowed(say("{name} has not started: there is no impasse", name=name))
    found = impasse(tournament)
    if tournament.status == FINISHED or found is None:
        raise NotAllowed(say("{name} is in no impasse: the next round can be paired, or there is none", name=name))
    if way not in found.ways:
        raise NotAllowed(
            say(
                "{way} is not possible now ({why_not}). {in_words}",
                way=way,
                why_not=_why_not(way),
                in_words=as_sentence(found),
            )
        )
    events: list[Event] = [ImpasseResolved(found.round, way, because)]
    if way == LOOK_AHEAD:
        last = tournament.rounds[-1]
        events += voided(tournament, last.pairings, paired_again(found.round, because))
        freed = after(tournament, events)
        events.append(new_round(freed, found.again, found.bye, number=last.number, stage=last.stage or None))
    if way == BYES_BACK:
        for entry in tournament.entries:
            kept = tuple(bye for bye in entry.byes if bye.round != found.round)
            if kept != entry.byes and not entry.withdrawn:
                events.append(ByesSet(entry.player, kept, because))
    if way == NO_MATCH:
        stage = tournament.rounds[-1].stage or None
        events.append(new_round(after(tournament, events), (), found.bye, number=found.round, stage=stage))
    if way in {REMATCH, BYES_BACK} and not tournament.to_play:
        following = tournament.format.next_round(after(tournament, events), tournament.seed)
        events += [] if following is None else [following]
    return events if way == END else [*events, *pair(after(tournament, events))]


def _why_not(way: str) -> str:
    return {
        LOOK_AHEAD: say("the last round has results already, or no pairing of it helps"),
        REMATCH: say("it would not help"),
        BYES_BACK: say("no player asked to sit the round out, or it would not help"),
        NO_MATCH: say("others can play, or the last round is still being played"),
        END: say("the last round is still being played"),
    }.get(way, say("known are {ways}", ways=WAYS))
