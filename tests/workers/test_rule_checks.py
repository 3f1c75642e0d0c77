from core.events import GameResigned, MatchOpened, OpeningRolled, Recorded, RulingMade
from core.match.state import Verdict
from core.match.turns import is_plain
from tests.support.judging import recorded
from workers.rule_checks import JudgedMatch, SettlementChange, check, open_sheet

OPENED = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Åsa", "black": "Nils"}, stop="when_decided")


def judged(*facts) -> tuple[JudgedMatch, list[Verdict], list[SettlementChange]]:
    log = [Recorded(version, fact, 0, "test", "") for version, fact in enumerate((OPENED, *facts))]
    sheet, verdict, change = open_sheet("m_aaaaaaaaaa", log[0])
    verdicts, changes = [verdict], []
    for fact in log[1:]:
        sheet, verdict, change = check(sheet, fact, lambda version=fact.version: log[:version])
        verdicts.append(verdict)
        changes += [change] if change else []
    return sheet, verdicts, changes


def test_a_settlement_is_a_change_and_so_is_taking_it_back_and_settling_anew():
    resigned = GameResigned("black", "jan")
    void = RulingMade("void", "wrong sheet", from_version=3, to_version=3)
    _, _, changes = judged(OpeningRolled(2, 5), resigned, resigned, void, GameResigned("black", "forced_jan"))
    assert [(change.number, change.version, change.settlement and change.settlement.score) for change in changes] == [
        (1, 3, {"white": 8, "black": 0}),
        (2, 4, None),
        (3, 5, {"white": 10, "black": 0}),
    ]


def test_a_note_on_a_settled_match_changes_nothing():
    resigned = GameResigned("black", "jan")
    _, _, changes = judged(OpeningRolled(2, 5), resigned, resigned, RulingMade("note", "well played"))
    assert len(changes) == 1


def test_only_a_verdict_that_says_no_more_than_accepted_is_plain():
    match = recorded("refusals_three")
    _, verdicts, _ = judged(*match.facts)
    plain = {verdict.version for verdict in verdicts if is_plain(verdict)}
    assert plain == {v.version for v in verdicts if v == Verdict(v.version, "accepted")}
    assert not plain & match.refused
