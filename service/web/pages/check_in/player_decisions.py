"""Decisions about a player of the list, a line each: what would follow is shown first, then it is written.

A player leaves or comes back, enters again, buys back, or a buy-back is taken back.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from flask import Response, request
from flask_babel import gettext as _
from flask_babel import ngettext
from markupsafe import Markup

from core.errors import Invalid, NotAllowed, NotFound
from core.tournament import Tournament
from core.tournament.decisions import place_is_kept
from core.tournament.model.state import FINISHED, OPEN
from core.tournament.swiss.round_input import sitting
from schemas.visible_text import visible_line
from service.auth.authorization import Principal, authorize_tournament
from service.bootstrap import Dependencies
from service.handlers.request import Request
from service.handlers.tournament import player_corrections, preview
from service.handlers.tournament.entries import entries
from service.handlers.tournament.player_corrections import Correction, correct
from service.translations.isolation import beside
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.i18n import core_messages
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.check_in.page import about, has_late_way
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form, problems_of
from service.web.pages.shared.consequences import consequence_sentences

pages = PageBlueprint("player_decision_pages", __name__)


class Instead(NamedTuple):
    """Another way than the usual one: its words, those of the usual way, and what follows from it.

    `proposed`: it is chosen unless the organiser chooses otherwise. `press` is the word of the button for it alone.
    """

    words: Markup
    usual: Markup
    proposed: bool
    press: str
    sentences: list[str]


class Decision(NamedTuple):
    """A decision about a player of the list: how its consequences are found, said and shown, and how it is written.

    `address` is behind that of the player; `place` is where the list is shown afterwards. `instead` finds another way,
    where there is one.
    """

    address: str
    template: str
    preview: Callable[[Dependencies, Principal | None, str, str], preview.DecisionPreview]
    sentences: Callable[[preview.DecisionPreview], list[str]]
    write: Callable[[Request, str, str, str], object]
    place: str = "#at-{player}"
    instead: Callable[[Principal | None, Tournament, str], Instead | None] = lambda *_: None


def _look_at(decision: Decision, tournament: str, player: str, refused: Refusal = ACCEPTED) -> Response:
    """The page on which a decision about a player is looked at: what follows from it, or why it is not possible."""
    caller = visitor(request)
    authorize_tournament(deps(), caller, "organiser", tournament)
    state = deps().repository.tournament(tournament)
    entry = state.entry(player)
    sentences, shown = list[str](), refused.shown(state)
    instead = decision.instead(caller, state, entry.player)
    try:
        sentences = decision.sentences(decision.preview(deps(), caller, tournament, entry.player))
    except (Invalid, NotAllowed, NotFound) as wrong:
        shown["problems"] = shown["problems"] or (() if instead else problems_of(wrong))
    chosen = form_text("instead") if request.method == "POST" else "1" if instead and instead.proposed else ""
    return render_page(
        decision.template,
        refused.status,
        **about(state),
        entry=entry,
        sentences=sentences,
        instead=instead,
        chosen=chosen,
        version=state.version,
        late_way=has_late_way(state, entry),
        may_be_replaced=place_is_kept(state, entry.player) is None,
        details=state.created.details or {},
        **shown,
    )


def _decide(decision: Decision, call: FormCall, tournament: str, player: str) -> str:
    """Write a decision about a player as it was looked at."""
    decision.write(call.request, tournament, player, visible_line(form_text("reason"))[:500])
    return f"/tournaments/{tournament}/check-in{decision.place.format(player=player)}"


def _of_withdrawal(found: preview.DecisionPreview) -> list[str]:
    before, after = found.before, found.after
    if before.status == OPEN:
        left = len(after.field)
        return [
            ngettext(
                "%(num)s player is left. They can come back until the start.",
                "%(num)s players are left. They can come back until the start.",
                left,
            )
        ]
    sentences = [_("What was played stands."), *consequence_sentences(found)]
    gone = after.withdrawn - before.withdrawn
    drafts = [round_ for round_ in after.rounds if round_.draft and gone & sitting(round_)]
    sentences += [
        _("They stay in round %(number)s, which is not shown yet: draw it again.", number=draft.number)
        for draft in drafts
    ]
    if len(sentences) == 1:
        sentences.append(_("No other player is affected now. They are not paired any more."))
    return sentences


def _bye_player(caller: Principal | None, state: Tournament, player: str) -> Instead | None:
    """The player with the bye in the place of one who leaves, or has left, where that is possible."""
    bye_player = entries.bye_player(deps(), state, player)
    if bye_player is None:
        return None
    looked_at = preview.withdrawn(deps(), caller, state.id, player, bye_plays=True)
    bye = state.label_of(bye_player.player)
    names = {
        "bye": Markup("<bdi>{}</bdi>").format(bye),
        "opponent": Markup("<bdi>{}</bdi>").format(state.label_of(bye_player.opponent)),
    }
    words = Markup.escape(_("%(bye)s, who has a bye, plays against %(opponent)s instead")) % names
    if bye_player.warnings:
        why = Markup("; ").join(core_messages.translate(warning) for warning in bye_player.warnings)
        words = Markup.escape(_("%(way)s, although: %(why)s")) % {"way": words, "why": why}
    return Instead(
        words,
        Markup.escape(_("%(opponent)s wins by walkover, and %(bye)s keeps the bye")) % names,
        not bye_player.warnings,
        _("Let %(name)s play", name=bye),
        consequence_sentences(looked_at) + _number_of_rounds(looked_at),
    )


def _number_of_rounds(found: preview.DecisionPreview) -> list[str]:
    """The sentence about the number of rounds, where it follows from the players of the first and would change."""
    before, after = (
        tournament.format.rounds(tournament) if tournament.format.rounds else 0
        for tournament in (found.before, found.after)
    )
    return [] if before == after else [_("Number of rounds: %(now)s instead of %(then)s", now=after, then=before)]


def _leave(order: Request, tournament: str, player: str, reason: str) -> object:
    """Take a player out; with `instead` the player with the bye plays, also where its words warned of it."""
    instead = form_text("instead") == "1"
    return entries.withdraw(order, tournament, player, reason, bye_plays=instead, force=instead)


def _of_return(found: preview.DecisionPreview) -> list[str]:
    return [*consequence_sentences(found), *_awaited(found)] or [_("They are paired from the next round on.")]


def _awaited(found: preview.DecisionPreview) -> list[str]:
    """The matches that are to be played again, a sentence each."""
    before = {pairing.match for pairing in found.before.to_play}
    return [
        _("To be played: %(pair)s", pair=beside(found.after.label_of(player) for player in pairing[1:3] if player))
        for pairing in found.after.to_play
        if pairing.match not in before and pairing.match in found.before.paired
    ]


def _of_re_entry(found: preview.DecisionPreview) -> list[str]:
    before = {each.player for each in found.before.entries}
    entry = next(each for each in found.after.entries if each.player not in before)
    seed = found.after.starters.index(entry.player) + 1
    plays = _("They play as %(name)s, seed %(seed)s.", name=entry.name, seed=seed)
    return [plays, _("What was played with the entry before stands."), *consequence_sentences(found)]


def _of_re_entry_undone(found: preview.DecisionPreview) -> list[str]:
    entry = next(each for each in found.before.field if each.player not in found.after.starters)
    first = found.after.label_of(entry.person)
    return [_("%(name)s is out, as before.", name=first), *consequence_sentences(found), *_awaited(found)]


def _of_buy_back(found: preview.DecisionPreview) -> list[str]:
    number = len(found.after.rounds) + 1
    sentences = [_("One lost match is forgiven. They are paired in round %(number)s.", number=number)]
    if found.before.status == FINISHED:
        sentences.append(_("The tournament goes on."))
    return [*sentences, *consequence_sentences(found)]


def _of_undo(found: preview.DecisionPreview) -> list[str]:
    return [_("They are out, as they were before."), *consequence_sentences(found)]


def _correction(
    address: str,
    template: str,
    correction: Correction,
    sentences: Callable[[preview.DecisionPreview], list[str]],
    place: str = "#at-{player}",
) -> Decision:
    """A decision whose consequences and whose events are those of one correction."""
    looked_at, written = partial(preview.corrected, correction), partial(correct, correction, dry_run=False)
    return Decision(address, f"check_in/{template}.html", looked_at, sentences, written, place)


DECISIONS = (
    Decision(
        "withdrawal",
        "check_in/leaving.html",
        preview.withdrawn,
        _of_withdrawal,
        _leave,
        place="",
        instead=_bye_player,
    ),
    _correction("return", "returning", player_corrections.readmit, _of_return),
    _correction("re-entry", "re_entering", player_corrections.re_enter, _of_re_entry, ""),
    _correction("re-entry/undo", "re_entry_undone", player_corrections.take_re_entry_back, _of_re_entry_undone, ""),
    _correction("buy-back", "buying_back", player_corrections.buy_back, _of_buy_back),
    _correction("buy-back/undo", "buy_back_undone", player_corrections.take_buy_back_back, _of_undo),
)

for _each in DECISIONS:
    _address = f"/tournaments/<tournament:tournament>/check-in/<player:player>/{_each.address}"
    pages.get(_address, endpoint=f"look at {_each.address}")(partial(_look_at, _each))
    page_form(
        pages,
        _address,
        "organiser",
        partial(_look_at, _each),
        versioned=True,
        endpoint=f"write {_each.address}",
    )(partial(_decide, _each))
