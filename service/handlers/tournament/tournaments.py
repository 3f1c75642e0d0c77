"""Use cases of tournaments: announce, change what was announced, read."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from core.errors import Gone, Invalid
from core.eventlog.hash_chain import with_hash
from core.eventlog.log import NEW
from core.events import Event, TournamentCreated
from core.games import game_of
from core.messages import say, term
from core.options import stored_options
from core.rules.game import Game
from core.tournament import Format, Tournament, decisions, fold, opened
from core.tournament.decisions.money import plan_money
from core.tournament.decisions.pairing import after
from core.tournament.details import changed_details
from core.tournament.formats import format_of
from core.tournament.handicap import checked_handicap
from core.tournament.model.money import Plan
from core.tournament.model.values import Across
from core.tournament.model.visibility import visible_events, without_drafts
from core.tournament.standings.scoring import check_scoring
from core.tournament.standings.standings import Section, Standing, sections, standings
from core.tournament.standings.tie_breaks import read_tie_breaks, whole_order
from core.tournament.terms import Rule, check_terms
from core.tournament.time_up import checked_rule
from core.tournament.views.tournament_view import PairedMatch, TournamentView, paired_rounds, tournament_view
from service.auth.authorization import Principal, authorize, authorize_read, can_see_drafts, tournament_opening
from service.bootstrap import Dependencies
from service.handlers.execute import ensure_writable, execute, organiser
from service.handlers.match.matches import PAGE
from service.handlers.request import Request
from service.repository import reading_as

Json = dict[str, Any]


def create(
    request: Request,
    slug: str,
    command: Mapping[str, Any],
    tables: Sequence[tuple[str, str]] = (),
    plan: Plan | None = None,
    entering: Callable[[Tournament], Sequence[Event]] | None = None,
) -> TournamentView:
    """Announce a tournament of a club, with its tables where they are known: (name, group of tables, or empty).

    `plan` is its plan of fees and prizes, of a copy that of the other tournament. `entering` gives the events of those
    who enter at once. All is written in one step.

    Raises `NotFound` for its game or format, `Invalid` for what they refuse.
    """
    by = authorize(request.principal, "organiser", slug).name
    request.deps.repository.club(slug)
    announced = created(slug, command)
    ensure_writable(request.deps)
    tournament = request.deps.new_id("t", f"{slug}/tournament", request.key)
    state = opened(tournament, announced)
    more = [*decisions.set_tables(state, tables), *plan_money(state, plan)]
    if entering is not None:
        more += entering(after(state, more))
    appended = request.append(tournament, [announced, *more], by=by, expected=NEW)
    if appended.replayed:
        return tournament_view(fold(tournament, request.deps.log.read(tournament, limit=appended.last + 1)))
    return tournament_view(after(state, more))


def created(slug: str, command: Mapping[str, Any]) -> TournamentCreated:
    """The announcement of a tournament of that club. Raises `NotFound` for its game or format, `Invalid`."""
    game = game_of(command["game"])
    form = format_of(command["format"])
    # Stored as they are now, so that a later change of defaults moves no old table; and the score comes first.
    asked = read_tie_breaks(command.get("tie_breaks", ()))
    tie_breaks = whole_order(asked, form.default_tie_breaks, scored=bool(command.get("scoring")))
    checked_rule(form, command.get("time_up"))
    handicap = checked_handicap(game, form, command.get("handicap"))
    options = command.get("options", {})
    try:
        game.read_options(options)
    except Invalid as wrong:
        raise Invalid({f"options.{name}": messages for name, messages in wrong.problems.items()}) from None
    return TournamentCreated(
        club=slug,
        name=command["name"],
        game=game.key,
        length=command["length"],
        format=command["format"],
        tie_breaks=tie_breaks,
        check=command.get("check", "strict"),
        stop=command.get("stop", "all_games"),
        options=options,
        published=command.get("published", False),
        settings=_settings(form, command.get("settings", {})),
        scoring=command.get("scoring") or None,
        check_in=command.get("check_in") or None,
        drafts=command.get("drafts") or None,
        confirm=command.get("confirm") or None,
        time_up=command.get("time_up"),
        handicap=handicap,
        terms=_terms(game, form, command.get("terms", ())),
        details=stored_details(None, command.get("details", {})) or None,
    )


_AS_SENT = ("name", "length", "check", "stop", "scoring", "check_in", "drafts", "confirm", "time_up")


def amend(
    request: Request, tournament_id: str, command: Mapping[str, Any], tables: Sequence[str] = ()
) -> TournamentView:
    """Change what was announced, after the start the details alone; `tables` are the names of its tables, if given.

    Raises `NotAllowed`, and `Invalid` for what game or format refuse.
    """
    by = organiser(request.deps, request.principal, tournament_id)
    return execute(request, tournament_id, amending(command, tables), by).view


def amending(command: Mapping[str, Any], tables: Sequence[str] = ()) -> Callable[[Tournament], list[Event]]:
    """The decision on a change of what was announced; see `amend`."""

    def deciding(state: Tournament) -> list[Event]:
        decisions.ensure_amendable(state, command.keys() - {"reason"})  # whether it may be changed at all comes first
        amended = decisions.amend(state, _changes(state, command), command.get("reason", ""))
        return [*amended, *(decisions.set_tables(state, [(name, "") for name in tables]) if tables else ())]

    return deciding


def _changes(state: Tournament, command: Mapping[str, Any]) -> Json:
    """The changes of a command, as they are stored. Raises `Invalid` naming everything that is wrong."""
    created, form, game = state.created, state.format, game_of(state.created.game)
    changes = {name: command[name] for name in _AS_SENT if name in command}
    problems: dict[str, list[str]] = {}

    def read(name: str, reading: Callable[[], Any]) -> None:
        try:
            changes[name] = reading()
        except Invalid as wrong:
            problems.update(wrong.problems)

    if "points" in command.get("length", {}) and not game.cube:
        problems["length.points"] = [
            say("{game} has no cube: its matches are over a number of games", game=term(game.name))
        ]
    if "settings" in command:
        settings = {**(created.settings or {}), **command["settings"]}
        read("settings", lambda: _settings(form, settings) or {})
    if "terms" in command:
        read("terms", lambda: _terms(game, form, command["terms"]) or ())
    if "tie_breaks" in command or "scoring" in command:
        scored = bool(command.get("scoring", created.scoring))
        asked = command.get("tie_breaks", created.tie_breaks)
        read("tie_breaks", lambda: whole_order(read_tie_breaks(asked), form.default_tie_breaks, scored=scored))
    if "scoring" in command:
        read("scoring", lambda: check_scoring(form, command["scoring"]))
    if "time_up" in command:
        read("time_up", lambda: checked_rule(form, command["time_up"]))
    if "handicap" in command:
        read("handicap", lambda: checked_handicap(game, form, command["handicap"]) or {})
    if "details" in command:
        read("details", lambda: stored_details(created.details, command["details"]))
    if problems:
        raise Invalid(problems)
    return changes


def stored_details(before: Mapping[str, Any] | None, data: Mapping[str, Any]) -> Json:
    """The details as they are stored. Raises `Invalid`."""
    try:
        return changed_details(before, data)
    except Invalid as wrong:
        raise Invalid({f"details.{name}": messages for name, messages in wrong.problems.items()}) from None


def _settings(form: Format, data: Mapping[str, Any]) -> Json | None:
    """The format's settings with today's defaults, so that a later change of them moves nothing old."""
    try:
        return stored_options(form.read_settings(data)) or None
    except Invalid as wrong:
        raise Invalid({f"settings.{name}": messages for name, messages in wrong.problems.items()}) from None


def _terms(game: Game, form: Format, rules: Sequence[Rule]) -> tuple[Rule, ...] | None:
    """The rules of another length, check or stop, as they are stored."""
    try:
        return check_terms(game, form, rules) or None
    except Invalid as wrong:
        raise Invalid({f"terms.{name}": messages for name, messages in wrong.problems.items()}) from None


def may_read(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Tournament:
    """The tournament as of now, for those who may see it: the club's people, and everybody while it is published.

    Drafted rounds, and who is kept apart from whom, are there for referees and organisers only.
    """
    return may_read_both(deps, principal, tournament_id)[0]


def may_read_both(deps: Dependencies, principal: Principal | None, tournament_id: str) -> tuple[Tournament, Tournament]:
    """The tournament as this reader may see it, as `may_read`, and the whole of it, both at the same version."""
    club = tournament_opening(deps, principal, tournament_id).club
    authorize_read(deps, principal, club, tournament_id, ("tournament", tournament_id))
    state = deps.repository.tournament(tournament_id)
    return (state if can_see_drafts(principal, club) else without_drafts(state)), state


def readable(deps: Dependencies, principal: Principal | None, tournament_ids: Iterable[str]) -> Iterator[Tournament]:
    """These tournaments as `may_read` gives them, without those that were just deleted."""
    for tournament_id in tournament_ids:
        with suppress(Gone):
            yield may_read(deps, principal, tournament_id)


def show(deps: Dependencies, principal: Principal | None, tournament_id: str) -> TournamentView:
    """A tournament as announced, who entered, and every round."""
    return tournament_view(may_read(deps, principal, tournament_id))


def matches(deps: Dependencies, principal: Principal | None, tournament_id: str) -> list[PairedMatch]:
    """Every match that was paired, with its round, players and result."""
    rounds = paired_rounds(may_read(deps, principal, tournament_id))
    return [match for round_ in rounds for match in round_.matches]


class CurrentStandings(NamedTuple):
    """The standings of a tournament and of its parts, with the version of the tournament that they are of."""

    tournament: str
    version: int
    status: str
    standings: Sequence[Standing]
    sections: Sequence[Section]
    across: Sequence[Across] = ()


def current_standings(deps: Dependencies, principal: Principal | None, tournament_id: str) -> CurrentStandings:
    """The table as it stands, and those of its groups."""
    state = may_read(deps, principal, tournament_id)
    across = state.format.across(state) if state.seed is not None else ()
    return CurrentStandings(tournament_id, state.version, state.status, standings(state), sections(state), across)


def events(
    deps: Dependencies, principal: Principal | None, tournament_id: str, after: int = NEW, limit: int | None = None
) -> Iterator[Json]:
    """The tournament's own events above a version, with hashes; of one that is not for the reader its version alone."""
    club = may_read(deps, principal, tournament_id).created.club
    everything, shown = can_see_drafts(principal, club), deps.repository.shown_names(club, tournament_id)
    log = deps.log.read(tournament_id, after, limit)
    while page := list(islice(log, PAGE)):
        if everything:
            yield from (with_hash(tournament_id, recorded) for recorded in page)
        else:
            with reading_as(None):
                whole = deps.repository.tournament(tournament_id)
            yield from visible_events(whole, page, shown)
