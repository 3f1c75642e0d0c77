"""The state and the verdict after a plain fact: most rolls and turns say no more than that they count.

A match has thousands of them. So these values are made without their constructors.
"""

from typing import Any

from core.match.state import ACCEPTED, Match, Verdict


def after_play(match: Match, version: int, position: Any, phase: str, to_move: str | None, dice: Any) -> Match:
    """The match after a roll or a turn, which change nothing but these: a quarter of the time of `_replace`."""
    (
        match_id, opened, game, options, _, _, seats, _, _, _, cube, results, faults, settled, voids, voidings, refused,
        conduct, service_dice, set_out,
    ) = match  # fmt: skip
    return tuple.__new__(
        Match,
        (
            match_id, opened, game, options, version, position, seats, phase, to_move, dice, cube, results, faults,
            settled, voids, voidings, refused, conduct, service_dice, set_out,
        ),
    )  # fmt: skip


def plainly_accepted(version: int) -> Verdict:
    """The verdict that says only that a fact counts."""
    return tuple.__new__(Verdict, (version, ACCEPTED, None, "", None, None))


def is_plain(verdict: Verdict) -> bool:
    """True if a verdict says only that the fact counts."""
    _, word, rule, explanation, finished, settled = verdict
    return word == ACCEPTED and rule is None and not explanation and finished is None and settled is None
