"""The page of a tournament's entries: names, lists and files, looked at first and written in one press."""

import html
import io
import re

import pytest

from tests.support.pages.forms import hidden
from tests.support.signed_in import FORMS, signed_in

CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss"}
SIXTEEN = [f"Person {letter} av Sundbybergskretsen" for letter in "ABCDEFGHIJKLMNOP"]


@pytest.fixture
def organiser(api):
    """An organiser of the club in a browser."""
    api.post("/v1/clubs/vasa/players", [{"name": "Åsa Öberg", "rating": 1500}, {"name": "Bo Ek", "rating": 1600}])
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api):
    return api.post("/v1/clubs/vasa/tournaments", CUP).json["id"]


def entered(api, cup):
    return {
        entry["name"]: entry for entry in api.get(f"/v1/tournaments/{cup}").json["entries"] if not entry["withdrawn"]
    }


def players(api):
    return {player["name"]: player for player in api.get("/v1/clubs/vasa/players").json["players"]}


def fields(page):
    """The fields that a browser would send with the first form of a page."""
    text = page.get_data(as_text=True)
    found = dict.fromkeys(re.findall(r'<textarea name="(members\.\d+)"', text), "")
    for tag in re.findall(r"<input [^>]*>", text):
        name, value = (re.search(rf' {each}="([^"]*)"', tag) for each in ("name", "value"))
        if name and 'type="checkbox"' not in tag:
            found[name[1]] = html.unescape(value[1]) if value else ""
    for name, body in re.findall(r'<textarea name="(members\.\d+)"[^>]*>([^<]*)', text):
        found[name] = html.unescape(body)
    return found


def look(browser, cup, text):
    return browser.fill(f"/tournaments/{cup}/entries/list", list=text)


def write(browser, cup, form):
    return browser.fill(f"/tournaments/{cup}/entries", **form)


def states(page):
    """The kind of each line, in order."""
    return re.findall(r'<li class="(known|new|back|entered|twice|choose|wrong)">', page.get_data(as_text=True))


def words(page):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page.get_data(as_text=True))).split())


# ── lists ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_sixteen_pasted_names_are_entered_with_two_presses(api, organiser, cup):
    seen = look(organiser, cup, "\n".join(SIXTEEN))
    assert (seen.status_code, states(seen)) == (200, ["new"] * 16)
    assert (entered(api, cup), len(players(api))) == ({}, 2)
    assert write(organiser, cup, fields(seen)).status_code == 303
    assert list(entered(api, cup)) == SIXTEEN
    assert set(SIXTEEN) < players(api).keys()


def test_each_line_says_what_it_becomes_and_nothing_is_written(api, organiser, cup):
    api.post("/v1/clubs/vasa/players", ["Asa Oberg", "Cilla"])
    api.post(f"/v1/tournaments/{cup}/entries", ["Bo Ek"])
    before = api.everything_written()
    seen = look(organiser, cup, "bo ek\nÅSA ÖBERG\nasa Öberg\nCilla;15x\nDag; 1400; Huk\ndag\nEva;10000")
    assert states(seen) == ["entered", "known", "choose", "wrong", "new", "twice", "wrong"]
    assert "line 4" in words(seen)
    assert "the rating is not a whole number up to 9999" in words(seen)
    assert api.everything_written() == before


def test_corrections_in_place_and_lines_left_out_are_what_is_written(api, organiser, cup):
    api.post("/v1/clubs/vasa/players", ["Asa Oberg"])
    form = fields(look(organiser, cup, "asa Öberg\nCilla;15x;Huk\nDag\nEva"))
    refused = write(organiser, cup, form)
    assert (refused.status_code, entered(api, cup)) == (422, {})
    form |= {"choice.1": players(api)["Asa Oberg"]["id"], "rating.2": "1450", "name.3": "Dag Hall", "drop.4": "1"}
    assert write(organiser, cup, form).status_code == 303
    found = entered(api, cup)
    assert list(found) == ["Asa Oberg", "Cilla", "Dag Hall"]
    assert (found["Cilla"]["rating"], found["Cilla"]["group"]) == (1450, "Huk")


def test_a_second_press_and_a_second_organiser_enter_no_player_twice(api, organiser, cup):
    other = signed_in(api, "Bodil", "organiser")
    mine, theirs = (fields(look(each, cup, "Cilla\nDag\nÅsa Öberg")) for each in (organiser, other))
    assert [write(organiser, cup, mine).status_code for _ in range(2)] == [303, 303]
    version = api.get(f"/v1/tournaments/{cup}").json["version"]
    answer = write(other, cup, theirs)
    assert answer.headers["Location"].endswith("entered=0")
    assert api.get(f"/v1/tournaments/{cup}").json["version"] == version
    assert len([player for player in players(api) if player in ("Cilla", "Dag")]) == 2


@pytest.mark.parametrize("separator", ["\t", ";", ","])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_a_file_of_a_spreadsheet_is_a_list(api, organiser, cup, separator, encoding):
    rows = [["Namn", "Klubb", "Rating"], ["Åsa Öberg", "Vasa", ""], ["Örjan Ås", "Huk", "1700"]]
    data = "\r\n".join(separator.join(row) for row in rows).encode(encoding)
    upload = {"file": (io.BytesIO(data), "people.csv"), "list": ""}
    seen = organiser.client.post(f"/tournaments/{cup}/entries/list", data=upload, headers=FORMS)
    assert states(seen) == ["known", "new"]
    write(organiser, cup, fields(seen))
    found = entered(api, cup)
    assert [(each["rating"], each["group"]) for each in found.values()] == [(1500, "Vasa"), (1700, "Huk")]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"list": ""}, "Paste a list first"),
        ({"list": "\n\n ;\n"}, "Paste a list first"),
        ({"list": "\n".join(map(str, range(201)))}, "The list has 201 lines. Take at most 200 at once."),
        ({"name": "  "}, "Write a name first."),
        ({"lines": "0"}, "No line is left."),
        ({"list": 'x\n"' + "\n" * 3 + "y" * 200_000}, "Too much at once"),
    ],
)
def test_a_list_that_is_none_is_told_in_words(api, organiser, cup, form, said):
    answer = organiser.fill(f"/tournaments/{cup}/entries/list", **form)
    assert answer.status_code in (413, 422)
    assert said in words(answer)
    assert entered(api, cup) == {}


# ── one name ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_known_name_is_entered_at_once_and_a_new_one_is_shown_first(api, organiser, cup):
    known = organiser.fill(f"/tournaments/{cup}/entries/list", name="  bo   ek ", rating="1650", group="Huk")
    assert known.status_code == 303
    assert "Bo Ek has entered." in words(organiser.get(known.headers["Location"]))
    assert [(each["rating"], each["group"]) for each in entered(api, cup).values()] == [(1650, "Huk")]
    again = organiser.fill(f"/tournaments/{cup}/entries/list", name="Bo Ek")
    assert (again.status_code, "Bo Ek had entered already." in words(again)) == (200, True)
    new = organiser.fill(f"/tournaments/{cup}/entries/list", name="Bo Eks")
    assert (states(new), len(entered(api, cup))) == (["new"], 1)


def test_the_clubs_names_complete_what_is_typed(organiser, cup):
    assert '<option value="Åsa Öberg"></option>' in organiser.get(f"/tournaments/{cup}/entries").get_data(as_text=True)


# ── what can be done about an entry ──────────────────────────────────────────────────────────────────────────────────
def test_an_entry_is_taken_back_and_comes_back(api, organiser, cup):
    api.post(f"/v1/tournaments/{cup}/entries", ["Bo Ek", "Åsa Öberg"])
    bo = f"/tournaments/{cup}/entries/{entered(api, cup)['Bo Ek']['player']}"
    assert organiser.fill(f"{bo}/withdrawal").status_code == 303
    assert list(entered(api, cup)) == ["Åsa Öberg"]
    twice = organiser.fill(f"{bo}/withdrawal")
    assert (twice.status_code, "Bo Ek has withdrawn already" in words(twice)) == (409, True)
    assert organiser.fill(f"{bo}/return").status_code == 303
    assert list(entered(api, cup)) == ["Åsa Öberg", "Bo Ek"]


def test_a_changed_entry_is_not_overwritten_by_an_organiser_who_saw_the_old_one(api, organiser, cup):
    api.post(f"/v1/tournaments/{cup}/entries", ["Bo Ek"])
    path = f"/tournaments/{cup}/entries/{entered(api, cup)['Bo Ek']['player']}"
    seen = {"seen_name": "Bo Ek", "seen_rating": "1600", "seen_group": ""}
    assert organiser.fill(path, name="Bo Ek", rating="1700", group=" Huk ", **seen).status_code == 303
    late = organiser.fill(path, name="Bo Ek", rating="1200", group="", **seen)
    assert (late.status_code, "was changed meanwhile" in words(late)) == (409, True)
    bad = organiser.fill(path, name="", rating="x", group="", **seen)
    assert bad.status_code == 422
    assert [(each["rating"], each["group"]) for each in entered(api, cup).values()] == [(1700, "Huk")]


def test_the_page_leads_on_to_what_comes_next(api, organiser):
    for check_in, first in ((False, "/seeding"), (True, "/check-in")):
        cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "check_in": check_in}).json["id"]
        path = f"/tournaments/{cup}/entries"
        assert "On to" not in words(organiser.get(path))
        api.post(f"/v1/tournaments/{cup}/entries", ["Bo Ek", "Åsa Öberg"])
        onward = organiser.get(path).get_data(as_text=True).rpartition('class="button primary"')[2]
        assert onward.startswith(f' href="/tournaments/{cup}{first}"')


def test_an_organiser_is_told_what_another_one_did_to_an_entry(api, organiser, cup):
    api.post(f"/v1/tournaments/{cup}/entries", ["Bo Ek"])
    bo = f"/tournaments/{cup}/entries/{entered(api, cup)['Bo Ek']['player']}"
    form = hidden(organiser.get(f"/tournaments/{cup}/entries"), 'name="seen_name"')
    other = signed_in(api, "Bodil Ås", "organiser")
    other.fill(bo, **form, name="Bo Ek", rating="1700", group="Huk")
    late = organiser.fill(bo, **form, name="Bo", rating="1200", group="")
    assert (late.status_code, "Bodil Ås" in words(late)) == (409, True)
    assert [(each["name"], each["rating"]) for each in entered(api, cup).values()] == [("Bo Ek", 1700)]
    other.fill(f"{bo}/withdrawal")
    late = organiser.fill(f"{bo}/withdrawal", version=form["version"])
    assert (late.status_code, "Bodil Ås" in words(late)) == (409, True)


def test_after_the_start_late_players_come_in_at_the_check_in_where_the_format_takes_them(api, organiser):
    for form, late in (({"settings": {"rounds": 3}}, True), ({"format": "single_elimination"}, False)):
        cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, **form}).json["id"]
        api.post(f"/v1/tournaments/{cup}/entries?register=1", ["Bo Ek", "Cilla", "Dag", "Eva"])
        api.post(f"/v1/tournaments/{cup}/start", {})
        page = words(organiser.get(f"/tournaments/{cup}/entries"))
        assert ("Late entry" in page, "Enter a player" in page) == (late, False)
        organiser.fill(f"/tournaments/{cup}/entries/list", name="Åsa Öberg")
        assert ("Åsa Öberg" in entered(api, cup)) is late


# ── teams ────────────────────────────────────────────────────────────────────────────────────────────────────────────
LEAGUE = {**CUP, "format": "team_league", "settings": {"boards": 2}}


def test_teams_are_pasted_with_their_boards(api, organiser):
    cup = api.post("/v1/clubs/vasa/tournaments", LEAGUE).json["id"]
    seen = look(organiser, cup, "Lag Vasa: Åsa Öberg, Cilla\nLag Huk: Bo Ek, Dag\nLag Tre: Cilla, Eva\nLag Fyra: ")
    assert states(seen) == ["new", "new", "wrong", "wrong"]
    assert "Cilla plays for another team" in words(seen)
    assert "New to the club: Cilla" in words(seen)
    form = fields(seen) | {"members.3": "Eva\nFia", "drop.4": "1"}
    assert write(organiser, cup, form).status_code == 303
    teams = entered(api, cup)
    assert {name: [member["name"] for member in team["members"]] for name, team in teams.items()} == {
        "Lag Vasa": ["Åsa Öberg", "Cilla"],
        "Lag Huk": ["Bo Ek", "Dag"],
        "Lag Tre": ["Eva", "Fia"],
    }
    line_up = {"members": "Cilla\nÅsa Öberg", "round": 2, "reason": "ombytta"}
    path = f"/tournaments/{cup}/entries/{teams['Lag Vasa']['player']}"
    assert organiser.fill(f"{path}/lineup", **line_up).status_code in (303, 409)
    api.post(f"/v1/tournaments/{cup}/start", {})
    assert organiser.fill(f"{path}/lineup", **line_up).status_code == 303
    assert entered(api, cup)["Lag Vasa"]["lineups"][-1]["round"] == 2
    assert "From round 2 on: Cilla , Åsa Öberg" in words(organiser.get(f"/tournaments/{cup}/entries"))
    swap = {"step": "swap", "round": 1, "one": 1, "other": 2}
    for wrong in ({"other": 1}, {"one": 3}, {"one": ""}, {"other": "x"}):
        assert organiser.fill(f"{path}/lineup", **{**swap, **wrong}).status_code == 422
    assert organiser.fill(f"{path}/lineup", **swap).status_code == 303
    vasa = entered(api, cup)["Lag Vasa"]
    names = {member["player"]: member["name"] for member in vasa["members"]}
    swapped = vasa["lineups"][-1]
    assert (swapped["round"], [names[player] for player in swapped["players"]]) == (1, ["Cilla", "Åsa Öberg"])
    assert "Lag Vasa Cilla Åsa Öberg" in words(organiser.get(f"/tournaments/{cup}/entries"))
    events = api.get(f"/v1/tournaments/{cup}/events", role="organiser").json["events"]
    assert [event["reason"] for event in events if event["type"] == "TeamLinedUp"] == ["ombytta", ""], "none was typed"


def test_a_team_is_typed_and_comes_back_with_its_players(api, organiser):
    cup = api.post("/v1/clubs/vasa/tournaments", LEAGUE).json["id"]
    seen = organiser.fill(f"/tournaments/{cup}/entries/list", name="Lag Vasa", members="Bo Ek\nCilla\n")
    assert states(seen) == ["new"]
    write(organiser, cup, fields(seen))
    path = f"/tournaments/{cup}/entries/{entered(api, cup)['Lag Vasa']['player']}"
    organiser.fill(f"{path}/withdrawal")
    assert entered(api, cup) == {}
    assert organiser.fill(f"{path}/return").status_code == 303
    assert [member["name"] for member in entered(api, cup)["Lag Vasa"]["members"]] == ["Bo Ek", "Cilla"]


# ── rights ───────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("role", ["viewer", "scorer", "referee"])
def test_only_organisers_see_and_change_the_entries(api, cup, role):
    browser = signed_in(api, "Carl", role)
    assert browser.get(f"/tournaments/{cup}/entries").status_code == 403
    for part, form in (("/list", {"list": "x"}), ("", {"lines": "1", "name.1": "x"}), ("/p_x/withdrawal", {})):
        assert browser.fill(f"/tournaments/{cup}/entries{part}", **form).status_code == 403
    assert entered(api, cup) == {}


def test_a_form_of_another_site_changes_nothing(api, organiser, cup):
    answer = organiser.client.post(
        f"/tournaments/{cup}/entries/list", data={"name": "Bo Ek"}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert (answer.status_code, entered(api, cup)) == (403, {})
