"""A tournament is announced by pages: five questions with defaults, what fits beside them, looked at, then written."""

import pytest

from core.tournament.formats import FORMATS
from service.store.read_models.club import game_lengths
from service.store.read_models.club.game_lengths import MatchLengths
from tests.support.pages.announcement_form import NEW, WRITTEN, announced, sent, words
from tests.support.pages.form_fields import fields_of
from tests.support.proving import some
from tests.support.signed_in import signed_in

RULE = (
    "The opponent of a player who is 5 minutes late gets a game, and one more for every further 10 minutes. "
    "After 30 minutes the match is lost. A referee decides who was late."
)
AGREED = "The players may lay it out again on the phone without a referee, if they agree."
PRIZES = [
    {"place": 1, "text": "10.000 kr"},
    {"place": 3, "text": "Bok"},
    {"place": 4, "text": "Bok"},
    {"text": "Bästa junior: pokal"},
    {"text": "10.000 kr i lotteriet"},
]


def test_three_presses_announce_a_tournament_with_the_defaults(api, organiser):
    looked = sent(organiser, step="look")
    assert looked.status_code == 200
    assert "Nothing is written yet." in words(looked)
    assert announced(api) == []
    done = organiser.fill(NEW, **fields_of(looked.get_data(as_text=True)), step="write")
    assert done.status_code == 303
    cups = announced(api)
    assert [(cup["name"], cup["game"], cup["format"], cup["length"]) for cup in cups] == [
        ("Club tournament", "swedish", "swiss", {"games": 3})
    ]
    assert done.location == f"/tournaments/{cups[0]['id']}"
    overview = " ".join(words(organiser.get(done.location)).split())
    assert "Entries are open. Enter the players" in overview
    organised = words(organiser.get(f"{done.location}/organise"))
    assert "1, 2, 3, 4, 5, 6, 7, 8" in organised  # the names of its tables


def test_everything_that_was_chosen_is_announced(api, organiser):
    looked = sent(organiser, **WRITTEN, step="look")
    text = words(looked)
    said_of_it = ("Julcupen", "Saturday 12 December 2026, 18:00 – 22:30", "Vasamuseet", "Single elimination", "50 kr")
    for said in (*said_of_it, RULE, AGREED):
        assert said in text
    assert "<svg" in looked.get_data(as_text=True)
    assert "4 rounds, 8 matches" in text
    organiser.fill(NEW, **fields_of(looked.get_data(as_text=True)), step="write")
    [cup] = announced(api)
    assert cup["details"] == {
        "starts": "2026-12-12T18:00",
        "ends": "2026-12-12T22:30",
        "zone": "Europe/Stockholm",
        "place": "Vasamuseet",
        "fee": "50 kr",
        "prizes": PRIZES,
        "schedule": [{"time": "17:30", "text": "Avprickning"}, {"text": "Prisutdelning"}],
        "lateness": {"after": 5, "every": 10, "lost_after": 30},
        "agreed_positions": True,
    }
    shown = fields_of(organiser.get(f"/tournaments/{cup['id']}/announcement").get_data(as_text=True))
    assert [shown[name] for name in ("late_after", "late_every", "late_lost")] == ["5", "10", "30"]
    assert shown["agreed_positions"] == "1"
    public = words(api.client.get(f"/tournaments/{cup['id']}", headers={"Accept-Language": "en"}))
    assert RULE in public
    assert AGREED in public
    assert shown["prizes"].split("\n")[:3] == ["1. 10.000 kr", "3. Bok", "4. Bok"]
    assert (cup["stop"], cup["confirm"], cup["published"], cup["scoring"]["win"]) == ("when_decided", True, True, 3)
    assert cup["settings"] == {"bronze": True, "consolation": "", "last_chance": ""}
    assert cup["terms"] == [{"stage": "main", "from_end": 1, "length": {"games": 5}}]


@pytest.mark.parametrize(
    ("machine", "zone"), some([("America/New_York", "America/New_York"), ("UTC", ""), ("Etc/UTC", "")], ("UTC", ""))
)
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
    wrong |= {"single_elimination.consolation.way": "own"}
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
    assert "Write how many take part" in words(organiser.fill(f"{NEW}/plan", **{**WRITTEN, "players": "x"}))


@pytest.mark.parametrize("key", ["team_league", "team_knockout", "team_swiss"])
def test_a_tournament_of_teams_is_asked_and_planned_by_its_teams(organiser, key):
    league = {**WRITTEN, "format": key, "teams": "6", f"{key}.boards": "3", "players": "9"}
    league |= {"terms.1.stage": "", "terms.1.from_end": ""}
    page = sent(organiser, **league, step="plan")
    assert "Teams you expect" in words(page)
    assert "6 teams, 4 tables, until 22:30" in words(page)
    assert f'value="{key}" data-teams checked' in page.get_data(as_text=True)
    if key == "team_league":
        assert "5 rounds, 45 matches" in words(page)  # 15 meetings on 3 boards
    looked = words(sent(organiser, **league, step="look"))
    assert "With 6 teams" in looked
    wrong = sent(organiser, **{**league, "teams": "43"}, step="look")
    assert "Write a number from 2 to 42." in words(wrong)
    assert 'id="teams-wrong"' in wrong.get_data(as_text=True)


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


@pytest.mark.parametrize("form", some([format_.key for format_ in FORMATS], "groups_then_knockout", "team_league"))
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


@pytest.mark.parametrize(
    ("date", "begins", "is_past"), [("2026-05-27", "", True), ("2026-05-28", "", False), ("2026-05-28", "10:00", True)]
)
def test_a_begin_in_the_past_is_told_before_it_is_announced(api, organiser, date, begins, is_past):
    times = {"date": date, "from": begins, "until": "", "zone": "Europe/Stockholm"}
    looked = sent(organiser, **times, step="look")
    assert looked.status_code == 200
    assert ("past already" in words(looked)) is is_past


def test_the_form_says_of_which_zone_its_times_are(organiser):
    asked = organiser.get(NEW)
    zone = fields_of(asked.get_data(as_text=True))["zone"]
    told = f"Times are those of {zone}." if zone else "Times have no time zone yet."
    assert told in words(asked)
    changed = sent(organiser, zone="Europe/Helsinki", step="edit")
    assert "Times are those of Europe/Helsinki." in words(changed)


def test_the_first_proposal_is_an_evening_with_as_many_rounds_as_fit(organiser):
    values = fields_of(organiser.get(NEW).get_data(as_text=True))
    assert (values["from"], values["until"]) == ("18:00", "22:30")
    assert int(values["swiss.rounds"]) in range(1, 5)


def test_the_questions_ask_for_rounds_and_if_all_games_are_played(organiser):
    page = organiser.get(NEW).get_data(as_text=True)
    questions = page.partition('<div class="questions">')[2].partition("<details")[0]
    for field in ("swiss.rounds", "swiss_then_knockout.rounds", "length", "stop"):
        assert f'name="{field}"' in questions, field
        assert page.count(f'name="{field}"') == questions.count(f'name="{field}"')


@pytest.mark.parametrize(
    ("way", "own", "said"), [("none", "AB.", ""), ("usual", "AB.", "auto"), ("own", "AB.C.D.|.|.", "AB.C.D.|.|.")]
)
def test_a_consolation_is_none_the_usual_one_or_ones_own(api, organiser, way, own, said):
    form = {"format": "single_elimination", "single_elimination.consolation": own, "players": "24", "tables": "8"}
    looked = sent(organiser, **form, **{"single_elimination.consolation.way": way}, step="look")
    assert looked.status_code == 200
    organiser.fill(NEW, **fields_of(looked.get_data(as_text=True)), step="write")
    cup = announced(api)[0]
    assert (cup["settings"] or {}).get("consolation", "") == said
    page = organiser.get(f"/tournaments/{cup['id']}/announcement").get_data(as_text=True)
    select = page.partition('name="single_elimination.consolation.way"')[2].partition("</select>")[0]
    assert f'value="{way}" selected' in select


def test_the_brackets_of_the_settings_are_drawn_for_the_page(organiser):
    form = {**WRITTEN, "format": "single_elimination", "players": "8"}
    path = f"{NEW}/drawing"
    plain = organiser.fill(path, **form, **{"single_elimination.consolation.way": "none"}).text
    both = organiser.fill(path, **form, **{"single_elimination.consolation.way": "usual"}).text
    assert plain.startswith("<svg")
    assert ("Consolation" in plain, "Consolation" in both) == (False, True)


@pytest.mark.parametrize(
    ("format_", "setting", "text"),
    [
        ("single_elimination", "consolation", "?"),
        ("single_elimination", "consolation", "A.B.C.D.|."),
        ("swiss_then_knockout", "losers", "A.B.C.D.|."),
        ("groups_then_knockout", "losers", "A.B.C.D.|."),
    ],
)
def test_a_drop_string_that_does_not_fit_is_told_where_its_bracket_would_be(organiser, format_, setting, text):
    field = f"{format_}.{setting}"
    form = {**WRITTEN, "format": format_, "players": "8", f"{field}.way": "own", field: text}
    told = organiser.fill(f"{NEW}/drawing", **form)
    assert told.status_code == 200
    assert told.text.startswith('<p class="notice">It cannot be drawn: ')
    assert "&amp;" not in told.text
    fitting = organiser.fill(f"{NEW}/drawing", **{**form, f"{field}.way": "usual"}).text
    assert fitting.startswith("<svg")
    assert "Final of the consolation" in fitting


@pytest.mark.parametrize("format_", ["groups_then_knockout", "swiss_then_knockout", "stages"])
def test_two_consolations_are_refused_at_their_field_with_what_to_do_instead(api, organiser, format_):
    both = {f"{format_}.consolation": "1", f"{format_}.losers.way": "usual", "stages.second": "single_elimination"}
    refused = sent(organiser, **{**WRITTEN, "format": format_, "players": "16"}, **both, step="look")
    assert refused.status_code == 422
    page = refused.get_data(as_text=True)
    told = "A tournament has one consolation, and here it is for players who miss the knock-out"
    assert told in words(refused)
    assert page.count(f"{told}: choose one of the two, or let the losers play for places") == 1
    assert announced(api) == []
    instead = {**both, f"{format_}.losers.way": "none", f"{format_}.placement": "8"}
    looked = sent(organiser, **{**WRITTEN, "format": format_, "players": "16"}, **instead, step="look")
    assert looked.status_code == 200
    organiser.fill(NEW, **fields_of(looked.get_data(as_text=True)), step="write")
    [cup] = announced(api)
    assert (cup["settings"]["consolation"], cup["settings"]["placement"]) == (True, 8)
