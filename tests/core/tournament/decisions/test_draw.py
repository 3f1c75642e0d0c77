"""The draw (docs/tournaments/draw.md): the first are seeded, and lots place the others."""

import json
import re
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid, NotAllowed
from core.tournament.decisions import Entrant, enter, say_words, seed_of_words, seed_players, start, withdraw
from core.tournament.formats import FORMATS
from core.tournament.model.state import seed_order
from core.tournament.pairing.lots import lot, seed_of
from core.tournament.standings.explanation import explain_round
from tests.support.paths import ROOT
from tests.support.tournament.scenario import announced
from tests.support.tournament.written_results import after, field

RATED = {"anna": 1500, "bo": 1800, "cilla": None, "dag": 1600, "eva": 1500, "fia": None}


def cup(seeded=2, ratings=RATED, form="single_elimination"):
    """An announced tournament, its entries made in the order of `ratings`."""
    tournament = announced(form, {"seeded": seeded})
    rows = [
        Entrant(each, each.capitalize(), rating, members=((f"{each}1", each),) if tournament.format.teams else ())
        for each, rating in ratings.items()
    ]
    return after(tournament, enter(tournament, rows))


def drawn(tournament, players=(), seed="midsummer"):
    return after(tournament, seed_players(tournament, "lots", players, seed))


def by_lots(players, seed="midsummer"):
    return sorted(players, key=lambda player: lot(player, seed))


# ── who is seeded ────────────────────────────────────────────────────────────────────────────────────────────────────
def test_d1_the_highest_ratings_are_seeded_and_of_equal_ones_the_earlier_entry():
    assert seed_order(drawn(cup(3)))[:3] == ("bo", "dag", "anna")


def test_d1_a_player_without_a_rating_is_not_seeded():
    tournament = drawn(cup(5))
    assert (tournament.draw.seeds, seed_order(tournament)[:4]) == (4, ("bo", "dag", "anna", "eva"))
    assert drawn(cup(5, dict.fromkeys(RATED))).draw.seeds == 0


def test_d1_the_first_of_an_order_by_hand_are_seeded_instead():
    tournament = cup()
    tournament = after(tournament, seed_players(tournament, "hand", ["cilla", "fia"]))
    assert seed_order(drawn(tournament))[:2] == ("cilla", "fia")


def test_d1_the_seeded_may_be_named():
    assert seed_order(drawn(cup(), ["eva", "anna"]))[:2] == ("eva", "anna")


@pytest.mark.parametrize(
    ("seeded", "players", "path"),
    [
        (2, ["bo"], "players"),
        (2, ["bo", "dag", "eva"], "players"),
        (2, ["bo", "bo"], "players.1"),
        (2, ["bo", "gun"], "players.1"),
        (0, ["bo", "dag"], "players"),
    ],
)
def test_d1_a_wrong_list_of_the_seeded_names_its_place(seeded, players, path):
    with pytest.raises(Invalid) as wrong:
        drawn(cup(seeded), players)
    assert set(wrong.value.problems) == {path}


# ── who is drawn ─────────────────────────────────────────────────────────────────────────────────────────────────────
@given(st.permutations(list(RATED)), st.integers(1, 8), st.text("abc", min_size=1, max_size=5))
def test_d2_the_order_of_entry_does_not_matter_to_the_lots(entered, seeded, seed):
    tournament = drawn(cup(seeded, {player: RATED[player] for player in entered}), seed=seed)
    order = list(seed_order(tournament))
    first = order[: tournament.draw.seeds]
    assert order[tournament.draw.seeds :] == by_lots(set(RATED) - set(first), seed)


def test_d2_every_other_player_comes_to_every_number_about_as_often():
    field_of_four = dict.fromkeys(field(4)) | {"best": 1900}
    counts = {entry: [0] * 4 for entry in field(4)}
    for number in range(400):
        for place, player in enumerate(seed_order(drawn(cup(1, field_of_four), seed=f"word {number}"))[1:]):
            counts[player][place] += 1
    assert all(60 < count < 140 for each in counts.values() for count in each)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.key)
def test_d3_every_format_starts_with_the_draw_that_was_announced(form):
    tournament = cup(form=form.key)
    tournament = after(tournament, start(tournament, "midsummer"))
    assert tournament.starters == ("bo", "dag", *by_lots({"anna", "cilla", "eva", "fia"}))


@pytest.mark.parametrize("method", ["rating", "hand"])
def test_d3_an_order_does_not_replace_the_draw_and_a_draw_that_was_made_stands(method):
    tournament = cup()
    players = ["eva", "bo"] if method == "hand" else []
    begun = after(tournament, start(tournament, "midsummer", method, players))
    assert begun.starters[2:] == tuple(by_lots(set(RATED) - set(begun.starters[:2])))
    before = drawn(cup(), seed="first snow")
    assert after(before, start(before, "midsummer")).starters == seed_order(before)


def test_d3_in_the_next_draw_the_same_are_seeded_and_the_highest_rating_follows_one_who_left():
    tournament = drawn(cup(3), ["cilla", "fia", "eva"])
    tournament = after(tournament, withdraw(tournament, "fia"))
    assert seed_order(drawn(tournament, seed="again"))[:3] == ("cilla", "eva", "bo")


def test_d4_a_later_entry_comes_last():
    tournament = drawn(cup())
    tournament = after(tournament, enter(tournament, [Entrant("gun", "Gun", 2000)]))
    assert seed_order(tournament)[-1] == "gun"


# ── what is told ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_d5_a_match_says_who_was_seeded_and_who_was_drawn():
    tournament = cup(4)
    tournament = after(tournament, start(tournament, "midsummer"))
    texts = [str(each.text) for each in explain_round(tournament, 1).values()]
    drawn_fifth, drawn_sixth = (tournament.entry(starter).name for starter in tournament.starters[4:])
    assert f"Quarter-final 2: Eva, seed 4, against {drawn_fifth}, drawn as number 5." in texts
    assert f"Quarter-final 4: Anna, seed 3, against {drawn_sixth}, drawn as number 6." in texts


def test_the_example_of_the_page_is_the_draw_of_this_service():
    page = (ROOT / "docs/tournaments/draw.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| (\d+|–) \| `(p_\w+)` \| (?:`(\w+)`|–) \| (\d)", page, re.MULTILINE)
    assert len(rows) == 6
    tournament = announced("single_elimination", {"seeded": 2})
    people = [Entrant(player, name, None if rating == "–" else int(rating)) for name, rating, player, *_ in rows]
    tournament = drawn(after(tournament, enter(tournament, sorted(people))))
    assert seed_order(tournament) == tuple(player for _, _, player, *_ in rows)
    assert [lot(row[2], "midsummer")[:8] for row in rows if row[3]] == [row[3] for row in rows if row[3]]


# ── words that are said in public ────────────────────────────────────────────────────────────────────────────────────
def test_d11_the_words_that_hold_are_the_last_ones_written():
    tournament = cup()
    for words in (["kronan"], ["kronan", "snö"], ["kronan"]):
        tournament = after(tournament, say_words(tournament, words))
    assert tournament.draw.words == ("kronan",)
    assert say_words(tournament, ["kronan"]) == []
    with pytest.raises(NotAllowed, match="started"):
        say_words(after(tournament, start(tournament, "x")), ["snö"])


def test_d12_without_a_word_there_is_no_seed():
    with pytest.raises(Invalid) as wrong:
        seed_of_words(cup())
    assert set(wrong.value.problems) == {"words"}


def test_d12_the_example_of_the_page_is_recomputed_by_the_commands_on_it():
    page = (ROOT / "docs/tournaments/draw.md").read_text(encoding="utf-8")
    console = re.search(r"```console\n(.*?)```", page, re.DOTALL)[1].splitlines()
    commands = [line.removeprefix("$ ") for line in console[::2]]
    for command, answer in zip(commands, console[1::2], strict=True):
        said = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
        assert said.stdout == f"{answer}\n"
    words = re.search(r'draw-words +\{"words": (\[.*\])\}', page)[1]
    seed = seed_of(json.loads(words))
    assert console[1].startswith(seed)
    lots = dict(re.findall(r"(\w+) \(`p_\w+`\) with\s`(\w{8})`", page)) | {"Åsa": "4e3034cd"}
    ids = {name: player for name, _, player, *_ in re.findall(r"^\| (\w+) \| (\d+|–) \| `(p_\w+)`", page, re.MULTILINE)}
    assert {name: lot(ids[name], seed)[:8] for name in lots} == lots
    order = [name for name, _ in sorted(lots.items(), key=lambda item: item[1])]
    assert f"the order is {', '.join(order)}." in page
