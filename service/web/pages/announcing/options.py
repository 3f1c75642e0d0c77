"""Options of an announcement as a form shows them: label, kind of field, and the sentence that explains each.

A field of the form has the option's name. Settings of a format are `<format>.<setting>`.
"""

from collections.abc import Iterable
from dataclasses import MISSING, fields
from functools import cache
from typing import NamedTuple

from flask_babel import gettext as _

from core.match.results.settlement import LENGTHS
from core.tournament.formats import FORMATS
from core.tournament.handicap import NOT_RATED, WITH_START
from core.tournament.setting_words import words_of
from core.tournament.standings.tie_breaks import TIE_BREAKS
from service.web.i18n import core_messages, locale, tournament_labels
from service.web.i18n.labels import number_of
from service.web.pages.announcing import handicap, option_words

YES, CHOICE, NUMBER, TEXT, DROPS = "yes", "choice", "number", "text", "drops"
NONE, USUAL = "none", "usual"
"""Choices beside a drop string of one's own: no such bracket, and the usual one."""
WAY = ".way"
"""Ends the name of the field of that choice."""
ORDER = tuple(f"tie_break.{place}" for place in range(1, 6))
"""Fields of an order of the table of one's own."""
TERMS = (1, 2, 3)
"""Numbers of the rules of another length that the form has."""
STAGES = (
    "stage_1",
    "stage_2",
    "stage_3",
    "groups",
    "swiss",
    "play_off",
    "main",
    "lower",
    "final",
    "bronze",
    "consolation",
    "last_chance",
    "placement",
    "knockout",
)
_POINTS = (3, 5, 7, 9, 11, 13, 15, 17)
"""The other lengths of match that the form offers to so many points."""
OWN = "own"
STOP = "stop"


class Option(NamedTuple):
    """A field of the form. `choices` are values with their words, `most` the characters of a text.

    The value of `DROPS` is a drop string. The form offers the choices first, and a field for one of one's own.
    """

    name: str
    kind: str
    label: str
    sentence: str
    default: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    most: int = 100


class Part(NamedTuple):
    """Options under one heading; `form` is the format that they belong to, if they are of one."""

    title: str
    options: tuple[Option, ...]
    form: str = ""

    @property
    def folded(self) -> tuple[Option, ...]:
        """The options that are none of the five questions."""
        return tuple(
            option for option in self.options if option.name not in (self.rounds.name if self.rounds else "", STOP)
        )

    @property
    def rounds(self) -> Option | None:
        """The number of rounds, which belongs to the question of the format."""
        return next((option for option in self.options if option.name == f"{self.form}.rounds"), None)


def format_sentence(key: str) -> str:
    """A format in one sentence for a person who has never heard of it."""
    return {
        "round_robin": _("Everyone meets everyone."),
        "single_elimination": _("A player who loses is out. The winner of the final wins."),
        "double_elimination": _("A player is out after the second loss."),
        "groups_then_knockout": _("Everyone meets everyone in small groups. The best go on to a knock-out."),
        "swiss": _("A fixed number of rounds. In each, players with equal scores meet. No player is out."),
        "swiss_then_knockout": _("A Swiss first. The best of its table go on to a knock-out."),
        "stages": _("Two or three stages, such as groups, then a Swiss, then a knock-out. The best of each go on."),
        "elimination_by_losses": _("All play in every round until they have lost a set number of matches."),
        "team_league": _("Every team meets every team on several boards."),
        "team_knockout": _("Teams meet on several boards. A team that loses a meeting is out."),
        "team_swiss": _("A fixed number of rounds. In each, teams with equal scores meet on several boards."),
    }[key]


def of_formats() -> Iterable[Part]:
    """The settings of every format."""
    for form in FORMATS:
        options = tuple(
            _setting(form.key, field.name, field.default, field.metadata.get("choices"))
            for field in fields(form.settings)
            if field.default is not MISSING
        )
        if options:
            yield Part(tournament_labels.labels().format(form.name), options, form.key)


def _setting(form: str, name: str, default: object, choices: Iterable[object] | None) -> Option:
    label, sentence = map(core_messages.words, words_of(name, default))
    if isinstance(default, bool):
        return Option(f"{form}.{name}", YES, label, sentence, "1" if default else "")
    if name in option_words.DROP_STRINGS:
        return Option(f"{form}.{name}", DROPS, label, sentence, str(default), option_words.drop_choices(name), 500)
    if choices is None:
        return Option(f"{form}.{name}", TEXT, label, sentence, str(default), most=500)
    words = option_words.choice_words()
    offered = tuple((str(choice), words.get((name, str(choice)), str(choice))) for choice in choices)
    return Option(f"{form}.{name}", CHOICE, label, sentence, str(default), offered)


def of_all() -> tuple[Part, ...]:
    """The options that every format has."""
    other_lengths = tuple(option for place in TERMS for option in _terms(place))
    scoring = tuple(Option(f"scoring.{kind}", NUMBER, label, sentence) for kind, label, sentence in _scoring())
    return (
        Part(_("Checks and results"), _checks()),
        Part(_("Order of the table"), _order()),
        Part(_("Scoring"), scoring),
        Part(_("Other lengths of match"), other_lengths),
        Part(_("Handicap"), _handicap()),
    )


def _handicap() -> tuple[Option, ...]:
    about = _("The weaker player of a match begins with points. Ratings and classes are those of the entries.")
    lines = _(
        "Points from a difference of ratings on, such as 100: 1, 200: 2. For each step: 100: 1. Of classes: junior: 2."
    )
    return (
        Option(handicap.BY, CHOICE, _("Start"), about, "", handicap.ways()),
        Option(handicap.LINES, TEXT, _("Points"), lines, most=500),
        Option(handicap.MOST, NUMBER, _("At most so many points"), ""),
        Option(handicap.COUNTED, CHOICE, _("Points in the table"), "", WITH_START, handicap.counted()),
        Option(handicap.RATED, CHOICE, _("Ratings"), "", NOT_RATED, handicap.rated()),
    )


def _checks() -> tuple[Option, ...]:
    checks = (("strict", _("strict")), ("advisory", _("advisory")))
    stops = (
        ("all_games", _("All are played, also when the winner is known")),
        ("when_decided", _("Play ends when the winner is known")),
    )
    strictness = _("Strict: an illegal play is refused. Advisory: it is marked and stands.")
    rolled = _("The service rolls, and proves its rolls at the end. Without this people throw dice and record them.")
    unfinished = _("What an unfinished match is worth then. The desk proposes it, and a referee confirms it.")
    time_up = (
        ("", _("nothing is said: a referee decides")),
        ("leader_wins", _("the leader wins; if level, a referee decides")),
        ("half_each", _("half each (not in a knock-out)")),
        ("referee", _("a referee decides, and the desk asks")),
    )
    confirmed = _("A result counts after a second person or a referee has confirmed it.")
    return (
        Option("check", CHOICE, _("Check of the rules"), strictness, "strict", checks),
        Option(STOP, CHOICE, _("Games of a match"), "", "all_games", stops),
        Option("check_in", YES, _("Check-in"), _("Only players who are checked in as present start.")),
        Option("drafts", YES, _("Drafts"), _("A paired round is seen and played after you have published it.")),
        Option("confirm", YES, _("Confirmation"), confirmed),
        Option("time_up", CHOICE, _("When the time of a round is up"), unfinished, "", time_up),
        Option("service_dice", YES, _("Dice by the service"), rolled),
    )


def _order() -> tuple[Option, ...]:
    presets = (
        ("", _("as usual for the format")),
        ("round_robin", _("round robin")),
        ("swiss_tables", _("Swiss")),
        ("swiss_bg_classic", _("Swiss, as in backgammon")),
        ("league", _("league")),
        (OWN, _("your own order, below")),
    )
    codes = (("", _("– nothing –")), *_tie_breaks())
    own = (
        Option(name, CHOICE, _("Tie-break %(place)s", place=place), "", "", codes)
        for place, name in enumerate(ORDER, 1)
    )
    return (Option("preset", CHOICE, _("Tie-breaks"), _("What orders players who are equal."), "", presets), *own)


def _terms(place: int) -> tuple[Option, ...]:
    labels = tournament_labels.labels()
    stages = tuple((stage, _("whole knock-out") if stage == "knockout" else labels.word(stage)) for stage in STAGES)
    games = tuple((f"games.{length}", number_of({"games": length})) for length in LENGTHS)
    points = tuple((f"points.{point}", number_of({"points": point})) for point in _POINTS)
    rounds = (("", _("all of them")), ("1", "1"), ("2", "2"), ("3", "3"))
    sentence = _("The matches of this stage have another length. Not every format has each stage.")
    sentence_of_rounds = _("1 is the final, 2 are the semi-finals.")
    return (
        Option(f"terms.{place}.stage", CHOICE, _("Stage"), sentence, "", (("", _("– none –")), *stages)),
        Option(f"terms.{place}.from_end", CHOICE, _("Its rounds"), sentence_of_rounds, "", rounds),
        Option(f"terms.{place}.length", CHOICE, _("Length"), "", "games.5", (*games, *points)),
    )


def _tie_breaks() -> tuple[tuple[str, str], ...]:
    labels = tournament_labels.labels()
    return tuple((tie_break.code, labels.tie_break(tie_break.code)) for tie_break in TIE_BREAKS)


def _scoring() -> tuple[tuple[str, str, str], ...]:
    usual = _("Empty: as a win.")
    return (
        ("win", _("Match won"), _("Empty: 1.")),
        ("loss", _("Match lost"), _("Empty: 0.")),
        ("bye", _("Bye"), _("Empty: as usual for the format.")),
        ("walkover", _("Won by walkover"), usual),
        ("no_show", _("Won, the other did not come"), usual),
        ("forfeit", _("Won, the other gave up"), usual),
        ("half_bye", _("Round sat out for half a point"), _("Empty: half of a win and a loss together.")),
        ("full_bye", _("Round sat out for a full point"), usual),
        ("double_no_show", _("Neither came"), _("Empty: 0.")),
        ("half_each", _("Time was up: half each"), _("Empty: half of a win and a loss together.")),
        ("penalty", _("Penalty point"), _("Each one of a referee takes so much off. Empty: 0.")),
    )


def drop_strings() -> Iterable[Option]:
    """The options whose value is a drop string."""
    return (option for part in parts() for option in part.options if option.kind == DROPS)


def drop_string(option: Option, way: str, own: str) -> str:
    """The drop string of a choice: none, the usual one, or one of one's own."""
    if way == OWN:
        return own
    return "auto" if way == USUAL and NONE in dict(option.choices) else ""


def way_of(option: Option, text: str) -> str:
    """The choice that a drop string is."""
    if text in ("", "auto"):
        return USUAL if text or NONE not in dict(option.choices) else NONE
    return OWN


def parts() -> tuple[Part, ...]:
    """Everything that is folded: the format's own settings first."""
    return _parts(locale.current())


@cache
def _parts(_language: str) -> tuple[Part, ...]:
    """The parts in the language of this request, which is all that they depend on; a form asks for them often."""
    return (*of_formats(), *of_all())


def defaults() -> dict[str, str]:
    """The value of every folded field before a person types."""
    return {option.name: option.default for part in parts() for option in part.options}
