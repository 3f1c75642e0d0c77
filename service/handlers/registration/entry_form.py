"""The public's form to enter a tournament: asked by strangers, accepted or declined by organisers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from core.club.club import next_number
from core.errors import Invalid, NotAllowed, NotFound
from core.events import Event
from core.messages import say
from core.names.names import name_key
from core.names.shown_names import CHOSEN, FULL, INITIALS, NameSetting
from core.tournament import Tournament, decisions
from core.tournament.model.state import OPEN
from service.asgi.client_address import share_of
from service.auth.authorization import Principal, TooManyTries
from service.bootstrap import Dependencies
from service.handlers.club import clubs
from service.handlers.execute import ensure_writable, execute, organiser
from service.handlers.registration import entry_list, name_settings
from service.handlers.registration.entry_list import ENTERED, TWICE, UNCLEAR, WRITTEN, EntryLine, LineOutcome
from service.handlers.request import Request
from service.handlers.tournament.tournaments import may_read
from service.store.access import entry_requests, sign_in_rate_limit
from service.store.access.entry_requests import EntryRequest

_DAY_MS = 24 * 3600 * 1000


class Form(NamedTuple):
    """The form of a tournament. `closed` is the reason why it takes no requests. `full`: who asks waits for a place."""

    tournament: Tournament
    is_open: bool
    places: int | None
    entered: int
    waiting: int
    closed: str | None

    @property
    def full(self) -> bool:
        """True if as many have entered or asked as there are places."""
        return self.places is not None and self.entered + self.waiting >= self.places


class AskedToEnter(NamedTuple):
    """A request that was taken: the place among those who wait, and on the waiting list if all places are taken."""

    name: str
    place: int
    waiting_list: int | None


def show(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Form:
    """The form of a tournament, for those who may see the tournament. Raises `NotFound`."""
    return _form(deps, may_read(deps, principal, tournament_id))


def _form(deps: Dependencies, state: Tournament) -> Form:
    setting = state.entry_form
    is_open = bool(setting and setting.open)
    waiting = len(entry_requests.waiting(deps.client, state.id)) if setting else 0
    closed = None
    club = deps.repository.club(state.created.club, fresh=False)
    if club.closed is not None:
        closed = say("{club} is closed", club=club.name)
    elif state.called_off is not None:
        closed = say("{created_name} was called off", created_name=state.created.name)
    elif state.status != OPEN:
        closed = say("{created_name} has started: its entries are closed", created_name=state.created.name)
    elif not is_open:
        closed = say("entries to {created_name} are taken by its organisers", created_name=state.created.name)
    elif waiting >= entry_requests.MOST:
        closed = say("{count} wait already: ask the organisers", count=waiting)
    entered = sum(not entry.withdrawn for entry in state.entries)
    return Form(state, is_open, setting.places if setting else None, entered, waiting, closed)


def change(request: Request, tournament_id: str, *, is_open: bool, places: int | None) -> Form:
    """Open or close the form. Raises as `decisions.set_entry_form`."""
    by = organiser(request.deps, request.principal, tournament_id)
    execute(request, tournament_id, lambda state: decisions.set_entry_form(state, is_open=is_open, places=places), by)
    return show(request.deps, request.principal, tournament_id)


def ask(
    deps: Dependencies, principal: Principal | None, tournament_id: str, asked: Mapping[str, Any], address: str
) -> AskedToEnter:
    """Ask to enter: kept until an organiser decides. The place among those who wait.

    The same words from the same network, such as a form that is sent twice, keep their place. The name alone does not:
    its place would tell strangers who waits, and a stranger who took the name first would keep the person out.

    Raises `NotAllowed` for a form that is closed, `Invalid` for one who has entered, `TooManyTries`.
    """
    form = show(deps, principal, tournament_id)
    if form.closed:
        raise NotAllowed(form.closed)
    ensure_writable(deps)
    network = share_of(address)
    whose = f"enter:{network}"
    if wait := sign_in_rate_limit.take(deps.client, whose, deps.steady()):
        raise TooManyTries(max(1, wait), sign_in_rate_limit.exhausted(max(1, wait)))
    sign_in_rate_limit.end(deps.client, whose, deps.steady(), failed=True)  # every request counts
    name = asked["name"]
    if any(name_key(entry.name) == name_key(name) and not entry.withdrawn for entry in form.tournament.entries):
        raise Invalid({"name": [say("{name} has entered already", name=name)]})
    wish = EntryRequest(
        deps.new_id("q"),
        deps.clock(),
        name,
        asked.get("group"),
        asked.get("rating"),
        asked.get("contact"),
        network,
        tuple(sorted(set(asked.get("byes", ())))),
        asked.get("shown_as", FULL),
    )
    before = (
        entry_request
        for entry_request in entry_requests.waiting(deps.client, tournament_id)
        if _is_same(entry_request, wish)
    )
    if (again := next(before, None)) is not None:
        wish = again
    elif (kept := entry_requests.add(deps.client, tournament_id, wish)) != entry_requests.ADDED:
        messages = {
            entry_requests.FULL: say("{count} wait already: ask the organisers", count=entry_requests.MOST),
            entry_requests.TOO_MANY: say("many have asked from your network: ask the organisers to enter you"),
        }
        raise NotAllowed(messages[kept])
    waiting = [entry_request.id for entry_request in entry_requests.waiting(deps.client, tournament_id)]
    place = waiting.index(wish.id) + 1 if wish.id in waiting else len(waiting)
    over = 0 if form.places is None else form.entered + place - form.places
    return AskedToEnter(name, place, over if over > 0 else None)


def _is_same(one: EntryRequest, other: EntryRequest) -> bool:
    """True if two requests say the same, and came from one network."""
    name = name_key(one.name) == name_key(other.name)
    return name and one._replace(id="", at=0, name="") == other._replace(id="", at=0, name="")


class EntryRequestPreview(NamedTuple):
    """A stranger's request, what it would become, and its number on the waiting list if all places are taken."""

    request: EntryRequest
    outcome: LineOutcome
    waiting_list: int | None


def requests(deps: Dependencies, principal: Principal | None, tournament_id: str) -> list[EntryRequestPreview]:
    """List the requests to enter, the oldest first, for organisers. Raises `Forbidden`, `NotFound`."""
    organiser(deps, principal, tournament_id)
    form = _form(deps, deps.repository.tournament(tournament_id))
    found = entry_requests.waiting(deps.client, tournament_id)
    lines = [_line(place, entry_request) for place, entry_request in enumerate(found, 1)]
    outcomes = entry_list.look(deps, principal, tournament_id, lines, widely=True)
    free = len(found) if form.places is None else max(0, form.places - form.entered)
    return [
        EntryRequestPreview(entry_request, outcome, place - free if place > free else None)
        for place, (entry_request, outcome) in enumerate(zip(found, outcomes, strict=True), 1)
    ]


def _line(number: int, asked: EntryRequest) -> EntryLine:
    return EntryLine(number, asked.name, "" if asked.rating is None else str(asked.rating), asked.group or "")


NumberName = Callable[[int], str]
"""The name of a player who is shown as a number, such as `Player 7`."""


def accept(
    request: Request, tournament_id: str, ids: Sequence[str], number_name: NumberName = "Player {}".format
) -> int:
    """Enter those who asked, new players put on the club's list; all or none. The number entered.

    A player whom the club knows keeps the rating of its list. Who has entered meanwhile is only forgotten. Names are
    hidden as people asked before they are entered. `number_name` is the name of those shown as a number. Raises
    `NotAllowed` where a name may mean several players, and as `entry_list.enter`.
    """
    asked = [
        entry_request_preview
        for entry_request_preview in requests(request.deps, request.principal, tournament_id)
        if entry_request_preview.request.id in set(ids)
    ]
    unclear = [
        entry_request_preview.request.name
        for entry_request_preview in asked
        if entry_request_preview.outcome.state in UNCLEAR
    ]
    if unclear:
        raise NotAllowed(say("several players may be meant by {names}: enter them by hand", names=unclear))
    if _hide_names(request, tournament_id, asked, number_name):
        asked = [
            entry_request_preview
            for entry_request_preview in requests(request.deps, request.principal, tournament_id)
            if entry_request_preview.request.id in set(ids)
        ]
    outcomes = [
        _trusted(entry_request_preview.outcome)
        for entry_request_preview in asked
        if entry_request_preview.outcome.state in WRITTEN
    ]
    if outcomes:
        entry_list.enter(request, tournament_id, outcomes)
        _set_byes(request, tournament_id, asked)
    done = [
        entry_request_preview.request.id
        for entry_request_preview in asked
        if entry_request_preview.outcome.state in (*WRITTEN, ENTERED, TWICE)
    ]
    entry_requests.remove(request.deps.client, tournament_id, done)
    return len(outcomes)


def _hide_names(
    request: Request, tournament_id: str, asked: Sequence[EntryRequestPreview], number_name: NumberName
) -> bool:
    """Hide the names of those who asked for it, new players put on the club's list before; `False` if none did.

    A name that is hidden already stays as an organiser set it.
    """
    wishes = [
        entry_request_preview
        for entry_request_preview in asked
        if entry_request_preview.request.shown_as != FULL and entry_request_preview.outcome.state in WRITTEN
    ]
    slug = request.deps.repository.tournament_opening(tournament_id).club
    alone = request.for_other_stream(None)
    for wish in wishes:
        if wish.outcome.player is None:
            row = {name: getattr(wish.request, name) for name in ("name", "rating", "group")}
            (player,) = clubs.register_players(alone, slug, [{**row, "another": True}])
            player_id = player.id
        else:
            player_id = wish.outcome.player.player
        club = request.deps.repository.club(slug)
        if player_id not in club.name_settings:
            number = NameSetting(CHOSEN, FULL, number_name(next_number(club)))
            setting = NameSetting(INITIALS, FULL) if wish.request.shown_as == INITIALS else number
            name_settings.change(alone, slug, player_id, setting)
    return bool(wishes)


def _set_byes(request: Request, tournament_id: str, asked: Sequence[EntryRequestPreview]) -> None:
    """Give those who were entered the rounds that they asked to sit out, as far as the announced rule allows."""
    rounds = {
        name_key(
            entry_request_preview.outcome.player.name
            if entry_request_preview.outcome.player
            else entry_request_preview.outcome.line.name
        ): entry_request_preview.request.byes
        for entry_request_preview in asked
        if entry_request_preview.request.byes
    }
    state = request.deps.repository.tournament(tournament_id)
    if not rounds or (rule := state.format.byes(state)) is None or not rule.is_open:
        return

    def setting(state: Tournament) -> list[Event]:
        open_to = (entry for entry in state.entries if name_key(entry.name) in rounds and not entry.byes)
        named = ((entry, rounds[name_key(entry.name)]) for entry in open_to)
        return [
            event
            for entry, numbers in named
            for event in decisions.set_byes(state, entry.player, decisions.within_rule(state, numbers))
        ]

    by = organiser(request.deps, request.principal, tournament_id)
    execute(request.for_other_stream(None), tournament_id, setting, by)


def _trusted(outcome: LineOutcome) -> LineOutcome:
    return outcome._replace(line=outcome.line._replace(rating="")) if outcome.player else outcome


def accept_one(request: Request, tournament_id: str, request_id: str) -> Form:
    """Enter one who asked. Raises as `accept`, and `NotFound`."""
    deps = request.deps
    organiser(deps, request.principal, tournament_id)
    if request.previous_result(tournament_id):  # it may have been cut off before it forgot the one who asked
        entry_requests.remove(deps.client, tournament_id, [request_id])
    else:
        _ensure_waiting(deps, tournament_id, request_id)
        if not accept(request, tournament_id, [request_id]):
            request.remember(tournament_id, deps.repository.tournament(tournament_id).version)
    return show(deps, request.principal, tournament_id)


def decline(request: Request, tournament_id: str, request_id: str) -> None:
    """Forget one who asked. Raises `NotFound`."""
    organiser(request.deps, request.principal, tournament_id)
    _ensure_waiting(request.deps, tournament_id, request_id)
    entry_requests.remove(request.deps.client, tournament_id, [request_id])


def remove_old_requests(deps: Dependencies, shards: Iterable[int]) -> None:
    """Remove requests, with their contacts, of tournaments that ended as many days ago as their club's rule says."""
    for tournament_id, ended_at in entry_requests.of_ended(deps.client, shards):
        try:
            club = deps.repository.club(deps.repository.tournament_opening(tournament_id).club)
        except NotFound:  # it was removed with its club
            days = 0
        else:
            days = club.contact_days
        if deps.clock() - ended_at >= days * _DAY_MS:
            entry_requests.remove_all(deps.client, tournament_id)


def _ensure_waiting(deps: Dependencies, tournament_id: str, request_id: str) -> None:
    if all(entry_request.id != request_id for entry_request in entry_requests.waiting(deps.client, tournament_id)):
        raise NotFound("request", request_id)
