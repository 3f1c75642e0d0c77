"""Prints as PDF: whole for readers that others wrote, every name on them, and a poster that its sheets make up."""

import json
import re
from itertools import pairwise

import pytest

from core.events import (
    AppealDecided,
    FlagRejected,
    PenaltyGiven,
    PlayerWithdrew,
    Recorded,
    ResultDecided,
    RulingMade,
    WarningGiven,
    WithdrawalTakenBack,
)
from core.timestamps import unix_ms
from core.tournament import Tournament
from core.tournament.decisions import set_tables, start
from core.tournament.decisions.money import Paid, note_payment, plan_money, set_classes
from core.tournament.model.money import Plan, Pool, Prize
from core.tournament.model.reasons import ABSENT, own_reason, withdrew
from core.tournament.model.values import RoundTime
from core.tournament.model.visibility import before_round
from core.tournament.money.account import account
from core.tournament.standings.close_places import close_places
from core.tournament.standings.standings import sections, standings
from core.tournament.terms import terms_of
from core.tournament.timetable.changes import schedule
from core.tournament.timetable.jobs import jobs_of
from core.tournament.timetable.proposal import Wish, proposal
from service.exports import EXPORTS, PDF, ExportOptions, paper
from service.exports.fonts import EAST_ASIAN, OTHER_SCRIPTS
from service.exports.pdf.document import Table
from service.exports.pdf.faces import faces_for
from service.exports.pdf.letter_sizes import sized
from service.exports.pdf.table_parts import standings_part
from service.translations.amounts import amount_in_words
from service.translations.export_words import language
from tests.support.paths import TESTS
from tests.support.pictures.prints import codes, faults, letters_over_letters, sheets, texts
from tests.support.proving import some
from tests.support.tournament.of_every_format import KEYS, entered, on_paper, played
from tests.support.tournament.written_results import after

PRINTS = [name for name, export in EXPORTS.items() if export.media == PDF]
NAMES = ("Åsa Åkesson", "Örjan Ödmark", "Siv & Söner", "#panic()", "*bold* $x$ `y`", "محمد", "Éva", "@home <b>")
EVENT = {
    "starts": "2026-11-28T10:00",
    "zone": "Europe/Stockholm",
    "place": "Vasamuseet",
    "fee": "100 kr",
    "prizes": [{"place": 1, "text": "Pokal"}],
    "schedule": [{"time": "10:30", "text": "Rond 1"}],
    "contact": "anna@example.org",
    "description": "Tag med bräde.",
}
ORIGIN = "https://brade.example/"


def made(tournament: Tournament, name: str, lang: str = "en", number: int = 1) -> bytes:
    return EXPORTS[name].make(
        on_paper(tournament), ExportOptions(lang=lang, round=number, origin=ORIGIN, club="Vasa Bräde")
    )


def said(tournament: Tournament, name: str, lang: str = "en", number: int = 1) -> str:
    return " ".join(texts(made(tournament, name, lang, number)))


def held(form: str, most: int | None = None) -> Tournament:
    return played(entered(form, len(NAMES), NAMES.__getitem__, details=EVENT), most=most)


@pytest.mark.parametrize("form", some(KEYS, "swiss"))
def test_every_print_of_any_format_is_whole_tagged_and_has_its_fonts_within(form: str) -> None:
    for state in (entered(form, 9), played(entered(form, 9), most=4), played(entered(form, 9))):
        for name in PRINTS:
            if state.rounds or not EXPORTS[name].of_round:
                assert not faults(made(state, name, "sv")), name


@pytest.mark.parametrize("name", ["standings.pdf", "crosstable.pdf", "pairings.pdf", "everything.pdf", "booklet.pdf"])
def test_every_name_is_on_the_print_as_it_is_written(name: str) -> None:
    print_ = said(held("swiss"), name)
    assert [each for each in NAMES if each not in print_ and "".join(reversed(each)) not in print_] == []


OF_ALL_SCRIPTS = (
    *json.loads((TESTS / "data" / "cases" / "pdf-names.json").read_text())["names_that_fall"],
    *("李小龍", "さくら 太郎", "김철수", "สมชาย ใจดี", "ქეთი", "Յոհան", "አበበ", "மகேஷ்", "বাংলা", "ខ្មែរ", "Ωμέγα"),
    *("Emil 😀", "👨‍👩‍👧 Ek", "Z̷̢͘a̵l̴g̶o̵", "李́ Bo", "A⃝ Bo"),
)
NO_FONT = ("Lü 𓀀 Ek", "ދި", "བོད", "\ue000 Bo", "𞤀𞤁")


@pytest.mark.parametrize("print_", some(PRINTS, "bracket.pdf", "standings.pdf", "slips.pdf"))
def test_every_print_is_made_of_names_in_all_scripts(print_: str) -> None:
    names = (*OF_ALL_SCRIPTS, *NO_FONT)
    state = played(entered("single_elimination", len(names), names.__getitem__, details=EVENT))
    print_made = made(state, print_)
    assert faults(print_made) == []
    assert print_made == made(state, print_)


@pytest.mark.parametrize("name", ["李小龍", "さくら", "김철수", "สมชาย", "ქეთი", "Յոհան", "አበበ", "Ωμέγα", "Žofie"])
def test_a_name_in_another_script_is_on_paper_in_its_letters(name: str) -> None:
    state = played(entered("single_elimination", 2, (name, "Bo Ek").__getitem__))
    for print_ in ("standings.pdf", "bracket.pdf"):
        print_made = " ".join(texts(made(state, print_)))
        assert name in print_made
        assert "Bo Ek" in print_made


def test_a_letter_that_no_font_has_is_a_box_with_its_number_and_costs_no_other_letter_its_own() -> None:
    state = played(entered("swiss", 3, ("Lü 𓀀呂布", "Žofie", "Ωμέγα").__getitem__))
    for print_ in ("standings.pdf", "pairings.pdf"):
        on_paper_ = said(state, print_)
        assert all(each in on_paper_ for each in ("Lü", "13000", "呂布", "Žofie", "Ωμέγα"))


def test_marks_that_the_font_of_their_letter_shares_with_another_do_not_cost_the_letter() -> None:
    on_paper_ = said(played(entered("swiss", 2, ("李\u0301 Bo", "Åsa").__getitem__)), "standings.pdf")
    assert "李 Bo" in on_paper_


def test_a_print_of_latin_names_needs_no_fonts_of_other_scripts() -> None:
    assert faces_for(["Åsa Žofie", "5 – 3"]).packages == ()
    assert faces_for(["Åsa", "ქეთი 😀"]).packages == (OTHER_SCRIPTS,)
    assert faces_for(["李"]).packages == (OTHER_SCRIPTS, EAST_ASIAN)


def test_a_slip_has_a_row_for_each_game_and_leads_to_its_match() -> None:
    state = held("swiss", most=0)
    matches = [pairing for pairing in state.rounds[0].pairings if not pairing.is_bye]
    print_ = made(state, "slips.pdf", "sv")
    found = " ".join(texts(print_))
    assert sorted(codes(print_)) == sorted(f"{ORIGIN}matches/{match.match}" for match in matches)
    assert all(state.name_of(match.white) in found for match in matches)
    games = terms_of(state, state.rounds[0], matches[0]).length["games"]
    assert f"Parti Vinnare Slut Poäng {' '.join(map(str, range(1, games + 1)))} " in found
    assert not codes(EXPORTS["slips.pdf"].make(on_paper(state), ExportOptions(round=1))), (
        "a file has no address to lead to"
    )


def test_the_print_of_a_round_is_that_of_its_parts() -> None:
    state = held("swiss")
    parts = [texts(made(state, name, number=2)) for name in ("pairings.pdf", "slips.pdf")]
    assert len(texts(made(state, "everything.pdf", number=2))) == sum(map(len, parts)) + 1, "and the table"
    assert [len(texts(made(held("swiss", most=0), "everything.pdf")))] == [sum(map(len, parts))], "no table yet"


@pytest.mark.parametrize("form", some(KEYS, "swiss", "single_elimination", "stages"))
def test_the_table_in_the_print_of_a_round_is_that_before_the_round(form: str) -> None:
    state = played(entered(form, 9))
    for round_ in state.rounds[1:]:
        before = before_round(state, round_.number)
        then = before_round(played(entered(form, 9), most=_decided(before)), round_.number)
        assert then.results.keys() == before.results.keys()
        assert standings(before) == standings(then)
    last = state.rounds[-1].number
    print_ = texts(made(state, "everything.pdf", number=last))
    assert sum(f"Standings before round {last}" in text for text in print_) == 1
    assert "Standings before" not in " ".join(texts(made(state, "everything.pdf", number=1)))


def _decided(state: Tournament) -> int:
    """The number of matches with a result."""
    return sum(result.kind != "bye" for result in state.results.values())


def test_the_pairings_of_a_round_with_a_time_name_it_in_the_clock_of_the_hall() -> None:
    state = held("swiss", most=0)
    starts = unix_ms("2026-11-28T09:30:00Z")
    for ends, text in ((90, "Rond 1 · 10:30–12:00"), (24 * 60, "Rond 1 · 2026-11-28 10:30–2026-11-29 10:30")):
        timed = state._replace(times={1: RoundTime(starts, starts + ends * 60_000)})
        assert text in said(timed, "pairings.pdf", "sv")
        assert text in said(timed, "everything.pdf", "sv")


def test_certificates_are_made_of_a_tournament_that_is_over() -> None:
    assert "There is nothing to show yet." in said(held("single_elimination", most=3), "certificates.pdf")
    over = held("single_elimination")
    honoured = [line.name for line in standings(over) if line.rank <= 3]
    found = texts(made(over, "certificates.pdf"))
    assert "Vasa Bräde · Vasamuseet · 28 November 2026" in " ".join(found)
    assert "28 november 2026" in " ".join(texts(made(over, "certificates.pdf", "sv")))
    assert len(found) == len(honoured)
    assert honoured[0] in found[0]
    assert "First place" in found[0]
    assert "Pokal" in found[0]
    assert sheets(made(over, "certificates.pdf")) == [(297, 210)] * len(honoured)


def test_the_list_of_rulings_has_each_decision_with_its_reason_and_the_clock_of_the_hall() -> None:
    state = held("swiss", most=2)
    match = state.rounds[0].pairings[0]
    decided = ResultDecided(match.match, "walkover", "train was late", "white", {}, None, ())
    log = [Recorded(9, decided, 1_795_860_000_000, "anna", "")]  # 2026-11-28 11:20 in Stockholm, 10:20 UTC
    given_ = paper(state, lambda: log)
    [found] = texts(EXPORTS["rulings.pdf"].make(given_, ExportOptions(lang="sv")))
    assert "train was late" in found
    assert f"{state.name_of(match.white)} – {state.name_of(match.black)}" in found
    assert "2026-11-28 11:00" in found


@pytest.mark.parametrize(
    ("fact", "decision"),
    [
        (RulingMade("award_game", "left the hall", winner="white", outcome="jan"), "partiet tilldöms {white} (jan)"),
        (RulingMade("award_match", "left the hall", winner="black"), "matchen tilldöms {black}"),
        (RulingMade("void", "cocked dice", from_version=3, to_version=4), "händelser 3 till 4 räknas inte"),
        (RulingMade("let_stand", "both want it", from_version=3), "draget står fast: händelse 3"),
        (WarningGiven("white", "noise"), "varning till {white}"),
        (PenaltyGiven("black", 2, "late"), "2 straffpoäng till {black}"),
        (FlagRejected("clock stood"), "flaggan avvisad"),
        (AppealDecided(3, "upheld", "right"), "överklagandet i händelse 3 bifalls"),
    ],
)
def test_the_list_of_rulings_has_what_a_referee_ruled_at_a_table(fact, decision) -> None:
    state = held("swiss", most=2)
    match = state.rounds[0].pairings[0]
    names = {"white": state.name_of(match.white), "black": state.name_of(match.black)}
    at_tables = [(match.match, Recorded(7, fact, 1_795_860_000_000, "anna", ""))]
    decided = ResultDecided(match.match, "walkover", "train was late", "white", {}, None, ())
    log = [Recorded(9, decided, 1_795_860_060_000, "anna", "")]
    given_ = paper(state, lambda: log, at_tables)
    [found] = texts(EXPORTS["rulings.pdf"].make(given_, ExportOptions(lang="sv")))
    said_ = decision.format(**names)
    assert said_[:1].upper() + said_[1:] in found
    assert found.index(fact.reason) < found.index("train was late"), "by their times"


@pytest.mark.parametrize("players", [5, 8])
def test_a_list_of_rulings_is_made_of_a_cup_with_byes_and_without(players) -> None:
    state = played(entered("single_elimination", players, NAMES.__getitem__))
    assert any(pairing.is_bye for pairing in state.rounds[0].pairings) == (players == 5)
    assert "No decision was recorded." in said(state, "rulings.pdf")


def test_the_list_of_rulings_has_returns_and_the_reasons_of_brade_in_its_language() -> None:
    state = held("swiss", most=2)
    match = state.rounds[0].pairings[0]
    name = state.name_of(match.white)
    left, cause = own_reason(withdrew([match.white]))
    events = [
        PlayerWithdrew(match.white, *own_reason(ABSENT)),
        WithdrawalTakenBack(match.white, ""),
        ResultDecided(match.match, "walkover", left, "black", {}, None, (), cause),
    ]
    given_ = paper(state, lambda: [Recorded(9, event, 0, "anna", "") for event in events])
    [found] = texts(EXPORTS["rulings.pdf"].make(given_, ExportOptions(lang="sv")))
    assert [each in found for each in ("prickades inte av", "Är tillbaka", f"{name} utgick")] == [True] * 3
    assert "withdrew" not in found


def test_a_list_without_rulings_says_so_and_a_booklet_without_an_announcement_has_no_programme() -> None:
    state = played(entered("swiss", 4))
    assert "Inget beslut har antecknats." in said(state, "rulings.pdf", "sv")
    assert "Program" not in said(state, "booklet.pdf", "sv")
    assert "Program" in said(held("swiss"), "booklet.pdf", "sv")


def test_the_cross_tables_of_small_groups_share_a_sheet() -> None:
    state = played(entered("groups_then_knockout", 9))
    groups = {pairing.slot for pairing in state.rounds[0].pairings}
    [sheet] = texts(made(state, "crosstable.pdf"))
    assert [group for group in groups if f"Group {group}" not in sheet] == []
    assert len(groups) > 1


def test_the_cross_table_of_a_knock_out_calls_its_rounds_by_their_names() -> None:
    state = played(entered("single_elimination", 8))
    for shown in (said(state, "crosstable.pdf", "sv"), made(state, "crosstable.html", "sv").decode()):
        assert [each for each in ("Kvartsfinaler", "Semifinaler", "Final") if each not in shown] == []
        assert "Rond 1" not in shown


@pytest.mark.parametrize(("lang", "heading"), [("en", "Group"), ("sv", "Grupp")])
def test_pairings_in_groups_name_the_group_of_each_match_and_others_do_not(lang: str, heading: str) -> None:
    groups, swiss = (played(entered(form, 9), most=1) for form in ("groups_then_knockout", "swiss"))
    for name in ("pairings.pdf", "pairings.html"):
        of_groups, other = (
            EXPORTS[name].make(on_paper(each), ExportOptions(lang=lang, round=1, origin=ORIGIN, club="Vasa"))
            for each in (groups, swiss)
        )
        if name.endswith("pdf"):
            of_groups, other = (" ".join(texts(each)).encode() for each in (of_groups, other))
        assert (heading in of_groups.decode(), heading in other.decode()) == (True, False), name


def test_a_programme_has_all_that_is_announced() -> None:
    found = said(entered("swiss", 2, details=EVENT), "programme.pdf", "sv")
    for each in ("Vasamuseet", "100 kr", "Pokal", "10:30", "Rond 1", "anna@example.org", "Tag med bräde."):
        assert each in found


def test_a_booklet_before_the_start_has_the_participants_and_no_tables() -> None:
    found = said(entered("swiss", 2, details=EVENT), "booklet.pdf")
    assert "Participants" in found
    assert "Standings" not in found


def test_what_decided_within_a_group_is_told_with_its_table() -> None:
    state = played(entered("groups_then_knockout", 12))
    found = [close_place for close_place in close_places(state) if close_place.section]
    lines = {section.name: section.standings for section in sections(state)}
    for each in found:
        upper, lower = (
            next(line for line in lines[each.section] if line.name == name) for name in (each.name, each.below.name)
        )
        assert upper.points == lower.points
        assert each.below.decided_by != "points"
    assert found
    assert f"What decided between equals – Group {found[0].section}" in said(state, "standings.pdf")


def test_what_decided_is_told_of_players_whom_the_first_tie_break_left_level() -> None:
    state = held("swiss")
    lines = standings(state)
    first = {line.name: line.tie_breaks[0].value for line in lines}
    ranked = [(upper, lower) for upper, lower in pairwise(lines) if upper.rank != lower.rank]
    level = [upper.name for upper, lower in ranked if first[upper.name] == first[lower.name]]
    assert [close_place.name for close_place in close_places(state)] == level
    assert level
    assert "What decided between equals" in said(state, "standings.pdf")


@pytest.mark.parametrize("tables", [2, 8])
def test_a_timetable_is_a_grid_of_tables_or_of_many_tables_a_list_and_has_each_match_with_its_time(tables) -> None:
    tournament = entered("single_elimination", 16, details=EVENT)
    tournament = after(tournament, start(tournament, "lots"))
    names = [str(number) for number in range(1, tables + 1)]
    tournament = after(tournament, set_tables(tournament, [(name, "") for name in names]))
    jobs, begins = jobs_of(tournament), unix_ms("2026-11-28T17:00:00Z")
    times = proposal(jobs, Wish(begins), lambda _: 3_600_000, lambda _: names, lambda job: job.players)
    tournament = after(tournament, schedule(tournament, times))
    found = said(tournament, "timetable.pdf", "sv")
    assert "lördag 28 november" in found
    assert "18:00" in found, "in the time of the place"
    assert found.count("Semifinaler") == 2
    assert "Final" in found
    assert ("Bord 1" in found, "18:00–19:00" in found) == (tables == 2, tables == 8)


def test_the_print_of_the_prizes_has_each_place_with_its_sum_and_at_the_end_each_winner_with_theirs() -> None:
    shares = (Prize(1, share=5000), Prize(2, share=3000), Prize(3, share=2000), Prize(1, 9950, player_class="Junior"))
    plan = Plan("SEK", fee=10000, prizes=shares, pools=(Pool("Sidopott", 5000),))
    tournament = entered("single_elimination", 8, details=EVENT)
    assert "Det finns inget att visa" in said(tournament, "prizes.pdf", "sv")
    tournament = after(tournament, plan_money(tournament, plan))
    first = tournament.entries[0].player
    for entry in tournament.entries:
        tournament = after(tournament, note_payment(tournament, Paid(entry.player)))
    for paid in (Paid(first), Paid(first, pool="Sidopott")):
        tournament = after(tournament, note_payment(tournament, paid))
    before = said(tournament, "prizes.pdf", "sv").replace("\xa0", " ")
    assert all(each in before for each in ("350,25 kr", "210,15 kr", "140,10 kr", "99,50 kr", "Sidopott", "50 kr"))
    assert "Har vunnit" not in before
    over = played(after(tournament, set_classes(tournament, first, ["Junior"])))
    found = said(over, "prizes.pdf", "sv").replace("\xa0", " ")
    money = account(over)
    assert money is not None
    for each in money.payouts:
        assert over.name_of(each.player) in found
        assert amount_in_words(each.amount, "SEK", "sv").replace("\xa0", " ") in found
    assert found.count("70,05 kr") == 2, "two share the third place"


@pytest.mark.parametrize(("players", "number"), [(12, 1), (14, 1), (16, 1), (18, 2)])
def test_slips_are_eight_on_a_sheet_where_that_saves_one(players: int, number: int) -> None:
    def name(number: int) -> str:
        return f"Wilhelmina Ankarsparre-Löwen {number}" if number % 3 == 0 else f"Player {number}"

    print_ = made(played(entered("swiss", players, name), most=0), "slips.pdf", "sv")
    found = texts(print_)
    assert len(found) == number
    assert sum(text.count("Underskrift") for text in found) == players


def test_tables_of_a_part_have_letters_of_one_height_larger_ones_where_they_are_few() -> None:
    def heights(form: str, players: int) -> set[float]:
        state = played(entered(form, players, lambda number: f"Player {number}"))
        part = sized(standings_part(state, language("en")), "Name", "about", is_first=True)
        return {block.size for block in part.blocks if isinstance(block, Table)}

    (few,), (many,) = heights("round_robin", 5), heights("round_robin", 40)
    assert few > many >= 9
    assert len(heights("groups_then_knockout", 12)) == 1


LONG_ROUNDS = [
    ("double_elimination", 16),
    ("double_elimination", 64),
    ("single_elimination", 64),
    ("swiss_then_knockout", 24),
    ("round_robin", 24),
]


@pytest.mark.parametrize(("form", "field"), some(LONG_ROUNDS, *LONG_ROUNDS[:2]))
def test_no_name_stands_over_a_result_of_a_cross_table_and_no_sheet_has_few_rows(form, field):
    def name(number):
        return f"Wilhelmina Ankarsparre-Löwen {number}" if number % 3 == 0 else f"Player {number}"

    print_ = EXPORTS["crosstable.pdf"].make(on_paper(played(entered(form, field, name))), ExportOptions(lang="sv"))
    assert letters_over_letters(print_) == []
    assert all(len(re.findall(r"Löwen \d|Player \d", sheet)) >= 5 for sheet in texts(print_))
