"""The files of a tournament on one page: every export is there, opens, and is seen by those who may see the files."""

import html
import re

import pytest

from service.exports import CSV, EXPORTS, Export
from tests.support.pictures.prints import texts
from tests.support.signed_in import Browser, signed_in


@pytest.fixture
def cup(api):
    cup = api.tournament(4, published=True, name="Höstbräde")
    assert api.post(f"/v1/tournaments/{cup}/start").status_code == 200
    return cup


def page(browser, tournament, language="en"):
    asked = {"Accept": "text/html", "Accept-Language": language}
    answer = browser.client.get(f"/tournaments/{tournament}/files", headers=asked)
    assert answer.status_code == 200, answer.text
    return answer.text


def addresses(text):
    return [html.unescape(each) for each in re.findall(r'href="(/v1/[^"]+)"', text)]


def test_every_export_is_on_the_page_and_every_link_opens(api, cup):
    reader = Browser(api)
    assert "prizes.pdf" not in page(reader, cup), "no money is planned"
    plan = {"currency": "SEK", "prizes": [{"amount": "100"}]}
    assert api.send("PUT", f"/v1/tournaments/{cup}/money", "organiser", json=plan).status_code == 200
    links = {*addresses(page(reader, cup))}
    rounds = len(api.deps.repository.tournament(cup).rounds)
    for name, export in EXPORTS.items():
        count = sum(link.partition("?")[0].endswith(f"/{name}") for link in links)
        assert count == (rounds if export.of_round else 2 if name.startswith("newspaper") else 1), name
    for link in links:
        answer = reader.client.get(link)
        assert answer.status_code == 200, link
        assert answer.data, link


def test_an_export_that_is_new_appears_by_itself(api, cup, monkeypatch):
    made = Export(CSV, "New.", lambda paper, asked: b"new")
    monkeypatch.setitem(EXPORTS, "prizes.csv", made)
    text = page(Browser(api), cup)
    assert f"/v1/tournaments/{cup}/prizes.csv?bom=1" in addresses(text)
    assert f"/v1/tournaments/{cup}/prizes.csv?bom=1&separator=%3B" in addresses(page(Browser(api), cup, "sv"))
    assert "For a spreadsheet." in text


def test_every_export_says_in_its_own_words_what_it_is_for(api, cup):
    text = page(Browser(api), cup)
    assert "To read and to print." not in text
    assert "For a spreadsheet." not in text


def test_a_round_that_is_only_drafted_has_files_for_referees_alone(api):
    cup = api.tournament(4, published=True, drafts=True)
    assert api.post(f"/v1/tournaments/{cup}/start").status_code == 200
    assert "/rounds/1/" not in page(Browser(api), cup)
    assert "/rounds/1/pairings.html" in page(signed_in(api, "Bo", "referee"), cup)


def test_the_page_has_the_rights_of_the_files(api):
    closed = api.tournament(2, published=False)
    path = f"/tournaments/{closed}/files"
    assert Browser(api).client.get(path).status_code == 401
    viewer = signed_in(api, "Vera", "viewer")
    assert viewer.client.get(path).status_code == 200
    assert viewer.client.get(f"/v1/tournaments/{closed}/standings.html").status_code == 200


def test_the_page_is_linked_from_where_people_look_for_it(api, cup, judge):
    organiser, path = signed_in(api, "Anna", "organiser"), f'href="/tournaments/{cup}/files"'
    assert path in organiser.client.get(f"/tournaments/{cup}/organise").text
    assert path in Browser(api).client.get(f"/tournaments/{cup}").text
    assert api.post(f"/v1/tournaments/{cup}/end", {"reason": "rain"}).status_code == 200
    judge()
    assert path in organiser.client.get("/clubs/vasa").text


def test_only_people_who_make_slips_are_led_to_them(api):
    cup = api.tournament(4, published=True)
    assert api.post(f"/v1/tournaments/{cup}/tables", {"tables": ["1", "2"]}).status_code == 200
    slips = f'href="/tournaments/{cup}/links"'
    assert slips not in page(Browser(api), cup)
    assert slips in page(signed_in(api, "Bo", "referee"), cup)


def test_the_page_says_what_a_printed_code_does_and_that_there_is_none_while_the_hall_is_closed(api):
    cup = api.tournament(4, published=True)
    assert api.post(f"/v1/tournaments/{cup}/tables", {"tables": ["1", "2"]}).status_code == 200
    code, none = "The code on a result slip opens its match", "The slips are printed without codes"
    stranger, referee = page(Browser(api), cup), page(signed_in(api, "Bo", "referee"), cup)
    assert (code in stranger, none in stranger) == (True, False)
    assert (code in referee, none in referee) == (False, True)


@pytest.mark.parametrize(("form", "field"), [("double_elimination", 20), ("single_elimination", 4)])
def test_the_page_says_the_sheets_of_a_poster_and_the_print_has_them(api, form, field):
    cup = api.tournament(field, published=True, format=form)
    assert api.post(f"/v1/tournaments/{cup}/start").status_code == 200
    print_ = Browser(api).client.get(f"/v1/tournaments/{cup}/bracket.pdf?lang=sv")
    number = len(texts(print_.data))
    assert print_.headers["Brade-Sheets"] == str(number)
    assert (number > 1) == (field == 20)
    assert f"({number} A4-blad)" in page(Browser(api), cup, "sv")
    english = page(Browser(api), cup)
    links = re.findall(r'href="(/v1/[^"]+\.pdf\?lang=en)">[^<]*\((\d+) sheets? of A4\)', english)
    assert [each.rsplit("/", 1)[1].partition(".")[0] for each, _ in links] == [
        *("everything", "pairings", "standings", "bracket", "slips"),
    ]
    for address, told in links:
        assert Browser(api).client.get(address).headers["Brade-Sheets"] == told, address


def test_a_drawing_of_a_tournament_without_entries_is_a_sheet(api):
    cup = api.tournament(2, published=True, format="single_elimination")
    assert "1 sheet of A4" in page(Browser(api), cup)


def test_every_print_tells_programs_its_sheets(api, cup):
    for address in ("standings.pdf", "booklet.pdf", "rounds/1/everything.pdf"):
        print_ = Browser(api).client.get(f"/v1/tournaments/{cup}/{address}")
        assert print_.headers["Brade-Sheets"] == str(len(texts(print_.data))), address
