"""Every event of a club in words: what its author did."""

from collections.abc import Mapping

from core import events as e
from core.messages import because, say


def action(event: e.Event) -> str:
    """The words for what the author of an event did. Raises `KeyError` for an event of no club."""
    return _ACTIONS[type(event)]


def sentence(event: e.Event, actor: str) -> str:
    """The sentence of an event of a club's log, with the name that it gives. Raises `KeyError` as `action`."""
    name = getattr(event, "name", "")
    text = because(actor, action(event))
    return say("{sentence} ({name})", sentence=text, name=name) if name else text


_ACTIONS: Mapping[type[e.Event], str] = {
    e.ClubFounded: say("founded the club"),
    e.ClubCopied: say("made the club from a backup"),
    e.ClubClosed: say("closed the club"),
    e.ClubReopened: say("opened the club again"),
    e.EmbeddingSet: say("allowed or ended the showing of tournaments on other websites"),
    e.ClubLookSet: say("set the club's logo and colour"),
    e.ContactRetentionSet: say("set how long contacts from entry forms are kept"),
    e.PlayerRegistered: say("registered a player"),
    e.PlayerRenamed: say("renamed a player"),
    e.PlayerRated: say("rated a player"),
    e.PlayerGrouped: say("changed a player's group"),
    e.PlayerNameShown: say("set who sees a player's name"),
    e.PlayersMerged: say("made one player of two"),
    e.PlayerRemoved: say("took a player off the list"),
    e.PlayerErased: say("erased the name of a player"),
    e.MemberAdded: say("added a member"),
    e.MemberInvited: say("gave out an invitation"),
    e.MemberRenamed: say("renamed a member"),
    e.MemberRoleChanged: say("changed a role"),
    e.MemberRemoved: say("removed a member"),
    e.PasswordSet: say("chose a password"),
    e.PasswordRehashed: say("keeps the same password, hashed anew"),
    e.SignedOutEverywhere: say("signed out everywhere"),
    e.TokenIssued: say("gave out a token"),
    e.TokenRevoked: say("took a token back"),
    e.LinksMade: say("made links"),
    e.LinksRevoked: say("took links back"),
    e.MatchImported: say("brought in a match from a file"),
    e.RatingRuleSet: say("set the rule of a rating list"),
    e.WebhookAdded: say("added a webhook"),
    e.WebhookStopped: say("stopped a webhook"),
    e.WebhookResumed: say("started a webhook again"),
    e.WebhookRemoved: say("removed a webhook"),
    e.TemplateKept: say("kept a template"),
    e.TemplateRenamed: say("renamed a template"),
    e.TemplateRemoved: say("deleted a template"),
    e.SeriesAnnounced: say("announced a series"),
    e.SeriesChanged: say("changed a series"),
    e.SeriesTournamentAdded: say("let a tournament count in a series"),
    e.SeriesTournamentRemoved: say("took a tournament out of a series"),
    e.SeriesEnded: say("ended a series"),
    e.SeriesReopened: say("opened a series again"),
}
