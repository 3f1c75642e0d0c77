"""Meetings of teams on paper: who meets and how it stands, above the boards, on pairings, posters and slips."""

import re

import pytest

from service.exports.tables import boards
from service.translations.export_words import language
from tests.service.exports.test_prints import made, said
from tests.support.pictures.prints import texts
from tests.support.tournament.of_every_format import played
from tests.support.tournament.team_leagues import league

ONE = ("Team 1 – Team 4", "Team 2 – Team 3")


@pytest.fixture(scope="module")
def begun():
    """A league of four teams over two boards, with the first meeting over."""
    return played(league(4, members="ab"), most=2)


def test_the_boards_of_a_meeting_stand_together_under_its_teams(begun):
    headings = [row.meeting for row in boards(begun, 1, language("en"))]
    assert [bool(heading) for heading in headings] == [True, False, True, False]
    assert [heading.partition(":")[0] for heading in headings if heading] == list(ONE)


@pytest.mark.parametrize("name", ["pairings.pdf", "booklet.pdf", "pairings.html", "bracket.svg", "bracket.pdf"])
def test_the_result_of_a_meeting_stands_beside_its_teams(begun, name):
    text = said(begun, name) if name.endswith("pdf") else made(begun, name).decode()
    text = " ".join(re.sub(r"<[^>]*>", " ", text).split())
    assert re.search(rf"{ONE[0]}:? [012]–[012]\b", text), text
    assert not re.search(rf"{ONE[1]}:? [012]–[012]\b", text)


def test_a_slip_says_which_board_of_which_meeting_it_is(begun):
    text = said(begun, "slips.pdf")
    assert "Team 1 – Team 4 · board 1 of the meeting" in text
    assert "A of 1 (Team 1)" in text


def test_tables_are_numbered_alike_on_pairings_and_slips(begun):
    slips = said(begun, "slips.pdf")
    for row in boards(begun, 1, language("en")):
        white, black = map(re.escape, row.names)
        assert re.search(rf"Table {row.table} Watch the match White {white} Black {black}", slips)


def test_no_sheet_of_pairings_is_empty_however_long_the_names_are():
    long = "Vasamuseets Brädspelsvänner"
    state = league(4, boards=4)

    def lengthened(entry):
        members = tuple(member._replace(name=f"{long} {member.name}") for member in entry.members)
        return entry._replace(name=f"{long} {entry.name}", members=members)

    entries = tuple(map(lengthened, state.entries))
    assert all(long in sheet for sheet in texts(made(state._replace(entries=entries), "pairings.pdf")))
