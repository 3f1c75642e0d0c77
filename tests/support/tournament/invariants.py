"""Invariants of any tournament: written from the rules, beside a ledger of its events."""

import json
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import groupby, pairwise
from typing import Any

from core.tournament import Tournament
from core.tournament.brackets.view import bracket_views
from core.tournament.model.bracket_plan import SeatSource
from core.tournament.model.match_status import closed, in_tournament, status_of
from core.tournament.model.visibility import without_drafts
from core.tournament.stages.announced import LABELS
from core.tournament.standings.crosstable import crosstables
from core.tournament.standings.explanation import explain_place, explain_round
from core.tournament.standings.meetings import meetings
from core.tournament.standings.standings import Standing, sections, standings
from core.tournament.views.tournament_view import paired_rounds, tournament_view
from schemas.dump import dump_all, dumper
from schemas.views.brackets import BracketTree
from schemas.views.explanations import ExplainedPlace, why_json
from schemas.views.tournaments import Section as SectionView
from schemas.views.tournaments import Standing as StandingView
from schemas.views.tournaments import TournamentView
from tests.support.tournament.ledger import ExpectedResult, Ledger

UNPLAYED = ("walkover", "no_show", "double_no_show")


def check(state: Tournament, ledger: Ledger, *, behind: bool) -> None:
    """All of it. `behind`: what follows by itself from the last event is not written yet, as after a kill."""
    check_what_counts(state, ledger)
    check_rounds(state, ledger)
    check_tables_of_the_hall(state, ledger, behind=behind)
    check_sides(state)
    check_whole_table(state, standings(state), ledger)
    grouped = Counter(line.player_id for _, lines in sections(state) for line in lines)
    assert max(grouped.values(), default=1) <= (1 if state.format.staged.tables is None else 1 + len(state.stages))
    for _, lines in sections(state):
        check_order(lines)
    if not behind and ledger.started and not ledger.ended:
        check_nothing_hangs(state, ledger)
        check_brackets(state, ledger)


def check_what_counts(state: Tournament, ledger: Ledger) -> None:
    """Live and voided matches, results, byes, drafts, who has left: the tournament says what its events say."""
    assert state.version == ledger.version
    live = {pairing.match: (round_.number, *pairing[1:]) for round_ in state.rounds for pairing in round_.pairings}
    assert live == {match: ledger.means[match] for match in ledger.live}
    assert state.paired.keys() == ledger.live
    ids = [match.match for match in state.matches] + [each.match for _, each in state.voided.pairings]
    assert not [match for match, count in Counter(ids).items() if count > 1], "an id twice"
    assert set(ids) == ledger.means.keys()
    assert {match: _said(result) for match, result in state.results.items()} == ledger.counts()
    assert {round_.number: round_.bye for round_ in state.rounds if round_.bye} == ledger.byes
    assert {round_.number for round_ in state.rounds if round_.draft} == ledger.drafts
    assert {round_.number: round_.stage for round_ in state.rounds} == {
        number: ledger.stages[number] for number in ledger.rounds()
    }
    assert state.withdrawn == ledger.gone
    assert {entry.player for entry in state.entries} == ledger.people.keys()


def _said(result: Any) -> ExpectedResult:
    return ExpectedResult(result.kind, result.winner, result.score, len(result.games))


def check_rounds(state: Tournament, ledger: Ledger) -> None:
    """No player is in a round twice, or against themselves, or without an entry; rounds on command have no gap."""
    for round_ in state.rounds:
        inside = [player for pairing in round_.pairings for player in pairing[1:3] if player]
        inside += [round_.bye] if round_.bye else []
        assert not [player for player, count in Counter(inside).items() if count > 1], (round_.number, inside)
        assert set(inside) <= {person for people in ledger.people.values() for person in people}
        for pairing in round_.pairings:
            assert pairing.is_bye or state.person_of(pairing.white) != state.person_of(pairing.black), pairing
    numbers = [round_.number for round_ in state.rounds]
    assert numbers == sorted(set(numbers))
    asked = [round_.number for round_ in state.rounds if not any(pairing.slot for pairing in round_.pairings)]
    if state.format.on_command and state.format.staged.tables is None:
        assert asked == list(range(1, len(asked) + 1))


def check_tables_of_the_hall(state: Tournament, ledger: Ledger, *, behind: bool) -> None:
    """Only live matches have tables, tables of the hall, and no two that are being played have the same."""
    assert state.seated == {match: table for match, table in ledger.seats.items() if table}
    assert state.seated.keys() <= ledger.live
    assert set(state.seated.values()) <= {name for name, _ in state.tables}
    counted, away = ledger.counts(), ledger.away()
    playing = Counter(
        table
        for match, table in state.seated.items()
        if match not in counted and match not in ledger.reported and not away & set(ledger.means[match][1:3])
    )
    assert behind or max(playing.values(), default=0) <= 1, playing


def check_sides(state: Tournament) -> None:
    """No player is in a knock-out and in the consolation beside it; the byes of each belong to its best seeds.

    Where losers of the main bracket come to a consolation there is nothing beside it. Before the players of a stage are
    recorded a place may stay empty, since both lost the play-off for it.
    """
    if state.format.entrant is None:
        return
    sides: dict[bool, set[str]] = {True: set(), False: set()}
    for match in state.matches:
        bracket = match.slot.split(".")[0]
        if "." in match.slot and bracket != "play_off":
            sides[bracket == "consolation"].update(player for player in match[1:3] if player)
    assert not sides[True] & sides[False]
    if state.stages:
        check_byes(state, "main", state.stages[-1].players)
        check_byes(state, "consolation", state.stages[-1].others)


def check_byes(state: Tournament, bracket: str, seeds: Sequence[str]) -> None:
    """The first round of a bracket, if it is paired: all of these players once, and the first of them have the byes."""
    paired = [match for match in state.matches if match.slot.startswith(f"{bracket}.1.")]
    if paired:
        assert Counter(player for each in paired for player in each[1:3] if player) == Counter(seeds)
        byes = 2 * len(paired) - len(seeds)
        assert {each.white for each in paired if each.is_bye} == set(seeds[:byes]), (bracket, paired)


# ── the table ────────────────────────────────────────────────────────────────────────────────────────────────────────
def check_order(lines: list[Standing], both_lost: Collection[str] = ()) -> None:
    """Ranks are 1, 2, 2, 4; the upper has more where two first differ, and a shared rank means no difference.

    A place is vacant, as in 2, 2, 3, only before players who are `both_lost`: of matches that both of them lost.
    """
    before = 0
    for _, ranked in groupby(lines, key=lambda line: line.rank):
        sharing = list(ranked)
        vacant = sharing[0].rank - before - 1
        assert 0 <= vacant < len(sharing)
        assert not vacant or {each.player_id for each in sharing} <= set(both_lost), (
            "a match for the place had no winner"
        )
        assert {(each.shared, each.places) for each in sharing} == {(len(sharing) > 1, len(sharing) - vacant)}
        before += len(sharing)
    for above, below in pairwise(lines):
        values = list(zip(above.tie_breaks, below.tie_breaks, strict=True))
        decided = [(one, two) for one, two in values if one.value != two.value]
        together = above.rank == below.rank and {above.player_id, below.player_id} <= set(both_lost)
        assert together or bool(decided) == (above.rank < below.rank), (above, below)
        if decided:
            assert decided[0][0].value > decided[0][1].value, (above, below)
    for line in lines:
        for tie_break in line.tie_breaks:
            if isinstance(tie_break.value, int):
                numbers = [operand.numbers[0] for operand in tie_break.operands]
                assert tie_break.value == value_of(tie_break.code, numbers), (line.name, tie_break)


def value_of(code: str, numbers: list[int]) -> int:
    """The value of a tie-break of these operands: their sum, or of the average their mean, with a half rounded up."""
    averaged = code == "opponents_average_rating" and numbers
    return int(sum(numbers) / len(numbers) + 0.5) if averaged else sum(numbers)


def check_whole_table(state: Tournament, lines: list[Standing], ledger: Ledger) -> None:
    """Every player once; their matches, wins, losses and points are those that count."""
    both_lost = {
        state.entry_of(player).player
        for match, result in ledger.counts().items()
        if result.winner is None
        for player in ledger.means[match][1:3]
    }
    check_order(lines, both_lost)
    takes_part = ledger.starters - ledger.lapsed() if ledger.started else ledger.people.keys() - ledger.gone
    assert Counter(line.player_id for line in lines) == Counter(takes_part)
    assert {line.player_id for line in lines if line.withdrawn} == ledger.gone & takes_part
    if state.format.teams:
        won, lost = sum(line.wins for line in lines), sum(line.losses for line in lines)
        assert won == lost or (state.format.key == "team_knockout" and won < lost), "TK4: without a winner both are out"
        assert sum(line.games_won for line in lines) == sum(line.games_lost for line in lines)
        return
    chosen = state.created.settings or {}
    halves = chosen.get("byes", 0) > 0 or chosen.get("unplayed", "own_score") != "own_score"
    counts = {"win": 1 + halves, "loss": 0} | dict(state.created.scoring or {})
    half, met = counts.get("half_bye", (counts["win"] + counts["loss"]) // 2), meetings(state)
    played, won, points, without_play = Counter(), Counter(), Counter(), Counter()
    for match, said in ledger.counts().items():
        if said.kind == "bye" or ledger.draft(match):
            continue
        if state.format.table_stage not in (None, ledger.stages[ledger.means[match].round]):
            continue
        for seat, player in zip(("white", "black"), ledger.means[match][1:3], strict=True):
            played[player] += 1
            won[player] += said.winner == seat
            without_play[player] += said.kind in UNPLAYED
            points[player] += _worth(counts, said, ledger.penalty(match, seat), won=said.winner == seat)
    bye = counts.get("bye", counts["win"] * state.format.bye)
    for line in lines:
        who = line.player_id
        assert (line.played, line.wins, line.losses) == (played[who], won[who], played[who] - won[who]), line
        asked = sum(each.kind == "half_bye" for each in met[who])
        byes = (line.byes - asked) * bye + asked * half
        if state.format.staged.tables is not None:  # a bye counts by the format of its stage
            byes = sum(each.points for each in met[who] if each.is_bye)
        assert (line.walkovers, line.points) == (without_play[who], points[who] + byes), line
    assert sum(line.games_won for line in lines) == sum(line.games_lost for line in lines)


def _worth(counts: dict[str, int], said: ExpectedResult, penalty: int, *, won: bool) -> int:
    off, usual = counts.get("penalty", 0) * penalty, counts["win" if won else "loss"]
    if said.kind == "double_no_show":
        return counts.get("double_no_show", 0) - off
    return (usual if said.kind == "played" else counts.get(said.kind if won else f"{said.kind}_loss", usual)) - off


# ── nothing hangs ────────────────────────────────────────────────────────────────────────────────────────────────────
def check_nothing_hangs(state: Tournament, ledger: Ledger) -> None:
    """No round waits for a player who has left, and a finished tournament waits for no player."""
    counted, away = ledger.counts(), ledger.away()
    waiting = [match for match in ledger.live if match not in counted]
    if state.format.walkovers:
        told = {match for match in ledger.live if match in ledger.reported or ledger.draft(match)}
        left = [match for match in waiting if away & set(ledger.means[match][1:3]) and match not in told]
        assert not left, f"walkovers are missing: {left}"
    if state.status == "finished":
        assert not [match for match in waiting if not away & set(ledger.means[match][1:3])], "over, and somebody waits"


def check_brackets(state: Tournament, ledger: Ledger) -> None:
    """The players in a slot came out of those before it, and players who came out of both of them are paired.

    `None` is not yet known; who came in which place of a group or of a Swiss is not looked at again, and so it is
    `ANYBODY`.
    """
    counted = ledger.counts()
    places = {match: ledger.means[match] for match in ledger.live}
    at_line = _left_play_offs(state, ledger)
    live = {
        each.slot: match
        for match, each in places.items()
        if ledger.stages[each.round] not in BEFORE and each.round not in at_line
    }
    came: dict[tuple[str, Any], str | None] = {("bye", None): ""}
    off = ledger.lapsed()
    came |= {("seed", number): "" if player in off else player for number, player in enumerate(state.starters, 1)}
    if state.format.entrant is not None:
        came |= {("seed", number): ANYBODY for number in range(1, 4 * len(state.starters) + 1)}
    slots = [slot for bracket_view in bracket_views(state) for round_ in bracket_view.rounds for slot in round_.slots]
    while slots:
        slot = next(each for each in slots if all(_told(seat.source, came) for seat in each.seats))
        slots.remove(slot)
        key, there = slot.slot, [_who(seat.source, came) for seat in slot.seats]
        match = live.pop(key, None)
        place = ledger.means[match] if match else None
        if key == "final.2.1" and came.get(("winner", "final.1.1")) != came.get(("black", "final.1.1")):
            there = ["", ""] if came["winner", "final.1.1"] is not None else there
        expected = [each for each in there if each]
        if None in there or there == ["", ""]:
            assert match is None, f"{key} is paired: {place}"
        elif ANYBODY not in there:
            assert place is not None, f"{key} is not paired: {there}"
            assert [each for each in place[1:3] if each] == expected, (key, place, there)
        _came_out(key, place, counted.get(match or ""), there, came)
        if came.get(("loser", key)) in {before for entry, (before, _) in ledger.again.items() if entry not in off}:
            came["loser", key] = ""
    assert not (live if state.format.plan else ()), f"paired in slots that are not there: {live}"


def _left_play_offs(state: Tournament, ledger: Ledger) -> set[int]:
    """Rounds at the line that are in no bracket: a later stage has begun, or a result before them is missing."""
    if state.format.staged.tables is None:
        return set()
    last = state.stages[-1].first if state.stages else 0
    numbers = {number for number, stage in ledger.stages.items() if stage == "play_off"}
    counted = ledger.counts()
    missing = [
        each.round
        for match, each in ((match, ledger.means[match]) for match in ledger.live)
        if match not in counted and each.round >= last and each.round not in numbers
    ]
    return numbers if missing else {number for number in numbers if number < last}


BEFORE, ANYBODY = ("groups", "swiss", *LABELS), "?"
Came = dict[tuple[str, Any], str | None]


def _told(source: SeatSource, came: Came) -> bool:
    return source.kind in ("seed", "place") or (source.kind, source.of) in came


def _who(source: SeatSource, came: Came) -> str | None:
    if source.kind == "place":
        return ANYBODY
    return came.get((source.kind, source.of), "")


def _came_out(key: str, place: Any, said: ExpectedResult | None, there: list[str | None], came: Came) -> None:
    winner: str | None
    loser: str | None
    if place is None:
        winner = loser = "" if there == ["", ""] else ANYBODY if ANYBODY in there else None
    elif said is None:
        winner = loser = None
    elif said.winner is None:
        winner = loser = ""
    else:
        winner, loser = place[1:3] if said.winner == "white" else (place.black, place.white)
    came |= {("winner", key): winner, ("loser", key): loser, ("black", key): place.black if place else None}


# ── what is said of it ───────────────────────────────────────────────────────────────────────────────────────────────
def check_words(state: Tournament, ledger: Ledger) -> None:
    """Everything that people ask for can be said, as JSON, of the tournament and of what is shown to everybody."""
    for seen in (state, without_drafts(state)):
        said = [
            dumper(TournamentView)(tournament_view(seen)),
            dump_all(BracketTree)(bracket_views(seen)),
            dump_all(BracketTree)(bracket_views(seen, drafts=False)),
            [dumper(StandingView)(line) for line in standings(seen)],
        ]
        said += [dumper(ExplainedPlace)(explain_place(seen, entry.player)) for entry in seen.entries]
        said += [why_json(why) for round_ in seen.rounds for why in explain_round(seen, round_.number).values()]
        said += [dumper(SectionView)(section) for section in sections(seen)]
        json.dumps(said)
        assert crosstables(seen) is not None
    for match in ledger.means:
        assert in_tournament(state, match) is not None
        if match not in ledger.live:
            assert status_of(state, match) == "voided"
        if closed(state, match) is None:
            assert match in ledger.live
            assert not ledger.draft(match)
            assert not ledger.decided.get(match)
    shown = {match.id for paired_round in paired_rounds(without_drafts(state)) for match in paired_round.matches}
    assert shown == {match for match in ledger.live if not ledger.draft(match)}
