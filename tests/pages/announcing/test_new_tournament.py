"""A tournament is announced by pages: five questions with defaults, what fits beside them, looked at, then written."""

import html
import re
from functools import cache

import pytest

from core.tournament.formats import FORMATS
from service.store.read_models.club import game_lengths
from service.store.read_models.club.game_lengths import MatchLengths
from service.web.api import plans
from tests.support.pages.form_fields import fields_of
from tests.support.proving import some
from tests.support.signed_in import signed_in

NEW = "/clubs/vasa/tournaments/new"
WRITTEN = {
    "name": "Julcupen", "date": "2026-12-12", "from": "18:00", "until": "22:30", "place": "Vasamuseet",
    "game": "swedish", "players": "8", "tables": "4", "format": "single_elimination", "length": "games.3",
    "published": "1", "check": "strict", "stop": "when_decided",
    "single_elimination.bronze": "1", "fee": "50 kr", "confirm": "1",
    "prizes": "1. 10.000 kr\n3–4: Bok\nBästa junior: pokal\n10.000 kr i lotteriet",
    "schedule": "17:30 Avprickning\nPrisutdelning", "scoring.win": "3", "zone": "Europe/Stockholm",
    "late_after": "5", "late_every": "10", "late_lost": "30",
    "terms.1.stage": "main", "terms.1.from_end": "1", "terms.1.length": "games.5",
}  # fmt: skip


RULE = (
    "The opponent of a player who is 5 minutes late gets a game, and one more for every further 10 minutes. "
    "After 30 minutes the match is lost. A referee decides who was late."
)
PRIZES = [
    {"place": 1, "text": "10.000 kr"}, {"place": 3, "text": "Bok"}, {"place": 4, "text": "Bok"},
    {"text": "Bästa junior: pokal"}, {"text": "10.000 kr i lotteriet"},
]  # fmt: skip
simulated = cache(plans.simulated)
"""The plans of a question, which are the same in every test: to simulate them takes longest."""


@pytest.fixture
def organiser(api, monkeypatch):
    monkeypatch.setattr(plans, "simulated", simulated)
    return signed_in(api, "Anna Berg", "organiser")


def sent(browser, path=NEW, **fields):
    """The form as a browser sends it: every field that the page has, and those that are given."""
    shown = browser.client.get(path).get_data(as_text=True)
    return browser.fill(path, **{**fields_of(shown), **fields})


def announced(api):
    """Every tournament that was announced."""
    found = [each for each in api.everything_written() if each.startswith("t_")]
    return [api.get(f"/v1/tournaments/{each}").json for each in found]


def words(page):
    return html.unescape(re.sub(r"<[^>]+>|\s+", " ", page.get_data(as_text=True)))


def test_three_presses_announce_a_tournament_with_the_defaults(api, organiser):
    looked = sent(organiser, step="look")
    assert looked.status_code == 200
    assert "Nothing is written yet." in words(looked)
    assert announced(api) == []
    done = organiser.fill(NEW, **fields_of(looked.get_data(as_text=True)), step="write")
    assert done.status_code == 303
    cups = announced(api)
    assert [(each["name"], each["game"], each["format"], each["length"]) for each in cups] == [
        ("Club tournament", "swedish", "swiss", {"games": 3})
    ]
    assert done.location == f"/tournaments/{cups[0]['id']}/organise"
    organised = words(organiser.get(done.location))
    assert "Enter the players, or paste a list." in organised
    assert "1, 2, 3, 4, 5, 6, 7, 8" in organised  # the names of its tables


def test_everything_that_was_chosen_is_announced(api, organiser):
    looked = sent(organiser, **WRITTEN, step="look")
    text = words(looked)
    said_of_it = ("Julcupen", "Saturday 12 December 2026, 18:00 – 22:30", "Vasamuseet", "Single elimination", "50 kr")
    for said in (*said_of_it, RULE):
        assert said in text
    assert "<svg" in looked.get_data(as_text=True)
    assert "4 rounds, 8 matches" in text
    organiser.fill(NEW, **fields_of(looked.get_data(as_text=True)), step="write")
    [cup] = announced(api)
    assert cup["details"] == {
        "starts": "2026-12-12T18:00", "ends": "2026-12-12T22:30", "zone": "Europe/Stockholm", "place": "Vasamuseet",
        "fee": "50 kr", "prizes": PRIZES,
        "schedule": [{"time": "17:30", "text": "Avprickning"}, {"text": "Prisutdelning"}],
        "lateness": {"after": 5, "every": 10, "lost_after": 30},
    }  # fmt: skip
    shown = fields_of(organiser.get(f"/tournaments/{cup['id']}/announcement").get_data(as_text=True))
    assert [shown[name] for name in ("late_after", "late_every", "late_lost")] == ["5", "10", "30"]
    assert RULE in words(api.client.get(f"/tournaments/{cup['id']}", headers={"Accept-Language": "en"}))
    assert shown["prizes"].split("\n")[:3] == ["1. 10.000 kr", "3. Bok", "4. Bok"]
    assert (cup["stop"], cup["confirm"], cup["published"], cup["scoring"]["win"]) == ("when_decided", True, True, 3)
    assert cup["settings"] == {"bronze": True, "consolation": "", "last_chance": ""}
    assert cup["terms"] == [{"stage": "main", "from_end": 1, "length": {"games": 5}}]


@pytest.mark.parametrize(("machine", "zone"), [("America/New_York", "America/New_York"), ("UTC", ""), ("Etc/UTC", "")])
def test_the_zone_of_the_machine_is_offered_without_a_script_where_it_is_that_of_a_place(
    api, organiser, monkeypatch, machine, zone
):
    monkeypatch.setenv("TZ", machine)
    shown = fields_of(organiser.get(NEW).get_data(as_text=True))
    assert shown["zone"] == zone
    looked = sent(organiser, zone="Mars/Olympus", step="look")
    assert looked.status_code == 422
    assert 'id="zone-wrong"' in looked.get_data(as_text=True)
    looked = sent(organiser, step="look")
    organiser.fill(NEW, **fields_of(looked.get_data(as_text=True)), step="write")
    assert [each["details"].get("zone", "") for each in announced(api)] == [zone]


def test_every_wrong_field_is_named_beside_it_and_nothing_typed_is_lost(api, organiser):
    wrong = {**WRITTEN, "name": "", "date": "2026-13-45", "players": "900", "single_elimination.consolation": "?!"}
    page = sent(organiser, **wrong, step="look")
    text = page.get_data(as_text=True)
    assert page.status_code == 422
    for name in ("name", "date", "players", "single_elimination.consolation"):
        assert f'id="{name}-wrong"' in text
    again = fields_of(text)
    assert {name: again.get(name) for name in wrong} == wrong
    assert announced(api) == []


def test_without_a_script_a_button_shows_what_fits_and_keeps_all_that_was_typed(organiser):
    page = sent(organiser, **{**WRITTEN, "players": "24"}, step="plan")
    assert page.status_code == 200
    assert "24 players, 4 tables, until 22:30" in words(page)
    assert fields_of(page.get_data(as_text=True))["name"] == "Julcupen"


def test_the_plan_alone_follows_the_fields_and_the_settings_of_the_chosen_format(organiser):
    usual = organiser.fill(f"{NEW}/plan", **{**WRITTEN, "format": "swiss", "swiss.rounds": "0"})
    one = organiser.fill(f"{NEW}/plan", **{**WRITTEN, "format": "swiss", "swiss.rounds": "1"})
    assert "4 rounds, 16 matches" in words(usual)
    assert "1 round, 4 matches" in words(one)
    assert words(usual).count("late") > 0
    assert "Write how many players" in words(organiser.fill(f"{NEW}/plan", **{**WRITTEN, "players": "x"}))


def test_the_plan_says_on_how_many_games_of_the_club_it_was_measured(api, organiser):
    assert "turns that were counted" in words(organiser.fill(f"{NEW}/plan", **WRITTEN))
    for number in range(28):
        found = MatchLengths(1_700_000_000_000 + number, (900,) * 3)
        game_lengths.keep(api.deps.client, "vasa", "swedish", f"m_{number:010}", found)
    measured = words(organiser.fill(f"{NEW}/plan", **WRITTEN))
    assert "Measured on 84 games of your club: a game takes about 16 minutes." in measured


@pytest.mark.parametrize(
    "length",
    some(
        ["games.999999999", "games.4", "games.0", "games.-1", "points.999999999", "goals.3", "x"],
        "games.999999999",
        "x",
    ),
)
def test_a_length_that_no_match_has_costs_the_planner_nothing(organiser, length):
    usual = organiser.fill(f"{NEW}/plan", **WRITTEN)
    assert organiser.fill(f"{NEW}/plan", **{**WRITTEN, "length": length}).status_code == usual.status_code == 200


def test_an_evening_beyond_the_last_day_of_the_calendar_is_a_wrong_field(api, organiser):
    page = sent(organiser, **{**WRITTEN, "date": "9999-12-31", "until": "01:00"}, step="write")
    assert page.status_code == 422
    assert 'id="until-wrong"' in page.get_data(as_text=True)
    assert announced(api) == []


@pytest.mark.parametrize("form", some([each.key for each in FORMATS], "groups_then_knockout", "team_league"))
def test_every_format_is_looked_at_with_a_picture_and_announced_by_the_page(api, organiser, form):
    looked = sent(organiser, **{**WRITTEN, "format": form, "terms.1.stage": "", "terms.1.from_end": ""}, step="look")
    assert looked.status_code == 200, words(looked)
    assert "<svg" in looked.get_data(as_text=True)
    assert organiser.fill(NEW, **fields_of(looked.get_data(as_text=True)), step="write").status_code == 303
    assert [each["format"] for each in announced(api)] == [form]


def test_pressing_twice_announces_once(api, organiser):
    form = fields_of(sent(organiser, step="look").get_data(as_text=True))
    places = {organiser.fill(NEW, **form, step="write").location for _ in range(2)}
    assert len(places) == 1
    assert len(announced(api)) == 1


def test_only_organisers_of_the_club_see_and_send_it(api):
    referee = signed_in(api, "Bo Ek", "referee")
    assert referee.get(NEW).status_code == 403
    assert referee.fill(NEW, **WRITTEN, step="write").status_code == 403
    assert referee.fill(f"{NEW}/plan", **WRITTEN).status_code == 403
    assert api.client.get(NEW).status_code == 401


def test_hostile_values_are_refused_or_shown_as_text(api, organiser):
    page = sent(organiser, **{**WRITTEN, "game": "chess", "format": "<b>x", "length": "x", "check": "no"}, step="look")
    assert page.status_code == 422
    assert "<b>x" not in page.get_data(as_text=True)
    looked = sent(organiser, **{**WRITTEN, "name": "<script>x</script>"}, step="look")
    assert looked.status_code == 200
    assert "<script>x" not in looked.get_data(as_text=True)
    assert announced(api) == []


# ── afterwards ───────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture
def cup(api, organiser):
    looked = sent(organiser, **WRITTEN, step="look")
    return organiser.fill(NEW, **fields_of(looked.get_data(as_text=True)), step="write").location.split("/")[2]


def test_the_announcement_is_changed_on_its_page_and_nothing_else_of_it(api, organiser, cup):
    path = f"/tournaments/{cup}/announcement"
    before = api.get(f"/v1/tournaments/{cup}").json
    assert sent(organiser, path, step="write").status_code == 303
    same = api.get(f"/v1/tournaments/{cup}").json
    assert {**same, "version": 0} == {**before, "version": 0}
    assert sent(organiser, path, place="Biblioteket", length="games.5", step="write").status_code == 303
    after = api.get(f"/v1/tournaments/{cup}").json
    assert (after["details"]["place"], after["length"]) == ("Biblioteket", {"games": 5})
    unchanged = before.keys() - {"version", "details", "length"}
    assert {name: after[name] for name in unchanged} == {name: before[name] for name in unchanged}


def test_another_number_of_tables_is_announced_and_tables_with_names_of_their_own_are_kept(api, organiser, cup):
    def tables():
        return [each["table"] for each in api.get(f"/v1/tournaments/{cup}/tables").json["tables"]]

    path = f"/tournaments/{cup}/announcement"
    assert sent(organiser, path, tables="3", step="write").status_code == 303
    assert tables() == ["1", "2", "3"]
    assert sent(organiser, path, tables="many", step="write").status_code == 303
    assert tables() == ["1", "2", "3"]
    named = {"tables": [{"table": "Fönsterbordet"}, {"table": "2"}]}
    api.send("PUT", f"/v1/tournaments/{cup}/tables", "organiser", json=named)
    assert sent(organiser, path, tables="8", step="write").status_code == 303
    assert tables() == ["Fönsterbordet", "2"]


def test_after_the_start_the_page_changes_the_details_alone(api, organiser, cup):
    api.post("/v1/clubs/vasa/players", ["Åsa", "Bo"])
    api.post(f"/v1/tournaments/{cup}/entries", {"players": ["Åsa", "Bo"]})
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"}).status_code == 200
    path = f"/tournaments/{cup}/announcement"
    assert 'name="format"' not in organiser.get(path).get_data(as_text=True)
    assert sent(organiser, path, fee="60 kr", step="write").status_code == 303
    assert api.get(f"/v1/tournaments/{cup}").json["details"]["fee"] == "60 kr"


def test_a_change_on_an_older_version_is_refused_and_kept_on_the_page(api, organiser, cup):
    path = f"/tournaments/{cup}/announcement"
    form = fields_of(organiser.get(path).get_data(as_text=True))
    other = signed_in(api, "Bodil Ås", "organiser")
    assert other.fill(path, **{**form, "name": "Other"}, step="write").status_code == 303
    page = organiser.fill(path, **{**form, "place": "Biblioteket"}, step="write")
    assert (page.status_code, "Bodil Ås" in words(page)) == (409, True)
    assert api.get(f"/v1/tournaments/{cup}").json["name"] == "Other"
    assert fields_of(page.get_data(as_text=True))["place"] == "Biblioteket"


def test_the_organisers_page_shows_the_tournament_to_everybody_or_to_the_club(api, organiser, cup):
    home = f"/tournaments/{cup}/organise"
    assert "Everybody may see" in words(organiser.get(home))
    assert organiser.fill(f"{home}/publication", published="0").status_code == 303
    assert api.get(f"/v1/tournaments/{cup}").json["published"] is False
    assert organiser.fill(f"{home}/publication", published="1").status_code == 303
    assert api.client.get(f"/tournaments/{cup}").status_code == 200
    assert signed_in(api, "Bo Ek", "referee").get(home).status_code == 403


def test_the_largest_button_is_the_next_step(api, organiser):
    def following(cup):
        page = organiser.get(f"/tournaments/{cup}/organise").get_data(as_text=True)
        return re.search(rf'class="button primary" href="/tournaments/{cup}/([^"]*)"', page)[1]

    assert following(api.tournament(1)) == "entries"
    assert following(api.tournament(4, check_in=True)) == "check-in"
    cup = api.tournament(4)
    assert following(cup) == "seeding"
    api.post(f"/v1/tournaments/{cup}/start", {})
    assert following(cup) == "rounds/1/results"


def test_the_dice_may_come_from_the_service_and_that_stays_when_the_announcement_changes(api, organiser):
    looked = sent(organiser, step="look", service_dice="1")
    done = organiser.fill(NEW, **fields_of(looked.get_data(as_text=True)), step="write")
    [cup] = announced(api)
    assert cup["options"] == {"dice_source": "service"}
    path = f"/tournaments/{cup['id']}/announcement"
    assert "service_dice" not in organiser.client.get(path).get_data(as_text=True)
    changed = sent(organiser, path, name="Another name", step="write")
    assert (done.status_code, changed.status_code) == (303, 303)
    assert [(each["name"], each["options"]) for each in announced(api)] == [("Another name", cup["options"])]
