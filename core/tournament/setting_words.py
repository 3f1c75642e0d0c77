"""Settings of formats in words: the label and the sentence of each, which forms show and programs read.

Where programs need more, such as the letters of a drop string, the format has a sentence of its own beside its setting.
"""

from collections.abc import Mapping
from typing import NamedTuple

from core.messages import say

_STAGES = ("first", "second", "third")
"""The settings of several stages, which begin with these."""
_OF_OTHERS = "consolation_of_others"


class SettingWords(NamedTuple):
    """The name of a setting above its field, and what it does."""

    label: str
    sentence: str


def words_of(name: str, default: object) -> SettingWords:
    """The words of a setting. A consolation that is a mere yes or no is for those who do not go on."""
    return WORDS[_OF_OTHERS if name == "consolation" and isinstance(default, bool) else name]


def sentence_of(name: str, clause: str) -> str:
    """The sentence of a setting, with the clause of its rule before it."""
    return say("{clause}: {sentence}", clause=clause, sentence=WORDS[name].sentence)


def _stage_words() -> dict[str, SettingWords]:
    """The settings of each of several stages."""
    stage_words: dict[str, SettingWords] = {}
    for number, name in enumerate(_STAGES, 1):
        values = {"number": number}
        stage_words |= {
            name: SettingWords(
                say("Stage {number}", **values), say("Nothing follows a knock-out.") if number > 1 else ""
            ),
            f"{name}_size": SettingWords(
                say("Stage {number}, in groups: size", **values), say("No group is larger than this.")
            ),
            f"{name}_rounds": SettingWords(
                say("Stage {number}, as a Swiss: rounds", **values), say("How many rounds are played.")
            ),
            f"{name}_counts": SettingWords(
                say("Stage {number}: what counts from before", **values),
                say("Players bring the points of the stages before, or none."),
            ),
            f"{name}_on": SettingWords(
                say("Stage {number}: go on", **values),
                say("So many of each group go on to the next stage, or so many of the whole table."),
            ),
        }
    return stage_words


WORDS: Mapping[str, SettingWords] = {
    **_stage_words(),
    "legs": SettingWords(say("Meetings"), say("They meet so many times. In every second leg the seats are swapped.")),
    "bronze": SettingWords(
        say("Match for third place"), say("The losers of the semi-finals play for the third place.")
    ),
    "share_third": SettingWords(
        say("Shared third place"),
        say("The losers of the semi-finals share the third place, whatever they did before."),
    ),
    "consolation": SettingWords(say("Consolation"), say("Those who lose early play on, in a bracket of their own.")),
    _OF_OTHERS: SettingWords(say("Consolation"), say("The players who do not go on play a knock-out of their own.")),
    "losers": SettingWords(
        say("Consolation of the knock-out"),
        say("Those who lose early in the knock-out play on, in a bracket of their own."),
    ),
    "placement": SettingWords(
        say("Places played for"),
        say("Losers play on for every place up to this, with 8 for the places 3 and 5 to 8."),
    ),
    "last_chance": SettingWords(
        say("Last chance"),
        say("Those who lose in the consolation play on once more."),
    ),
    "reset": SettingWords(
        say("Deciding match"),
        say("If the winner of the lower bracket wins the grand final, it is played again."),
    ),
    "drops": SettingWords(
        say("Lower bracket"), say("It says when those who lose in the main bracket come into the lower one.")
    ),
    "groups": SettingWords(say("Groups"), say("How many groups there are.")),
    "group_size": SettingWords(
        say("Size of a group"),
        say("No group is larger than this, unless you say how many groups there are."),
    ),
    "advance": SettingWords(say("Advance"), say("So many of each group go on to the knock-out.")),
    "seeds_by": SettingWords(
        say("Seeds of the knock-out"),
        say("The winners of the groups are seeded in the order of their letters, or by what they won, and so on."),
    ),
    "next_best": SettingWords(
        say("Best of the next place"),
        say("So many more go on: the best of the place after those who advance, for instance the best thirds."),
    ),
    "compare": SettingWords(
        say("Players of different groups"),
        say("What counts when they are compared, where groups are of unequal size."),
    ),
    "level": SettingWords(
        say("Equal in the last place that goes on"),
        say("Of players whom no tie-break separates lots decide, or they play for the place."),
    ),
    "gone": SettingWords(
        say("Gone before the knock-out"),
        say("If a player who would go on has withdrawn, the next one moves up, or the place is left out."),
    ),
    "leavers": SettingWords(
        say("A player who leaves"),
        say("What becomes of their matches: played ones stand, or half of them must be played for any to count."),
    ),
    "rounds": SettingWords(say("Rounds"), say("How many rounds are played.")),
    "cut": SettingWords(say("To the knock-out"), say("So many of the table go on to the knock-out.")),
    "line": SettingWords(
        say("Level at the line"),
        say("If players have as many points as the last who goes on, the tie-breaks decide, or they play for it."),
    ),
    "pairing": SettingWords(
        say("Who meets whom among equals"),
        say("The upper half of the seeds meets the lower half, lots decide, or neighbours meet (Monrad)."),
    ),
    "seats": SettingWords(
        say("Seats"),
        say("Who has sat white less often sits white. With a limit, no player has one seat for too long."),
    ),
    "byes": SettingWords(
        say("Rounds sat out for points"),
        say("So many rounds a player may sit out on request for points. Without points it is always possible."),
    ),
    "bye_worth": SettingWords(
        say("Such a round counts"), say("Half a point, or up to a full one. A win counts 2 points then.")
    ),
    "last_bye": SettingWords(say("Also the last round"), say("The last round, too, may be sat out for points.")),
    "late_byes": SettingWords(
        say("Late players"),
        say("Rounds that a late player missed count half a point, as many as may be sat out."),
    ),
    "unplayed": SettingWords(
        say("Rounds not played, in Buchholz"),
        say(
            "They count the player's own score, the score of a virtual opponent, or nothing. By the last two half "
            "points are counted, and a win counts 2."
        ),
    ),
    "accelerated": SettingWords(
        say("Accelerated rounds"),
        say("In so many first rounds the upper half of the seeds is paired as if each had won once more."),
    ),
    "seeded": SettingWords(say("Seeded players"), say("The first so many are seeded. Lots place all others.")),
    "avoid": SettingWords(say("Players of one club"), say("If players of the same club or school may meet.")),
    "losses": SettingWords(say("Losses"), say("A player who has lost so many matches is out.")),
    "finalist": SettingWords(
        say("First finalist"),
        say("Once one player alone has the fewest losses, this player waits in the final."),
    ),
    "buy_backs": SettingWords(
        say("Buy-backs"),
        say("So many times a player who is out may buy a life back, before the next round is paired."),
    ),
    "buy_back_until": SettingWords(say("Buy-backs up to round"), say("After a later round no life is bought back.")),
    "re_entries": SettingWords(
        say("Re-entries"),
        say("So many times a player who lost early may enter again, in the place of a bye."),
    ),
    "re_entry_until": SettingWords(
        say("Re-entries after a loss up to round"),
        say("A player who lost in a later round of the main bracket does not enter again."),
    ),
    "boards": SettingWords(say("Boards"), say("A meeting of two teams is played on so many boards.")),
    "meeting": SettingWords(
        say("Within a meeting"),
        say("Board meets board, or all players of a team meet all of the other, round by round."),
    ),
    "won": SettingWords(say("Meeting won"), say("League points for a meeting won.")),
    "drawn": SettingWords(say("Meeting drawn"), say("League points for a meeting drawn.")),
    "lost": SettingWords(say("Meeting lost"), say("League points for a meeting lost.")),
}
