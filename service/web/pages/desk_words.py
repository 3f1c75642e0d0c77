"""Tables, alarms and rounds of the referee's desk in words of the reader's language."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask_babel import gettext as _
from flask_babel import ngettext

from core.tournament import Round, Tournament
from core.tournament.brackets.plan import PlanRound
from service.exports.language import Language
from service.handlers import alarms as kinds
from service.handlers.alarms import MINUTE, SOFT, Alarm
from service.handlers.desk import Table
from service.web import languages
from service.web.pages import spoken


class State(NamedTuple):
    """A state as it is shown: the class that gives its border, its icon, its word."""

    cls: str
    icon: str
    word: str


def tongue() -> Language:
    """The words of printed things, in the reader's language."""
    return Language(languages.current())


def place(table: Table) -> str:
    """Where a match is played, else which one it is."""
    return place_of(table.table, table.match)


def place_of(table: str | None, match: str) -> str:
    """The table of that name, else the match's number."""
    return _("Table %(name)s", name=table) if table else _("Match %(number)s", number=match.rpartition(".")[2])


def state_of(table: Table, found: list[Alarm]) -> State:
    """How a table is: what needs the referee first."""
    if found:
        return State("look" if found[0].kind in SOFT else "alarm", icon(found[0].kind), alarm(found[0].kind))
    if table.status == "ended":
        return State("ended", "■", _("not played out"))
    if table.over:
        decided = table.status == "decided"
        return State("finished", "✔", _("decided") if decided else _("finished"))
    if table.state["suspended"]:
        return State("paused", "‖", _("suspended"))
    if any(each["until"] is None for each in table.state["breaks"]):
        return State("paused", "‖", _("break"))
    if table.head == 0:
        return State("waiting", "○", _("not begun"))
    return State("playing", "▶", _("playing"))


def icon(kind: str) -> str:
    """The sign of a kind of alarm."""
    icons = {
        kinds.FULL: "‼", kinds.LOST: "‼", kinds.FILLING: "◔",
        kinds.CALLED: "!", kinds.FLAG: "⚑", kinds.DISPUTE: "≠", kinds.APPEAL: "§", kinds.ILLEGAL: "▲",
        kinds.REFUSED: "✕", kinds.UNJUDGED: "‼", kinds.JOB: "↻", kinds.QUEUE: "↻",
        kinds.SILENT: "◌", kinds.MISSING: "○", kinds.SLOW: "…", kinds.UNCONFIRMED: "?",
    }  # fmt: skip
    return icons[kind]


def alarm(kind: str) -> str:
    """A kind of alarm, in two or three words."""
    words = {
        kinds.FULL: _("disk full"), kinds.LOST: _("facts missing"), kinds.FILLING: _("disk nearly full"),
        kinds.CALLED: _("referee called"), kinds.FLAG: _("flag claimed"), kinds.DISPUTE: _("two results"),
        kinds.APPEAL: _("appeal"), kinds.ILLEGAL: _("illegal play"), kinds.REFUSED: _("play refused"),
        kinds.UNJUDGED: _("cannot be judged"), kinds.JOB: _("failed work"), kinds.QUEUE: _("work waits"),
        kinds.SILENT: _("silent"), kinds.MISSING: _("not begun"), kinds.SLOW: _("the round waits"),
        kinds.UNCONFIRMED: _("result to confirm"),
    }  # fmt: skip
    return words[kind]


def explained(found: Alarm, names: Mapping[str, str]) -> str:
    """What an alarm is about, beside its clause: who, and what was said."""
    who = names.get(found.seat or "", "")
    if found.kind == kinds.DISPUTE:
        return _("Two people reported different results")
    if found.kind == kinds.FULL:
        return _("Nothing new can be written down until there is room on the disk of the computer that runs brade")
    if found.kind == kinds.LOST:
        return _("Facts that were written down are missing: nothing new is taken here until the operator decides")
    if found.kind == kinds.FILLING:
        return ngettext(
            "In about %(num)s minute nothing new can be written down: make room on the computer that runs brade",
            "In about %(num)s minutes nothing new can be written down: make room on the computer that runs brade",
            found.minutes,
        )
    if found.kind == kinds.UNJUDGED:
        return _("It is tried again every few seconds; nothing that was written is lost")
    if found.kind == kinds.QUEUE:
        return _("The queue does not answer: files are written once it does")
    if found.kind == kinds.SILENT:
        return _("Nothing was written down for a while")
    if found.kind == kinds.MISSING:
        return _("Most others play: is somebody missing?")
    if found.kind == kinds.SLOW:
        return _("All other matches of the round are finished")
    if found.kind == kinds.UNCONFIRMED:
        return _("One player has reported; the other, or you, confirm")
    return who


def said(found: Alarm) -> str:
    """What was said of it: what the rules say of a play, or the reason that somebody gave."""
    return spoken.told(found.said) if found.kind in (kinds.ILLEGAL, kinds.REFUSED) else found.said


def lasted(milliseconds: int) -> str:
    """How long something is ago, in whole minutes."""
    minutes = max(milliseconds, 0) // MINUTE
    return ngettext("%(num)s min", "%(num)s min", minutes) if minutes else _("just now")


def format_name(tournament: Tournament) -> str:
    """What the tournament's format is called."""
    return tongue().format(tournament.format.key, tournament.format.name)


def stage(tournament: Tournament, round_: Round) -> str:
    """What a round of the tournament is called beside its number; nothing for one without a name."""
    slots = {pairing.slot for pairing in round_.pairings}
    named = [each.name for each in _planned(tournament) if slots & {slot.key for slot in each.slots}]
    name = named[0] if named else round_.stage
    return tongue().name(name) if name else ""


def rounds(tournament: Tournament, on: Sequence[Round]) -> str:
    """What the rounds are called that are played at the same time: by their names, if all have some."""
    count = rounds_of(tournament)
    if len(on) == 1:
        title, name = _("Round %(number)s of %(rounds)s", number=on[0].number, rounds=count), stage(tournament, on[0])
        return f"{title} · {name}" if name else title
    names = list(dict.fromkeys(stage(tournament, each) for each in on))
    if all(names):
        return _listed([names[0], *(name[0].lower() + name[1:] if name[1:2].islower() else name for name in names[1:])])
    numbers = list(dict.fromkeys(str(each.number) for each in on))
    return _("Rounds %(numbers)s of %(rounds)s", numbers=_listed(numbers), rounds=count)


def _listed(words: list[str]) -> str:
    *first, last = words
    return _("%(first)s and %(second)s", first=", ".join(first), second=last) if first else last


def rounds_of(tournament: Tournament) -> int:
    """How many rounds there are, as far as it is known."""
    planned = (tournament.created.settings or {}).get("rounds")
    known = max([len(tournament.rounds), *(each.number for each in _planned(tournament))])
    return max(known, planned) if isinstance(planned, int) else known


def _planned(tournament: Tournament) -> list[PlanRound]:
    """The rounds of the brackets, of a tournament that has some and has started."""
    if tournament.format.plan is None or tournament.seed is None:
        return []
    return [each for _bracket, each in tournament.format.plan(tournament).rounds()]


def role(name: str) -> str:
    """What somebody may do here."""
    roles = {
        "viewer": _("viewer"), "scorer": _("scorer"), "referee": _("referee"), "organiser": _("organiser"),
        "operator": _("operator"),
    }  # fmt: skip
    return roles.get(name, name)
