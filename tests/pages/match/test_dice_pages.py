"""Pages of dice statistics: counted at the end of a match, by match, player and club, and said in words."""

import pytest

from core.eventlog.log import NEW
from core.events import GameResigned, MatchOpened, RulingMade
from tests.support.matches.match_logs import played
from tests.support.pages.served_tournament import OPERATOR

KNOWN = {"Authorization": f"Bearer {OPERATOR}"}


@pytest.fixture
def finished(stored):
    """A friendly match between a player of the club and a guest, played to its end; its number of dice."""
    opened = MatchOpened(
        "vasa", "swedish", {"games": 3}, {"white": "Åsa", "black": "Gäst"}, player_ids={"white": "p_asa"}
    )
    facts = played(opened, 7)
    stored.deps.log.append("m_dicematch", [opened], by="vasa.a", at=stored.deps.clock(), expected=NEW)
    for at in range(0, len(facts), 500):
        stored.record("m_dicematch", facts[at : at + 500])
    stored.judge()
    return "m_dicematch"


def text(client, path, **headers):
    answer = client.get(path, headers={**KNOWN, **headers})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_data(as_text=True)


def test_the_dice_of_a_match_are_shown_by_player_once_it_is_over(client, stored, finished):
    page = text(client, f"/matches/{finished}/dice")
    assert "Åsa" in page
    assert "Gäst" in page
    assert "Kastade av spelarna" in page
    assert "dubbelslag" in page.lower()
    assert "Inga tärningar är räknade" in text(client, f"/matches/{stored.match('swedish', 20)}/dice")
    club = text(client, "/clubs/vasa/dice", **{"Accept-Language": "en"})
    assert "Fair dice are this uneven, or more, in" in club


def test_a_player_has_their_own_dice_and_a_stranger_sees_those_of_no_club(client, stored, finished):
    from core.events import PlayerRegistered

    stored.deps.log.append("c_vasa", [PlayerRegistered("p_asa", "Åsa")], by="vasa.a", at=stored.deps.clock())
    mine, all_ = text(client, "/clubs/vasa/players/p_asa/dice"), text(client, "/clubs/vasa/dice")
    assert mine != all_
    assert client.get("/clubs/vasa/players/p_other/dice", headers=KNOWN).status_code == 404
    assert client.get("/clubs/vasa/dice").status_code == 401


def test_voided_rolls_do_not_count_and_a_match_without_rolls_has_none(client, stored):
    opened = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Åsa", "black": "Gäst"})
    stored.deps.log.append("m_voided", [opened], by="vasa.a", at=stored.deps.clock(), expected=NEW)
    first = played(opened, 3, 4)
    ends = [GameResigned("black", "jan")] * 3
    stored.record("m_voided", [*first, RulingMade("void", "cocked", 1, len(first)), *ends])
    stored.judge()
    assert "Inga tärningar är räknade" in text(client, "/matches/m_voided/dice")
