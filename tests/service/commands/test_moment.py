"""Moments as people write them for `brade restore --until`."""

import time

import pytest

from core.timestamps import rfc3339, unix_ms
from service.commands.moment import NoMoment, moment


@pytest.fixture(autouse=True)
def stockholm(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TZ", "Europe/Stockholm")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("said", "end", "meant"),
    [
        ("21:40", "2026-11-22T22:30:00+01:00", "2026-11-22T20:40:00.000Z"),
        ("21:40:30", "2026-11-22T22:30:00+01:00", "2026-11-22T20:40:30.000Z"),
        ("09:00", "2026-11-22T23:30:00+01:00", "2026-11-22T08:00:00.000Z"),
        ("21:40", "2026-11-23T00:30:00+01:00", "2026-11-22T20:40:00.000Z"),  # the evening went past midnight
        ("20:40Z", "2026-11-22T22:30:00+01:00", "2026-11-22T20:40:00.000Z"),
        ("21:40", "2026-07-22T22:30:00+02:00", "2026-07-22T19:40:00.000Z"),
        ("2026-11-22 21:40", "2026-11-25T22:30:00+01:00", "2026-11-22T20:40:00.000Z"),
        ("2026-07-22T21:40", "2026-11-25T22:30:00+01:00", "2026-07-22T19:40:00.000Z"),
        ("2026-11-22T21:40:00.250Z", "2026-11-25T22:30:00+01:00", "2026-11-22T21:40:00.250Z"),
        ("2026-11-22T21:40:00+02:00", "2026-11-25T22:30:00+01:00", "2026-11-22T19:40:00.000Z"),
    ],
)
def test_a_moment_is_of_this_machine_unless_it_says_its_offset(said: str, end: str, meant: str) -> None:
    assert rfc3339(moment(said, lambda: unix_ms(end))) == meant


def test_a_time_after_the_last_event_is_not_taken_for_the_evening_before() -> None:
    with pytest.raises(NoMoment, match=r"2026-11-22 21:39:50\+01:00, before 21:40.*2026-11-21T21:40"):
        moment("21:40", lambda: unix_ms("2026-11-22T21:39:50+01:00"))


def test_the_end_is_asked_for_only_where_the_day_is_not_said() -> None:
    assert moment("2026-11-22T21:40Z", lambda: pytest.fail("it was asked for")) > 0
