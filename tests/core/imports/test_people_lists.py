"""Lists of people as they are typed, pasted and saved: each line by itself, titles and headings no people."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid
from core.imports import read
from core.imports.people_lists import read_people
from tests.support.paths import ROOT

LISTS = ROOT / "tests" / "data" / "lists"


def people(text, **options):
    """The people of a list: name, rating, club and seed, without what is empty at the end."""
    found = [(person.name, person.rating, person.club, person.seed) for person in read_people(text, **options).people]
    return [",".join(each).rstrip(",") for each in found]


def doubts(text):
    """The doubts of a list by their lines, each with the other reading."""
    return {person.line: ",".join(person.otherwise).rstrip(",") for person in read_people(text).people if person.doubt}


@pytest.mark.parametrize(
    ("line", "person"),
    [
        ("Anna Berg", "Anna Berg"),
        ("1. Anna Berg (Vaxholm)", "Anna Berg,,Vaxholm"),
        ("2) Anna Berg", "Anna Berg"),
        ("(3) Anna Berg", "Anna Berg"),
        ("#4. Anna Berg", "Anna Berg"),
        ("5 Anna Berg", "Anna Berg"),
        ("6\tAnna Berg\t1500", "Anna Berg,1500"),
        ("7;Anna Berg", "Anna Berg"),
        ("• Hanna Öst", "Hanna Öst"),
        ("•Hanna Öst", "Hanna Öst"),
        ("- Hanna Öst", "Hanna Öst"),
        ("  Anna Berg  ;; ", "Anna Berg"),
        ("Anna Berg,", "Anna Berg"),
        ("Anna Berg;Vasa", "Anna Berg,,Vasa"),
        ("Anna Berg\tVasa", "Anna Berg,,Vasa"),
        ("Anna Berg, Vasa", "Anna Berg,,Vasa"),
        ("Anna Berg [Vasa]", "Anna Berg,,Vasa"),
        ("Anna Berg 1500", "Anna Berg,1500"),
        ("1500 Anna Berg", "Anna Berg,1500"),
        ("Anna Berg (1500)", "Anna Berg,1500"),
        ("Anna Berg (Vasa) 1500", "Anna Berg,1500,Vasa"),
        ("Anna Berg (Vasa, 1500)", "Anna Berg,1500,Vasa"),
        ("Anna Berg;Vasa;1500", "Anna Berg,1500,Vasa"),
        ("Anna Berg;1500;Vasa", "Anna Berg,1500,Vasa"),
        ("Anna Berg,1500,Vasa,3", "Anna Berg,1500,Vasa,3"),
        ("Anna Berg;;Vasa;3", "Anna Berg,,Vasa,3"),
        ('"Öberg, Åsa";1500', "Åsa Öberg,1500"),
        ("Öberg, Åsa (Vasa) 1500", "Åsa Öberg,1500,Vasa"),
        ("Öberg, Åsa, Vasa, 1500", "Åsa Öberg,1500,Vasa"),
        ("von Essen, Anna", "Anna von Essen"),
        ("8 - Per Dal", "Per Dal"),
        ("#5 Nils Ö", "Nils Ö"),
        ("[7] Ola Borg", "Ola Borg"),
        ("a) Lisa Ek", "Lisa Ek"),
        ("1.2 Två Nivåer", "Två Nivåer"),
        ("2.10. Två Nivåer 1500", "Två Nivåer,1500"),
        ("Kaj Lo 1 500", "Kaj Lo,1500"),
        ("Kaj Lo\u00a01\u00a0500", "Kaj Lo,1500"),
        ("Kaj Lo;1 500;Vasa", "Kaj Lo,1500,Vasa"),
        ("3. Kaj Lo (Vasa) 1 500", "Kaj Lo,1500,Vasa"),
        ("→ Pia Ek", "Pia Ek"),
        ("✓ Pia Ek", "Pia Ek"),
        ("- [x] Bo Ek", "Bo Ek"),
        ("> Bo Ek", "Bo Ek"),
        ("Gun Hed - 1400", "Gun Hed,1400"),
        ("Eva Lind, Vasa 1500", "Eva Lind,1500,Vasa"),
        ("Eva Lind 1500 Vasa", "Eva Lind,1500,Vasa"),
        ("Eva Lind Elo 1500", "Eva Lind,1500"),
        ("Eva Lind, rating: 1500", "Eva Lind,1500"),
        ("Eva Lind <eva@example.org>", "Eva Lind"),
        ("Eva Lind, eva.lind@mail.example.org", "Eva Lind"),
        ("Eva Lind 070-123 45 67", "Eva Lind"),
        ("Eva Lind;+46 70 123 45 67;Vasa;1500", "Eva Lind,1500,Vasa"),
        ("Eva Lind (0701234567)", "Eva Lind"),
        ("Gary Player", "Gary Player"),
        ("Anna 2. Berg", "Anna 2. Berg"),
        ("3M", "3M"),
        ("Anna-Maria", "Anna-Maria"),
        ("Spelare 1", "Spelare 1"),
        ("Player A,1500", "Player A,1500"),
    ],
)
@pytest.mark.parametrize("beside", ["", "Cilla Dahl\tKiel\t1400", "• Dag Falk", "9. Eva Lind (Huk)"])
def test_a_line_is_read_alike_whatever_the_lines_beside_it_are(line, person, beside):
    assert (people(f"{line}\n{beside}")[0], doubts(line)) == (person, {})
    assert people(f"{beside}\n{line}")[-1] == person


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ((LISTS / "players-1-title-line.csv").read_text("utf-8"), ["Dag Falkman,,Vasa"]),
        ((LISTS / "players-2-sep-line.csv").read_text("utf-8"), ["Dag Falk"]),
        ("sep=;\nNamn;Klubb\nDag Falk;Vasa", ["Dag Falk,,Vasa"]),
        ("sep=;\nDag Falk;Vasa", ["Dag Falk,,Vasa"]),
        ("Deltagare\nDag Falk", ["Dag Falk"]),
        ("Deltagare (24 st):\nDag Falk", ["Dag Falk"]),
        ("Klubbens spelare 2026\nDag Falk", ["Dag Falk"]),
        ("Ny Spelare", ["Ny Spelare"]),
        ("Ny Spelare 1450", ["Ny Spelare,1450"]),
        ("Deltagare 2026", []),
        ("Anmälda till Vasa Open\n\nDag Falk", ["Dag Falk"]),
        ("Vasa Open\nDeltagare\nDag Falk;Vasa", ["Dag Falk,,Vasa"]),
        ("Participants 2026\n1. Dag Falk", ["Dag Falk"]),
        ("Dag Falk\n-----\nEva Lind\n-", ["Dag Falk", "Eva Lind"]),
        ("Deltagare,Elo\nDag Falk,1500\n", ["Dag Falk,1500"]),
        ("Player name;Club name;Elo\nDag Falk;Vasa;1500", ["Dag Falk,1500,Vasa"]),
        ("Förnamn;Efternamn;Klubb\nDag;Falk;Vasa", ["Dag Falk,,Vasa"]),
        (
            "Namn;Klubb\nDag Falk;Vasa\nEva Lind\n• Bo Ek\n3. Ek, Cilla;Huk",
            ["Dag Falk,,Vasa", "Eva Lind", "Bo Ek", "Cilla Ek,,Huk"],
        ),
        ("Namn;Rating\nDag Falk;1500\nNamn;Rating\nEva Lind;1400", ["Dag Falk,1500", "Eva Lind,1400"]),
        ('name,rating,group\n"Ek, Bo (Bo)",1500,Vasa', ["Ek, Bo (Bo),1500,Vasa"]),
        ('Namn\n"Dag\nFalk"\nEva', ["Dag Falk", "Eva"]),
        ("Namn;Född\nDag Falk 1987;1987", ["Dag Falk 1987"]),
        ("Dag Falk\nTotalt;2", ["Dag Falk"]),
        ("Dag Falk\nTotalt: 2", ["Dag Falk"]),
        ("Namn;Rating\nDag Falk;1500\nSumma;1500", ["Dag Falk,1500"]),
        ("Dag Falk\nAntal spelare 14", ["Dag Falk"]),
        ("Öberg, Åsa\nEk, Bo", ["Åsa Öberg", "Bo Ek"]),
        ("Lind, Eva 1500\nEk, Bo 1400", ["Eva Lind,1500", "Bo Ek,1400"]),
        ("BEGIN:VCARD\nVERSION:3.0\nN:Falk;Dag;;;\nFN:Dag Falk\nTEL:070\nEND:VCARD\n", ["Dag Falk"]),
        ("BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C3=85sa Ek\nEND:VCARD", ["Åsa Ek"]),
    ],
)
def test_titles_separator_lines_and_headings_are_no_people(text, found):
    assert (people(text), doubts(text)) == (found, {})


@pytest.mark.parametrize(
    ("text", "found", "otherwise"),
    [
        ("Anna, Vasa\nBo, Vasa\nCilla", ["Anna,,Vasa", "Bo,,Vasa", "Cilla"], {1: "Vasa Anna", 2: "Vasa Bo"}),
        ("Öberg, Åsa\nEk, Bo\nDag Falk, Vasa", ["Åsa Öberg", "Bo Ek", "Dag Falk,,Vasa"], {3: "Vasa Dag Falk"}),
        ("Anna, Vasa", ["Vasa Anna"], {1: "Anna,,Vasa"}),
        ("Öberg, Åsa\nDag Falk", ["Åsa Öberg", "Dag Falk"], {1: "Öberg,,Åsa"}),
        ("Lind, Eva 1500", ["Eva Lind,1500"], {1: "Lind,1500,Eva"}),
        ("Dag Falk\nReserver\nEva Lind", ["Dag Falk", "Eva Lind"], {3: ""}),
        ("Dag Falk\n\nReserver:\n1. Eva Lind (Huk)", ["Dag Falk", "Eva Lind,,Huk"], {4: ""}),
        ("Anna Berg 1987", ["Anna Berg 1987"], {1: "Anna Berg,1987"}),
        ("Anna Berg 1987\nBo Ek 1400", ["Anna Berg,1987", "Bo Ek,1400"], {}),
        ("Vasa Open 2026\nAnna Berg", ["Vasa Open 2026", "Anna Berg"], {1: ""}),
        ("Anna\tBerg\tVasa\nBo Ek", ["Anna Berg,,Vasa", "Bo Ek"], {1: "Anna,,Berg"}),
    ],
)
def test_a_cell_with_two_meanings_is_asked_about_alone(text, found, otherwise):
    assert (people(text), doubts(text)) == (found, otherwise)


@pytest.mark.parametrize(
    "text", ["<table><tr><td>Anna</td></tr></table>", "Anna\n<li>Bo</li>", "<!DOCTYPE html>\n<html>"]
)
def test_the_source_of_a_web_page_is_named_for_what_it_is(text):
    with pytest.raises(Invalid, match="the source of a web page"):
        read_people(text)


@pytest.mark.parametrize(
    ("text", "teams"),
    [
        (
            "Vasa: Anna, Bo\nKiel (Cilla, Dag)\nHuk; Eva; Fia",
            {"Vasa": "Anna Bo", "Kiel": "Cilla Dag", "Huk": "Eva Fia"},
        ),
        ("1. FC Vasa: Anna, Bo", {"1. FC Vasa": "Anna Bo"}),
        ("1. Vasa: Anna, Bo\n2. Kiel: Cilla, Dag", {"Vasa": "Anna Bo", "Kiel": "Cilla Dag"}),
        (
            "1. Vasa: Anna, Bo\n• Huk: Eva, Fia\n3. Kiel (Cilla, Dag)",
            {"Vasa": "Anna Bo", "Huk": "Eva Fia", "Kiel": "Cilla Dag"},
        ),
        ("Vasa – Anna, Bo\nKiel - Cilla / Dag", {"Vasa": "Anna Bo", "Kiel": "Cilla Dag"}),
        ("Vasa - Nord: Anna, Bo", {"Vasa - Nord": "Anna Bo"}),
        ("Lag;Medlemmar\nVasa;Anna / Bo", {"Vasa": "Anna Bo"}),
        ("• Vasa\tAnna\tBo", {"Vasa": "Anna Bo"}),
    ],
)
def test_each_line_of_a_list_of_teams_is_read_by_itself(text, teams):
    found = {person.name: " ".join(person.members) for person in read_people(text, teams=True).people}
    assert found == teams


@given(st.text(alphabet="AbÅ öx19;,\t\n\"()[].-•'=", max_size=80), st.booleans())
def test_whatever_is_pasted_is_read_each_line_once_at_most(text, teams):
    try:
        found = read_people(text, teams=teams)
    except Invalid:  # a heading without names
        return
    lines = [person.line for person in found.people]
    assert lines == sorted(set(lines))


def test_one_reader_reads_what_is_pasted_and_what_is_imported():
    text = "1. Öberg, Åsa (Vasa) 1500\n• Bo Ek\tKiel\n"
    pasted = [(person.name, person.rating, person.club) for person in read_people(text).people]
    imported = [(player.name, player.rating, player.club) for player in read(text.encode()).players]
    assert imported == pasted == [("Åsa Öberg", "1500", "Vasa"), ("Bo Ek", "", "Kiel")]


@pytest.mark.parametrize("text", ["Klubb;Elo\nVasa;1500\n", "rating,club\n1,huk\n"])
def test_a_heading_without_names_is_told_with_the_known_ones(text):
    with pytest.raises(Invalid, match=r"names no column of names; known headings are name, namn"):
        read_people(text)


@pytest.mark.parametrize("dash", ["-", "–", "—", "|"])
@pytest.mark.parametrize("beside", ["", "• Dag Falk", "2. Eva Lind (Huk)"])
def test_a_word_behind_a_dash_is_asked_about_and_nothing_of_the_line_is_lost(dash, beside):
    line = f"Nils Ö {dash} Vasa BK"
    assert people(f"{line}\n{beside}")[0] == "Nils Ö,,Vasa BK"
    assert doubts(f"{line}\n{beside}") == {1: line}


@given(st.lists(st.sampled_from(["Bo", "Ek", "-", "–", "•", "1.", "(2)", "*", "Åsa"]), min_size=1, max_size=6))
def test_a_mark_inside_of_a_line_is_never_taken_away(words):
    line = " ".join(["Anna", *words, "Zorn"])
    (found,) = read_people(line).people
    letters = [part for part in line.split() if part.isalpha()]
    read = f"{found.name} {found.club} {' '.join(found.members)} {' '.join(cell for _, cell in found.extra)}"
    assert set(letters) <= set(read.replace(",", " ").split()), (line, found)


def test_a_list_that_begins_with_boxes_is_no_json():
    listed = read("[x] Tuva Ängström\n[ ] Ylva Norén\n".encode())
    assert [player.name for player in listed.players] == ["Tuva Ängström", "Ylva Norén"]
