"""Labels for people: games, endings, kinds of decision. The source is English.

A newer game's names without a label are shown by their keys.
"""

from collections.abc import Callable, Mapping, Sequence

from babel.support import NullTranslations
from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _

from core.notation import conduct_text
from core.notation.ending_text import ending_text
from core.rules.game import Game
from core.tournament.model.values import RequestedBye
from service import translations
from service.translations import translated
from service.web.i18n import locale


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


def length(of_match: Mapping[str, int]) -> str:
    """The length of a match, such as `3 games` or `to 5 points`."""
    ((unit, count),) = of_match.items()
    if unit == "points":
        return ngettext("to %(num)s point", "to %(num)s points", count)
    return ngettext("%(num)s game", "%(num)s games", count)


def call_reasons() -> dict[str, str]:
    """The reasons for a call that the scorer's page offers, by their names there."""
    return {f"reason_{cause}": translated(text, locale.current()) for cause, text in conduct_text.CALL_REASONS.items()}


def call_reason(text: str, cause: str | None) -> str:
    """The reason of a call, in the reader's language where a phone offered it."""
    return translated(conduct_text.call_reason(text, cause), locale.current())


def ending(outcome: str) -> str:
    """The name of an ending, in the reader's language."""
    return translated(ending_text(outcome), locale.current())


def decided(by: str | None) -> str:
    """The kind of decision of a match."""
    names = {
        "points": _("on points"),
        "highest_game": _("on equal points, by the better games"),
        "awarded": _("awarded by a referee"),
    }
    return names.get(by or "", "")


def kind_word(kind: str, catalogue: NullTranslations | None = None) -> str:
    """The origin of a result, in these words or else in the reader's."""
    _ = _gettext(catalogue)
    kinds = {
        "played": _("corrected score"),
        "walkover": _("walkover"),
        "no_show": _("no-show"),
        "double_no_show": _("neither came"),
        "forfeit": _("gave up"),
        "adjudicated": _("awarded"),
    }
    return kinds.get(kind, kind)


def resting_word(kind: str) -> str:
    """The reason why a player sits out a round, and its worth."""
    kinds = {
        "zero_bye": _("sits out on request"),
        "half_bye": _("sits out on request, half a point"),
        "full_bye": _("sits out on request, a full point"),
    }
    return kinds.get(kind) or _("sits out")


def bye_lines(byes: Sequence[RequestedBye]) -> list[str]:
    """The rounds that a player sits out on request, a text each."""
    return [bye_line(each.round, f"{each.worth}_bye") for each in byes]


def bye_line(number: int, kind: str) -> str:
    """A round that a player sits out, and why."""
    return _("Round %(number)s: %(how)s", number=number, how=resting_word(kind))


def _gettext(catalogue: NullTranslations | None) -> Callable[[str], str]:
    return (catalogue or translations.catalogue(locale.current())).gettext


def ruling(kind: str) -> str:
    """A kind of ruling."""
    names = {
        "void": _("does not count"),
        "let_stand": _("the play stands"),
        "award_game": _("the game is awarded"),
        "award_match": _("the match is awarded"),
        "note": _("note"),
    }
    return names.get(kind, kind.replace("_", " "))


def file_size(size: int) -> str:
    """The size of a file for people."""
    if size < 1_000_000:
        return _("%(number)s kB", number=format_decimal(max(1, round(size / 1000))))
    return _("%(number)s MB", number=format_decimal(round(size / 1_000_000, 1)))
