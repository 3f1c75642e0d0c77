"""Announcement and amendment of a tournament."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from core.games import game_of
from core.messages import say, term
from core.tournament.formats import FORMATS, format_of
from core.tournament.handicap import checked_handicap
from core.tournament.standings.scoring import KINDS, MOST, check_scoring
from core.tournament.standings.tie_breaks import PRESETS, TIE_BREAKS, check_tie_breaks
from core.tournament.terms import check_terms
from core.tournament.time_up import RULES as TIME_UP_RULES
from core.tournament.time_up import checked_rule
from schemas.fields import Anything, Many, Name, Strict, Text, Wanted, WholeNumber, Word, YesNo, nested
from schemas.requests.details import Details
from schemas.requests.handicap import Handicap
from schemas.requests.match_terms import MOST_RULES, TermsRule
from schemas.requests.matches import CHECKS, NAME, REASON, STOPS, Json, Length, Played, report_problems, tournament_id

_FORMATS = tuple(format_.key for format_ in FORMATS)
_POINTS = {
    kind: WholeNumber(0 if kind == "penalty" else -MOST, MOST, metadata={"description": str(description)})
    for kind, description in KINDS.items()
}
Scoring: type[Strict] = type(
    "Scoring",
    (Strict,),
    {
        "__doc__": "What a match counts, by how it came about; what is not named counts as it usually does.",
        **_POINTS,
    },
)


_CODES = tuple(tie_break.code for tie_break in TIE_BREAKS)


class TableOrder(Wanted):
    """Codes of tie-breaks from the first to the last, or the name of a preset; read as codes."""

    wanted = say("a list of tie-breaks, or one of the presets {presets}", presets=PRESETS)
    _codes = Many(Word(_CODES), 0, len(_CODES))

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        codes = {"type": "array", "items": {"type": "string", "enum": list(_CODES)}, "maxItems": len(_CODES)}
        return {"oneOf": [codes, {"type": "string", "enum": list(PRESETS)}]}

    def read(self, value: Any) -> list[str]:
        """See `Wanted.read`."""
        if isinstance(value, list):
            return list(filter(None, self._codes.deserialize(value)))
        if not isinstance(value, str) or value not in PRESETS:
            raise self.wrong(value)
        return list(PRESETS[value])


class TournamentAnnouncing(Played):
    """A tournament of a club; everything here holds for all its matches."""

    name = Name(NAME, required=True)
    format = Word(_FORMATS, required=True)
    settings = Anything(load_default=dict, metadata={"description": "The format's own: see `GET /v1/formats`."})
    tie_breaks = TableOrder(load_default=list)
    published = YesNo(load_default=False)
    scoring = nested(Scoring, load_default=dict)
    terms = Many(nested(TermsRule), 0, MOST_RULES, load_default=list)
    check_in = YesNo(load_default=False, metadata={"description": "Only those who checked in start."})
    drafts = YesNo(load_default=False, metadata={"description": "A paired round is played once it is published."})
    confirm = YesNo(load_default=False, metadata={"description": "A result counts only after it is confirmed."})
    time_up = Word(
        TIME_UP_RULES,
        metadata={"description": "The worth of a match that is unfinished when the time of its round is up."},
    )
    handicap = nested(Handicap, allow_none=True)
    details = nested(Details, load_default=dict)

    @validates_schema(skip_on_field_errors=False)
    def _for_two(self, data: Json, **_: Any) -> None:
        if "game" in data and (game := game_of(data["game"])).fewest > 2:
            problem = say(
                "{game} needs {fewest} players: a tournament pairs two", game=term(game.name), fewest=game.fewest
            )
            raise ValidationError({"game": [problem]})

    @validates_schema(skip_on_field_errors=False)
    def _known_settings(self, data: Json, **_: Any) -> None:
        if "format" in data and "settings" in data:
            report_problems("settings", lambda: format_of(data["format"]).read_settings(data["settings"]))

    @validates_schema(skip_on_field_errors=False)
    def _possible_terms(self, data: Json, **_: Any) -> None:
        if "game" in data and "format" in data and "terms" in data:
            report_problems(
                "terms", lambda: check_terms(game_of(data["game"]), format_of(data["format"]), data["terms"])
            )

    @validates_schema(skip_on_field_errors=False)
    def _possible_time_up(self, data: Json, **_: Any) -> None:
        if "format" in data and "time_up" in data:
            report_problems("", lambda: checked_rule(format_of(data["format"]), data["time_up"]))

    @validates_schema
    def _possible_handicap(self, data: Json, **_: Any) -> None:
        if "game" in data and "format" in data and data.get("handicap"):
            report_problems(
                "", lambda: checked_handicap(game_of(data["game"]), format_of(data["format"]), data["handicap"])
            )

    @validates_schema(skip_on_field_errors=False)
    def _possible_scoring(self, data: Json, **_: Any) -> None:
        if "format" in data and "scoring" in data:
            report_problems("", lambda: check_scoring(format_of(data["format"]), data["scoring"]))

    @validates_schema
    def _no_tie_break_twice(self, data: Json, **_: Any) -> None:
        report_problems("", lambda: check_tie_breaks(data["tie_breaks"]))


class TournamentCopying(Strict):
    """A tournament announced as an earlier one. A field that is not sent is as there; name and date are proposed."""

    name = Name(NAME)
    published = YesNo()
    details = nested(Details, metadata={"description": "Those that are named; null takes one away."})
    players = YesNo(load_default=False, metadata={"description": "The players or teams of the other one enter, too."})


class AnnouncingAsTemplate(Strict):
    """A tournament announced as a template says. A field that is not sent is as there; name and date are proposed."""

    name = Name(NAME)
    published = YesNo()
    details = nested(Details, metadata={"description": "Those that are named; null takes one away."})


class TemplateKeeping(Strict):
    """A tournament whose settings, tables, texts and plan of money are kept under a name."""

    name = Name(NAME, required=True)
    tournament = tournament_id(required=True)


class TemplateChanging(Strict):
    """Another name of a template, or a tournament as which it announces from now on, or both."""

    name = Name(NAME)
    tournament = tournament_id()

    json_schema = {"minProperties": 1}

    @validates_schema(pass_original=True)
    def _something(self, _data: Json, sent: Any, **_: Any) -> None:
        if not sent:
            raise ValidationError({"name": [say("missing: the name, or the tournament")]})


class TournamentAmending(Strict):
    """Change of the announced terms, before the start. A field that is not sent stays as it is."""

    name = Name(NAME)
    length = nested(Length)
    check = Word(CHECKS)
    stop = Word(STOPS)
    settings = Anything(metadata={"description": "Those that are named; the format's others stay as they are."})
    tie_breaks = TableOrder()
    scoring = nested(Scoring, metadata={"description": "All of it: what is not named counts as it usually does."})
    terms = Many(nested(TermsRule), 0, MOST_RULES)
    check_in = YesNo()
    drafts = YesNo()
    confirm = YesNo()
    time_up = Word(TIME_UP_RULES)
    handicap = nested(Handicap, allow_none=True, metadata={"description": "All of it; null takes it away."})
    details = nested(
        Details, metadata={"description": "Those that are named; null takes one away. Also after the start."}
    )
    reason = Text(REASON, 0, load_default="")

    json_schema = {
        "anyOf": [
            {"required": [name]}
            for name in (
                "name",
                "length",
                "check",
                "stop",
                "settings",
                "tie_breaks",
                "scoring",
                "terms",
                "check_in",
                "drafts",
                "confirm",
                "time_up",
                "handicap",
                "details",
            )
        ]
    }

    @validates_schema
    def _something(self, data: Json, **_: Any) -> None:
        if not data.keys() - {"reason"}:
            raise ValidationError(say("nothing is changed: name what is to be otherwise, such as settings"))
        report_problems("", lambda: check_tie_breaks(data.get("tie_breaks", ())))
