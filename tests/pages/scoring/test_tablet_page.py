"""The page of a tablet at a table: the match that it goes on to, and its readers."""

import pytest

from tests.support.operations import SeatedTournament
from tests.support.signed_in import Browser


@pytest.fixture
def seated(api):
    return SeatedTournament(api)


@pytest.fixture
def tablet(api, seated):
    """A browser that opened the link to table 1."""
    words = {"tables": ["1"], "role": "scorer"}
    made = api.post(f"/v1/tournaments/{seated.tournament}/links", words, role="referee").json["links"]
    browser = Browser(api)
    browser.post("/v1/session", {"link": made[0]["link"]})
    return browser


def address(seated, table="1", part=""):
    return f"/tournaments/{seated.tournament}/tablet{part}?table={table}"


def decide(api, seated):
    """A walkover at table 1: its match is over at once, and the next one waits for its players."""
    walkover = {"match": seated.at_first, "kind": "walkover", "winner": "white", "reason": "not there"}
    answer = api.post(f"/v1/tournaments/{seated.tournament}/decisions", walkover, role="referee")
    assert answer.status_code == 201, answer.json


def test_a_tablet_goes_on_to_the_match_at_its_table_and_to_no_other_table(seated, tablet):
    answer = tablet.get(address(seated))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/matches/{seated.at_first}/score?layout=table")
    assert tablet.get(address(seated, "2")).status_code == 404
    assert tablet.get(address(seated, "")).status_code == 404
    assert tablet.get(address(seated, "2", "/next")).status_code == 404
    assert tablet.get(address(seated, "x" * 1_000)).status_code == 413
    assert tablet.get("/tournaments/t_nothing2222/tablet?table=1").status_code in (401, 404)


def test_the_page_of_the_tables_link_leads_to_the_tablet_and_that_of_a_matchs_link_does_not(api, seated, tablet):
    assert f'href="{address(seated)}"' in tablet.get("/t/").get_data(as_text=True)
    made = api.post(f"/v1/matches/{seated.at_first}/links", {"role": "scorer"}, role="referee").json
    other = Browser(api)
    other.post("/v1/session", {"link": made["link"]})
    assert "/tablet" not in other.get("/t/").get_data(as_text=True)
    assert other.get(address(seated)).status_code == 404


def test_scorers_open_every_table_and_viewers_and_strangers_none(api, seated):
    for role, status in (("scorer", 303), ("referee", 303), ("viewer", 403), (None, 401)):
        assert api.get(address(seated), role=role).status_code == status
        assert api.get(address(seated, part="/next"), role=role).status_code == (200 if status == 303 else status)


def test_between_two_matches_the_tablet_waits_with_the_last_result(api, seated, tablet):
    assert f'data-match="/matches/{seated.at_first}/score' in tablet.get(address(seated, part="/next")).get_data(
        as_text=True
    )
    decide(api, seated)
    following = tablet.get(address(seated, part="/next"))
    assert (following.status_code, following.get_data(as_text=True).strip()) == (200, "")
    page = tablet.get(address(seated))
    assert page.status_code == 200
    assert "The next match opens by itself." in page.get_data(as_text=True)
    assert page.get_data(as_text=True).count("Player 1 – Player 4") == 2  # a half for each player


def test_a_match_that_takes_nothing_more_sends_the_tablet_back_to_its_table(api, seated, tablet):
    decide(api, seated)
    answer = tablet.get(f"/matches/{seated.at_first}/score?layout=table")
    assert (answer.status_code, answer.headers["Location"]) == (303, address(seated))
    assert tablet.get(f"/matches/{seated.at_first}/score").status_code == 200


def test_the_page_of_a_match_that_is_over_leads_to_the_tables_next_match_who_records_there(api, seated, tablet):
    path = f"/matches/{seated.at_first}"
    assert "Next at this table" not in tablet.get(path).get_data(as_text=True)
    decide(api, seated)
    following = tablet.get(address(seated)).headers.get("Location", "").partition("/score")[0]
    text = tablet.get(path).get_data(as_text=True)
    assert (f'href="{following}">Next at this table: ' in text) == bool(following)
    assert "Next at this table" not in api.get(path).get_data(as_text=True)
