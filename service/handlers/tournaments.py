"""Use cases of tournaments: announce, enter, start, withdraw, report, read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from core import match as rules
from core.chain import hash_of
from core.codec import to_public
from core.errors import Malformed, Refused, VersionConflict
from core.events import Event, GameResult, ResultReported, TournamentCreated
from core.game import Game
from core.games import game_of
from core.log import NEW
from core.settlement import settle
from core.tournament import Format, Tournament, decisions, opened
from core.tournament.formats import format_of
from core.tournament.standings import sections
from core.tournament.standings import standings as table
from core.tournament.tables import standings_csv as table_csv
from core.tournament.terms import Rule, check_terms
from core.tournament.tiebreaks import read_tie_breaks, whole_order
from core.tournament.words import match_words, tournament_words
from service.access import Principal, require
from service.bootstrap import House
from service.handlers.deciding import decide, organiser, told
from service.handlers.matches import ensure_room

Json = dict[str, Any]


def create(
    house: House, principal: Principal | None, slug: str, command: Mapping[str, Any], *,
    key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Announce a tournament of a club. Raises `Unknown` for its game or format, `Malformed` for what they refuse."""
    by = require(principal, "organiser", slug).name
    house.shelf.club(slug)
    game = game_of(command["game"])
    form = format_of(command["format"])
    # Stored as they are now, so that a later change of defaults moves no old table; and the score comes first.
    asked = read_tie_breaks(command.get("tie_breaks", ()))
    tie_breaks = whole_order(asked, form.default_tie_breaks, scored=bool(command.get("scoring")))
    options = command.get("options", {})
    try:
        game.read_options(options)
    except Malformed as wrong:
        raise Malformed({f"options.{name}": said for name, said in wrong.problems.items()}) from None
    created = TournamentCreated(
        club=slug, name=command["name"], game=game.key, length=command["length"], format=command["format"],
        tie_breaks=tie_breaks, check=command.get("check", "strict"),
        stop=command.get("stop", "all_games"), options=options, published=command.get("published", False),
        settings=_settings(form, command.get("settings", {})), scoring=command.get("scoring") or None,
        check_in=command.get("check_in") or None, drafts=command.get("drafts") or None,
        confirm=command.get("confirm") or None, terms=_terms(game, form, command.get("terms", ())),
    )  # fmt: skip
    ensure_room(house)
    tournament = house.new_id("t", f"{slug}/tournament", key)
    house.log.append(
        tournament, [created], by=by, at=house.clock(), expected=NEW, key=key, fingerprint=fingerprint
    )  # fmt: skip
    return tournament_words(opened(tournament, created))


def _settings(form: Format, words: Mapping[str, Any]) -> Json | None:
    """The format's settings with today's defaults, so that a later change of them moves nothing old."""
    try:
        return asdict(form.read_settings(words)) or None
    except Malformed as wrong:
        raise Malformed({f"settings.{name}": said for name, said in wrong.problems.items()}) from None


def _terms(game: Game, form: Format, rules: Sequence[Rule]) -> tuple[Rule, ...] | None:
    """The rules of another length, check or stop, as they are stored."""
    try:
        return check_terms(game, form, rules) or None
    except Malformed as wrong:
        raise Malformed({f"terms.{name}": said for name, said in wrong.problems.items()}) from None


def enter(
    house: House, principal: Principal | None, tournament: str, players: Sequence[str], *,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Enter players of the club, by id or by name, all or none.

    Raises `Malformed` for people who are not on the club's list, `Refused` for those who entered already.
    """
    by = organiser(house, principal, tournament)
    club = house.shelf.club(house.shelf.tournament_opening(tournament).club)
    by_name = {player.name: player for player in club.players.values()}
    found = [club.players.get(who) or by_name.get(who) for who in players]
    missing = ["the club has no player of this id or name: register the player first"]
    if problems := {str(place): missing for place, player in enumerate(found) if player is None}:
        raise Malformed(problems)
    rows = [(player.player, player.name) for player in found if player]
    return decide(
        house, tournament, lambda state: decisions.enter(state, rows), by,
        expected=expected, key=key, fingerprint=fingerprint,
    ).words  # fmt: skip


def withdraw(
    house: House, principal: Principal | None, tournament: str, player: str, reason: str, *,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Take a player out of a tournament, by id or by name; what was played stands. Raises `Unknown`, `Refused`."""
    by = organiser(house, principal, tournament)

    def leaving(state: Tournament) -> list[Event]:
        return decisions.withdraw(state, _entered(state, player), reason)

    return decide(
        house, tournament, leaving, by, expected=expected, key=key, fingerprint=fingerprint
    ).words  # fmt: skip


def start(
    house: House, principal: Principal | None, tournament: str, seed: str | None, *,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Close the entries, pair what the format can pair, and open its matches. Raises `Refused`."""
    by = organiser(house, principal, tournament)
    lots = seed or house.secret(f"{tournament}/seed", key)[:16]
    return decide(
        house, tournament, lambda state: decisions.start(state, lots), by,
        expected=expected, key=key, fingerprint=fingerprint,
    ).words  # fmt: skip


def report(
    house: House, principal: Principal | None, tournament: str, match: str, results: Sequence[GameResult], *,
    key: str | None, expected: int | None = None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Report a whole match result without its rolls. It is a fact of the match's own log, which then settles.

    After a referee has voided a wrong one it may be reported anew. Raises `Unknown`, `Malformed` for results that are
    no whole match, `Refused` where play is recorded.
    """
    created = house.shelf.tournament_opening(tournament)
    by = require(principal, "scorer", created.club, ("tournament", tournament)).name
    house.shelf.tournament(tournament).match(match)
    at_table = rules.opened(match, house.shelf.match(match))
    if wrong := rules.incomplete(at_table, tuple(results)):
        raise Malformed({"results": [wrong]})
    ensure_room(house)
    answered = told(house, match, key, fingerprint)
    if answered is None:
        state = rules.replay(match, house.log.read(match))
        at = state.version if expected is None else expected
        try:
            if at != state.version:
                raise VersionConflict(match, at, state.version)
            if state.results or state.phase != "opening":
                reason = "has recorded play or a result: void what is wrong (a referee's ruling), or award it"
                raise Refused(f"the match {match} {reason}")
            answered = house.log.append(
                match, [ResultReported(tuple(results))], by=by, at=house.clock(), expected=at, key=key,
                fingerprint=fingerprint,
            )  # fmt: skip
        except (Refused, VersionConflict) as refused:
            answered = told(house, match, key, fingerprint)
            if answered is None and (expected is not None or isinstance(refused, Refused)):
                raise
            if answered is None:
                raise Refused(f"somebody else records in the match {match} at this moment: look again") from None
    settlement = settle(at_table.game, at_table.opened.length, results, at_table.seats)
    return {"match": match, "version": answered.last, **settlement.to_words()}


def may_read(house: House, principal: Principal | None, tournament: str) -> Tournament:
    """The tournament as of now, for those who may see it: the club's people, and everybody once it is published."""
    created = house.shelf.tournament_opening(tournament)
    if not created.published:
        require(principal, "viewer", created.club, ("tournament", tournament))
    return house.shelf.tournament(tournament)


def show(house: House, principal: Principal | None, tournament: str) -> Json:
    """A tournament as announced, who entered, and every round."""
    return tournament_words(may_read(house, principal, tournament))


def matches(house: House, principal: Principal | None, tournament: str) -> list[Json]:
    """Every match that was paired, with its round, players and result."""
    state = may_read(house, principal, tournament)
    return [
        {**match_words(state, pairing), "round": each.number} for each in state.rounds for pairing in each.pairings
    ]  # fmt: skip


def standings(house: House, principal: Principal | None, tournament: str) -> Json:
    """The table as it stands, and those of its groups, with the tournament's version that they are of."""
    state = may_read(house, principal, tournament)
    return {
        "tournament": tournament, "version": state.version, "status": state.status,
        "standings": [line.to_words() for line in table(state)],
        "sections": [
            {"name": name, "standings": [line.to_words() for line in lines]} for name, lines in sections(state)
        ],
    }  # fmt: skip


def standings_csv(house: House, principal: Principal | None, tournament: str) -> str:
    """The table as CSV text."""
    return table_csv(may_read(house, principal, tournament))


def events(
    house: House, principal: Principal | None, tournament: str, after: int = NEW, limit: int | None = None
) -> Iterator[Json]:
    """The tournament's own events above a version, with their hashes."""
    may_read(house, principal, tournament)
    for recorded in house.log.read(tournament, after, limit):
        words = to_public(tournament, recorded)
        yield {**words, "hash": hash_of(words)}


def _entered(state: Tournament, who: str) -> str:
    """The id of the player who entered under this id or, if it is nobody's id, under this name."""
    ids = [entry.player for entry in state.entries]
    return who if who in ids else next((entry.player for entry in state.entries if entry.name == who), who)
