"""Changes of an announcement after the start in words: what holds from then on."""

from collections.abc import Mapping
from typing import Any

from core.messages import because, say, term
from core.tournament.setting_words import WORDS
from core.tournament.standings.tie_breaks import tie_break_of

_STAGES = {"first": 1, "second": 2, "third": 3}
_STOPS = {
    "all_games": say("all games of a match are played", "all_games_are_played"),
    "when_decided": say("a match ends when it is decided", "match_ends_when_decided"),
}
_CHECKS = {
    "strict": say("turns against the rules are refused", "wrong_turns_are_refused"),
    "advisory": say("turns against the rules stand unless a referee decides otherwise", "wrong_turns_stand"),
}


def amendment_sentences(changed: Mapping[str, Any]) -> list[str]:
    """A sentence for each changed field: of `settings.<name>` for each setting. Details are told where they stand."""
    return [_sentence(name, value) for name, value in changed.items() if name != "details"]


def changed_after(rounds: int, changed: Mapping[str, Any], reason: str) -> str:
    """The sentence on a change, after so many rounds were paired, with its reason."""
    what = amendment_sentences(changed)
    return because(
        say("After round {number} was paired: {what}", "changed_after_round", number=rounds, what=what), reason
    )


def _sentence(name: str, value: Any) -> str:
    if name == "tie_breaks":
        codes = [tie_break.short or tie_break.name for tie_break in map(tie_break_of, value)]
        return say("the order of the table is {codes}", "table_order_is", codes=codes)
    if name == "length":
        (unit, count), *_ = value.items()
        if unit == "points":
            return say(
                "matches of the rounds to come go to {count} points", "matches_to_come_go_to_points", count=count
            )
        return say(
            "matches of the rounds to come are over {count} games", "matches_to_come_are_over_games", count=count
        )
    if name == "terms":
        return say("some of the rounds to come have another length of match", "rounds_to_come_have_lengths")
    if name in ("stop", "check"):
        return say("in the rounds to come {rule}", "rounds_to_come_have_rule", rule=(_STOPS | _CHECKS)[value])
    setting = name.removeprefix("settings.")
    stage, _, part = setting.rpartition("_")
    if setting == "rounds":
        return (
            say("{count} rounds are played", "rounds_are_played", count=value)
            if value
            else say("as many rounds are played as proposed", "rounds_as_proposed")
        )
    if part == "rounds" and stage in _STAGES and value:
        return say(
            "{count} rounds are played in stage {stage}",
            "rounds_of_stage_are_played",
            count=value,
            stage=_STAGES[stage],
        )
    if setting == "legs":
        return say("everyone meets everyone {count} times", "everyone_meets_times", count=value)
    label = WORDS[setting].label if setting in WORDS else term(setting)
    if isinstance(value, str):
        return say("{name} is changed", "setting_is_changed", name=label)
    return say("{name}: {value}", "setting_is", name=label, value=_value(value))


def _value(value: Any) -> Any:
    """The value of a setting as people read it."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return value if isinstance(value, int) else str(value)
