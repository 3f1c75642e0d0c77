"""Answers about ratings: a club's rule, a list and its matches, a player's history, and the file of a list."""

from marshmallow import fields

from schemas.fields import Strict
from schemas.views.base import Listed, integer, listed, maybe_integer, maybe_text, moment, one, text, yes


def _rating(**metadata: str) -> fields.Float:
    """A rating to two decimals."""
    return fields.Float(required=True, metadata=metadata)


def _maybe_rating(**metadata: str) -> fields.Float:
    """A rating to two decimals, or null."""
    return fields.Float(required=True, allow_none=True, metadata=metadata)


class RatingRule(Strict):
    """A club's rule for the rating list of a game."""

    tournaments = yes(description="Matches of tournaments count.")
    teams = yes(description="Boards of matches of teams count.")
    friendly = yes(description="Matches outside tournaments count.")
    awarded = yes(description="Matches that were given up or awarded after their start count.")
    shortest = integer(description="Points of the shortest match that counts.")
    start = integer(description="The first rating of a player.")
    from_list = yes(description="Players begin with their rating on the club's list, if they have one.")
    ramp = yes(description="The ratings of new players change faster.")
    provisional = integer(description="A player with fewer counted matches is provisional.")
    public = yes(description="Everybody may read the list.")
    left_out = fields.List(
        fields.String(), required=True, metadata={"description": "Tournaments whose matches do not count."}
    )


class RuleOfGame(Strict):
    """The rule of the rating list of a game."""

    game = text()
    rule = one(RatingRule)


class RatingRules(Listed):
    """The rules of a club's rating lists."""

    rules = listed(RuleOfGame)


class ListedRating(Strict):
    """A player of a rating list."""

    rank = maybe_integer(description="Null for a provisional player.")
    id = text()
    name = text()
    rating = fields.Float(attribute="rounded", required=True)
    provisional = yes()
    experience = integer(description="The lengths of the counted matches together, in points.")
    played = integer(description="Matches that count.")
    won = integer()
    lost = integer()
    highest = fields.Float(attribute="best", required=True, metadata={"description": "The highest rating so far."})
    last_change = _rating(description="By the last counted match.")
    last_match = moment(attribute="at")


class AboutList(Strict):
    """The club and the rule of a rating list."""

    club = fields.String(attribute="club.slug", required=True)
    club_name = fields.String(attribute="club.name", required=True)
    game = text()
    rule = one(RatingRule)
    matches = fields.Integer(
        attribute="counted", required=True, strict=True, metadata={"description": "Matches that count."}
    )


class RatingList(AboutList, Listed):
    """A page of a club's rating list, best first; provisional players stand behind the others."""

    players = listed(ListedRating)


class RatedPlayer(Strict):
    """A player of a match; the chance and the ratings are null where the match does not count."""

    id = maybe_text(description="Null for a player who is not on the club's list.")
    name = text()
    won = yes()
    score = integer()
    chance = _maybe_rating(description="The probability to win, before the match.")
    before = _maybe_rating(description="The rating before the match.")
    after = _maybe_rating(description="The rating after it.")
    change = _maybe_rating()


class RatedMatch(Strict):
    """A decided match, and if it counts for the rating list."""

    id = text()
    tournament = maybe_text(description="Null for a match outside tournaments.")
    tournament_name = maybe_text()
    round = integer(description="0 outside tournaments.")
    round_name = maybe_text(description="The name of the round in a bracket, such as `final`; null for one without.")
    decided_at = moment(attribute="at", description="The time of the first result: a correction keeps it.")
    kind = text(description="`played`, or how the director decided it.")
    points = integer(description="The length in points; of a match for the best of games the games that win it.")
    counts = yes()
    why_not = maybe_text(description="Why it does not count.")
    players = listed(RatedPlayer)


class RatedMatches(Listed):
    """The decided matches of a club and a game, the newest first."""

    matches = listed(RatedMatch)


class CurvePoint(Strict):
    """The rating of a player after a counted match."""

    at = moment()
    rating = _rating()


class AboutPlayer(Strict):
    """A player's rating."""

    id = text()
    name = text()
    standing = one(ListedRating, allow_none=True, attribute="line")
    hidden = integer(description="Matches of tournaments that are not published, which only the club's people see.")
    curve = listed(CurvePoint, metadata={"description": "The rating after each counted match, the oldest first."})


class PlayerRating(AboutPlayer, RatedMatches):
    """A player's rating, and a page of the matches, the newest first."""


# ── the file ─────────────────────────────────────────────────────────────────────────────────────────────────────────
class FiledPlayer(Strict):
    """A player of the file; `group` is what the club's list says, such as a home club."""

    id = text()
    name = text()
    group = maybe_text()


class FiledMatch(Strict):
    """A counted match of the file. `winner` is 1 or 2."""

    id = text()
    tournament = maybe_text()
    decided_at = moment()
    player1 = text(description="A player's id.")
    player2 = text()
    winner = integer()
    points = integer(description="The length in points.")


class RatingFile(Strict):
    """A rating list as a file: its rule and the matches that count, from which anyone can compute it again."""

    form = text(description="`brade-ratings 1`.")
    club = text()
    club_name = text()
    game = text()
    rule = one(RatingRule)
    players = listed(FiledPlayer)
    matches = listed(FiledMatch, metadata={"description": "In the order in which they were decided."})
