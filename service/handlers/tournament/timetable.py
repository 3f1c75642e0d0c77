"""Use cases of timetables: of a tournament, and of all that are played in the hall of a club."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from core.errors import BradeError, NotAllowed
from core.events import Event, MatchesScheduled
from core.messages import say
from core.tournament import Tournament
from core.tournament.decisions.pairing import after
from core.tournament.model.state import RUNNING
from core.tournament.model.timetable import Break, Planned
from core.tournament.model.visibility import without_drafts
from core.tournament.planning.match_lengths import MARKS, match_minutes
from core.tournament.timetable import changes
from core.tournament.timetable.clashes import Clash, Item, Key, clashes
from core.tournament.timetable.jobs import MOST_JOBS, Job, items_of, jobs_of
from core.tournament.timetable.proposal import LONGEST_DAYS, STEP, Wish, proposal
from core.tournament.timetable.pushing import Span, pushed
from core.tournament.timetable.view import PLAYING, Expected, FoundClash, PlannedMatch, in_order, planned_matches
from service.auth.authorization import Principal, authorize, authorize_tournament, can_see_drafts
from service.bootstrap import Dependencies
from service.handlers.execute import Executed, execute, organiser
from service.handlers.other_tournaments import planned_together
from service.handlers.planning.expected_end import STEP as STEP_OF_TIME
from service.handlers.planning.expected_end import step_of
from service.handlers.planning.lengths import lengths_for
from service.handlers.request import Request
from service.handlers.tournament.tournaments import may_read_both
from service.local_times import instant
from service.store.archive.reader import Range, ranges

FOUR_OF_FIVE = MARKS * 4 // 5
"""The mark of the minutes in which four of five matches are over."""
FORBIDDEN, CHANGED = "forbidden", "changed"
_MINUTE, _DAY = 60_000, 24 * 3_600_000
_FORGOTTEN = 12 * 3_600_000
"""Milliseconds after which a match that was not played is taken for put off: it pushes nothing."""


class MovedBeside(NamedTuple):
    """Another tournament of the hall: so many of its matches moved, too, or stay although they would have to.

    `reason` says why they stay: the caller may not change it (`forbidden`), or it was `changed` meanwhile.
    """

    tournament: str
    name: str
    matches: int
    reason: str


class TimetableView(NamedTuple):
    """The timetable of a tournament, with the matches that have no time yet."""

    tournament: str
    version: int
    name: str
    rest: int
    pushes: bool
    breaks: tuple[Break, ...]
    matches: tuple[PlannedMatch, ...]
    beside: tuple[MovedBeside, ...] = ()

    @property
    def planned(self) -> list[PlannedMatch]:
        """Matches that have a time, as they begin."""
        return in_order(self.matches)


class HallTimetable(NamedTuple):
    """The timetables of the tournaments that a club plays now."""

    club: str
    tournaments: tuple[TimetableView, ...]


# ── looking at it ────────────────────────────────────────────────────────────────────────────────────────────────────
def show(deps: Dependencies, principal: Principal | None, tournament_id: str) -> TimetableView:
    """The timetable as this reader may see it: clashes are told to those who can mend them."""
    state, whole = may_read_both(deps, principal, tournament_id)
    if not can_see_drafts(principal, state.created.club):
        return view(deps, state)
    return view(deps, whole, _beside(deps, whole))


def hall(deps: Dependencies, principal: Principal | None, club: str) -> HallTimetable:
    """The timetables of the tournaments that are played now, for the people of the club. Raises `NotFound`."""
    authorize(principal, "viewer", club)
    deps.repository.club(club)
    found, sees_drafts = planned_together(deps, club), can_see_drafts(principal, club)
    if not sees_drafts:
        late = _late(deps, found)
        return HallTimetable(club, tuple(_view(deps, without_drafts(tournament), {}, late) for tournament in found))
    late = _late(deps, found)
    marks = _marks(deps, found, late)
    return HallTimetable(club, tuple(_view(deps, tournament, marks, late) for tournament in found))


def _beside(deps: Dependencies, state: Tournament) -> list[Tournament]:
    return planned_together(deps, state.created.club, but=state.id)


def view(deps: Dependencies, state: Tournament, beside: Sequence[Tournament] | None = None) -> TimetableView:
    """The timetable of a tournament; with its clashes if the tournaments beside it are given."""
    if beside is None:
        return _view(deps, state, {}, _late_beside(deps, state))
    states = [state, *beside]
    late = _late(deps, states)
    return _view(deps, state, _marks(deps, states, late), late)


def _view(
    deps: Dependencies, state: Tournament, marks: Mapping[Key, Sequence[FoundClash]], late: Mapping[Key, Span]
) -> TimetableView:
    timetable = state.timetable
    begun = begun_matches(deps, state) if timetable.times else frozenset()
    expected = _expected(state, late)
    matches = (
        planned_match._replace(
            state=PLAYING if planned_match.id in begun else planned_match.state,
            expected=expected.get(planned_match.match),
            clashes=tuple(marks.get((state.id, planned_match.match), ())),
        )
        for planned_match in planned_matches(state)
    )
    return TimetableView(
        state.id,
        state.version,
        state.created.name,
        timetable.rest,
        timetable.pushes,
        timetable.breaks,
        tuple(matches),
    )


def begun_matches(deps: Dependencies, state: Tournament) -> frozenset[str]:
    """The ids of matches in which there is play: they wait for their result and have a fact, in one read."""
    waiting = [pairing.match for pairing in state.to_play if pairing.match in state.timetable.times]
    logs = ranges(deps.client, [Range(match, most=2) for match in waiting]) if waiting else []
    return frozenset(match for match, entries in zip(waiting, logs, strict=True) if len(entries) > 1)


def _marks(deps: Dependencies, states: Sequence[Tournament], late: Mapping[Key, Span]) -> dict[Key, list[FoundClash]]:
    """The clashes of the matches of these tournaments that are not over, with names.

    Those of a match that is `late` count as well, where the other match is of another tournament and keeps its time.
    """
    items, names = list[Item](), dict[str, str]()
    for state in states:
        if state.timetable.times:
            person = _person_of(deps, state, names)
            items += items_of(state, [job for job in jobs_of(state)[:MOST_JOBS] if not job.done], person)
    rules = _breaks_and_rests(states)
    found = {key: [(clash, False) for clash in each] for key, each in clashes(items, *rules).items()}
    if late:
        then = [
            item._replace(starts=late[item.key][0], ends=late[item.key][1]) if item.key in late else item
            for item in items
        ]
        for key, of_late in clashes(then, *rules).items():
            mine = found.setdefault(key, [])
            known = {clash.kind for clash, _ in mine}
            beside = (each for each in of_late if each.other is not None and each.other[0] != key[0])
            mine += [(each, True) for each in beside if each.kind not in known]

    def named(clash: Clash, *, is_late: bool) -> FoundClash:
        tournament, match = clash.other or ("", "")
        return FoundClash(clash.kind, match, tournament, names.get(clash.about, clash.about), is_late)

    return {key: [named(clash, is_late=late) for clash, late in each] for key, each in found.items() if each}


def _breaks_and_rests(states: Iterable[Tournament]) -> tuple[dict[str, tuple[Break, ...]], dict[str, int]]:
    """The breaks and the minutes of rest of these tournaments by id."""
    rules = {state.id: state.timetable for state in states}
    return {key: rule.breaks for key, rule in rules.items()}, {key: rule.rest for key, rule in rules.items()}


def _person_of(deps: Dependencies, state: Tournament, names: dict[str, str]) -> Callable[[str], str]:
    """The function that gives the present id in the club of a player; `names` gets their names."""
    club = deps.repository.club(state.created.club, fresh=False)

    def person(player: str) -> str:
        found = club.present_id(state.person_of(player))
        names.setdefault(found, state.label_of(player))
        return found

    return person


def expected_times(deps: Dependencies, state: Tournament) -> Mapping[str, Expected]:
    """The times at which matches are expected, by their keys, where late ones push them; none if they do not."""
    return _expected(state, _late_beside(deps, state))


def _expected(state: Tournament, late: Mapping[Key, Span]) -> dict[str, Expected]:
    if not state.timetable.pushes or state.status != RUNNING:
        return {}
    return {key: Expected(*time) for (tournament, key), time in late.items() if tournament == state.id}


def _late_beside(deps: Dependencies, state: Tournament) -> dict[Key, Span]:
    """The times of late matches, if those of this tournament are shown; also what is late in the others counts."""
    if not state.timetable.pushes or state.status != RUNNING:
        return {}
    return _late(deps, [state, *_beside(deps, state)])


def _late(deps: Dependencies, states: Iterable[Tournament]) -> dict[Key, Span]:
    """The times of matches of the hall that last longer, and of those that follow them, where they differ.

    Matches of a tournament whose late matches push nothing keep their times. Others move, whatever is late before them.
    """
    now = step_of(deps) * STEP_OF_TIME
    planned = [state for state in states if state.timetable.times and state.status == RUNNING]
    items, fixed = list[Item](), dict[Key, Span]()
    for state in planned:
        begun = begun_matches(deps, state)
        person = _person_of(deps, state, {})
        own = items_of(state, [job for job in jobs_of(state)[:MOST_JOBS] if not job.done], person)
        for item in (one for one in own if one.ends > now - _FORGOTTEN):
            items.append(item)
            if item.key[1] in begun:
                fixed[item.key] = item.starts, max(item.ends, now + STEP) if item.ends <= now else item.ends
            elif not state.timetable.pushes:
                fixed[item.key] = item.starts, item.ends
    return pushed(items, fixed, *_breaks_and_rests(planned), now)


# ── changing it ──────────────────────────────────────────────────────────────────────────────────────────────────────
def schedule(
    request: Request, tournament_id: str, matches: Sequence[Mapping[str, Any]], *, push: bool
) -> TimetableView:
    """Give matches their times and tables; with `push` what follows in the hall moves, too.

    Other tournaments of the hall move as far as the caller may change them, and those that stay are named. Raises
    `Invalid`, `NotAllowed`.
    """
    by = authorize_tournament(request.deps, request.principal, "referee", tournament_id).name
    deps = request.deps

    def deciding(state: Tournament) -> list[Event]:
        jobs = changes.plannable(state)
        times = _times(deps, state, jobs, matches)
        events = changes.schedule(state, times, begun_matches(deps, state))
        if push:
            moved = {key: time for key, time in times.items() if time is not None}
            found, _stay = _following(deps, request.principal, state, moved)
            times |= {key: time for (tournament, key), time in found.items() if tournament == state.id}
            events = changes.schedule(state, times, begun_matches(deps, state))
        return events

    decided = execute(request, tournament_id, deciding, by)
    beside = _move_beside(request, decided) if push else ()
    return view(deps, decided.after, _beside(deps, decided.after))._replace(beside=beside)


def clear(request: Request, tournament_id: str) -> TimetableView:
    """Take every match that is not over out of the timetable. Raises `NotAllowed`."""
    by = organiser(request.deps, request.principal, tournament_id)

    def deciding(state: Tournament) -> list[Event]:
        return changes.unschedule(state, begun_matches(request.deps, state))

    return _written(request, tournament_id, deciding, by)


def set_rules(request: Request, tournament_id: str, rules: Mapping[str, Any]) -> TimetableView:
    """Say when the breaks are, how long a player rests, and if late matches push others. Raises `Invalid`."""
    by = organiser(request.deps, request.principal, tournament_id)
    breaks = [Break(break_["starts"], break_["ends"], break_["text"]) for break_ in rules["breaks"]]

    def deciding(state: Tournament) -> list[Event]:
        return changes.set_rules(state, breaks, rules["rest"], pushes=rules["pushes"])

    return _written(request, tournament_id, deciding, by)


def propose(request: Request, tournament_id: str, wish: Mapping[str, Any]) -> TimetableView:
    """Plan all matches that are not over, around what the other tournaments of the hall have planned.

    With `dry_run` nothing is written, and the answer is what would be. Raises `Invalid`, `NotAllowed`.
    """
    by, deps = organiser(request.deps, request.principal, tournament_id), request.deps
    begins = wish["starts"] if wish.get("starts") is not None else -(-deps.clock() // STEP) * STEP

    def deciding(state: Tournament) -> list[Event]:
        times = _proposed(deps, state, begins, wish)
        return changes.schedule(state, times, begun_matches(deps, state))

    if wish.get("dry_run"):
        state = deps.repository.tournament(tournament_id)
        proposed = after(state, deciding(state))
        return view(deps, proposed, _beside(deps, state))
    return _written(request, tournament_id, deciding, by)


def _written(
    request: Request, tournament_id: str, deciding: Callable[[Tournament], Sequence[Event]], by: str
) -> TimetableView:
    state = execute(request, tournament_id, deciding, by).after
    return view(request.deps, state, _beside(request.deps, state))


def usual_minutes(deps: Dependencies, state: Tournament, job: Job) -> int:
    """The announced minutes of a round, else those in which four of five such matches are over, to five minutes."""
    if announced := (state.created.details or {}).get("round_minutes"):
        return int(announced)
    length, stop = job.terms or (state.created.length, state.created.stop)
    lengths = lengths_for(deps, state.created.club, state.created.game)
    return -(-int(match_minutes(lengths, length, stop)[FOUR_OF_FIVE]) // 5) * 5


def usual_minutes_of(deps: Dependencies, state: Tournament, key: str) -> int:
    """The usual minutes of the match of that key, else of a match of the tournament."""
    return usual_minutes(deps, state, next((job for job in jobs_of(state) if job.key == key), Job(key, 0)))


def proposed_frame(deps: Dependencies, state: Tournament) -> tuple[int, int | None]:
    """The start that a proposal begins with, and the end of the day if one was announced (Unix ms).

    It is the time of the first round that is not over, else the announced start if that is to come, else now.
    """
    open_rounds = sorted({job.round for job in jobs_of(state) if not job.done})
    details, now = state.created.details or {}, -(-deps.clock() // STEP) * STEP
    announced, ends = (str(details.get(name, "")) for name in ("starts", "ends"))
    begins = instant(announced, details) if "T" in announced else 0
    closes = instant(ends, details) if "T" in ends else None
    times = [state.times[number].starts for number in open_rounds if number in state.times]
    starts = max(times[0] if times else begins, now)
    return starts, closes if closes is not None and starts < closes < starts + _DAY else None


def _times(
    deps: Dependencies, state: Tournament, jobs: Sequence[Job], matches: Iterable[Mapping[str, Any]]
) -> dict[str, Planned | None]:
    """The wanted times by key. A match that says no end is as long as before; one that says no table keeps its own."""
    known = {job.key: job for job in jobs}
    times: dict[str, Planned | None] = {}
    for match in matches:
        key, starts = match["match"], match["starts"]
        if starts is None:
            times[key] = None
            continue
        present = state.timetable.times.get(key)
        if "ends" in match:
            ends = match["ends"]
        elif "minutes" in match:
            ends = starts + match["minutes"] * _MINUTE
        elif present:
            ends = starts + present.ends - present.starts
        else:
            ends = starts + usual_minutes(deps, state, known[key]) * _MINUTE if key in known else starts + 1
        table = match["table"] if match.get("table") is not None else present.table if present else ""
        times[key] = Planned(starts, ends, table)
    return times


def _following(
    deps: Dependencies, principal: Principal | None, state: Tournament, moved: Mapping[str, Planned]
) -> tuple[dict[Key, Planned], set[Key]]:
    """The times of the matches of the hall that give way to those that were moved, and those that would but stay.

    Matches in play keep their times, and so do all of a tournament that the caller may not change.
    """
    planned = state.timetable._replace(times={**state.timetable.times, **moved})
    beside = [tournament for tournament in _beside(deps, state) if tournament.timetable.times]
    states = [state._replace(timetable=planned), *beside]
    items = list[Item]()
    stays: dict[Key, Span] = {}
    may = {
        tournament.id: tournament is states[0] or _may_schedule(deps, principal, tournament) for tournament in states
    }
    for each in states:
        begun = begun_matches(deps, each)
        own = items_of(each, [job for job in jobs_of(each)[:MOST_JOBS] if not job.done], _person_of(deps, each, {}))
        items += own
        stays |= {item.key: (item.starts, item.ends) for item in own if item.key[1] in begun}
    fixed: dict[Key, Span] = stays | {(state.id, key): (each.starts, each.ends) for key, each in moved.items()}
    wanted = {(state.id, key) for key in moved}
    shown = [item._replace(ends=item.starts) if item.key in wanted else item for item in items]  # they count as moved
    kept = {item.key: (item.starts, item.ends) for item in items if not may[item.key[0]]}
    rules = _breaks_and_rests(states)
    found = {key: span for key, span in pushed(shown, kept | fixed, *rules).items() if key not in wanted}
    would = pushed(shown, fixed, *rules).keys() & kept.keys() if kept else set()
    tables = {
        (tournament.id, key): time.table for tournament in states for key, time in tournament.timetable.times.items()
    }
    return {key: Planned(*span, tables[key]) for key, span in found.items()}, would


def _may_schedule(deps: Dependencies, principal: Principal | None, state: Tournament) -> bool:
    try:
        authorize_tournament(deps, principal, "referee", state.id)
    except BradeError:
        return False
    return True


def _move_beside(request: Request, decided: Executed) -> tuple[MovedBeside, ...]:
    """Move the matches of other tournaments of the hall that give way to what was moved in this one.

    Each is written in its own log. One that was changed meanwhile keeps its times, and is named.
    """
    deps, before, state = request.deps, decided.before, decided.after
    part = request.for_other_stream(request.key and f"{state.id}:{request.key}")
    rows = [] if decided.fresh else _moved_before(part, state)
    old = before.timetable.times
    moved = {key: time for key, time in state.timetable.times.items() if old.get(key) != time}
    found, would = _following(deps, request.principal, state, moved)
    times: dict[str, dict[str, Planned | None]] = {each: {} for each, _ in would}
    for (tournament_id, match), planned in found.items():
        if tournament_id != state.id:
            times.setdefault(tournament_id, {})[match] = planned
    known = {row.tournament for row in rows}
    for tournament_id, wanted in times.items():
        if tournament_id in known:
            continue
        other, reason = deps.repository.tournament(tournament_id), "" if wanted else FORBIDDEN
        if wanted:
            try:
                _schedule_beside(part, other, wanted)
            except BradeError:
                reason = CHANGED
        count = len(wanted) or sum(each == tournament_id for each, _ in would)
        rows.append(MovedBeside(tournament_id, other.created.name, count, reason))
    return tuple(rows)


def _moved_before(request: Request, state: Tournament) -> list[MovedBeside]:
    """Other tournaments in which this request was written before, under its key."""
    rows = []
    for other in _beside(request.deps, state):
        if found := request.previous_result(other.id):
            log = request.deps.log.read(other.id, found.first - 1, found.last - found.first + 1)
            count = sum(len(recorded.event.times) for recorded in log if isinstance(recorded.event, MatchesScheduled))
            rows.append(MovedBeside(other.id, other.created.name, count, ""))
    return rows


def _schedule_beside(request: Request, seen: Tournament, times: Mapping[str, Planned | None]) -> None:
    """Write these times in another tournament, if its matches have the times from which they were computed."""
    by = authorize_tournament(request.deps, request.principal, "referee", seen.id).name

    def deciding(state: Tournament) -> list[Event]:
        if any(state.timetable.times.get(key) != seen.timetable.times.get(key) for key in times):
            raise NotAllowed(say("{name} was changed meanwhile", name=state.created.name))
        return changes.schedule(state, times, begun_matches(request.deps, state))

    execute(request, seen.id, deciding, by)


def _proposed(deps: Dependencies, state: Tournament, begins: int, wish: Mapping[str, Any]) -> dict[str, Planned | None]:
    jobs, minutes = changes.plannable(state), wish.get("minutes")
    kept = state.timetable.times if wish.get("keep") else {}
    chosen = wish.get("tables")
    names = [name for name, _ in state.tables if chosen is None or name in chosen]
    groups = dict(state.tables)
    people = _person_of(deps, state, {})
    beside = [tournament for tournament in _beside(deps, state) if tournament.timetable.times]
    taken = [
        item
        for other in beside
        for item in items_of(
            other, [job for job in jobs_of(other)[:MOST_JOBS] if not job.done], _person_of(deps, other, {})
        )
    ]
    taken += items_of(state, [job for job in jobs if not job.done and job.key in kept], people)
    usual: dict[object, int] = {}

    def lasts(job: Job) -> int:
        if minutes is None:
            terms = job.terms and (tuple(sorted(job.terms[0].items())), job.terms[1])
            if terms not in usual:
                usual[terms] = usual_minutes(deps, state, job)
        return (usual[terms] if minutes is None else int(minutes)) * _MINUTE

    sections = state.format.sections(state)

    def tables(job: Job) -> list[str]:
        own = {job.stage, *(name for name, inside in sections if job.players and set(job.players) <= set(inside))}
        return [name for name in names if groups[name] in own] + [name for name in names if not groups[name]]

    rules = state.timetable
    wished = Wish(
        begins,
        rules.rest,
        rules.breaks,
        _nights(begins, wish.get("until")),
        {number: time.starts for number, time in state.times.items()},
    )
    return dict(proposal(jobs, wished, lasts, tables, lambda job: map(people, job.players), taken, kept))


def _nights(begins: int, until: int | None) -> list[Span]:
    """The times at which the hall is closed, for so many days as a proposal may take."""
    if until is None or not begins < until < begins + _DAY:
        return []
    return [(until + day * _DAY, begins + (day + 1) * _DAY) for day in range(LONGEST_DAYS + 1)]
