"""Messages of core in Swedish: every pattern has a translation with the same values; what people typed stays."""

import ast
import json
import random
import re
from string import Formatter

import pytest
from babel.messages.pofile import read_po
from hypothesis import given, settings
from hypothesis import strategies as st

from core.coded_messages import PATTERNS
from core.events import CheckersMoved, DiceRolled, DoubleOffered, MatchOpened, MatchSuspended, Recorded, TurnPassed
from core.former_wordings import UNCODED
from core.games import GAMES
from core.match import checkpoint, judging
from core.match.conduct import NONE
from core.match.state import REFUSED, Fault, Verdict
from core.messages import Message, from_json, is_same, is_same_sentence, say, term, to_json, together
from core.rules.board import BAR, OFF
from schemas.dump import dumper
from schemas.views import matches
from service.translations import CORE, FOLDER, translated
from tests.support.matches.match_logs import RECORDED, numbered, opening, played, recorded_match
from tests.support.proving import examples
from tools.words import messages

ENGLISH = re.compile(r"\b(?:the|is|of|not|and|with|by|has|must|may|nobody|nothing)\b")


FORMER = [each for each, code in UNCODED.items() if PATTERNS[code] != each]
"""The messages that were worded otherwise when they had no code."""


def places(pattern):
    return {name for _text, name, _format, _conversion in Formatter().parse(pattern) if name is not None}


def swedish(said):
    """A message as a Swedish reader sees it: all of it, and every number of it."""
    assert isinstance(said, Message), said
    found = translated(said, "sv")
    assert sorted(re.findall(r"\d+", found)) == sorted(re.findall(r"\d+", said)), found
    return found


# ── every pattern ────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.xdist_group("words")
def test_every_pattern_has_a_swedish_one_with_the_same_values():
    path = FOLDER / "sv" / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as file:
        told = {each.id: each.string for each in read_po(file, "sv") if each.context == CORE}
    said = messages()
    assert len(said) > 400
    assert not [pattern for pattern in said if not told.get(pattern)], "make words, then translate"
    assert not [pattern for pattern in said if places(pattern) != places(told[pattern])]


@given(
    st.recursive(
        st.text() | st.integers() | st.text().map(term),
        lambda inner: st.lists(inner).map(tuple) | st.lists(inner, min_size=1).map(together),
    )
)
@settings(max_examples=examples(100))
def test_a_message_comes_back_from_its_json_and_is_its_english_text(value):
    message = say("round {number} waits for {names}", number=2, names=value)
    kept = json.loads(json.dumps({"explanation": message, "message": to_json(message)}))
    again = from_json(kept["message"], kept["explanation"])
    assert again == message == kept["explanation"]
    assert is_same_sentence(again, message)
    assert translated(again, "sv") == translated(message, "sv")


def test_a_text_without_a_pattern_stays_as_it_is():
    assert from_json(None, "the cube rests") == translated("the cube rests", "sv") == "the cube rests"


# ── former wordings ──────────────────────────────────────────────────────────────────────────────────────────────────
def explained(text):
    """The explanation in the JSON of a verdict."""
    verdict = dumper(matches.Verdict)(Verdict(1, REFUSED, "M5", text))
    return {name: verdict[name] for name in ("explanation", "message")}


def in_former_words(former, value=6):
    """The explanation of a ruling that is refused for this reason: as it is made now, and as an earlier version did."""
    refused = "fact {version} would no longer fit ({explanation}): void up to it as well"
    values = dict.fromkeys(places(former), value)
    return [
        explained(say(refused, version=3, explanation=Message(pattern, values)))
        for pattern in (PATTERNS[UNCODED[former]], former)
    ]


def test_a_message_that_was_stored_without_a_code_has_one_with_the_same_values():
    assert not [each for each in UNCODED if places(each) != places(PATTERNS[UNCODED[each]])]


@pytest.mark.parametrize("former", FORMER)
def test_a_verdict_stored_in_a_former_wording_is_the_same_verdict_and_is_read_in_swedish(former):
    made, stored = in_former_words(former)
    assert is_same(made, stored)
    assert is_same(made, made)
    assert is_same(made, {"explanation": stored["explanation"]}), "earlier versions kept no message"
    assert not ENGLISH.search(swedish(from_json(stored["message"], stored["explanation"])))


def test_a_sentence_may_be_written_anew_and_is_the_same_verdict_as_long_as_it_has_its_values():
    made = explained(say("version {version} is missing: {names}", version=3, names=("Åsa", term("white"))))
    assert is_same(made, explained(say("{names} lack {version}", version=3, names=("Åsa", term("the first")))))
    assert not is_same(made, explained(say("version {version} is missing: {names}", version=4, names=("Åsa", "Bo"))))
    assert not is_same(made, explained(say("the cube rests")))


@pytest.mark.parametrize(
    "change", [{"verdict": "accepted"}, {"rule": "M6"}, {"version": 2}, {"more": 1}, {"rule": None}]
)
def test_another_verdict_or_rule_is_another_verdict_whatever_its_wording(change):
    verdict = dumper(matches.Verdict)(Verdict(1, REFUSED, "M5", say("the cube rests")))
    assert not is_same(verdict, verdict | change)


@pytest.mark.parametrize("former", FORMER)
def test_a_checkpoint_with_a_fault_in_a_former_wording_is_the_same(former):
    code = UNCODED[former]
    present, values = PATTERNS[code], dict.fromkeys(places(former), 6)
    match = judging.replay("m_test", numbered(opening(2), []))

    def faulted(explanation, rule="M7"):
        return match._replace(faults=(Fault(3, "white", rule, explanation, "open"),))

    made, stored = faulted(Message(present, values, code)), checkpoint.write_unproved(faulted(Message(former, values)))
    assert stored != checkpoint.write_unproved(made)
    assert checkpoint.is_of(stored, made)
    assert checkpoint.read("m_test", match.opened, stored).faults[0].explanation == Message(present, values)
    without = json.loads(stored)
    del without["messages"]
    assert checkpoint.is_of(json.dumps(without), made)
    assert not checkpoint.is_of(stored, faulted(say("the cube rests on {value}", value=2)))
    assert not checkpoint.is_of(stored, faulted(Message(present, values), "M8"))
    assert not checkpoint.is_of(stored, match)


# ── what is really said ──────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", RECORDED)
def test_the_verdicts_of_a_recorded_match_are_told(name):
    games, facts, _refused, _expected = recorded_match(name)
    for _match, verdict in judging.fold("m_test", numbered(opening(games), facts)):
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
    cup, match, said = random.Random(game.key + check), judging.opened("m_test", opened), set()
    for version, fact in enumerate(played(opened, game.key, 60), 1):
        for _ in range(12):
            _after, verdict = judging.judge(match, Recorded(version, nonsense(match, cup), 0, "", ""), list)
            said.add(verdict.explanation)
        match, _verdict = judging.judge(match, Recorded(version, fact, 0, "", ""), list)
    said -= {None, ""}
    assert len(said) > 5
    for each in said:
        assert not ENGLISH.search(swedish(each)), each


# ── what people typed ────────────────────────────────────────────────────────────────────────────────────────────────
@given(typed=st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=60))
@settings(max_examples=examples(100))
def test_what_people_typed_stays_as_they_typed_it(typed):
    match = judging.opened("m_test", opening())
    match, _verdict = judging.judge(match, Recorded(1, MatchSuspended(typed), 0, "", ""), list)
    assert match.conduct is not NONE
    _match, verdict = judging.judge(match, Recorded(2, DiceRolled("white", (1, 2)), 0, "", ""), list)
    assert translated(verdict.explanation, "sv") == (
        f"matchen är avbruten sedan händelse 1 ({typed}): först ska den återupptas"
    )


@pytest.mark.parametrize("name", ["white", "nothing", "Swedish Tables", "{created_name}", "a list", "%(name)s"])
def test_a_name_stays_as_it_is_even_if_it_is_a_word_of_brade(name):
    said = say("{created_name} has not started: close its entries first", created_name=name)
    assert translated(said, "sv") == f"{name} har inte börjat: stäng anmälan först"


# ── every error ──────────────────────────────────────────────────────────────────────────────────────────────────────
ROOMS = "core", "schemas", "service/auth", "service/handlers", "service/live", "service/server", "service/web"
ERRORS = {
    "Invalid",
    "NotAllowed",
    "ValidationError",
    "Rejected",
    "RequestRefused",
    "Unauthenticated",
    "Forbidden",
    "Full",
    "UnknownEvent",
    "BradeError",
    "AmbiguousTurn",
}
SAYING = {"say", "term", "terms", "together", "either", "sentences", "one_after_another"}
RAISED = re.compile(rf"\braise\b[^\n]*\b(?:{'|'.join(sorted(ERRORS))})\(")
WORDS = re.compile(r"[a-z]{2,},? [a-z]", re.IGNORECASE)


def plain(node):
    """The English texts of an expression that are no messages."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAYING:
        return []
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) and WORDS.search(node.value) else []
    return [text for inner in ast.iter_child_nodes(node) for text in plain(inner)]


def raised(source):
    """The errors that a file raises."""
    if not RAISED.search(source):
        return  # most files: their syntax tree is not needed
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = getattr(node.exc.func, "id", getattr(node.exc.func, "attr", ""))
            if name in ERRORS:
                yield from plain(node.exc)


def test_every_error_that_people_meet_is_a_message():
    root = FOLDER.parents[1]
    files = [path for room in ROOMS for path in sorted((root / room).rglob("*.py"))]
    assert len(files) > 300
    found = [f"{path.relative_to(root)}: {text}" for path in files for text in raised(path.read_text())]
    assert not found, "\n".join(found)


def test_a_text_that_is_no_message_is_found():
    assert list(raised('raise Invalid({"x": [f"{count} is too many"], "y": [say("good as it is")]})')) == [
        " is too many"
    ]
