"""A club with finished tournaments of several formats, with a correction and a withdrawal, and all their files."""

from collections.abc import Callable

from service.exports import EXPORTS
from service.store.archive import places
from service.store.maintenance import all_streams
from tests.support.api import Api
from tests.support.store import Store

GAMES = [[{"winner": winner, "outcome": "bearing_off"}] * 3 for winner in ("white", "black")]
ROLLS = [{"type": "OpeningRolled", "white": 3, "black": 3}] * 400
"""Facts that make a log long: equal dice are rolled again."""
ON_COMMAND = ("swiss", "elimination_by_losses")
FORMATS = {
    "round_robin": {},
    "single_elimination": {},
    "double_elimination": {},
    "swiss": {"settings": {"rounds": 2}},
    "elimination_by_losses": {},
    "groups_then_knockout": {"settings": {"groups": 2, "advance": 1}},
}
FILES = (
    *(name for name, export in EXPORTS.items() if not export.of_round and not name.endswith(".pdf")),
    "standings",
    "bracket",
    "matches",
    "crosstable.json",
    "brackets-model.json",
    "events",
)


def play_club(api: Api, judge: Callable[[], None], formats: dict[str, dict] = FORMATS) -> list[str]:  # type: ignore[type-arg]
    """Play a published tournament of each format to its end; their ids."""
    return [play(api, judge, form, **more) for form, more in formats.items()]


def play(api: Api, judge: Callable[[], None], form: str, **more: object) -> str:
    """Play a published tournament of four to its end, with a withdrawal and a correction; its id."""
    tournament = api.tournament(4, name=f"Höst {form}", format=form, published=True, **more)
    path = f"/v1/tournaments/{tournament}"
    assert api.post(f"{path}/start", {"seed": "midsummer"}).status_code == 200
    judge()
    number = 0
    while True:
        waiting = [
            match for match in api.get(f"{path}/matches").json["matches"] if match["status"] in ("open", "playing")
        ]
        if not waiting:
            if form not in ON_COMMAND or api.post(f"{path}/rounds", {}).status_code not in (200, 201):
                break
            judge()
            if not [match for match in api.get(f"{path}/matches").json["matches"] if match["status"] == "open"]:
                break
            continue
        for each in waiting:
            body = {"match": each["id"], "results": GAMES[number % 2]}
            assert api.post(f"{path}/results", body, role="scorer").status_code in (201, 202)
            number += 1
            judge()
            if number == 1:
                _correct(api, path, each["id"])
                judge()
            if number == 2 and form != "single_elimination":
                leaving = api.get(f"{path}/standings").json["standings"][-1]["name"]
                answer = api.post(f"{path}/withdrawals", {"player": leaving, "reason": "ill"}, role="organiser")
                assert answer.status_code == 201, answer.json
                judge()
                break
    assert api.get(path).json["status"] == "finished"
    return tournament


def _correct(api: Api, path: str, match: str) -> None:
    body = {"match": match, "kind": "played", "results": GAMES[1], "reason": "the sheet says so"}
    answer = api.post(f"{path}/decisions", body, role="referee")
    assert answer.status_code == 201, answer.json


def played_cup(api: Api, judge: Callable[[], None], times: int = 1) -> str:
    """A finished tournament with a match of 400 facts, or so many times more; its id."""
    tournament = api.tournament(2, name="Höstcup", published=True)
    path = f"/v1/tournaments/{tournament}"
    assert api.post(f"{path}/start", {"seed": "midsummer"}).status_code == 200
    judge()
    match = f"{tournament}.1"
    for _ in range(times):
        assert api.post(f"/v1/matches/{match}/events", ROLLS, role="scorer").status_code in (201, 202)
    award = [{"type": "RulingMade", "kind": "award_match", "winner": "white", "reason": "black did not come back"}]
    assert api.post(f"/v1/matches/{match}/events", award, role="referee").status_code in (201, 202)
    judge()
    assert api.get(path).json["status"] == "finished"
    return tournament


def files_of(api: Api, tournament: str, *prints: str) -> dict[str, tuple[bytes, str | None]]:
    """Every file of a tournament as strangers get it, with its ETag, some prints, and the logs of its matches."""
    path = f"/v1/tournaments/{tournament}"
    matches = [match["id"] for match in api.get(f"{path}/matches", None).json["matches"]]
    addresses = [
        *(f"{path}/{name}" for name in (*FILES, *prints)),
        *(f"/v1/matches/{match}.ndjson" for match in matches),
    ]
    found = {}
    for address in addresses:
        answer = api.get(address, None)
        assert answer.status_code == 200, (address, answer.json)
        found[address] = (answer.get_data(), answer.headers.get("ETag"))
    return found


def archived(store: Store, tournament: str) -> set[str]:
    """The logs of a tournament that are archived."""
    return {stream for stream in places.every(store.client) if stream.partition(".")[0] == tournament}


def streams(store: Store, tournament: str) -> set[str]:
    """The logs of a tournament."""
    return {stream for stream in all_streams.heads(store.client) if stream.partition(".")[0] == tournament}
