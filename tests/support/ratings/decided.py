"""Rating lists for tests: the rule, tournaments with decided matches, and the list by name."""

from core.events import GameResult, ResultReported

RULE = "/v1/clubs/vasa/rating-rules/swedish"
LIST = "/v1/clubs/vasa/ratings/swedish"
GAMES = {side: [{"winner": side, "outcome": "bearing_off"}] * 3 for side in ("white", "black")}


def set_rule(api, **rule):
    answer = api.send("PUT", RULE, "organiser", json=rule)
    assert answer.status_code == 200, answer.json
    return answer.json


def decide(api, tournament, match, winner="white", kind="played", **more):
    asked = {"match": match, "kind": kind, "reason": "as on the sheet", **more}
    asked |= {"results": GAMES[winner]} if kind == "played" else {"winner": winner}
    answer = api.post(f"/v1/tournaments/{tournament}/decisions", asked)
    assert answer.status_code == 201, answer.json
    return answer.json


def begin(api, players=3, **more):
    """A started tournament and the ids of its matches."""
    tournament = api.tournament(players, **more)
    assert api.post(f"/v1/tournaments/{tournament}/start", {"seed": "x"}).status_code in (200, 201)
    rows = api.get(f"/v1/tournaments/{tournament}/matches").json["matches"]
    return tournament, [row["id"] for row in rows]


def report(api, match, winner):
    """The result of a match outside tournaments, as a file brings it."""
    results = tuple(GameResult(**each) for each in GAMES[winner])
    api.deps.log.append(match, [ResultReported(results)], by="x", at=api.deps.clock())


def table(api, **options):
    return {player["name"]: player for player in api.get(LIST, **options).json["players"]}
