"""A result that came by a link is confirmed by another person, or disputed."""

import pytest

from tests.support.pages.result_form import WON, Table, hidden
from tests.support.proving import some
from tests.support.signed_in import Browser, signed_in


@pytest.fixture
def cup(api):
    return Table(api, confirm=True)


@pytest.fixture(autouse=True)
def at_work(judging):
    """A worker judges what is written, meanwhile."""
    with judging():
        yield


def test_a_second_person_confirms_what_the_first_reported(cup):
    first, second = cup.phone("white"), cup.phone("black")
    assert "second person" in first.fill(cup.path, step="look", **WON).text
    assert cup.report(first).headers["Location"].endswith("?said=reported")
    assert cup.status() == "reported"
    assert "/confirmation" not in first.client.get(f"/matches/{cup.match}").text
    shown = second.client.get(f"/matches/{cup.match}").text
    assert "once a second person has confirmed it" in shown
    wrong = second.fill(f"/matches/{cup.match}/confirmation", **hidden(shown) | {"version": "7"})
    assert wrong.status_code == 409
    assert first.fill(f"/matches/{cup.match}/confirmation", **hidden(shown)).status_code == 409
    assert cup.status() == "reported"
    answer = second.fill(f"/matches/{cup.match}/confirmation", **hidden(shown))
    assert answer.headers["Location"].endswith("?said=confirmed")
    assert cup.status() == "confirmed"


@pytest.mark.parametrize(
    ("reports", "confirms"),
    some([("white", "white"), (None, None), (None, "black"), ("black", None)], ("white", "white"), (None, "black")),
)
def test_opening_a_link_twice_makes_no_second_person(cup, reports, confirms):
    first, second = cup.phone(reports), cup.phone(confirms)
    cup.report(first)
    shown = second.client.get(f"/matches/{cup.match}").text
    assert "/confirmation" not in shown
    assert "with the code on the slip for that seat, or a referee" in shown
    version = {"version": "1", "key": "again"}
    assert second.fill(f"/matches/{cup.match}/confirmation", **version).status_code == 409
    same = second.fill(cup.path, step="write", key="k", **WON)
    assert same.status_code == 409
    assert cup.status() == "reported"
    other = {f"winner{number}": "black" for number in (1, 2, 3)}
    assert second.fill(cup.path, step="write", key="l", **WON | other).status_code == 409
    assert cup.status() == "reported"


@pytest.mark.parametrize("role", ["scorer", "referee"])
def test_a_signed_in_member_confirms_a_report_that_came_by_a_link(cup, role):
    cup.report(cup.phone("white"))
    person = signed_in(cup.api, "Vera", role)
    shown = person.client.get(f"/matches/{cup.match}").text
    assert person.fill(f"/matches/{cup.match}/confirmation", **hidden(shown)).status_code == 303
    assert cup.status() == "confirmed"


def test_a_referees_link_confirms_alone(cup):
    cup.report(cup.phone("white"))
    link = cup.api.post(f"{cup.part}/links", {"tables": ["1"], "role": "referee"}, role="referee").json["links"][0]
    referee = Browser(cup.api)
    referee.fill("/t/", link=link["link"])
    shown = referee.client.get(f"/matches/{cup.match}").text
    assert referee.fill(f"/matches/{cup.match}/confirmation", **hidden(shown)).status_code == 303
    assert cup.status() == "confirmed"


def test_another_result_of_a_second_person_waits_for_a_referee(cup):
    cup.report(cup.phone("black"))
    second = cup.phone("white")
    lost = {f"winner{number}": "black" for number in (1, 2, 3)}
    assert "a referee decides" in second.fill(cup.path, step="look", **WON | lost).text
    assert cup.report(second, **lost).headers["Location"].endswith("?said=disputed")
    assert cup.status() == "disputed"
