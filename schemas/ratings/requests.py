"""Requests about rating lists: the club's rule."""

from core.ratings.rule import MOST_LEFT_OUT, PROVISIONAL, START
from schemas.fields import Many, Strict, Text, WholeNumber, YesNo
from schemas.requests.matches import NAME

LONGEST, LAST_RATING, MOST_PROVISIONAL = 25, 9999, 100
"""Points of the shortest match that a rule may ask for, the highest rating to begin with, matches while provisional."""


class RatingRuleSetting(Strict):
    """A club's rule for the rating list of a game; what is not named has its usual value."""

    tournaments = YesNo(load_default=True, metadata={"description": "Matches of tournaments count."})
    teams = YesNo(load_default=True, metadata={"description": "Boards of matches of teams count."})
    friendly = YesNo(load_default=False, metadata={"description": "Matches outside tournaments count."})
    awarded = YesNo(
        load_default=True, metadata={"description": "Matches that were given up or awarded after their start count."}
    )
    shortest = WholeNumber(
        1,
        LONGEST,
        load_default=1,
        metadata={"description": "Points of the shortest match that counts; of three games it is 2 points."},
    )
    start = WholeNumber(0, LAST_RATING, load_default=START, metadata={"description": "The first rating of a player."})
    from_list = YesNo(
        load_default=False, metadata={"description": "Players begin with their rating on the club's list, if any."}
    )
    ramp = YesNo(load_default=True, metadata={"description": "The ratings of new players change faster."})
    provisional = WholeNumber(
        0,
        MOST_PROVISIONAL,
        load_default=PROVISIONAL,
        metadata={"description": "A player with fewer counted matches is provisional."},
    )
    public = YesNo(load_default=False, metadata={"description": "Everybody may read the list."})
    left_out = Many(
        Text(NAME),
        0,
        MOST_LEFT_OUT,
        load_default=list,
        metadata={"description": "The ids of tournaments whose matches do not count."},
    )


class RatingsTaking(Strict):
    """The ratings of a club's list for the entries of a tournament."""

    provisional = YesNo(load_default=True, metadata={"description": "Take those of provisional players, too."})
    order = YesNo(load_default=False, metadata={"description": "Put the entries in the order of their ratings, too."})
