"""A referee's actions at a table: each with its form fields, and the request that it becomes."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask_babel import format_decimal
from flask_babel import gettext as _

from core.match.state import Match
from core.tournament import Tournament
from core.tournament.decisions.corrections import KINDS, WITH_GAMES
from core.tournament.model.values import Result
from core.tournament.standings.scoring import penalty_of
from service.handlers.match.timeline import MatchTimeline
from service.handlers.tournament.result_reports import ReportedResult
from service.web.http.form_fields import whole_number
from service.web.i18n import labels, match_events
from service.web.pages.shared import result_rows

Json = dict[str, Any]
FACT, DECISION, UNDO, CONFIRM = "fact", "decision", "undo", "confirm"
PLAYED = KINDS[0]
_URGENT = (
    "came",
    "flag_confirmed",
    "flag_rejected",
    "confirm",
    "decide",
    "appeal",
    "let_stand",
    "void",
    "resume",
)
"""Answers to what a table waits for, in the order of the alarms."""
_WITHOUT_WINNER = (PLAYED, "double_no_show")
"""Kinds of decisions that name no winner: the games do, or there is none."""


class FormField(NamedTuple):
    """A field of a form: `text`, `number`, `choice` (of `options`, value and words), `hidden`, or `results`."""

    name: str
    kind: str
    label: str = ""
    options: tuple[tuple[str, str], ...] = ()
    value: str = ""
    needed: bool = True


class Action(NamedTuple):
    """Something to do: its key and words, what it becomes, what it always says, what it asks for.

    `first`: it answers what the table waits for. `said` is what the rows of games are filled in with.
    """

    key: str
    title: str
    becomes: str
    fixed: Mapping[str, Any]
    fields: tuple[FormField, ...] = ()
    first: bool = False
    hint: str = ""
    sent: Mapping[str, str] = {}


def actions(
    watched: MatchTimeline, tournament: Tournament, reports: Sequence[ReportedResult], version: int | None = None
) -> list[Action]:
    """Possible actions at a table now, the urgent first; `version` is a fact that is to be taken back.

    `reports` are the results that wait to be confirmed or decided.
    """
    of_the_result = _of_the_result(watched.match, tournament, reports)
    found = [*_of_the_match(watched, version), *_around(watched.match, tournament), *of_the_result]
    return sorted(found, key=lambda act: _URGENT.index(act.key) if act.first and act.key in _URGENT else len(_URGENT))


def _reason(value: str = "") -> FormField:
    return FormField("reason", "text", _("Reason"), value=value)


def _seats(match: Match, name: str, label: str) -> FormField:
    """The players, none of whom is chosen beforehand."""
    seats = tuple((seat, match_events.name_of(match, seat)) for seat in match.seats)
    return FormField(name, "choice", label, (("", _("– choose –")), *seats))


def endings(match: Match, *, needed: bool = True) -> FormField:
    """The endings of a game, none of which is chosen beforehand."""
    options = tuple((each.key, labels.ending(each.key)) for each in match.game.endings)
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


def _around(match: Match, tournament: Tournament) -> list[Action]:
    """The referee's facts beside the play."""
    conduct, found = match.conduct, []
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


def _of_the_result(match: Match, tournament: Tournament, reports: Sequence[ReportedResult]) -> list[Action]:
    """A referee's decision on the result, which overrides the log of the match."""
    found, disputed = [], len(reports) > 1
    if reports:
        title = _("Confirm the reported result")
        if disputed:
            title = _("Confirm the first report: %(score)s", score=reports[0].points)
        found.append(Action("confirm", title, CONFIRM, {"match": match.id}, first=True))
    title = _("Decide the result")
    hint = _("A corrected score names every game; a walkover or no-show only the winner.")
    if disputed:
        title = _("Decide as the second report says, %(score)s, or otherwise", score=reports[1].points)
        hint = _("The games of the second report are filled in.")
    now = _stands(match, tournament, reports)
    kinds = tuple((kind, labels.kind_word(kind)) for kind in KINDS)
    seats = (("", "–"), *_seats(match, "", "").options[1:])
    winner = FormField("winner", "choice", _("Winner"), seats, now.winner or "", needed=False)
    found.append(
        Action(
            "decide",
            title,
            DECISION,
            {"match": match.id},
            (FormField("kind", "choice", _("Kind"), kinds, now.kind), winner, _results(match), _reason()),
            disputed,
            hint,
            result_rows.filled(now.games),
        )
    )
    for version, result in tournament.decisions.get(match.id, ())[-1:]:
        title = _("Take the decision back (%(kind)s)", kind=labels.kind_word(result.kind))
        found.append(Action("undo", title, UNDO, {}, (FormField("decision", "hidden", value=str(version)), _reason())))
    return found


def _stands(match: Match, tournament: Tournament, reports: Sequence[ReportedResult]) -> Result:
    """Start values of a decision: the second of two reports, else the decision, or the report, or none."""
    if len(reports) > 1:
        return Result(PLAYED, None, {}, None, reports[1].games)
    counts = tournament.results.get(match.id) or tournament.reported.get(match.id)
    return counts or Result(PLAYED, None, {}, None, ())


def _results(match: Match) -> FormField:
    """A row for each game that a match can have; the value is how many, the options are the seats that are placed."""
    placed = tuple((seat, seat) for seat in result_rows.placed(match))
    return FormField("results", "results", _("Games"), placed, str(result_rows.count_of(match)), needed=False)


# ── what was filled in ───────────────────────────────────────────────────────────────────────────────────────────────
def body_of(act: Action, form: Mapping[str, str]) -> Json:
    """The request that an act becomes with what was filled in; what is empty, or of another kind, is left out."""
    body: Json = dict(act.fixed)
    kind = form.get("kind", "") if act.becomes == DECISION else ""
    for field in act.fields:
        if field.kind == "results" and kind not in WITH_GAMES:
            continue
        if field.name == "winner" and kind in _WITHOUT_WINNER:
            continue
        if field.kind == "results":
            placed = [seat for seat, _ in field.options]
            if rows := result_rows.results_of_form(form, int(field.value), placed):
                body["results"] = list(rows.values())
        elif act.becomes == UNDO and field.name == "decision":
            continue
        elif text := form.get(field.name, "").strip():
            number = whole_number(text) if field.name in ("from_version", "to_version", "appeal", "points") else None
            body[field.name] = text if number is None else number
    return body


def missing(act: Action, form: Mapping[str, str], match: Match) -> tuple[str, ...]:
    """Missing parts of a decision, field by field in the form's own words."""
    if act.becomes != DECISION:
        return ()
    kind, found = form.get("kind", ""), []
    if kind in WITH_GAMES:
        rows = result_rows.results_of_form(form, result_rows.count_of(match), result_rows.placed(match))
        wrong = result_rows.missing(rows, match)
        if not wrong and kind == PLAYED:
            wrong = result_rows.not_whole(rows, match)
        found += [(_("Game %(number)s", number=number), why) for number, why in wrong.items()]
    if kind not in _WITHOUT_WINNER and not form.get("winner"):
        found.append((_("Winner"), _("Say who won.")))
    return tuple(f"{field}: {why}" for field, why in found)


def filled(act: Action, form: Mapping[str, str]) -> Action:
    """An act with what was filled in, to be changed."""
    return act._replace(
        fields=tuple(
            field if field.kind in ("hidden", "results") else field._replace(value=form.get(field.name, field.value))
            for field in act.fields
        ),
        sent=form,
    )
