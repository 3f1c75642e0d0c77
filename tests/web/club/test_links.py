"""Links to tables and matches: where they lead, until when, who made them, and how they are taken back."""

import re

import pytest

from service.auth.link_tokens import HOURS, are_different_people
from tests.support.signed_in import OWN, Browser, later, opened, signed_in

HOUR = 3600 * 1000
RESULTS = [{"winner": "white", "outcome": "jan"}] * 3
QUICK = {**OWN, "Prefer": "wait=0"}


def test_there_is_a_link_for_every_table(links):
    made = links()
    assert [each["table"] for each in made] == ["1", "2"]
    assert {each["role"] for each in made} == {"scorer"}
    assert all(each["link"].startswith("http://127.0.0.1:8000/t/#tl.") for each in made)


def test_a_link_to_a_table_that_is_not_there_is_not_made(links):
    links(422, tables=["1", "9"])
    links(422, role="organiser")


def test_each_seat_of_a_table_has_its_own_link_if_that_is_asked_for(api, seated, links):
    made = links(tables=["2", "1"], each_seat=True)
    assert [(each["table"], each["seat"]) for each in made] == [
        ("2", "white"),
        ("2", "black"),
        ("1", "white"),
        ("1", "black"),
    ]
    _browser, answer = opened(api, made[3]["link"])
    assert re.fullmatch(r"scorer:table 1, black \([0-9a-f]{4}\)", answer.json["name"])
    assert answer.json["matches"] == [seated.at_first]


@pytest.mark.parametrize(
    ("by", "other", "two"),
    [
        ("scorer:table 4, white (ab12)", "scorer:table 4, black (cd34)", True),
        ("scorer:table 4, white (ab12)", "scorer:table 4, white (cd34)", False),
        ("scorer:table 4, white (ab12)", "scorer:table 4, black (ab12)", False),
        ("scorer:table 4 (ab12)", "scorer:table 4, white (cd34)", False),
        ("scorer:table 4 (ab12)", "scorer:table 4 (cd34)", False),
        ("scorer:table 4 (ab12)", "scorer:match t_k3wq2d7xk2.1 (cd34)", False),
        ("scorer:Table 4, by the door, seat1 (ab12)", "scorer:Anna Berg", True),
        ("scorer:Anna Berg", "scorer:Anna Berg", False),
        ("scorer:Anna Berg", "vasa.k3wq2d7x", True),
        ("vasa.k3wq2d7x", "vasa.k3wq2d7x", False),
        ("scorer:table 4 (ab12)", "vasa.k3wq2d7x", True),
    ],
)
def test_two_links_are_two_people_only_at_different_seats(by, other, two):
    assert are_different_people(by, other) == two
    assert are_different_people(other, by) == two


def test_the_holder_of_a_link_records_at_that_table(api, seated, links):
    browser, answer = opened(api, links(tables=["1"])[0]["link"])
    assert answer.json["place"] == "table:1"
    assert answer.json["matches"] == [seated.at_first]
    assert answer.json["member"] is None
    path = f"/v1/matches/{seated.at_first}/events"
    assert browser.post(path, {"type": "OpeningRolled", "white": 3, "black": 5}, headers=QUICK).status_code == 202
    by = api.get(path).json["events"][0]["recorded_by"]
    assert by.startswith("scorer:table 1 (")
    ruling = {"type": "RulingMade", "kind": "note", "reason": "loud"}
    assert browser.post(path, ruling, headers=QUICK).status_code == 403


def test_a_referees_link_rules_at_that_table(api, seated, links):
    browser, _ = opened(api, links(tables=["1"], role="referee")[0]["link"])
    ruling = {"type": "RulingMade", "kind": "note", "reason": "loud"}
    assert browser.post(f"/v1/matches/{seated.at_first}/events", ruling, headers=QUICK).status_code in (201, 202)
    assert browser.post(f"/v1/matches/{seated.at_second}/events", ruling, headers=QUICK).status_code == 404


def test_the_holder_of_a_link_reports_the_result_of_that_table(api, seated, links, judge):
    browser, _ = opened(api, links(tables=["1"])[0]["link"])
    words = {"match": seated.at_first, "results": RESULTS}
    path = f"/v1/tournaments/{seated.tournament}/results"
    assert browser.post(path, words, headers=QUICK).status_code in (201, 202)


def test_two_phones_at_one_table_have_two_names(api, seated, links):
    link = links(tables=["1"])[0]["link"]
    names = {opened(api, link)[1].json["name"] for _ in range(3)}
    assert len(names) == 3


def test_a_link_leads_to_what_is_played_at_its_table_now(api, seated, links, judge):
    browser, _ = opened(api, links(tables=["1"])[0]["link"])
    words = {"match": seated.at_first, "results": RESULTS}
    api.post(f"/v1/tournaments/{seated.tournament}/results", words, role="referee", headers={"Prefer": "wait=0"})
    judge()
    assert browser.get("/v1/session").json["matches"] == [seated.at_first]  # until another one comes
    rows = api.get(f"/v1/tournaments/{seated.tournament}/matches", role="organiser").json["matches"]
    following = next(row["id"] for row in rows if row["round"] == 2)
    seat = {"seats": [{"match": following, "table": "1"}]}
    assert api.post(f"/v1/tournaments/{seated.tournament}/tables/seats", seat, role="referee").status_code in (200, 201)
    assert browser.get("/v1/session").json["matches"] == [following]
    assert browser.get(f"/v1/matches/{seated.at_first}").status_code == 404


def test_a_phone_that_opens_the_links_of_both_seats_is_one_phone(api, seated, links):
    white, black = links(tables=["1"], each_seat=True)
    browser, first = opened(api, white["link"])
    second = browser.post("/v1/session", {"link": black["link"]})
    assert not are_different_people(first.json["name"], second.json["name"])


def test_the_time_of_a_link_ends(api, seated, links):
    link = links(tables=["1"])[0]["link"]
    browser, _ = opened(api, link)
    later(api, (HOURS - 1) * HOUR)
    assert browser.get(f"/v1/matches/{seated.at_first}").status_code == 200
    later(api, HOUR)
    assert browser.get(f"/v1/matches/{seated.at_first}").status_code == 401
    assert opened(api, link)[1].status_code == 401


def test_links_to_a_table_are_taken_back_and_those_to_others_are_not(api, seated, links):
    first, second = (opened(api, link["link"])[0] for link in links())
    path = f"/v1/tournaments/{seated.tournament}/links"
    assert api.send("DELETE", f"{path}?table=1", "referee").status_code == 204
    assert first.get(f"/v1/matches/{seated.at_first}").status_code == 401
    assert second.get(f"/v1/matches/{seated.at_second}").status_code == 200
    again, _ = opened(api, links(tables=["1"])[0]["link"])
    assert again.get(f"/v1/matches/{seated.at_first}").status_code == 200
    assert api.send("DELETE", f"{path}?table=9", "referee").status_code == 404


def test_all_links_of_a_tournament_are_taken_back_at_once(api, seated, links):
    browsers = [opened(api, link["link"])[0] for link in links()]
    match = opened(api, api.post(f"/v1/matches/{seated.at_first}/links", role="referee").json["link"])[0]
    assert match.get(f"/v1/matches/{seated.at_first}").status_code == 200
    assert api.send("DELETE", f"/v1/tournaments/{seated.tournament}/links", "referee").status_code == 204
    for browser in (*browsers, match):
        assert browser.get("/v1/session").status_code == 401


def test_a_link_to_a_friendly_match_opens_it_alone(api):
    match, other = api.friendly(), api.friendly()
    made = api.post(f"/v1/matches/{match}/links", role="referee").json
    assert (made["match"], made["table"]) == (match, None)
    browser, answer = opened(api, made["link"])
    assert answer.json["tournament"] is None
    assert browser.get(f"/v1/matches/{match}").status_code == 200
    assert browser.get(f"/v1/matches/{other}").status_code == 404
    assert api.send("DELETE", f"/v1/matches/{match}/links", "referee").status_code == 204
    assert browser.get(f"/v1/matches/{match}").status_code == 401


@pytest.mark.parametrize("change", [lambda link: link[:-1], lambda link: link + "x", lambda _: "tl.", lambda _: "x"])
def test_a_link_that_was_tampered_with_opens_nothing(api, seated, links, change):
    assert opened(api, change(links(tables=["1"])[0]["link"]))[1].status_code == 401


def test_a_repeated_request_gives_the_same_links(api, seated):
    path, headers = f"/v1/tournaments/{seated.tournament}/links", {"Idempotency-Key": "k"}
    first = api.post(path, {}, role="referee", headers=headers)
    again = api.post(path, {}, role="referee", headers=headers)
    assert again.json == first.json
    api.send("DELETE", path, "referee")
    late = api.post(path, {}, role="referee", headers=headers).json
    assert late == first.json  # what was taken back is not good again by being asked for again
    assert opened(api, late["links"][0]["link"])[1].status_code == 401


def test_a_link_is_good_in_every_process(api, seated, links, restarted):
    browser = Browser(restarted())
    assert browser.post("/v1/session", {"link": links()[0]["link"]}).status_code == 200


def test_a_tournament_without_tables_has_links_to_matches_only(api):
    tournament = api.tournament(2)
    assert api.post(f"/v1/tournaments/{tournament}/links", {}, role="referee").status_code == 409


def test_a_signed_in_referee_who_opens_a_link_stays_signed_in(api, seated, links):
    link = links(tables=["1"])[0]["link"]
    browser = signed_in(api, "Anna", "referee")
    assert browser.fill("/t/", link=link).headers["Location"] == f"/matches/{seated.at_first}"
    assert browser.get("/v1/session").json["person"] == "Anna"


def test_a_viewer_who_opens_a_link_is_at_the_table(api, seated, links):
    link = links(tables=["1"])[0]["link"]
    browser = signed_in(api, "Anna", "viewer")
    assert browser.fill("/t/", link=link).headers["Location"] == "/t/"
    assert browser.get("/v1/session").json["place"] == "table:1"


def test_the_audit_tells_who_made_links_and_who_opened_them(api, seated, links):
    opened(api, links(tables=["1"])[0]["link"])
    rows = api.get("/v1/clubs/vasa/audit", role="organiser").json["audit"]
    made = next(row for row in rows if row["what"] == "LinksMade")
    assert made["about"]["places"] == ["table:1"]
    assert made["by"].startswith("vasa.")
    came = next(row for row in rows if row["what"] == "LinkOpened")
    assert came["by"].startswith("scorer:table 1 (")
    assert came["address"] == "127.0.0.1"


def test_what_is_taken_back_on_the_page_is_counted_first(api, seated, links):
    referee = signed_in(api, "Anna", "referee")
    path = f"/tournaments/{seated.tournament}/links"
    kept = Browser(api)
    kept.post("/v1/session", {"link": links()[0]["link"]})
    links(tables=["1"])

    def asked(**form):
        return referee.fill(f"{path}/revocation", **form)

    assert asked().status_code == 422, "nothing is chosen for him"
    assert "2 slips that were given out open nothing any more." in asked(place="table:1").text
    assert "3 slips that were given out" in asked(place="*").text
    assert kept.get("/v1/session").status_code == 200, "it was only looked at"
    assert asked(place="table:1", step="write").headers["Location"] == f"{path}?revoked=1"
    assert kept.get("/v1/session").status_code == 401
    assert "No link there opens anything" in asked(place="table:1").text
    assert "1 slip that was given out opens" in asked(place="*").text
    later(api, HOURS * HOUR)
    assert "No link there opens anything" in asked(place="*").text
