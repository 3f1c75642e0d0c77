"""Changes of an announcement after the start in words: what holds from then on."""

from collections.abc import Mapping
from typing import Any

from core.messages import because, say, term
from core.tournament.standings.tie_breaks import tie_break_of

_STAGES = {"first": 1, "second": 2, "third": 3}
_STOPS = {
    "all_games": say("all games of a match are played"),
    "when_decided": say("a match ends when it is decided"),
}
_CHECKS = {
    "strict": say("turns against the rules are refused"),
    "advisory": say("turns against the rules stand unless a referee decides otherwise"),
}


def amendment_sentences(changed: Mapping[str, Any]) -> list[str]:
    """A sentence for each changed field: of `settings.<name>` for each setting. Details are told where they stand."""
    return [_sentence(name, value) for name, value in changed.items() if name != "details"]


def changed_after(rounds: int, changed: Mapping[str, Any], reason: str) -> str:
    """The sentence on a change, after so many rounds were paired, with its reason."""
    what = amendment_sentences(changed)
    return because(say("After round {number} was paired: {what}", number=rounds, what=what), reason)


def _sentence(name: str, value: Any) -> str:
    if name == "tie_breaks":
        codes = [term(found.short or found.name) for found in map(tie_break_of, value)]
        return say("the order of the table is {codes}", codes=codes)
    if name == "length":
        (unit, count), *_ = value.items()
        if unit == "points":
            return say("matches of the rounds to come go to {count} points", count=count)
        return say("matches of the rounds to come are over {count} games", count=count)
    if name == "terms":
        return say("some of the rounds to come have another length of match")
    if name in ("stop", "check"):
        return say("in the rounds to come {rule}", rule=(_STOPS | _CHECKS)[value])
    setting = name.removeprefix("settings.")
    stage, _, part = setting.rpartition("_")
    if setting == "rounds":
        return say("{count} rounds are played", count=value) if value else say("as many rounds are played as proposed")
    if part == "rounds" and stage in _STAGES and value:
        return say("{count} rounds are played in stage {stage}", count=value, stage=_STAGES[stage])
    if setting == "legs":
        return say("everyone meets everyone {count} times", count=value)
    return say("the setting {name} is {value}", name=setting, value=str(value))
