"""Shapes of the answers, as the published document shows them and as the tests compare them with answers.

Answers are not passed through these schemas, since use cases return JSON data already. An additional or missing field
fails a test.
"""

from marshmallow import fields
from marshmallow.validate import OneOf

from core.club.club import ROLES
from core.names.shown_names import STYLES
from schemas.dump import Maybe
from schemas.fields import Strict
from schemas.views.base import Listed, integer, listed, maybe_integer, maybe_text, moment, text, yes
from schemas.views.money import Due


# ── clubs ────────────────────────────────────────────────────────────────────────────────────────────────────────────
class Founded(Strict):
    """A new club and its first organiser token, which is shown here and never again."""

    slug = text()
    name = text()
    token = text()


class Club(Strict):
    """A club."""

    slug = text()
    name = text()
    players = fields.Integer(
        attribute="player_count",
        required=True,
        strict=True,
        metadata={"description": "How many players are on its list."},
    )
    closed = maybe_text(description="Why it takes nothing any more, perhaps an empty text; null while it is open.")


class ClubLook(Strict):
    """A club's logo and colour."""

    colour = maybe_text(description="Such as `#2f5b46`; null where it has none.")
    logo = maybe_text(description="The address of the logo, a PNG; null where it has none.")


class Clubs(Listed):
    """Every club."""

    clubs = listed(Club)


class Token(Strict):
    """A key to the API, without its secret."""

    id = text()
    role = fields.String(required=True, validate=OneOf(ROLES))
    note = text()


class IssuedToken(Token):
    """A key to the API with its secret, which is shown here and never again."""

    token = text()


class PlayedMatch(Strict):
    """A match of a player; `won`, `kind` and the points say nothing before it has a result."""

    id = text()
    round = integer()
    round_name = maybe_text(description="The name of the round in a bracket, such as `final`; null for one without.")
    opponent = text()
    won = fields.Boolean(required=True, allow_none=True)
    kind = maybe_text()
    points = integer()
    opponent_points = integer()


class PlayedTournament(Strict):
    """A tournament that a player, or a team with the player, has entered."""

    id = text()
    name = text()
    status = text()
    entry = text(description="The name of the entry: the player's, or that of the team.")
    withdrawn = fields.Boolean(required=True)
    rank = maybe_integer()
    field = integer(description="How many take part.")
    matches = listed(PlayedMatch)


class PlayerHistory(Listed):
    """Tournaments of a player among a page of the club's tournaments; `total` counts the club's."""

    tournaments = listed(PlayedTournament)


class Tokens(Listed):
    """The access tokens of a club, without their secrets."""

    tokens = listed(Token)


class Player(Strict):
    """A person on a club's list."""

    id = text()
    name = text()
    rating = maybe_integer()
    group = maybe_text(description="Kept apart from each other, such as a club.")


class Registered(Strict):
    """Players who were put on a club's list."""

    players = listed(Player)


class Players(Listed):
    """People on a club's list."""

    players = listed(Player)


class ShownName(Strict):
    """The styles in which readers see the name of a player: `full`, `initials`, or `chosen`, which is `name`."""

    public = fields.String(required=True, validate=OneOf(STYLES))
    members = fields.String(required=True, validate=OneOf(STYLES))
    paper = maybe_text(description="Null: as everybody sees it.")
    feeds = maybe_text(description="Null: as everybody sees it.")
    name = maybe_text()
    since = moment(
        allow_none=True, description="What was over before is as it was; null: the setting is for all times."
    )


class KeptEntryRequest(Strict):
    """A request of the public entry form that waits for an organiser."""

    tournament = text()
    at = moment()
    name = text()
    group = maybe_text()
    rating = maybe_integer()
    contact = maybe_text()
    shown_as = text(description="How everybody may see the name: `full`, `initials` or `number`.")


class PersonalSignIn(Strict):
    """A sign-in, or a try, under the person's name."""

    at = moment()
    what = text()
    address = text()


class Mention(Strict):
    """An event of a log that the person wrote, or that names them by an id or a name."""

    at = moment()
    what = text(description="The type of the event.")
    stream = text(description="The log: of the club, a tournament or a match.")
    version = integer()
    author = fields.Boolean(required=True, metadata={"description": "Whether the person wrote it."})
    texts = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Texts with the name. One that was typed may be about other people, too."},
    )


class FoundText(Strict):
    """A text of an event that people typed, with a name of the player in it, or a part of one."""

    stream = text(description="The log: of the club, a tournament or a match.")
    version = integer()
    at = moment()
    type = text(description="The type of the event.")
    field = text(example="details.description")
    text = fields.String(required=True)
    parts = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The names, and the parts of names, that stand in it, as the player writes them."},
    )
    whole = yes(description="A whole name stands in it.")


class FoundTexts(Strict):
    """Texts in the club's logs that people typed, with a name of a player in them: an erasure leaves them to you."""

    player = text()
    names = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The names that were looked for, the present one first."},
    )
    texts = listed(FoundText)
    next = Maybe(
        attribute="following",
        required=True,
        allow_none=True,
        metadata={"description": "The address of the next page, which may have texts where this one has none."},
    )


class PersonalRating(Strict):
    """The person's rating on the club's list of a game."""

    game = text()
    rating = fields.Float(required=True)


class MoneyOfPlayer(Strict):
    """Fees of a player in a tournament with what of them was paid, and the classes of the player there."""

    tournament = text()
    currency = text()
    payments = listed(Due)
    classes = fields.List(fields.String(), required=True)


class PersonalData(Player):
    """Everything that a club has of a player of its list."""

    former_names = fields.List(
        fields.String(), attribute="former", required=True, metadata={"description": "Earlier names, the newest first."}
    )
    ids = fields.List(
        fields.String(), required=True, metadata={"description": "All ids: those of players who were merged, too."}
    )
    role = maybe_text(description="The role of the member of the club who has this name.")
    ratings = listed(PersonalRating)
    tournaments = listed(PlayedTournament)
    money = listed(MoneyOfPlayer)
    friendly_matches = fields.List(fields.String(), required=True, metadata={"description": "Ids of matches."})
    entry_requests = fields.List(fields.Nested(KeptEntryRequest), attribute="requests", required=True)
    sign_ins = listed(PersonalSignIn)
    mentions = listed(Mention)


class NamedText(Strict):
    """A text that people typed, with the name in it, or a part of it."""

    stream = text(description="The log: of the club, a tournament or a match.")
    version = integer()
    field = text()
    text = text()
    parts = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "The names, and the parts of names, that stand in it."},
    )
    erased = yes(description="They are replaced, unless it is decided otherwise.")


class TournamentPlayed(Strict):
    """A tournament in which the player takes part and that is not over."""

    id = text()
    name = text()


class ErasureProgress(Strict):
    """An erasure that was asked for: `working`, `done` or `failed`, and the part of the logs that is done."""

    state = text()
    step = text()
    percent = integer()
    asked = moment()


class ErasureView(Strict):
    """The consequences of erasing the name of a player, or how far it is. An erased name is not told any more."""

    player = text()
    name = text()
    former_names = fields.List(fields.String(), attribute="former", required=True)
    tournaments = integer(description="The tournaments that name the player.")
    matches = integer(description="The matches that name the player.")
    logs = integer(description="All logs that do, also in texts only.")
    names = integer(description="The places in these logs.")
    rewritten = integer(description="Logs in which the name itself was hashed: their events have other hashes then.")
    archived = integer(description="Logs that are archived in files.")
    text_count = integer(description="The texts with the name; the first of them are `texts`.")
    texts = listed(NamedText)
    playing = listed(TournamentPlayed)
    is_member = fields.Boolean(
        required=True, metadata={"description": "A member of the club has this name: it cannot be erased now."}
    )
    erasure = fields.Nested(ErasureProgress, required=True, allow_none=True)
