"""Ruling from the desk: the event is shown before it is written, with what it would change; then it is written."""

import json
import secrets
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from flask import current_app
from flask_babel import gettext as _
from markupsafe import Markup
from marshmallow import ValidationError

from core import match as rules
from core.errors import Malformed, Refused, Unknown, VersionConflict
from core.events import RulingMade
from core.sheet import Match, Verdict
from core.tournament.changes import changes
from schemas.corrections import DecidingResult, UndoingDecision
from schemas.events import FACT
from service.access import Principal
from service.bootstrap import House
from service.handlers import corrections, foreseeing, matches, reporting
from service.handlers.reports import reports
from service.web.http.form_fields import whole_number
from service.web.pages import desk_acts, desk_sentences, spoken, telling
from service.web.pages.authors import Author, author
from service.web.pages.desk_acts import CONFIRM, DECISION, UNDO, Act

Json = dict[str, Any]
_JUDGED_SECONDS = 2.0


class Look(NamedTuple):
    """A request before it is sent: what, where, at which version, and what it would bring; or what is wrong with it.

    `sentences` say what is written, `who` in whose name; a `warning` says why
    it was not written and has to be looked at anew.
    """

    title: str
    address: str
    version: int
    body: Json
    who: str
    sentences: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    changes: Json | None = None
    warning: str = ""

    @property
    def written(self) -> bool:
        """Of one that was to be written: whether it was."""
        return not (self.problems or self.warning)

    @property
    def text(self) -> str:
        """The body as it is sent."""
        return json.dumps(self.body, ensure_ascii=False, indent=2)


def new_key() -> str:
    """A key under which a request may be sent twice and is written once."""
    return f"desk-{secrets.token_hex(8)}"


def fingerprint(body: Json) -> str:
    """What tells a repeated request from another one with the same key."""
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


class Table(NamedTuple):
    """Who rules, and where."""

    house: House
    principal: Principal | None
    tournament: str
    match: str

    @property
    def opened(self) -> Match:
        """The match before its first fact."""
        return rules.opened(self.match, self.house.shelf.match(self.match))


def meanwhile() -> str:
    """That somebody was quicker."""
    return _("Somebody wrote meanwhile: nothing was written. This is what it would change now.")


# ── looking ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def look(at: Table, act: Act, form: Mapping[str, str]) -> Look:
    """An act as it would be written now."""
    body = desk_acts.body_of(act, form)
    seen = _addressed(at, act, form, body)
    if missing := desk_acts.missing(act, form, at.opened):
        return seen._replace(problems=missing)
    try:
        return _LOOKS.get(act.becomes, _look_at_fact)(at, seen, form)
    except (ValidationError, Malformed, Refused, Unknown, VersionConflict) as wrong:
        return seen._replace(problems=spoken.wrong(wrong))


def _addressed(at: Table, act: Act, form: Mapping[str, str], body: Json) -> Look:
    place = f"/v1/tournaments/{at.tournament}"
    addresses = {
        DECISION: f"{place}/decisions", CONFIRM: f"{place}/confirmations",
        UNDO: f"{place}/decisions/{form.get('decision', '')}/undo",
    }  # fmt: skip
    of_match = act.becomes not in addresses
    head = at.house.log.head(at.match if of_match else at.tournament)
    address = addresses.get(act.becomes, f"/v1/matches/{at.match}/events")
    who = written_by(at.house, at.principal, at.tournament).text
    return Look(act.title, f"POST {address}", head.version if head else 0, body, who)


def written_by(house: House, principal: Principal | None, tournament: str) -> Author:
    """In whose name somebody writes."""
    club = house.shelf.tournament_opening(tournament).club
    return author(principal.name if principal else "", house.shelf.club(club, fresh=False).tokens)


def _look_at_fact(at: Table, seen: Look, _form: Mapping[str, str]) -> Look:
    event = FACT.load(seen.body)
    found = foreseeing.foresee(at.house, at.principal, at.match, event)
    if found.verdict.rule:
        return seen._replace(problems=(_broken(found.verdict),))
    log = list(at.house.log.read(at.match)) if isinstance(event, RulingMade) else []
    said = desk_sentences.of_fact(event, found, log, _name(at))
    return seen._replace(sentences=(said,), effects=tuple(_effects(found)))


def _broken(verdict: Verdict) -> Markup:
    return Markup("{}: {}").format(verdict.rule, spoken.told(verdict.explanation))


def _effects(found: foreseeing.Foreseen) -> list[str]:
    before, after = found.before, found.after
    told = []
    if found.verdict.game_finished:
        told.append(telling.finished(before, found.verdict.game_finished))
    scores = [each.to_words()["score"] for each in (before, after)]
    if scores[0] != scores[1]:
        was, will = ("–".join(str(score[seat]) for seat in before.seats) for score in scores)
        told.append(_("The score is %(will)s instead of %(was)s", will=will, was=was))
    open_ = [{each.version for each in one.faults if each.status == "open"} for one in (before, after)]
    if open_[0] - open_[1] and after.settled is None:
        told.append(_("The illegal play no longer waits for a ruling"))
    if bool(before.conduct.suspended) != bool(after.conduct.suspended):
        told.append(_("Nobody plays until you let it go on") if after.conduct.suspended else _("Play goes on"))
    if telling.phase(before) != telling.phase(after):
        told.append(_("Then: %(phase)s", phase=telling.phase(after)))
    return told or [_("Position, turn and score stay as they are")]


def _look_at_decision(at: Table, seen: Look, _form: Mapping[str, str]) -> Look:
    decision = DecidingResult().load(seen.body)
    words = corrections.decide(
        at.house, at.principal, at.tournament, decision, dry_run=True, expected=seen.version, key=None
    )  # fmt: skip
    state = at.house.shelf.tournament(at.tournament)
    sentence = desk_sentences.of_decision(state, at.match, seen.body, words["changes"], _name(at))
    return seen._replace(sentences=(sentence,), changes=words["changes"])


def _name(at: Table) -> str:
    return written_by(at.house, at.principal, at.tournament).name


def _look_at_undo(at: Table, seen: Look, form: Mapping[str, str]) -> Look:
    reason = UndoingDecision().load(seen.body)["reason"]
    words = corrections.undo(
        at.house, at.principal, at.tournament, _decision(form), reason, dry_run=True, expected=seen.version, key=None
    )  # fmt: skip
    state = at.house.shelf.tournament(at.tournament)
    sentence = desk_sentences.of_undoing(state, at.match, _decision(form), reason, _name(at))
    return seen._replace(sentences=(sentence,), changes=words["changes"])


def _look_at_confirmation(at: Table, seen: Look, _form: Mapping[str, str]) -> Look:
    found = foreseeing.confirmed(at.house, at.principal, at.tournament, at.match)
    sentences = desk_sentences.of_confirmation(found.before, at.match, _name(at))
    tokens = at.house.shelf.club(found.before.created.club, fresh=False).tokens
    said = reports(at.house, found.before, at.opened)
    effects = [
        _("What %(who)s reported counts: %(score)s", who=author(each.by, tokens).text, score=each.points)
        for each in said[:1]
    ] + [
        _("What %(who)s reported does not count: %(score)s", who=author(each.by, tokens).text, score=each.points)
        for each in said[1:]
    ]  # fmt: skip
    return seen._replace(sentences=sentences, effects=tuple(effects), changes=changes(found.before, found.after))


_LOOKS: dict[str, Callable[[Table, Look, Mapping[str, str]], Look]] = {
    DECISION: _look_at_decision, UNDO: _look_at_undo, CONFIRM: _look_at_confirmation,
}  # fmt: skip


def _decision(form: Mapping[str, str]) -> int:
    said = form.get("decision", "")
    if (number := whole_number(said)) is None:
        raise Unknown("decision", said)
    return number


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def write(at: Table, act: Act, form: Mapping[str, str], version: int, key: str) -> Look:
    """Write what was looked at, at the version that was looked at; the look again, with what is wrong, if it is not."""
    body = desk_acts.body_of(act, form)
    seen = _addressed(at, act, form, body)._replace(version=version)
    if missing := desk_acts.missing(act, form, at.opened):
        return seen._replace(problems=missing)
    options: Any = {"expected": version, "key": key, "fingerprint": fingerprint(body)}
    try:
        if act.becomes == DECISION:
            decision = DecidingResult().load(body)
            corrections.decide(at.house, at.principal, at.tournament, decision, dry_run=False, **options)
        elif act.becomes == UNDO:
            reason = UndoingDecision().load(body)["reason"]
            number = _decision(form)
            corrections.undo(at.house, at.principal, at.tournament, number, reason, dry_run=False, **options)
        elif act.becomes == CONFIRM:
            reporting.confirm(at.house, at.principal, at.tournament, at.match, **options)
        else:
            fact = FACT.load(body)
            if at.house.log.answered(at.match, key, options["fingerprint"]) is None:
                foreseen = _look_at_fact(at, seen, form)
                if foreseen.problems:  # it would be kept and refused: nothing is gained by it
                    return foreseen
            written = matches.record(at.house, at.principal, at.match, [fact], **options)
            if hub := current_app.extensions["brade"].hub:
                hub.wait(at.match, written.last, _JUDGED_SECONDS)
    except VersionConflict:
        return look(at, act, form)._replace(warning=meanwhile())
    except (ValidationError, Malformed, Refused, Unknown) as wrong_:
        return seen._replace(problems=spoken.wrong(wrong_))
    return seen
