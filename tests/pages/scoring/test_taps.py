"""Taps of a turn on the scorer's page, counted over recorded matches with the page's own modules."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from py_mini_racer import MiniRacer

from core.events import CheckersMoved, Recorded, TurnPassed
from core.match.judging import fold
from service.web.pages.assets import rules_of
from service.web.pages.scoring.match_data import game_json
from tests.support.matches.match_logs import RECORDED, numbered, opening, recorded_match
from tests.support.matches.whole_matches import GNU, WHOLE, whole_match
from tests.support.proving import some
from tests.support.scoring.phone_rules import ask, source

Json = dict[str, Any]
FEWEST = """
const rules = Object.values(RULES).find((each) => each.applyMoves);
module_scoring_turn_legal.useRules(RULES);
const { Turn } = module_scoring_turn_turn;
const ordered = (value) => (value === null || typeof value !== "object" ? value
  : Object.fromEntries(Object.keys(value).sort().map((name) => [name, ordered(value[name])])));
const text = (position) => JSON.stringify(ordered(position));
/** The fewest taps and drags by which a scorer who looks at these landings completes the turn; null if none does. */
function fewest({ match, position, seat, dice, moves }) {
  const states = rules.turnStates(position, seat, dice, match.options);
  const goal = text(rules.applyMoves(position, seat, moves, match.options).position);
  const made = (actions) => {
    const turn = new Turn(match, { position, to_move: seat }, dice, states, false);
    return actions.every(([what, ...given]) => turn[what](...given) !== false) ? turn : null;
  };
  const places = [...new Set(moves.flatMap(({ from, to }) => [from, to]))];
  let row = [[]];
  for (let taps = 0; taps <= 8; taps += 1) {
    const next = new Map();
    for (const actions of row) {
      const turn = made(actions);
      if (!turn) continue;
      if ((turn.complete || turn.mustPass) && text(turn.now.position) === goal) return taps;
      const drags = places.flatMap((start) => places.map((end) => ["drag", start, end]));
      const marks = turn.now.left.map((die) => ["mark", die]);
      const tried = [...places.map((place) => ["tap", place]), ...drags, ...marks];
      for (const action of tried) {
        const longer = [...actions, action];
        const after = made(longer);
        if (after) next.set(text([after.now.position, after.marked, after.moves]), longer);
      }
    }
    row = [...next.values()];
  }
  return null;
}
"""
DOCUMENT = "globalThis.document = { getElementById: () => ({ dataset: { words: '{}' } }), documentElement: {} };"


def turns(log: Sequence[Recorded]) -> Iterator[Json]:
    """The turns of a log with a choice or without, as the page gets them."""
    match = None
    for recorded, (after, _verdict) in zip(log, fold("m", log), strict=True):
        event = recorded.event
        if match is not None and match.phase == "move" and isinstance(event, CheckersMoved | TurnPassed):
            yield {
                "match": {
                    "game": {**game_json(match), "key": match.game.key},
                    "seats": list(match.seats),
                    "options": dict(match.options or {}) if isinstance(match.options, dict) else log[0].event.options,
                },
                "position": match.game.write(match.position),
                "seat": event.by,
                "dice": sorted(match.dice, reverse=True),
                "moves": [dict(zip(("from", "to"), each[:2], strict=True)) for each in getattr(event, "moves", ())],
            }
        match = after


def log_of_swedish(name: str) -> list[Recorded]:
    """The log of a recorded match of Swedish Tables."""
    return numbered(opening(), recorded_match(name)[1])


LOGS = {
    **{name: ("swedish", lambda name=name: log_of_swedish(name)) for name in RECORDED if "refusals" not in name},
    **{
        name: ("backgammon" if name == GNU.stem else name, lambda name=name: whole_match(name))
        for name in WHOLE
        if name not in ("dubblets", "six-ace")
    },
}


@pytest.mark.parametrize("name", some(list(LOGS), GNU.stem))
def test_a_turn_takes_at_most_three_and_four_tenths_taps_on_average_and_five_where_two_dice_differ(name):
    game, log = LOGS[name]
    with MiniRacer() as context:
        rules = f"module_scoring_games_{game.replace('-', '_')}"
        context.eval(f"{DOCUMENT}const RULES = (() => {{ {source(rules_of(game))} return {rules}; }})();")
        context.eval(f"{source('scoring/turn/turn.js')}{FEWEST}")
        asked = list(turns(log()))
        counted = [ask(context, "fewest", each) for each in asked]
    assert None not in counted
    taps = [1 + each for each in counted]  # the throw; the next one writes the turn
    assert len(taps) > 20
    assert sum(taps) / len(taps) <= 3.4
    assert max(count for count, each in zip(taps, asked, strict=True) if len(set(each["dice"])) > 1) <= 5
