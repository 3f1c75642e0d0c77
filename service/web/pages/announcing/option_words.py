"""The choices of settings in words, as the form shows them. Their labels are in `core.tournament.setting_words`."""

from flask_babel import gettext as _
from flask_babel import ngettext

from core.tournament.formats.swiss_then_knockout import CUTS
from core.tournament.pairing.berger import LEGS

_STAGES = ("first", "second", "third")
"""The settings of several stages, which begin with these."""


DROP_STRINGS = ("consolation", "losers", "last_chance", "drops")
"""Settings whose value is a drop string."""


def drop_choices(name: str) -> tuple[tuple[str, str], ...]:
    """The choices of a setting whose value is a drop string. A lower bracket is always there."""
    usual_or_own = (("usual", _("usual")), ("own", _("own, by a drop string")))
    return usual_or_own if name == "drops" else (("none", _("none")), *usual_or_own)


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
        **{("legs", str(leg)): ngettext("%(num)s time", "%(num)s times", leg) for leg in LEGS[2:]},
        ("placement", "0"): _("none"),
        ("cut", "2"): _("2: a final"),
        ("cut", "4"): _("4: from the semi-finals on"),
        ("cut", "8"): _("8: from the quarter-finals on"),
        ("cut", "16"): _("16: from the round of 16 on"),
        **{("cut", str(cut)): _cut_with_byes(cut) for cut in CUTS if cut & (cut - 1)},
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
