"""Questions about the rules, and a match of every game, read back in every form."""

import json

from tests.recorded.chapters.reading import look_at_match, read_match
from tests.recorded.recorder import Chapter
from tests.support.paths import TESTS

LOGS = TESTS / "golden"
START = {"bar": 0, "off": 0, "points": {"1": 15}}
OF_THE_ENVELOPE = {
    "stream",
    "version",
    "schema",
    "recorded_at",
    "recorded_by",
    "prev_hash",
    "hash",
    "verdict",
    "on_behalf_of",
}
NAMES = ("Åsa", "Nils", "Märta", "Ola", "Rut")
MAT = """\
; [EventDate "2026.11.20"]

 5 point match

 Game 1
 Anna : 0                       Bertil : 0
  1)                             64: 24/18 13/9
  2) 21: 13/11 6/5                Doubles => 2
  3)  Drops                       Wins 1 point
"""


def questions(chapter: Chapter) -> None:
    """Requests without a token."""
    games = chapter.get("/v1/games", "stranger").json["games"]
    chapter.get("/v1/formats", "stranger")
    chapter.get("/v1/games/swedish/plans?players=8&tables=4&minutes=240", "stranger")
    for game in games:
        path = f"/v1/games/{game['id']}"
        for position in ({"white": START, "black": START}, {"white": {"points": {"1": 16}}}):
            asked = {"to_move": "white", "dice": [6, 2], "position": position}
            chapter.post(f"{path}/plays", asked, "stranger")
            for moves in ([{"from": 1, "to": 7}, {"from": 7, "to": 9}], [{"from": 1, "to": 3}], []):
                chapter.post(f"{path}/check", {**asked, "moves": moves}, "stranger")
        results = [{"winner": "white", "outcome": each["key"]} for each in game["outcomes"]]
        chapter.post("/v1/settlements", {"game": game["id"], "games": 3, "results": results[:3]}, "stranger")
    chapter.post("/v1/settlements", {"game": "swedish", "games": 3, "results": []}, "stranger")
    chapter.post("/v1/settlements", {"game": "chess", "games": "three"}, "stranger")


def every_game(chapter: Chapter) -> None:
    """A recorded match of every game is imported and read back."""
    chapter.found("huk")
    imports = "/v1/matches/import?club=huk"
    for path in sorted(LOGS.glob("*.ndjson")):
        text = path.read_text()
        answer = chapter.ask("POST", imports, "organiser", data=text, content_type="application/x-ndjson")
        if answer.status_code == 201:
            look_at_match(chapter, answer.json["id"])
    chapter.ask("POST", imports, "organiser", data=text, content_type="application/x-ndjson")  # is here already
    imported = chapter.ask("POST", imports, "organiser", data=MAT, content_type="text/x-mat")
    read_match(chapter, imported.json["id"])
    chapter.ask("POST", imports, "organiser", data="Game", content_type="text/x-mat")
    chapter.get("/v1/clubs/huk/matches?limit=3")
    chapter.get("/v1/clubs/huk/matches?limit=3&cursor=3")


def service_dice(chapter: Chapter) -> None:
    """A match whose dice the service rolls, up to the seed."""
    chapter.found("dice")
    words = {"club": "dice", "game": "swedish", "length": {"games": 3}, "players": {"white": "Åsa", "black": "Nils"}}
    match = chapter.post("/v1/matches", {**words, "options": {"dice_source": "service"}}, "scorer").json["id"]
    path = f"/v1/matches/{match}"
    chapter.post(f"{path}/rolls", None, "scorer")
    chapter.recorder.judge()
    salts = [{"type": "DiceSalted", "by": seat, "salt": f"salt of {seat}"} for seat in ("white", "black")]
    chapter.post(f"{path}/events", salts, "scorer")
    for number in range(3):
        chapter.ask("POST", f"{path}/rolls", "scorer", headers={"Idempotency-Key": f"tap-{number}"})
    chapter.post(f"{path}/events", {"type": "OpeningRolled", "white": 6, "black": 1}, "scorer")
    ends = [{"type": "GameResigned", "by": "black", "outcome": "jan"}] * 3
    chapter.post(f"{path}/events", ends, "scorer")
    look_at_match(chapter, match)
    player = chapter.post("/v1/clubs/dice/players", [{"name": "Åsa"}]).json["players"][0]["id"]
    for page in (f"/matches/{match}/dice", "/clubs/dice/dice", f"/clubs/dice/players/{player}/dice"):
        chapter.pages(page, "viewer")


def recorded_by_hand(chapter: Chapter) -> None:
    """The facts of matches with rulings, clocks and appeals are sent one after the other to a match of two players."""
    chapter.found("hand")
    for name, most in (("rulings", 50), ("conduct", 50), ("reported", 5), ("swedish", 30), ("backgammon", 20)):
        lines = [json.loads(line) for line in (LOGS / f"{name}.ndjson").read_text().splitlines()][:most]
        first = lines[0]
        words = {key: first[key] for key in ("game", "length", "players", "check", "stop", "options")}
        match = chapter.post("/v1/matches", {"club": "hand", **words}, "scorer").json["id"]
        path = f"/v1/matches/{match}/events"
        for number, line in enumerate(lines[1:]):
            fact = {key: value for key, value in line.items() if key not in OF_THE_ENVELOPE}
            reader = "scorer" if fact["type"] in ("OpeningRolled", "DiceRolled", "CheckersMoved") else "referee"
            chapter.post(path, fact, reader, headers={"Prefer": "wait=0"})
            if number % 4 == 0:
                chapter.get(f"/v1/matches/{match}")
        (read_match if name in ("rulings", "conduct") else look_at_match)(chapter, match)
    _to_the_end(chapter)
    _keys_and_versions(chapter)
    _mended(chapter)


def _mended(chapter: Chapter) -> None:
    """Turns that are written anew by a scorer and by a referee, and what is refused of that."""
    words = {"club": "hand", "game": "swedish", "length": {"games": 3}, "players": {"white": "Åsa", "black": "Nils"}}
    path = f"/v1/matches/{chapter.post('/v1/matches', words, 'scorer').json['id']}"
    white = [
        {"type": "DiceRolled", "by": "white", "dice": [6, 2]},
        {"type": "CheckersMoved", "by": "white", "moves": [{"from": 1, "to": 7}, {"from": 7, "to": 9}]},
    ]
    black = [
        {"type": "DiceRolled", "by": "black", "dice": [2, 1]},
        {"type": "CheckersMoved", "by": "black", "moves": [{"from": 1, "to": 3}, {"from": 3, "to": 4}]},
    ]
    chapter.post(f"{path}/events", [{"type": "OpeningRolled", "white": 2, "black": 5}, *white, *black], "scorer")
    for body, reader in (
        ({"from_version": 4, "facts": white}, "scorer"),
        ({"from_version": 2, "facts": [*white, *black]}, "scorer"),
        ({"from_version": 7, "facts": [], "reason": "the other checker"}, "scorer"),
        ({"from_version": 7, "facts": [*white, *black], "reason": "the other checker"}, "referee"),
        ({"from_version": 7, "facts": []}, "scorer"),
        ({"from_version": 0, "facts": 7}, "scorer"),
    ):
        chapter.post(f"{path}/mendings", body, reader)
        chapter.get(path)
    chapter.post(f"{path}/events", {"type": "MendedTurnsSeen"}, "referee")
    chapter.get(f"{path}/transcript.txt?lang=sv")


def _to_the_end(chapter: Chapter) -> None:
    """A whole match of Swedish Tables, sent a hundred facts at a time."""
    first, *lines = [json.loads(line) for line in (LOGS / "swedish.ndjson").read_text().splitlines()]
    words = {key: first[key] for key in ("game", "length", "players", "check", "stop", "options")}
    match = chapter.post("/v1/matches", {"club": "hand", **words}, "scorer").json["id"]
    facts = [{key: value for key, value in line.items() if key not in OF_THE_ENVELOPE} for line in lines]
    for start in range(0, len(facts), 100):
        chapter.post(f"/v1/matches/{match}/events", facts[start : start + 100], "referee")
    look_at_match(chapter, match)


def _keys_and_versions(chapter: Chapter) -> None:
    """Repeated keys, versions that are over, lines, facts that are none, and what is refused."""
    words = {"club": "hand", "game": "swedish", "length": {"games": 3}, "players": {"white": "Åsa", "black": "Nils"}}
    key = {"Idempotency-Key": "evening-1"}
    match = chapter.post("/v1/matches", words, "scorer", headers=key).json["id"]
    chapter.post("/v1/matches", words, "scorer", headers=key)
    chapter.post("/v1/matches", {**words, "length": {"games": 5}}, "scorer", headers=key)
    path = f"/v1/matches/{match}/events"
    opening = {"type": "OpeningRolled", "white": 2, "black": 5}
    rolled = {"type": "DiceRolled", "by": "white", "dice": [6, 4]}
    moved = {"type": "CheckersMoved", "by": "white", "moves": [{"from": 1, "to": 7}]}
    for name in ("evening-1", "turn-1", "turn-1"):  # used before for another request, new, and repeated
        chapter.post(path, [opening, rolled, moved], "scorer", headers={"Idempotency-Key": name})
    chapter.post(path, {**moved, "moves": [{"from": 1, "to": 7}, {"from": 7, "to": 11}]}, "scorer")
    chapter.post(path, rolled, "scorer", headers={"If-Match": '"v1"'})
    for prefer in ("return=minimal", "respond-async, return=minimal, wait=0", "return=representation"):
        chapter.post(
            path, {"type": "RulingMade", "kind": "note", "reason": "late"}, "referee", headers={"Prefer": prefer}
        )
    chapter.post(path, {"type": "RulingMade", "kind": "note", "reason": "tea"}, "scorer")
    chapter.post(path, {"type": "Sneezed"}, "scorer")
    chapter.post(path, [{"type": "DiceRolled", "by": "green", "dice": [7, "x", 1]}, {"type": "TurnPassed"}], "scorer")
    lines = {"data": json.dumps({**rolled, "by": "black"}) + "\n", "content_type": "application/x-ndjson"}
    chapter.ask("POST", path, "scorer", headers={"Prefer": "wait=0"}, **lines)
    for link in ({"role": "scorer"}, {"role": "referee"}):
        made = chapter.post(f"/v1/matches/{match}/links", link, "referee").json
        holder = f"link-{link['role']}"
        chapter.ask(
            "POST", "/v1/session", holder, headers={"Sec-Fetch-Site": "same-origin"}, json={"link": made["link"]}
        )
        chapter.get("/v1/session", holder)
        chapter.pages("/t/", holder)
        chapter.pages(f"/matches/{match}", holder)
    chapter.ask("DELETE", f"/v1/matches/{match}/links", "referee")
    chapter.pages("/t/", "link-scorer")
    chapter.get("/v1/clubs/hand/audit", "organiser")
    read_match(chapter, match)


def scoring(chapter: Chapter) -> None:
    """The page before the first fact and in play, the turns of several throws, and readers without the right."""
    chapter.found("phone")
    for game in chapter.get("/v1/games", "stranger").json["games"]:
        players = dict(zip(game["seats"][: game["fewest"]], NAMES, strict=False))
        words = {"club": "phone", "game": game["id"], "length": {"games": 3}, "players": players}
        match = chapter.post("/v1/matches", words, "scorer").json["id"]
        chapter.pages(f"/matches/{match}/score", "scorer")
        state = chapter.get(f"/v1/matches/{match}").json
        asked = {"position": state["position"], "to_move": game["seats"][0], "throws": [[6, 2], [3, 3]]}
        chapter.post(f"/v1/games/{game['id']}/turns", asked, "stranger")
    chapter.pages(f"/matches/{match}/score", "stranger", "viewer")
    chapter.pages("/lay-out/words", "stranger")
    new = "/clubs/phone/matches/new"
    chapter.pages(new, "scorer", "viewer", "stranger")
    filled = {"game": "swedish", "first": NAMES[0], "second": NAMES[1], "length": "games.3", "begins": "position"}
    chapter.fill(new, "scorer", **{**filled, "first": "", "length": "points.5"}, key="friendly")
    begun = chapter.fill(new, "scorer", **filled, key="friendly").headers["Location"]
    chapter.pages(begun, "scorer", "referee", "viewer", "stranger")
    chapter.post("/v1/games/swedish/turns", {**asked, "throws": [[6], [7, 1]]}, "stranger")
