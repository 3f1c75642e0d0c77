"""The parts of addresses that name something, each of its own form."""

from flask_smorest import Api
from werkzeug.routing import BaseConverter


class ClubSlug(BaseConverter):
    """A club's short name."""

    regex = "[a-z0-9-]{1,40}"


class GameKey(BaseConverter):
    """A game's key."""

    regex = "[a-z-]{1,40}"


class MatchId(BaseConverter):
    """A match's id: what follows the dot is its number in its tournament."""

    regex = r"[mt]_[a-z0-9]{1,38}(?:\.[0-9]{1,9})?"


class TournamentId(BaseConverter):
    """A tournament's id."""

    regex = "t_[a-z0-9]{1,38}"


class TokenId(BaseConverter):
    """The id of a token, which is not its secret."""

    regex = "[a-z0-9]{1,40}"


class MemberId(BaseConverter):
    """The id of a club's member."""

    regex = "u_[a-z0-9]{1,38}"


class Player(BaseConverter):
    """A player's id, or the name on the lists."""

    regex = "[^/]{1,100}"


class EntryRequestId(BaseConverter):
    """The id of a request to enter."""

    regex = "q_[a-z0-9]{1,38}"


class RoundNumber(BaseConverter):
    """The number of a round."""

    regex = "[0-9]{1,6}"


class PreparedFileId(BaseConverter):
    """The id of a file that a worker writes."""

    regex = "f_[a-z0-9]{1,38}"


class DecisionVersion(BaseConverter):
    """The version under which a decision was written."""

    regex = "[0-9]{1,15}"


class WebhookId(BaseConverter):
    """A webhook's id."""

    regex = "w_[a-z0-9]{1,38}"


class SeriesId(BaseConverter):
    """A series' id."""

    regex = "s_[a-z0-9]{1,38}"


class TemplateId(BaseConverter):
    """A template's id."""

    regex = "n_[a-z0-9]{1,38}"


class NewsNumber(BaseConverter):
    """The id of a news item: its number in the club."""

    regex = "[0-9]{1,15}"


class TournamentTab(BaseConverter):
    """A tab of a tournament's page."""

    regex = "now|rounds|standings|bracket"


CONVERTERS = {
    "club": ClubSlug,
    "game": GameKey,
    "match": MatchId,
    "tournament": TournamentId,
    "token": TokenId,
    "player": Player,
    "asked": EntryRequestId,
    "member": MemberId,
    "round": RoundNumber,
    "decision": DecisionVersion,
    "prepared": PreparedFileId,
    "tab": TournamentTab,
    "webhook": WebhookId,
    "news": NewsNumber,
    "series": SeriesId,
    "template": TemplateId,
}


def document(api: Api) -> None:
    """Say in the published document what each part looks like."""
    for converter in CONVERTERS.values():
        api.register_converter(converter, lambda found: {"type": "string", "pattern": f"^{found.regex}$"})
