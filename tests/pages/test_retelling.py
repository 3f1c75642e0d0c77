"""What core says is found again and told in Swedish: every sentence with its values; what people typed stays."""

import json
import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import match as rules
from core.board import BAR, OFF
from core.conduct import NONE
from core.events import CheckersMoved, DiceRolled, DoubleOffered, MatchOpened, MatchSuspended, Recorded, TurnPassed
from core.games import GAMES
from service.web import languages
from service.web.pages import retelling
from tests.core.logs import RECORDED, numbered, opening, played, recorded_match
from tools import sentences

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.ndjson"))
TOLD = languages.sentences("sv")
ENGLISH = re.compile(r"\b(?:the|is|of|not|and|with|by|has|must|may|nobody|nothing)\b")
PLACE = re.compile(r"%\((\w+)\)s")
AFTER = " has started already"
SOON = 0.5
"""Seconds of work: what takes longer by far grows with the third power of its letters."""


def swedish(said):
    """A sentence as a Swedish reader sees it: all of it, and every number of it."""
    found = retelling.translated(said, "sv")
    assert found is not None, said
    assert sorted(re.findall(r"\d+", found)) == sorted(re.findall(r"\d+", said)), found
    return found


# ── every sentence ───────────────────────────────────────────────────────────────────────────────────────────────────
def test_every_sentence_of_core_has_a_swedish_one():
    untold = [each for each in sentences.sentences() if not TOLD.get(each.message)]
    missing = [f"{each.file}:{each.line}: {each.message}" for each in untold]
    assert not missing, "make words, then translate:\n" + "\n".join(missing)


@pytest.mark.parametrize(
    ("source", "messages"),
    [
        ("raise Refused(f'{form.name} is over: {len(rounds)} rounds')", ["%(form_name)s is over: %(rounds)s rounds"]),
        ("refuse(m, v, 'M1', 'not now' if a else f'not {x!r} now')", ["not now", "not '%(x)s' now"]),
        ('said = f\'left is {" and ".join(map(str, left)) or "not one"}\'', ["left is %(left)s", "not one"]),
        ("raise Unknown('club', name)", ["club"]),
        ("'''Docs of a file.'''\nassert x, 'a bug here'\nraise UnknownEvent('an old log')", []),
        ("Game(name='Old Game', rule='In a word, play.')", []),
    ],
)
def test_the_sentences_of_a_source_are_read_from_it(source, messages):
    assert [message for _line, message in sentences.read(source)] == messages


def samples(message):
    """A value for each of a sentence's, another number for each where it may be one."""
    values = {}
    for place, name in enumerate(PLACE.findall(message), 101):
        shape = retelling.SHAPES.get(name.rstrip("0123456789"), ".*")
        fitting = (str(place), "white", "Swedish Tables", "Swiss", "must not")
        values[name] = next(each for each in fitting if re.fullmatch(shape, each))
    return values


@pytest.mark.parametrize("message", sorted(each for each in TOLD if each[0] not in " ,;" and retelling.is_plain(each)))
def test_a_sentence_is_found_again_with_its_values(message):
    values = samples(message)
    told = [retelling.translated(value, "sv") for value in values.values()]
    alike = [each for each in TOLD if PLACE.sub("", each) == PLACE.sub("", message)]
    wanted = {TOLD[each] % dict(zip(PLACE.findall(each), told, strict=True)) for each in alike}
    assert retelling.translated(message % values, "sv") in wanted


# ── what was really said ─────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_verdicts_of_an_old_log_are_told(path):
    for line in path.read_text().splitlines():
        if said := (json.loads(line)["verdict"] or {}).get("explanation"):
            assert not ENGLISH.search(swedish(said))


@pytest.mark.parametrize("name", RECORDED)
def test_the_verdicts_of_a_recorded_match_are_told(name):
    games, facts, _refused, _expected = recorded_match(name)
    for _match, verdict in rules.fold("m_test", numbered(opening(games), facts)):
        if verdict.explanation:
            assert not ENGLISH.search(swedish(verdict.explanation))


def nonsense(match, cup):
    """Something that people may do by mistake."""
    seat = cup.choice((*match.seats, match.seats[0]))
    words = [word for group in match.game.words for word in group] + [BAR, OFF]
    landings = tuple(
        tuple(cup.choice((cup.randint(1, 24), cup.randint(1, 24), cup.choice(words))) for _ in range(2))
        for _ in range(cup.randint(1, 3))
    )
    dice = tuple(cup.randint(1, 6) for _ in range(cup.randint(1, 3)))
    return cup.choice((CheckersMoved(seat, landings), TurnPassed(seat), DiceRolled(seat, dice), DoubleOffered(seat)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("check", ["strict", "advisory"])
def test_whatever_people_do_by_mistake_is_told_in_swedish(game, check):
    opened = MatchOpened("vasa", game.key, {"games": 3}, dict(zip(game.seats, "ABCDE", strict=False)), check=check)
    cup, match, said = random.Random(game.key + check), rules.opened("m_test", opened), set()
    for version, fact in enumerate(played(opened, game.key, 60), 1):
        for _ in range(12):
            _after, verdict = rules.judge(match, Recorded(version, nonsense(match, cup), 0, "", ""), list)
            said.add(verdict.explanation)
        match, _verdict = rules.judge(match, Recorded(version, fact, 0, "", ""), list)
    said -= {None, ""}
    assert len(said) > 5
    for each in said:
        assert not ENGLISH.search(swedish(each)), each


def test_the_ways_out_of_an_impasse_and_who_is_waited_for_are_told():
    waits = "round 2 waits for t_cup.1 (Anna – Berg, Bo, reported and not confirmed), t_cup.2 (Eva – Dag) and 3 more"
    assert swedish(waits) == (
        "rond 2 väntar på t_cup.1 (Anna – Berg, Bo, rapporterad men inte bekräftad), t_cup.2 (Eva – Dag) och 3 till"
    )
    stuck = (
        "round 4 cannot be paired: however the 5 players are paired, somebody meets one whom he has met, or sits out"
        " twice; nothing can be done about it before the round that is being played has its results"
    )
    assert not ENGLISH.search(swedish(stuck))


@pytest.mark.parametrize(("word", "told"), [
    ("single_crown_with_monk", "enkelt kronspel med munk"), ("no-show", "utebliven"), ("Six-Ace", "Sex-äss"),
    ("nobody", "ingen"), ("seat2", "plats 2"), ("Swiss", "Schweizer"),
])  # fmt: skip
def test_a_word_is_told_in_the_language_that_is_asked_for_whoever_reads_the_page(made_app, word, told):
    for cache in (retelling._words, retelling._sentence):
        cache.cache_clear()
    with made_app.test_request_context("/?lang=en"):
        assert retelling.translated(word, "sv") == told


# ── what people typed, and what nobody knows ─────────────────────────────────────────────────────────────────────────
@given(typed=st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=60))
@settings(max_examples=100)
def test_what_people_typed_stays_as_they_typed_it(typed):
    match = rules.opened("m_test", opening())
    match, _verdict = rules.judge(match, Recorded(1, MatchSuspended(typed), 0, "", ""), list)
    assert match.conduct is not NONE
    _match, verdict = rules.judge(match, Recorded(2, DiceRolled("white", (1, 2)), 0, "", ""), list)
    assert retelling.translated(verdict.explanation, "sv") == (
        f"matchen är avbruten sedan händelse 1 ({typed}): först ska den återupptas"
    )


@pytest.mark.parametrize("name", ["white", "nothing", "Swedish Tables", "a list", "the match was over after 1 games"])
def test_a_name_stays_as_it_is_even_if_it_is_a_word_of_core(name):
    assert swedish(f"{name} has not started: close its entries first") == f"{name} har inte börjat: stäng anmälan först"


@pytest.mark.parametrize(("said", "told"), [
    ("nobody and Bo met in round 2", "nobody och Bo möttes i rond 2"),
    ("nobody met in round 2", "nobody möttes i rond 2"),
    ("nothing, none and white met in round 2", "nothing, none och white möttes i rond 2"),
    ("a list and bar (left) must not meet", "a list och bar (left) får inte mötas"),
])  # fmt: skip
def test_what_players_and_teams_are_called_stays_and_only_the_word_between_them_is_told(said, told):
    assert retelling.translated(said, "sv") == told


# ── what somebody made up ────────────────────────────────────────────────────────────────────────────────────────────
def endless(message):
    """Texts that begin as a sentence does and never end as it does, of as many letters as are looked at."""
    first, *parts, _last = (each.replace("%%", "%") for each in PLACE.split(message)[::2])
    whole, share = "".join(parts), retelling.LONGEST // max(1, len(parts))
    for filling in {*parts, whole, "1".join(parts)} - {""}:
        yield (first + filling * retelling.LONGEST)[: retelling.LONGEST]
        yield (first + filling * retelling.LONGEST)[: retelling.LONGEST * 3 // 4].ljust(retelling.LONGEST)
    yield (first + "".join((each * share)[:share] for each in parts))[: retelling.LONGEST]


def test_a_text_made_to_be_taken_apart_for_ever_is_told_or_left_at_once():
    parts = (" and ", ", ", "; ", ": ", " → ", " → a: ", " is not ", " (a)", "(", "missing: ", "a", " by ")
    around = ("{}", "round 2 waits for t.1 ({}), t.2 (B – C, reported and not confirmed)")
    texts = {text.format((part * 1000)[: retelling.LONGEST - len(text)]) for part in parts for text in around}
    texts.update(text for message in TOLD if len(PLACE.findall(message)) > 1 for text in endless(message))
    for text in texts:
        begun = time.process_time()
        retelling.translated(text, "sv")
        assert time.process_time() - begun < SOON, text[:100]


def test_what_is_longer_than_any_sentence_is_not_looked_at():
    typed = "x" * retelling.LONGEST
    assert retelling.translated(f"{typed[: -len(AFTER)]}{AFTER}", "sv") == f"{typed[: -len(AFTER)]} har redan börjat"
    assert retelling.translated(f"{typed}{AFTER}", "sv") is None
