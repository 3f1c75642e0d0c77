"""Changes of an announcement after the start: which are possible when, so that all that was paired and played stands.

| field | until when |
|---|---|
| `tie_breaks` | the last round that counts in the table begins |
| `length`, `check`, `stop`, `terms` | always, for the rounds of which nothing is published yet |
| `settings`: `rounds`, of a Swiss | always more, and fewer down to those that are paired; until a knock-out begins |
| `settings`: `legs` | more, and fewer until a match of the others is played; until a knock-out begins |
| `settings` of a knock-out that follows | it begins |
| `settings` of a stage | it begins; its number of rounds as above; how many go on until the next one begins |
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from core.errors import NotAllowed
from core.messages import say
from core.tournament.groups.draw import STAGE as GROUPS
from core.tournament.model.bracket_plan import PLAY_OFF
from core.tournament.model.reasons import WITHDREW
from core.tournament.model.state import CALLED_OFF, FINISHED, Tournament, settings_of
from core.tournament.model.values import Pairing
from core.tournament.stages.announced import KNOCK_OUTS, OF_LOSERS, announced
from core.tournament.swiss.cut import STAGE as SWISS

OF_MATCHES = ("length", "check", "stop", "terms")
CHANGEABLE = frozenset({"details", "tie_breaks", "settings", *OF_MATCHES})
"""Fields that may change after the start."""
_BEFORE_KNOCK_OUT = (GROUPS, SWISS)
_OF_KNOCK_OUT = frozenset(
    {"cut", "line", "bronze", "consolation", "share_third", "advance", "seeds_by", "next_best", "compare", "level"}
    | {*OF_LOSERS}
)
_STAGES = ("first", "second", "third")
_HOLDS = say("what was announced holds for it")


def ensure_changeable(tournament: Tournament, new: Mapping[str, Any]) -> None:
    """Raises `NotAllowed` naming each of these fields that cannot change any more, and why. `new` has other values."""
    wrong = dict(_refusals(tournament, new))
    if wrong:
        reasons = [say("{field}: {reason}", field=field, reason=reason) for field, reason in wrong.items()]
        name = tournament.created.name
        fields = {field: [reason] for field, reason in wrong.items()}
        raise NotAllowed(say("{created_name} has started: {reasons}", created_name=name, reasons=reasons), fields)


def changeable_settings(tournament: Tournament) -> frozenset[str]:
    """The settings of the format that may be other ones now."""
    if tournament.seed is None:
        return frozenset(tournament.format.described_settings)
    names = tournament.format.described_settings
    return frozenset(name for name in names if _fixed_setting(tournament, name) is None)


def order_is_fixed(tournament: Tournament) -> str | None:
    """The reason why the order of the table stays as it is; `None` before the last round that counts in it."""
    if tournament.status in (FINISHED, CALLED_OFF) or (tournament.rounds and not _is_before_knock_out(tournament)):
        return say("the order of the table is settled")
    now = tournament.format.staged.now(tournament)
    last = _last_round(now)
    begun = [round_ for round_ in now.rounds if last is not None and round_.number >= last and not round_.draft]
    if now.format.on_command and begun:
        return say("the last round is paired")
    with_result = now.results.keys() | now.reported.keys()
    if any(match.match in with_result and not match.is_bye for round_ in begun for match in round_.pairings):
        return say("the last round has begun")
    return None


def rounds_to_come(tournament: Tournament) -> bool:
    """True if there will be, or may be, a round of which nothing is published yet."""
    form = tournament.format
    if tournament.status in (FINISHED, CALLED_OFF):
        return False
    if any(round_.draft for round_ in tournament.rounds) or form.staged.ahead(tournament):
        return True
    published = {round_.number for round_ in tournament.rounds}
    planned = [round_.number for _, round_ in form.plan(tournament).rounds()] if form.plan is not None else []
    if any(number not in published for number in planned):
        return True
    if form.rounds is not None:
        return form.rounds(tournament) > len(published)
    return form.on_command and not planned


def _refusals(tournament: Tournament, new: Mapping[str, Any]) -> Collection[tuple[str, str]]:
    refusals = [(name, _HOLDS) for name in new if name not in CHANGEABLE]
    if "tie_breaks" in new and (why := order_is_fixed(tournament)):
        refusals.append(("tie_breaks", why))
    of_matches = [name for name in OF_MATCHES if name in new]
    if of_matches and not rounds_to_come(tournament):
        refusals += [(name, say("every round is published, and its matches are open")) for name in of_matches]
    if "settings" in new:
        refusals += _of_settings(tournament, new["settings"] or {})
    return refusals


def _of_settings(tournament: Tournament, settings: Mapping[str, Any]) -> list[tuple[str, str]]:
    before, form = settings_of(tournament), tournament.format
    after = tournament._replace(created=replace(tournament.created, settings=settings))
    new = form.read_settings(settings)
    found = []
    for name in form.described_settings:
        value = getattr(new, name)
        if value == getattr(before, name):
            continue
        why = _fixed_setting(tournament, name) or _too_few(tournament, after, name) or _no_stage_left(after, name)
        if why is not None:
            found.append((f"settings.{name}", why))
    return found


def _fixed_setting(tournament: Tournament, name: str) -> str | None:
    """The reason why a setting cannot change now, to whatever value; `None` if it can."""
    form = tournament.format
    if tournament.ended or tournament.status == CALLED_OFF:
        return say("it is over")
    if form.key == "stages":
        return _fixed_of_stage(tournament, name)
    follows = form.plan is not None and any(round_.stage in _BEFORE_KNOCK_OUT for round_ in tournament.rounds)
    if follows and name in _OF_KNOCK_OUT:
        return None if _is_before_knock_out(tournament) else say("the knock-out has begun")
    if name == "legs" or (name == "rounds" and form.on_command and form.rounds is not None):
        return None if _is_before_knock_out(tournament) else say("the knock-out has begun")
    return _HOLDS


def _fixed_of_stage(tournament: Tournament, name: str) -> str | None:
    stages = announced(settings_of(tournament))
    now = len(tournament.stages)
    plays_off = _plays_off(tournament)
    if name == "line" or name in ("bronze", "consolation", *OF_LOSERS):
        waits = any(each.kind in KNOCK_OUTS for each in stages[now + 1 :])
        fixed = (plays_off or now + 1 >= len(stages)) if name == "line" else not waits
        return say("the stage has begun") if fixed else None
    stage, _, part = name.partition("_")
    if stage not in _STAGES:
        return _HOLDS
    number = _STAGES.index(stage)
    if number > now:
        return None
    if number < now:
        return say("the stage is over")
    if part == "rounds" and stages[now].kind == "swiss":
        return say("the play-off after it has begun") if plays_off else None
    if part == "on" and not plays_off:
        return None
    return say("the stage has begun")


def _no_stage_left(after: Tournament, name: str) -> str | None:
    """The reason why the next stage cannot be left out: a play-off for the places in it is paired (ST10)."""
    if name not in _STAGES or _STAGES.index(name) != len(after.stages) + 1:
        return None
    left_out = len(announced(settings_of(after))) == len(after.stages) + 1
    return say("the play-off for its places has begun") if left_out and _plays_off(after) else None


def _plays_off(tournament: Tournament) -> bool:
    """True if the play-off after the stage that is played is paired."""
    first = tournament.stages[-1].first if tournament.stages else 1
    return any(round_.stage == PLAY_OFF and round_.number >= first for round_ in tournament.rounds)


def _too_few(before: Tournament, after: Tournament, name: str) -> str | None:
    """The reason why a number of rounds or legs is too small for what is paired."""
    if name == "legs":
        return _begun_behind(after)
    if name != "rounds" and not name.endswith("_rounds"):
        return None
    if name != "rounds" and _STAGES.index(name.removesuffix("_rounds")) > len(before.stages):
        return None
    now, alone = before.format.staged.now(before), after.format.staged.now(after)
    if alone.format.rounds is None:
        return None
    paired = sum(round_.stage in ("", *_BEFORE_KNOCK_OUT) for round_ in now.rounds)
    if alone.format.rounds(alone) >= paired:
        return None
    return say("{count} rounds are paired: there are at least so many", count=paired)


def _begun_behind(after: Tournament) -> str | None:
    """The first round that would fall and of which a match is played or decided, in words; `None` if there is none.

    A walkover that follows from a withdrawal, and comes back with the match, is no such decision.
    """
    behind = {pairing.match for pairing in after.format.stale(after)}
    for round_ in after.rounds:
        if any(pairing.match in behind and _is_begun(after, pairing) for pairing in round_.pairings):
            return say("round {number} has begun: its matches are played", number=round_.number)
    return None


def _is_begun(tournament: Tournament, pairing: Pairing) -> bool:
    decided = tournament.decisions.get(pairing.match)
    if pairing.is_bye or not decided:
        return pairing.match in tournament.reported and not pairing.is_bye
    return pairing.match in tournament.reported or (decided[-1][1].cause or ("",))[0] != WITHDREW


def _is_before_knock_out(tournament: Tournament) -> bool:
    """True if no match after the rounds of a first stage is paired; of a format without one always."""
    stages = {round_.stage for round_ in tournament.rounds}
    return stages.isdisjoint(_BEFORE_KNOCK_OUT) or stages.issubset(_BEFORE_KNOCK_OUT)


def _last_round(now: Tournament) -> int | None:
    """The number of the last round that counts in the table; `None` where the results decide how many there are."""
    form = now.format
    if form.rounds is not None:
        return form.rounds(now)
    if form.plan is not None and not any(round_.stage in _BEFORE_KNOCK_OUT for round_ in now.rounds):
        return max((round_.number for _, round_ in form.plan(now).rounds()), default=None)
    return None if form.on_command else max((round_.number for round_ in now.rounds), default=None)
