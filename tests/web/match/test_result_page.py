"""A result reported by hand from a table's link: looked at, written once; nothing typed is lost."""

import re

import pytest

from tests.support.hosts import opened_at
from tests.support.pages.result_form import WON, Table, hidden, rows
from tests.support.signed_in import Browser, signed_in


@pytest.fixture
def table(api):
    return Table(api)


@pytest.fixture
def cup(api):
    return Table(api, confirm=True)


@pytest.fixture(autouse=True)
def at_work(judging):
    """A worker judges what is written, meanwhile."""
    with judging():
        yield


def test_a_slip_leads_to_the_form_and_the_result_is_written_as_it_was_shown(table):
    phone = table.phone()
    assert f'href="{table.path}"' in phone.client.get("/t/").text
    assert f'href="{table.path}"' in phone.client.get(f"/matches/{table.match}").text
    form = phone.client.get(table.path)
    assert rows(form.text) == 3
    looked = phone.fill(table.path, step="look", **WON)
    assert "has won the match" in looked.text
    assert table.api.get(f"/v1/matches/{table.match}", role="organiser").json["version"] == 0, "looked at, not written"
    sent = hidden(looked.text)
    answer = phone.fill(table.path, step="write", **sent)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/matches/{table.match}?said=settled")
    assert phone.fill(table.path, step="write", **sent).status_code == 303
    assert table.api.get(f"/v1/matches/{table.match}", role="organiser").json["version"] == 1, "once, sent twice"
    assert table.status() == "settled"
    shown = phone.client.get(answer.headers["Location"]).text
    assert "The result is written, and counts." in shown
    assert f'href="{table.path}"' not in shown
    assert phone.client.get(table.path).status_code == 409


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"winner2": ""}, "Say who won, or that it was not played."),
        ({"winner2": "", "outcome2": ""}, "A later game was played"),
        ({"outcome1": "tea"}, "Say how it ended."),
        ({"winner3": "", "outcome3": ""}, "the match is not over yet"),
    ],
)
@pytest.mark.parametrize("step", ["look", "write"])
def test_a_mistake_is_told_beside_the_filled_form(table, changed, said, step):
    phone = table.phone()
    answer = phone.fill(table.path, step=step, key="k", **WON | changed)
    assert answer.status_code == 422
    assert said in answer.text
    assert rows(answer.text) == 3
    assert 'name="winner1" value="white" checked' in answer.text
    assert table.api.get(f"/v1/matches/{table.match}", role="organiser").json["version"] == 0


def test_a_game_of_which_only_the_winner_is_said_was_a_plain_win_without_a_script_too(table):
    phone = table.phone()
    winners = {name: value for name, value in WON.items() if name.startswith("winner")}
    looked = phone.fill(table.path, step="look", **winners)
    assert looked.status_code == 200
    assert looked.text.count("bearing off") == 3
    phone.fill(table.path, step="write", **hidden(looked.text))
    assert table.status() == "settled"


def test_what_was_looked_at_is_changed_without_being_typed_again(table):
    phone = table.phone()
    looked = phone.fill(table.path, step="look", **WON)
    again = phone.fill(table.path, step="edit", **hidden(looked.text)).text
    assert 'name="winner3" value="black" checked' in again
    assert again.count('value="jan" selected') == 3


@pytest.fixture
def to_nine(api):
    """A match to nine points, with the cube."""
    return Table(api, game="backgammon", length={"points": 9})


def open_rows(text):
    found = re.findall(r'<fieldset class="result-row[^"]*" id="game(\d+)"([^>]*)>', text)
    return [int(number) for number, more in found if "hidden" not in more]


def test_a_match_to_points_asks_for_few_games_and_for_more_when_there_were_more(to_nine):
    phone = to_nine.phone()
    assert open_rows(phone.client.get(to_nine.path).text) == [1, 2, 3]
    won = {"winner1": "white", "outcome1": "gammon", "cube1": "2", "winner2": "black", "outcome2": "single"}
    more = phone.fill(to_nine.path, step="more", rows="3", **won)
    assert more.status_code == 200
    assert open_rows(more.text) == [1, 2, 3, 4, 5, 6]
    assert 'name="winner1" value="white" checked' in more.text
    assert re.findall(r'data-seat="(\w+)">(\d+)<', more.text) == [("white", "4"), ("black", "1")]


def test_a_refusal_stands_at_the_game_that_it_is_about(to_nine):
    phone = to_nine.phone()
    won = {"winner1": "white", "outcome1": "gammon", "cube1": "4"}
    answer = phone.fill(to_nine.path, step="look", **won)
    assert answer.status_code == 422
    bad = re.search(r'<fieldset class="result-row bad" id="game2".*?</fieldset>', answer.text, re.DOTALL)[0]
    assert "the match is not over yet" in bad
    assert 'aria-describedby="wrong2"' in bad
    assert 'href="#game2"' in answer.text
    late = {"winner2": "white", "outcome2": "single", "winner3": "black", "outcome3": "single"}
    answer = phone.fill(to_nine.path, step="look", **won | late)
    bad = re.search(r'<fieldset class="result-row bad" id="game3".*?</fieldset>', answer.text, re.DOTALL)[0]
    assert "The match was over after 2 games" in bad


def test_who_may_report_nothing_is_not_led_there(table):
    phone, viewer = table.phone(), signed_in(table.api, "Vera", "viewer")
    assert table.path not in viewer.client.get(f"/matches/{table.match}").text
    assert viewer.client.get(table.path).status_code == 403
    assert viewer.fill(table.path, step="write", key="k", **WON).status_code == 403
    assert viewer.fill(f"/matches/{table.match}/confirmation", version="0").status_code == 403
    assert phone.client.get(f"/matches/{table.other}/result").status_code == 404
    assert phone.fill(f"/matches/{table.other}/result", step="write", key="k", **WON).status_code == 404
    assert Browser(table.api).client.get(table.path).status_code == 401
    foreign = phone.client.post(
        table.path, data={"step": "write", "key": "k", **WON}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert foreign.status_code == 403
    assert table.api.get(f"/v1/matches/{table.match}", role="organiser").json["version"] == 0


@pytest.mark.parametrize("game", ["backgammon", "six-ace"])
def test_games_with_a_cube_and_games_with_placings_are_reported_too(api, game):
    table = Table(api, game=game)
    phone = table.phone()
    form = phone.client.get(table.path).text
    assert ('name="cube1"' in form) == (game == "backgammon")
    seats = re.findall(r'name="winner1" value="(\w+)"', form)
    ending = re.search(r'(?:name="outcome1"|<option data-points="\d+") value="(\w+)"', form)[1]
    won = {f"{name}{n}": value for n in (1, 2, 3) for name, value in (("winner", seats[0]), ("outcome", ending))}
    more = {"cube1": "2"} if game == "backgammon" else {}
    assert "cube 2" in phone.fill(table.path, step="look", **won | more).text or not more
    assert table.report(phone, **won | more).status_code == 303


def test_an_invitation_says_whether_a_phone_gets_there(table):
    organiser = signed_in(table.api, "Anna", "organiser")
    path = "/clubs/vasa/people"
    way = "Open it to the hall first"
    assert organiser.client.get(path).text.count(way) == 1
    made = organiser.fill(path, name="Bo", role="scorer").text
    assert made.index('id="invitation"') < made.index(way) < made.index('class="qr"')
    assert made.count(way) == 1
    opened_at(table.api, "http://192.168.1.7:8000")
    reachable = organiser.client.get(path)
    assert way not in reachable.text


@pytest.mark.parametrize(
    ("role", "way", "says"),
    [
        ("scorer", "/tournaments/{}", "report its result"),
        ("viewer", "/tournaments/{}", "also those that are not"),
        ("referee", "/desk/{}", "slips for the tables"),
    ],
)
def test_ones_account_leads_to_what_is_played_and_says_what_one_may_do_there(table, role, way, says):
    person = signed_in(table.api, "Vera", role)
    text = person.client.get("/account").text
    assert f'href="{way.format(table.tournament)}"' in text
    assert says in text
    ended = {"reason": "rain"}
    assert table.api.post(f"{table.part}/end", ended, role="organiser").status_code == 200
    assert (table.tournament in person.client.get("/account").text) == (role == "referee")


def test_slips_say_what_can_be_done_there_and_whether_a_phone_gets_there(table):
    organiser = signed_in(table.api, "Anna", "organiser")
    path = f"/tournaments/{table.tournament}/links"
    page = organiser.client.get(path).text
    assert "BRADE_" not in page
    assert 'href="/clubs/vasa/hall">Open it to the hall first' in page
    assert "roll by roll, or reports their results" in page
    made = organiser.fill(path, table="1", role="scorer").text
    assert "report the result there" in made
    assert 'href="/clubs/vasa/hall">Open it to the hall first' in made


def test_where_results_are_confirmed_a_slip_has_a_code_for_each_seat(cup, table):
    for each, codes, said in ((cup, 2, True), (table, 1, False)):
        organiser = signed_in(each.api, f"Anna {codes}", "organiser")
        made = organiser.fill(f"/tournaments/{each.tournament}/links", table="1", role="scorer").text
        assert made.count('class="qr"') == codes
        assert ("Take the code of your seat" in made) == said
        assert len(set(re.findall(r"<title>(.*?)</title>", made))) >= codes
