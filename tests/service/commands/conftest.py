"""A club's evening in the store, and commands against it."""

import pytest
from click.testing import CliRunner

from core.eventlog.log import NEW
from core.events import (
    ClubFounded,
    DiceRolled,
    MatchOpened,
    OpeningRolled,
    PlayerEntered,
    TournamentCreated,
    TurnPassed,
)

GAMES = {"games": 3}
SEATS = {"white": "Åsa", "black": "Örjan"}
FACTS = [OpeningRolled(2, 5), DiceRolled("white", (6, 1)), TurnPassed("white"), DiceRolled("black", (3, 3))]


@pytest.fixture
def run(store, monkeypatch):
    """A command against the test's store: what it printed, and how it ended."""
    monkeypatch.setenv("BRADE_STORE_URL", store.url)

    def invoke(command, *arguments):
        return CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False)

    return invoke


@pytest.fixture
def evening(store):
    """A club, a friendly match, and a tournament with two matches, as they come to be."""
    log = store.log()

    def write(stream, *events):
        log.append(stream, events[:1], by="vasa.k", at=1_700_000_000_000, expected=NEW)
        if events[1:]:
            log.append(stream, events[1:], by="vasa.k", at=1_700_000_001_234)

    write("c_vasa", ClubFounded("vasa", "Vasa brädspel"))
    write("m_aaaaaaaaaa", MatchOpened("vasa", "swedish", GAMES, SEATS), *FACTS)
    created = TournamentCreated("vasa", "Höst", "swedish", GAMES, "round_robin")
    write("t_bbbbbbbbbb", created, PlayerEntered("p_1", "Åsa"))
    for number in (1, 2, 10):
        opened = MatchOpened("vasa", "swedish", GAMES, SEATS, tournament="t_bbbbbbbbbb", round=1)
        write(f"t_bbbbbbbbbb.{number}", opened, *FACTS[:number])
    return log
