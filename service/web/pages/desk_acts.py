"""What a referee can do at a table: each act with the fields that it asks for, and the request that it becomes."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask_babel import gettext as _

from core.sheet import Match
from core.tournament import Tournament
from core.tournament.boards import DISPUTED, REPORTED, status_of
from core.tournament.corrections import KINDS
from service.handlers.watching import Watched
from service.web.pages import result_rows, telling, terms

Json = dict[str, Any]
FACT, DECISION, UNDO, CONFIRM = "fact", "decision", "undo", "confirm"


class Field(NamedTuple):
    """A field of a form: `text`, `number`, `choice` (of `options`, value and words), `hidden`, or `results`."""

    name: str
    kind: str
    label: str = ""
    options: tuple[tuple[str, str], ...] = ()
    value: str = ""
    needed: bool = True


class Act(NamedTuple):
    """Something to do: its key and words, what it becomes, what it always says, what it asks for.

    `first`: it answers what the table waits for.
    """

    key: str
    title: str
    becomes: str
    fixed: Mapping[str, Any]
    fields: tuple[Field, ...] = ()
    first: bool = False
    hint: str = ""


def acts(watched: Watched, tournament: Tournament, version: int | None = None) -> list[Act]:
    """What can be done at a table now, the urgent first; `version` is a fact that is to be taken back."""
    found = [*_of_the_match(watched, version), *_around(watched.match), *_of_the_result(watched.match, tournament)]
    return sorted(found, key=lambda act: not act.first)


def _reason(value: str = "") -> Field:
    return Field("reason", "text", _("Reason"), value=value)


def _seats(match: Match, name: str, label: str) -> Field:
    return Field(name, "choice", label, tuple((seat, telling.name_of(match, seat)) for seat in match.seats))


def endings(match: Match, *, needed: bool = True) -> Field:
    """How a game may end."""
    options = tuple((each.key, terms.ending(each.key)) for each in match.game.endings)
    return Field("outcome", "choice", _("Ending"), options if needed else (("", "–"), *options), needed=needed)


def _ruling(key: str, title: str, *fields: Field, first: bool = False, hint: str = "") -> Act:
    return Act(key, title, FACT, {"type": "RulingMade", "kind": key}, fields, first, hint)


def _of_the_match(watched: Watched, version: int | None) -> list[Act]:
    """Rulings on the play."""
    match = watched.match
    fault = next((each.version for each in match.faults if each.status == "open"), None)
    found = []
    if fault is not None:
        stands = Field("from_version", "hidden", value=str(fault))
        hint = _("Fact %(number)s is illegal and lies on the board.", number=fault)
        found.append(_ruling("let_stand", _("Let the play stand"), stands, _reason(), first=True, hint=hint))
    if watched.head:
        last = str(version or fault or watched.head)
        found.append(_ruling(
            "void", _("Take facts back"), Field("from_version", "number", _("From fact"), value=last),
            Field("to_version", "number", _("to fact"), value="" if version else last, needed=False), _reason(),
            first=fault is not None,
        ))  # fmt: skip
    if match.settled is None:
        if len(match.seats) == 2:
            found.append(_ruling(
                "award_game", _("Award the game"), _seats(match, "winner", _("Winner")), endings(match), _reason()
            ))  # fmt: skip
        found.append(_ruling("award_match", _("Award the match"), _seats(match, "winner", _("Winner")), _reason()))
    return [*found, _ruling("note", _("Note for the log"), Field("reason", "text", _("Note")))]


def _around(match: Match) -> list[Act]:
    """The referee's facts beside the play."""
    conduct, found = match.conduct, []
    if any(call.came is None for call in conduct.calls):
        found.append(Act("came", _("I am at the table"), FACT, {"type": "RefereeCame"}, first=True))
    if conduct.claim is not None:
        loses = Field(
            "loses", "choice", _("Whose flag fell loses"), (("match", _("the match")), ("game", _("the game")))
        )
        found.append(Act(
            "flag_confirmed", _("The flag has fallen"), FACT, {"type": "FlagConfirmed"},
            (loses, endings(match, needed=False)), True, _over(match),
        ))  # fmt: skip
        found.append(Act(
            "flag_rejected", _("The flag has not fallen"), FACT, {"type": "FlagRejected"}, (_reason(),), True
        ))  # fmt: skip
    for appeal in conduct.appeals:
        if appeal.status == "open":
            decision = Field(
                "decision", "choice", _("Decision"), (("upheld", _("upheld")), ("dismissed", _("dismissed")))
            )
            number = Field("appeal", "hidden", value=str(appeal.version))
            found.append(Act(
                "appeal", _("Decide appeal %(number)s", number=appeal.version), FACT, {"type": "AppealDecided"},
                (number, decision, _reason()), True, appeal.reason,
            ))  # fmt: skip
    if conduct.suspended:
        found.append(Act("resume", _("Let the match go on"), FACT, {"type": "MatchResumed"}, first=True))
    elif match.settled is None:
        found.append(Act("suspend", _("Suspend the match"), FACT, {"type": "MatchSuspended"}, (_reason(),)))
    rule = Field("rule", "text", _("Clause of your rules"), needed=False)
    seat, points = _seats(match, "seat", _("Player")), Field("points", "number", _("Penalty points"), value="1")
    return [
        *found,
        Act("warning", _("Warn a player"), FACT, {"type": "WarningGiven"}, (seat, _reason(), rule)),
        Act("penalty", _("Give penalty points"), FACT, {"type": "PenaltyGiven"}, (seat, points, _reason(), rule)),
    ]


def _over(match: Match) -> str:
    claim = match.conduct.claim
    if claim is None or not claim.fallen:
        return _("By the log's times the flag has not fallen.")
    return _("By the log's times the flag fell %(seconds)s s ago.", seconds=round(claim.over / 1000, 1))


def _of_the_result(match: Match, tournament: Tournament) -> list[Act]:
    """What a referee says of the result, over whatever the log of the match says."""
    status, found = status_of(tournament, match.id), []
    if status in (REPORTED, DISPUTED):
        title = _("Confirm the reported result")
        found.append(Act("confirm", title, CONFIRM, {"match": match.id}, first=True))
    kinds = tuple((kind, terms.kind_word(kind)) for kind in KINDS)
    winner = Field("winner", "choice", _("Winner"), (("", "–"), *_seats(match, "", "").options), needed=False)
    found.append(Act(
        "decide", _("Decide the result"), DECISION, {"match": match.id},
        (Field("kind", "choice", _("Kind"), kinds, kinds[0][0]), winner, _results(match), _reason()),
        status == DISPUTED, _("A corrected score names every game; a walkover or no-show only the winner."),
    ))  # fmt: skip
    for version, result in tournament.decisions.get(match.id, ())[-1:]:
        title = _("Take the decision back (%(kind)s)", kind=terms.kind_word(result.kind))
        found.append(Act("undo", title, UNDO, {}, (Field("decision", "hidden", value=str(version)), _reason())))
    return found


def _results(match: Match) -> Field:
    """A row for each game that a match can have; the value is how many, the options are the seats that are placed."""
    placed = tuple((seat, seat) for seat in result_rows.placed(match))
    return Field("results", "results", _("Games"), placed, str(result_rows.count_of(match)), needed=False)


# ── what was filled in ───────────────────────────────────────────────────────────────────────────────────────────────
def body_of(act: Act, form: Mapping[str, str]) -> Json:
    """The request that an act becomes with what was filled in; what was left empty is left out."""
    words: Json = dict(act.fixed)
    for field in act.fields:
        if field.kind == "results":
            placed = [seat for seat, _ in field.options]
            if rows := result_rows.said(form, int(field.value), placed):
                words["results"] = list(rows.values())
        elif act.becomes == UNDO and field.name == "decision":
            continue
        elif said := form.get(field.name, "").strip():
            is_number = field.name in ("from_version", "to_version", "appeal", "points") and said.isdecimal()
            words[field.name] = int(said) if is_number else said
    return words


def filled(act: Act, form: Mapping[str, str]) -> Act:
    """An act with what was filled in, to be changed."""
    return act._replace(
        fields=tuple(
            field if field.kind in ("hidden", "results") else field._replace(value=form.get(field.name, field.value))
            for field in act.fields
        )
    )
