"""Mutants of the phone's rules and of core's: the comparison of the two notices nearly every change of either.

A mutant that stays unnoticed here is the same program, or differs in situations that are rarer than those of these
tests. `test_same_rules.py` has a million situations of each game.
"""

import ast
import json
import re
from itertools import islice

import pytest
from py_mini_racer import JSEvalException, JSOOMException, JSTimeoutException

from core.games import game_of
from service.web.pages.assets import FOLDER
from tests.support.proving import prove, some
from tests.support.scoring.core_mutants import at_most, changed_games, source_of
from tests.support.scoring.mutants import JAVASCRIPT, PYTHON, mutants
from tests.support.scoring.phone_rules import (
    MODULES,
    Question,
    answer_of_core,
    answers_of_phone,
    difference,
    engine,
    random_questions,
    source,
)

FAMILY = ("backgammon", "dutch", "irish", "tick-tack")
SCRIPTS = {
    "rules/board": ("swedish", "backgammon"),
    "rules/messages": ("swedish", "dubblets"),
    "rules/race": FAMILY,
    "rules/turn_search": ("swedish", "backgammon", "tick-tack"),
    "games/swedish": ("swedish",),
    "games/dutch": ("dutch",),
    "games/tick_tack": ("tick-tack",),
    "games/dubblets": ("dubblets",),
    "games/six_ace": ("six-ace",),
}
"""Scripts with mutants, and the games whose situations each of them is held against."""
SITUATIONS = 3_000
CHUNK = 50
NOTICED = {"core.rules.swedish_search": 0.75, "core.rules.race_sequences": 0.6}
"""The least part of the mutants of a file that is noticed, where it is not 0.8.

These two leave out what leads to a position that was reached before. A mutant of that is slower, and the same program.
"""


def situations(keys):
    return [
        random_question
        for key in keys
        for random_question in islice(random_questions(game_of(key), seed=11), SITUATIONS // len(keys))
    ]


@pytest.mark.parametrize(("name", "keys"), some(SCRIPTS.items(), ("games/dutch", ("dutch",))), ids=str)
def test_nearly_every_mutant_of_a_script_is_noticed(name, keys):
    questions = situations(keys)
    answers = [answer_of_core(question) for question in questions]
    module = f"scoring/{name}.js"
    count, kept = 0, []
    with engine() as context:
        context.set_hard_memory_limit(600_000_000)
        context.eval(f"const asked = {json.dumps([question.words for question in questions])}; let mutated;")
        for mutant in mutants((FOLDER / module).read_text(), JAVASCRIPT):
            count += 1
            if is_alike(context, questions, answers, source(MODULES[0], (module, mutant.source))):
                kept.append(mutant)
    shown = "\n".join(f"{each.line}: {each.before}\n   {each.after}" for each in kept)
    assert count > 5
    assert len(kept) <= 0.2 * count, f"{len(kept)} of {count} stay unnoticed:\n{shown}"


def is_alike(context, questions, answers, bundled):
    """True if changed scripts answer all questions as core does. An error, or a search without end, is a difference."""
    try:
        context.eval(f"mutated = (() => {{ {bundled} return module_scoring_games_games.GAMES; }})();", timeout_sec=5)
        for at in range(0, len(questions), CHUNK):
            part = f"asked.slice({at}, {at + CHUNK}).map((each) => answer(mutated, each))"
            said = json.loads(context.eval(f"JSON.stringify({part})", timeout_sec=20))
            for question, core, phone in zip(questions[at:], answers[at:], said, strict=False):
                if difference(question, core, phone):
                    return False
    except (JSEvalException, JSOOMException, JSTimeoutException, KeyError):
        return False
    return True


CORE = {
    "core.rules.race": FAMILY,
    "core.rules.race_judging": FAMILY,
    "core.rules.race_search": FAMILY,
    "core.rules.race_sequences": ("backgammon", "english"),
    "core.rules.swedish_landings": ("swedish",),
    "core.rules.swedish_search": ("swedish",),
    "core.games.swedish": ("swedish",),
    "core.games.dutch": ("dutch",),
    "core.games.tick_tack": ("tick-tack",),
    "core.games.dubblets": ("dubblets",),
    "core.games.six_ace": ("six-ace",),
}
"""Modules of core with mutants, and the games whose situations each of them is held against.

Irish and English Backgammon have none of their own: their turns are those of `core.rules`, and their starts and the
number of their dice come with the page.
"""
OF_CORE, A_MUTANT, SECONDS = 1_500, 120, 20
"""Situations of core's mutants, mutants of a module at most, and seconds for one of them."""


@prove
@pytest.mark.parametrize(("name", "keys"), CORE.items(), ids=str)
def test_nearly_every_mutant_of_core_is_noticed_by_the_phone(name, keys):
    questions = situations(keys)[:: SITUATIONS // OF_CORE]
    with engine() as phone:
        answers = answers_of_phone(phone, questions)
    words = [question.words for question in questions]
    lines = lines_of_rules(source_of(name))
    every = [mutant for mutant in mutants(source_of(name), PYTHON) if is_a_rule(mutant, lines)]
    some_of_them = every[:: len(every) // A_MUTANT + 1]
    kept = [each for each in some_of_them if answers_alike(name, each.source, words, answers)]
    shown = "\n".join(f"{each.line}: {each.before}\n   {each.after}" for each in kept)
    assert len(some_of_them) > 5
    assert len(kept) <= (1 - NOTICED.get(name, 0.8)) * len(some_of_them), (
        f"{len(kept)} of {len(some_of_them)} unnoticed:\n{shown}"
    )


WORDS = ("read", "write", "start")
"""Parts of a game that the service alone has: core reads, writes and begins a position by them."""


def lines_of_rules(source):
    """The lines that a rule of the game may need: without the functions that `WORDS` alone need. All without `GAME`."""
    tree = ast.parse(source)
    functions = {each.name: each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}
    calls = [each for each in ast.walk(tree) if isinstance(each, ast.Call) and getattr(each.func, "id", "") == "Game"]

    def needed(fields):
        found, waiting = set(), [word.value for call in calls for word in call.keywords if word.arg in fields]
        while waiting:
            names = {each.id for each in ast.walk(waiting.pop()) if isinstance(each, ast.Name)} & functions.keys()
            waiting += [functions[name] for name in names - found]
            found |= names
        return found

    others = {word.arg for call in calls for word in call.keywords} - {*WORDS}
    left = set(range(1, source.partition("\nGAME")[0].count("\n") + 2))
    for name in needed(WORDS) - needed(others):
        left -= set(range(functions[name].lineno, functions[name].end_lineno + 1))
    return left


def is_a_rule(mutant, lines):
    """False of a mutant of an annotation, of a check that two lists are as long, or of what comes with the page."""
    is_check = mutant.after == mutant.before.replace("strict=True", "strict=False")
    comes = re.search(r"->|: Final|^def |^\w+: |^@|\bOutcome\(|^_START", mutant.before)
    return mutant.line in lines and not is_check and not comes


def answers_alike(name, changed, words, answers):
    """True if changed core answers all questions as the phone does. What it raises is a difference."""
    try:
        with at_most(SECONDS), changed_games(name, changed) as games:
            for asked, phone in zip(words, answers, strict=True):
                question = Question.of(asked, games[asked["key"]])
                if difference(question, answer_of_core(question), phone):
                    return False
    except Exception:  # noqa: BLE001  a changed rule may raise anything
        return False
    return True


def test_core_that_is_not_changed_answers_alike_and_stays_loaded():
    questions = situations(("irish",))[:20]
    with engine() as phone:
        answers = answers_of_phone(phone, questions)
    before = game_of("irish")
    assert answers_alike(
        "core.games.irish", source_of("core.games.irish"), [question.words for question in questions], answers
    )
    assert game_of("irish") is before
