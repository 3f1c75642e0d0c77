"""Sentences for the events of a club, and names of audit entries."""

from flask_babel import lazy_gettext as _

from core import events
from core.events import Event

_ACTIONS = {
    "SignedIn": _("signed in"),
    "SignInFailed": _("could not sign in"),
    "LinkOpened": _("opened a link"),
    "PasswordChanged": _("changed the password"),
    "PasswordChangeFailed": _("could not change the password"),
    "PasswordSet": _("chose a password"),
    "SignedOutEverywhere": _("signed out everywhere"),
    "MemberAdded": _("added a member"),
    "MemberInvited": _("gave out an invitation"),
    "MemberRenamed": _("renamed a member"),
    "MemberRoleChanged": _("changed a role"),
    "MemberRemoved": _("removed a member"),
    "TokenIssued": _("gave out a token"),
    "TokenRevoked": _("took a token back"),
    "LinksMade": _("made links"),
    "LinksRevoked": _("took links back"),
    "RulingMade": _("made a ruling"),
    "TurnsVoided": _("wrote turns of a match anew"),
    "MendedTurnsSeen": _("looked at mended turns"),
    "ResultDecided": _("decided a result"),
    "DecisionUndone": _("undid a decision"),
    "RoundPaired": _("paired a round"),
    "RoundPublished": _("published a round"),
    "PlayerWithdrew": _("withdrew a player"),
    "RoundTimeSet": _("set the time of a round"),
    "WithdrawalTakenBack": _("took a withdrawal back"),
    "AlternatesSet": _("set the alternates"),
    "PlayerReplaced": _("put an alternate in a player's place"),
    "PlayerReentered": _("entered a player again"),
    "PlayerBoughtBack": _("let a player buy back"),
    "BuyBackTakenBack": _("took a buy-back back"),
    "ReentryTakenBack": _("took a re-entry back"),
    "StageBegun": _("began a stage"),
    "StageTakenBack": _("took the cut back"),
    "ByesSet": _("set the rounds that a player sits out"),
    "TournamentStarted": _("started the tournament"),
    "ClubFounded": _("founded the club"),
    "TournamentCreated": _("announced a tournament"),
    "PlayerEntered": _("entered a player"),
    "EntryChanged": _("changed an entry"),
    "EntryFormSet": _("opened or closed the form to enter"),
    "PlayerRegistered": _("registered a player"),
    "PlayerRenamed": _("renamed a player"),
    "PlayerRated": _("rated a player"),
    "PlayerGrouped": _("changed a player's group"),
    "PlayersMerged": _("made one player of two"),
    "PlayerRemoved": _("took a player off the list"),
    "MatchImported": _("brought in a match from a file"),
    "WebhookAdded": _("added a webhook"),
    "WebhookRemoved": _("removed a webhook"),
    "WebhookStopped": _("stopped a webhook"),
    "WebhookResumed": _("started a webhook again"),
    "EmbeddingSet": _("allowed or ended the showing of tournaments on other websites"),
    "RatingRuleSet": _("set the rule of a rating list"),
    "SeriesAnnounced": _("announced a series"),
    "SeriesChanged": _("changed a series"),
    "SeriesTournamentAdded": _("let a tournament count in a series"),
    "SeriesTournamentRemoved": _("took a tournament out of a series"),
    "SeriesEnded": _("ended a series"),
    "SeriesReopened": _("opened a series again"),
    "ClubCopied": _("made the club from a backup"),
    "PasswordRehashed": _("keeps the same password, hashed anew"),
}
"""Words for the usual events, translated when one of them is said."""


def audit_action(what: str) -> str:
    """The name of an audit entry, for the usual events; the event's own name for the rest."""
    return str(_ACTIONS.get(what, what))


def club_event(event: Event, actor: str) -> str:
    """A sentence for an event of the club, whose own page has more."""
    name = getattr(event, "name", "")
    sentence = f"{actor}: {audit_action(type(event).__name__)}"
    return f"{sentence} ({name})" if name else sentence


CLUB_EVENTS: tuple[type[Event], ...] = (
    events.ClubFounded,
    events.PlayerRegistered,
    events.PlayerRenamed,
    events.PlayerRated,
    events.PlayerGrouped,
    events.PlayersMerged,
    events.PlayerRemoved,
    events.TokenIssued,
    events.TokenRevoked,
    events.MemberAdded,
    events.MemberInvited,
    events.MemberRenamed,
    events.MemberRoleChanged,
    events.MemberRemoved,
    events.PasswordSet,
    events.PasswordRehashed,
    events.SignedOutEverywhere,
    events.LinksMade,
    events.LinksRevoked,
    events.MatchImported,
    events.ClubCopied,
    events.EmbeddingSet,
    events.WebhookAdded,
    events.WebhookStopped,
    events.WebhookResumed,
    events.WebhookRemoved,
    events.RatingRuleSet,
    events.SeriesAnnounced,
    events.SeriesChanged,
    events.SeriesTournamentAdded,
    events.SeriesTournamentRemoved,
    events.SeriesEnded,
    events.SeriesReopened,
)
