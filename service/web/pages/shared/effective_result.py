"""Effective result of a match, over the state of its board: a referee's decision, or that it is not played any more."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask_babel import gettext as _

from core.match.state import Match
from core.messages import because
from core.tournament.model.match_status import DECIDED, DRAFT, ENDED, VOIDED, InTournament
from core.tournament.model.values import Result
from service.web.i18n import core_messages, labels
from service.web.i18n.tournament_labels import Badge


class AtBoard(NamedTuple):
    """A match as it stands at its board, after the fact `version`; `winner` is a seat."""

    players: Mapping[str, str]
    score: Mapping[str, int]
    settled: bool
    winner: str | None
    version: int


class EffectiveResult(NamedTuple):
    """Status of a match in its tournament, where it differs from its board.

    `winner` and `score` are those of the result that counts, if it was decided. `board` is the result at the board that
    no longer counts, in words, and empty where both are the same.
    """

    state: Badge
    sentence: str
    decided: bool = False
    winner: str | None = None
    score: Mapping[str, int] = {}
    board: str = ""

    @property
    def dead(self) -> bool:
        """True if nothing at the board counts."""
        return not self.decided or bool(self.board)


def at_board(match: Match, version: int) -> AtBoard:
    """A match after the fact `version`."""
    winner = match.settled.winner if match.settled else None
    return AtBoard(match.opened.players, match.score, match.settled is not None, winner, version)


def counts(board: InTournament | None, match: AtBoard, seats: Sequence[str]) -> EffectiveResult | None:
    """The tournament's statement on a match: `board` is its place there, `match` as it stands at its board."""
    status = board.status if board else None
    if status == VOIDED:
        state = Badge("void", "⊘", _("does not count"))
        return EffectiveResult(
            state, _("The pairing was taken back by a correction: nothing of this match counts any more.")
        )
    if status == DRAFT:
        return EffectiveResult(
            Badge("draft", "✎", _("draft")), _("The round is a draft: the match is played once it is published.")
        )
    if status == ENDED:
        if board and board.called_off:
            return EffectiveResult(Badge("ended", "✕", _("called off")), _("It is called off."))
        return EffectiveResult(
            Badge("ended", "■", _("not played out")), _("The tournament was ended without this match.")
        )
    if board is None or status != DECIDED or board.result is None:
        return None
    return _decided(board.result, match, seats)


def _decided(result: Result, match: AtBoard, seats: Sequence[str]) -> EffectiveResult:
    score = {seat: result.score.get(seat, 0) for seat in seats} if result.score else {}
    kind = labels.kind_word(result.kind)
    names = match.players
    values = {"kind": kind, "who": names.get(result.winner or "", "")}
    if score:
        points = "–".join(map(str, score.values()))
        text = _("The referee decided: %(score)s (%(kind)s)", score=points, **values)
    elif result.winner:
        text = _("The referee decided: %(who)s wins (%(kind)s)", **values)
    else:
        text = _("The referee decided: no one wins (%(kind)s)", **values)
    text = core_messages.words(because(text, result.reason))
    shown = "–".join(str(match.score[seat]) for seat in seats)
    same = match.settled and match.winner == result.winner and (not score or match.score == score)
    board = "" if same or not match.version else _("At the board: %(score)s", score=shown)
    state = Badge("finished", "✔", _("decided"))
    return EffectiveResult(state, text, True, result.winner, score, board)
