import pytest

from service.store import feed, views
from tests.workers.conftest import MATCHES, open_match, pump_all, record, recorded
from workers.workshop import Workshop


@pytest.mark.parametrize("name", sorted(path.stem for path in MATCHES.glob("*.json")))
def test_a_recorded_match_gets_its_verdicts_and_its_settlement_through_the_pump(workshop: Workshop, name: str):
    match = recorded(name)
    open_match(workshop, "m_aaaaaaaaaa", match.opened())
    for place in range(0, len(match.facts), 97):
        record(workshop, "m_aaaaaaaaaa", *match.facts[place : place + 97])
    pump_all(workshop)
    client, last = workshop.house.client, len(match.facts)
    state = views.load(client, "m_aaaaaaaaaa")
    assert state is not None
    verdicts = views.verdicts(client, "m_aaaaaaaaaa", range(last + 1))
    assert state.judged_version == last
    assert {version for version, said in verdicts.items() if said["verdict"] == "refused"} == match.refused
    assert state.json["settled"]["winner"] == match.expected["winner"]
    assert state.json["settled"]["score"] == match.expected["score"]
    assert state.json["settled"]["decided_by"] == match.expected["decided_by"]
    assert feed.waiting(client) == 0
