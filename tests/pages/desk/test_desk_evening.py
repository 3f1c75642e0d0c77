"""A referee's evening at eight live tables, in a real browser: alarms, rulings, corrections, rounds."""

import json
import re

import pytest

from core.events import ClockSet, ClockStarted, FlagClaimed, RefereeCalled
from tests.support.pages.browser import needs_chromium
from tests.support.pages.club_evening import illegal
from tests.support.pages.desk import SOON, another, card, desk, live, ruled
from tests.support.proving import prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]


# ── what needs the referee ───────────────────────────────────────────────────────────────────────────────────────────
def test_an_illegal_play_needs_the_referee_within_a_moment_and_the_ruling_is_seen_before_it_is_written(
    browser, evening
):
    match = evening.matches[2]
    with desk(browser, evening) as page:
        live(page)
        expect(page.locator(".calm")).to_be_visible()
        evening.record(3, illegal(evening.facts[match])[len(evening.facts[match]) :])
        need = page.locator('.need[data-kind="illegal"]')
        expect(need).to_be_visible(timeout=SOON)
        expect(card(page, match).locator(".state")).to_have_text("otillåtet drag", timeout=SOON)
        expect(page.locator("#said")).to_contain_text("Bord 3 otillåtet drag")

        need.locator("a").click()
        act = page.locator("#act-let_stand")
        expect(act).to_have_attribute("open", "")
        act.get_by_label("Skäl").fill("båda är överens")
        act.get_by_role("button").click()
        shown = json.loads(page.locator(".preview pre").text_content())
        assert shown["type"] == "RulingMade"
        assert (shown["kind"], shown["reason"]) == ("let_stand", "båda är överens")
        assert not ruled(evening, match), "it was looked at and not written"
        sentence = page.locator(".preview .sentences")
        expect(sentence).to_contain_text("– båda är överens")
        words, machine = sentence.bounding_box(), page.locator(".preview .as-sent").bounding_box()
        assert words["y"] < machine["y"], "words come before what machines read"
        assert machine["height"] < 48, "and that is folded"

        page.get_by_role("button", name="Spara", exact=True).click()
        expect(page.locator(".written")).to_be_visible()
        (written,) = ruled(evening, match)
        assert {name: written[name] for name in shown} == shown
        page.keyboard.press("Escape")
        expect(need).to_have_count(0)
        expect(page.locator(".log li").first).to_contain_text("Domslut: ")


@prove
def test_calls_and_flags_come_before_illegal_plays(browser, evening):
    with desk(browser, evening) as page:
        live(page)
        evening.record(3, illegal(evening.facts[evening.matches[2]])[12:])
        clock = [ClockSet({"white": 60_000, "black": 60_000}, 12_000), ClockStarted("black"), FlagClaimed("white")]
        evening.record(1, clock, by="referee")
        evening.record(2, [RefereeCalled("black", "en tärning på kanten")])
        expect(page.locator(".need")).to_have_count(3, timeout=SOON)
        kinds = page.locator(".need").evaluate_all("all => all.map(each => each.dataset.kind)")
        assert kinds == ["called", "flag", "illegal"]


@prove
def test_facts_are_taken_back_from_the_list_and_what_follows_is_told_before(browser, evening):
    match = evening.matches[0]
    with desk(browser, evening) as page:
        card(page, match).locator(".open").click()
        last = page.locator(".lines li").first
        number = last.locator(".n").inner_text()
        last.locator(".take-back").click()
        act = page.locator("#act-void")
        expect(act.get_by_label("Från händelse")).to_have_value(number)
        act.get_by_label("Skäl").fill("tärningen låg snett")
        act.get_by_role("button").click()
        expect(page.locator(".effects")).to_contain_text("Sedan:")
        page.get_by_role("button", name="Spara", exact=True).click()
        expect(page.locator(".lines li.voided")).to_have_count(1)
        assert ruled(evening, match)[0]["from_version"] == int(number)


@prove
def test_what_cannot_be_is_said_and_not_written(browser, evening):
    match = evening.matches[0]
    with desk(browser, evening) as page:
        card(page, match).locator(".open").click()
        page.locator("#act-void summary").click()
        act = page.locator("#act-void")
        act.get_by_label("Från händelse").fill("1")
        act.get_by_label("till händelse").fill("1")
        act.get_by_label("Skäl").fill("fel")
        act.get_by_role("button").click()
        expect(page.locator(".problem")).to_contain_text("M5")
        expect(page.get_by_role("button", name="Spara", exact=True)).to_have_count(0)
        page.get_by_role("link", name="Avbryt", exact=True).click()
        expect(page.locator(".preview")).to_have_count(0)


@prove
def test_a_ruling_on_what_has_moved_meanwhile_is_not_written(browser, evening):
    match = evening.matches[0]
    with desk(browser, evening) as page:
        live(page)
        card(page, match).locator(".open").click()
        page.locator("#act-note summary").click()
        page.locator("#act-note").get_by_label("Anteckning").fill("lugnt")
        page.locator("#act-note").get_by_role("button").click()
        expect(page.locator(".preview")).to_be_visible()
        evening.record(1, [RefereeCalled("white", "frågan")])
        page.get_by_role("button", name="Spara", exact=True).click()
        expect(page.locator(".problem")).to_contain_text("Någon hann före")
        assert not ruled(evening, match)
    browser.complaints.clear()  # the browser says that nothing was written


# ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@prove
def test_a_correction_tells_what_moves_in_the_bracket_before_it_is_written(browser, evening):
    rest = evening.matches[4:]
    for match in rest:
        evening.result(match)
    match, part = rest[0], f"/v1/tournaments/{evening.tournament}"

    def second_round():
        rows = evening.organiser.ask("GET", f"{part}/matches")["matches"]
        return {name for row in rows if row["round"] == 2 for name in (row["white"]["name"], row["black"]["name"])}

    row = next(each for each in evening.organiser.ask("GET", f"{part}/matches")["matches"] if each["id"] == match)
    before, after = row["white"]["name"], row["black"]["name"]
    with desk(browser, evening, "?round=1") as page:
        card(page, match).locator(".open").click()
        page.get_by_role("link", name="Rätta resultatet").click()
        page.get_by_label("Partier som spelades").fill("222")
        page.get_by_label("Skäl").fill("protokollet lästes fel")
        page.get_by_role("button", name="Se vad som följer").click()
        changed = page.locator(".before-after")
        expect(changed).to_contain_text(re.compile("3–0.*0–3"))
        expect(changed).to_contain_text(after)
        assert before in second_round() or not second_round()
        page.get_by_role("button", name="Spara", exact=True).click()
        expect(page).to_have_url(re.compile(f"/desk/{evening.tournament}/tables/{match}$"))
        assert after in second_round()
        assert before not in second_round()
        page.get_by_role("link", name="Alla bord").click()
        expect(card(page, match).locator(".state")).to_have_text("avgjord")


@prove
def test_the_next_round_of_a_swiss_is_looked_at_paired_and_published(browser, service):
    evening = another(service, format="swiss", settings={"rounds": 4}, drafts=True)
    part = f"/v1/tournaments/{evening.tournament}"

    def rounds():
        return [round_["draft"] for round_ in evening.organiser.ask("GET", part)["rounds"]]

    if not rounds():
        evening.organiser.ask("POST", f"{part}/rounds", {})
    with desk(browser, evening, role="organiser") as page:
        step, desk_page = page.locator(".head-step .step"), page.url
        if rounds() == [True]:
            step.click()
            page.get_by_role("button", name="Publicera rond 1").click()
            expect(page.locator("main")).to_contain_text("Rond 1 är publicerad")
            page.goto(desk_page)
        expect(page.locator(".table-card")).to_have_count(8, timeout=SOON)
        for row in evening.organiser.ask("GET", f"{part}/matches")["matches"]:
            evening.result(row["id"])
        expect(step).to_have_text("Lotta rond 2…", timeout=SOON)
        step.click()
        expect(page.locator(".drafted > li")).to_have_count(8)
        assert rounds() == [False, True]
        page.get_by_role("button", name="Publicera rond 2").click()
        expect(page).to_have_url(re.compile("/rounds/2/results"))
        page.goto(desk_page)
        expect(page.locator("#part-progress")).to_contain_text("Rond 2 av 4", timeout=SOON)
        assert rounds() == [False, False]


@prove
def test_clocks_are_on_the_cards_and_run_by_themselves(browser, evening):
    match = evening.matches[0]
    evening.record(1, [ClockSet({"white": 600_000, "black": 300_000}, 0), ClockStarted("black")], by="referee")
    with desk(browser, evening, locale="en-GB") as page:
        live(page)
        white, black = card(page, match).locator(".time").all()
        expect(white).to_contain_text("10:00")
        expect(black).to_have_class("time runs")
        expect(black).to_contain_text(re.compile("4:([0-4]|5[0-8])"), timeout=15_000)
        card(page, match).locator(".open").click()
        expect(page.locator("#drawer .time.runs")).to_contain_text(re.compile("4:[0-5]"))
        for clocks in (f'.table-card[data-match="{match}"] .pair', "#drawer table:has(.time)"):  # the rest has none
            assert browser.violations(page, clocks) == []


@prove
def test_on_a_device_whose_clock_is_put_right_all_times_go_by_the_services(browser, evening):
    match = evening.matches[0]
    with desk(browser, evening) as page:
        live(page)
        page.evaluate("{ const before = Date.now; Date.now = () => before() + 3_600_000; }")
        evening.record(1, [ClockSet({"white": 600_000, "black": 300_000}, 0), ClockStarted("black")], by="referee")
        expect(card(page, match).locator(".time.runs")).to_contain_text(re.compile("4:[0-5]"))
        expect(card(page, match).locator("time[data-ago]")).to_have_text(re.compile("^0:[0-5][0-9]$"))
