"""Lines that tell readers how a series is counted."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from flask_babel import gettext as _
from flask_babel import ngettext

from core.series.announcement import (
    ANY,
    AVERAGE,
    BEST_SINGLE,
    EVENING_WINS,
    FORMULA,
    HEAD_TO_HEAD,
    NO_PLACES,
    PLACED,
    POOL,
    Announcement,
)
from core.series.evening_points import BRACKETS
from service.web.i18n import core_messages, labels
from service.web.i18n.core_messages import exact_number


def rule_lines(announcement: Announcement) -> list[str]:
    """The lines: what an evening is worth, and what counts."""
    return [*_worth(announcement), *_counting(announcement)]


def _worth(announcement: Announcement) -> Iterator[str]:
    yield from _places(announcement)
    if announcement.participation:
        yield _("For taking part: %(points)s.", points=exact_number(announcement.participation))
    if announcement.matches:
        yield _("For each match won: %(points)s.", points=_by_bracket(announcement.matches))
        if not announcement.walkovers:
            yield _("A match won without play is not counted as won.")
    if announcement.games_won:
        yield _("For each game won: %(points)s.", points=_by_bracket(announcement.games_won))
    if announcement.own:
        yield _("Each point of the evening's own table counts %(points)s.", points=exact_number(announcement.own))
    if announcement.bonuses:
        texts = [f"{labels.ending(key)} {exact_number(points)}" for key, points in announcement.bonuses]
        yield _("For endings of games: %(points)s.", points=", ".join(texts))


def _places(announcement: Announcement) -> Iterator[str]:
    if announcement.places == NO_PLACES:
        return
    if announcement.places == FORMULA:
        formula = announcement.formula
        yield _(
            "A place is worth %(first)s, with %(per_player)s for each player of the evening, less %(step)s for each "
            "place before it, and never less than %(least)s.",
            first=exact_number(formula.first),
            per_player=exact_number(formula.per_player),
            step=exact_number(formula.step),
            least=exact_number(formula.least),
        )
    else:
        for table in sorted(announcement.tables):
            values = {"points": _numbers(table.points), "players": table.players}
            if announcement.places == POOL:
                yield _("As many points as players, from %(players)s players on in these parts: %(points)s.", **values)
            elif table.players > 1:
                yield _("The places, from %(players)s players on: %(points)s.", **values)
            else:
                yield _("The places: %(points)s.", **values)
    if announcement.shared == AVERAGE:
        yield _("Players who share a place have the average of the places that they take.")
    else:
        yield _("Players who share a place all have the points of it.")


def _counting(announcement: Announcement) -> Iterator[str]:
    if announcement.best:
        yield ngettext(
            "The best result of a player counts.", "The best %(num)s results of a player count.", announcement.best
        )
    if announcement.without:
        yield ngettext(
            "The worst evening does not count. A missed one is the worst.",
            "The worst %(num)s evenings do not count. A missed one is the worst.",
            announcement.without,
        )
    if announcement.least > 1:
        yield _("A player with fewer than %(number)s evenings has no place in the table.", number=announcement.least)
    if announcement.members:
        yield _("Only players of these groups count: %(groups)s.", groups=", ".join(announcement.members))
    if announcement.members or announcement.guests:
        yield (
            _("The others move up to the places of guests.")
            if announcement.move_up
            else _("The places of guests stay empty.")
        )
    if announcement.withdrawn != PLACED:
        yield (
            _("Players who withdrew have points for taking part alone.")
            if announcement.withdrawn != "nothing"
            else _("An evening on which a player withdrew does not count for them.")
        )
    if announcement.final:
        yield _("The first %(number)s of the table play the final.", number=announcement.final)
    if announcement.ties:
        yield _("Players with the same points: %(rules)s.", rules=", ".join(map(tie_word, announcement.ties)))


def tie_word(key: str) -> str:
    """A rule for players with the same points."""
    if key == EVENING_WINS:
        return _("most evenings won")
    if key == BEST_SINGLE:
        return _("the best single evening")
    return _("the matches against each other") if key == HEAD_TO_HEAD else _("the last evening")


def _by_bracket(points: Sequence[tuple[str, Fraction]]) -> str:
    named = [
        f"{core_messages.translate(BRACKETS.get(key, key))} {exact_number(each)}" for key, each in points if key != ANY
    ]
    return ", ".join([*(exact_number(each) for key, each in points if key == ANY), *named])


def _numbers(points: Sequence[Fraction]) -> str:
    return ", ".join(map(exact_number, points))
