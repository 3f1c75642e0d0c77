"""A club as a fold: its players, its people, and its access tokens."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple, TypeVar

from core.club import granted_access, members, webhooks
from core.club import templates as all_templates
from core.club.granted_access import GrantedAccess
from core.club.look import Look
from core.club.members import People
from core.club.templates import Templates
from core.club.webhooks import Webhooks
from core.errors import BradeError, Invalid, NotAllowed, NotFound, UnknownEvent
from core.eventlog.newer_version import Newer, newer
from core.eventlog.personal_values import erased_name, erased_number
from core.events import (
    ClubClosed,
    ClubCopied,
    ClubFounded,
    ClubLookSet,
    ClubReopened,
    ContactRetentionSet,
    EmbeddingSet,
    Event,
    LinksMade,
    MatchImported,
    NewerEvent,
    PlayerErased,
    PlayerGrouped,
    PlayerNameShown,
    PlayerRated,
    PlayerRegistered,
    PlayerRemoved,
    PlayerRenamed,
    PlayersMerged,
    RatingRuleSet,
    Recorded,
    TokenIssued,
    TokenRevoked,
    WebhookAdded,
    WebhookRemoved,
    WebhookResumed,
    WebhookStopped,
)
from core.messages import quoted, say
from core.names.in_texts import own_parts, owners_of
from core.names.name_index import NameIndex
from core.names.names import name_key
from core.names.shown_names import CHOSEN, FULL, PUBLIC, NameSetting, ShownNames, periods_of, shown_names
from core.ratings.rule import Rule, read_rule, stored_rule
from core.series import series as all_series
from core.series.series import AllSeries

Value = TypeVar("Value")
ROLES = ("viewer", "scorer", "referee", "organiser")
"""The operations that a key allows. Each role includes the roles before it."""
CONTACT_DAYS = 60
"""Days after the end of a tournament at which contacts from its entry form are removed: the most, and the default."""
TAKEN = say("the club has a player of this name already: add a letter or a year")


class Imported(NamedTuple):
    """The import of a match from a file: author, time (Unix ms), and the version up to which the log is the file's."""

    by: str
    at: int
    version: int


class Club(NamedTuple):
    """A club after the event `version`; players and unrevoked tokens by id, in the order in which they came.

    `groups` are the groups of players, such as a club, by their ids. `merged` are the ids that mean another player now.
    `name_settings` are of players, on the list or not, whose names some readers do not see; `name_periods` are the
    times (Unix ms) from which some of these are.
    `imported` are the matches that came in from files, by id. `copied` says how the whole club did, up to the version
    `version` of its own log. `newer` is the first event that only a newer version of brade understands: the club is
    shown without it, and nothing is written. `given_out` are times of tokens, and links. `embedding`: other websites
    may show published tournaments in a frame. `contact_days` after the end of a tournament the contacts from its entry
    form are removed. `webhooks` are by id; a copy of a club has none. `rating_rules` are those
    of the games of which the club keeps a rating list. `series` are by id. `closed` is the reason why it takes
    nothing any more, perhaps an empty one. `erased` are the ids of players whose names were erased.
    `former_names` are those of players before the present one, and of players who are not on the list any more, by id.
    `templates` are by id. `look` is the logo and the colour.
    """

    slug: str
    name: str
    version: int
    players: dict[str, PlayerRegistered]
    tokens: dict[str, TokenIssued]
    people: People = People()
    imported: Mapping[str, Imported] = {}
    copied: Imported | None = None
    newer: Newer | None = None
    groups: Mapping[str, str] = {}
    merged: Mapping[str, str] = {}
    name_settings: Mapping[str, NameSetting] = {}
    name_periods: tuple[int, ...] = ()
    given_out: GrantedAccess = GrantedAccess()
    embedding: bool = False
    contact_days: int = CONTACT_DAYS
    webhooks: Webhooks = {}
    rating_rules: Mapping[str, Rule] = {}
    series: AllSeries = {}
    closed: str | None = None
    erased: frozenset[str] = frozenset()
    former_names: Mapping[str, tuple[str, ...]] = {}
    templates: Templates = {}
    look: Look = Look()

    @property
    def player_count(self) -> int:
        """The number of players on the list."""
        return len(self.players)

    def player(self, player_id: str) -> PlayerRegistered:
        """The registered player of that id, also of one that was merged into another's. Raises `NotFound`."""
        if (present := self.present_id(player_id)) not in self.players:
            raise NotFound("player", player_id)
        return self.players[present]

    def present_id(self, player_id: str) -> str:
        """The id that this id means now: its own, or that of the player it was merged into."""
        return self.merged.get(player_id, player_id)

    def names_of(self, player_id: str) -> tuple[str, ...]:
        """The names of a player of the list, the present one first, and behind it earlier ones, under all ids."""
        present = self.player(player_id)
        former = (name for id_ in sorted(self.ids_of(present.player)) for name in self.former_names.get(id_, ()))
        return tuple(dict.fromkeys([present.name, *former]))

    def ids_of(self, player_id: str) -> frozenset[str]:
        """Every id under which a player of the list has entered tournaments."""
        return frozenset({player_id, *(old for old, present in self.merged.items() if present == player_id)})


def fold(events: Iterable[Recorded], club: Club | None = None) -> Club:
    """The club after these events, which begin with `ClubFounded` or go on from `club`.

    An event of a newer version of brade, and what follows from it only, is passed over: tokens that were revoked after
    it stay revoked. The first of them is in `newer`. Raises `NewerVersion` where it is the opening.
    """
    for recorded in events:
        event = recorded.event
        if found := newer(f"c_{club.slug}" if club else "", recorded):
            if club is None:
                raise found.error()
            club = club._replace(version=recorded.version, newer=club.newer or found)
            continue
        try:
            club = apply(club, event, recorded.version)
        except (BradeError, LookupError):
            if club is None or club.newer is None:
                raise
            club = club._replace(version=recorded.version)
        if isinstance(event, MatchImported):
            came = Imported(recorded.by, recorded.at, event.last)
            club = club._replace(imported={**club.imported, event.match: came})
        if isinstance(event, ClubCopied):
            club = club._replace(copied=Imported(recorded.by, recorded.at, recorded.version), webhooks={})
        club = club._replace(
            given_out=granted_access.apply(club.given_out, recorded), webhooks=webhooks.apply(club.webhooks, recorded)
        )
    if club is None:
        raise UnknownEvent(say("a club's log begins with ClubFounded"))
    return club


def apply(club: Club | None, event: Event, version: int) -> Club:
    """The club after one more event. Raises `NewerVersion`, `UnknownEvent`."""
    if isinstance(event, ClubFounded):
        return Club(event.slug, event.name, version, {}, {})
    if club is None:
        raise UnknownEvent(say("a club's log begins with ClubFounded"))
    if (listed := _with_players(club, event)) is not None:
        return listed._replace(version=version)
    match event:
        case TokenIssued():
            return club._replace(version=version, tokens={**club.tokens, event.token: event})
        case TokenRevoked():
            tokens = {token: issued for token, issued in club.tokens.items() if token != event.token}
            return club._replace(version=version, tokens=tokens)
        case ClubClosed() | ClubReopened() | EmbeddingSet() | ContactRetentionSet():
            return _with_setting(club, event)._replace(version=version)
        case ClubLookSet(colour, logo):
            return club._replace(version=version, look=Look(colour, logo, version))
        case RatingRuleSet(game, rule):
            rules = _without(club.rating_rules, game)
            return club._replace(
                version=version, rating_rules=rules if rule is None else {**rules, game: read_rule(rule)}
            )
        case (
            LinksMade()
            | MatchImported()
            | ClubCopied()
            | WebhookAdded()
            | WebhookStopped()
            | WebhookResumed()
            | WebhookRemoved()
        ):
            return club._replace(version=version)
    if isinstance(event, NewerEvent):
        raise Newer(f"c_{club.slug}", version, event.event_type, event.schema).error()
    if (changed := _with_part(club, event)) is not None:
        return changed._replace(version=version)
    raise UnknownEvent(say("{name} is no event of a club", name=type(event).__name__))


def _with_part(club: Club, event: Event) -> Club | None:
    """The club after an event about its series, its templates or its people; `None` for any other event."""
    if (series := all_series.apply(club.series, event, club.merged)) is not None:
        return club._replace(series=series)
    if (templates := all_templates.apply(club.templates, event)) is not None:
        return club._replace(templates=templates)
    if (people := members.apply(club.people, event)) is not None:
        return club._replace(people=people)
    return None


def _with_setting(club: Club, event: ClubClosed | ClubReopened | EmbeddingSet | ContactRetentionSet) -> Club:
    match event:
        case ClubClosed(reason):
            return club._replace(closed=reason)
        case ClubReopened():
            return club._replace(closed=None)
        case ContactRetentionSet(days):
            return club._replace(contact_days=days)
    return club._replace(embedding=event.allowed)


def _with_players(club: Club, event: Event) -> Club | None:
    """The club after an event about its players; `None` for any other event."""
    match event:
        case PlayerRegistered():
            return club._replace(players={**club.players, event.player: event})
        case PlayerRenamed(player, name):
            players = {**club.players, player: replace(club.player(player), name=name)}
            return club._replace(players=players, former_names=_with_former(club, player))
        case PlayerRated(player, rating):
            players = {**club.players, player: replace(club.player(player), rating=rating)}
            return club._replace(players=players)
        case PlayerGrouped(player, group):
            kept = _without(club.groups, player)
            return club._replace(groups={**kept, player: group} if group else kept)
        case PlayersMerged(player, into):
            present = club.player(into).player
            merged = {old: present if known == player else known for old, known in club.merged.items()}
            settings = _without(club.name_settings, player)
            if present not in settings and player in club.name_settings:
                settings[present] = club.name_settings[player]
            club = _off_the_list(club, player)._replace(merged={**merged, player: present})
            return _with_name_settings(club, settings)
        case PlayerNameShown(player, public, members, name, paper, feeds, since):
            present = club.present_id(player)
            before = club.name_settings.get(present, NameSetting())
            setting = NameSetting(public, members, name or "", paper or "", feeds or "", since).after(before)
            settings = _without(club.name_settings, present)
            return _with_name_settings(club, {**settings, present: setting} if setting.hides else settings)
        case PlayerErased(player):
            return _without_name(club, player)
        case PlayerRemoved(player):
            return _off_the_list(club, player)
    return None


def _with_name_settings(club: Club, settings: Mapping[str, NameSetting]) -> Club:
    return club._replace(name_settings=settings, name_periods=periods_of(settings))


def _off_the_list(club: Club, player_id: str) -> Club:
    return club._replace(
        groups=_without(club.groups, player_id),
        players=_without(club.players, player_id),
        former_names=_with_former(club, player_id),
    )


def _with_former(club: Club, player_id: str) -> dict[str, tuple[str, ...]]:
    """The former names with that of a player who has another one now, or is taken off the list."""
    known = club.players.get(player_id)
    former = club.former_names.get(player_id, ())
    return {**club.former_names, player_id: (known.name, *former) if known else former}


def _without_name(club: Club, player_id: str) -> Club:
    """The club after the name of a player was erased, on the list or not any more."""
    erased = {*club.erased, player_id, *club.ids_of(player_id)}
    listed = {each: replace(club.players[each], name=erased_name(each)) for each in erased if each in club.players}
    former = {each: names for each, names in club.former_names.items() if each not in erased}
    settings = {each: setting for each, setting in club.name_settings.items() if each not in erased}
    club = _with_name_settings(club._replace(erased=frozenset(erased)), settings)
    return club._replace(players={**club.players, **listed}, former_names=former)


def _every_name(club: Club, player_id: str) -> tuple[str, ...]:
    """The names that the club ever had of a player, the present one first."""
    present = (club.players[player_id].name,) if player_id in club.players else ()
    former = (name for id_ in sorted(club.ids_of(player_id)) for name in club.former_names.get(id_, ()))
    return tuple(dict.fromkeys((*present, *former)))


def names_hidden_by(club: Club, readers: str = PUBLIC, period: int | None = None) -> ShownNames:
    """The players whose names these readers do not see, in what was over in a period of the club's settings."""
    owners = owners_of(owned_names(club)) if club.name_settings else {}
    every: dict[str, tuple[str, ...]] = {player: _every_name(club, player) for player in club.name_settings}
    names = {player: (own, own_parts(player, own, owners)) for player, own in every.items()}
    return shown_names(club.name_settings, club.merged, names, readers, period)


def owned_names(club: Club) -> Iterator[tuple[str, str]]:
    """All names that the club knows, with the ids of its players; empty for other people, groups, series and its own.

    A former name is that of the player who had it.
    """
    yield "", club.name
    yield from ((club.present_id(player), player_registered.name) for player, player_registered in club.players.items())
    yield from ((club.present_id(player), name) for player, names in club.former_names.items() for name in names)
    others = (
        club.people.names.values(),
        club.groups.values(),
        (series.announcement.name for series in club.series.values()),
    )
    yield from (("", name) for names in others for name in names)


def _without(known: Mapping[str, Value], player_id: str) -> dict[str, Value]:
    return {each: value for each, value in known.items() if each != player_id}


def taken_numbers(club: Club) -> set[int]:
    """The numbers by which the club's players are told apart once their names are erased."""
    ids = {*club.players, *club.former_names, *club.merged, *club.erased}
    return set(map(erased_number, ids))


def names_of(club: Club, *, but: str = "") -> NameIndex:
    """The names on the club's list, without that of the player `but`."""
    return NameIndex(
        (player.player, player.name) for player in club.players.values() if player.player != club.present_id(but)
    )


def looks_like(name: str, club: Club, twins: Iterable[str]) -> str:
    """The question about a name that looks like those of other players of the list."""
    names = sorted({club.players[twin].name if twin in club.players else twin for twin in twins})
    return say(
        "{name} looks like {names}, of other letters: write that name if it is the same person, or set "
        "another to true if it is another person",
        name=quoted(name),
        names=names,
    )


def change_player(club: Club, player_id: str, changes: Mapping[str, Any]) -> list[Event]:
    """Give a player another `name`, `rating` or `group`, as far as these are named. Without a change there is no event.

    Raises `NotFound`, and `Invalid` for a name that another player has. For one that only looks like another's, too,
    unless `another` says that it is meant.
    """
    known = club.player(player_id)
    name, rating = changes.get("name"), changes.get("rating")
    events: list[Event] = []
    if name is not None and name != known.name:
        others = names_of(club, but=player_id)
        if others.same(name):
            raise Invalid({"name": [TAKEN]})
        if (twins := others.twins(name)) and not changes.get("another"):
            raise Invalid({"name": [looks_like(name, club, twins)]})
        events.append(PlayerRenamed(player_id, name))
    if "rating" in changes and rating != known.rating:
        events.append(PlayerRated(player_id, rating))
    if "group" in changes and changes["group"] != club.groups.get(player_id):
        events.append(PlayerGrouped(player_id, changes["group"]))
    return events


def show_name(club: Club, player_id: str, setting: NameSetting) -> list[Event]:
    """Let readers see a player's name by this setting from now on. Without a change there is no event.

    Raises `NotFound`, and `Invalid` for a chosen name that is missing or another player's, and where people of the club
    would see less than everybody, or feeds say more.
    """
    player = club.player(player_id).player
    styles = (setting.public, setting.members, *setting.beside)
    chosen = setting.chosen if CHOSEN in styles else ""
    before = club.name_settings.get(player, NameSetting())
    setting = setting._replace(chosen=chosen).after(before)
    problems: dict[str, list[str]] = {}
    if setting.public == FULL and setting.members != FULL:
        problems["members"] = [say("people of the club see no less of a name than everybody")]
    if setting.feeds == FULL and setting.public != FULL:
        problems["feeds"] = [say("feeds are read by everybody: they show no more of a name than everybody sees")]
    if CHOSEN in styles:
        settings = (name_setting for other, name_setting in club.name_settings.items() if other != player)
        others = [name_setting.chosen for setting_ in settings for name_setting in setting_.all()]
        if not chosen:
            problems["name"] = [say("missing: the name that is shown instead")]
        elif names_of(club, but=player).same(chosen) or chosen in others:
            problems["name"] = [say("another player is called so: choose another name")]
        elif name_key(chosen) in map(name_key, _every_name(club, player)):
            problems["name"] = [say("this is the player's own name: choose another one, or show it whole")]
    if problems:
        raise Invalid(problems)
    if before == setting or not (before.hides or setting.hides):
        return []
    beside = setting.paper or None, setting.feeds or None
    return [PlayerNameShown(player, setting.public, setting.members, chosen or None, *beside, setting.since)]


def next_number(club: Club) -> int:
    """A number that no chosen name of the club ends with: for a name such as `Player 7`."""
    ends = {
        name_setting.chosen.rpartition(" ")[2]
        for setting in club.name_settings.values()
        for name_setting in setting.all()
    }
    return next(number for number in count(len(club.name_settings) + 1) if str(number) not in ends)


def merge_players(club: Club, player_id: str, into_id: str) -> list[Event]:
    """Make one player of two: `into_id` keeps its name, and has the other's rating and group where it has none.

    Raises `NotFound`, `NotAllowed` for one player. The caller checks that they did not play beside each other.
    """
    gone, kept = club.player(player_id), club.player(into_id)
    if gone == kept:
        raise NotAllowed(say("{name} cannot be merged with themselves: choose another player", name=kept.name))
    events: list[Event] = []
    if kept.rating is None and gone.rating is not None:
        events.append(PlayerRated(kept.player, gone.rating))
    if kept.player not in club.groups and (group := club.groups.get(gone.player)):
        events.append(PlayerGrouped(kept.player, group))
    return [*events, PlayersMerged(gone.player, kept.player)]


def set_rating_rule(club: Club, game: str, rule: Rule | None) -> list[Event]:
    """Keep a rating list of a game by a rule, or none any more. Without a change there is no event."""
    if club.rating_rules.get(game) == rule:
        return []
    return [RatingRuleSet(game, None if rule is None else stored_rule(rule))]


def revoke(club: Club, token: str) -> TokenRevoked:
    """Take a key back. Raises `NotFound`, and `NotAllowed` for the last organiser's key, which would lock the club
    out."""
    if token not in club.tokens:
        raise NotFound("token", token)
    organisers = [token_issued.token for token_issued in club.tokens.values() if token_issued.role == "organiser"]
    if organisers == [token]:
        raise NotAllowed(say("this is the club's last organiser token: issue another one first"))
    return TokenRevoked(token)
