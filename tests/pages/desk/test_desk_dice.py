"""A referee lets people throw the dice of a match that the service rolled: looked at first, then written once."""

import html
import re

import pytest

from core.events import DiceWithdrawn, PlayerEntered, RoundPaired, TournamentStarted
from tests.support.pages.stored_tournament import TOURNAMENT

ASKED = {"Authorization": "Bearer the-operators-own-token", "Origin": "http://localhost"}
MATCH = f"{TOURNAMENT}.1"
TABLE = f"/desk/{TOURNAMENT}/tables/{MATCH}"
FORM = {"act": "withdraw_dice", "reason": "no network in the hall", "part": "1"}


@pytest.fixture
def paired(stored):
    """A tournament whose only match is paired."""
    players = [PlayerEntered(f"p_player0{number}", f"Player {number}") for number in (1, 2)]
    drawn = RoundPaired(1, ((MATCH, "p_player01", "p_player02"),))
    events = [*players, TournamentStarted("lots"), drawn]
    stored.deps.log.append(TOURNAMENT, events, by="vasa.a", at=stored.deps.clock())
    return stored


def post(client, **form):
    return client.post(f"{TABLE}/rulings", data={**FORM, **form}, headers=ASKED)


def last(stored):
    return list(stored.deps.log.read(MATCH))[-1].event


def test_what_follows_is_shown_first_and_the_service_rolls_no_more(paired, client):
    paired.match("service_dice", 4)
    paired.judge()
    assert 'value="withdraw_dice"' in client.get(TABLE, headers=ASKED).text
    seen = html.unescape(post(client, step="look").text)
    assert "Spelarna kastar riktiga tärningar från och med nu" in seen
    assert "Tjänsten visar hemligheten bakom sina tärningar" in seen
    assert not isinstance(last(paired), DiceWithdrawn)
    version = re.search(r'name="version" value="(\d+)"', seen)[1]
    post(client, step="write", version=version, key="one-press")
    assert last(paired) == DiceWithdrawn("no network in the hall")
    paired.judge()
    assert 'value="withdraw_dice"' not in client.get(TABLE, headers=ASKED).text
    assert post(client, step="look").status_code == 404


def test_where_people_throw_there_are_no_dice_to_withdraw(paired, client):
    paired.match("swedish", 3)
    paired.judge()
    page = client.get(TABLE, headers=ASKED).text
    assert 'value="award_match"' in page
    assert 'value="withdraw_dice"' not in page
