"""A referee's actions at a table: each with its form fields, and the request that it becomes."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask_babel import format_decimal
from flask_babel import gettext as _

from core.match.state import Match
from core.notation.match_text import player_name
from core.tournament import Tournament
from core.tournament.standings.scoring import penalty_of
from service.handlers.match.timeline import MatchTimeline
from service.handlers.tournament.result_reports import ReportedResult
from service.web.http.form_fields import whole_number
from service.web.i18n import labels

Json = dict[str, Any]
FACT, CONFIRM = "fact", "confirm"
_URGENT = (
    "confirm_board",
    "came",
    "flag_confirmed",
    "flag_rejected",
    "confirm",
    "appeal",
    "let_stand",
    "void",
    "resume",
)
"""Answers to what a table waits for, in the order of the alarms."""


class FormField(NamedTuple):
    """A field of a form: `text`, `number`, `choice` (of `options`, value and words), or `hidden`."""

    name: str
    kind: str
    label: str = ""
    options: tuple[tuple[str, str], ...] = ()
    value: str = ""
    needed: bool = True


class Action(NamedTuple):
    """Something to do: its key and words, what it becomes, what it always says, what it asks for.

    `first`: it answers what the table waits for.
    """

    key: str
    title: str
    becomes: str
    fixed: Mapping[str, Any]
    fields: tuple[FormField, ...] = ()
    first: bool = False
    hint: str = ""


def actions(
    watched: MatchTimeline, tournament: Tournament, reports: Sequence[ReportedResult], version: int | None = None
) -> list[Action]:
    """Possible actions at a table now, the urgent first; `version` is a fact that is to be taken back.

    `reports` are the results that wait to be confirmed or decided.
    """
    of_the_result = _of_the_result(watched.match, reports)
    found = [*_of_the_match(watched, version), *_around(watched.match, tournament), *of_the_result]
    return sorted(found, key=lambda act: _URGENT.index(act.key) if act.first and act.key in _URGENT else len(_URGENT))


def _reason(value: str = "") -> FormField:
    return FormField("reason", "text", _("Reason"), value=value)


def _seats(match: Match, name: str, label: str) -> FormField:
    """The players, none of whom is chosen beforehand."""
    seats = tuple((seat, player_name(match, seat)) for seat in match.seats)
    return FormField(name, "choice", label, (("", _("– choose –")), *seats))


def endings(match: Match, *, needed: bool = True) -> FormField:
    """The endings of a game, none of which is chosen beforehand."""
    options = tuple((ending.key, labels.ending(ending.key)) for ending in match.game.endings)
    none = _("– choose –") if needed else "–"
    return FormField("outcome", "choice", _("Ending"), (("", none), *options), needed=needed)


def _ruling(key: str, title: str, *fields: FormField, first: bool = False, hint: str = "") -> Action:
    return Action(key, title, FACT, {"type": "RulingMade", "kind": key}, fields, first, hint)


def _of_the_match(watched: MatchTimeline, version: int | None) -> list[Action]:
    """Rulings on the play."""
    match = watched.match
    fault = next((each.version for each in match.faults if each.status == "open"), None)
    found = []
    if fault is not None:
        stands = FormField("from_version", "hidden", value=str(fault))
        hint = _("Fact %(number)s is illegal and lies on the board.", number=fault)
        found.append(_ruling("let_stand", _("Let the play stand"), stands, _reason(), first=True, hint=hint))
    if watched.head:
        last = str(version or fault or watched.head)
        found.append(
            _ruling(
                "void",
                _("Take facts back"),
                FormField("from_version", "number", _("From fact"), value=last),
                FormField("to_version", "number", _("to fact"), value="" if version else last, needed=False),
                _reason(),
                first=fault is not None,
            )
        )
    if match.settled is None:
        if len(match.seats) == 2:
            found.append(
                _ruling(
                    "award_game", _("Award the game"), _seats(match, "winner", _("Winner")), endings(match), _reason()
                )
            )
        found.append(_ruling("award_match", _("Award the match"), _seats(match, "winner", _("Winner")), _reason()))
    return [*found, _ruling("note", _("Note for the log"), FormField("reason", "text", _("Note")))]


def board_to_confirm(match: Match) -> Json | None:
    """The fact by which a referee confirms the newest board that waits for them (M14)."""
    call = next((each for each in reversed(match.conduct.calls) if each.board), None)
    return {"type": "PositionSet", **call.board, "reason": call.reason} if call and call.board else None


def _around(match: Match, tournament: Tournament) -> list[Action]:
    """The referee's facts beside the play."""
    conduct, found = match.conduct, []
    if body := board_to_confirm(match):
        hint = _("It waits until you came, or play goes on. To change it, choose Lay out the board.")
        found.append(
            Action("confirm_board", _("Confirm the board that was laid out"), FACT, body, first=True, hint=hint)
        )
    if match.set_out or any(call.came is None for call in conduct.calls):
        found.append(Action("came", _("I am at the table"), FACT, {"type": "RefereeCame"}, first=True))
    if conduct.claim is not None:
        loses = FormField(
            "loses", "choice", _("Whose flag fell loses"), (("match", _("the match")), ("game", _("the game")))
        )
        found.append(
            Action(
                "flag_confirmed",
                _("The flag has fallen"),
                FACT,
                {"type": "FlagConfirmed"},
                (loses, endings(match, needed=False)),
                True,
                _over(match),
            )
        )
        found.append(
            Action("flag_rejected", _("The flag has not fallen"), FACT, {"type": "FlagRejected"}, (_reason(),), True)
        )
    for appeal in conduct.appeals:
        if appeal.status == "open":
            decision = FormField(
                "decision", "choice", _("Decision"), (("upheld", _("upheld")), ("dismissed", _("dismissed")))
            )
            number = FormField("appeal", "hidden", value=str(appeal.version))
            found.append(
                Action(
                    "appeal",
                    _("Decide appeal %(number)s", number=appeal.version),
                    FACT,
                    {"type": "AppealDecided"},
                    (number, decision, _reason()),
                    True,
                    appeal.reason,
                )
            )
    if conduct.suspended:
        found.append(Action("resume", _("Let the match go on"), FACT, {"type": "MatchResumed"}, first=True))
    elif match.settled is None:
        found.append(Action("suspend", _("Suspend the match"), FACT, {"type": "MatchSuspended"}, (_reason(),)))
    if match.service_dice is not None and not match.service_dice.is_over and match.settled is None:
        found.append(
            Action(
                "withdraw_dice",
                _("Let people throw the dice"),
                FACT,
                {"type": "DiceWithdrawn"},
                (_reason(),),
                hint=_("The service rolls no more in this match. That cannot be taken back."),
            )
        )
    rule = FormField("rule", "text", _("Clause of your rules"), needed=False)
    seat, points = _seats(match, "seat", _("Player")), FormField("points", "number", _("Penalty points"), value="1")
    off = penalty_of(tournament)
    hint = _("Each point takes %(points)s off the player's points in the standings.", points=off) if off else ""
    return [
        *found,
        Action("warning", _("Warn a player"), FACT, {"type": "WarningGiven"}, (seat, _reason(), rule)),
        Action(
            "penalty",
            _("Give penalty points"),
            FACT,
            {"type": "PenaltyGiven"},
            (seat, points, _reason(), rule),
            hint=hint,
        ),
    ]


def _over(match: Match) -> str:
    claim = match.conduct.claim
    if claim is None or not claim.fallen:
        return _("By the log's times the flag has not fallen.")
    return _("By the log's times the flag fell %(seconds)s s ago.", seconds=format_decimal(round(claim.over / 1000, 1)))


def _of_the_result(match: Match, reports: Sequence[ReportedResult]) -> list[Action]:
    """The confirmation of a reported result. It is decided or corrected on a page of its own."""
    if not reports:
        return []
    title = _("Confirm the reported result")
    if len(reports) > 1:
        title = _("Confirm the first report: %(score)s", score=reports[0].points)
    return [Action("confirm", title, CONFIRM, {"match": match.id}, first=True)]


# ── what was filled in ───────────────────────────────────────────────────────────────────────────────────────────────
def body_of(act: Action, form: Mapping[str, str]) -> Json:
    """The request that an act becomes with what was filled in; what is empty, or of another kind, is left out."""
    body: Json = dict(act.fixed)
    for field in act.fields:
        if text := form.get(field.name, "").strip():
            number = whole_number(text) if field.name in ("from_version", "to_version", "appeal", "points") else None
            body[field.name] = text if number is None else number
    return body


def filled(act: Action, form: Mapping[str, str]) -> Action:
    """An act with what was filled in, to be changed."""
    return act._replace(
        fields=tuple(
            field if field.kind == "hidden" else field._replace(value=form.get(field.name, field.value))
            for field in act.fields
        )
    )
