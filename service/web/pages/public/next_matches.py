"""A player's next match in words: where and against whom, and what follows, with the times that the planner expects."""

from typing import Any, NamedTuple

from flask_babel import gettext as _
from flask_babel import ngettext

from core.tournament import Tournament
from core.tournament.brackets.view import bracket_views
from core.tournament.model.bracket_plan import LOSER
from core.tournament.model.match_status import DISPUTED, REPORTED, status_of
from core.tournament.model.values import Pairing, ids_of
from core.tournament.standings.standings import standings
from core.tournament.views import next_match as upcoming
from core.tournament.views.next_match import Ahead, NextMatch, next_match
from service.handlers.other_tournaments import elsewhere
from service.handlers.planning.expected_end import ExpectedEnd, expected_end
from service.handlers.tournament.timetable import expected_times
from service.translations.isolation import beside
from service.web.http.context import deps
from service.web.i18n import tournament_details, tournament_labels
from service.web.i18n.times import expected_time, planned_time
from service.web.pages.shared.expected_ends import round_clock


class NextLines(NamedTuple):
    """The next match of a player in a sentence, and what follows.

    `match` is its id, for the link. `call` changes when the player is called to a table: it is the match and the table.
    `more` is false for a player who has no match any more.
    """

    player: str
    name: str
    now: str
    then: tuple[str, ...] = ()
    match: str = ""
    call: str = ""
    more: bool = True


def next_lines(state: Tournament, whole: Tournament, player_id: str, *, drafts: bool) -> NextLines:
    """The next match of a player, for a reader of `state`; `whole` has the drafts too. Raises `NotFound`."""
    match = next_match(state, bracket_views(whole, drafts=drafts), player_id)
    name, words = state.label_of(player_id), _Words(state, player_id, match)
    if match.status != upcoming.PLAYS:
        more = match.status in (upcoming.ENTERED, upcoming.SITS_OUT, upcoming.WAITS, upcoming.NEXT_ROUND)
        return NextLines(player_id, name, words.without_match(), words.then(), more=more)
    first = match.open_matches[0]
    table = state.seated.get(first.match, "")
    then = (*words.elsewhere(), *words.planned(first, table), *words.round_time(), *words.then())
    return NextLines(player_id, name, words.match(first, table), then, first.match, f"{first.match}/{table}")


class _Words:
    """Sentences about what is next for one player."""

    def __init__(self, state: Tournament, player_id: str, found: NextMatch) -> None:
        self._state, self._player, self._found = state, player_id, found
        self._expected: ExpectedEnd | None = expected_end(deps(), state)
        self._late = expected_times(deps(), state)

    def match(self, pairing: Pairing, table: str) -> str:
        """The paired match: its table, the opponent, the round."""
        assert self._found.round is not None, "a paired match is in a round"
        values: dict[str, Any] = {"who": self._opponent(pairing), "round": self._round()}
        if status_of(self._state, pairing.match) in (REPORTED, DISPUTED):
            return _("The result against %(who)s waits to be confirmed", **values)
        if table:
            return _("Table %(table)s against %(who)s, %(round)s", table=table, **values)
        if pairing.match in self._state.timetable.times:
            return self._at_its_time(pairing)
        if self._state.tables and (time := self._start(pairing.match)):
            return _("Against %(who)s, %(round)s, a table at about %(time)s", time=time, **values)
        return _("Against %(who)s, %(round)s", **values)

    def _at_its_time(self, pairing: Pairing) -> str:
        """The match at the time and the table of the timetable, or later if it is late."""
        assert self._found.round is not None, "a paired match is in a round"
        values = {"time": self._start(pairing.match), "round": self._round()}
        if table := self._state.timetable.times[pairing.match].table:
            return _(
                "%(time)s at table %(table)s against %(who)s, %(round)s",
                table=table,
                who=self._opponent(pairing),
                **values,
            )
        return _("%(time)s against %(who)s, %(round)s", who=self._opponent(pairing), **values)

    def planned(self, pairing: Pairing, table: str) -> tuple[str, ...]:
        """The time of the timetable of a match that has its table already."""
        if not table or pairing.match not in self._state.timetable.times:
            return ()
        return (_("Planned: %(time)s", time=self._start(pairing.match)),)

    def elsewhere(self) -> tuple[str, ...]:
        """The sentence for a player who is called to a table of another tournament that everybody may see."""
        found = elsewhere(deps(), self._state, [self._player]).get(self._player)
        if found is None or found.same_name or not found.tournament.created.published:
            return ()
        values = {"table": found.table, "tournament": found.tournament.created.name}
        return (_("Called to table %(table)s of %(tournament)s, too: tell a referee", **values),)

    def round_time(self) -> tuple[str, ...]:
        """The sentence about the time of the round that is played, if one was set."""
        clock = round_clock(self._state, self._found.round.number) if self._found.round else None
        return (_("Time of %(round)s: %(time)s", round=self._round(), time=clock.text),) if clock else ()

    def without_match(self) -> str:
        """The sentence for a player without a paired match."""
        status, ahead = self._found.status, self._found.ahead
        if ahead is not None:
            against = self._against(ahead)
            return self._timed(against[0].upper() + against[1:], self._start(ahead.slot))
        if status == upcoming.ENTERED:
            when = tournament_details.when(self._state.created.details)
            return _("Entered. It begins: %(when)s", when=when) if when else _("Entered. It has not begun yet.")
        if status == upcoming.NEXT_ROUND:
            return self._timed(_("The next match comes with the next round"), self._round_ends())
        if status == upcoming.SITS_OUT:
            return _("Sits out %(round)s", round=self._round())
        rank = next((line.rank for line in standings(self._state) if line.player_id == self._entry()), None)
        place = _("place %(rank)s of %(field)s", rank=rank, field=len(self._state.field)) if rank else ""
        words = {
            upcoming.DONE: _("All matches are played"),
            upcoming.OUT: _("No further match"),
            upcoming.LEFT: _("Withdrawn"),
            upcoming.OVER: _("It is over"),
            upcoming.OFF: _("Called off: %(reason)s", reason=self._state.called_off),
        }
        if status == upcoming.OFF:
            return words[status]
        return " · ".join(filter(None, (words[status], "" if status == upcoming.LEFT else place)))

    def then(self) -> tuple[str, ...]:
        """Sentences about later matches, in the order in which they may come."""
        next_match, state = self._found, self._state
        lines = []
        if ahead := next_match.if_won:
            sentence = _("With a win: %(next)s", next=self._against(ahead))
            lines.append(self._timed(sentence, self._start(ahead.slot)))
        if ahead := next_match.if_lost:
            sentence = _("With a loss: %(next)s", next=self._against(ahead))
            lines.append(self._timed(sentence, self._start(ahead.slot)))
        if len(next_match.open_matches) > 1:
            values = {"who": self._opponent(next_match.open_matches[1])}
            lines.append(
                self._timed(_("Then against %(who)s", **values), self._start(next_match.open_matches[1].match))
            )
            if more := len(next_match.open_matches) - 2:
                lines.append(ngettext("and %(num)s more match", "and %(num)s more matches", more))
        elif next_match.status in (upcoming.PLAYS, upcoming.SITS_OUT) and state.format.on_command:
            last = state.rounds[-1].number
            if state.format.rounds is None or last < state.format.rounds(state):
                lines.append(self._timed(_("Then round %(number)s", number=last + 1), self._round_ends()))
        return tuple(lines)

    def _round(self) -> str:
        """The round that is played, in the middle of a sentence."""
        if self._found.round is None:
            return ""
        return tournament_labels.in_sentence(tournament_labels.short_round(self._state, self._found.round.number))

    def _against(self, ahead: Ahead) -> str:
        """The opponent in a slot ahead, and the round, in the middle of a sentence."""
        values = {"round": tournament_labels.labels().name(ahead.name), "who": beside(ahead.opponents)}
        if not ahead.opponents:
            return str(values["round"])
        if len(ahead.opponents) == 1:
            return _("against %(who)s (%(round)s)", **values)
        if ahead.decides == LOSER:
            return _("against the loser of %(who)s (%(round)s)", **values)
        return _("against the winner of %(who)s (%(round)s)", **values)

    def _opponent(self, pairing: Pairing) -> str:
        own = ids_of(self._state.entries, self._state.entry_of(self._player).person)
        return self._state.label_of(pairing.black if pairing.white in own else pairing.white)

    def _entry(self) -> str:
        return self._state.entry_of(self._player).player

    def _start(self, key: str) -> str:
        if planned := self._state.timetable.times.get(key):
            starts = self._late[key].starts if key in self._late else planned.starts
            return planned_time(starts, deps().clock(), self._state.created.details)
        at = self._expected.starts.get(key) if self._expected else None
        now = deps().clock()
        return expected_time(at, now, self._state.created.details) if at is not None and at > now else ""

    def _round_ends(self) -> str:
        if not self._expected:
            return ""
        return expected_time(self._expected.round, deps().clock(), self._state.created.details)

    def _timed(self, sentence: str, time: str) -> str:
        return _("%(sentence)s, at about %(time)s", sentence=sentence, time=time) if time else sentence
