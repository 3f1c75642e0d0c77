"""A tournament and its matches with the names of players as a reader sees them."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from core.errors import NotFound
from core.events import Cause, Event, MatchOpened, NamesPeople, TournamentCreated
from core.messages import Message
from core.names.in_texts import Mask, own_parts, owners_of, replacing
from core.names.shown_names import ShownNames, shown_name
from core.tournament.model.state import Tournament
from core.tournament.model.values import Entry, Member, with_team

_TYPED_IN_DETAILS = frozenset(("place", "description", "contact", "fee", "fee_again", "text"))
TYPED_IN_MATCHES = frozenset(("reason", "explanation", "answer"))
"""The fields of a match's state with texts that people typed, or that may quote them."""


def with_shown_names(tournament: Tournament, shown: ShownNames) -> Tournament:
    """The tournament with these names in the places of those that a reader does not see, also in reasons."""
    mask = mask_of(tournament, shown)
    people = {person for entry in tournament.entries for person in (entry.person, *entry.people)}
    takes_part = not shown.keys().isdisjoint(people | {alternate.player for alternate in tournament.alternates})
    if not takes_part and all(mask(text) == text for text in _texts(tournament)):
        return tournament
    results = {
        match: result._replace(reason=mask(result.reason), cause=_cause(result.cause, mask))
        for match, result in tournament.results.items()
    }
    decisions = {
        match: tuple(
            (version, result._replace(reason=mask(result.reason), cause=_cause(result.cause, mask)))
            for version, result in made
        )
        for match, made in tournament.decisions.items()
    }
    anew = {
        key: paired_anew._replace(reason=mask(paired_anew.reason), cause=_cause(paired_anew.cause, mask))
        for key, paired_anew in tournament.voided.anew.items()
    }
    return tournament._replace(
        entries=tuple(_entry(entry, shown) for entry in tournament.entries),
        alternates=_members(tournament.alternates, shown),
        results=results,
        decisions=decisions,
        amended=tuple(amendment._replace(reason=mask(amendment.reason)) for amendment in tournament.amended),
        created=_announced(tournament.created, mask),
        called_off=tournament.called_off and mask(tournament.called_off),
        voided=tournament.voided._replace(anew=anew),
    )


def _texts(tournament: Tournament) -> Iterator[str]:
    """The texts that people typed about the course of a tournament, and in its details."""
    yield from (result.reason for result in tournament.results.values())
    yield from (result.reason for made in tournament.decisions.values() for _, result in made)
    yield from (amendment.reason for amendment in tournament.amended)
    yield from (paired_anew.reason for paired_anew in tournament.voided.anew.values())
    yield tournament.called_off or ""
    yield json.dumps(tournament.created.details, ensure_ascii=False)


def _announced(created: TournamentCreated, mask: Mask) -> TournamentCreated:
    """An announcement with these names in its details. Its name is the title of the tournament, and stays."""
    return replace(created, details=with_masked_texts(created.details, mask, _TYPED_IN_DETAILS))


def _entry(entry: Entry, shown: ShownNames) -> Entry:
    return entry._replace(name=shown_name(shown, entry.person, entry.name), members=_members(entry.members, shown))


def _members(members: tuple[Member, ...], shown: ShownNames) -> tuple[Member, ...]:
    return tuple(member._replace(name=shown_name(shown, member.player, member.name)) for member in members)


def _cause(cause: Cause | None, mask: Mask) -> Cause | None:
    """A reason that brade gave itself. In events from before ids it has names."""
    return cause and (cause[0], *map(mask, cause[1:]))


def mask_of(tournament: Tournament | None, shown: ShownNames) -> Mask:
    """A function that puts shown names in the places of hidden ones in a text, where they stand as whole words.

    They are the names that the club ever had of these players, those under which they entered the tournament, and the
    parts of these names that mean no other person and stand in no name of the tournament.
    """
    entries, alternates = (tournament.entries, tournament.alternates) if tournament else ((), ())
    people = [(entry.person, entry.name) for entry in entries]
    people += [(member.player, member.name) for entry in entries for member in entry.members]
    people += [(alternate.player, alternate.name) for alternate in alternates]
    own = [(shown[player], name) for player, name in people if player in shown]
    own += [(shown_as, name) for shown_as in dict.fromkeys(shown.values()) for name in shown_as.names]
    hidden = {name: shown_as.of(name) for shown_as, name in own}
    others = {name for player, name in people if player not in shown and name not in hidden}
    beside = [*others, *(entry.group for entry in entries if entry.group)]
    beside += [tournament.created.name] if tournament else []
    owners = owners_of([*own, *((None, name) for name in beside)])
    parts = {
        part: shown_as.of(part)
        for shown_as in dict.fromkeys(shown.values())
        for part in own_parts(shown_as, shown_as.parts, owners)
    }
    return replacing(hidden, parts, others) or (lambda text: text)


def masked(text: str, mask: Mask) -> str:
    """A text, or a message with its values, without the names that a mask hides."""
    if not isinstance(text, Message):
        return mask(text)
    return Message(text.pattern, {name: _masked_value(value, mask) for name, value in text.values.items()}, text.code)


def _masked_value(value: Any, mask: Mask) -> Any:
    if isinstance(value, str):
        return masked(value, mask)
    return value if isinstance(value, int) else tuple(_masked_value(item, mask) for item in value)


def with_masked_texts(value: Any, mask: Mask, fields: Collection[str], field: str = "") -> Any:
    """A value, JSON or of named tuples, without the names that a mask hides in the texts of these fields.

    All other texts are ids, times or words of brade, which a name may look like.
    """
    if isinstance(value, str):
        return masked(value, mask) if field in fields else value
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(
            *(with_masked_texts(item, mask, fields, name) for name, item in zip(value._fields, value, strict=True))
        )
    if isinstance(value, Mapping):
        return {
            name: with_masked_texts(item, mask, fields, field if field in fields else name)
            for name, item in value.items()
        }
    if isinstance(value, list | tuple):
        return type(value)(with_masked_texts(item, mask, fields, field) for item in value)
    return value


def event_with_shown_names(event: Event, shown: ShownNames, mask: Mask) -> Event:
    """An event for a sentence about it: with shown names in the places of hidden ones, also in its reason."""
    changes: dict[str, Any] = {}
    if isinstance(event, MatchOpened):
        return opening_with_shown_names(event, shown, None)
    if isinstance(event, NamesPeople):
        for name in ("members", "alternates"):
            if rows := getattr(event, name, None):
                changes[name] = tuple((player, shown_name(shown, player, each)) for player, each in rows)
        changes["name"] = mask(getattr(event, "name", ""))
    if isinstance(reason := getattr(event, "reason", None), str):
        changes["reason"] = mask(reason)
    if isinstance(cause := getattr(event, "cause", None), tuple):
        changes["cause"] = _cause(cause, mask)
    known = {field.name for field in fields(event)}
    changes = {name: value for name, value in changes.items() if name in known}
    return replace(event, **changes) if changes else event


def opening_with_shown_names(opened: MatchOpened, shown: ShownNames, tournament: Tournament | None) -> MatchOpened:
    """The opening of a match with these names at its seats; `tournament` is the one that it belongs to."""
    hidden = {seat: player for seat, player in opened.player_ids.items() if player in shown and seat in opened.players}
    labels = {seat: _label(opened.players[seat], player, shown, tournament) for seat, player in hidden.items()}
    typed = {seat: name for seat, name in opened.players.items() if not opened.player_ids.get(seat)}
    labels |= {seat: seen for seat, name in typed.items() if (seen := shown_name(shown, None, name)) != name}
    if not labels:
        return opened
    return replace(opened, players={**opened.players, **labels}, salts=None)


def _label(label: str, player_id: str, shown: ShownNames, tournament: Tournament | None) -> str:
    """The label at a seat: with the team of a team's player."""
    try:
        team = tournament.team_of(player_id) if tournament else None
    except NotFound:  # a player who was replaced
        team = None
    name = label.removesuffix(f" ({team})") if team else label
    return with_team(shown[player_id].of(name), team)
