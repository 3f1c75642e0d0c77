"""The published, unbegun next round: no result before it changes without an answer what becomes of that round."""

import threading

import pytest

from service.handlers import resting_events, retry
from service.handlers.match import matches, started_matches
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
def played(api, judge):
    """A Swiss of which round 1 is played."""
    cup = started(api)
    for number in (1, 2, 3):
        api.post(f"/v1/tournaments/{cup}/results", {"match": f"{cup}.{number}", "results": WHITE}, role="scorer")
    judge()
    return cup


@pytest.fixture
def cup(api, judge, played):
    """The same with round 2 published."""
    cup = played
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


def test_a_ruling_that_was_recorded_before_the_round_was_published_may_be_repeated(api, judge, played):
    cup = played
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


# ── two logs ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def once_behind(monkeypatch, module, name, act):
    """An act of another person right behind the first call of a function, before its caller writes."""
    before, done = getattr(module, name), []

    def overtaken(*given):
        answer = before(*given)
        if not done:
            done.append(None)
            done[0] = act()
        return answer

    monkeypatch.setattr(module, name, overtaken)
    return done


def next_round(api, cup, **more):
    return api.post(f"/v1/tournaments/{cup}/rounds", {"round": 2}, **more)


@pytest.mark.parametrize("fact", CHANGING.values(), ids=CHANGING.keys())
def test_a_round_that_is_published_between_the_look_and_the_ruling_refuses_it(api, judge, played, monkeypatch, fact):
    published = once_behind(monkeypatch, matches, "ensure_result_stands", lambda: next_round(api, played))
    answer = api.post(f"/v1/matches/{played}.1/events", fact, role="referee")
    assert (published[0].status_code, answer.status_code) == (201, 409)
    assert "Round 2 is published and has not begun" in answer.json["detail"]
    judge()
    assert api.get(f"/v1/tournaments/{played}/matches").json["matches"][0]["result"]["winner"] == "white"


def test_a_ruling_is_recorded_where_the_tournament_merely_went_on_meanwhile(api, played, monkeypatch):
    more = lambda: api.post(f"/v1/tournaments/{played}/tables", {"tables": ["1", "2", "9"]})  # noqa: E731
    changed = once_behind(monkeypatch, matches, "ensure_result_stands", more)
    answer = api.post(f"/v1/matches/{played}.1/events", CHANGING["the facts voided"], role="referee")
    assert (changed[0].status_code, answer.status_code) == (200, 202)


def test_no_round_is_published_while_a_ruling_on_its_results_waits_to_be_judged(api, judge, played, monkeypatch):
    monkeypatch.setattr(retry, "SECONDS", 0.05)
    assert api.post(f"/v1/matches/{played}.2/events", NOTE, role="referee").status_code == 202
    assert api.post(f"/v1/matches/{played}.1/events", CHANGING["the facts voided"], role="referee").status_code == 202
    before = api.everything_written()
    answer = next_round(api, played)
    assert (answer.status_code, f"A ruling in {played}.1" in answer.json["detail"]) == (409, True)
    assert api.everything_written() == before
    judge()
    assert next_round(api, played).status_code == 409, "the match is to be played again"


def test_a_note_that_waits_to_be_judged_holds_no_round_up(api, played):
    assert api.post(f"/v1/matches/{played}.2/events", NOTE, role="referee").status_code == 202
    assert next_round(api, played).status_code == 201


def test_a_ruling_between_the_look_and_the_round_is_waited_for(api, judging, played, monkeypatch):
    voided = CHANGING["the facts voided"]
    ruled = once_behind(
        monkeypatch,
        resting_events,
        "_rulings_unjudged",
        lambda: api.post(f"/v1/matches/{played}.1/events", voided, role="referee"),
    )
    with judging():
        answer = next_round(api, played)
    assert (ruled[0].status_code, answer.status_code) == (202, 409)
    assert len(api.get(f"/v1/tournaments/{played}").json["rounds"]) == 1


@pytest.mark.parametrize("seen", [False, True], ids=["any version", "If-Match"])
def test_a_match_that_begins_between_the_look_and_the_write_keeps_its_pairing(api, cup, monkeypatch, seen):
    headers = {"If-Match": api.get(f"/v1/tournaments/{cup}").headers["ETag"]} if seen else {}
    rolled = once_behind(
        monkeypatch,
        started_matches,
        "started_matches",
        lambda: api.post(f"/v1/matches/{cup}.4/events", ROLLED, role="scorer"),
    )
    before = api.get(f"/v1/tournaments/{cup}").json
    answer = api.post(f"/v1/tournaments/{cup}/decisions", decision(cup, pair_anew=True), headers=headers)
    assert (rolled[0].status_code, answer.status_code) == (202, 409)
    assert "a match that has begun keeps its players" in answer.json["detail"]
    assert api.get(f"/v1/tournaments/{cup}").json == before


def test_of_a_ruling_and_a_round_that_meet_one_alone_is_written(api, judging):
    """Real threads against a real store and a worker, many times: the two never both succeed."""
    outcomes = set()
    with judging():
        for attempt in range(12):
            cup = started(api)
            for number in (1, 2, 3):
                sent = {"match": f"{cup}.{number}", "results": WHITE}
                path = f"/v1/tournaments/{cup}/results"
                assert api.post(path, sent, role="scorer", headers={"Prefer": "wait=5"}).status_code in (201, 202)
            ready, answers = threading.Barrier(2), {}

            def ask(name, path, body, ready=ready, answers=answers):
                client = api.client.application.test_client()
                ready.wait()
                headers = {"Authorization": f"Bearer {api.tokens['organiser']}"}
                answers[name] = client.post(path, json=body, headers=headers).status_code

            asked = [
                ("ruling", f"/v1/matches/{cup}.{attempt % 3 + 1}/events", CHANGING["the facts voided"]),
                ("round", f"/v1/tournaments/{cup}/rounds", {"round": 2}),
            ]
            threads = [threading.Thread(target=ask, args=each) for each in asked]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            outcomes.add((answers["ruling"], answers["round"]))
            rounds = api.get(f"/v1/tournaments/{cup}").json["rounds"]
            assert (len(rounds) == 2) == (answers["round"] == 201), answers
    assert outcomes <= {(202, 409), (409, 201)}
