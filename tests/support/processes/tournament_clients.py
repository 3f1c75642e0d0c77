"""People who play whole tournaments over HTTP while processes are killed: at the desk, who directs, who corrects.

Each client repeats with the same key what was not answered. What a match comes to depends on who plays it in which
place, and on nothing else, so the same tournament can be played again without any of this.
"""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple

from core.events import GameResult
from core.tournament import Pairing, Round, Tournament
from tests.support.processes.recording import LOST_EVERY

Json = dict[str, Any]
GAMES = 3
_PATIENCE = 30.0
_PAUSE = 0.03
WHY = "the sheet was read wrong"


class Answer(NamedTuple):
    """The last answer of the service."""

    status: int
    body: Json
    version: str


class Caller:
    """A caller with a token."""

    def __init__(self, address: str, token: str) -> None:
        self._address, self._token, self._count = address, token, 0

    def ask(self, method: str, path: str, body: Any = None, key: str | None = None, match: str | None = None) -> Answer:
        """Ask until there is an answer; now and then the answer is lost on its way. `match` is sent as `If-Match`."""
        deadline = time.monotonic() + _PATIENCE
        self._count += 1
        lose = method == "POST" and self._count % LOST_EVERY == 0
        while True:
            answer = self._once(method, path, body, key, match)
            if answer and answer.status != 503 and not lose:
                return answer
            lose = lose and not answer
            assert time.monotonic() < deadline, f"nobody answers {method} {path}: {answer}"
            time.sleep(_PAUSE)

    def _once(self, method: str, path: str, body: Any, key: str | None, match: str | None) -> Answer | None:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        headers |= {"Idempotency-Key": key} if key else {}
        headers |= {"If-Match": match} if match else {}
        connection = HTTPConnection(self._address, timeout=5)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            text = response.read()
            return Answer(response.status, json.loads(text or b"{}"), response.headers.get("ETag", ""))
        except (OSError, HTTPException, ValueError):
            return None
        finally:
            connection.close()


# ── what comes of a match ────────────────────────────────────────────────────────────────────────────────────────────
def outcome(place: tuple[Any, ...]) -> tuple[GameResult, ...]:
    """The games of a match by its round, slot and the names of its players."""
    chance = random.Random(repr(place))
    return tuple(GameResult(chance.choice(["white", "black"]), chance.choice(["jan", "tower"])) for _ in range(GAMES))


def corrected(place: tuple[Any, ...]) -> tuple[GameResult, ...]:
    """The referee's decision: all the other way round."""
    turned = {"white": "black", "black": "white"}
    return tuple(each._replace(winner=turned[each.winner]) for each in outcome(place))


def place_of(tournament: Tournament, round_: Round, pairing: Pairing) -> tuple[Any, ...]:
    """A match without its id."""
    return round_.number, pairing.slot, *(tournament.name_of(each) for each in pairing[1:3])


def _shown_place(round_: Json, match: Json) -> tuple[Any, ...]:
    return round_["round"], match["slot"], match["white"]["name"], match["black"]["name"]


# ── people ───────────────────────────────────────────────────────────────────────────────────────────────────────────
class TournamentClients:
    """A tournament that is being played. `reported` are the acknowledged results, `decided` the corrections.

    `rounds` are asked for where they do not come by themselves. `to_correct` says of the rounds as they are shown which
    match, if it has its result by now, is to be corrected next, and of which round it is.
    """

    def __init__(self, address: str, token: str, words: Json, players: int, to_correct: "ToCorrect") -> None:
        self._address, self._token = address, token
        self.reported: dict[str, tuple[GameResult, ...]] = {}
        self.decided: dict[int, Json] = {}
        self.refused: Counter[str] = Counter()
        self.paired: Counter[int] = Counter()
        self.errors: list[str] = []
        self.done = threading.Event()
        self._to_correct, self._corrected = to_correct, 0
        desk = self.caller()
        name = words["name"]
        people = [{"name": f"{name} {number:02}"} for number in range(1, players + 1)]
        ids = [
            player["id"] for player in desk.ask("POST", "/v1/clubs/huk/players", people, f"{name} list").body["players"]
        ]
        said = {"game": "swedish", "length": {"games": GAMES}, **words}
        self.id = desk.ask("POST", "/v1/clubs/huk/tournaments", said, f"{name} announced").body["id"]
        self.path = f"/v1/tournaments/{self.id}"
        assert desk.ask("POST", f"{self.path}/entries", {"players": ids}, "entries").status == 201
        assert desk.ask("POST", f"{self.path}/start", {"seed": "midsummer"}, "start").status == 200

    def caller(self) -> Caller:
        """A new person with all rights."""
        return Caller(self._address, self._token)

    def begin(self, desks: int, directors: int) -> list[threading.Thread]:
        """All of them at work."""
        work = [(self._report, number) for number in range(desks)]
        work += [(self._direct, number) for number in range(directors)]
        work += [(self._correct, 0)]
        threads = [threading.Thread(target=self._at_work, args=each, daemon=True) for each in work]
        for thread in threads:
            thread.start()
        return threads

    def _at_work(self, work: Callable[[Caller, int], None], number: int) -> None:
        try:
            caller = self.caller()
            while not self.done.is_set():
                work(caller, number)
                self.done.wait(_PAUSE)
        except Exception as error:  # noqa: BLE001 - told in the end, by the thread that started it
            self.errors.append(f"{work.__name__}: {type(error).__name__}: {error}")
            self.done.set()

    def _shown(self, caller: Caller) -> Json:
        answer = caller.ask("GET", self.path)
        assert answer.status == 200, answer
        return answer.body

    def _report(self, caller: Caller, number: int) -> None:
        """Any open match: several desks may have it, and one of them is told that it has a result."""
        rounds = self._shown(caller)["rounds"]
        waiting = [(each, match) for each in rounds for match in each["matches"] if match["status"] == "open"]
        if not waiting:
            return
        round_, match = random.choice(waiting)
        games = outcome(_shown_place(round_, match))
        body = {"match": match["id"], "results": [{"winner": game.winner, "outcome": game.outcome} for game in games]}
        answer = caller.ask("POST", f"{self.path}/results", body, f"desk {number} {match['id']}")
        if answer.status in (201, 202):
            self.reported[match["id"]] = games
        else:
            assert answer.status in (404, 409), answer  # not opened yet; reported, decided or voided meanwhile
            self.refused[str(answer.body.get("code"))] += 1

    def _direct(self, caller: Caller, number: int) -> None:
        """The next round as soon as the last is over and what had to be corrected in it is."""
        shown = self._shown(caller)
        if shown["status"] == "finished":
            if self._corrected == len(self._to_correct.rounds):
                self.done.set()
            return
        last = shown["rounds"][-1]
        over = all(match["result"] for round_ in shown["rounds"] for match in round_["matches"])
        if not self._to_correct.on_command or not over or self._corrected < last["round"]:
            return
        body = {"round": last["round"] + 1}
        answer = caller.ask("POST", f"{self.path}/rounds", body, f"director {number} {body['round']}")
        assert answer.status in (200, 201), answer
        assert len(answer.body["rounds"]) == body["round"], answer
        self.paired[body["round"]] += answer.status == 201

    def _correct(self, caller: Caller, _number: int) -> None:
        """Look, and write what was seen, if no other wrote meanwhile: what is then done is what was said."""
        if self._corrected == len(self._to_correct.rounds):
            return
        found = self._to_correct.find(self._shown(caller)["rounds"], self._corrected)
        if found is None:
            return
        round_, match = found
        games = [{"winner": each.winner, "outcome": each.outcome} for each in corrected(_shown_place(round_, match))]
        body = {"match": match["id"], "kind": "played", "results": games, "reason": WHY, "pair_anew": False}
        path = f"{self.path}/decisions"
        for count in range(1000):
            look = caller.ask("POST", f"{path}?dry_run=true", body)
            assert look.status == 200, look
            done = caller.ask("POST", path, body, f"{match['id']} {count}", look.version)
            if done.status == 412:
                self.refused["somebody wrote meanwhile"] += 1
                continue
            assert done.status == 201, done
            assert done.body["changes"] == look.body["changes"]
            self.decided[done.body["decision"]] = body
            self._corrected += 1
            return


class ToCorrect(NamedTuple):
    """The matches that are corrected, one after the other: each by the round, or the slot, and its number there."""

    rounds: tuple[tuple[int | str, int], ...]
    on_command: bool

    def find(self, rounds: list[Json], number: int) -> tuple[Json, Json] | None:
        """The round and the match to be corrected as this one of them, once it has its result."""
        where, place = self.rounds[number]
        for each in rounds:
            if each["round"] == where or any(match["slot"] == where for match in each["matches"]):
                played = [match for match in each["matches"] if where in (each["round"], match["slot"])]
                found = played[place % len(played)]
                return (each, found) if found["result"] and found["status"] != "bye" else None
        return None
