"""The results of a round on one page: typed, taken back, confirmed, and what another person wrote meanwhile."""

import html
import re

import pytest

from core.events import GameResult, MatchOpened, ResultDisputed
from core.games import GAMES, game_of
from core.match import judging
from service.translations import OFFERED
from service.web.pages.results import typed_games
from tests.support.pages.round_list import page_of, results, started, words
from tests.support.signed_in import signed_in
from tests.support.store import eventually

PLAIN = "bearing_off"


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api):
    return started(api)


def key_of(page):
    return re.search(r'name="key" value="([^"]+)"', page.get_data(as_text=True)).group(1)


def line(page, number):
    """A line of the list, as HTML."""
    return page.get_data(as_text=True).split(f'id="m-{number}"')[1].split("</li>\n")[0]


def undo_of(page, number):
    return re.search(r'name="undo" value="([^"]+)"', line(page, number)).group(1)


# ── typed games ──────────────────────────────────────────────────────────────────────────────────────────────────────
def match_of(game, length):
    opened = MatchOpened("vasa", game, length, {"white": "a", "black": "b"})
    return judging.opened("m", opened)


@pytest.mark.parametrize(
    ("game", "length", "text", "games"),
    [
        ("swedish", {"games": 3}, "121", [("white", PLAIN), ("black", PLAIN), ("white", PLAIN)]),
        ("swedish", {"games": 3}, " 1J, 2 1 ", [("white", "jan"), ("black", PLAIN), ("white", PLAIN)]),
        (
            "swedish",
            {"games": 3},
            "1sm2f1m",
            [("white", "single_crown_with_monk"), ("black", "forced_jan"), ("white", "bearing_off_with_monk")],
        ),
        (
            "swedish",
            {"games": 3},
            "1em2p1u",
            [("white", "single_crown_with_monk"), ("black", "forced_jan"), ("white", "tower")],
        ),
        ("backgammon", {"points": 5}, "1g*2 2 1", [("white", "gammon", 2), ("black", "single"), ("white", "single")]),
    ],
)
def test_games_are_typed_as_digits_and_letters(game, length, text, games):
    read = typed_games.read(text, match_of(game, length))
    assert read == typed_games.TypedGames(tuple(GameResult(*each) for each in games))
    for language in OFFERED:
        text = typed_games.text_of(read.games, match_of(game, length), language)
        assert typed_games.read(text, match_of(game, length)) == read


@pytest.mark.parametrize(
    "text", ["", "1", "12", "1211", "13", "1q1", "anna", "0", "1*2 2 1", "1*3", "²", "1" * 200, "1*", "--"]
)
def test_what_is_no_whole_match_is_refused_with_the_reason(app, text):
    with app.test_request_context(headers={"Accept-Language": "en"}):
        read = typed_games.read(text, match_of("swedish", {"games": 3}))
    assert (read.games, bool(read.wrong)) == ((), True)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_ending_has_letters_of_its_own_which_mean_the_same_in_every_language(game):
    meanings = {}
    for language in OFFERED:
        letters = typed_games.codes(game, language)
        assert len(set(letters.values())) == len(letters)
        assert next(iter(letters.values())) == ""
        assert not any("x" in letter for letter in letters.values())
        assert {meanings.setdefault(letter, name) for name, letter in letters.items()} == letters.keys()
    assert typed_games.endings(game) == meanings


def test_swedish_letters_are_those_of_the_swedish_names():
    letters = typed_games.codes(game_of("swedish"), "sv")
    assert letters | {"forced_jan": "p"} == letters, "s is the English letter of the single crown"
    assert [letters[each] for each in ("single_crown", "double_crown", "staircase", "tower", "jan")] == list("edtuj")


def test_the_page_shows_the_readers_letters_and_takes_the_english_ones_too(organiser, cup):
    shown = {each: organiser.get(page_of(cup), headers={"Accept-Language": each}).text for each in ("en", "sv")}
    assert "<kbd>f</kbd> forced jan" in shown["en"]
    assert "data-english" not in shown["en"]
    assert "<kbd>p</kbd> sprängjan" in shown["sv"]
    assert '<option value="p" data-english="f"' in shown["sv"]


@pytest.mark.parametrize(("text", "left"), [("121", "12"), ("1 2j", "1 "), ("1g*2", ""), ("1*2 2*4", "1*2 "), ("", "")])
def test_the_last_game_is_erased_with_its_letters(text, left):
    assert typed_games.without_last(text) == left


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_whole_result_is_written_at_once_and_a_second_press_does_nothing_more(api, organiser, cup, judging):
    seen = organiser.get(page_of(cup))
    assert "3 matches are not decided yet." in words(seen)
    form = {"key": key_of(seen), "save": "1", "games-1": "1j2 1"}
    with judging():
        answer = organiser.fill(page_of(cup), **form)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"{page_of(cup)}#after-1")
    assert results(api, cup) == {"1": {"white": 5, "black": 1}, "2": None, "3": None}
    written = api.everything_written()
    assert organiser.fill(page_of(cup), **form).status_code == 303
    assert api.everything_written() == written
    after = organiser.get(page_of(cup))
    assert ("5–1" in line(after, 1), "2 matches are not decided yet." in words(after)) == (True, True)


def test_a_match_with_two_results_is_counted_among_those_that_are_not_decided(api, organiser, cup, judging):
    with judging():
        organiser.fill(page_of(cup), key="k", save="1", **{"games-1": "121"})
    api.deps.log.append(
        cup, [ResultDisputed(f"{cup}.2", (GameResult("white", PLAIN),) * 3)], by="vasa.r", at=api.deps.clock()
    )
    seen = organiser.get(page_of(cup))
    assert "two results" in line(seen, 2)
    assert "2 matches are not decided yet." in words(seen)


def test_a_match_of_equal_points_says_what_decided_it_and_one_on_points_does_not(api, organiser, cup, judging):
    decided = "on equal points, by the better games"
    with judging():
        assert organiser.fill(f"/tournaments/{cup}/rounds/1/results", key="k", **{"games-1": "112m"}).status_code == 303
        assert decided in (page := organiser.get(f"/tournaments/{cup}/rounds/1/results").get_data(as_text=True))
        assert "2–2" in page
        assert page.count(decided) == 1
        assert organiser.fill(f"/tournaments/{cup}/rounds/1/results", key="l", **{"games-2": "111"}).status_code == 303
    assert organiser.get(f"/tournaments/{cup}/rounds/1/results").get_data(as_text=True).count(decided) == 1
    assert decided in organiser.get(f"/tournaments/{cup}/rounds").get_data(as_text=True)


def test_enter_without_a_script_saves_all_that_is_typed_and_keeps_what_is_not_whole(api, organiser, cup, judging):
    with judging():
        answer = organiser.fill(
            page_of(cup), **{"key": "k", "save": "", "games-1": "121", "games-2": "12", "games-3": "222"}
        )
    assert (answer.status_code, results(api, cup)["2"]) == (422, None)
    assert 'value="12"' in line(answer, 2)
    assert "the match is not over yet" in words(answer)
    assert [results(api, cup)[number] for number in "13"] == [{"white": 2, "black": 1}, {"white": 0, "black": 3}]


def test_a_line_names_the_table_and_the_games(api, organiser, cup, judging):
    tables = {row["table"]: row["id"] for row in api.get(f"/v1/tournaments/{cup}/matches").json["matches"]}
    with judging():
        assert organiser.fill(page_of(cup), key="k", line="3 2 1 2").status_code == 303
    assert results(api, cup)[tables["3"].rpartition(".")[2]] == {"white": 1, "black": 2}
    short = organiser.fill(page_of(cup), key="m", line="1 12")
    beside = re.search(r'id="wrong-line">([^<]+)<', short.text)
    assert (short.status_code, beside is not None and beside[1] in line(short, 1)) == (422, True)
    missing = organiser.fill(page_of(cup), key="l", line="9 121")
    assert (missing.status_code, "There is no table 9 in this round." in words(missing)) == (422, True)
    assert 'value="9 121"' in missing.get_data(as_text=True)


def test_buttons_type_without_a_script_and_what_was_typed_elsewhere_stays(api, organiser, cup):
    written = api.everything_written()
    seen = organiser.fill(page_of(cup), **{"add": "2:1", "ending-2": "j", "games-2": "2", "games-1": "12"})
    assert ('value="21j"' in line(seen, 2), 'value="12"' in line(seen, 1), "4–1" in line(seen, 2)) == (True, True, True)
    seen = organiser.fill(page_of(cup), **{"drop": "2", "games-2": "21j"})
    assert 'value="2"' in line(seen, 2)
    assert api.everything_written() == written


def test_the_second_organiser_is_told_what_the_first_wrote_and_overwrites_nothing(api, organiser, cup, judging):
    other = signed_in(api, "Bodil Ås", "referee")
    seen = organiser.get(page_of(cup))
    with judging():
        assert other.fill(page_of(cup), **{"key": "other", "save": "1", "games-1": "222"}).status_code == 303
    late = organiser.fill(page_of(cup), **{"key": key_of(seen), "save": "1", "games-1": "111", "games-2": "1"})
    assert (late.status_code, "Bodil Ås wrote a result meanwhile." in words(late)) == (409, True)
    assert 'value="1"' in line(late, 2)
    assert results(api, cup)["1"] == {"white": 0, "black": 3}


def test_a_result_is_taken_back_at_once_while_nothing_follows_from_it(api, organiser, cup, judging):
    with judging():
        organiser.fill(page_of(cup), **{"key": "k", "save": "1", "games-1": "111"})
        undo = {"key": "u", "undo": undo_of(organiser.get(page_of(cup)), 1)}
        assert organiser.fill(page_of(cup), **undo).status_code == 303
        assert results(api, cup)["1"] is None
        written = api.everything_written()
        assert organiser.fill(page_of(cup), **undo).status_code == 303
        assert api.everything_written() == written
        again = organiser.fill(page_of(cup), **{"key": "again", "save": "1", "games-1": "222"})
        assert (again.status_code, results(api, cup)["1"]) == (303, {"white": 0, "black": 3})
        late = organiser.fill(page_of(cup), **{**undo, "key": "later"})
    assert (late.status_code, results(api, cup)["1"]) == (409, {"white": 0, "black": 3})


def test_a_result_is_taken_back_on_the_list_of_its_own_round_alone(api, organiser, cup, judging):
    """The list of a later round would say that nothing follows from it."""
    with judging():
        organiser.fill(page_of(cup), **{"key": "k", "games-1": "111", "games-2": "121", "games-3": "222"})
        undo = undo_of(organiser.get(page_of(cup)), 1)
        assert api.post(f"/v1/tournaments/{cup}/rounds").status_code == 201
        written = api.everything_written()
        answer = organiser.fill(page_of(cup, 2), key="u", undo=undo)
        assert api.everything_written() == written
    assert (answer.status_code, results(api, cup)["1"]) == (404, {"white": 3, "black": 0})


def test_a_result_from_which_the_next_round_follows_is_not_taken_back_unseen(api, organiser, cup, judging):
    with judging():
        organiser.fill(page_of(cup), **{"key": "k", "games-1": "111", "games-2": "111", "games-3": "111"})
        full = organiser.get(page_of(cup))
        assert "All results of this round are in." in words(full)
        assert "Pair round 2 and look at it…" in words(full)
        undo = undo_of(full, 1)
        api.post(f"/v1/tournaments/{cup}/rounds", {"round": 2})
        after = organiser.get(page_of(cup))
        assert ("Undo" in words(after), "Results of round 2" in words(after)) == (False, True)
        assert organiser.fill(page_of(cup), key="u", undo=undo).status_code == 409
    assert results(api, cup)["1"] == {"white": 3, "black": 0}


# ── confirmation ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_an_organisers_result_is_confirmed_and_reported_ones_are_confirmed_all_at_once(api, organiser, judging):
    cup = started(api, confirm=True)
    won = [{"winner": "white", "outcome": "bearing_off"}] * 3
    with judging():
        assert organiser.fill(page_of(cup), **{"key": "k", "save": "1", "games-1": "222"}).status_code == 303
        assert results(api, cup)["1"] == {"white": 0, "black": 3}
        for number in "23":
            body = {"match": f"{cup}.{number}", "results": won}
            reported = api.post(f"/v1/tournaments/{cup}/results", body, role="scorer", headers={"Prefer": "wait=5"})
            assert reported.status_code == 201
    seen = organiser.get(page_of(cup))
    assert "Confirm all 2 reported results" in words(seen)
    text = seen.get_data(as_text=True).split('class="confirm-all"')[1].split("</form>")[0]
    pairs = [(name, html.unescape(value)) for name, value in re.findall(r'name="([^"]+)" value="([^"]*)"', text)]
    form = {**dict(pairs), "match": [value for name, value in pairs if name == "match"]}
    api.post(f"/v1/tournaments/{cup}/tables", {"tables": ["1", "2", "3", "4"]})
    assert organiser.fill(f"{page_of(cup)}/confirmations", **form).status_code == 409
    assert results(api, cup)["2"] is None
    unversioned = {name: value for name, value in form.items() if name != "version"}
    assert organiser.fill(f"{page_of(cup)}/confirmations", **unversioned).status_code == 409
    assert results(api, cup)["2"] is None
    form["version"] = str(api.get(f"/v1/tournaments/{cup}").json["version"])
    for _ in range(2):
        assert organiser.fill(f"{page_of(cup)}/confirmations", **{**form, "key": "all"}).status_code == 303
    assert [results(api, cup)[number] for number in "23"] == [{"white": 3, "black": 0}] * 2


# ── rights ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_list_is_for_referees_and_organisers(api, organiser, cup):
    assert signed_in(api, "Rut", "referee").get(page_of(cup)).status_code == 200
    scorer = signed_in(api, "Cia", "scorer")
    assert scorer.get(page_of(cup)).status_code == 403
    for path, form in ((page_of(cup), {"games-1": "111"}), (f"{page_of(cup)}/confirmations", {})):
        assert scorer.fill(path, **form).status_code == 403
    assert organiser.get(page_of(cup, 9)).status_code == 404
    assert organiser.fill(page_of(cup), **{"save": "77", "games-77": "111"}).status_code == 404


def test_a_result_of_a_group_is_taken_back_until_the_knock_out_is_paired(api, organiser, judging):
    """The later rounds of the groups are there from the start, and follow from no result."""
    cup = started(api, format="groups_then_knockout", settings={"groups": 2, "advance": 1})
    with judging():
        organiser.fill(page_of(cup), **{"key": "k", "games-1": "111", "games-2": "111"})
        seen = organiser.get(page_of(cup))
        assert "Results of round 2" in words(seen)
        assert organiser.fill(page_of(cup), key="u", undo=undo_of(seen, 1)).status_code == 303
        assert results(api, cup)["1"] is None
        for number in (1, 2, 3):
            open_ = re.findall(r'name="(games-\d+)"', organiser.get(page_of(cup, number)).get_data(as_text=True))
            organiser.fill(page_of(cup, number), **{"key": f"r{number}", **dict.fromkeys(open_, "121")})
        onward = "Results: Final"  # the round comes by itself, and until then the page says that it comes
        eventually(lambda: onward in words(organiser.get(page_of(cup, 3))), 20.0, "the knock-out")
    assert "All results of this round are in." in words(organiser.get(page_of(cup, 3)))
    assert "Undo" not in words(organiser.get(page_of(cup, 3))) + words(organiser.get(page_of(cup)))
