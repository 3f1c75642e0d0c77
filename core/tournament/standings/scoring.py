"""The value of a match for each of its players, by its kind of result: the input of the standings."""

from collections.abc import Mapping

from core.errors import Invalid
from core.messages import say
from core.tournament.model.result_words import kind_name
from core.tournament.model.state import Format, Tournament
from core.tournament.model.values import HALF, HALF_EACH, OWN_SCORE, Result

MOST = 1000
"""The highest, and as a loss the lowest, that a match may count."""

DRAWN = "drawn"
"""The kind of a meeting of teams that neither won; no announcement names its value."""
_WINS = ("walkover", "no_show", "forfeit", "adjudicated")
_LOSSES = tuple(f"{kind}_loss" for kind in _WINS)
KINDS: Mapping[str, str] = {
    "win": say("a match won by playing; 1 unless said otherwise"),
    "loss": say("a match lost by playing; 0 unless said otherwise"),
    "bye": say("a round without an opponent; by the format"),
    "half_bye": say("a round sat out on request for half a point; half of a win and a loss together, rounded down"),
    "full_bye": say("a round sat out on request for a full point; as a win"),
    **{kind: say("a match won in another way ({kind}); as a win", kind=kind_name(kind)) for kind in _WINS[:3]},
    "adjudicated": say("a match awarded by the referee, at the table or by decision; as a win"),
    **dict.fromkeys(_LOSSES, say("the same for who lost it; as a loss")),
    "double_no_show": say("a match for which neither came: both have lost it; 0 for each unless said otherwise"),
    HALF_EACH: say("a match that is worth half for each; half of a win and a loss together, rounded down"),
    "walkover_games": say(
        "games by which a match won without play counts in the game difference; 0 unless said otherwise"
    ),
    "walkover_points": say("points by which it counts in the point difference; 0 unless said otherwise"),
    "penalty": say("what each penalty point of a referee takes off the player's points; 0 unless said otherwise"),
}
"""The keys of a tournament's `scoring`, and the value of each."""


def check_scoring(form: Format, scoring: Mapping[str, int]) -> Mapping[str, int]:
    """The scoring, if the tables of the format can count by it. Raises `Invalid` by `scoring.<kind>`."""
    if form.teams and scoring.get("penalty"):
        raise Invalid({"scoring.penalty": [say("penalty points are given to players, and this table is one of teams")]})
    return scoring


def penalty_of(tournament: Tournament) -> int:
    """Points that one penalty point takes off in the table; 0 where the announcement does not say so."""
    return (tournament.created.scoring or {}).get("penalty", 0)


def scoring_of(tournament: Tournament) -> dict[str, int]:
    """The value of every kind of result in this tournament: as announced, else by default.

    A bye counts as many wins as the format says (`Format.bye`). A kind that is not named counts as a win or a loss.
    Where half a point is given, also for a round not played or a match whose time was up,
    a win counts 2 unless the scoring says otherwise.
    """
    scoring = dict(tournament.created.scoring or {})
    rule = tournament.format.byes(tournament)
    halves = rule is not None and HALF in rule.worths
    half_each = tournament.created.time_up == HALF_EACH
    doubled = halves or half_each or tournament.format.unplayed(tournament) != OWN_SCORE
    win, loss = scoring.get("win", 2 if doubled else 1), scoring.get("loss", 0)
    usual = {
        "win": win,
        "loss": loss,
        "bye": win * tournament.format.bye,
        **dict.fromkeys(_WINS, win),
        **dict.fromkeys(_LOSSES, loss),
        "double_no_show": 0,
        "walkover_games": 0,
        "walkover_points": 0,
    }
    if half_each:
        usual[HALF_EACH] = half_of(usual)
    if halves:
        usual |= {"half_bye": half_of(usual), "full_bye": win}
    return usual | scoring


def half_of(counts: Mapping[str, int]) -> int:
    """Half a point of a scoring: half of a win and a loss together, rounded down."""
    return (counts["win"] + counts["loss"]) // 2


def kind_for(result: Result, seat: str) -> str:
    """The scoring key of a result for the player at that seat; where both lost, both have the loss.

    >>> kind_for(Result("walkover", None, {}, None, ()), "white")
    'walkover_loss'
    """
    if result.kind in ("bye", "double_no_show", HALF_EACH, DRAWN):
        return result.kind
    if result.kind == "played":
        return "win" if result.winner == seat else "loss"
    return result.kind if result.winner == seat else f"{result.kind}_loss"
