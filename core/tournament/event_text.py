"""Every event of a tournament in words: logs, feeds, lists and previews all read the sentence that is made here.

An event has one sentence, which the log tells. Where readers are not told who did it, or where a list has less room,
the other length stands beside it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from core import events as e
from core.errors import NotFound
from core.games import game_of
from core.messages import because, beside, say
from core.notation import conduct_text
from core.timestamps import rfc3339
from core.tournament.amendment_text import amendment_sentences
from core.tournament.brackets.round_names import round_in_words
from core.tournament.model.money import amount_text
from core.tournament.model.reasons import NameOf, reason_of
from core.tournament.model.result_words import kind_name
from core.tournament.model.state import Tournament
from core.tournament.model.values import UNPLAYED, Pairing, Result

_NAMED = 3
"""So many names are told in a sentence; of more only how many."""


class EventContext(NamedTuple):
    """Context of a sentence: the author of the event, the names at its board, its tournament, its turn as text.

    `tournament` is as it stands after the event, or later. `stage_name` and `time_span` word a stage by its key, and
    two times (Unix ms), as the place does where the sentence stands.
    """

    actor: str
    names: Mapping[str, str] = {}
    tournament: Tournament | None = None
    turn: str | None = None
    stage_name: Callable[[str], str] = str
    time_span: Callable[[int, int], str] = lambda starts, ends: beside(map(rfc3339, (starts, ends)))

    def name(self, player_id: str) -> str:
        """A player, a team or a team's member as on the lists."""
        try:
            return self.tournament.label_of(player_id) if self.tournament else player_id
        except (NotFound, KeyError):
            return player_id

    def pair(self, match_id: str) -> str:
        """The players of a match, also of a voided pairing."""
        if pairing := self._pairing(match_id):
            return beside(self.name(player) for player in (pairing.white, pairing.black) if player)
        return say("match {number}", number=match_id.rpartition(".")[2])

    def seat(self, match_id: str, seat: str | None) -> str:
        """The player at a seat of a match."""
        if (pairing := self._pairing(match_id)) and seat in self.seats:
            return self.name((pairing.white, pairing.black)[self.seats.index(seat)])
        return self.names.get(seat or "", seat or "")

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of a match: two in a tournament, and as many as have names in a match alone."""
        return game_of(self.tournament.created.game).seats[:2] if self.tournament else tuple(self.names)

    def games(self, games: Sequence[e.GameResult]) -> str:
        """The number of games that each seat won, in the order of seats; placings and void games do not count."""
        return "–".join(str(sum(game.winner == seat for game in games)) for seat in self.seats)

    def _pairing(self, match_id: str) -> Pairing | None:
        if self.tournament is None:
            return None
        voided = {pairing.match: pairing for _round, pairing in self.tournament.voided.pairings}
        return self.tournament.paired.get(match_id) or voided.get(match_id)


_Words = Callable[[Any, EventContext], str]


class _Text(NamedTuple):
    """The words of a kind of event, without the reason that it gives.

    `sentence` says who did what. `public` is for readers who are not told who it was, and `brief` for a list that names
    the match or the player beside it; without them the sentence serves there, too.
    """

    sentence: _Words
    public: _Words | None = None
    brief: _Words | None = None


def has_text(event: e.Event) -> bool:
    """True for an event of a tournament's log."""
    return type(event) in _TEXTS


def sentence(event: e.Event, context: EventContext) -> str:
    """The sentence of an event of a tournament's log, with its reason. Raises `KeyError` for any other event."""
    return because(_TEXTS[type(event)].sentence(event, context), event_reason(event, context.name))


def public_sentence(event: e.Event, tournament: Tournament) -> str:
    """The sentence for all readers of a tournament, which stands after the event. Raises `KeyError` as `sentence`."""
    text = _TEXTS[type(event)]
    return (text.public or text.sentence)(event, EventContext("", {}, tournament))


def brief(event: e.Event, context: EventContext) -> str:
    """The words of an event for a list that has its match or player, and its reason, in columns of their own."""
    text = _TEXTS[type(event)]
    return (text.brief or text.public or text.sentence)(event, context)


def event_reason(event: e.Event, name_of: NameOf) -> str:
    """The reason that an event of a tournament gives; a message if brade gave it itself."""
    return reason_of(getattr(event, "reason", ""), getattr(event, "cause", None), name_of)


def result_sentence(result: Result, match_id: str, context: EventContext) -> str:
    """The result of a match."""
    if result.winner is None:
        return say("{pair} ends without a winner", "ends_without_winner", pair=context.pair(match_id))
    loser = next((seat for seat in context.seats if seat != result.winner), "")
    winner, against = context.seat(match_id, result.winner), context.seat(match_id, loser)
    if result.kind in UNPLAYED or not result.score:
        return say("{winner} has a walkover against {loser}", "has_a_walkover", winner=winner, loser=against)
    own, other = (result.score.get(seat, 0) for seat in (result.winner, loser))
    return say(
        "{winner} has won against {loser}, {own}–{other}", "has_won", winner=winner, loser=against, own=own, other=other
    )


def corrected_sentence(result: Result, match_id: str, context: EventContext) -> str:
    """The result of a match in the place of another one."""
    return say("Corrected: {result}", "corrected", result=result_sentence(result, match_id, context))


def reported_sentence(match_id: str, context: EventContext) -> str:
    """A result that waits until another person confirms it."""
    return say("A result of {pair} waits for confirmation", "waits_for_confirmation", pair=context.pair(match_id))


def over_sentence(name: str) -> str:
    """The end of a tournament."""
    return say("{tournament} is over", "tournament_over", tournament=name)


def _listed(names: Sequence[str], count: str) -> Any:
    """The names, if they are few; else how many."""
    return names if len(names) <= _NAMED else count


def _matches(count: int) -> str:
    return say("{count} match", count=count) if count == 1 else say("{count} matches", count=count)


def _score(score: Mapping[str, int]) -> str:
    return "–".join(map(str, score.values()))


# ── the tournament ───────────────────────────────────────────────────────────────────────────────────────────────────
def _publishing(event: e.TournamentPublished, context: EventContext) -> str:
    if event.published:
        return say("{who} published the tournament", who=context.actor)
    return say("{who} took the tournament out of the public", who=context.actor)


def _amended(_event: e.TournamentAmended, context: EventContext) -> str:
    tournament = context.tournament
    assert tournament is not None, "readers are told of a tournament that they may read"
    assert tournament.amended, "it is news after the start"
    return say(
        "{tournament} is changed: {what}",
        "tournament_changed",
        tournament=tournament.created.name,
        what=amendment_sentences(tournament.amended[-1].changed),
    )


def _started(_event: e.TournamentStarted, context: EventContext) -> str:
    assert context.tournament is not None, "readers are told of a tournament that they may read"
    name, count = context.tournament.created.name, len(context.tournament.starters)
    return say("{tournament} has started with {count} participants", "tournament_started", tournament=name, count=count)


def _tournament_name(context: EventContext) -> str:
    return context.tournament.created.name if context.tournament else ""


# ── players ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def _lined_up(event: e.TeamLinedUp, context: EventContext) -> str:
    names = [name for _player, name in event.members]
    team = context.name(event.team)
    return say("{team} plays from round {number} on with {names}", team=team, number=event.round, names=names)


_WORTH: Mapping[str, str] = {
    "zero": say("no point"),
    "half": say("half a point"),
    "full": say("a full point"),
}


def _byes_set(event: e.ByesSet, context: EventContext) -> str:
    player = context.name(event.player)
    rounds = [
        say("round {number} ({worth})", number=number, worth=_WORTH.get(worth, worth)) for number, worth in event.byes
    ]
    if not rounds:
        return say("{who} sits out no round on request", who=player)
    return say("{who} sits out on request: {rounds}", who=player, rounds=rounds)


def _checked_in(event: e.PlayerCheckedIn, context: EventContext) -> str:
    player = context.name(event.player)
    return say("{who} is there", who=player) if event.present else say("{who} is not there after all", who=player)


# ── the draw ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def _seeded(event: e.PlayersSeeded, context: EventContext) -> str:
    how = {"rating": say("by rating"), "hand": say("by hand"), "lots": say("by lots")}.get(event.method, event.method)
    return say("{who} seeded the players {how}", who=context.actor, how=how)


def _words_said(event: e.DrawWordsSaid, context: EventContext) -> str:
    if not event.words:
        return say("{who} took all words of the draw back", who=context.actor)
    return say("{who} wrote the words of the draw: {words}", who=context.actor, words=" · ".join(event.words))


def _exchanged(event: e.PlayersExchanged, _context: EventContext) -> str:
    if len(event.exchanges) == 1:
        return say("To keep players apart for longer, two changed places in the draw")
    count = len(event.exchanges)
    return say("To keep players apart for longer, there were {count} exchanges of places in the draw", count=count)


def _pairs(event: e.PairsAvoided | e.PairsAllowed, context: EventContext) -> str:
    names = [beside(map(context.name, pair)) for pair in event.pairs]
    if isinstance(event, e.PairsAllowed):
        return say("These may meet again: {names}", names=names)
    if event.hard:
        return say("These must not meet: {names}", names=names)
    return say("These should rather not meet: {names}", names=names)


# ── money ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def _planned(event: e.MoneyPlanned, context: EventContext) -> str:
    if event.plan is None:
        return say("{who} switched the money of the tournament off", who=context.actor)
    return say("{who} set the fees and prizes", who=context.actor)


def _paid(event: e.PaymentNoted, context: EventContext) -> str:
    plan = context.tournament.money.plan if context.tournament else None
    amount = f"{amount_text(event.paid, plan.decimals)} {plan.currency}" if plan else str(event.paid)
    names = {"who": context.actor, "player": context.name(event.player)}
    if event.waived:
        text = say("{who} noted: {player} has paid {amount}, and owes no more", **names, amount=amount)
    elif event.paid:
        text = say("{who} noted: {player} has paid {amount}", **names, amount=amount)
    else:
        text = say("{who} noted: {player} has paid nothing", **names)
    return text if event.pool is None else say("{sentence} ({pool})", sentence=text, pool=event.pool)


def _in_pool(event: e.PoolEntered, context: EventContext) -> str:
    names = {"player": context.name(event.player), "pool": event.pool}
    return (
        say("{player} is in the side pool {pool}", **names)
        if event.inside
        else say("{player} is not in the side pool {pool} any more", **names)
    )


def _won_pool(event: e.PoolWon, context: EventContext) -> str:
    if not event.players:
        return say("The side pool {pool} has no winner yet", pool=event.pool)
    return say(
        "The side pool {pool} goes to {names}",
        pool=event.pool,
        names=[context.name(player) for player in event.players],
    )


def _classed(event: e.ClassesSet, context: EventContext) -> str:
    player = context.name(event.player)
    if not event.classes:
        return say("{player} is in no class", player=player)
    return say("{player} is in the classes {classes}", player=player, classes=event.classes)


# ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def _paired(event: e.RoundPaired, context: EventContext) -> str:
    names = [beside(context.name(player) for player in row[1:3] if player) for row in event.pairings]
    pairs = _listed(names, _matches(len(names)))
    if named := round_in_words(context.tournament, event.round):
        text = say("Paired, {round}", round=named)
    elif event.stage:
        text = say("Round {number} ({stage}) is paired", number=event.round, stage=context.stage_name(event.stage))
    else:
        text = say("Round {number} is paired", number=event.round)
    text = say("{sentence}: {names}", sentence=text, names=pairs) if names else text
    if not event.bye:
        return text
    resting = say("{who} sits this round out", who=context.name(event.bye))
    return say("{first}; {second}", first=text, second=resting)


def round_extended(event: e.RoundPaired, tournament: Tournament) -> str:
    """The sentence of matches that a round has in addition."""
    pairs, named = [row[1:3] for row in event.pairings if row[2]], round_in_words(tournament, event.round)
    if len(pairs) > 1 and named:
        return say("{count} new matches, {round}", "named_round_has_new_matches", round=named, count=len(pairs))
    if len(pairs) > 1:
        return say(
            "Round {round} has {count} new matches", "round_has_new_matches", round=event.round, count=len(pairs)
        )
    pair = beside(tournament.label_of(player) for player in pairs[0])
    if named:
        return say("New match, {round}: {pair}", "named_round_has_a_new_match", round=named, pair=pair)
    return say("Round {round} has a new match: {pair}", "round_has_a_new_match", round=event.round, pair=pair)


def paired_by_hand(event: e.RoundPaired, instead: Iterable[Sequence[str]], context: EventContext) -> str:
    """A round that a director paired by hand: its pairs, and what they were before."""
    new = [*(row[1:3] for row in event.pairings), *([(event.bye,)] if event.bye else [])]
    pairs, before = ([_pair_or_bye(row, context) for row in rows] for rows in (new, instead))
    if before:
        return say("paired by hand: {pairs}; before: {before}", pairs=pairs, before=before)
    return say("paired by hand: {pairs}", pairs=pairs)


def _pair_or_bye(players: Sequence[str], context: EventContext) -> str:
    names = [context.name(player) for player in players if player]
    return beside(names) if len(names) > 1 else say("{player} (bye)", player=names[0])


def _round_is_published(event: e.RoundPublished | e.RoundPaired, context: EventContext) -> str:
    if named := round_in_words(context.tournament, event.round):
        return say("Published: {round}", "named_round_published", round=named)
    return say("Round {round} is published", "round_published", round=event.round)


def _pairings_no_longer_hold(event: e.PairingsVoided, context: EventContext) -> str:
    if named := round_in_words(context.tournament, event.round):
        return say("Pairings no longer hold: {round}", "pairings_of_named_round_voided", round=named)
    return say("Pairings of round {round} no longer hold", "pairings_voided", round=event.round)


def _timed(event: e.RoundTimeSet, context: EventContext) -> str:
    if event.starts is None or event.ends is None:
        return say("{who} took the time of round {number} away", who=context.actor, number=event.round)
    time = context.time_span(event.starts, event.ends)
    return say("{who} set the time of round {number}: {time}", who=context.actor, number=event.round, time=time)


def _voided(event: e.PairingsVoided, context: EventContext) -> str:
    pairs = _listed([context.pair(match) for match in event.matches], _matches(len(event.matches)))
    if named := round_in_words(context.tournament, event.round):
        if event.follows:
            return say("With a result, pairings fell, {round} ({pairs})", round=named, pairs=pairs)
        return say("{who} took back pairings, {round} ({pairs})", who=context.actor, round=named, pairs=pairs)
    if event.follows:
        return say("With a result, pairings of round {number} fell ({pairs})", number=event.round, pairs=pairs)
    return say(
        "{who} took back pairings of round {number} ({pairs})", who=context.actor, number=event.round, pairs=pairs
    )


_WAYS: Mapping[str, str] = {
    "look_ahead": say("the round before is paired again"),
    "rematch": say("the oldest meetings may be repeated"),
    "byes_back": say("the byes of this round are taken back"),
    "no_match": say("the round has no match"),
    "end": say("there is no further round"),
}


def _resolved(event: e.ImpasseResolved, context: EventContext) -> str:
    way = _WAYS.get(event.way, event.way)
    return say("{who} decided how to pair round {number}: {way}", who=context.actor, number=event.round, way=way)


def _tables(event: e.TablesSet, context: EventContext) -> str:
    count = len(event.tables)
    tables = say("{count} table", count=count) if count == 1 else say("{count} tables", count=count)
    return say("{who} set up the hall: {tables}", who=context.actor, tables=tables)


def _seats(event: e.MatchesSeated, context: EventContext) -> str:
    count = len(event.seats)
    if count > _NAMED:
        return say("{count} matches have their tables", count=count)
    rows = [
        say("{pair} at table {name}", pair=context.pair(match), name=table)
        if table
        else say("{pair} at no table", pair=context.pair(match))
        for match, table in event.seats
    ]
    return say("{rows}", rows=rows)


def _scheduled(event: e.MatchesScheduled, context: EventContext) -> str:
    times = [time for time in event.times if time[2]]
    if not times:
        return say("{who} took {matches} out of the timetable", who=context.actor, matches=_matches(len(event.times)))
    if len(times) > 1:
        return say("{who} planned {matches} in the timetable", who=context.actor, matches=_matches(len(times)))
    match, starts, ends, table = times[0]
    pair, time = _planned_pair(match, context), context.time_span(starts, ends)
    if not table:
        return say("{who} planned {pair}: {time}", who=context.actor, pair=pair, time=time)
    return say("{who} planned {pair}: {time}, table {name}", who=context.actor, pair=pair, time=time, name=table)


def _planned_pair(match: str, context: EventContext) -> str:
    """The players of a match, or where it is to come."""
    if ":" in match:
        return say("a match of round {number}", number=match.partition(":")[0])
    if context.tournament is not None and match.rpartition(".")[0] != context.tournament.id:
        return say("a match of the bracket")
    return context.pair(match)


def _timetable_rules(event: e.TimetableRulesSet, context: EventContext) -> str:
    count, rest = len(event.breaks), event.rest
    breaks = say("{count} break", count=count) if count == 1 else say("{count} breaks", count=count)
    minutes = say("{count} minute of rest", count=rest) if rest == 1 else say("{count} minutes of rest", count=rest)
    late = say("late matches move others") if event.pushes else say("late matches move no others")
    return say("{who} set the rules of the timetable: {rules}", who=context.actor, rules=[breaks, minutes, late])


# ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def _settled(event: e.MatchSettled, context: EventContext) -> str:
    result = Result("played", event.winner, event.score, event.decided_by, event.games)
    return result_sentence(result, event.match, context)


def _disputed(event: e.ResultDisputed, context: EventContext) -> str:
    return say(
        "{who} says of {pair} that it ended otherwise: games {score}",
        who=context.actor,
        pair=context.pair(event.match),
        score=context.games(event.results),
    )


def _decided(event: e.ResultDecided, context: EventContext) -> str:
    actor, pair, won = context.actor, context.pair(event.match), context.seat(event.match, event.winner)
    match event.kind:
        case "walkover":
            return say("{who} gave {won} a walkover in {pair}", who=actor, won=won, pair=pair)
        case "no_show":
            return say("{who} gave {won} the match {pair}, as the other did not come", who=actor, won=won, pair=pair)
        case "double_no_show":
            return say("{who} noted that neither came to {pair}", who=actor, pair=pair)
        case "half_each":
            return say("{who} gave each half of {pair}", who=actor, pair=pair)
        case "forfeit":
            return say("{who} gave {won} the match {pair}, as the other gave up", who=actor, won=won, pair=pair)
        case "adjudicated":
            return say("{who} awarded the match {pair} to {won}", who=actor, won=won, pair=pair)
        case "played":
            return say("{who} corrected the result of {pair}: {score}", who=actor, pair=pair, score=_score(event.score))
    return say("{who} decided the result of {pair}: {score}", who=actor, pair=pair, score=_score(event.score))


def _decided_briefly(event: e.ResultDecided, context: EventContext) -> str:
    kind, won = kind_name(event.kind), context.seat(event.match, event.winner)
    return say("{kind}: {player} wins", kind=kind, player=won) if won else kind


def _penalised(event: e.PenaltiesReported, context: EventContext) -> str:
    points = {context.seat(event.match, seat): point for seat, point in event.points.items()}
    return conduct_text.penalties(context.pair(event.match), points)


_TEXTS: Mapping[type[e.Event], _Text] = {
    e.TournamentCreated: _Text(
        lambda event, context: say("{who} announced {name}", who=context.actor, name=event.name),
        public=lambda event, _: say("{tournament} is announced", "tournament_announced", tournament=event.name),
    ),
    e.TournamentAmended: _Text(
        lambda _, context: say("{who} changed the announcement", who=context.actor),
        public=_amended,
    ),
    e.TournamentPublished: _Text(
        _publishing,
        public=lambda _, context: say(
            "{tournament} is published: everybody may read it",
            "tournament_published",
            tournament=_tournament_name(context),
        ),
    ),
    e.TournamentStarted: _Text(
        lambda event, context: say(
            "{who} started the tournament; lots are drawn with {seed}", who=context.actor, seed=event.seed
        ),
        public=_started,
    ),
    e.TournamentEnded: _Text(
        lambda _, context: say("{who} ended the tournament", who=context.actor),
        public=lambda _, context: over_sentence(_tournament_name(context)),
    ),
    e.TournamentCalledOff: _Text(
        lambda _, context: say("{who} called the tournament off", who=context.actor),
        public=lambda event, context: say(
            "{tournament} is called off: {reason}",
            "tournament_called_off",
            tournament=_tournament_name(context),
            reason=event.reason,
        ),
    ),
    e.TournamentReinstated: _Text(
        lambda _, context: say("{who} took the calling off back", who=context.actor),
        public=lambda _, context: say(
            "{tournament} takes place after all", "tournament_reinstated", tournament=_tournament_name(context)
        ),
    ),
    e.TournamentDeleted: _Text(
        lambda _, context: say("{who} deleted the tournament, which was announced by mistake", who=context.actor)
    ),
    e.PlayerEntered: _Text(lambda event, _: say("{player} has entered", "player_entered", player=event.name)),
    e.EntryFormSet: _Text(
        lambda event, context: (
            say("{who} lets everybody ask to enter", who=context.actor)
            if event.open
            else say("{who} closed the form to enter", who=context.actor)
        )
    ),
    e.EntryChanged: _Text(
        lambda event, context: say("{who} changed the entry of {name}", who=context.actor, name=event.name)
    ),
    e.TeamLinedUp: _Text(_lined_up),
    e.PlayerWithdrew: _Text(
        lambda event, context: say("{player} has withdrawn", "player_withdrew", player=context.name(event.player)),
        brief=lambda *_: say("withdrawn"),
    ),
    e.WithdrawalTakenBack: _Text(
        lambda event, context: say(
            "{player} is back and plays on", "player_is_back", player=context.name(event.player)
        ),
        brief=lambda *_: say("is back and plays on"),
    ),
    e.ByesSet: _Text(_byes_set),
    e.AlternatesSet: _Text(
        lambda event, context: say(
            "{who} set the alternates: {names}",
            who=context.actor,
            names=[name for _player, name in event.alternates] or "–",
        )
    ),
    e.PlayerReplaced: _Text(
        lambda event, context: say(
            "{by} plays in the place of {name}", "player_replaced", by=event.name, name=context.name(event.player)
        )
    ),
    e.PlayerReentered: _Text(
        lambda event, context: say(
            "{player} has entered again as {name}",
            "player_reentered",
            player=context.name(event.player),
            name=event.name,
        )
    ),
    e.ReentryTakenBack: _Text(
        lambda event, context: say(
            "The new entry {name} was taken back", "reentry_taken_back", name=context.name(event.entry)
        )
    ),
    e.PlayerBoughtBack: _Text(
        lambda event, context: say(
            "{player} has bought back after round {number} and plays on",
            "player_bought_back",
            player=context.name(event.player),
            number=event.round,
        )
    ),
    e.BuyBackTakenBack: _Text(
        lambda event, context: say(
            "The buy-back of {player} was taken back", "buy_back_taken_back", player=context.name(event.player)
        )
    ),
    e.PlayerCheckedIn: _Text(_checked_in),
    e.PlayerErased: _Text(
        lambda event, context: say(
            "The name of a player was erased: {player}", "player_erased", player=context.name(event.player)
        )
    ),
    e.PlayersSeeded: _Text(_seeded),
    e.PlayersDrawn: _Text(
        lambda event, context: say(
            "{who} seeded {count} and drew the other places with “{seed}”",
            who=context.actor,
            count=event.seeded,
            seed=event.seed,
        )
    ),
    e.DrawWordsSaid: _Text(_words_said),
    e.PlayersExchanged: _Text(_exchanged),
    e.PairsAvoided: _Text(_pairs),
    e.PairsAllowed: _Text(_pairs),
    e.MoneyPlanned: _Text(_planned),
    e.PaymentNoted: _Text(_paid),
    e.PoolEntered: _Text(_in_pool),
    e.PoolWon: _Text(_won_pool),
    e.ClassesSet: _Text(_classed),
    e.StageBegun: _Text(
        lambda event, context: say(
            "The next stage begins with {names}", names=[context.name(player) for player in event.players]
        )
    ),
    e.StageTakenBack: _Text(lambda _, context: say("{who} took the cut back", who=context.actor)),
    e.RoundPaired: _Text(_paired, public=_round_is_published),
    e.RoundPublished: _Text(
        lambda event, context: say("{who} published round {number}", who=context.actor, number=event.round),
        public=_round_is_published,
    ),
    e.RoundTimeSet: _Text(_timed),
    e.PairingsVoided: _Text(
        _voided,
        public=_pairings_no_longer_hold,
    ),
    e.ImpasseResolved: _Text(_resolved),
    e.TablesSet: _Text(_tables),
    e.MatchesSeated: _Text(_seats),
    e.MatchesScheduled: _Text(_scheduled),
    e.TimetableRulesSet: _Text(_timetable_rules),
    e.MatchSettled: _Text(_settled),
    e.MatchReopened: _Text(
        lambda event, context: say(
            "A ruling took the result of {pair} back: it is played on", "match_reopened", pair=context.pair(event.match)
        )
    ),
    e.PenaltiesReported: _Text(_penalised),
    e.ResultConfirmed: _Text(
        lambda event, context: say(
            "{who} confirmed the result of {pair}", who=context.actor, pair=context.pair(event.match)
        )
    ),
    e.ResultDisputed: _Text(_disputed),
    e.ResultDecided: _Text(
        _decided,
        public=lambda event, context: result_sentence(
            Result(event.kind, event.winner, event.score, event.decided_by, event.games), event.match, context
        ),
        brief=_decided_briefly,
    ),
    e.DecisionUndone: _Text(
        lambda event, context: say(
            "{who} took the decision on {pair} back", who=context.actor, pair=context.pair(event.match)
        ),
        public=lambda event, context: say(
            "The result of {pair} no longer counts", "result_taken_back", pair=context.pair(event.match)
        ),
        brief=lambda *_: say("undone"),
    ),
}
