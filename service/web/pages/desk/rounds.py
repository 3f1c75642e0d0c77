"""Rounds from the desk: what would be paired or published is shown first; then it is written."""

from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from core.errors import NotAllowed, NotFound
from core.eventlog.codec import to_json
from core.events import Event
from core.tournament.model.byes import resting
from core.tournament.views.stages import cut_is_next, going_on
from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.handlers.request import Request
from service.handlers.tournament import preview, rounds
from service.translations.isolation import beside
from service.web.i18n import labels
from service.web.pages.desk import sentences as desk_sentences
from service.web.pages.desk.preview import Preview, written_by
from service.web.pages.forms import problems_of

Json = dict[str, Any]


def look_at_round(deps: Dependencies, principal: Principal | None, tournament_id: str, number: int | None) -> Preview:
    """The next round as it would be paired, or, with a number, a draft as it would be published."""
    place = f"POST /v1/tournaments/{tournament_id}/rounds"
    state = deps.repository.tournament(tournament_id)
    next_title = _("Make the cut") if cut_is_next(state) else _("Pair the next round")
    title = next_title if number is None else _("Publish round %(number)s", number=number)
    writer = written_by(deps, principal, tournament_id)
    seen = Preview(title, place if number is None else f"{place}/{number}/publish", state.version, {}, writer.text)
    try:
        if number is None:
            decision_preview = preview.next_round(deps, principal, tournament_id)
        else:
            decision_preview = preview.published(deps, principal, tournament_id, number)
    except (NotAllowed, NotFound) as wrong:
        return seen._replace(problems=problems_of(wrong))
    if not decision_preview.events:
        return seen._replace(problems=(_("There is nothing to do: the round is there already."),))
    body = {"events": [_event(event) for event in decision_preview.events]}
    sentences = desk_sentences.of_round(decision_preview.after, decision_preview.events, writer.name)
    effects = (*_through(decision_preview), *_pairings(decision_preview, number))
    return seen._replace(version=decision_preview.before.version, body=body, sentences=sentences, effects=effects)


def _event(event: Event) -> Json:
    return {"type": type(event).__name__, **to_json(event)}


def _through(found: preview.DecisionPreview) -> list[str]:
    """The players who go on, play for the last places and are out, where the cut is looked at."""
    cut = going_on(found.before) if cut_is_next(found.before) else None
    if cut is None:
        return []
    on, level, others = (", ".join(map(found.after.label_of, each)) for each in (cut.on, cut.level, cut.others))
    sure = _("Go on without a play-off: %(names)s", names=on) if level else _("Go on: %(names)s", names=on)
    play = ngettext("Play for %(num)s place: %(names)s", "Play for %(num)s places: %(names)s", cut.spots, names=level)
    out = (
        _("Play the consolation: %(names)s", names=others) if cut.consolation else _("Are out: %(names)s", names=others)
    )
    return [text for players, text in ((on, sure), (level, play), (others, out)) if players]


def _pairings(found: preview.DecisionPreview, number: int | None) -> list[str]:
    after = found.after
    numbers = {round_.number for round_ in found.before.rounds}
    effects = []
    for round_ in after.rounds:
        if round_.number == number or (number is None and round_.number not in numbers):
            if round_.draft and after.tables:
                effects.append(_("The tables follow when the round is published"))
            for each in round_.pairings:
                names = beside(after.label_of(player) for player in (each.white, each.black) if player)
                table = after.seated.get(each.match)
                effects.append(f"{_('Table %(name)s', name=table)}: {names}" if table else names)
            effects += [
                _("%(who)s sits this round out", who=after.label_of(player))
                if kind == "bye"
                else f"{after.label_of(player)}: {labels.kind_word(kind)}"
                for player, kind in resting(after, round_)
            ]
    return effects


def write_round(request: Request, tournament_id: str, number: int | None) -> None:
    """Pair or publish what was looked at. Raises `VersionConflict`, `NotAllowed`, `NotFound`."""
    if number is None:
        rounds.pair(request, tournament_id, None)
    else:
        rounds.publish(request, tournament_id, number)
