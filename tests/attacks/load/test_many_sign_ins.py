"""Many sign-ins at the same time, and strangers who would keep a person out by failing under their name."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event, Semaphore

import pytest

from service.auth import passwords
from service.handlers.club import sign_in_limit
from service.store.access import sign_in_rate_limit
from tests.support.api import Api
from tests.support.signed_in import PASSWORD, Browser, employ

AT_ONCE = 12
ADDRESS, NAME = "address:127.0.0.1", "Anna"


@contextmanager
def held_until_asked(monkeypatch: pytest.MonkeyPatch, times: int) -> Iterator[list[str]]:
    """Passwords are looked at only once so many tries were asked for; those that were looked at."""
    asked, all_asked = Semaphore(times - 1), Event()
    looked_at: list[str] = []
    take, fits = sign_in_rate_limit.take, passwords.fits

    def counted(client: object, whose: str, now: int, most: int = sign_in_rate_limit.MOST) -> int:
        try:
            return take(client, whose, now, most)
        finally:
            if whose == ADDRESS and not asked.acquire(blocking=False):
                all_asked.set()

    def waiting(kept: str | None, password: str) -> bool:
        looked_at.append(password)
        assert all_asked.wait(20)
        return fits(kept, password)

    monkeypatch.setattr(sign_in_rate_limit, "take", counted)
    monkeypatch.setattr(passwords, "fits", waiting)
    yield looked_at


def at_once(api: Api, password: str) -> list[int]:
    browsers = [Browser(api) for _ in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(lambda browser: browser.sign_in(NAME, password), browsers))
    return sorted(answer.status_code for answer in answers)


def tries_kept(api: Api) -> list[bytes]:
    return list(api.deps.client.scan_iter("*-tries:*"))


def from_address(api: Api, address: str) -> Browser:
    browser = Browser(api)
    browser.client.environ_base["REMOTE_ADDR"] = address
    return browser


def test_many_sign_ins_at_the_same_time_succeed_and_leave_no_tries(api: Api, monkeypatch) -> None:
    employ(api, NAME, "referee")
    with held_until_asked(monkeypatch, AT_ONCE):
        assert at_once(api, PASSWORD) == [200] * AT_ONCE
    assert tries_kept(api) == []


def test_wrong_passwords_at_the_same_time_are_looked_at_no_more_often_than_one_after_another(
    api: Api, monkeypatch
) -> None:
    employ(api, NAME, "referee")
    with held_until_asked(monkeypatch, AT_ONCE) as looked_at:
        assert at_once(api, "not this one") == [401] * sign_in_rate_limit.MOST + [429] * (
            AT_ONCE - sign_in_rate_limit.MOST
        )
    assert len(looked_at) == sign_in_rate_limit.MOST


def test_a_try_that_waited_in_vain_for_those_under_way_may_come_back_in_a_second(api: Api, monkeypatch) -> None:
    employ(api, NAME, "referee")
    monkeypatch.setattr(sign_in_limit, "PATIENCE_SECONDS", 0)
    for _ in range(sign_in_rate_limit.MOST):
        assert sign_in_rate_limit.take(api.deps.client, ADDRESS, api.deps.steady()) == 0
    answer = Browser(api).sign_in(NAME)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
    sign_in_rate_limit.end(api.deps.client, ADDRESS, api.deps.steady(), failed=False)
    assert Browser(api).sign_in(NAME).status_code == 200


def test_refused_tries_do_not_make_the_wait_longer(api: Api) -> None:
    client, now = api.deps.client, api.deps.steady()
    for _ in range(sign_in_rate_limit.MOST):
        assert sign_in_rate_limit.take(client, ADDRESS, now) == 0
        sign_in_rate_limit.end(client, ADDRESS, now, failed=True)
    for _ in range(3 * sign_in_rate_limit.MOST):
        assert 0 < sign_in_rate_limit.take(client, ADDRESS, now) <= sign_in_rate_limit.SECONDS
    (kept,) = tries_kept(api)
    assert int(client.hget(kept, "count")) == sign_in_rate_limit.MOST


@pytest.fixture
def shut_out(api: Api) -> Callable[[], None]:
    """Have strangers at six addresses use up all tries for a name, but one more may come."""

    def failing() -> None:
        for place in range(sign_in_rate_limit.MOST_FOR_NAME):
            stranger = from_address(api, f"10.0.0.{place // sign_in_rate_limit.MOST}")
            assert stranger.sign_in(NAME, "not this one").status_code == 401

    return failing


def test_strangers_at_six_addresses_do_not_keep_a_person_out_where_they_signed_in_before(api: Api, shut_out) -> None:
    employ(api, NAME, "referee")
    home = from_address(api, "10.0.9.1")
    assert home.sign_in(NAME).status_code == 200
    shut_out()
    assert from_address(api, "10.0.9.2").sign_in(NAME).status_code == 429
    for _ in range(2 * sign_in_rate_limit.MOST):
        assert home.sign_in(NAME).status_code == 200


def test_where_a_person_signed_in_before_their_password_is_tried_five_times_a_minute(api: Api, shut_out) -> None:
    employ(api, NAME, "referee")
    home = from_address(api, "10.0.9.1")
    assert home.sign_in(NAME).status_code == 200
    shut_out()
    failed = [home.sign_in(NAME, "not this one").status_code for _ in range(sign_in_rate_limit.MOST + 1)]
    assert failed == [401] * sign_in_rate_limit.MOST + [429]
    assert home.sign_in(NAME).status_code == 429


def test_a_wrong_password_makes_no_address_known(api: Api, shut_out) -> None:
    employ(api, NAME, "referee")
    assert from_address(api, "10.0.9.1").sign_in(NAME, "not this one").status_code == 401
    for key in tries_kept(api):
        api.deps.client.delete(key)
    shut_out()
    assert from_address(api, "10.0.9.1").sign_in(NAME).status_code == 429


def test_the_latest_networks_of_a_person_are_known_for_thirty_days(api: Api) -> None:
    client, now, days = api.deps.client, 1_780_000_000_000, sign_in_rate_limit.KNOWN_DAYS * 24 * 3600 * 1000
    for number in range(sign_in_rate_limit.MOST_KNOWN + 3):
        sign_in_rate_limit.remember(client, "name:vasa:x", f"10.0.0.{number}", now + number)
    known = [
        number
        for number in range(99)
        if sign_in_rate_limit.is_known(client, "name:vasa:x", f"10.0.0.{number}", now + 99)
    ]
    assert known == list(range(3, sign_in_rate_limit.MOST_KNOWN + 3))
    assert not sign_in_rate_limit.is_known(client, "name:vasa:x", "10.0.0.3", now + 3 + days)
    (key,) = client.scan_iter("*:known:name:vasa:x")
    assert 0 < client.ttl(key) <= days // 1000
