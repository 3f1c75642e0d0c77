"""The walk of one roll, from the door to the table, in memory: the stops of ARCHITECTURE.md in their order."""

from core.eventlog.log import NEW, ListLog
from core.events import ClubFounded
from core.tournament import decisions, fold
from core.tournament.match_opening import open_paired_matches
from core.tournament.standings.standings import standings
from schemas.facts.facts import facts
from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.config import Settings
from service.handlers.match.matches import record
from service.handlers.request import Request
from service.repository import Repository
from tests.support.tournament.written_results import created
from workers import projections
from workers.rule_checks import check, open_sheet
from workers.settlement import Settlements


def test_a_roll_travels_from_the_api_to_the_standings():
    log = ListLog()
    deps = Dependencies(
        Settings(),
        client=None,
        log=log,
        repository=Repository(log),
        clock=lambda: 1_700_000_000_000,
        steady=lambda: 1_700_000_000_000,
        admin_token="x" * 20,
    )
    announced = created()
    log.append(f"c_{announced.club}", [ClubFounded(announced.club, "Vasa")], by="x", at=0, expected=NEW)
    log.append("t_walk", [announced], by="x", at=0, expected=NEW)
    for decide in (lambda t: decisions.enter(t, [("p_a", "Åsa"), ("p_b", "Bo")]), lambda t: decisions.start(t, "lots")):
        log.append("t_walk", decide(fold("t_walk", log.read("t_walk"))), by="x", at=0)
    open_paired_matches(log, fold("t_walk", log.read("t_walk")), "x", 0)

    # Recorder: JSON → fact. Use case: who may; stamped with who and when. Log: version checked, chained, written.
    rolled = [{"type": "OpeningRolled", "white": 5, "black": 2}, {"type": "DiceRolled", "by": "black", "dice": [6, 6]}]
    given_up = [{"type": "GameResigned", "by": "white", "outcome": "jan"}] * announced.length["games"]
    scorer = Principal(announced.club, "scorer", "vasa.k")
    recording = record(Request(deps, scorer, expected=0), "t_walk.1", facts([*rolled, *given_up]))
    assert (recording.first, recording.events[1]["recorded_by"]) == (1, "vasa.k")

    # Judge and truth: the match's state and its new facts → verdicts, the next state, and at last a settlement.
    opening, *told = log.read("t_walk.1")
    sheet, _, change = open_sheet("t_walk.1", opening)
    for fact in told:
        sheet, verdict, change = check(sheet, fact, lambda: log.read("t_walk.1"))
        assert verdict.verdict == "accepted"
    assert sheet.match.settled.winner == "black"

    # Settlement: written into the tournament's log. Standings: events → tournament → table, and what is kept of it.
    Settlements(log).notify_tournament(change, at=0)
    tournament = fold("t_walk", log.read("t_walk"))
    assert [(line.name, line.wins) for line in standings(tournament)] == [("Bo", 1), ("Åsa", 0)]
    kept = projections.to_json(tournament)
    assert (kept["status"], kept["results"]) == ("finished", 1)
