"""Every event in a sentence of the reader's language: what was written into the logs of a tournament and a club.

What happens at a board is told by `match_events`, as on the match page; what people of the club did is told here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from core import events
from core.events import Event
from core.notation import conduct_text
from service.translations import translated
from service.translations.export_words import Language
from service.translations.isolation import beside
from service.web.i18n import club_events, core_messages, locale, match_events
from service.web.i18n.sentences import draw_events
from service.web.i18n.sentences.context import SentenceContext
from service.web.i18n.times import span

_NAMED = 3
"""So many names are told in a sentence; of more only how many."""


def sentence(event: Event, context: SentenceContext) -> str:
    """A sentence for an event. Raises `KeyError` for a type without one: a test looks at all of them."""
    if isinstance(event, events.NewerEvent):
        return match_events.sentence(event, context.names)
    if isinstance(event, events.Fact) and not isinstance(event, events.ResultReported):
        return match_events.sentence(event, context.names, context.text)
    return _SENTENCES[type(event)](event, context)


def labels() -> Language:
    """The words of rounds, in the reader's language."""
    return Language(locale.current())


def because(sentence: str, reason: str) -> str:
    """A sentence and the reason that was given, if one was."""
    return _("%(sentence)s: %(reason)s", sentence=sentence, reason=reason) if reason else sentence


def _listed(names: Sequence[str], count: str) -> str:
    """The names, if they are few; else how many."""
    return ", ".join(names) if len(names) <= _NAMED else count


def _score(score: Mapping[str, int]) -> str:
    return "–".join(map(str, score.values()))


# ── a match as a whole ───────────────────────────────────────────────────────────────────────────────────────────────
def _opened(event: events.MatchOpened, _context: SentenceContext) -> str:
    return _("The match %(names)s is opened", names=beside(event.players.values()))


def _reported(event: events.ResultReported, context: SentenceContext) -> str:
    return _("%(who)s reported the result: games %(score)s", who=context.actor, score=context.games(event.results))


def _settled(event: events.MatchSettled, context: SentenceContext) -> str:
    won, score = context.seat(event.match, event.winner), _score(event.score)
    return _("%(pair)s is settled %(score)s: %(who)s has won", pair=context.pair(event.match), score=score, who=won)


def _disputed(event: events.ResultDisputed, context: SentenceContext) -> str:
    sentence = _(
        "%(who)s says of %(pair)s that it ended otherwise: games %(score)s",
        who=context.actor,
        pair=context.pair(event.match),
        score=context.games(event.results),
    )
    return because(sentence, event.reason)


def _decided(event: events.ResultDecided, context: SentenceContext) -> str:
    pair, won = context.pair(event.match), context.seat(event.match, event.winner)
    values = {"who": context.actor, "pair": pair, "won": won, "score": _score(event.score)}
    sentences = {
        "played": lambda: _("%(who)s corrected the result of %(pair)s: %(score)s", **values),
        "walkover": lambda: _("%(who)s gave %(won)s a walkover in %(pair)s", **values),
        "no_show": lambda: _("%(who)s gave %(won)s the match %(pair)s, as the other did not come", **values),
        "double_no_show": lambda: _("%(who)s noted that neither came to %(pair)s", **values),
        "forfeit": lambda: _("%(who)s gave %(won)s the match %(pair)s, as the other gave up", **values),
        "adjudicated": lambda: _("%(who)s awarded the match %(pair)s to %(won)s", **values),
    }.get(event.kind, lambda: _("%(who)s decided the result of %(pair)s: %(score)s", **values))
    return because(sentences(), core_messages.reason(event.reason, event.cause))


# ── the tournament ───────────────────────────────────────────────────────────────────────────────────────────────────
def _amended(event: events.TournamentAmended, context: SentenceContext) -> str:
    return because(_("%(who)s changed the announcement", who=context.actor), event.reason)


def _lined_up(event: events.TeamLinedUp, context: SentenceContext) -> str:
    names = ", ".join(name for _player, name in event.members)
    sentence = _(
        "%(team)s plays from round %(number)s on with %(names)s",
        team=context.name(event.team),
        number=event.round,
        names=names,
    )
    return because(sentence, event.reason)


def _byes_set(event: events.ByesSet, context: SentenceContext) -> str:
    worth = {"zero": _("no point"), "half": _("half a point"), "full": _("a full point")}
    rows, player, why = event.byes, context.name(event.player), core_messages.reason(event.reason, event.cause)
    rounds = [_("round %(number)s (%(worth)s)", number=number, worth=worth.get(each, each)) for number, each in rows]
    if not rounds:
        return because(_("%(who)s sits out no round on request", who=player), why)
    return because(_("%(who)s sits out on request: %(rounds)s", who=player, rounds=", ".join(rounds)), why)


def _checked_in(event: events.PlayerCheckedIn, context: SentenceContext) -> str:
    player = context.name(event.player)
    return _("%(who)s is there", who=player) if event.present else _("%(who)s is not there after all", who=player)


def _paired(event: events.RoundPaired, context: SentenceContext) -> str:
    names = [beside(context.name(player) for player in row[1:3] if player) for row in event.pairings]
    count = ngettext("%(num)s match", "%(num)s matches", len(names))
    stage = f" ({labels().name(event.stage)})" if event.stage else ""
    sentence = _("Round %(number)s%(stage)s is paired", number=event.round, stage=stage)
    sentence = because(sentence, _listed(names, count))
    return sentence + (f"; {_('%(who)s sits this round out', who=context.name(event.bye))}" if event.bye else "")


def _timed(event: events.RoundTimeSet, context: SentenceContext) -> str:
    values = {"who": context.actor, "number": event.round}
    if event.starts is None or event.ends is None:
        return _("%(who)s took the time of round %(number)s away", **values)
    time = span(event.starts, event.ends, context.tournament.created.details if context.tournament else None)
    return _("%(who)s set the time of round %(number)s: %(time)s", time=time, **values)


def _voided(event: events.PairingsVoided, context: SentenceContext) -> str:
    pairs = [context.pair(match) for match in event.matches]
    count = ngettext("%(num)s match", "%(num)s matches", len(pairs))
    what = {"number": event.round, "pairs": _listed(pairs, count), "who": context.actor}
    why = core_messages.reason(event.reason, event.cause)
    if event.follows:
        return because(_("With a result, pairings of round %(number)s fell (%(pairs)s)", **what), why)
    return because(_("%(who)s took back pairings of round %(number)s (%(pairs)s)", **what), why)


def _resolved(event: events.ImpasseResolved, context: SentenceContext) -> str:
    way = {
        "look_ahead": _("the round before is paired again"),
        "rematch": _("the oldest meetings may be repeated"),
        "byes_back": _("the byes of this round are taken back"),
        "no_match": _("the round has no match"),
        "end": _("there is no further round"),
    }.get(event.way, event.way)
    values = {"who": context.actor, "number": event.round, "way": way}
    return because(_("%(who)s decided how to pair round %(number)s: %(way)s", **values), event.reason)


def _pairs(event: events.PairsAvoided | events.PairsAllowed, context: SentenceContext) -> str:
    names = ", ".join(beside(map(context.name, pair)) for pair in event.pairs)
    if isinstance(event, events.PairsAllowed):
        return because(_("These may meet again: %(names)s", names=names), event.reason)
    if event.hard:
        return because(_("These must not meet: %(names)s", names=names), event.reason)
    return because(_("These should rather not meet: %(names)s", names=names), event.reason)


def _tables(event: events.TablesSet, context: SentenceContext) -> str:
    count = ngettext("%(num)s table", "%(num)s tables", len(event.tables))
    return _("%(who)s set up the hall: %(tables)s", who=context.actor, tables=count)


def _seats(event: events.MatchesSeated, context: SentenceContext) -> str:
    rows = [
        _("%(pair)s at table %(name)s", pair=context.pair(match), name=table)
        if table
        else _("%(pair)s at no table", pair=context.pair(match))
        for match, table in event.seats
    ]
    count = ngettext("%(num)s match has its table", "%(num)s matches have their tables", len(rows))
    return _listed(rows, count)


def _published(event: events.TournamentPublished, context: SentenceContext) -> str:
    if event.published:
        return _("%(who)s published the tournament", who=context.actor)
    return _("%(who)s took the tournament out of the public", who=context.actor)


_SENTENCES: dict[type[Event], Callable[[Any, SentenceContext], str]] = {
    events.MatchOpened: _opened,
    events.ResultReported: _reported,
    events.MatchSettled: _settled,
    events.MatchReopened: lambda event, context: _(
        "A ruling took the result of %(pair)s back: it is played on", pair=context.pair(event.match)
    ),
    events.PenaltiesReported: lambda event, context: translated(
        conduct_text.penalties(
            context.pair(event.match), {context.seat(event.match, seat): each for seat, each in event.points.items()}
        ),
        locale.current(),
    ),
    events.ResultConfirmed: lambda event, context: _(
        "%(who)s confirmed the result of %(pair)s", who=context.actor, pair=context.pair(event.match)
    ),
    events.ResultDisputed: _disputed,
    events.ResultDecided: _decided,
    events.DecisionUndone: lambda event, context: because(
        _("%(who)s took the decision on %(pair)s back", who=context.actor, pair=context.pair(event.match)), event.reason
    ),
    events.TournamentCreated: lambda event, context: _(
        "%(who)s announced %(name)s", who=context.actor, name=event.name
    ),
    events.TournamentAmended: _amended,
    events.PlayerEntered: lambda event, _context: _("%(who)s has entered", who=event.name),
    events.EntryFormSet: lambda event, context: (
        _("%(who)s lets everybody ask to enter", who=context.actor)
        if event.open
        else _("%(who)s closed the form to enter", who=context.actor)
    ),
    events.EntryChanged: lambda event, context: _(
        "%(who)s changed the entry of %(name)s", who=context.actor, name=event.name
    ),
    events.TeamLinedUp: _lined_up,
    events.PlayerWithdrew: lambda event, context: because(
        _("%(who)s has withdrawn", who=context.name(event.player)), core_messages.reason(event.reason, event.cause)
    ),
    events.ByesSet: _byes_set,
    events.AlternatesSet: lambda event, context: _(
        "%(who)s set the alternates: %(names)s",
        who=context.actor,
        names=(", ".join(name for _player, name in event.alternates) or "–"),
    ),
    events.PlayerReplaced: lambda event, context: because(
        _("%(by)s plays in the place of %(who)s", by=event.name, who=context.name(event.player)), event.reason
    ),
    events.PlayerReentered: lambda event, context: because(
        _("%(who)s has entered again as %(name)s", who=context.name(event.player), name=event.name), event.reason
    ),
    events.ReentryTakenBack: lambda event, context: because(
        _("The new entry %(name)s was taken back", name=context.name(event.entry)), event.reason
    ),
    events.PlayerBoughtBack: lambda event, context: because(
        _("%(who)s has bought back after round %(number)s", who=context.name(event.player), number=event.round),
        event.reason,
    ),
    events.BuyBackTakenBack: lambda event, context: because(
        _("The buy-back of %(who)s was taken back", who=context.name(event.player)), event.reason
    ),
    events.WithdrawalTakenBack: lambda event, context: because(
        _("%(who)s is back and plays on", who=context.name(event.player)), event.reason
    ),
    events.PlayerCheckedIn: _checked_in,
    events.PlayersSeeded: lambda event, context: draw_events.seeded(event, context.actor),
    events.PlayersDrawn: lambda event, context: draw_events.drawn(event, context.actor),
    events.DrawWordsSaid: lambda event, context: draw_events.words_said(event, context.actor),
    events.PlayersExchanged: lambda event, _context: draw_events.exchanged(event),
    events.StageBegun: lambda event, context: draw_events.stage_begun([*map(context.name, event.players)]),
    events.StageTakenBack: lambda event, context: draw_events.stage_taken_back(event, context.actor),
    events.TournamentStarted: lambda event, context: draw_events.started(event, context.actor),
    events.RoundPaired: _paired,
    events.RoundPublished: lambda event, context: _(
        "%(who)s published round %(number)s", who=context.actor, number=event.round
    ),
    events.RoundTimeSet: _timed,
    events.PairingsVoided: _voided,
    events.ImpasseResolved: _resolved,
    events.PairsAvoided: _pairs,
    events.PairsAllowed: _pairs,
    events.TablesSet: _tables,
    events.MatchesSeated: _seats,
    events.TournamentEnded: lambda event, context: because(
        _("%(who)s ended the tournament", who=context.actor), event.reason
    ),
    events.TournamentPublished: _published,
    **dict.fromkeys(club_events.CLUB_EVENTS, lambda event, context: club_events.club_event(event, context.actor)),
}
