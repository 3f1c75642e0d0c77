"""Head of every page of a tournament: its state in a sentence, the next step, and tabs that are the same everywhere."""

from collections.abc import Sequence

from flask import request
from flask_babel import gettext as _
from flask_babel import ngettext

from core.errors import NotFound
from core.tournament import Tournament
from core.tournament.brackets.view import has_brackets
from core.tournament.model.state import CALLED_OFF, FINISHED, OPEN, RUNNING
from core.tournament.teams.bracket import is_knock_out_of_teams
from service.auth.authorization import Forbidden, Unauthenticated
from service.handlers.tournament.tournaments import may_read
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.i18n import locale, tournament_labels
from service.web.pages.club_look import shown_look
from service.web.pages.head import Head, HeadLink, State, reaches, role_here
from service.web.pages.shared import standings_table
from service.web.pages.shared.next_step import next_step
from service.web.pages.shared.winners import winners

OVERVIEW, PLAYERS, ROUNDS, STANDINGS, BRACKET = "overview", "players", "rounds", "standings", "bracket"
DESK, FILES, SETTINGS, TIMETABLE, PRIZES = "desk", "files", "settings", "timetable", "prizes"


def tournament_head(
    state: Tournament, tab: str, inside: str = "", *, number: int | None = None, titled: bool = False
) -> Head:
    """The head of a page of that tab; `inside` is the page of it, for rounds `results`, `number` a round's.

    `state` is the tournament as the visitor may see it.
    """
    club = deps().repository.club(state.created.club)
    role = role_here(visitor(request), club.slug)
    label, links = _inside(state, role, tab, inside, number)
    return Head(
        name=state.created.name,
        address=f"/tournaments/{state.id}",
        tabs=_tabs(state, role, tab),
        label=_("Pages of the tournament"),
        state=state_of(state),
        step=next_step(state, role) if role else None,
        up=HeadLink(club.name, f"/clubs/{club.slug}"),
        inside=links,
        inside_label=label,
        titled=titled,
        look=shown_look(club),
    )


def head_at(tournament_id: str | None, tab: str, inside: str = "", *, number: int | None = None) -> Head | None:
    """The head of a page of a match or a table; `None` without a tournament, or where this visitor sees none of it."""
    if tournament_id is None:
        return None
    try:
        state = may_read(deps(), visitor(request), tournament_id)
    except (NotFound, Forbidden, Unauthenticated):
        return None
    return tournament_head(state, tab, inside, number=number)


def frame_head(state: Tournament, tab: str) -> Head:
    """The head in a frame of another website: the tabs that its visitors can read, without a way to anything else."""
    tabs = [head_link._replace(address=f"{head_link.address}?embed=1") for head_link in _tabs(state, "", tab)]
    unread = ("/files?embed=1", "/players?embed=1", "/timetable?embed=1", "/prizes?embed=1")
    kept = [head_link for head_link in tabs if not head_link.address.endswith(unread)]
    name, address = state.created.name, f"/tournaments/{state.id}"
    look = shown_look(deps().repository.club(state.created.club))
    return Head(name, address, kept, _("Pages of the tournament"), state_of(state), look=look)


# ── the state ────────────────────────────────────────────────────────────────────────────────────────────────────────
def state_of(state: Tournament) -> State:
    """The state of a tournament in a sentence."""
    cls, icon, sentence = _state(state)
    hidden = "" if state.created.published else " · " + _("for the club only")
    return State(cls, icon, sentence + hidden)


def _state(state: Tournament) -> State:
    if state.status == CALLED_OFF:
        return State("alarm", "✕", _("It is called off."))
    if state.status == OPEN:
        count = len(state.field)
        entered = ngettext("%(num)s has entered.", "%(num)s have entered.", count)
        return State("waiting", "○", _("Entries are open.") + (f" {entered}" if count else ""))
    if state.status == FINISHED:
        return State("finished", "✔", _won(state))
    progress = standings_table.progress(state)
    if not progress["number"]:
        draft = tournament_labels.short_round(state, progress["draft"] or 1)
        return State("look", "✎", _("%(round)s is a draft.", round=draft))
    done, count = progress["done"], progress["count"]
    if done < count:
        finished = _("%(done)s of %(count)s finished", done=done, count=count)
        return State("playing", "▶", f"{progress['title']}: {finished}")
    return State("playing", "▶", _("%(round)s is over.", round=progress["title"]))


def _won(state: Tournament) -> str:
    """The winner's name, made once for a version: it needs the standings."""

    def sentence() -> bytes:
        over = winners(state)
        first = over.places[0] if over and over.places else None
        if first and first.rank == 1:
            return _("It is over: %(names)s won", names=", ".join(first.names)).encode()
        return _("It is over.").encode()

    key = ("won", state.id, state.version, locale.current())
    return deps().answers.get(key, sentence).decode()


# ── the tabs ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def not_yet(state: Tournament, tab: str) -> str:
    """The reason why a tab has nothing to show yet; "" if it has."""
    if state.rounds:
        return ""
    reasons = {
        ROUNDS: _("No round is published yet."),
        STANDINGS: _("The standings begin with the first round."),
        BRACKET: _("The bracket is drawn with the first round."),
    }
    return reasons.get(tab, "")


def has_tree(state: Tournament) -> bool:
    """True if players or teams meet in a bracket, which is drawn as a tree."""
    return has_brackets(state) or is_knock_out_of_teams(state)


def has_drawing(state: Tournament) -> bool:
    """True if there is a bracket, or rounds that are drawn on one sheet. A Swiss without a knock-out has none."""
    return has_tree(state) or not state.format.on_command


def has_timetable(state: Tournament, role: str) -> bool:
    """True if a match has a time, or if this visitor may give one."""
    return bool(state.timetable.times) or (state.status == RUNNING and reaches(role, "referee"))


def has_prizes(state: Tournament) -> bool:
    """True if prizes or side pools are planned with their sums."""
    plan = state.money.plan
    return plan is not None and bool(plan.prizes or plan.pools)


def _tabs(state: Tournament, role: str, tab: str) -> list[HeadLink]:
    base = f"/tournaments/{state.id}"
    drawing = _("Bracket") if has_tree(state) else _("On one sheet")
    tabs = (
        (OVERVIEW, _("Overview"), base, "", True),
        (PLAYERS, _("Players"), f"{base}/players", "", True),
        (ROUNDS, _("Rounds"), f"{base}/rounds", "", True),
        (TIMETABLE, _("Timetable"), f"{base}/timetable", "", has_timetable(state, role)),
        (STANDINGS, _("Standings"), f"{base}/standings", "", True),
        (BRACKET, drawing, f"{base}/bracket", "", has_drawing(state)),
        (PRIZES, _("Prizes"), f"{base}/prizes", "", has_prizes(state)),
        (DESK, _("The desk"), f"/desk/{state.id}", "referee", True),
        (FILES, _("Files"), f"{base}/files", "", True),
        (SETTINGS, _("Settings"), f"{base}/organise", "organiser", True),
    )
    return [
        HeadLink(word, address, key == tab, not_yet(state, key))
        for key, word, address, needed, offered in tabs
        if offered and reaches(role, needed)
    ]


def _inside(state: Tournament, role: str, tab: str, inside: str, number: int | None) -> tuple[str, Sequence[HeadLink]]:
    if tab == PLAYERS:
        return _("Pages of the players"), _of_players(state, role, inside)
    if tab == ROUNDS and state.rounds:
        return _("Rounds"), _of_rounds(state, role, inside, number)
    return "", ()


def _of_players(state: Tournament, role: str, inside: str) -> list[HeadLink]:
    base = f"/tournaments/{state.id}"
    pages = [
        ("", _("All players"), f"{base}/players", ""),
        ("entries", _("Entries"), f"{base}/entries", "organiser"),
        ("check-in", tournament_labels.check_in(state), f"{base}/check-in", "referee"),
    ]
    if state.money.plan is not None:
        pages.append(("payments", _("Who has paid"), f"{base}/payments", "referee"))
    if state.status == OPEN:
        pages.append(("seeding", _("Order and round 1"), f"{base}/seeding", "organiser"))
    links = [HeadLink(word, at, key == inside) for key, word, at, needed in pages if reaches(role, needed)]
    return links if len(links) > 1 else []


def _of_rounds(state: Tournament, role: str, inside: str, number: int | None) -> list[HeadLink]:
    """All rounds and each by its number. From the results of a round they lead to the results of another."""
    base = f"/tournaments/{state.id}"
    links = [HeadLink(_("All"), f"{base}/rounds", number is None)]
    for round_ in state.rounds:
        address = f"{base}/rounds/{round_.number}"
        if round_.draft and reaches(role, "organiser"):
            address = f"{base}/seeding?round={round_.number}"
        elif inside == "results" and reaches(role, "referee"):
            address += "/results"
        about = tournament_labels.stage(state, round_) or tournament_labels.short_round(state, round_.number)
        links.append(HeadLink(str(round_.number), address, round_.number == number, "", about))
    planned = tournament_labels.rounds_of(state) or 0
    for coming in range(len(state.rounds) + 1, planned + 1):
        why = _("%(round)s is not drawn yet.", round=tournament_labels.short_round(state, coming))
        links.append(HeadLink(str(coming), f"{base}/rounds/{coming}", coming == number, why))
    return links
