"""Settings of formats in words: label, sentence and choices, as the form and its summary show them."""

from flask_babel import gettext as _
from flask_babel import ngettext

from core.tournament.formats.swiss_then_knockout import CUTS
from core.tournament.pairing.berger import LEGS

_STAGES = ("first", "second", "third")
"""The settings of several stages, which begin with these."""


DROP_STRINGS = ("consolation", "last_chance", "drops")
"""Settings whose value is a drop string."""


def drop_choices(name: str) -> tuple[tuple[str, str], ...]:
    """The choices of a setting whose value is a drop string. A lower bracket is always there."""
    usual_or_own = (("usual", _("usual")), ("own", _("own, by a drop string")))
    return usual_or_own if name == "drops" else (("none", _("none")), *usual_or_own)


def yes_words() -> dict[str, str]:
    """By setting the sentence of a mere yes or no, where another format asks for more."""
    return {"consolation": _("The players who do not go on play a knock-out of their own.")}


def choice_words() -> dict[tuple[str, str], str]:
    """By setting and value the words of a choice that is no number."""
    return {
        ("rounds", "0"): _("as many as fit the players"),
        ("groups", "0"): _("as many as the size makes"),
        ("pairing", "fold"): _("upper half against lower half"),
        ("pairing", "random"): _("by lots"),
        ("pairing", "monrad"): _("first against second, third against fourth"),
        ("seats", "balanced"): _("they go round"),
        ("seats", "limited"): _("never three times in a row"),
        ("accelerated", "0"): _("none"),
        ("byes", "0"): _("none"),
        ("buy_backs", "0"): _("none"),
        ("buy_back_until", "0"): _("any round"),
        ("re_entries", "0"): _("none"),
        ("bye_worth", "half"): _("half a point"),
        ("bye_worth", "full"): _("up to a full point"),
        ("unplayed", "own_score"): _("own score (FIDE 2023)"),
        ("unplayed", "virtual_opponent"): _("virtual opponent (FIDE 2009)"),
        ("unplayed", "zero"): _("nothing (US Chess)"),
        ("avoid", "none"): _("may meet"),
        ("avoid", "soft"): _("rather not"),
        ("avoid", "hard"): _("never"),
        ("seeded", "0"): _("all, in the order that is set"),
        ("legs", "1"): _("once"),
        ("legs", "2"): _("twice"),
        **{("legs", str(each)): ngettext("%(num)s time", "%(num)s times", each) for each in LEGS[2:]},
        ("placement", "0"): _("none"),
        ("cut", "2"): _("2: a final"),
        ("cut", "4"): _("4: from the semi-finals on"),
        ("cut", "8"): _("8: from the quarter-finals on"),
        ("cut", "16"): _("16: from the round of 16 on"),
        **{("cut", str(each)): _cut_with_byes(each) for each in CUTS if each & (each - 1)},
        ("line", "tie_breaks"): _("the tie-breaks decide"),
        ("line", "play_off"): _("they play for the place"),
        ("meeting", "boards"): _("board against board"),
        ("meeting", "scheveningen"): _("all against all (Scheveningen)"),
        ("seeds_by", "letters"): _("by the letters of the groups"),
        ("seeds_by", "results"): _("by results across the groups"),
        ("compare", "per_match"): _("what they won per match"),
        ("compare", "without_last"): _("the same, without matches against the last of larger groups"),
        ("leavers", "stand"): _("what was played stands"),
        ("leavers", "half"): _("below half of the matches nothing counts, else the rest is lost"),
        **_stage_choices(),
        ("next_best", "0"): _("none"),
        ("level", "lots"): _("lots decide"),
        ("level", "play_off"): _("they play for the place"),
        ("gone", "moves_up"): _("the next one moves up"),
        ("gone", "byes"): _("byes are drawn anew"),
    }


def _cut_with_byes(cut: int) -> str:
    """A number of players who go on that fills no bracket."""
    byes = (1 << cut.bit_length()) - cut
    return ngettext("%(cut)s: the first has a bye", "%(cut)s: the first %(num)s have a bye", byes, cut=cut)


def _stage_choices() -> dict[tuple[str, str], str]:
    """The choices of each of several stages."""
    kinds = {
        "none": _("none"),
        "groups": _("Groups"),
        "round_robin": _("Round robin"),
        "swiss": _("Swiss"),
        "single_elimination": _("Single elimination"),
        "double_elimination": _("Double elimination"),
    }
    counts = {"nothing": _("nothing: all begin at zero"), "points": _("the points so far")}
    return {
        **{(name, kind): f"{word[0].upper()}{word[1:]}" for name in _STAGES for kind, word in kinds.items()},
        **{(f"{name}_counts", each): word for name in _STAGES for each, word in counts.items()},
        **{(f"{name}_rounds", "0"): _("as many as fit the players") for name in _STAGES},
    }


def _stage_words() -> dict[str, tuple[str, str]]:
    """The settings of each of several stages."""
    found: dict[str, tuple[str, str]] = {}
    for number, name in enumerate(_STAGES, 1):
        values = {"number": number}
        found |= {
            name: (_("Stage %(number)s", **values), _("Nothing follows a knock-out.") if number > 1 else ""),
            f"{name}_size": (_("Stage %(number)s, in groups: size", **values), _("No group is larger than this.")),
            f"{name}_rounds": (_("Stage %(number)s, as a Swiss: rounds", **values), _("How many rounds are played.")),
            f"{name}_counts": (
                _("Stage %(number)s: what counts from before", **values),
                _("Players bring the points of the stages before, or none."),
            ),
            f"{name}_on": (
                _("Stage %(number)s: go on", **values),
                _("So many of each group go on to the next stage, or so many of the whole table."),
            ),
        }
    return found


def settings_words() -> dict[str, tuple[str, str]]:
    """By setting its label and its sentence."""
    return {
        **_stage_words(),
        "legs": (_("Meetings"), _("They meet so many times. In every second leg the seats are swapped.")),
        "bronze": (_("Match for third place"), _("The losers of the semi-finals play for the third place.")),
        "share_third": (
            _("Shared third place"),
            _("The losers of the semi-finals share the third place, whatever they did before."),
        ),
        "consolation": (_("Consolation"), _("Those who lose early play on, in a bracket of their own.")),
        "placement": (
            _("Places played for"),
            _("Losers play on for every place up to this, with 8 for the places 3 and 5 to 8."),
        ),
        "last_chance": (
            _("Last chance"),
            _("Those who lose in the consolation play on once more."),
        ),
        "reset": (
            _("Deciding match"),
            _("If the winner of the lower bracket wins the grand final, it is played again."),
        ),
        "drops": (_("Lower bracket"), _("It says when those who lose in the main bracket come into the lower one.")),
        "groups": (_("Groups"), _("How many groups there are.")),
        "group_size": (
            _("Size of a group"),
            _("No group is larger than this, unless you say how many groups there are."),
        ),
        "advance": (_("Advance"), _("So many of each group go on to the knock-out.")),
        "seeds_by": (
            _("Seeds of the knock-out"),
            _("The winners of the groups are seeded in the order of their letters, or by what they won, and so on."),
        ),
        "next_best": (
            _("Best of the next place"),
            _("So many more go on: the best of the place after those who advance, for instance the best thirds."),
        ),
        "compare": (
            _("Players of different groups"),
            _("What counts when they are compared, where groups are of unequal size."),
        ),
        "level": (
            _("Equal in the last place that goes on"),
            _("Of players whom no tie-break separates lots decide, or they play for the place."),
        ),
        "gone": (
            _("Gone before the knock-out"),
            _("If a player who would go on has withdrawn, the next one moves up, or the place is left out."),
        ),
        "leavers": (
            _("A player who leaves"),
            _("What becomes of their matches: played ones stand, or half of them must be played for any to count."),
        ),
        "rounds": (_("Rounds"), _("How many rounds are played.")),
        "cut": (_("To the knock-out"), _("So many of the table go on to the knock-out.")),
        "line": (
            _("Level at the line"),
            _("If players have as many points as the last who goes on, the tie-breaks decide, or they play for it."),
        ),
        "pairing": (
            _("Who meets whom among equals"),
            _("The upper half of the seeds meets the lower half, lots decide, or neighbours meet (Monrad)."),
        ),
        "seats": (
            _("Seats"),
            _("Who has sat white less often sits white. With a limit, no player has one seat for too long."),
        ),
        "byes": (
            _("Rounds sat out for points"),
            _("So many rounds a player may sit out on request for points. Without points it is always possible."),
        ),
        "bye_worth": (_("Such a round counts"), _("Half a point, or up to a full one. A win counts 2 points then.")),
        "last_bye": (_("Also the last round"), _("The last round, too, may be sat out for points.")),
        "late_byes": (
            _("Late players"),
            _("Rounds that a late player missed count half a point, as many as may be sat out."),
        ),
        "unplayed": (
            _("Rounds not played, in Buchholz"),
            _(
                "They count the player's own score, the score of a virtual opponent, or nothing. By the last two half "
                "points are counted, and a win counts 2."
            ),
        ),
        "accelerated": (
            _("Accelerated rounds"),
            _("In so many first rounds the upper half of the seeds is paired as if each had won once more."),
        ),
        "seeded": (_("Seeded players"), _("The first so many are seeded. Lots place all others.")),
        "avoid": (_("Players of one club"), _("If players of the same club or school may meet.")),
        "losses": (_("Losses"), _("A player who has lost so many matches is out.")),
        "finalist": (
            _("First finalist"),
            _("Once one player alone has the fewest losses, this player waits in the final."),
        ),
        "buy_backs": (
            _("Buy-backs"),
            _("So many times a player who is out may buy a life back, before the next round is paired."),
        ),
        "buy_back_until": (_("Buy-backs up to round"), _("After a later round no life is bought back.")),
        "re_entries": (
            _("Re-entries"),
            _("So many times a player who lost early may enter again, in the place of a bye."),
        ),
        "re_entry_until": (
            _("Re-entries after a loss up to round"),
            _("A player who lost in a later round of the main bracket does not enter again."),
        ),
        "boards": (_("Boards"), _("A meeting of two teams is played on so many boards.")),
        "meeting": (
            _("Within a meeting"),
            _("Board meets board, or all players of a team meet all of the other, round by round."),
        ),
        "won": (_("Meeting won"), _("League points for a meeting won.")),
        "drawn": (_("Meeting drawn"), _("League points for a meeting drawn.")),
        "lost": (_("Meeting lost"), _("League points for a meeting lost.")),
    }
