"""A match as a readable sheet, eighty columns wide at most, in a letter of even width.

Two players have a column each; where more play, each throw has a line. What was refused, faulted or voided, and what a
referee ruled, stands below the turn with which it was recorded.
"""

from collections.abc import Iterable

from core.events import Recorded
from core.match.judging import NOTHING, Known
from core.match.state import Match
from core.notation.replayed_match import replay_all
from core.notation.sheet import Sheet, Shown
from core.notation.transcript_cells import WIDTH, wrap
from core.notation.transcript_summary import Span, Translate, above, below


def transcript(
    stream: str,
    log: Iterable[Recorded],
    known: Known = NOTHING,
    *,
    origin: str = "",
    translate: Translate = str,
    shown: Shown = str,
) -> str:
    """The sheet of a match's log, from `MatchOpened` on; what is `known` is believed. `translate` words its messages.

    `shown` gives the name of an author for readers. `origin` says where the log is from. Raises `UnknownEvent` for what
    is no log of a match.
    """
    replayed = replay_all(stream, log, known)
    sheet, span = Sheet(replayed.match, translate, shown=shown), Span(replayed.began, replayed.began)
    for fact in replayed.facts:
        sheet.add(fact)
        span = span.with_(fact.recorded.at)
    waits = ["", *wrap(translate(replayed.newer.error().message), WIDTH)] if replayed.newer else []
    return sheet_text(replayed.match, span, as_text([*sheet.end(), *waits]), origin, translate)


def sheet_text(match: Match, span: Span, games: str, origin: str, translate: Translate) -> str:
    """The sheet of a match from the text of its games; `span` has the times of all its events."""
    head = [*above(match, span, translate), *wrap(translate(origin), WIDTH)]
    return f"{as_text(head)}{games}{as_text(below(match, translate))}"


def as_text(lines: Iterable[str]) -> str:
    """Lines as text, without blanks at their ends."""
    return "".join([f"{line.rstrip()}\n" for line in lines])
