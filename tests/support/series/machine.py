"""A series whose evenings are played, corrected and taken out, and whose players are merged, at random.

After every step the table is what the exports of the tournaments come to, in the process that wrote and in another one.
"""

from random import Random
from typing import Any

from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.strategies import integers, sampled_from

from tests.support.series.recomputed import hold
from tests.support.series.season import add, announce, evening, players, table, turn_around

RULES = (
    {"tables": [{"points": [7, "4.5", 2]}, {"players": 4, "points": [9, 6, 4, 1]}], "participation": "1/3", "best": 2},
    {"tables": [{"points": [5, 3, 1]}], "places": "pool", "without": 1, "own": "0.1", "shared": "highest"},
    {"tables": [{"points": [3, 2, 1]}], "matches": {"any": 2}, "games_won": {"main": "0.25"}, "least": 2},
)
WHOLE = {
    "name": "S",
    "participation": 0,
    "matches": {"any": 0},
    "games_won": {"main": 0},
    "bonuses": {"jan": 0},
    "own": 0,
}
"""All values that the second computation asks for."""
FORMS = (("round_robin", {}), ("single_elimination", {"bronze": True}), ("double_elimination", {}))
NUMBERS = integers(0, 1000)
MOST_EVENINGS = 4


class OtherClub:
    """The API of another club than `vasa`, asked by the addresses and the roles of `vasa`."""

    def __init__(self, api: Any, slug: str) -> None:
        self.api, self.slug = api, slug
        self.new_name = api.new_name

    def send(self, method: str, path: str, role: str | None = "viewer", **options: Any) -> Any:
        """See `Api.send`."""
        path = path.replace("/v1/clubs/vasa/", f"/v1/clubs/{self.slug}/")
        return self.api.send(method, path, role and f"{self.slug} {role}", **options)

    def get(self, path: str, role: str | None = "viewer", **options: Any) -> Any:
        """See `Api.get`."""
        return self.send("GET", path, role, **options)

    def post(self, path: str, json: Any = None, role: str | None = "organiser", **options: Any) -> Any:
        """See `Api.post`."""
        return self.send("POST", path, role, **options, **({} if json is None else {"json": json}))


class SeriesMachine(RuleBasedStateMachine):
    """A series of a club of its own. `processes` are the API in this process and in another one, with own caches."""

    processes: tuple[Any, Any]
    clubs = 0

    @initialize(rule=sampled_from(RULES))
    def begin(self, rule: dict[str, Any]) -> None:
        """Found a club with six players, and a series with two evenings."""
        slug = f"c{type(self).clubs}"
        type(self).clubs += 1
        here, there = self.processes
        here.found(slug)
        there.tokens.update(here.tokens)
        self.api, self.other = OtherClub(here, slug), OtherClub(there, slug)
        self.ids = players(self.api, 6)
        self.rule = WHOLE | rule
        self.series = announce(self.api, **self.rule)
        self.known: list[str] = []  # every evening
        self.factors: dict[str, int] = {}
        self.merged: dict[str, str] = {}
        self.frozen: dict[str, Any] | None = None
        for number, form in enumerate(FORMS[:2]):
            self.play(form, number, 1)

    @property
    def counted(self) -> list[str]:
        """The evenings that count, in the order of their dates."""
        return [each for each in self.known if each in self.factors]

    @precondition(lambda self: len(self.known) < MOST_EVENINGS and self.frozen is None)
    @rule(form=sampled_from(FORMS), number=NUMBERS, factor=sampled_from((1, 2)))
    def play(self, form: tuple[str, dict[str, Any]], number: int, factor: int) -> None:
        """Play an evening of some players, and let it count."""
        lots = Random(number)
        present = [id_ for id_ in self.ids if id_ not in self.merged]
        there = sorted(lots.sample(present, lots.randint(2, min(5, len(present)))), key=self.ids.index)
        tournament = evening(self.api, there, len(self.known) + 1, *form, lots)
        self.known.append(tournament)
        self.count(tournament, factor)

    def count(self, tournament: str, factor: int) -> None:
        """Let an evening count: what was told to follow is what follows."""
        seen = self.api.post(f"{self.series}/tournaments?dry_run=1", {"tournaments": [tournament], "factor": factor})
        told = add(self.api, self.series, tournament, factor=factor)
        assert seen.json["moved"] == told
        self.factors[tournament] = factor

    @precondition(lambda self: self.known and self.frozen is None)
    @rule(number=NUMBERS, factor=sampled_from((1, 3)))
    def count_again(self, number: int, factor: int) -> None:
        """Let an evening count that was taken out, or count otherwise."""
        self.count(self.known[number % len(self.known)], factor)

    @precondition(lambda self: self.factors and self.frozen is None)
    @rule(number=NUMBERS)
    def take_out(self, number: int) -> None:
        """Take an evening out."""
        tournament = self.counted[number % len(self.factors)]
        path = f"{self.series}/tournaments/{tournament}"
        seen = self.api.send("DELETE", f"{path}?dry_run=1", "organiser").json
        assert self.api.send("DELETE", path, "organiser").json["moved"] == seen["moved"]
        del self.factors[tournament]

    @precondition(lambda self: self.known)
    @rule(number=NUMBERS, which=NUMBERS)
    def correct(self, number: int, which: int) -> None:
        """Correct a result of an evening, and play on what follows from it."""
        tournament = self.known[number % len(self.known)]
        matches = self.api.get(f"/v1/tournaments/{tournament}/matches?limit=1000").json["matches"]
        if any(match["result"] and match["result"]["kind"] == "played" for match in matches):
            turn_around(self.api, tournament, self.ids, which, Random(which))

    @rule(number=NUMBERS)
    def merge(self, number: int) -> None:
        """Make one player of two, unless they met or were in one evening."""
        present = [id_ for id_ in self.ids if id_ not in self.merged]
        if len(present) > 2:
            gone, kept = Random(number).sample(present, 2)
            answer = self.api.post(f"/v1/clubs/vasa/players/{gone}/merge", {"into": kept})
            assert answer.status_code in (200, 409), answer.json
            if answer.status_code == 200:
                self.merged = {**{old: kept if new == gone else new for old, new in self.merged.items()}, gone: kept}

    @rule(number=NUMBERS)
    def rename(self, number: int) -> None:
        """Give a player another name."""
        player = self.ids[number % len(self.ids)]
        answer = self.api.send(
            "PATCH", f"/v1/clubs/vasa/players/{player}", "organiser", json={"name": self.api.new_name()}
        )
        assert answer.status_code in (200, 404), answer.json

    @precondition(lambda self: self.frozen is None)
    @rule(rule=sampled_from(RULES))
    def change(self, rule: dict[str, Any]) -> None:
        """Announce another rule."""
        self.rule = WHOLE | rule
        assert self.api.send("PUT", self.series, "organiser", json=self.rule).status_code == 200

    @precondition(lambda self: self.factors)
    @rule()
    def end_or_open_again(self) -> None:
        """End the series, or open it again."""
        change, self.frozen = ("reopening", None) if self.frozen is not None else ("end", self.shown(self.api))
        assert self.api.post(f"{self.series}/{change}").status_code == 200

    def shown(self, api: Any) -> dict[str, Any]:
        """The table without the names, which are the present ones also at the end, and the order of equal players."""
        return {
            player: {name: value for name, value in row.items() if name != "name"}
            for player, row in table(api, self.series).items()
        }

    @invariant()
    def is_what_the_exports_come_to(self) -> None:
        """The table is the frozen one, or that of the exports; every process says so."""
        if not hasattr(self, "series"):
            return
        for api in (self.api, self.other):
            if self.frozen is not None:
                assert self.shown(api) == self.frozen
            else:
                hold(api, self.series, self.rule, self.counted, self.factors, self.merged)
