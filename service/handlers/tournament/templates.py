"""Use cases of a club's templates: kept, listed, changed, deleted, and a tournament announced as one says."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.club import templates
from core.club.club import Club
from core.club.templates import Template
from core.errors import NotFound
from core.events import Event, TournamentCreated
from core.tournament import Tournament, decisions, opened
from core.tournament.copying import AS_SENT
from core.tournament.decisions.money import plan_money
from core.tournament.decisions.pairing import after
from core.tournament.model.money import Plan, read_plan, stored_plan
from core.tournament.views.tournament_view import TournamentView
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers.club.members import change_club
from service.handlers.request import Request
from service.handlers.tournament import copies, tournaments


def every(deps: Dependencies, principal: Principal | None, slug: str) -> list[Template]:
    """The templates of a club, in the order in which they were kept."""
    authorize(principal, "organiser", slug)
    return list(deps.repository.club(slug).templates.values())


def example(deps: Dependencies, principal: Principal | None, slug: str, template_id: str) -> Tournament:
    """A tournament that was announced as the template says, without entries and without an id. Raises `NotFound`."""
    authorize(principal, "organiser", slug)
    template = templates.known(deps.repository.club(slug).templates, template_id)
    fields = {name: value for name, value in template.announced.items() if name in (*AS_SENT, "details")}
    state = opened("", TournamentCreated(club=slug, name=template.name, **fields))
    state = after(state, decisions.set_tables(state, template.tables))
    return after(state, plan_money(state, read_plan(template.money))) if template.money is not None else state


def keep(request: Request, slug: str, name: str, tournament_id: str) -> Template:
    """Keep what a tournament of the club announced under a name. Raises `NotFound`, `NotAllowed`, `Invalid`."""
    source = _source(request, slug, tournament_id)
    return _kept(request, slug, name, _announced(source), source.tables, source.money.plan)


def keep_typed(
    request: Request,
    slug: str,
    name: str,
    command: Mapping[str, Any],
    tables: Sequence[tuple[str, str]],
    plan: Plan | None,
) -> Template:
    """Keep this announcement, as it would be sent, under a name; the template of that name is changed.

    `plan` is the plan of fees and prizes of the tournament or template as which it was filled in.

    Raises as `tournaments.created`, and `NotAllowed`, `Invalid`.
    """
    authorize(request.principal, "organiser", slug)
    created = tournaments.created(slug, command)
    state = opened("", created)
    there = after(state, decisions.set_tables(state, tables)).tables
    return _kept(request, slug, name, _announced(opened("", created)), there, plan, replaces=True)


def _kept(
    request: Request,
    slug: str,
    name: str,
    announced: Mapping[str, Any],
    tables: Sequence[tuple[str, str]],
    plan: Plan | None,
    *,
    replaces: bool = False,
) -> Template:
    by = authorize(request.principal, "organiser", slug).name
    new_id = request.deps.new_id("n", f"{slug}/templates", request.key)

    def deciding(club: Club) -> Sequence[Event]:
        known = templates.named(club.templates, name) if replaces else None
        template_id = known.id if known is not None else new_id
        return templates.keep(club.templates, Template(template_id, name, announced, tuple(tables), _stored(plan)))

    club = change_club(request, slug, by, deciding).club
    template = templates.named(club.templates, name)
    assert template is not None, "it was kept just now"
    return template


def change(request: Request, slug: str, template_id: str, name: str | None, tournament_id: str | None) -> Template:
    """Give a template another name, what a tournament announced, or both. Raises `NotFound`, `Invalid`."""
    by = authorize(request.principal, "organiser", slug).name
    source = None if tournament_id is None else _source(request, slug, tournament_id)

    def deciding(club: Club) -> Sequence[Event]:
        before = templates.known(club.templates, template_id)
        if source is None:
            return templates.rename(club.templates, template_id, before.name if name is None else name)
        new_name, money = before.name if name is None else name, _stored(source.money.plan)
        now = Template(template_id, new_name, _announced(source), source.tables, money)
        return templates.keep(club.templates, now)

    return templates.known(change_club(request, slug, by, deciding).club.templates, template_id)


def remove(request: Request, slug: str, template_id: str) -> None:
    """Delete a template: tournaments that were announced as it says stay as they are. Raises `NotFound`."""
    by = authorize(request.principal, "organiser", slug).name
    change_club(request, slug, by, lambda club: templates.remove(club.templates, template_id))


def announce(request: Request, slug: str, template_id: str, changes: Mapping[str, Any]) -> TournamentView:
    """Announce a tournament as a template says, with these fields in the place of what is proposed.

    Raises `NotFound`, `Invalid` for details that do not fit.
    """
    source = example(request.deps, request.principal, slug, template_id)
    return copies.copy_of(request, source, changes, players=False)


def _source(request: Request, slug: str, tournament_id: str) -> Tournament:
    tournament = copies.source(request.deps, request.principal, tournament_id)
    if tournament.created.club != slug:
        raise NotFound("tournament", tournament_id)
    return tournament


def _stored(plan: Plan | None) -> Mapping[str, Any] | None:
    return None if plan is None else stored_plan(plan)


def _announced(tournament: Tournament) -> dict[str, Any]:
    """The announcement as it holds now, in the fields that a copy takes."""
    created = tournament.created
    return {name: value for name in (*AS_SENT, "details") if (value := getattr(created, name)) not in (None, (), {})}
