"""Signing in too often: tries are counted by address and by name, in all processes together."""

import pytest

from service.store.access import sign_in_rate_limit
from tests.support.signed_in import FORMS, Browser, employ, later

WRONG = {"club": "vasa", "name": "Anna", "password": "not this one"}


@pytest.fixture
def browser(api):
    return Browser(api)


def clear(api):
    """Let a minute pass for those who tried."""
    for key in api.deps.client.scan_iter("*-tries:*"):
        api.deps.client.delete(key)


def test_one_address_alone_does_not_keep_a_person_from_signing_in_elsewhere(api):
    employ(api, "Anna", "referee")
    clear(api)
    for _ in range(2 * sign_in_rate_limit.MOST):
        Browser(api).post("/v1/session", WRONG)
    browser = Browser(api)
    browser.client.environ_base["REMOTE_ADDR"] = "10.0.0.99"
    assert browser.sign_in("Anna").status_code == 200


def test_a_name_is_tried_thirty_times_a_minute_from_wherever(api):
    employ(api, "Anna", "referee")
    clear(api)
    for place in range(sign_in_rate_limit.MOST_FOR_NAME):
        browser = Browser(api)
        browser.client.environ_base["REMOTE_ADDR"] = f"10.0.0.{place}"
        assert browser.post("/v1/session", WRONG).status_code == 401
    browser = Browser(api)
    browser.client.environ_base["REMOTE_ADDR"] = "10.0.0.99"
    answer = browser.sign_in("ANNA")
    assert (answer.status_code, answer.json["code"]) == (429, "too-many-tries")
    assert 1 <= int(answer.headers["Retry-After"]) <= sign_in_rate_limit.SECONDS
    clear(api)
    assert browser.sign_in("Anna").status_code == 200


def test_an_address_tries_five_times_a_minute_whatever_the_name(api, browser):
    for number in range(sign_in_rate_limit.MOST):
        assert browser.post("/v1/session", {**WRONG, "name": f"N{number}"}).status_code == 401
    answer = browser.client.post("/sign-in", data={**WRONG, "name": "N9"}, headers={**FORMS, "Accept-Language": "sv"})
    assert (answer.status_code, answer.mimetype) == (429, "text/html")
    assert int(answer.headers["Retry-After"]) >= 1
    assert browser.fill("/sign-in/key", key=api.tokens["organiser"]).status_code == 429


def test_an_address_that_is_refused_does_not_shut_a_name_out(api):
    employ(api, "Anna", "referee")
    clear(api)
    for number in range(sign_in_rate_limit.MOST):
        Browser(api).post("/v1/session", {**WRONG, "name": f"N{number}"})
    for _ in range(2 * sign_in_rate_limit.MOST):
        assert Browser(api).post("/v1/session", WRONG).status_code == 429
    browser = Browser(api)
    browser.client.environ_base["REMOTE_ADDR"] = "10.0.0.99"
    assert browser.sign_in("Anna").status_code == 200


def test_other_processes_count_with_this_one(api, restarted):
    for _ in range(sign_in_rate_limit.MOST):
        Browser(api).post("/v1/session", WRONG)
    assert Browser(restarted()).post("/v1/session", WRONG).status_code == 429


def test_many_people_sign_in_from_one_address(api):
    employ(api, "Anna", "referee")
    clear(api)
    for _ in range(2 * sign_in_rate_limit.MOST):
        assert Browser(api).sign_in("Anna").status_code == 200


def test_neighbours_of_one_ipv6_network_are_one_address(api):
    for number in range(sign_in_rate_limit.MOST + 1):
        browser = Browser(api)
        browser.client.environ_base["REMOTE_ADDR"] = f"2001:db8:1:2::{number:x}"
        answer = browser.post("/v1/session", {**WRONG, "name": f"N{number}"})
    assert answer.status_code == 429


def test_who_has_to_wait_is_told_the_limit_in_headers(api, browser):
    for number in range(sign_in_rate_limit.MOST):
        browser.post("/v1/session", {**WRONG, "name": f"N{number}"})
    answer = browser.post("/v1/session", WRONG)
    wait = answer.headers["Retry-After"]
    assert (answer.status_code, answer.headers["RateLimit-Policy"]) == (429, '"tries";q=5;w=60')
    assert answer.headers["RateLimit"] == f'"tries";r=0;t={wait}'


def test_tries_are_forgotten_after_a_minute(api):
    Browser(api).post("/v1/session", WRONG)
    keys = list(api.deps.client.scan_iter("*-tries:*"))
    assert len(keys) == 2
    assert all(0 < api.deps.client.ttl(key) <= sign_in_rate_limit.SECONDS for key in keys)


def test_the_minute_is_counted_by_elapsed_time_whatever_becomes_of_what_the_store_would_remove(api, browser):
    for number in range(sign_in_rate_limit.MOST):
        browser.post("/v1/session", {**WRONG, "name": f"N{number}"})
    for key in api.deps.client.scan_iter("*-tries:*"):
        api.deps.client.persist(key)  # as if the machine's clock had gone back by a day
    assert browser.post("/v1/session", WRONG).status_code == 429
    later(api, 1000 * sign_in_rate_limit.SECONDS)
    assert browser.post("/v1/session", WRONG).status_code == 401
