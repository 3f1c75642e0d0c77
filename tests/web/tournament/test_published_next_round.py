"""The published, unbegun next round: no result before it changes without an answer what becomes of that round."""

import pytest

from tests.support.pages.round_list import started
from tests.support.signed_in import signed_in

WHITE = [{"winner": "white", "outcome": "jan"}] * 3
BLACK = [{"winner": "black", "outcome": "bearing_off"}] * 3
REASON = "the sheet was read wrong"
CHANGING = {
    "the facts voided": {"type": "RulingMade", "kind": "void", "from_version": 1, "reason": REASON},
    "the match awarded": {"type": "RulingMade", "kind": "award_match", "winner": "black", "reason": REASON},
    "the turns voided": {"type": "TurnsVoided", "from_version": 1, "to_version": 1, "reason": REASON},
}
NOTE = {"type": "RulingMade", "kind": "note", "reason": REASON}
ROLLED = {"type": "OpeningRolled", "white": 2, "black": 5}


@pytest.fixture
def cup(api, judge):
    """A Swiss of which round 1 is played, and round 2 published."""
    cup = started(api)
    for number in (1, 2, 3):
        api.post(f"/v1/tournaments/{cup}/results", {"match": f"{cup}.{number}", "results": WHITE}, role="scorer")
    judge()
    assert api.post(f"/v1/tournaments/{cup}/rounds", {"round": 2}).status_code == 201
    judge()
    return cup


def decision(cup, **more):
    return {"match": f"{cup}.1", "kind": "played", "results": BLACK, "reason": REASON, **more}


@pytest.mark.parametrize("fact", CHANGING.values(), ids=CHANGING.keys())
def test_no_ruling_changes_a_result_on_which_a_published_round_rests(api, judge, cup, fact):
    before = api.everything_written()
    answer = api.post(f"/v1/matches/{cup}.1/events", fact, role="referee")
    assert (answer.status_code, answer.json["type"].rpartition("/")[2]) == (409, "refused")
    assert "Round 2 is published and has not begun" in answer.json["detail"]
    assert f"/matches/{cup}.1/correction" in answer.json["detail"]
    assert api.everything_written() == before


@pytest.mark.parametrize("fact", CHANGING.values(), ids=CHANGING.keys())
def test_once_the_round_has_begun_a_ruling_changes_the_result_as_before(api, judge, cup, fact):
    assert api.post(f"/v1/matches/{cup}.4/events", ROLLED, role="scorer").status_code in (201, 202)
    assert api.post(f"/v1/matches/{cup}.1/events", fact, role="referee").status_code in (201, 202)
    judge()
    result = api.get(f"/v1/tournaments/{cup}/matches").json["matches"][0]["result"]
    assert result is None or result["winner"] == "black"


def test_what_changes_no_result_is_recorded_beside_a_published_round(api, cup):
    assert api.post(f"/v1/matches/{cup}.1/events", NOTE, role="referee").status_code in (201, 202)
    same = {"type": "TurnsVoided", "from_version": 1, "to_version": 1, "reason": REASON}
    again = [{"type": "GameReported", **game} for game in WHITE]
    assert api.post(f"/v1/matches/{cup}.1/events", [same, *again], role="referee").status_code in (201, 202)


def test_a_ruling_that_was_recorded_before_the_round_was_published_may_be_repeated(api, judge):
    cup = started(api)
    for number in (1, 2, 3):
        api.post(f"/v1/tournaments/{cup}/results", {"match": f"{cup}.{number}", "results": WHITE}, role="scorer")
    judge()
    sent = {"role": "referee", "headers": {"Idempotency-Key": "k"}}
    awarded = CHANGING["the match awarded"]
    assert api.post(f"/v1/matches/{cup}.1/events", awarded, **sent).status_code in (201, 202)
    judge()
    api.post(f"/v1/tournaments/{cup}/rounds", {"round": 2})
    again = api.post(f"/v1/matches/{cup}.1/events", awarded, **sent)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (202, "true")


def test_a_ruling_of_a_bracket_is_free_because_what_follows_from_it_follows_by_itself(api, judge):
    cup = api.tournament(4, format="single_elimination")
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "midsummer"})
    judge()
    for number in (1, 2):
        api.post(f"/v1/tournaments/{cup}/results", {"match": f"{cup}.{number}", "results": WHITE}, role="scorer")
    judge()
    awarded = CHANGING["the match awarded"]
    assert api.post(f"/v1/matches/{cup}.1/events", awarded, role="referee").status_code in (201, 202)


def test_the_desk_says_before_writing_where_such_a_result_is_corrected(api, cup):
    referee = signed_in(api, "Rut", "referee")
    form = {"act": "void", "from_version": "1", "to_version": "1", "reason": REASON, "step": "look"}
    seen = referee.fill(f"/desk/{cup}/tables/{cup}.1/rulings", **form).text
    problem = seen.split('<p class="problem">')[1].split("</p>")[0]
    assert "Round 2 is published and rests on this result." in problem
    assert f'href="/matches/{cup}.1/correction?from=desk"' in problem


@pytest.mark.parametrize("dry_run", ["", "?dry_run=true"])
def test_a_decision_says_what_becomes_of_the_published_round(api, cup, dry_run):
    path, before = f"/v1/tournaments/{cup}/decisions{dry_run}", api.everything_written()
    answer = api.post(path, decision(cup), role="referee")
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["pair_anew"])
    assert api.everything_written() == before
    assert api.post(path, decision(cup, pair_anew=False), role="referee").status_code in (200, 201)


def test_taking_a_decision_back_says_so_too(api, cup):
    decided = api.post(f"/v1/tournaments/{cup}/decisions", decision(cup, pair_anew=False)).json["decision"]
    path, before = f"/v1/tournaments/{cup}/decisions/{decided}/undo", api.everything_written()
    answer = api.post(path, {"reason": REASON})
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["pair_anew"])
    assert api.everything_written() == before
    assert api.post(path, {"reason": REASON, "pair_anew": False}).status_code == 201


def test_no_answer_is_asked_for_where_the_round_has_begun(api, judge, cup):
    api.post(f"/v1/tournaments/{cup}/results", {"match": f"{cup}.4", "results": WHITE}, role="scorer")
    judge()
    assert api.post(f"/v1/tournaments/{cup}/decisions", decision(cup), role="referee").status_code == 201
