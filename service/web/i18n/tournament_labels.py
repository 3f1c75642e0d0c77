"""Tables, alarms and rounds of the referee's desk in words of the reader's language."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from flask_babel import gettext as _
from flask_babel import ngettext

from core.tournament import Round, Tournament
from core.tournament.brackets import round_names
from core.tournament.model.state import OPEN
from service.handlers.authors import Authors
from service.handlers.desk import alarms
from service.handlers.desk.alarms import CALLED, MINUTE, SOFT, Alarm
from service.handlers.desk.desk import MatchCard
from service.handlers.other_tournaments import Elsewhere
from service.translations import round_titles
from service.translations.export_words import Language
from service.web.i18n import core_messages, locale
from service.web.i18n.authors import author
from service.web.i18n.labels import call_reason, length_and_end


class Badge(NamedTuple):
    """A state as it is shown: the class that gives its border, its icon, its word."""

    cls: str
    icon: str
    word: str


def labels() -> Language:
    """The words of printed things, in the reader's language."""
    return Language(locale.current())


def place(table: MatchCard) -> str:
    """The table of a match, else its number."""
    return place_of(table.table, table.match)


def place_of(table: str | None, match_id: str) -> str:
    """The table of that name, else the match's number."""
    return _("Table %(name)s", name=table) if table else _("Match %(number)s", number=match_id.rpartition(".")[2])


def state_of(table: MatchCard, found: list[Alarm]) -> Badge:
    """The status of a table: first what needs the referee."""
    if found and found[0].set_out:
        return Badge("look", "→", _("referee on the way"))
    if found:
        return Badge("look" if found[0].kind in SOFT else "alarm", icon(found[0].kind), alarm(found[0].kind))
    if table.status == "ended" and table.in_tournament and table.in_tournament.called_off:
        return Badge("ended", "✕", _("called off"))
    if table.status == "ended":
        return Badge("ended", "■", _("not played out"))
    if table.over:
        decided = table.status == "decided"
        return Badge("finished", "✔", _("decided") if decided else _("finished"))
    if table.state.suspended:
        return Badge("paused", "‖", _("suspended"))
    if table.state.on_break:
        return Badge("paused", "‖", _("break"))
    if table.head == 0:
        return Badge("waiting", "○", _("not begun"))
    return Badge("playing", "▶", _("playing"))


_ICONS = {
    alarms.FULL: "‼",
    alarms.LOST: "‼",
    alarms.ALTERED: "‼",
    alarms.FILLING: "¾",
    alarms.COPY: "2×",
    alarms.WEBHOOK: "→",
    alarms.REFUSING: "‼",
    alarms.UNCOPIED: "½",
    alarms.CALLED: "!",
    alarms.FLAG: "⚑",
    alarms.DISPUTE: "≠",
    alarms.APPEAL: "§",
    alarms.ILLEGAL: "▲",
    alarms.REFUSED: "✕",
    alarms.UNJUDGED: "‼",
    alarms.JOB: "↻",
    alarms.QUEUE: "↻",
    alarms.BEHIND: "◷",
    alarms.LATE: "◷",
    alarms.CLASH: "⇄",
    alarms.HELD: "⇄",
    alarms.SILENT: "◌",
    alarms.MISSING: "○",
    alarms.SLOW: "…",
    alarms.UNCONFIRMED: "?",
    alarms.MENDED: "✎",
}


def icon(kind: str) -> str:
    """The sign of a kind of alarm."""
    return _ICONS[kind]


def alarm(kind: str) -> str:
    """A kind of alarm, in two or three words."""
    words = {
        alarms.FULL: _("disk full"),
        alarms.LOST: _("facts missing"),
        alarms.ALTERED: _("facts damaged"),
        alarms.FILLING: _("disk nearly full"),
        alarms.COPY: _("second copy"),
        alarms.WEBHOOK: _("webhook stopped"),
        alarms.REFUSING: _("nothing is recorded"),
        alarms.UNCOPIED: _("no standby"),
        alarms.CALLED: _("referee called"),
        alarms.FLAG: _("flag claimed"),
        alarms.DISPUTE: _("two results"),
        alarms.APPEAL: _("appeal"),
        alarms.ILLEGAL: _("illegal play"),
        alarms.REFUSED: _("play refused"),
        alarms.UNJUDGED: _("cannot be judged"),
        alarms.JOB: _("failed work"),
        alarms.QUEUE: _("work waits"),
        alarms.BEHIND: _("behind time"),
        alarms.LATE: _("not begun in time"),
        alarms.CLASH: _("called to two tables"),
        alarms.HELD: _("waits for a player"),
        alarms.SILENT: _("silent"),
        alarms.MISSING: _("not begun"),
        alarms.SLOW: _("the round waits"),
        alarms.UNCONFIRMED: _("result to confirm"),
        alarms.MENDED: _("turns mended"),
    }
    return words[kind]


def explained(found: Alarm, names: Mapping[str, str]) -> str:
    """Details of an alarm, beside its clause: a sentence on its kind, else the player."""
    if found.kind == alarms.FILLING:
        return ngettext(
            "In about %(num)s minute nothing new can be written down: make room on the computer that runs brade",
            "In about %(num)s minutes nothing new can be written down: make room on the computer that runs brade",
            found.minutes,
        )
    if found.elsewhere:
        return _called_elsewhere(found.elsewhere, names.get(found.seat or "", ""))
    if found.kind == alarms.LATE:
        return ngettext(
            "It could have begun %(num)s minute ago: is a player missing?",
            "It could have begun %(num)s minutes ago: is a player missing?",
            found.minutes,
        )
    if found.kind == alarms.BEHIND:
        return ngettext(
            "At its pace it ends at least %(num)s minute after the time of the round",
            "At its pace it ends at least %(num)s minutes after the time of the round",
            found.minutes,
        )
    if found.kind == alarms.MENDED:
        return ngettext(
            "The scorer wrote the last %(num)s turn anew",
            "The scorer wrote the last %(num)s turns anew",
            found.turns,
        )
    sentences = {
        alarms.DISPUTE: _("Two people reported different results"),
        alarms.FULL: _(
            "Nothing new can be written down until there is room on the disk of the computer that runs brade"
        ),
        alarms.LOST: _(
            "Facts that were written down are missing: nothing new is taken here until the operator decides"
        ),
        alarms.ALTERED: _("Facts that were written down are not as they were: tell the operator of brade"),
        alarms.COPY: _("The second copy of everything recorded is not up to date: look at its stick or share"),
        alarms.REFUSING: _(
            "The store has lost its standby: nothing new is recorded until it is back. Tell the operator of brade"
        ),
        alarms.UNCOPIED: _(
            "The store has lost its standby: recording goes on, and what is recorded now is in one place alone. Tell"
            " the operator of brade"
        ),
        alarms.WEBHOOK: _("News are no longer sent there: an organiser can start it again on the club's page"),
        alarms.UNJUDGED: _("It is tried again every few seconds; nothing that was written is lost"),
        alarms.QUEUE: _("The queue does not answer: files are written once it does"),
        alarms.SILENT: _("Nothing was written down for a while"),
        alarms.MISSING: _("Most others play: is a player missing?"),
        alarms.SLOW: _("All other matches of the round are finished"),
        alarms.UNCONFIRMED: _("One player has reported; the other, or you, confirm"),
    }
    return sentences.get(found.kind) or names.get(found.seat or "", "")


def _called_elsewhere(other: Elsewhere, name: str) -> str:
    """The table of another tournament to which a person is called."""
    values = {"who": name, "table": other.table, "tournament": other.tournament.created.name}
    if other.same_name:
        return _("A player named %(who)s is called to table %(table)s of %(tournament)s", **values)
    return _("%(who)s is called to table %(table)s of %(tournament)s", **values)


_BY_BRADE = (alarms.ILLEGAL, alarms.REFUSED, alarms.JOB, alarms.UNJUDGED, alarms.LOST, alarms.ALTERED)
"""Alarms whose text is brade's own; that of others is what people typed."""


def on_the_way_sentence(found: Alarm, authors: Authors) -> str:
    """The referee who is on the way to an alarm; empty without one. `authors` are those of the club."""
    return _("%(who)s is on the way", who=author(found.set_out.by, authors).name) if found.set_out else ""


def alarm_detail(found: Alarm) -> str:
    """The text of an alarm: the explanation of a play, the cause of a failure, or the given reason."""
    if found.board:
        return _("A board was laid out and waits to be confirmed: %(reason)s", reason=found.detail)
    if found.kind == CALLED:
        return call_reason(found.detail, found.cause)
    return core_messages.translate(found.detail) if found.kind in _BY_BRADE else found.detail


def lasted(milliseconds: int) -> str:
    """The age of an event, in whole minutes."""
    minutes = max(milliseconds, 0) // MINUTE
    return ngettext("%(num)s min", "%(num)s min", minutes) if minutes else _("just now")


def format_name(tournament: Tournament) -> str:
    """The name of the tournament's format."""
    return labels().format(tournament.format.name)


def check_in(tournament: Tournament) -> str:
    """The page of who is here: after the start it is for those who leave, come back or come late."""
    return _("Check-in") if tournament.status == OPEN else _("Coming and going")


def entered(tournament: Tournament) -> str:
    """The number of the players, or of the teams, who take part."""
    count = len(tournament.field)
    if tournament.format.teams:
        return ngettext("%(num)s team", "%(num)s teams", count)
    return ngettext("%(num)s player", "%(num)s players", count)


def stage(tournament: Tournament, round_: Round) -> str:
    """The name of a round of the tournament beside its number; empty for one without a name."""
    name = round_names.bracket_round(tournament, round_) or round_.stage
    return labels().name(name) if name else ""


def round_title(tournament: Tournament, round_: Round, of: int | None = None) -> str:
    """A round as people call it: the final is no round with a number. Others are of `of` rounds, if that is known."""
    if not of or round_names.own_name(round_names.bracket_round(tournament, round_)):
        return round_titles.round_title(labels(), tournament, round_)
    title = _("Round %(number)s of %(rounds)s", number=round_.number, rounds=of)
    return f"{title} · {labels().name(round_.stage)}" if round_.stage else title


def rounds(tournament: Tournament, on: Sequence[Round]) -> str:
    """The names of rounds that are played at the same time: by their names, if all have some."""
    form, count = tournament.format, rounds_of(tournament)
    if form.rounds is not None and all(round_.stage == form.table_stage for round_ in on):
        count = form.rounds(tournament)
    if len(on) == 1:
        return round_title(tournament, on[0], count)
    names = list(dict.fromkeys(stage(tournament, round_) for round_ in on))
    if all(names):
        return _listed([names[0], *map(in_sentence, names[1:])])
    numbers = list(dict.fromkeys(str(round_.number) for round_ in on))
    return _("Rounds %(numbers)s of %(rounds)s", numbers=_listed(numbers), rounds=count)


def numbered(number: int) -> str:
    """A round of a tournament that is not at hand."""
    return labels().word("round", number)


def short_round(tournament: Tournament, number: int) -> str:
    """A round by its name, else by its number, as links and lines call it."""
    return round_titles.short_title(labels(), tournament, number)


class MatchOfRound(Protocol):
    """A match in a list of several tournaments; `round_name` is the key of a bracket's name, or empty."""

    @property
    def round(self) -> int:
        """The number of its round."""

    @property
    def round_name(self) -> str:
        """The key of the round's name."""


def round_of_match(match: MatchOfRound) -> str:
    """The round of a match in a list by its name, else by its number."""
    return labels().name(match.round_name) if match.round_name else numbered(match.round)


def in_sentence(title: str) -> str:
    """A title of a round in the middle of a sentence."""
    return title[0].lower() + title[1:] if title[1:2].islower() else title


def publish(tournament: Tournament, number: int) -> str:
    """The button that publishes a round."""
    name = round_titles.name_of(labels(), tournament, number)
    return _("Publish: %(round)s", round=name) if name else _("Publish round %(number)s", number=number)


def publish_after_a_look(tournament: Tournament, number: int) -> str:
    """The way to a draft that waits to be published."""
    name = round_titles.name_of(labels(), tournament, number)
    return (
        _("Look at it and publish it: %(round)s…", round=name)
        if name
        else _("Look at round %(number)s and publish it…", number=number)
    )


def results_of(tournament: Tournament, number: int) -> str:
    """The way to the results of a round."""
    name = round_titles.name_of(labels(), tournament, number)
    return _("Results: %(round)s", round=name) if name else _("Results of round %(number)s", number=number)


def print_everything(tournament: Tournament, number: int) -> str:
    """The way to all prints of a round."""
    name = round_titles.name_of(labels(), tournament, number)
    return (
        _("Print everything: %(round)s", round=name)
        if name
        else _("Print everything for round %(number)s", number=number)
    )


def _listed(names: list[str]) -> str:
    *first, last = names
    return _("%(first)s and %(second)s", first=", ".join(first), second=last) if first else last


def match_length(tournament: Tournament) -> str:
    """The announced length of its matches, and that of the rounds before it was changed, if that was another one."""
    now = length_and_end(tournament.created.length, tournament.created.stop)
    before: dict[str, int] = {}
    for number, created in sorted(tournament.kept.items()):
        before[length_and_end(created.length, created.stop)] = number
    before.pop(now, None)
    earlier = [
        _("up to %(round)s: %(length)s", round=in_sentence(short_round(tournament, number)), length=words)
        for words, number in before.items()
    ]
    return f"{now} ({'; '.join(earlier)})" if earlier else now


def rounds_of(tournament: Tournament) -> int | None:
    """The number of rounds, as far as it is known; `None` where the results decide how many there are."""
    fixed = tournament.format.rounds
    if tournament.format.on_command and fixed is None and tournament.format.plan is None:
        return None
    planned = [planned_round.number for planned_round in round_names.planned_rounds(tournament)]
    return max([len(tournament.rounds), *planned, *([] if fixed is None else [fixed(tournament)])])
