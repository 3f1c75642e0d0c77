"""A list of entries as people type it: what each line becomes, and all of them entered at once."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from marshmallow import ValidationError

from core.club.club import Club, names_of
from core.club.similar_names import SimilarNames, without_accents
from core.errors import Invalid
from core.events import PlayerRegistered
from core.messages import say
from core.names.name_index import NameIndex
from core.names.names import name_key, one_blank, read_name
from core.tournament import Tournament
from schemas.fields import Name
from schemas.requests.entries import LAST_RATING, LAST_SEED, MEMBERS
from schemas.requests.matches import NAME
from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.handlers.execute import organiser
from service.handlers.request import Request
from service.handlers.tournament.entries import entries

Json = dict[str, Any]
KNOWN, NEW, BACK, ENTERED, TWICE, CHOOSE, WRONG = "known", "new", "back", "entered", "twice", "choose", "wrong"
"""Outcomes of a line: a player of the club, a new player, a withdrawn entry that comes back; nothing, since the player
has entered or stands in the list before; nothing yet, since several players are meant or something is wrong."""
WRITTEN, UNCLEAR = (KNOWN, NEW, BACK), (CHOOSE, WRONG)
_NAME = Name(NAME)
NEW_PLAYER = "new"
MOST_LINES = 200
"""Lines that are looked at and entered at once."""


class EntryLine(NamedTuple):
    """A line of a list as it was typed; `number` is its place in the list, from 1 on.

    `choice` is the id of the player who is meant, or `NEW_PLAYER`; empty if the name decides. `members` are a team's
    players, from board 1 on. `federation_id` tells two of one name apart. `doubt` asks how the line is meant, and
    `otherwise` has the name, rating and group of the other reading. `other_group`: the group is meant, though it looks
    like another one.
    """

    number: int
    name: str
    rating: str = ""
    group: str = ""
    seed: str = ""
    choice: str = ""
    members: tuple[str, ...] = ()
    federation_id: str = ""
    doubt: str = ""
    otherwise: tuple[str, str, str] = ("", "", "")
    other_group: bool = False


class LineOutcome(NamedTuple):
    """The outcome of a line. `player` is the known player, `choices` are the players who may be meant.

    `wrong` are messages. `members` are a team's players, each with True if the club does not know them yet. `double` is
    the number of a line before with the same name, or one that looks like it, 0 without one. `like` is the name of a
    team that has entered and looks like this one. `group_like` are the groups that look like this one, of which it is
    asked if it is another.
    """

    line: EntryLine
    state: str
    player: PlayerRegistered | None = None
    choices: tuple[PlayerRegistered, ...] = ()
    wrong: tuple[str, ...] = ()
    members: tuple[tuple[str, bool], ...] = ()
    double: int = 0
    like: str = ""
    group_like: tuple[str, ...] = ()

    @property
    def row(self) -> Json:
        """The line as `entries.enter` takes it."""
        numbers = {"rating": _number(self.line.rating), "seed": _number(self.line.seed)}
        row: Json = {"player": self.player.player if self.player else self.line.name, "group": self.line.group or None}
        if self.members:
            row["members"] = [name for name, _new in self.members]
        meant = {"another": self.line.choice == NEW_PLAYER, "other_group": self.line.other_group}
        return {**row, **numbers, **meant}


def look(
    deps: Dependencies,
    principal: Principal | None,
    tournament_id: str,
    lines: Sequence[EntryLine],
    *,
    widely: bool = False,
) -> list[LineOutcome]:
    """The outcomes of the lines as things stand. Nothing is written. Raises `Forbidden`, `NotFound`.

    `widely`: players whose names differ in one letter, or in the order of their words, may be meant, too.
    """
    organiser(deps, principal, tournament_id)
    state = deps.repository.tournament(tournament_id)
    known = _KnownPlayers(deps.repository.club(state.created.club), widely=widely)
    outcome = _team if state.format.teams else _player
    inside = _Inside(state, known.club)
    found = []
    for each in lines:
        line = each._replace(name=_plain(each.name), group=_plain(each.group))
        twins = _group_twins(inside, line)
        asked = outcome(known, inside, line)
        if twins and not line.other_group and asked.state in WRITTEN:
            asked = asked._replace(state=CHOOSE)
        found.append(asked._replace(group_like=twins))
    return found


def enter(request: Request, tournament_id: str, outcomes: Iterable[LineOutcome], *, into_bye: bool = False) -> int:
    """Enter everybody whose line can be written, new players put on the club's list; all or none. The number entered.

    Raises as `entries.enter`.
    """
    rows = [outcome.row for outcome in outcomes if outcome.state in WRITTEN]
    entries.enter(request, tournament_id, rows, into_bye=into_bye, register=True)
    return len(rows)


class _KnownPlayers:
    """The players of a club by id and by name; names are also compared without accents, and by their looks."""

    def __init__(self, club: Club, *, widely: bool = False) -> None:
        self.club = club
        self.by_id = club.players
        names = ((player.player, player.name) for player in club.players.values())
        self.wide = SimilarNames(names) if widely else None
        self.names = names_of(club)
        self.plain = _by(club.players, without_accents)

    def find(self, name: str) -> tuple[PlayerRegistered, ...]:
        """The players whom a name may mean; one alone is meant."""
        return tuple(self.by_id[player] for player in self.names.meant(name))

    def similar(self, name: str) -> tuple[PlayerRegistered, ...]:
        """The players whose names differ in accents alone, or in little else."""
        if self.wide is not None:
            return tuple(self.by_id[player] for player in self.wide.like(name))
        near = dict.fromkeys(
            player_registered.player for player_registered in self.plain.get(without_accents(name), ())
        )
        return tuple(self.by_id[player] for player in near | dict.fromkeys(self.names.twins(name)))


class _Inside:
    """The people who have entered, who have withdrawn, and who stood in the list so far."""

    def __init__(self, state: Tournament, club: Club) -> None:
        present = club.present_id
        self.entered = {present(person) for entry in state.entries if not entry.withdrawn for person in entry.people}
        self.names = {name_key(entry.name) for entry in state.entries if not entry.withdrawn}
        self.gone = {present(entry.player) for entry in state.entries if entry.withdrawn}
        self.gone_names = {name_key(entry.name) for entry in state.entries if entry.withdrawn}
        self.listed: dict[str, EntryLine] = {}
        self.new = NameIndex()
        self.teams = NameIndex((entry.name, entry.name) for entry in state.entries if state.format.teams)
        self.groups = entries.groups_of(state, club)

    def listed_before(self, player_id: str, line: EntryLine) -> EntryLine | None:
        """The line before of this id or new name; from now on it is this one, if there was none."""
        before = self.listed.get(player_id)
        self.listed.setdefault(player_id, line)
        return before


def _player(known: _KnownPlayers, inside: _Inside, line: EntryLine) -> LineOutcome:
    wrong = _wrong_parts(line)
    player, choices, refused = _meant(known, line.name, line.choice)
    if (before := inside.listed.get(player.player if player else name_key(line.name))) and _differs(line, before):
        return _of_same_name(known, inside, line, before)
    wrong += refused
    if wrong:
        return LineOutcome(line, WRONG, player, choices, tuple(wrong))
    if line.doubt:
        return LineOutcome(line, CHOOSE)
    if choices and player is None and line.choice != NEW_PLAYER:
        return LineOutcome(line, CHOOSE, None, choices)
    if player is not None and player.player in inside.entered:
        return LineOutcome(line, ENTERED, player, choices)
    if inside.listed_before(player.player if player else name_key(line.name), line):
        return LineOutcome(line, TWICE, player, choices)
    if player is None:
        return _new(inside, line, choices)
    return LineOutcome(line, BACK if player.player in inside.gone else KNOWN, player, choices)


def _new(inside: _Inside, line: EntryLine, choices: tuple[PlayerRegistered, ...] = ()) -> LineOutcome:
    """The outcome of a line with a new player: a name that looks like that of a new player before is asked about."""
    twins = inside.new.twins(line.name)
    if twins and line.choice != NEW_PLAYER:
        return LineOutcome(line, CHOOSE, None, choices, double=int(twins[0]))
    inside.new.add(str(line.number), line.name)
    return LineOutcome(line, NEW, None, choices, double=int(twins[0]) if twins else 0)


def _differs(line: EntryLine, before: EntryLine) -> bool:
    """True if two lines of one name say that they are of two people."""
    return bool(difference(line, before)) or line.choice == NEW_PLAYER


def difference(line: EntryLine, before: EntryLine) -> str:
    """The group, the rating or the federation's number of a line, where it is another than in a line before."""
    if line.group and before.group and name_key(line.group) != name_key(before.group):
        return line.group
    pairs = (line.rating, before.rating), (line.federation_id, before.federation_id)
    return next((one for one, other in pairs if one and other and one != other), "")


def _of_same_name(known: _KnownPlayers, inside: _Inside, line: EntryLine, before: EntryLine) -> LineOutcome:
    """The outcome of a line whose player is called as another one before: asked about.

    A new player of such a name is told apart by what the lines say of them, as in `Eva Persson (Kiel)`.
    """
    if not line.choice:
        return LineOutcome(line, CHOOSE, double=before.number)
    apart_by = difference(line, before)
    if line.choice != NEW_PLAYER:
        same = say("line {line} is this player already: choose a new player, or leave this one out", line=before.number)
        return LineOutcome(line, WRONG, wrong=(same,), double=before.number)
    named = line._replace(name=f"{line.name} ({apart_by})")
    listed = inside.listed_before(name_key(named.name), named)
    if not apart_by or listed or known.find(named.name) or _unfit(named.name):
        apart = say("line {line} has this name, too: write a name that tells them apart", line=before.number)
        return LineOutcome(line, WRONG, wrong=(apart,), double=before.number)
    return LineOutcome(named, NEW, double=before.number)


def _team(known: _KnownPlayers, inside: _Inside, line: EntryLine) -> LineOutcome:
    wrong = _wrong_parts(line)
    if name_key(line.name) in inside.names:
        return LineOutcome(line, ENTERED)
    if not line.members:
        wrong.append(say("write the players of the team, from board 1 on"))
    elif len(line.members) > MEMBERS:
        wrong.append(say("a team has at most {most} players", most=MEMBERS))
    found: list[tuple[str, bool]] = []
    ids: list[str] = []
    for name in map(_plain, line.members[:MEMBERS]):
        players = known.find(name)
        if len(players) > 1:
            wrong.append(say("several players are called {name}: write a name that one alone has", name=name))
        elif unfit := _unfit(name):
            wrong += unfit
        else:
            player = players[0].player if players else name_key(name)
            if player in ids:
                wrong.append(say("{name} stands in the team twice", name=name))
            elif player in inside.entered or player in inside.listed:
                wrong.append(say("{name} plays for another team", name=name))
            ids.append(player)
            found.append((players[0].name if players else name, not players))
    if wrong:
        return LineOutcome(line, WRONG, wrong=tuple(wrong), members=tuple(found))
    if inside.listed_before(f"team {name_key(line.name)}", line):
        return LineOutcome(line, TWICE, members=tuple(found))
    outcome = _of_looks(inside, line, tuple(found))
    if outcome.state != CHOOSE:
        inside.listed.update(dict.fromkeys(ids, line))
    return outcome


def _of_looks(inside: _Inside, line: EntryLine, members: tuple[tuple[str, bool], ...]) -> LineOutcome:
    """The outcome of a line with a team, whose name may look like that of another one: then it is asked about."""
    twins, before = inside.teams.twins(line.name), inside.new.twins(line.name)
    inside.new.add(str(line.number), line.name)
    state = BACK if name_key(line.name) in inside.gone_names else NEW
    if (twins or before) and line.choice != NEW_PLAYER:
        state = CHOOSE
    double, like = int(before[0]) if before else 0, next(iter(twins), "")
    return LineOutcome(line, state, members=members, double=double, like=like)


def _group_twins(inside: _Inside, line: EntryLine) -> tuple[str, ...]:
    """The groups like which the group of a line only looks."""
    if not line.group or inside.groups.same(line.group):
        return ()
    twins = tuple(inside.groups.twins(line.group))
    if not twins or line.other_group:
        inside.groups.add(line.group, line.group)
    return twins


def _meant(
    known: _KnownPlayers, name: str, choice: str
) -> tuple[PlayerRegistered | None, tuple[PlayerRegistered, ...], list[str]]:
    """The player who is meant, the players among whom to choose, and what is wrong with the choice."""
    found = known.find(name)
    choices = found if len(found) > 1 else () if found else known.similar(name)
    if choice in known.by_id and known.by_id[choice] in choices:
        return known.by_id[choice], choices, []
    if choice == NEW_PLAYER and choices:
        if known.names.same(name):
            return None, choices, [say("the club has a player of this name already: add a letter or a year")]
        return None, choices, []
    refused = []
    if choice == NEW_PLAYER and found:
        refused = [say("the club has a player of this name already: add a letter or a year")]
    elif choice not in ("", NEW_PLAYER) and choice not in {player_registered.player for player_registered in found}:
        refused = [say("the player who was chosen cannot be meant by {name}", name=name)]
    return (found[0] if len(found) == 1 else None), choices, refused


def _wrong_parts(line: EntryLine) -> list[str]:
    wrong = _unfit(line.name) if line.name else [say("write a name")]
    if line.rating and ((rating := _number(line.rating)) is None or rating > LAST_RATING):
        wrong.append(say("the rating is not a whole number up to {most}", most=LAST_RATING))
    if line.seed and not 1 <= (_number(line.seed) or 0) <= LAST_SEED:
        wrong.append(say("the seed is not a whole number from 1 on"))
    return wrong + (_unfit(line.group) if line.group else [])


def _unfit(text: str) -> list[str]:
    try:
        _NAME.deserialize(text)
    except ValidationError as wrong:
        return list(wrong.messages)
    return []


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(LAST_SEED)) else None


def _plain(text: str) -> str:
    """A text as a name is written; one that is no name is left, and told as wrong elsewhere."""
    try:
        return read_name(text)
    except Invalid:
        return one_blank(text)


def _by(players: Mapping[str, PlayerRegistered], key: Any) -> dict[str, tuple[PlayerRegistered, ...]]:
    found: dict[str, tuple[PlayerRegistered, ...]] = {}
    for player in players.values():
        folded = key(player.name)
        found[folded] = (*found.get(folded, ()), player)
    return found
