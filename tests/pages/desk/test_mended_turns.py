"""The desk is told softly of turns that a scorer mended, and a referee ticks that off."""

import pytest

from core.events import CheckersMoved, DiceRolled, FactsTakenBack, MendedTurnsSeen, OpeningRolled
from tests.pages.desk.test_on_the_way import ASKED, DESK, MATCH, TABLE, shown
from tests.pages.desk.test_on_the_way import write as write

TURNS = (
    OpeningRolled(2, 5),
    DiceRolled("white", (6, 4)),
    CheckersMoved("white", ((1, 7), (7, 11))),
    DiceRolled("black", (2, 1)),
    CheckersMoved("black", ((1, 3), (3, 4))),
)


def seen(stored):
    return [fact.by for fact in stored.deps.log.read(MATCH) if isinstance(fact.event, MendedTurnsSeen)]


@pytest.mark.parametrize("place", ["needs", "table"])
def test_more_than_the_last_turn_is_told_until_a_referee_ticks_it_off(stored, write, client, place):
    write(*TURNS, FactsTakenBack(2, 5))
    assert "Protokollföraren skrev om de senaste 2 dragen" in shown(client, f"{DESK}/parts/needs")
    assert "drag ändrade" in shown(client, f"{DESK}/cards/{MATCH}")
    assert "drag ändrade" in shown(client, TABLE)
    for _ in range(2):
        answer = client.post(f"{TABLE}/mended-seen", data={"from": place}, headers=ASKED)
        assert answer.status_code == 303
        stored.judge()
    assert seen(stored) == ["operator"], "ticked off twice it is written once"
    assert "drag ändrade" not in shown(client, f"{DESK}/parts/needs")


def test_the_last_turn_alone_is_told_to_no_desk(stored, write, client):
    write(*TURNS, FactsTakenBack(4, 5))
    assert "drag ändrade" not in shown(client, f"{DESK}/parts/needs")


def test_only_a_referee_ticks_it_off(stored, write, client):
    write(*TURNS, FactsTakenBack(2, 5))
    assert client.post(f"{TABLE}/mended-seen", headers={"Origin": "http://localhost"}).status_code in (303, 401)
    assert seen(stored) == []
