"""Unfinished matches of rounds whose time is up: what the announced rule gives them, in one press each or for all."""

from collections.abc import Sequence
from typing import NamedTuple

from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.model.values import HALF_EACH
from core.tournament.time_up import LEADER_WINS
from core.tournament.timetable.view import table_order
from service.handlers.tournament.time_up import UnfinishedMatch, unfinished_matches
from service.translations.isolation import beside
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.i18n import tournament_labels
from service.web.i18n.tournament_labels import in_sentence

MOST_TYPED = 200
"""Characters of the games of a match."""


class DueMatch(NamedTuple):
    """An unfinished match: its table and players, the points so far, and what it would be; or why a referee decides.

    The games of a match without a `score` can be typed in the field `so_far`, which has what was `typed`.
    """

    match: str
    place: str
    names: str
    score: str
    outcome: str
    why_not: str
    so_far: str
    typed: str


class TimeUp(NamedTuple):
    """A round whose time is up, titled as in a sentence, with its unfinished matches in the order of their tables."""

    number: int
    title: str
    matches: Sequence[DueMatch]

    @property
    def typable(self) -> bool:
        """True if the games of a match can be typed."""
        return any(match.so_far for match in self.matches)

    @property
    def decided(self) -> int:
        """The number of matches that the rule decides."""
        return sum(bool(match.outcome) for match in self.matches)


def time_up(state: Tournament) -> list[TimeUp]:
    """The rounds whose time is up with unfinished matches; none where the announcement has no rule."""
    if state.created.time_up is None:
        return []
    found = unfinished_matches(deps(), state)
    found.sort(key=lambda unfinished_match: table_order(state.seated.get(unfinished_match.match, "")))
    titles = {round_.number: in_sentence(tournament_labels.round_title(state, round_)) for round_ in state.rounds}
    return [
        TimeUp(
            number,
            titles[number],
            [_due(state, unfinished_match) for unfinished_match in found if unfinished_match.round == number],
        )
        for number in sorted({unfinished_match.round for unfinished_match in found})
    ]


def _due(state: Tournament, each: UnfinishedMatch) -> DueMatch:
    outcome = ""
    if each.kind == HALF_EACH:
        outcome = _("half each")
    elif each.winner is not None:
        winner = each.players[list(each.score).index(each.winner)]
        outcome = _("%(who)s wins", who=state.label_of(winner))
    level = state.created.time_up == LEADER_WINS
    why_not = _("Both are level. A referee decides.") if level else _("A referee decides.")
    return DueMatch(
        each.match,
        tournament_labels.place_of(state.seated.get(each.match), each.match),
        beside(map(state.label_of, each.players)),
        "" if each.unrecorded else "–".join(map(str, each.score.values())),
        outcome,
        why_not if each.why_not and not each.unrecorded else "",
        so_far_field(each.match) if each.unrecorded else "",
        form_text(so_far_field(each.match), MOST_TYPED),
    )


def so_far_field(match_id: str) -> str:
    """The name of the field for the games of a match that have ended."""
    return f"so-far-{match_id.rpartition('.')[2]}"
