"""Tournaments of any size for the wall: played so far, with boards in play, in long names; told to a log."""

from core.eventlog.log import NEW
from core.events import (
    Event,
    MatchesSeated,
    MatchOpened,
    PlayerEntered,
    TablesSet,
    TournamentCreated,
    TournamentStarted,
)
from core.tournament import Pairing, Tournament, opened
from core.tournament.decisions import pair
from tests.support.pages.alarms import long_names
from tests.support.pages.stored_tournament import BEGAN, StoredTournament, golden
from tests.support.tournament.scenario import won
from tests.support.tournament.written_results import after

BOARDS = 14
"""The most matches with a board, of which there are more than one slide."""
LAST_FACTS = 8
"""The facts of the first board."""


def playing(stored: StoredTournament, form: str, count: int, at: int = BEGAN) -> str:
    """A tournament of so many players in its first round, or its second of a cup: a third of it is over. Its id."""
    return _written(stored, f"t_{form[:2]}{count:03}at{at % 1000:03}", form, count, over=False, at=at)


def finished(stored: StoredTournament, count: int) -> str:
    """A cup of so many players that is over. Its id."""
    return _written(stored, f"t_wallover{count:03}", "single_elimination", count, over=True, at=BEGAN)


def _written(stored: StoredTournament, tournament_id: str, form: str, count: int, *, over: bool, at: int) -> str:
    settings = {"rounds": 2} if form == "swiss" and count > 2 else {"rounds": 1} if form == "swiss" else None
    created = TournamentCreated(
        "vasa",
        "Kåsens höstmästerskap i svenskt bräde",
        "swedish",
        {"games": 3},
        form,
        settings=settings,
        published=True,
    )
    ids = [f"p_wall{number:06}" for number in range(count)]
    players = [PlayerEntered(*each) for each in zip(ids, long_names(count), strict=True)]
    tables = TablesSet(tuple((str(number), "") for number in range(1, max(2, count // 2) + 1)))
    state, events = opened(tournament_id, created), [created]

    def tell(*more: Event) -> None:
        nonlocal state
        state = after(state, list(more))
        events.extend(more)

    tell(*players, tables)
    tell(TournamentStarted("lots", state.format.rules))
    while True:
        tell(*pair(state))
        now = [pairing for pairing in state.to_play if not pairing.is_bye]
        if not now or (not over and (form == "swiss" or len(state.rounds) > 1 or len(now) < 3)):
            break
        for match in now:
            tell(won(match, match.white))
    first, second = now[: len(now) // 3], now[len(now) // 3 :]
    seated = {each.match: str(number) for number, each in enumerate(now, 1)}
    if seated:
        tell(MatchesSeated(tuple(seated.items())))
    for match in first:
        tell(won(match, match.black))
    stored.deps.log.append(tournament_id, events, by="vasa.a", at=at, expected=NEW)
    for number, match in enumerate([*second, *first]):
        _open(stored, state, match, golden("swedish")[1 : 1 + LAST_FACTS + number] if number < BOARDS else [], at)
    stored.judge()
    return tournament_id


def _open(stored: StoredTournament, state: Tournament, match: Pairing, facts: list[Event], at: int) -> None:
    names = {"white": state.label_of(match.white), "black": state.label_of(match.black)}
    opening = MatchOpened("vasa", "swedish", {"games": 3}, names, tournament=state.id, round=len(state.rounds))
    stored.deps.log.append(match.match, [opening], by="vasa.scorer", at=at, expected=NEW)
    if facts:
        stored.record(match.match, facts, at)
