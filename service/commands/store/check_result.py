"""One thing that `brade doctor` looked at."""

from typing import NamedTuple

GOOD, NOTE, BAD = "good", "note", "bad"


class CheckResult(NamedTuple):
    """One thing that was looked at: how it is, and in a sentence what was seen and what to do."""

    what: str
    how: str
    sentence: str
