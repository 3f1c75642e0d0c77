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

from core.codec import to_words
from core.errors import Malformed, Refused, Unknown, VersionConflict
from core.events import Event, RulingMade
from core.sheet import Verdict
from schemas.corrections import DecidingResult, UndoingDecision
from schemas.events import FACT
from service.access import Principal
from service.bootstrap import House
from service.handlers import corrections, foreseeing, matches, reporting, rounds
from service.web.pages import desk_acts, desk_sentences, spoken, telling
from service.web.pages.authors import Author, author
from service.web.pages.desk_acts import CONFIRM, DECISION, UNDO, Act

Json = dict[str, Any]
_JUDGED_SECONDS = 2.0


class Look(NamedTuple):
    """A request before it is sent: what, where, at which version, and what it would bring; or what is wrong with it.

    `sentences` say what is written, `who` in whose name.
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


# ── looking ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def look(at: Table, act: Act, form: Mapping[str, str]) -> Look:
    """An act as it would be written now."""
    body = desk_acts.body_of(act, form)
    seen = _addressed(at, act, form, body)
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
    state = at.house.shelf.tournament(at.tournament)
    sentences = desk_sentences.of_confirmation(state, at.match, _name(at))
    return seen._replace(sentences=sentences, effects=(_("The reported result counts"),))


_LOOKS: dict[str, Callable[[Table, Look, Mapping[str, str]], Look]] = {
    DECISION: _look_at_decision, UNDO: _look_at_undo, CONFIRM: _look_at_confirmation,
}  # fmt: skip


def _decision(form: Mapping[str, str]) -> int:
    number = form.get("decision", "")
    if not number.isdecimal():
        raise Unknown("decision", number)
    return int(number)


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def write(at: Table, act: Act, form: Mapping[str, str], version: int, key: str) -> Look:
    """Write what was looked at, at the version that was looked at; the look again, with what is wrong, if it is not."""
    body = desk_acts.body_of(act, form)
    seen = _addressed(at, act, form, body)._replace(version=version)
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
        wrong = _("Somebody wrote meanwhile: nothing was written. Look again at what it would change now.")
        return look(at, act, form)._replace(problems=(wrong,))
    except (ValidationError, Malformed, Refused, Unknown) as wrong_:
        return seen._replace(problems=spoken.wrong(wrong_))
    return seen


# ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def look_at_round(house: House, principal: Principal | None, tournament: str, number: int | None) -> Look:
    """The next round as it would be paired, or, with a number, a draft as it would be published."""
    place = f"POST /v1/tournaments/{tournament}/rounds"
    title = _("Pair the next round") if number is None else _("Publish round %(number)s", number=number)
    version = house.shelf.tournament(tournament).version
    who = written_by(house, principal, tournament)
    seen = Look(title, place if number is None else f"{place}/{number}/publish", version, {}, who.text)
    try:
        if number is None:
            found = foreseeing.next_round(house, principal, tournament)
        else:
            found = foreseeing.published(house, principal, tournament, number)
    except (Refused, Unknown) as wrong:
        return seen._replace(problems=spoken.wrong(wrong))
    if not found.events:
        return seen._replace(problems=(_("There is nothing to do: the round is there already."),))
    body = {"events": [_event(each) for each in found.events]}
    sentences = desk_sentences.of_round(found.after, found.events, who.name)
    effects = tuple(_pairings(found, number))
    return seen._replace(version=found.before.version, body=body, sentences=sentences, effects=effects)


def _event(event: Event) -> Json:
    return {"type": type(event).__name__, **to_words(event)}


def _pairings(found: foreseeing.Drawn, number: int | None) -> list[str]:
    after = found.after
    numbers = {each.number for each in found.before.rounds}
    told = []
    for round_ in after.rounds:
        if round_.number == number or (number is None and round_.number not in numbers):
            for place, each in enumerate(round_.pairings, 1):
                names = " – ".join(after.name_of(player) for player in (each.white, each.black) if player)
                table = after.seated.get(each.match)
                told.append(f"{_('Table %(name)s', name=table) if table else place}: {names}")
            if round_.bye:
                told.append(_("%(who)s sits this round out", who=after.name_of(round_.bye)))
    return told


def write_round(
    house: House, principal: Principal | None, tournament: str, number: int | None, version: int, key: str
) -> Look:
    """Pair or publish what was looked at."""
    seen = look_at_round(house, principal, tournament, number)
    options: Any = {"expected": version, "key": key, "fingerprint": fingerprint({"round": number})}
    try:
        if number is None:
            rounds.pair(house, principal, tournament, None, **options)
        else:
            rounds.publish(house, principal, tournament, number, **options)
    except VersionConflict:
        wrong = _("Somebody wrote meanwhile: nothing was written. Look again at what it would change now.")
        return seen._replace(problems=(wrong,))
    except (Refused, Unknown) as wrong_:
        return seen._replace(problems=spoken.wrong(wrong_))
    return seen._replace(problems=())
