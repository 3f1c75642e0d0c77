"""Second chances at the door: a new entry of a player who is out, a buy-back, and one taken back, looked at first."""

from functools import partial

from flask import Response
from flask_babel import gettext as _

from core.tournament.model.state import FINISHED
from service.handlers.tournament import corrections, preview
from service.web.pages.base import PageBlueprint
from service.web.pages.check_in.arrivals import Decision, decide, look_at
from service.web.pages.shared.consequences import consequence_sentences

pages = PageBlueprint("second_chance_pages", __name__)

_PLAYER = "/tournaments/<tournament:tournament>/check-in/<player:player>"
_RE_ENTRY, _BUY_BACK, _UNDO = f"{_PLAYER}/re-entry", f"{_PLAYER}/buy-back", f"{_PLAYER}/buy-back/undo"


@pages.get(_RE_ENTRY)
def look_at_re_entry(tournament: str, player: str) -> Response:
    """Show what would follow if a player who is out entered again now. Nothing is written."""
    return look_at(_REENTERED, tournament, player)


@pages.post(_RE_ENTRY)
def re_enter(tournament: str, player: str) -> Response:
    """Enter a player again, as it was looked at."""
    return decide(_REENTERED, tournament, player)


@pages.get(_BUY_BACK)
def look_at_buy_back(tournament: str, player: str) -> Response:
    """Show what would follow if a player who is out bought back now. Nothing is written."""
    return look_at(_BOUGHT, tournament, player)


@pages.post(_BUY_BACK)
def buy_back(tournament: str, player: str) -> Response:
    """Let a player buy back, as it was looked at."""
    return decide(_BOUGHT, tournament, player)


@pages.get(_UNDO)
def look_at_undo(tournament: str, player: str) -> Response:
    """Show what would follow if a buy-back were taken back now. Nothing is written."""
    return look_at(_UNDONE, tournament, player)


@pages.post(_UNDO)
def undo(tournament: str, player: str) -> Response:
    """Take a buy-back back, as it was looked at."""
    return decide(_UNDONE, tournament, player)


def _of_re_entry(found: preview.DecisionPreview) -> list[str]:
    before = {each.player for each in found.before.entries}
    entry = next(each for each in found.after.entries if each.player not in before)
    seed = found.after.starters.index(entry.player) + 1
    plays = _("They play as %(name)s, seed %(seed)s.", name=entry.name, seed=seed)
    return [plays, _("What was played with the entry before stands."), *consequence_sentences(found)]


def _of_buy_back(found: preview.DecisionPreview) -> list[str]:
    number = len(found.after.rounds) + 1
    sentences = [_("One lost match is forgiven. They are paired in round %(number)s.", number=number)]
    if found.before.status == FINISHED:
        sentences.append(_("The tournament goes on."))
    return [*sentences, *consequence_sentences(found)]


def _of_undo(found: preview.DecisionPreview) -> list[str]:
    return [_("They are out, as they were before."), *consequence_sentences(found)]


_REENTERED = Decision(
    "again", "pages/check_in/re_entering.html", preview.re_entered, _of_re_entry,
    partial(corrections.re_enter, dry_run=False),
)  # fmt: skip
_BOUGHT = Decision(
    "bought", "pages/check_in/buying_back.html", preview.bought_back, _of_buy_back,
    partial(corrections.buy_back, dry_run=False), "#at-{player}",
)  # fmt: skip
_UNDONE = Decision(
    "not bought", "pages/check_in/buy_back_undone.html", preview.buy_back_taken_back, _of_undo,
    partial(corrections.take_buy_back_back, dry_run=False), "#at-{player}",
)  # fmt: skip
