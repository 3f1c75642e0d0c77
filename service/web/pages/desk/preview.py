"""Ruling from the desk: the event is shown before it is written, with what it would change; then it is written."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import current_app
from flask_babel import gettext as _
from markupsafe import Markup
from marshmallow import ValidationError

from core.errors import Invalid, NotAllowed, NotFound, VersionConflict
from core.events import Event, RulingMade
from core.match import judging
from core.match.state import Match, Verdict
from schemas.facts.facts import FACT
from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.handlers.authors import Authors
from service.handlers.match import matches
from service.handlers.match.published_next_round import ResultStands
from service.handlers.match.turn_texts import turn_texts
from service.handlers.request import Request
from service.handlers.tournament import preview, result_reports
from service.handlers.tournament.result_reports import reports
from service.web.http.form_fields import form_version
from service.web.i18n import core_messages, match_events
from service.web.i18n.authors import Author, author
from service.web.pages.desk import actions
from service.web.pages.desk import sentences as desk_sentences
from service.web.pages.desk.actions import CONFIRM, Action
from service.web.pages.desk.sentences import RuledFacts
from service.web.pages.forms import NotWritten, Refusal, problems_of
from service.web.pages.shared.before_after import ChangedPart, changed_parts

Json = dict[str, Any]
_JUDGED_SECONDS = 2.0


class Preview(NamedTuple):
    """A request before it is sent: what it would bring, or what is wrong with it."""

    # ── the request ──────────────────────────────────────────────────────────────────────────────────────────────────
    title: str
    """The act, in a few words."""
    address: str
    """The method and the address of the API that does the same."""
    version: int
    """The version of the log at which it is looked at, and written."""
    body: Json
    author: str

    # ── what it would bring ──────────────────────────────────────────────────────────────────────────────────────────
    sentences: tuple[str, ...] = ()
    """The event in words, as it is written."""
    effects: tuple[str, ...] = ()
    """Changes of the match, in words."""
    parts: Sequence[ChangedPart] = ()
    """Changes of the tournament, as a table of before and after."""

    # ── why not ──────────────────────────────────────────────────────────────────────────────────────────────────────
    problems: tuple[str, ...] = ()
    warning: str = ""
    """The reason why it was not written, and has to be looked at anew."""

    @property
    def text(self) -> str:
        """The body as it is sent."""
        return json.dumps(self.body, ensure_ascii=False, indent=2)


class RulingTarget(NamedTuple):
    """The referee, and the place."""

    deps: Dependencies
    principal: Principal | None
    tournament: str
    match: str

    @property
    def opened(self) -> Match:
        """The match before its first fact."""
        return judging.opened(self.match, self.deps.repository.match(self.match))


def conflict_message() -> str:
    """The message of a version conflict."""
    return _("Another person wrote meanwhile: nothing was written. This is what it would change now.")


# ── looking ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def preview_action(at: RulingTarget, act: Action, form: Mapping[str, str]) -> Preview:
    """An act as it would be written now."""
    body = actions.body_of(act, form)
    seen = _addressed(at, act, body)
    try:
        return _look_at_confirmation(at, seen) if act.becomes == CONFIRM else _look_at_fact(at, seen)
    except ResultStands as stands:
        return seen._replace(problems=(_corrected_elsewhere(at.match, stands),))
    except (ValidationError, Invalid, NotAllowed, NotFound, VersionConflict) as wrong:
        return seen._replace(problems=problems_of(wrong))


def _corrected_elsewhere(match_id: str, stands: ResultStands) -> Markup:
    words = _(
        "Round %(number)s is published and rests on this result. The page of corrections asks if it stands.",
        number=stands.number,
    )
    link = Markup('<a class="button" href="/matches/{}/correction?from=desk">{}</a>').format(
        match_id, _("Correct the result…")
    )
    return Markup("{} {}").format(words, link)


def _addressed(at: RulingTarget, act: Action, body: Json) -> Preview:
    confirms = act.becomes == CONFIRM
    head = at.deps.log.head(at.tournament if confirms else at.match)
    address = f"/v1/tournaments/{at.tournament}/confirmations" if confirms else f"/v1/matches/{at.match}/events"
    writer = written_by(at.deps, at.principal, at.tournament).text
    return Preview(act.title, f"POST {address}", head.version if head else 0, body, writer)


def written_by(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Author:
    """The name under which the caller writes."""
    club = deps.repository.tournament_opening(tournament_id).club
    return author(principal.name if principal else "", Authors(deps.repository, club))


def _look_at_fact(at: RulingTarget, seen: Preview) -> Preview:
    event = FACT.load(seen.body)
    foreseen = preview.preview_fact(at.deps, at.principal, at.match, event)
    if foreseen.verdict.rule:
        return seen._replace(problems=(_broken(foreseen.verdict),))
    sentence = desk_sentences.of_fact(event, foreseen, _ruled(at, event), _name(at))
    return seen._replace(sentences=(sentence,), effects=tuple(_effects(foreseen)))


def _ruled(at: RulingTarget, event: Event) -> RuledFacts:
    """The facts that a ruling names, as many as are told."""
    if not isinstance(event, RulingMade) or event.from_version is None:
        return RuledFacts()
    first, last = event.from_version, event.to_version or event.from_version
    facts = list(at.deps.log.read(at.match, first - 1, min(last - first, desk_sentences.QUOTED) + 1))
    return RuledFacts(facts, turn_texts(at.deps, at.match, facts))


def _broken(verdict: Verdict) -> Markup:
    return Markup("{}: {}").format(verdict.rule, core_messages.translate(verdict.explanation))


def _effects(foreseen: preview.FactPreview) -> list[str]:
    before, after = foreseen.before, foreseen.after
    effects = []
    if foreseen.verdict.game_finished:
        effects.append(match_events.finished(before, foreseen.verdict.game_finished.result))
    scores = [match.score for match in (before, after)]
    if scores[0] != scores[1]:
        was, will = ("–".join(str(score[seat]) for seat in before.seats) for score in scores)
        effects.append(_("The score is %(will)s instead of %(was)s", will=will, was=was))
    open_ = [{fault.version for fault in match.faults if fault.status == "open"} for match in (before, after)]
    if open_[0] - open_[1] and after.settled is None:
        effects.append(_("The illegal play no longer waits for a ruling"))
    if bool(before.conduct.suspended) != bool(after.conduct.suspended):
        effects.append(
            _("Play and clocks stand still until you let it go on") if after.conduct.suspended else _("Play goes on")
        )
    if before.position != after.position and after.settled is None and not foreseen.verdict.game_finished:
        effects.append(_("The checkers lie otherwise than they were recorded"))
    if before.service_dice and after.service_dice and before.service_dice.withdrawn != after.service_dice.withdrawn:
        effects.append(_("The players throw real dice from now on, and the scorer records them"))
        effects.append(_("The service publishes the secret of its dice, and anyone can check what it has rolled"))
    if match_events.phase(before) != match_events.phase(after):
        effects.append(_("Then: %(phase)s", phase=match_events.phase(after)))
    return effects or [_("Position, turn and score stay as they are")]


def _name(at: RulingTarget) -> str:
    return written_by(at.deps, at.principal, at.tournament).name


def _look_at_confirmation(at: RulingTarget, seen: Preview) -> Preview:
    confirmed = preview.confirmed(at.deps, at.principal, at.tournament, at.match)
    sentences = desk_sentences.of_confirmation(confirmed.before, at.match, _name(at))
    authors = Authors(at.deps.repository, confirmed.before.created.club)
    reported = reports(at.deps, confirmed.before, at.opened)
    effects = [
        _("What %(who)s reported counts: %(score)s", who=author(report.by, authors).text, score=report.points)
        for report in reported[:1]
    ] + [
        _("What %(who)s reported does not count: %(score)s", who=author(report.by, authors).text, score=report.points)
        for report in reported[1:]
    ]
    return seen._replace(
        sentences=sentences, effects=tuple(effects), parts=changed_parts(confirmed.before, confirmed.after)
    )


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def write(at: RulingTarget, act: Action, form: Mapping[str, str], request: Request) -> Preview:
    """Write what was looked at, at the version that was looked at. Raises the refusals of forms."""
    body = actions.body_of(act, form)
    seen = _addressed(at, act, body)._replace(version=request.expected or 0)
    if act.becomes == CONFIRM:
        result_reports.confirm(request, at.tournament, at.match)
    else:
        fact = FACT.load(body)
        if request.previous_result(at.match) is None:
            foreseen = _look_at_fact(at, seen)
            if foreseen.problems:  # it would be kept and refused: nothing is gained by it
                raise NotWritten(*foreseen.problems, status=409)
        written = matches.record(request, at.match, [fact])
        wait_until_judged(at.match, written.last)
    return seen


def refused_action(at: RulingTarget, act: Action, form: Mapping[str, str], refused: Refusal) -> Preview:
    """An act that was not written: as it would be written now if another person wrote, else with what is wrong."""
    if refused.conflict:
        return preview_action(at, act, form)._replace(warning=conflict_message())
    seen = _addressed(at, act, actions.body_of(act, form))
    return seen._replace(version=form_version(), problems=refused.problems)


def wait_until_judged(match_id: str, version: int) -> None:
    """Wait a moment for the verdict on a fact, so that the page that follows shows what became of it."""
    if hub := current_app.extensions["brade"].hub:
        hub.wait(match_id, version, _JUDGED_SECONDS)
