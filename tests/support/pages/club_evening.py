"""An evening in a hall, told to a real service over HTTP: a club, a cup of sixteen, eight tables in play."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import Any

from core.eventlog.codec import to_json
from core.events import CheckersMoved, DiceRolled, Event, MatchOpened, OpeningRolled, Recorded, TurnPassed
from core.games import game_of
from core.match import judging

Json = dict[str, Any]
NAMES = (
    "Åsa Lindgren",
    "Göran Ask",
    "Märta Ström",
    "Björn Öberg",
    "Ida Dahl",
    "Jon Falk",
    "Kia Gran",
    "Leo Hav",
    "Maj Isberg",
    "Nils Ek",
    "Ola Ljung",
    "Pia Mo",
    "Rut Sand",
    "Sven Ryd",
    "Tove Berg",
    "Ulf Vik",
)


@dataclass
class Client:
    """Asks a service, with a token."""

    address: str
    token: str

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The answer as JSON; what is refused fails the test."""
        connection = HTTPConnection(self.address.removeprefix("http://"), timeout=30.0)
        sent = {"Authorization": f"Bearer {self.token}", **headers}
        data = None
        if body is not None:
            sent, data = {**sent, "Content-Type": "application/json"}, json.dumps(body).encode()
        try:
            connection.request(method, path, data, sent)
            answer = connection.getresponse()
            text = answer.read().decode()
            assert answer.status < 400, f"{method} {path}: {answer.status} {text}"
            return json.loads(text) if text else None
        finally:
            connection.close()


def play(number: int, facts: int, game: str = "swedish") -> list[Event]:
    """The first so many facts of a legal match, another one for each number."""
    chance, opened = random.Random(number), MatchOpened("vasa", game, {"games": 3}, {"white": "a", "black": "b"})
    match = judging.opened("m", opened)
    found: list[Event] = []
    log = [Recorded(0, opened, 0, "", "")]
    while len(found) < facts:
        found.append(_next(match, chance))
        log.append(Recorded(len(found), found[-1], 0, "", ""))
        match, verdict = judging.judge(match, log[-1], lambda: log)
        assert verdict.verdict == "accepted", verdict
    return found


def _next(match: Any, chance: random.Random) -> Event:
    if match.phase == "opening":
        first, second = chance.sample(range(1, 7), 2)
        return OpeningRolled(first, second)
    if match.phase == "roll":
        return DiceRolled(match.to_move, (chance.randint(1, 6), chance.randint(1, 6)))
    turns = match.game.plays(match.position, match.to_move, match.dice, match.options)
    if not turns:
        return TurnPassed(match.to_move)
    return CheckersMoved(match.to_move, chance.choice(turns).moves)


def words(event: Event) -> Json:
    """A fact as it is sent."""
    return {"type": type(event).__name__, **to_json(event)}


def illegal(events: list[Event], game: str = "swedish") -> list[Event]:
    """The same facts, and a roll after which a play follows that can be carried out and is illegal."""
    opened = MatchOpened("vasa", game, {"games": 3}, {"white": "a", "black": "b"}, check="advisory")
    log = [Recorded(number, event, 0, "", "") for number, event in enumerate([opened, *events])]
    match = judging.replay("m", log)
    if match.phase == "roll":
        return illegal([*events, DiceRolled(match.to_move, (6, 1))], game)
    side = game_of(game).write(match.position)[match.to_move]
    for start in side["points"]:
        for length in range(2, 6):
            moved = CheckersMoved(match.to_move, ((int(start), int(start) + length),))
            _after, verdict = judging.judge(match, Recorded(len(log), moved, 0, "", ""), lambda: log)
            if verdict.verdict == "faulted":
                return [*events, moved]
    raise AssertionError("every play is legal here")


@dataclass
class ServedTournament:
    """A tournament in play: its id, its matches by table, and a client for each role."""

    organiser: Client
    referee: Client
    scorer: Client
    tournament: str = ""
    matches: list[str] = field(default_factory=list)
    facts: dict[str, list[Event]] = field(default_factory=dict)

    def record(self, table: int, events: list[Event], wait: int = 5, by: str = "scorer") -> Json:
        """Record facts at a table."""
        match = self.matches[table - 1]
        self.facts.setdefault(match, []).extend(events)
        rows = [words(event) for event in events]
        client: Client = getattr(self, by)
        answer: Json = client.ask("POST", f"/v1/matches/{match}/events", rows, Prefer=f"wait={wait}")
        return answer

    def result(self, match: str, winner: str = "white") -> None:
        """Report a whole match."""
        rows = [{"winner": winner, "outcome": "bearing_off"}] * 3
        self.scorer.ask("POST", f"/v1/tournaments/{self.tournament}/results", {"match": match, "results": rows})

    def wait_for(self, match: str) -> Json:
        """The state of a match once all of it is judged."""
        return dict(self.organiser.ask("GET", f"/v1/matches/{match}"))


def begin(
    address: str, operator: str, slug: str = "vasa", names: Sequence[str] = NAMES, **announced: Any
) -> ServedTournament:
    """Found a club and start its cup: a table for each two players, nothing played yet."""
    first = Client(address, operator).ask("POST", "/v1/clubs", {"slug": slug, "name": "Vasa bräde"})
    organiser = Client(address, first["token"])

    def holder(role: str) -> Client:
        return Client(address, organiser.ask("POST", f"/v1/clubs/{slug}/tokens", {"role": role, "note": role})["token"])

    organiser.ask("POST", f"/v1/clubs/{slug}/players", [{"name": name} for name in names])
    evening = ServedTournament(organiser, holder("referee"), holder("scorer"))
    words_ = {
        "name": "Vasa Open",
        "game": "swedish",
        "length": {"games": 3},
        "format": "single_elimination",
        "check": "advisory",
        "published": True,
        **announced,
    }
    evening.tournament = organiser.ask("POST", f"/v1/clubs/{slug}/tournaments", words_)["id"]
    part = f"/v1/tournaments/{evening.tournament}"
    organiser.ask("POST", f"{part}/tables", {"tables": [str(number) for number in range(1, len(names) // 2 + 1)]})
    organiser.ask("POST", f"{part}/entries", {"players": list(names)})
    organiser.ask("POST", f"{part}/start", {"seed": "midsummer"})
    rows = [row for row in organiser.ask("GET", f"{part}/matches")["matches"] if row["table"]]
    evening.matches = [row["id"] for row in sorted(rows, key=lambda row: int(row["table"]))]
    return evening
