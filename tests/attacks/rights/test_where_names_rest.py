"""Every kind of key and file in which a person's name comes to rest, as docs/adr/0014-names-in-a-log.md says.

A club plays with people whose names are found nowhere else. A kind of key or file that holds one of them and is not in
the table fails: it has to be thought of before a name can be removed.
"""

import gzip
import re
import zlib

from tests.support.judging import judge_all
from tests.support.signed_in import Browser, signed_in
from tests.support.store import Store

PLAYERS = ["Zebulon Quistgaard", "Ottilia Quistgaard", "Isidor Quistgaard", "Wendela Quistgaard"]
MEMBER, ALTERNATE, ASKED, CONTACT = "Hjalmar Quistgaard", "Blenda Quistgaard", "Fabian Quistgaard", "quistgaard@example"
MARK = re.compile(b"quistgaard", re.IGNORECASE)
RESULT = [{"winner": "white", "outcome": "bearing_off"}] * 3

STORE = {
    "log": "events",
    "state": "read models",
    "asked": "requests of the public entry form",
    "news": "news of a club's tournaments, for feeds and webhooks",
}
FILES = ("exports/", "prepared/", "backups/")


def kind_of(key: bytes) -> str:
    return key.decode().partition("}:")[2].partition(":")[0]


def content(store: Store, key: bytes) -> bytes:
    """All that a key holds, also where it is compressed."""
    client = store.client
    read = {
        b"string": lambda: [client.get(key)],
        b"hash": lambda: [part for pair in client.hgetall(key).items() for part in pair],
        b"list": lambda: client.lrange(key, 0, -1),
        b"set": lambda: client.smembers(key),
        b"zset": lambda: client.zrange(key, 0, -1),
        b"stream": lambda: [part for _, row in client.xrange(key) for pair in row.items() for part in pair],
    }[client.type(key)]
    return b"\n".join(plain(part) for part in read())


def plain(part: bytes) -> bytes:
    for unpack in (gzip.decompress, zlib.decompress):
        try:
            return unpack(part)
        except (OSError, EOFError, zlib.error):
            continue
    return part


def test_a_name_rests_where_the_page_on_names_says_and_nowhere_else(api, store, worker_context, tmp_path):
    browser = signed_in(api, MEMBER, "organiser")
    cup = api.post(
        "/v1/clubs/vasa/tournaments",
        {
            "name": "Cup",
            "game": "swedish",
            "length": {"games": 3},
            "format": "swiss",
            "settings": {"rounds": 2},
            "published": True,
        },
    ).json["id"]
    path = f"/v1/tournaments/{cup}"
    assert api.send("PUT", f"{path}/entry-form", "organiser", json={"open": True, "places": 8}).status_code == 200
    assert Browser(api).fill(f"/tournaments/{cup}/enter", name=ASKED, contact=CONTACT).status_code == 201
    assert api.post("/v1/clubs/vasa/players", [*PLAYERS, ALTERNATE]).status_code == 201
    assert api.post(f"{path}/entries", PLAYERS).status_code == 201
    assert api.send("PUT", f"{path}/alternates", "organiser", json={"players": [ALTERNATE]}).status_code == 200
    assert api.post(f"{path}/start", {"seed": "x"}).status_code == 200
    judge_all(worker_context)
    first, second = api.get(path).json["rounds"][0]["matches"]
    assert api.post(f"{path}/results", {"match": first["id"], "results": RESULT}, "scorer").status_code < 300
    roll = {"type": "OpeningRolled", "white": 6, "black": 1}
    assert api.post(f"/v1/matches/{second['id']}/events", roll, "scorer").status_code < 300
    assert browser.get(f"/tournaments/{cup}").status_code == 200
    judge_all(worker_context)
    for file in ("standings.csv", "standings.pdf"):
        assert api.get(f"{path}/{file}", "organiser").status_code == 200

    holding = {kind_of(key) for key in store.client.scan_iter() if MARK.search(content(store, key))}
    assert {"log", "state", "asked"} <= holding
    assert holding - STORE.keys() == set()
    files = [file for file in tmp_path.rglob("*") if file.is_file() and MARK.search(plain(file.read_bytes()))]
    assert [str(file) for file in files if not str(file.relative_to(tmp_path)).startswith(FILES)] == []


def test_the_name_of_an_author_and_of_a_player_in_a_cause_is_in_no_event_that_tells_of_it(api, store, judge):
    browser = signed_in(api, MEMBER, "organiser")
    assert api.post("/v1/clubs/vasa/players", [*PLAYERS, ALTERNATE]).status_code == 201
    cup = browser.post(
        "/v1/clubs/vasa/tournaments",
        {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss", "settings": {"rounds": 2}},
    ).json["id"]
    path = f"/v1/tournaments/{cup}"
    assert browser.post(f"{path}/entries", {"players": PLAYERS}).status_code == 201
    assert browser.post(f"{path}/start", {"seed": "x"}).status_code == 200
    judge()
    first, second = browser.get(path).json["rounds"][0]["matches"]
    assert browser.send("PUT", f"{path}/alternates", json={"players": [ALTERNATE]}).status_code == 200
    replaced = {"player": first["white"]["id"], "by": ALTERNATE}
    assert browser.post(f"{path}/replacements", replaced).status_code == 201
    assert browser.post(f"{path}/withdrawals", {"player": second["white"]["id"]}).status_code == 201
    judge()
    named = {type(each.event).__name__ for each in api.deps.log.read(cup) if MARK.search(repr(each).encode())}
    assert named == {"PlayerEntered", "AlternatesSet", "PlayerReplaced"}, "these have salted commitments"
    reasons = [match["result"]["reason"] for match in browser.get(path).json["rounds"][0]["matches"] if match["result"]]
    assert reasons == [f"{second['white']['name']} withdrew"]
    of_member = {key for key in store.client.scan_iter() if b"Hjalmar" in content(store, key)}
    assert {kind_of(key) for key in of_member} == {"log"}
    assert [type(each.event).__name__ for each in api.deps.log.read("c_vasa") if "Hjalmar" in repr(each)] == [
        "MemberAdded"
    ]
