"""From the last result of a Swiss to the knock-out: the cut is looked at, made, and no longer undone."""

import html
import re

import pytest

from tests.support.pages.round_list import hidden, page_of, started, words
from tests.support.signed_in import signed_in


@pytest.fixture
def organiser(api):
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture(params=[False, True], ids=["at once", "drafts"])
def cup(request, api, organiser, judging):
    """A Swiss of six in one round: three have won, and play for two places."""
    settings = {"rounds": 1, "cut": 2, "line": "play_off"}
    found = started(api, format="swiss_then_knockout", settings=settings, drafts=request.param)
    api.post(f"/v1/tournaments/{found}/rounds/1/publish")
    with judging():
        organiser.fill(page_of(found), **{"key": "k", "games-1": "111", "games-2": "111", "games-3": "111"})
    return found


def standing(api, cup):
    """The names as they stood after the Swiss."""
    seeds = api.get(f"/v1/tournaments/{cup}/standings").json["standings"]
    return [seed["name"] for seed in seeds]


BY_LOTS = ' <span class="quiet">by lots</span>'


def drawn(page):
    """The names on the page of the cut beside which it says that lots decided."""
    text = page.get_data(as_text=True)
    return {html.unescape(name) for name in re.findall(f"<bdi>([^<]*)</bdi>{BY_LOTS}", text)}


def parts_of(page):
    """The headings of the page of the cut, and the names under each."""
    text = page.get_data(as_text=True).replace(BY_LOTS, "")
    cards = re.findall(r'<section class="card" aria-labelledby.*?</section>', text, re.DOTALL)
    plain = [re.sub(r"<[^>]+>", "", card.replace("</h2>", "\n").replace("</li>", "\n")) for card in cards]
    lines = [[html.unescape(line).strip() for line in each.split("\n") if line.strip()] for each in plain]
    return [(head, names) for head, *names in lines]


def test_the_organiser_looks_at_the_cut_makes_it_and_the_play_off_is_there(api, organiser, cup):
    seen = organiser.get(page_of(cup))
    assert "Round 1 of 1 · Swiss" in words(seen)
    assert "See the cut" in words(seen)
    assert "Undo" in words(seen)
    assert "See the cut" in words(organiser.get(f"/desk/{cup}"))
    assert "An organiser makes the cut." in words(signed_in(api, "Rut", "referee").get(page_of(cup)))
    bracket = words(organiser.get(f"/tournaments/{cup}/bracket"))
    assert "Place 2 Place 3" in bracket
    assert "Seed 1 Seed 2" in bracket
    assert f'href="/tournaments/{cup}/cut"' in seen.get_data(as_text=True)
    written = api.everything_written()
    look, order = organiser.get(f"/tournaments/{cup}/cut"), standing(api, cup)
    assert words(look).split("The cut", 1)[1].count("Nothing is written yet.") == 1
    (on, through), (level, playing), (others, left) = parts_of(look)
    assert (on, level, others) == ("They go on 1", "Level: they play for 1 place", "Are out 3")
    assert ({*through, *playing}, {*left}) == ({*order[:3]}, {*order[3:]})
    assert drawn(look) == {*through, *left}, "all who won share a place, and all who lost; two of them play for it"
    assert "Lots decided between players who share a place: they are drawn with “snow”" in words(look)
    assert api.everything_written() == written
    made = organiser.fill(f"/tournaments/{cup}/cut", **hidden(look))
    assert organiser.fill(f"/tournaments/{cup}/cut", **hidden(look)).headers["Location"] == made.headers["Location"]
    assert parts_of(organiser.get(f"/tournaments/{cup}/cut")) == parts_of(look)
    assert drawn(organiser.get(f"/tournaments/{cup}/cut")) == drawn(look)
    assert "The cut is made." in words(organiser.get(f"/tournaments/{cup}/cut"))
    if api.get(f"/v1/tournaments/{cup}").json["drafts"]:
        draft = organiser.get(made.headers["Location"])
        assert "Swap the two" not in words(draft)
        assert "Play-off ← Results of round 1" in words(draft), "a round of a bracket goes by its name"
        answer = organiser.fill(f"/tournaments/{cup}/seeding/publish", **hidden(draft))
        assert answer.headers["Location"] == page_of(cup, 2)
    else:
        assert made.headers["Location"] == page_of(cup, 2)
    after = organiser.get(page_of(cup, 2))
    assert "Play-off" in words(after)
    assert "1 match is not decided yet." in words(after)
    assert "Undo" not in words(organiser.get(page_of(cup)))
    assert "See the cut" not in words(organiser.get(f"/desk/{cup}"))


def test_a_cut_is_taken_back_on_the_page_of_its_round_until_a_match_has_a_result(api, organiser, cup):
    assert api.post(f"/v1/tournaments/{cup}/rounds").status_code == 201
    api.post(f"/v1/tournaments/{cup}/rounds/2/publish")
    seen = organiser.get(page_of(cup, 2))
    assert "Take the cut back" in words(seen)
    assert "Take the cut back" not in words(signed_in(api, "Rut", "referee").get(page_of(cup, 2)))
    answer = organiser.fill(page_of(cup, 2) + "/cut-taken-back", **hidden(seen, 'class="follows"'))
    assert answer.headers["Location"] == page_of(cup)
    assert "See the cut" in words(organiser.get(page_of(cup)))
    again = organiser.fill(page_of(cup, 2) + "/cut-taken-back", **hidden(seen, 'class="follows"'))
    assert again.headers["Location"] == page_of(cup), "pressed twice"


def test_groups_are_followed_by_a_stage_that_begins_on_command(api, organiser, judging):
    settings = {"first_size": 3, "first_on": 2, "second": "single_elimination"}
    found = started(api, format="stages", settings=settings)
    with judging():
        for number, first in ((1, 1), (2, 5), (3, 9)):
            games = {f"games-{each}": "111" for each in (first, first + 2)}
            organiser.fill(page_of(found, number), **{"key": f"k{number}", **games})
    assert "Stage 1" in words(organiser.get(page_of(found, 1)))
    last = organiser.get(page_of(found, 3))
    assert "See the cut" in words(last)
    look = organiser.get(f"/tournaments/{found}/cut")
    assert [head for head, _names in parts_of(look)] == ["They go on 4", "Are out 2"]
    assert len(drawn(look)) == 6, "in each group all have won once"
    assert organiser.fill(f"/tournaments/{found}/cut", **hidden(look)).headers["Location"] == page_of(found, 4)
    assert parts_of(organiser.get(f"/tournaments/{found}/cut")) == parts_of(look)
    assert "Semi-finals" in words(organiser.get(page_of(found, 4)))
    assert "Take the cut back" in words(organiser.get(page_of(found, 4)))


def test_a_place_that_the_stage_before_decides_is_explained_by_it(api, organiser, cup):
    assert api.post(f"/v1/tournaments/{cup}/rounds").status_code == 201
    api.post(f"/v1/tournaments/{cup}/rounds/2/publish")
    last = api.get(f"/v1/tournaments/{cup}/standings").json["standings"][-1]
    said = words(organiser.get(f"/tournaments/{cup}/standings?why={last['player_id']}"))
    assert "by the place in the stage before: 4 against 1" in said


def test_players_who_are_level_after_a_stage_are_named_before_they_play(api, organiser, judging):
    settings = {
        "first": "swiss",
        "first_rounds": 1,
        "first_on": 2,
        "line": "play_off",
        "second": "single_elimination",
    }
    found = started(api, format="stages", settings=settings)
    with judging():
        organiser.fill(page_of(found), **{"key": "k", "games-1": "111", "games-2": "111", "games-3": "111"})
    look = organiser.get(f"/tournaments/{found}/cut")
    (on, through), (level, playing), (others, left) = parts_of(look)
    assert (on, level, others) == ("They go on 1", "Level: they play for 1 place", "Are out 3")
    assert len({*through, *playing, *left}) == 6
    assert drawn(look) == {*through, *left}
