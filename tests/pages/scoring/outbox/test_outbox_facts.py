"""The outbox of a scorer's phone and the facts of core."""

import re

from core.events import MATCH_FACTS, RecorderChanged, RulingMade
from core.match.dice import rules as dice_rules
from service.web.pages.assets import assets


def test_a_queue_goes_on_by_itself_after_facts_that_a_settled_match_takes_too_those_of_the_dice_and_a_takeover():
    script = assets()["scoring/outbox/requests.js"].content.decode()
    [listed] = re.findall(r"BESIDE_THE_PLAY = \[(.*?)\]", script, re.DOTALL)
    beside = {match_fact.__name__ for match_fact in MATCH_FACTS if match_fact.AFTER_THE_END} - {RulingMade.__name__}
    beside |= {RecorderChanged.__name__} | {fact.__name__ for fact in dice_rules.FACTS}
    assert set(re.findall(r'"(\w+)"', listed)) == beside
