"""A director's decision on a match's result, at any time, and its undo, with all consequences.

| kind | winner | results | what it says |
|---|---|---|---|
| `played` | by the results | a whole match | this is how the match was played |
| `walkover` | one | none | the other withdrew, or was out, before the match |
| `no_show` | one | none | the other did not come |
| `double_no_show` | none | none | neither came: both lost |
| `forfeit` | one | the games played so far, if any | the other gave up after the start |
| `adjudicated` | one | the games played so far, if any | the referee awarded the match |
| `half_each` | none | the games played so far, if any | the time of the round was up, and each has half of it |

A decision holds over what the match's own log says, and over an earlier decision, until it is undone. Its consequences
are decided with it: pairings that no longer follow are voided, what follows now is paired.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from core.errors import Invalid, NotAllowed, NotFound
from core.events import (
    Cause,
    DecisionUndone,
    Event,
    GameResult,
    PairingsVoided,
    ResultDecided,
    RoundPaired,
    RoundPublished,
    WithdrawalTakenBack,
)
from core.match.judging import incomplete
from core.match.results.game_results import result_problems
from core.match.state import Match
from core.messages import quoted, say, term
from core.tournament import Tournament
from core.tournament.decisions.pairing import after, pair
from core.tournament.decisions.rounds import is_on_command, is_unplayed, pair_round, publish_round, unpair
from core.tournament.model.bracket_plan import PLAY_OFF
from core.tournament.model.new_round import new_round
from core.tournament.model.reasons import CHANGED, own_reason, withdrew
from core.tournament.model.result_words import kind_name
from core.tournament.model.state import FINISHED
from core.tournament.model.values import HALF_EACH, Entry, Pairing, Round

KINDS = ("played", "walkover", "no_show", "double_no_show", "forfeit", "adjudicated", HALF_EACH)
WITH_GAMES = ("played", "forfeit", "adjudicated", HALF_EACH)
"""Of these kinds a result may say how the games ended."""


class Decision(NamedTuple):
    """The director's decision on a match. `winner` is a seat, or the id or the name of a player.

    `cause`: brade worded the reason itself.
    """

    match: str
    kind: str
    reason: str
    winner: str | None = None
    results: tuple[GameResult, ...] = ()
    cause: Cause | None = None


class Correction(NamedTuple):
    """A decision on a result, or the decision of the version `undone` that is taken back for the `reason`.

    `pair_anew`: the published next round, of which nothing was played, is paired anew with it, or stands. `None` is no
    answer, and enough where there is no such round.
    """

    decision: Decision | None = None
    undone: int = 0
    reason: str = ""
    pair_anew: bool | None = None


def decide(tournament: Tournament, decision: Decision, at_table: Match) -> list[Event]:
    """The decision and its consequences. `at_table` is the match as it was opened: its length and its seats.

    Raises `NotFound`, `NotAllowed` for a match that is not there to be decided, `Invalid` for what cannot be its
    result.
    """
    pairing = decidable(tournament, decision.match)
    if decision.kind == HALF_EACH:
        _ensure_halves(tournament, pairing)
    event = _decided(pairing, tournament, decision, at_table)
    return _with_consequences(tournament, event)


def undo(tournament: Tournament, version: int, reason: str) -> list[Event]:
    """The decision of that version taken back, and the consequences. Raises `NotFound`, `NotAllowed`."""
    return _with_consequences(tournament, DecisionUndone(decided_match(tournament, version), version, reason))


def decided_match(tournament: Tournament, version: int) -> str:
    """The match on which the decision of that version counts. Raises `NotFound`."""
    for match, stack in tournament.decisions.items():
        if version in (each for each, _ in stack):
            return match
    known = sorted(each for stack in tournament.decisions.values() for each, _ in stack)
    raise NotFound("decision that counts", str(version), tuple(map(str, known)))


def published_next(tournament: Tournament, match_id: str) -> Round | None:
    """The last round, if it was paired on command behind that of the match and is published; `None` if there is none.

    A correction leaves such a round as it is.
    """
    last = tournament.rounds[-1] if tournament.rounds else None
    if last is None or last.draft or tournament.stopped or not is_on_command(tournament, last):
        return None
    behind = all(pairing.match != match_id for pairing in last.pairings) and match_id in tournament.paired
    return last if behind else None


def paired_anew(tournament: Tournament, match_id: str, reason: str) -> list[Event]:
    """The published next round, taken back, paired and published again by the results as they are.

    Raises `NotAllowed` if there is none, or if it was played or reported.
    """
    following = published_next(tournament, match_id)
    if following is None:
        raise NotAllowed(say("no round is published behind that of {match}: none is paired anew", match=match_id))
    events = unpair(tournament, following.number, reason)
    events += pair_round(after(tournament, events), following.number)
    return [*events, *publish_round(after(tournament, events), following.number)]


def readmit(tournament: Tournament, player_id: str, reason: str = "") -> list[Event]:
    """A withdrawal after the start taken back: the player plays on, and walkovers that followed from it are undone.

    A walkover stays where a match that was played or decided since would fall with its undoing, and where a later
    round has been paired on command. Raises `NotFound`, `NotAllowed` where nothing is left to play for them.
    """
    entry, created = tournament.entry(player_id), tournament.created
    if not entry.withdrawn:
        raise NotAllowed(say("{entry_name} has not withdrawn", entry_name=entry.name))
    if by := next((each.name for each in tournament.entries if each.in_place_of == player_id), None):
        raise NotAllowed(say("{by} plays in the place of {name}", by=by, name=entry.name))
    if player_id not in tournament.starters and entry.again_of:
        raise NotAllowed(say("the new entry {name} was taken back: enter the player again", name=entry.name))
    if player_id not in tournament.starters:
        raise NotAllowed(
            say(
                "{entry_name} left before the start: enter them as a late player, where the format takes one",
                entry_name=entry.name,
            )
        )
    if tournament.ended:
        raise NotAllowed(say("{created_name} was ended: no player comes back", created_name=created.name))
    events: list[Event] = [WithdrawalTakenBack(player_id, reason)]
    walkovers = list(walked_over(tournament, entry))
    for match, version in reversed(walkovers):
        undone = [*events, DecisionUndone(match, version, reason)]
        undone += pair(after(tournament, undone))
        if not _loses_results(tournament, after(tournament, undone), {each for each, _ in walkovers}):
            events.append(DecisionUndone(match, version, reason))
    events += pair(after(tournament, events))
    if not _plays_on(after(tournament, events), entry):
        raise NotAllowed(say("no match is left that {entry_name} could still play", entry_name=entry.name))
    return events


def walked_over(tournament: Tournament, entry: Entry) -> Iterator[tuple[str, int]]:
    """The walkovers that followed from a withdrawal, by match id and version, of rounds that still matter."""
    for round_ in tournament.rounds:
        if is_on_command(tournament, round_) and round_ is not tournament.rounds[-1]:
            continue
        for pairing in round_.pairings:
            stack = tournament.decisions.get(pairing.match)
            if not stack or pairing.is_bye or not {pairing.white, pairing.black} & set(entry.people):
                continue
            both = [tournament.entry_of(player) for player in (pairing.white, pairing.black)]
            causes = [withdrew([one.player for one in left]) for left in ([entry], both)]
            causes += [withdrew([one.name for one in left]) for left in ([entry], both)]  # as recorded before
            version, result = stack[-1]
            if result.kind == "walkover" and result.cause in causes:
                yield pairing.match, version


def _loses_results(before: Tournament, changed: Tournament, walked_over: Set[str]) -> bool:
    """True if a match fell that was played, reported or decided, other than these walkovers."""
    gone = before.paired.keys() - changed.paired.keys() - walked_over
    results = (before.results.get(match) or before.reported.get(match) for match in gone)
    return any(result is not None and result.kind != "bye" for result in results)


def _plays_on(tournament: Tournament, entry: Entry) -> bool:
    """True if a match waits for this player, or for one whose winner or loser they meet, or a round is to come."""
    if any({pairing.white, pairing.black} & set(entry.people) for pairing in tournament.to_play):
        return True
    still_in = tournament.format.still_in
    inside = still_in is None or entry.player in still_in(tournament)
    return tournament.format.on_command and inside and tournament.status != FINISHED


def decidable(tournament: Tournament, match_id: str) -> Pairing:
    """The pairing of a match whose result may be decided. Raises `NotFound`, `NotAllowed`."""
    for number, voided in tournament.voided.pairings:
        if voided.match == match_id:
            raise NotAllowed(
                say(
                    "the pairing {match} of round {number} was voided: nothing of it counts",
                    match=match_id,
                    number=number,
                )
            )
    pairing = tournament.match(match_id)
    if pairing.is_bye:
        raise NotAllowed(
            say(
                "{match} is a bye of {name_of}: there is nothing to decide",
                match=match_id,
                name_of=tournament.name_of(pairing.white),
            )
        )
    for round_ in tournament.rounds:
        if round_.draft and pairing in round_.pairings:
            raise NotAllowed(
                say("round {number} is a draft: publish it, then decide its matches", number=round_.number)
            )
    return pairing


def _with_consequences(tournament: Tournament, event: Event) -> list[Event]:
    """The event, and what follows by itself: a draft that is no longer right is paired anew, brackets move on."""
    events = [event]
    if tournament.seed is None:
        return events
    events += _redrafted(tournament, after(tournament, events))
    events += pair(after(tournament, events))
    events += _again(after(tournament, events))
    return events


def _again(tournament: Tournament) -> list[Event]:
    """The next round paired, if it was there before and fell with a result; published, if it was no draft then."""
    form, number = tournament.format, len(tournament.rounds) + 1
    if not form.on_command or number not in tournament.voided.unpaired_rounds or tournament.ended:
        return []
    by_format = form.next_round(tournament, tournament.seed or "")
    again = None if tournament.to_play else _as_it_was(tournament, number, by_format) or by_format
    if again is None or again.round != number:
        return []
    events: list[Event] = [again]
    was = next(round_.round for round_ in reversed(tournament.voided.rounds) if round_.round.number == number)
    if after(tournament, events).round(number).draft and not was.draft:
        events.append(RoundPublished(number))
    return [*events, *pair(after(tournament, events))]


def _redrafted(before: Tournament, changed: Tournament) -> list[Event]:
    """The last round paired anew, if it is a draft and the format pairs it otherwise by the changed results.

    It is only taken back where a result before it is missing now. What the director paired by hand stands unless the
    format's own pairing changes, and comes back with that; what is published or played stands anyway.
    """
    last = changed.rounds[-1] if changed.rounds else None
    if last is None or not last.draft or not is_on_command(changed, last) or changed.ended:
        return []
    if not is_unplayed(changed, last):  # it was published before, and its matches went on
        return []
    matches = tuple(pairing.match for pairing in last.pairings)
    reason, cause = own_reason(CHANGED)
    void = PairingsVoided(last.number, matches, reason, bye=last.bye is not None, follows=True, cause=cause)
    old, new = (_afresh(tournament, void) for tournament in (before, changed))
    void = replace(void, by_format=_rows(old))
    freed = after(changed, [void])
    falls = freed.to_play or changed.format.stale(changed)
    if not falls and _rows(old) == _rows(new):
        return []
    again = None if freed.to_play else _as_it_was(freed, last.number, new) or new
    if again is not None:
        return [void, again]
    return [void] if falls else []


def _as_it_was(tournament: Tournament, number: int, by_format: RoundPaired | None) -> RoundPaired | None:
    """The last round of that number that fell and would stand now, where the format itself pairs it as `by_format`."""
    for round_ in reversed(tournament.voided.rounds):
        was = round_.round
        if was.number == number and (not was.draft or round_.by_format == _rows(by_format)):
            rows = [(pairing.white, pairing.black, *filter(None, [pairing.slot])) for pairing in was.pairings]
            back = new_round(tournament, rows, was.bye, number=number, stage=was.stage or None)
            if not tournament.format.stale(after(tournament, [back])):
                return back
    return None


def _afresh(tournament: Tournament, void: PairingsVoided) -> RoundPaired | None:
    """The round as the format pairs it now."""
    tournament = after(tournament, [void])
    return tournament.format.next_round(tournament, tournament.seed or "")


def _rows(paired: RoundPaired | None) -> tuple[tuple[str, ...], ...]:
    if paired is None:
        return ()
    return tuple(sorted([row[1:] for row in paired.pairings] + ([(paired.bye,)] if paired.bye else [])))


def _decided(pairing: Pairing, tournament: Tournament, decision: Decision, at_table: Match) -> ResultDecided:
    match, kind, reason, winner, results, cause = decision
    check_games(kind, results, at_table)
    if kind == "played":
        settled = at_table.settled_after(results)
        if winner is not None and _seat(pairing, tournament, winner, at_table) != settled.winner:
            won = term(settled.winner)
            raise Invalid(
                {"winner": [say("by these results {winner} won the match: leave the winner out", winner=won)]}
            )
        return ResultDecided(match, kind, reason, settled.winner, settled.score, settled.decided_by, results, cause)
    if kind == "double_no_show":
        if winner is not None:
            raise Invalid({"winner": [say("neither came: there is no winner")]})
        return ResultDecided(match, kind, reason, None, {}, None, (), cause)
    if kind == HALF_EACH:
        if winner is not None:
            raise Invalid({"winner": [say("each has half of it: there is no winner")]})
        so_far = at_table.score_after(results) if results else {}
        return ResultDecided(match, kind, reason, None, so_far, None, results, cause)
    if winner is None:
        raise Invalid({"winner": [say("missing: who won ({kind}), a seat or a player", kind=kind_name(kind))]})
    points = at_table.score_after(results) if results else {}
    seat = _seat(pairing, tournament, winner, at_table)
    return ResultDecided(match, kind, reason, seat, points, None, results, cause)


def _ensure_halves(tournament: Tournament, pairing: Pairing) -> None:
    """Raises `NotAllowed` where a match cannot be worth half each: its winner goes on, or no half was announced."""
    round_ = next(each for each in tournament.rounds if pairing in each.pairings)
    form, slots = tournament.format, set[str]()
    if form.plan is not None and tournament.seed is not None:
        slots = {slot.key for _bracket, plan_round in form.plan(tournament).rounds() for slot in plan_round.slots}
    if not form.halves or pairing.slot in slots or round_.stage == PLAY_OFF:
        raise NotAllowed(say("{match} decides who plays on: it needs a winner, and is not halved", match=pairing.match))
    if tournament.created.time_up != HALF_EACH:
        name = tournament.created.name
        raise NotAllowed(say("{created_name} announced no half each for unfinished matches", created_name=name))


def check_games(kind: str, results: Sequence[GameResult], at_table: Match) -> None:
    """Raises `Invalid` for games that a result of this kind cannot have."""
    if kind not in WITH_GAMES:
        if results:
            raise Invalid({"results": [say("nothing was played ({kind}): there are no games", kind=kind_name(kind))]})
    elif kind == "played":
        if wrong := incomplete(at_table, tuple(results)):
            raise Invalid({"results": [wrong]})
    else:
        for place, result in enumerate(results):
            if found := result_problems(at_table.game, at_table.seats, result):
                raise Invalid({f"results.{place}.{name}": messages for name, messages in found.items()})
        if any(incomplete(at_table, tuple(results[:number])) is None for number in range(1, len(results))):
            raise Invalid({"results": [say("the match was over before the last of these games")]})


def _seat(pairing: Pairing, tournament: Tournament, named: str, at_table: Match) -> str:
    """The seat that is meant by a seat, a player's id or a player's name. Raises `Invalid`."""
    players = dict(zip(at_table.seats, (pairing.white, pairing.black), strict=False))
    for meant in (lambda seat: seat, players.__getitem__, lambda seat: tournament.name_of(players[seat])):
        found = [seat for seat in players if meant(seat) == named]
        if len(found) == 1:
            return found[0]
    known = tuple(
        say("{seat} ({name_of})", seat=term(seat), name_of=tournament.name_of(player))
        for seat, player in players.items()
    )
    raise Invalid({"winner": [say("{who} does not play this match: {known}", who=quoted(named), known=known)]})
