"""Every game through the same addresses: questions, matches, tournaments."""

from dataclasses import replace

import pytest

from core.eventlog.codec import to_json
from core.events import MatchOpened
from core.games import GAMES, game_of
from core.rules.game import VOID
from tests.support.matches.match_logs import played
from tests.support.proving import some

ALL = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
NAMES = ("Anna", "Bertil", "Cilla", "Dag", "Eva")


def seated(game, count=None):
    return dict(zip(game.seats[: count or game.fewest], NAMES, strict=False))


def opened(api, game, count=None, **more):
    """Open a match; its id and how it was opened."""
    words = {"length": {"games": 3}, "options": {}, "stop": "all_games"} | more | {"players": seated(game, count)}
    match = api.friendly(game=game.key, **words)
    return match, MatchOpened("vasa", game.key, **words)


def recorded(api, match, facts):
    """Send facts and wait until they are judged; the state after them."""
    body = [{"type": type(fact).__name__, **to_json(fact)} for fact in facts]
    for start in range(0, len(body), 1000):
        answer = api.post(
            f"/v1/matches/{match}/events", body[start : start + 1000], role="scorer", headers={"Prefer": "wait=10"}
        )
        assert answer.status_code == 201, answer.json
        assert {verdict["verdict"] for verdict in answer.json["verdicts"]} == {"accepted"}
    return api.get(f"/v1/matches/{match}").json


@ALL
def test_a_game_says_what_may_be_chosen_and_on_which_sentence_it_rests(api, game):
    [shown] = [each for each in api.get("/v1/games", role=None).json["games"] if each["id"] == game.key]
    assert (shown["seats"], shown["fewest"], shown["cube"]) == (list(game.seats), game.fewest, game.cube)
    for option in shown["options"].values():
        assert option["default"] in option["choices"]
        assert option["sentence"]


@ALL
def test_every_listed_play_of_the_start_passes_the_check(api, game):
    for name, option in {"": None, **game.described_options}.items():
        for choice in option.choices if option else [None]:
            words = {name: choice} if name else {}
            options = game.read_options(words)
            position, dice = game.write(game.start(options, game.seats)), [6, 2, 1][: game.dice(options)]
            asked = {"position": position, "to_move": game.seats[0], "dice": dice, "options": words}
            answer = api.post(f"/v1/games/{game.key}/plays", asked, role=None)
            assert answer.status_code == 200, answer.json
            assert answer.json["plays"]
            for play in answer.json["plays"][:5]:
                checked = api.post(f"/v1/games/{game.key}/check", asked | {"moves": play["moves"]}, role=None).json
                assert (checked["legal"], checked["position"]) == (True, play["position"])


@ALL
@pytest.mark.parametrize("seed", some([7, 5], 7))  # by the dice of 5 the match of Tick-Tack has 6,330 facts
def test_a_match_is_recorded_judged_and_settled(api, judging, game, seed):
    match, opening = opened(api, game, stop="when_decided")
    facts = played(opening, seed)
    with judging():
        state = recorded(api, match, facts)
    assert (state["phase"], state["judged_version"]) == ("settled", len(facts))
    assert state["settled"]["winner"] in game.seats
    assert (state["cube"] is not None) == game.cube
    events = api.get(f"/v1/matches/{match}/events?limit=1000").json["events"]
    finished = [event["verdict"]["game_finished"] for event in events if "game_finished" in event["verdict"]]
    if len(facts) <= 1000:
        assert [each for each in finished if each["outcome"] != VOID] == state["games"]
    halfway = api.get(f"/v1/matches/{match}?version={len(facts) // 2}").json
    assert halfway["version"] == len(facts) // 2


@ALL
def test_an_exported_match_of_any_game_comes_back_as_it_was(api, game):
    match, opening = opened(api, game)
    api.post(
        f"/v1/matches/{match}/events",
        [{"type": type(each).__name__, **to_json(each)} for each in played(opening, 5, 40)],
        role="scorer",
    )
    lines = api.get(f"/v1/matches/{match}.ndjson").data
    answer = api.post("/v1/matches/import?club=vasa", data=lines, content_type="application/x-ndjson", role="organiser")
    assert (answer.status_code, answer.json["code"]) == (409, "refused")
    changed = lines.replace(b'"recorded_by":"vasa', b'"recorded_by":"visa')
    answer = api.post("/v1/matches/import?club=vasa", data=changed, content_type="application/x-ndjson")
    assert answer.status_code == 422


@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_match_of_many_is_played_by_all_of_them(api, judging, count):
    game = next(game for game in GAMES if len(game.seats) > 2)
    match, opening = opened(api, game, count)
    with judging():
        state = recorded(api, match, played(opening, count))
    assert state["players"] == seated(game, count)
    assert sum(state["score"].values()) == 3
    assert all(len(each["placings"]) == count for each in state["games"])


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ({"game": "swedish", "length": {"points": 5}}, "length.points"),
        ({"game": "six-ace", "length": {"points": 5}}, "length.points"),
        ({"game": "backgammon", "length": {"points": 0}}, "length.points"),
        ({"game": "backgammon", "length": {"points": 65}}, "length.points"),
        ({"game": "backgammon", "length": {}}, "length.games"),
        ({"game": "backgammon", "options": {"jacoby": True}}, "options.jacoby"),
        ({"game": "backgammon", "options": {"beavers": True}}, "options.beavers"),
        ({"game": "backgammon", "options": {"automatic_doubles": True}}, "options.automatic_doubles"),
        ({"game": "six-ace"}, "players.white"),
        ({"game": "six-ace", "players": {"seat1": "A"}}, "players.seat2"),
        ({"game": "six-ace", "players": {"seat1": "A", "seat3": "B"}}, "players.seat2"),
        ({"game": "dutch", "options": {"entry": "quick"}}, "options.entry"),
    ],
)
def test_what_a_game_does_not_allow_is_named(api, words, field):
    players = {"white": "A", "black": "B"}
    body = {"club": "vasa", "length": {"games": 3}, "players": players} | words
    answer = api.post("/v1/matches", body, role="scorer")
    assert answer.status_code == 422
    assert field in answer.json["errors"]
    assert all(answer.json["errors"][field])


def test_what_is_refused_in_matches_says_so(api):
    body = {"club": "vasa", "game": "backgammon", "length": {"points": 5}, "players": {"white": "A", "black": "B"}}
    answer = api.post("/v1/matches", body | {"options": {"jacoby": True}}, role="scorer")
    assert "refused in matches" in answer.json["errors"]["options.jacoby"][0]


# ── settlements ──────────────────────────────────────────────────────────────────────────────────────────────────────
def settled(api, **words):
    return api.post("/v1/settlements", words, role=None)


WON, LOST = {"winner": "white", "outcome": "gammon", "cube": 2}, {"winner": "black", "outcome": "single"}


def test_results_to_points_are_settled_with_the_cube(api):
    answer = settled(api, game="backgammon", points=5, results=[WON, LOST]).json
    assert (answer["score"], answer["winner"], answer["decided_by"]) == ({"white": 4, "black": 1}, None, None)
    answer = settled(api, game="backgammon", points=5, results=[WON, LOST, WON]).json
    assert (answer["score"], answer["winner"], answer["decided_by"]) == ({"white": 8, "black": 1}, "white", "points")


def test_ranks_of_settled_games_count_times_the_cube(api):
    doubled = {"winner": "white", "outcome": "single", "cube": 2}
    answer = settled(api, game="backgammon", games=3, results=[doubled, LOST, LOST]).json
    assert (answer["winner"], answer["decided_by"]) == ("white", "highest_game")
    assert answer["comparison"][0]["white"]["rank"] == 2


def test_placings_are_settled_by_rounds(api):
    rows = [("seat2", "seat1", "seat3"), ("seat2", "seat3", "seat1"), ("seat1", "seat2", "seat3")]
    results = [{"winner": row[0], "outcome": "placings", "placings": row} for row in rows]
    answer = settled(api, game="six-ace", games=3, results=results).json
    assert (answer["score"], answer["winner"]) == ({"seat1": 1, "seat2": 0, "seat3": 2}, "seat2")


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        ({"game": "backgammon", "points": 3, "results": [WON, LOST]}, {"results"}),
        ({"game": "backgammon", "points": 3, "games": 3, "results": []}, {"points"}),
        ({"game": "backgammon", "results": []}, {"games"}),
        ({"game": "swedish", "points": 3, "results": []}, {"points"}),
        ({"game": "dutch", "games": 3, "results": [WON]}, {"results.0.cube"}),
        ({"game": "backgammon", "games": 3, "results": [WON | {"cube": 3}]}, {"results.0.cube"}),
        ({"game": "tick-tack", "games": 3, "results": [LOST | {"outcome": "void"}]}, {"results.0.outcome"}),
        (
            {"game": "six-ace", "games": 3, "results": [{"winner": "seat1", "outcome": "placings"}]},
            {"results.0.placings"},
        ),
        (
            {"game": "backgammon", "games": 3, "results": [WON | {"placings": ["white", "black"]}]},
            {"results.0.placings"},
        ),
    ],
)
def test_results_that_cannot_be_are_named(api, words, fields):
    answer = settled(api, **words)
    assert (answer.status_code, set(answer.json["errors"])) == (422, fields)


# ── tournaments ──────────────────────────────────────────────────────────────────────────────────────────────────────
@ALL
def test_a_tournament_of_any_game_for_two_reaches_its_table(api, judging, game):
    tournament = api.tournament(2, game=game.key, length={"points": 3} if game.cube else {"games": 3})
    with judging():
        api.post(f"/v1/tournaments/{tournament}/start")
        [match] = api.get(f"/v1/tournaments/{tournament}/matches").json["matches"]
        first, second = game.seats[:2]
        result = {"winner": second, "outcome": game.endings[0].key}
        if game.placings:
            result["placings"] = [second, first]
        if game.cube:
            result["cube"] = 4
        body = {"match": match["id"], "results": [result] * (1 if game.cube else 3)}
        answer = api.post(f"/v1/tournaments/{tournament}/results", body, headers={"Prefer": "wait=10"})
        assert answer.status_code == 201, answer.json
        assert answer.json["winner"] == second
    [match] = api.get(f"/v1/tournaments/{tournament}/matches").json["matches"]
    assert match["result"]["games"] == body["results"]
    table = api.get(f"/v1/tournaments/{tournament}/standings").json["standings"]
    assert [(line["player_id"], line["wins"]) for line in table] == [(match[second]["id"], 1), (match[first]["id"], 0)]
    assert (table[0]["points_won"], table[0]["points_lost"]) == (table[1]["points_lost"], table[1]["points_won"])
    assert table[0]["points_won"] > 0 == table[0]["points_lost"]


def test_a_tournament_is_for_games_that_two_can_play(api, monkeypatch):
    game = game_of("six-ace")
    monkeypatch.setattr("schemas.requests.tournaments.game_of", lambda _key: replace(game, fewest=3))
    words = {"name": "Cup", "game": "six-ace", "length": {"games": 3}, "format": "round_robin"}
    answer = api.post("/v1/clubs/vasa/tournaments", words)
    assert (answer.status_code, set(answer.json["errors"])) == (422, {"game"})
    assert "needs 3 players" in answer.json["errors"]["game"][0]
