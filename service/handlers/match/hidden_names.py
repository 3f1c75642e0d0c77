"""Names in the log of a match that a reader does not see: they stand in its opening alone."""

import json
from typing import Any, NamedTuple

from core.eventlog.codec import withheld
from core.events import MatchOpened
from core.names.in_texts import Mask
from core.names.shown_names import ShownNames
from core.tournament.model.shown_names import TYPED_IN_MATCHES, with_masked_texts
from core.tournament.model.visibility import without_hidden_names
from service.bootstrap import Dependencies
from service.repository import reading_as

Json = dict[str, Any]


def shown_state(deps: Dependencies, stored: Json, opened: MatchOpened) -> Json:
    """The stored state of a match with the names that the present reader sees."""
    if (mask := deps.repository.mask(opened.club, opened.tournament)) is not None:
        stored = with_masked_texts(stored, mask, TYPED_IN_MATCHES)
    return {**stored, "players": dict(opened.players)}


class HiddenNames(NamedTuple):
    """The players whose names a reader does not see. `guessable`: the log is an old one, whose opening has no salts.

    Of such a log the opening is withheld, and the facts after it come without hashes. A fact with a hidden name in its
    reason is withheld.
    """

    shown: ShownNames
    mask: Mask
    guessable: bool

    def line(self, row: Json) -> Json:
        """A line of the log as the reader sees it."""
        row = without_hidden_names(row, self.shown) if row["version"] == 0 else row
        if self.mask(text := json.dumps(row, ensure_ascii=False)) != text:
            return withheld(row["stream"], row["version"])
        if self.guessable:
            return {name: value for name, value in row.items() if name not in ("prev_hash", "hash")}
        return row


def of(deps: Dependencies, match_id: str, opened: MatchOpened) -> HiddenNames | None:
    """The hidden names of a match, for the present reader; `None` if they see all of them."""
    if (mask := deps.repository.mask(opened.club, opened.tournament)) is None:
        return None
    shown = deps.repository.shown_names(opened.club, opened.tournament)
    with reading_as(None):
        whole = deps.repository.match(match_id)
    return HiddenNames(shown, mask, whole.salts is None and not shown.keys().isdisjoint(whole.player_ids.values()))
