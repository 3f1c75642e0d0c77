"""Labels for people: games, endings, kinds of decision. The source is English.

A newer game's names without a label are shown by their keys.
"""

from collections.abc import Mapping, Sequence

from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _

from core.notation import conduct_text
from core.notation.ending_text import ending_text
from core.notation.match_text import decided_text
from core.rules.game import Game
from core.tournament.model.result_words import kind_name
from core.tournament.model.values import RequestedBye
from service.web.i18n import core_messages


def game_name(game: Game) -> str:
    """A game's name."""
    names = {
        "swedish": _("Swedish Tables"),
        "backgammon": _("Backgammon"),
        "dutch": _("Dutch Backgammon"),
        "irish": _("Irish"),
        "tick-tack": _("Tick-Tack"),
        "english": _("English Backgammon"),
        "dubblets": _("Dubblets"),
        "six-ace": _("Six-Ace"),
    }
    return names.get(game.key, game.name)


def number_of(of_match: Mapping[str, int]) -> str:
    """The games or points of a match alone, such as `3 games` or `5 points`."""
    ((unit, count),) = of_match.items()
    return ngettext("%(num)s point", "%(num)s points", count) if unit == "points" else length(of_match)


def length(of_match: Mapping[str, int]) -> str:
    """The length of a match, such as `3 games` or `to 5 points`."""
    ((unit, count),) = of_match.items()
    if unit == "points":
        return ngettext("to %(num)s point", "to %(num)s points", count)
    return ngettext("%(num)s game", "%(num)s games", count)


def length_and_start(of_match: Mapping[str, int], start: Mapping[str, int] | None, names: Mapping[str, str]) -> str:
    """The length of a match and, with a handicap, the points with which a player begins."""
    return " · ".join([length(of_match), *starts(start, names)])


def starts(start: Mapping[str, int] | None, names: Mapping[str, str]) -> list[str]:
    """The points with which players begin, a sentence each; `names` are those at the seats."""
    return [
        ngettext("%(name)s begins with %(num)s point", "%(name)s begins with %(num)s points", count, name=names[seat])
        for seat, count in (start or {}).items()
    ]


def length_and_end(of_match: Mapping[str, int], stop: str) -> str:
    """The length of a match, and if all of its games are played, such as `3 games, all are played`."""
    words = length(of_match)
    if "games" not in of_match or of_match["games"] < 2:
        return words
    if stop == "all_games":
        return _("%(games)s, all are played", games=words)
    return _("at most %(games)s, until the winner is known", games=words)


def call_reasons() -> dict[str, str]:
    """The reasons for a call that the scorer's page offers, by their names there."""
    return {f"reason_{cause}": core_messages.words(text) for cause, text in conduct_text.CALL_REASONS.items()}


def call_reason(text: str, cause: str | None) -> str:
    """The reason of a call, in the reader's language where a phone offered it."""
    return core_messages.words(conduct_text.call_reason(text, cause))


def ending(outcome: str) -> str:
    """The name of an ending, in the reader's language."""
    return core_messages.words(ending_text(outcome))


def decided(by: str | None) -> str:
    """The kind of decision of a match."""
    return core_messages.words(decided_text(by))


def kind_word(kind: str) -> str:
    """The name of a kind of result or bye: how a result came about, or why a player sits out a round."""
    return core_messages.words(kind_name(kind))


def bye_lines(byes: Sequence[RequestedBye]) -> list[str]:
    """The rounds that a player sits out on request, a text each."""
    return [bye_line(bye.round, f"{bye.worth}_bye") for bye in byes]


def bye_line(number: int, kind: str) -> str:
    """A round that a player sits out, and why."""
    return _("Round %(number)s: %(how)s", number=number, how=kind_word(kind))


def file_size(size: int) -> str:
    """The size of a file for people."""
    if size < 1_000_000:
        return _("%(number)s kB", number=format_decimal(max(1, round(size / 1000))))
    return _("%(number)s MB", number=format_decimal(round(size / 1_000_000, 1)))
