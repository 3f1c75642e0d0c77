"""Results that one person reports and another confirms."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.reported_results import LOST, WON, confirmed, reported, started
from tests.support.signed_in import OWN, Browser, employ
from tests.web.match.test_matches import OPENING


@pytest.fixture
def cup(api):
    """A started tournament of two whose results are to be confirmed, and a second scorer."""
    api.tokens["other"] = api.post("/v1/clubs/vasa/tokens", {"role": "scorer"}).json["token"]
    return started(api, confirm=True)


def shown(api, cup):
    """The result of the first match in the list, and the number of matches that count."""
    match = api.get(f"/v1/tournaments/{cup}/matches").json["matches"][0]
    table = api.get(f"/v1/tournaments/{cup}/standings").json["standings"]
    return match["status"], match["result"] and match["result"]["winner"], sum(line["played"] for line in table) // 2


def events(api, cup):
    return [event["type"] for event in api.get(f"/v1/tournaments/{cup}/events", "organiser").json["events"]]


def test_without_confirmation_a_result_counts_as_it_is_reported(api, judge):
    cup = started(api)
    assert shown(api, cup) == ("open", None, 0)
    assert reported(api, cup).json["status"] == "settled"
    judge()
    assert shown(api, cup) == ("settled", "white", 1)
    answer = confirmed(api, cup, "referee")
    assert (answer.status_code, "there is none to confirm" in answer.json["detail"]) == (409, True)


def test_a_reported_result_counts_once_a_second_person_has_confirmed_it(api, cup, judge):
    assert reported(api, cup).json["status"] == "reported"
    judge()
    assert shown(api, cup) == ("reported", None, 0)
    assert confirmed(api, cup, "viewer").status_code == 403
    own = confirmed(api, cup, "scorer")
    assert (own.status_code, "yourself" in own.json["detail"]) == (409, True)
    answer = confirmed(api, cup, "other")
    assert (answer.status_code, answer.json["status"], answer.json["result"]["winner"]) == (201, "confirmed", "white")
    assert shown(api, cup) == ("confirmed", "white", 1)
    again = confirmed(api, cup, "other")
    assert (again.status_code, again.json["version"]) == (200, answer.json["version"])
    assert api.get(f"/v1/tournaments/{cup}").json["status"] == "finished"


@pytest.mark.parametrize(("role", "changed"), [("scorer", {"name": "Anna Berg"}), ("referee", {"role": "scorer"})])
def test_a_member_with_another_name_or_role_cannot_confirm_their_own_report(api, cup, judge, role, changed):
    member = employ(api, "Anna", role)
    browser = Browser(api)
    browser.sign_in("Anna")
    wait = {**OWN, "Prefer": "wait=0"}
    asked = {"match": f"{cup}.1"}
    reporting = browser.post(f"/v1/tournaments/{cup}/results", {**asked, "results": WON}, headers=wait)
    assert reporting.status_code == 202
    judge()
    assert api.send("PATCH", f"/v1/clubs/vasa/people/{member}", "organiser", json=changed).status_code == 200
    assert browser.get("/v1/session").json["name"] == f"scorer:{member}"
    assert browser.post(f"/v1/tournaments/{cup}/confirmations", asked, headers=wait).status_code == 409
    assert confirmed(api, cup, "other").status_code == 201


def test_a_referee_may_confirm_their_own_report(api, cup, judge):
    reported(api, cup, role="referee")
    judge()
    assert confirmed(api, cup, "referee").status_code == 201


def test_a_result_that_is_not_reported_or_not_judged_is_not_confirmed(api, cup, judge):
    assert confirmed(api, cup, "referee").status_code == 409
    reported(api, cup)
    assert confirmed(api, cup, "referee").status_code == 409
    judge()
    assert confirmed(api, cup, "referee").status_code == 201
    unknown = api.post(f"/v1/tournaments/{cup}/confirmations", {"match": f"{cup}.9"}, "referee")
    assert unknown.status_code == 404


def test_the_same_report_by_another_person_confirms_the_first(api, cup, judge):
    reported(api, cup)
    judge()
    answer = reported(api, cup, role="other", headers={"Idempotency-Key": "k"})
    assert (answer.status_code, answer.json["status"], answer.json["winner"]) == (201, "confirmed", "white")
    assert shown(api, cup) == ("confirmed", "white", 1)
    before = api.everything_written()
    again = reported(api, cup, role="other", headers={"Idempotency-Key": "k"})
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")
    assert api.everything_written() == before


def test_the_same_report_by_the_same_person_confirms_nothing(api, cup, judge):
    reported(api, cup)
    judge()
    assert reported(api, cup).status_code == 409
    assert reported(api, cup, LOST).status_code == 409
    assert shown(api, cup)[0] == "reported"


def test_another_result_by_another_person_disputes_the_first_and_both_are_shown(api, cup, judge):
    reported(api, cup)
    judge()
    answer = reported(api, cup, LOST, "other", headers={"Idempotency-Key": "k"})
    assert (answer.status_code, answer.json["status"]) == (202, "disputed")
    assert (answer.json["results"], answer.json["claimed"], answer.json["winner"]) == (WON, LOST, "white")
    assert reported(api, cup, LOST, "other", headers={"Idempotency-Key": "k"}).json == answer.json
    assert shown(api, cup) == ("disputed", None, 0)
    assert events(api, cup).count("ResultDisputed") == 1
    for role in ("scorer", "other"):
        assert confirmed(api, cup, role).status_code == 409
    assert reported(api, cup, LOST, "organiser").status_code == 409
    assert confirmed(api, cup, "referee").json["status"] == "confirmed"
    assert shown(api, cup) == ("confirmed", "white", 1)
    assert reported(api, cup, LOST, "other").status_code == 409


def test_two_players_report_one_after_the_other_while_a_worker_judges(api, cup, judging):
    patient = {"Prefer": "wait=5"}
    with judging():
        assert reported(api, cup, headers=patient).status_code == 201
        second = reported(api, cup, role="other", headers=patient)
    assert (second.status_code, second.json["status"]) == (201, "confirmed")
    assert shown(api, cup) == ("confirmed", "white", 1)


def test_recorded_play_is_confirmed_as_well(api, cup, judge):
    resigned = [{"type": "GameResigned", "by": "black", "outcome": "jan"}] * 3
    api.post(f"/v1/matches/{cup}.1/events", [OPENING, *resigned], "scorer")
    judge()
    assert shown(api, cup)[0] == "reported"
    assert confirmed(api, cup, "scorer").status_code == 409
    assert reported(api, cup, WON, "other").json["status"] == "confirmed"


def test_a_result_voided_and_reported_anew_is_confirmed_anew(api, cup, judge):
    reported(api, cup)
    judge()
    confirmed(api, cup, "other")
    void = {"type": "RulingMade", "kind": "void", "reason": "mistyped", "from_version": 1}
    api.post(f"/v1/matches/{cup}.1/events", void, "referee")
    judge()
    assert shown(api, cup) == ("open", None, 0)
    reported(api, cup, LOST)
    judge()
    assert shown(api, cup) == ("reported", None, 0)


def test_many_who_confirm_at_once_confirm_once(api, cup, judge):
    reported(api, cup)
    judge()
    clients = [api.client.application.test_client() for _ in range(6)]
    body, header = {"match": f"{cup}.1"}, {"Authorization": f"Bearer {api.tokens['referee']}", "Prefer": "wait=0"}
    with ThreadPoolExecutor(6) as pool:
        path = f"/v1/tournaments/{cup}/confirmations"
        answers = list(pool.map(lambda client: client.post(path, json=body, headers=header).status_code, clients))
    assert sorted(answers) == [200] * 5 + [201]
    assert events(api, cup).count("ResultConfirmed") == 1


def test_a_confirmation_of_a_changed_report_is_a_conflict(api, cup, judge):
    reported(api, cup)
    judge()
    version = api.get(f"/v1/tournaments/{cup}").json["version"]
    first = confirmed(api, cup, "other", headers={"If-Match": f'"v{version}"'})
    late = confirmed(api, cup, "referee", headers={"If-Match": f'"v{version}"'})
    assert (first.status_code, late.status_code) == (201, 412)
    assert events(api, cup).count("ResultConfirmed") == 1
