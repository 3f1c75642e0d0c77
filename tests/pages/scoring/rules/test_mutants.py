"""Mutants of the phone's rules: the comparison with core notices nearly every change of them.

A mutant that stays unnoticed here is the same program, or differs in situations that are rarer than those of these
tests. `test_same_rules.py` has a million situations of each game.
"""

import json
from itertools import islice

import pytest
from py_mini_racer import JSEvalException, JSOOMException, JSTimeoutException

from core.games import game_of
from service.web.pages.assets import FOLDER
from tests.support.proving import some
from tests.support.scoring.mutants import JAVASCRIPT, mutants
from tests.support.scoring.phone_rules import (
    MODULES,
    answer_of_core,
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
NOTICED = 0.8
"""The least part of the mutants of a file that is noticed."""


def situations(keys):
    return [each for key in keys for each in islice(random_questions(game_of(key), seed=11), SITUATIONS // len(keys))]


@pytest.mark.parametrize(("name", "keys"), some(SCRIPTS.items(), ("games/dutch", ("dutch",))), ids=str)
def test_nearly_every_mutant_of_a_script_is_noticed(name, keys):
    questions = situations(keys)
    answers = [answer_of_core(each) for each in questions]
    module = f"scoring/{name}.js"
    count, kept = 0, []
    with engine() as context:
        context.set_hard_memory_limit(600_000_000)
        context.eval(f"const asked = {json.dumps([each.words for each in questions])}; let mutated;")
        for mutant in mutants((FOLDER / module).read_text(), JAVASCRIPT):
            count += 1
            if is_alike(context, questions, answers, source(MODULES[0], (module, mutant.source))):
                kept.append(mutant)
    shown = "\n".join(f"{each.line}: {each.before}\n   {each.after}" for each in kept)
    assert count > 5
    assert len(kept) <= (1 - NOTICED) * count, f"{len(kept)} of {count} stay unnoticed:\n{shown}"


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
