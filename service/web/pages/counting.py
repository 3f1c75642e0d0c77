"""What counts of a match, whatever stands at its board: a referee's decision, or that it is not played any more."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask_babel import gettext as _

from core.tournament.boards import DECIDED, DRAFT, ENDED, VOIDED
from service.web.pages import spoken, terms
from service.web.pages.desk_words import State

Json = dict[str, Any]


class Counts(NamedTuple):
    """How a match stands in its tournament, where that is not what its board says.

    `winner` and `score` are those of the result that counts, if somebody decided it; `board` is what the board says
    and no longer counts, in words, and empty where both say the same.
    """

    state: State
    said: str
    decided: bool = False
    winner: str | None = None
    score: Mapping[str, int] = {}
    board: str = ""

    @property
    def dead(self) -> bool:
        """Whether nothing that stands at the board counts."""
        return not self.decided or bool(self.board)


def counts(said: Json | None, match: Json, seats: Sequence[str]) -> Counts | None:
    """What a tournament says over a match: `said` is its `in_tournament`, `match` the match's state in words."""
    status = said["status"] if said else None
    if status == VOIDED:
        state = State("void", "⊘", _("does not count"))
        return Counts(state, _("The pairing was taken back by a correction: nothing of this match counts any more."))
    if status == DRAFT:
        return Counts(
            State("draft", "✎", _("draft")), _("The round is a draft: the match is played once it is published.")
        )
    if status == ENDED:
        return Counts(State("ended", "■", _("not played out")), _("The tournament was ended without this match."))
    if said is None or status != DECIDED or said["result"] is None:
        return None
    return _decided(said["result"], match, seats)


def _decided(result: Json, match: Json, seats: Sequence[str]) -> Counts:
    score = {seat: result["score"].get(seat, 0) for seat in seats} if result["score"] else {}
    kind = terms.kind_word(result["kind"])
    names = match["players"]
    reason = spoken.reason(result["reason"], names.values())
    words = {"kind": kind, "reason": reason, "who": names.get(result["winner"] or "", "")}
    if score:
        points = "–".join(map(str, score.values()))
        text = _("The referee decided: %(score)s (%(kind)s): %(reason)s", score=points, **words)
    elif result["winner"]:
        text = _("The referee decided: %(who)s wins (%(kind)s): %(reason)s", **words)
    else:
        text = _("The referee decided: nobody wins (%(kind)s): %(reason)s", **words)
    at_board = "–".join(str(match["score"][seat]) for seat in seats)
    settled = match["settled"]
    same = bool(settled) and settled["winner"] == result["winner"] and (not score or match["score"] == score)
    board = "" if same or not match["version"] else _("At the board: %(score)s", score=at_board)
    state = State("finished", "✔", _("decided"))
    return Counts(state, text, True, result["winner"], score, board)
