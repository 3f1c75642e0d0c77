"""Events of the draw in sentences of the reader's language: the order of the players, and who changed places."""

from collections.abc import Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from core import events


def seeded(event: events.PlayersSeeded, actor: str) -> str:
    """The players were put in order by rating, by hand or by lots."""
    how = {"rating": _("by rating"), "hand": _("by hand"), "lots": _("by lots")}.get(event.method, event.method)
    return _("%(who)s seeded the players %(how)s", who=actor, how=how)


def drawn(event: events.PlayersDrawn, actor: str) -> str:
    """So many are seeded and the others drawn."""
    values = {"who": actor, "num": event.seeded, "seed": event.seed}
    return _("%(who)s seeded %(num)s and drew the other places with “%(seed)s”", **values)


def words_said(event: events.DrawWordsSaid, actor: str) -> str:
    """The words of a draw in public."""
    if not event.words:
        return _("%(who)s took all words of the draw back", who=actor)
    return _("%(who)s wrote the words of the draw: %(words)s", who=actor, words=" · ".join(event.words))


def stage_begun(names: Sequence[str]) -> str:
    """Players go on to the next stage."""
    return _("The next stage begins with %(names)s", names=", ".join(names))


def stage_taken_back(event: events.StageTakenBack, actor: str) -> str:
    """The last stage, or the cut after a Swiss, is taken back."""
    sentence = _("%(who)s took the cut back", who=actor)
    return f"{sentence}: {event.reason}" if event.reason else sentence


def exchanged(event: events.PlayersExchanged) -> str:
    """Players changed places in the draw."""
    return ngettext(
        "To keep players apart for longer, two changed places in the draw",
        "To keep players apart for longer, there were %(num)s exchanges of places in the draw",
        len(event.exchanges),
    )


def started(event: events.TournamentStarted, actor: str) -> str:
    """The tournament has started."""
    return _("%(who)s started the tournament; lots are drawn with %(seed)s", who=actor, seed=event.seed)
