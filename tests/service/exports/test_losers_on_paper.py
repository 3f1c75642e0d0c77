"""Files of a knock-out after another stage whose losers play on: every file is made, and names their brackets."""

from itertools import product

import pytest

from core.tournament.views.brackets_model import brackets_model
from schemas.dump import dumper
from schemas.views.brackets import BracketsModel
from service.exports import EXPORTS, ExportOptions
from tests.support.pictures.prints import texts
from tests.support.proving import some
from tests.support.tournament.of_every_format import entered, on_paper, played

STAGES_BEFORE = {
    "groups_then_knockout": {"groups": 4, "advance": 2},
    "swiss_then_knockout": {"rounds": 3, "cut": 8},
    "stages": {"first": "swiss", "first_rounds": 3, "first_on": 8, "second": "single_elimination"},
}
CONSOLATIONS = {"losers": "A.B.|.", "last_chance": "a.|."}
PLACES = {"placement": 8}
BELOW = {"consolations": CONSOLATIONS, "places": PLACES}


def cup(form, below):
    return entered(form, 16, lambda number: f"Spelare {number}", settings={**STAGES_BEFORE[form], **below})


@pytest.mark.parametrize(
    ("form", "below"),
    some(list(product(STAGES_BEFORE, BELOW)), ("stages", "consolations"), ("groups_then_knockout", "places")),
)
def test_every_file_is_made_while_it_is_played_and_after_it(form, below):
    for most in (20, None):
        state = played(cup(form, BELOW[below]), most=most)
        for name, export in EXPORTS.items():
            round_ = len(state.rounds) if export.of_round else None
            made = export.make(on_paper(state), ExportOptions(lang="sv", round=round_))
            assert made, name


@pytest.mark.parametrize("form", STAGES_BEFORE)
def test_the_tables_of_brackets_model_have_each_bracket_as_a_stage(form):
    paper = on_paper(played(cup(form, CONSOLATIONS)))
    tables = dumper(BracketsModel)(brackets_model(paper.tournament, paper.brackets))
    assert [each["name"] for each in tables["stage"]][-3:] == ["main", "consolation", "last_chance"]


@pytest.mark.parametrize("form", STAGES_BEFORE)
def test_rounds_of_the_losers_are_called_by_their_brackets_on_paper_and_in_the_newspaper(form):
    state = played(cup(form, CONSOLATIONS))
    number = next(round_.number for round_ in state.rounds if round_.pairings[0].slot.startswith("last_chance."))
    asked = ExportOptions(lang="sv", round=number)
    for name in ("pairings.pdf", "slips.pdf", "everything.pdf"):
        said = " ".join(texts(EXPORTS[name].make(on_paper(state), asked)))
        assert "Sista chansen" in said, name
        assert f"Rond {number}" not in said, name
    story = EXPORTS["newspaper.txt"].make(on_paper(state), asked).decode()
    parts = [part.split("\n")[0] for part in story.split("\n\n")]
    assert {"Final", "Sista chansens final"} <= set(parts)
    assert f"Rond {number}" not in parts


@pytest.mark.parametrize("form", STAGES_BEFORE)
def test_the_newspaper_gives_the_table_of_the_stage_before_in_points_and_not_in_rounds_reached(form):
    story = EXPORTS["newspaper.txt"].make(on_paper(played(cup(form, CONSOLATIONS))), ExportOptions(lang="sv")).decode()
    before = story.split("\n\n")[2]
    assert all(line.split()[-1].isdecimal() or "," in line.split()[-1] for line in before.split("\n")[1:]), before
