"""A player's hidden name is in no answer to readers who do not see it: all addresses, and all files, are asked.

The name is found nowhere else. A new address is asked with the others, since they come from the application itself.
"""

import gzip
import io
import json
import re
import zipfile
from collections.abc import Sequence
from typing import NamedTuple

import pytest

from core.eventlog.hash_chain import hash_of
from core.match import checkpoint
from core.timestamps import rfc3339
from service.exports import PDF, XLSX
from service.handlers import prepared_files as files
from service.handlers.match import replay
from service.live.sse_frames import FrameSource
from service.store import prepared_files
from service.store.feed import NewsMessage
from service.store.match_files import sheet_parts
from service.store.prepared_files import READY, WAITING, PreparedFile
from service.store.read_models import match_checkpoints
from service.store.read_models.positions import Position
from tests.support.judging import judge_all
from tests.support.pictures.prints import texts
from tests.support.proving import PROVING, some
from tests.support.readers.workbooks import load_workbook
from tests.support.signed_in import Browser, signed_in
from workers.exports import export_tournament, prepare_file

NAME = "Quistgaard Zebulonson"
PLAYERS = ["Zebulon Quistgaard", "Ada", "Bo", "Cy", "Di", "Ed", "Fy"]
RATED = {"public": True, "friendly": True, "shortest": 1}
CUP = {
    "game": "backgammon",
    "length": {"points": 3},
    "format": "swiss",
    "settings": {"rounds": 2},
    "published": True,
    "details": {"starts": "2026-06-01T18:00", "zone": "Europe/Stockholm", "description": "Quistgaard opens the door"},
}
ROLLS = [{"type": "OpeningRolled", "white": 6, "black": 1}]
SHOWN = "Player 7"
MARK = re.compile("quistgaard", re.IGNORECASE)
NONE = re.compile(r"(?!)")
ASKED = {
    "tab": ("now", "rounds", "standings", "bracket"),
    "part": ("next", "needs", "cards", "rounds", "standings", "log", "progress"),
    "game": ("backgammon",),
    "round": ("1", "2"),
    "number": ("1", "2"),
}
QUERIES = {"calendar.ics": "?player={player}", "standings.csv": "?columns=all", "standings": "?why={player}"}
WITHOUT_END = ("/v1/tournaments/<tournament:tournament>/stream", "/v1/matches/<match:match>/stream")


class Event(NamedTuple):
    """Ids of tournaments, of the player with a hidden name, of their friendly match, and of a series."""

    tournaments: Sequence[str]
    player: str
    friendly: str
    series: str


def hide(api, player, public="chosen", members="chosen", name=SHOWN, **more):
    setting = {"public": public, "members": members, "name": name, **more}
    answer = api.send("PUT", f"/v1/clubs/vasa/players/{player}/shown-name", "organiser", json=setting)
    assert answer.status_code == 200, answer.text


@pytest.fixture
def event(api, worker_context):
    """A rated tournament of a series: an earlier one that is over, and one with results, rolls, rulings, withdrawals.

    The player has another name by now, plays a friendly match, and stands in a reason.
    """
    assert api.send("PUT", "/v1/clubs/vasa/rating-rules/backgammon", "organiser", json=RATED).status_code in (200, 201)
    listed = api.post("/v1/clubs/vasa/players", [{"name": each, "rating": 1500} for each in PLAYERS]).json["players"]
    ids = [each["id"] for each in listed]
    player = ids[0]
    first = api.post("/v1/clubs/vasa/tournaments", {**CUP, "name": "First", "settings": {"rounds": 1}}).json["id"]
    assert api.post(f"/v1/tournaments/{first}/entries", ids[:4]).status_code == 201
    assert api.post(f"/v1/tournaments/{first}/start", {"seed": "x"}).status_code == 200
    judge_all(worker_context)
    for match in api.get(f"/v1/tournaments/{first}").json["rounds"][0]["matches"]:
        decide(api, first, match["id"], "ZEBULON QUISTGAARDS train was late")
    judge_all(worker_context)
    assert api.send("PATCH", f"/v1/clubs/vasa/players/{player}", "organiser", json={"name": NAME}).status_code == 200
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "name": "Cup"}).json["id"]
    path = f"/v1/tournaments/{cup}"
    assert api.post(f"{path}/entries", ids[:6]).status_code == 201
    assert api.send("PUT", f"{path}/alternates", "organiser", json={"players": [ids[6]]}).status_code == 200
    assert api.post(f"{path}/tables", {"tables": ["1", "2", "3"]}).status_code in (200, 201)
    assert api.post(f"{path}/seeding", {"method": "rating"}).status_code in (200, 201)
    assert api.post(f"{path}/start", {"seed": "x"}).status_code == 200
    judge_all(worker_context)
    rows = api.get(path).json["rounds"][0]["matches"]
    own = next(row for row in rows if player in (row["white"]["id"], row["black"]["id"]))
    for roll in ROLLS:
        assert api.post(f"/v1/matches/{own['id']}/events", roll, "scorer").status_code < 300
    judge_all(worker_context)
    for row in rows:
        decide(api, cup, row["id"], "Quistgaard was late")
    assert api.post(f"{path}/rounds", {}).status_code in (200, 201)
    judge_all(worker_context)
    series = api.post("/v1/clubs/vasa/series", {"name": "Season", "public": True}).json["id"]
    for each in (first, cup):
        added = api.post(f"/v1/clubs/vasa/series/{series}/tournaments", {"tournaments": [each]})
        assert added.status_code < 300, added.text
    opened = {
        "club": "vasa",
        "game": "backgammon",
        "length": {"points": 3},
        "players": {"white": player, "black": "Ada"},
    }
    friendly = api.post("/v1/matches", opened, "scorer").json["id"]
    judge_all(worker_context)
    return Event((cup, first), player, friendly, series)


def decide(api, tournament, match, reason):
    decision = {"match": match, "kind": "walkover", "winner": "white", "reason": reason}
    assert api.post(f"/v1/tournaments/{tournament}/decisions", decision, "organiser").status_code < 300


def content(answer):
    """An answer as text: the texts of a sheet, a workbook's cells, what is packed, and everything else as it is."""
    data = answer.get_data()
    if answer.mimetype == PDF:
        return " ".join(texts(data))
    if answer.mimetype == XLSX:
        return "\n".join(
            str(cell) for sheet in load_workbook(data) for row in sheet.iter_rows(values_only=True) for cell in row
        )
    if data[:2] == b"PK":
        packed = zipfile.ZipFile(io.BytesIO(data))
        return "\n".join(f"{each} {packed.read(each).decode(errors='replace')}" for each in packed.namelist())
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    return data.decode(errors="replace")


def addresses(api, event):
    """Every address that answers about the tournaments, their matches, the player or the club, with its rule."""
    states = [api.get(f"/v1/tournaments/{tournament}").json for tournament in event.tournaments]
    matches = [match["id"] for state in states for round_ in state["rounds"] for match in round_["matches"]]
    values = {
        **ASKED,
        "tournament": event.tournaments,
        "club": ("vasa",),
        "match": (*matches, event.friendly),
        "player": (event.player,),
        "series": (event.series,),
    }
    for rule in api.client.application.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments <= values.keys() and rule.rule not in WITHOUT_END:
            paths = [rule.rule]
            for name in rule.arguments:
                paths = [re.sub(rf"<(\w+:)?{name}>", value, path) for path in paths for value in values[name]]
            query = QUERIES.get(rule.rule.rpartition("/")[2], "").format(player=event.player)
            yield from [*paths, *([paths[0] + query] if query else [])]


def leaks(api, event, client, share=1, kind=NONE):
    """The addresses whose answers hold the hidden name, and how many of them answer.

    One of so many is asked for (`share`), and all of a kind.
    """
    found, answered = {}, 0
    for number, path in enumerate(addresses(api, event)):
        if number % share and not kind.search(path):
            continue
        answer = client.get(path)
        answered += answer.status_code == 200
        text = content(answer)
        if mark := MARK.search(text):
            found[path] = text[max(0, mark.start() - 60) : mark.end() + 20]
    return found, answered


@pytest.mark.parametrize(
    ("reader", "share"),
    some([("stranger", 1), ("viewer", 4), ("viewer", 1), ("scorer", 1)], ("stranger", 1), ("viewer", 4)),
)
def test_a_hidden_name_is_in_no_answer(api, worker_context, event, reader, share):
    client = Browser(api).client if reader == "stranger" else signed_in(api, "Ylva", reader).client
    before, _ = leaks(api, event, client, share)  # every cache has the name
    assert len(before) > 60 // share
    hide(api, event.player)
    judge_all(worker_context)
    seen, _ = leaks(api, event, signed_in(api, "Hjalmar", "organiser").client, share)  # and again, after the change
    assert len(seen) > 60 // share
    found, answered = leaks(api, event, client, share)
    assert found == {}
    assert answered > 100 // share


ON_PAPER = re.compile(r"^/v1/.*(\.pdf|\.svg|/[a-z-]+\.html|newspaper[^/]*)(\?.*)?$")
IN_FEEDS = re.compile(r"(/news|\.atom|\.ics)(\?.*)?$")
KINDS = {"paper": ON_PAPER, "feeds": IN_FEEDS}


@pytest.mark.parametrize("kind", ["paper", "feeds"])
@pytest.mark.parametrize("reader", some(["stranger", "viewer", "organiser"], "organiser"))
def test_a_name_that_is_hidden_in_one_kind_alone_is_in_no_answer_of_that_kind(api, worker_context, event, reader, kind):
    client = Browser(api).client if reader == "stranger" else signed_in(api, "Ylva", reader).client
    share = 1 if PROVING else 6  # of the addresses of other kinds
    before, _ = leaks(api, event, client, share, KINDS[kind])  # every cache has the name
    of_kind = {each for each in before if KINDS[kind].search(each)}
    assert len(of_kind) >= (4 if kind == "feeds" else 20)
    hide(api, event.player, "full", "full", **{kind: "chosen"})
    judge_all(worker_context)
    found, _ = leaks(api, event, client, share, KINDS[kind])
    assert not {each for each in found if KINDS[kind].search(each)}
    assert set(found) == set(before) - of_kind, "nothing else is hidden"


def test_paper_may_have_the_name_for_those_who_see_it_and_for_no_others(api, event):
    hide(api, event.player, "initials", "initials", None, paper="full")
    path = f"/v1/tournaments/{event.tournaments[0]}/standings.pdf"
    organiser, viewer = signed_in(api, "Ylva", "organiser").client, signed_in(api, "Hjalmar", "viewer").client
    assert "Zebulonson" in content(organiser.get(path))
    for client in (viewer, Browser(api).client):
        assert "Q. Z." in content(client.get(path))
        assert not MARK.search(content(client.get(path)))


@pytest.mark.parametrize("reader", some(["stranger", "viewer"], "stranger"))
def test_from_now_on_a_name_is_hidden_but_in_what_was_over_before(api, worker_context, event, reader):
    client = Browser(api).client if reader == "stranger" else signed_in(api, "Ylva", reader).client
    before, _ = leaks(api, event, client)
    over = event.tournaments[1]
    since = rfc3339(api.deps.repository.tournament(over).over_at + 1)
    hide(api, event.player, since=since)
    assert api.get(f"/v1/clubs/vasa/players/{event.player}/shown-name", "organiser").json["since"] == since
    judge_all(worker_context)
    found, _ = leaks(api, event, client)
    club_news = [f"/v1/clubs/vasa/{each}" for each in ("news", f"series/{event.series}/news")]
    feeds = {each for each in found if each.startswith(tuple(club_news)) or each.endswith((".atom", "calendar.ics"))}
    listed = client.get("/v1/clubs/vasa/tournaments").json.get("tournaments", [])
    assert {each["id"] for each in listed if MARK.search(json.dumps(each))} <= {over}, "its own description, as it was"
    assert {each for each in set(found) - feeds if over not in each} <= {"/v1/clubs/vasa/tournaments"}
    assert {each for each in before if over in each} == {each for each in found if over in each}, "it is as it was"


def test_what_was_over_keeps_the_setting_that_it_had(api, worker_context, event):
    first = f"/tournaments/{event.tournaments[1]}/players"
    over = api.deps.repository.tournament(event.tournaments[1]).over_at
    hide(api, event.player, "initials", "initials", None)
    hide(api, event.player, since=rfc3339(over + 1))
    assert "Z. Q." in Browser(api).get(first).text
    hide(api, event.player, "full", "full", None, since=rfc3339(over + 2))
    assert "Z. Q." in Browser(api).get(first).text
    assert MARK.search(Browser(api).get(f"/tournaments/{event.tournaments[0]}/players").text)
    match = api.get(f"/v1/tournaments/{event.tournaments[1]}").json["rounds"][0]["matches"][0]["id"]
    decide(api, event.tournaments[1], match, "it is over anew")
    judge_all(worker_context)
    assert MARK.search(Browser(api).get(first).text), "a tournament with a newer result was not over before"
    hide(api, event.player)
    assert SHOWN in Browser(api).get(first).text


@pytest.mark.parametrize("role", ["referee", "organiser"])
def test_referees_and_organisers_see_the_name(api, event, role):
    hide(api, event.player)
    client, cup = signed_in(api, "Ylva", role).client, event.tournaments[1]
    for page in (f"/tournaments/{cup}/players", f"/v1/tournaments/{cup}", f"/v1/tournaments/{cup}/standings.csv"):
        assert MARK.search(content(client.get(page)))


# ── what is not asked for by a plain request ─────────────────────────────────────────────────────────────────────────
def public_lines(api, path):
    answer = Browser(api).client.get(path, headers={"Accept": "application/x-ndjson"})
    assert answer.status_code == 200
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_public_log_without_a_hidden_name_proves_itself(api, event):
    match = next(address for address in addresses(api, event) if address.endswith(".ndjson"))
    whole = public_lines(api, match)
    hide(api, event.player)
    lines = public_lines(api, match)
    assert not MARK.search(json.dumps(lines))
    assert [line["hash"] for line in lines] == [each["hash"] for each in whole]
    assert [
        hash_of({name: value for name, value in line.items() if name not in ("hash", "verdict")}) for line in lines
    ] == [line["hash"] for line in lines]
    assert lines[0]["players"] != whole[0]["players"]


def test_an_event_with_a_hidden_name_in_its_reason_is_withheld(api, event):
    hide(api, event.player)
    assert not MARK.search(json.dumps(public_lines(api, f"/v1/tournaments/{event.tournaments[0]}/events?after=-1")))
    lines = public_lines(api, f"/v1/tournaments/{event.tournaments[1]}/events?after=-1")
    withheld = [line for line in lines if line.get("withheld")]
    assert len(withheld) == 3, "the announcement, and the decisions whose reasons name the player"
    assert not MARK.search(json.dumps(lines))


@pytest.mark.parametrize("sight", ["public", "member"])
def test_a_live_stream_has_no_hidden_name(api, event, sight):
    hide(api, event.player)
    match = api.get(f"/v1/tournaments/{event.tournaments[0]}").json["rounds"][0]["matches"][0]["id"]
    for name, whole in ((event.tournaments[0], True), (match, False), (event.friendly, False)):
        source = FrameSource(api.deps, name, whole, sight)
        frames, _, _ = source.page(Position(-1, -1))
        assert frames
        assert not MARK.search("".join(frame.frame.decode() for frame in frames))
        news = NewsMessage("fact", name, 0, '{"players":{"white":"Quistgaard Zebulonson"}}')
        assert not source.tells(news)


def test_what_is_written_keeps_the_name_also_if_readers_come_first(api, worker_context, event):
    hide(api, event.player)
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "name": "Late"}).json["id"]
    people = [player["id"] for player in api.get("/v1/clubs/vasa/players", "organiser").json["players"]]
    assert api.post(f"/v1/tournaments/{cup}/entries", people[:4]).status_code == 201
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"}).status_code == 200
    matches = api.get(f"/v1/tournaments/{cup}").json["rounds"][0]["matches"]
    for match in matches:
        assert Browser(api).get(f"/matches/{match['id']}").status_code == 200
    opened = {"club": "vasa", "game": "backgammon", "length": {"points": 3}}
    friendly = api.post("/v1/matches", {**opened, "players": {"white": event.player, "black": "Ada"}}, "scorer").json
    assert friendly["players"]["white"] == SHOWN
    logs = [
        next(api.deps.log.read(each, limit=1)).event.players
        for each in (*(row["id"] for row in matches), friendly["id"])
    ]
    assert sum(NAME in log.values() for log in logs) == 2


def test_initials_for_everybody_and_the_whole_name_for_the_club_s_people(api, event):
    hide(api, event.player, "initials", "full", None)
    page = f"/tournaments/{event.tournaments[0]}/players"
    assert "Q. Z." in Browser(api).get(page).text
    assert not MARK.search(Browser(api).get(page).text)
    assert MARK.search(signed_in(api, "Ylva", "viewer").get(page).text)


def test_a_name_is_shown_again(api, event):
    page = f"/tournaments/{event.tournaments[0]}/players"
    hide(api, event.player)
    assert not MARK.search(Browser(api).get(page).text)
    hide(api, event.player, "full", "full", None)
    assert MARK.search(Browser(api).get(page).text)


def test_an_answer_that_a_program_keeps_is_another_one_once_a_name_is_hidden(api, event):
    path = f"/v1/tournaments/{event.tournaments[0]}"
    client = Browser(api).client
    tag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    hide(api, event.player)
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_paper_has_the_name_that_everybody_sees_also_for_organisers(api, event):
    hide(api, event.player)
    path = f"/v1/tournaments/{event.tournaments[0]}"
    for name in ("standings.pdf", "standings.html", "newspaper.txt", "rounds/1/slips.pdf"):
        assert not MARK.search(content(api.get(f"{path}/{name}", "organiser")))
    for name in ("standings.csv", "trf16.trf"):
        assert MARK.search(content(api.get(f"{path}/{name}", "organiser")))


@pytest.mark.parametrize(
    ("setting", "field"),
    [
        ({"public": "chosen"}, "name"),
        ({"public": "chosen", "name": "Ada"}, "name"),
        ({"public": "chosen", "name": NAME.upper()}, "name"),
        ({"public": "full", "members": "initials"}, "members"),
        ({"public": "nothing"}, "public"),
        ({"public": "full", "paper": "chosen"}, "name"),
        ({"public": "initials", "feeds": "full"}, "feeds"),
        ({"public": "initials", "since": "2999-01-01T00:00:00Z"}, "since"),
        ({"public": "initials", "since": "yesterday"}, "since"),
    ],
)
def test_a_setting_that_hides_nothing_names_the_wrong_field(api, event, setting, field):
    path = f"/v1/clubs/vasa/players/{event.player}/shown-name"
    answer = api.send("PUT", path, "organiser", json=setting)
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])
    nothing = {"public": "full", "members": "full", "paper": None, "feeds": None, "name": None, "since": None}
    assert api.get(path, "organiser").json == nothing


@pytest.fixture
def long_match(api, worker_context, event, monkeypatch):
    """A friendly match of the player with several parts and checkpoints, whose first calls and rulings name them."""
    monkeypatch.setattr(checkpoint, "EVERY", 4)
    monkeypatch.setattr(sheet_parts, "PART", 4)
    facts = [
        *({"type": "RefereeCalled", "by": "white", "reason": f"{NAME} moves {number} checkers"} for number in range(5)),
        *({"type": "RulingMade", "kind": "note", "reason": f"Quistgaard's note {number}"} for number in range(5)),
        *({"type": "RefereeCame"} for _ in range(5)),
    ]
    for fact in facts:
        assert api.post(f"/v1/matches/{event.friendly}/events", fact, "referee").status_code < 300
        judge_all(worker_context)
    return event.friendly


@pytest.mark.parametrize("first", ["organiser", "viewer"])
def test_a_hidden_name_is_in_no_text_of_a_long_match_in_whatever_order_it_is_read(api, event, long_match, first):
    hide(api, event.player)
    clients = {role: signed_in(api, role.title(), role).client for role in ("organiser", "viewer")}
    paths = [address for address in addresses(api, event) if long_match in address]
    paths += [f"/v1/matches/{long_match}?version={version}" for version in range(1, 16)]
    for role in (first, "organiser", "viewer", "organiser"):
        texts = {path: content(clients[role].get(path)) for path in paths}
        named = {path for path, text in texts.items() if MARK.search(text)}
        shown = {path for path, text in texts.items() if SHOWN in text}
        assert len(named if role == "organiser" else shown) > 8
        assert not (shown if role == "organiser" else named)


def test_prepared_files_and_exports_have_no_hidden_name(api, worker_context, event):
    cup, deps = event.tournaments[0], worker_context.deps
    matches = api.get(f"/v1/tournaments/{cup}").json["rounds"][1]["matches"]
    own = next(match["id"] for match in matches if event.player in (match["white"]["id"], match["black"]["id"]))
    note = {"type": "RulingMade", "kind": "note", "reason": "Zebulonson was late"}
    assert api.post(f"/v1/matches/{own}/events", note, "referee").status_code < 300
    judge_all(worker_context)
    results = [{"winner": "white", "outcome": "single"}] * 3
    assert api.post(f"/v1/tournaments/{cup}/results", {"match": own, "results": results}, "scorer").status_code < 300
    judge_all(worker_context)
    export_tournament(worker_context, cup, "standings.csv")
    assert MARK.search("".join(path.read_text() for path in (deps.settings.data / "exports").iterdir()))
    hide(api, event.player)
    assert list((deps.settings.data / "exports").iterdir()) == []
    export_tournament(worker_context, cup, "standings.csv")
    assert SHOWN in "".join(path.read_text() for path in (deps.settings.data / "exports").iterdir())
    for name in ("matches.txt", "matches.zip", "mat.zip"):
        version = deps.log.head(cup).version
        file = PreparedFile(f"f_{name[:3]}{name[-3:]}", "vasa", cup, version, name, "sv", WAITING, deps.clock())
        prepared_files.add(deps.client, file)
        prepare_file(worker_context, file.id)
        assert prepared_files.find(deps.client, file.id).state == READY
        data = files.place_of(deps, file.id).read_bytes()
        packed = zipfile.ZipFile(io.BytesIO(data)) if data[:2] == b"PK" else None
        text = "".join(packed.read(each).decode() for each in packed.namelist()) if packed else data.decode()
        assert SHOWN in text or name == "mat.zip", "results without rolls are no record for other programs"
        assert not re.search("quistgaard|zebulon", text, re.IGNORECASE)


def test_a_friendly_match_in_which_the_name_was_typed_hides_it_too(api, worker_context, event):
    typed = {"club": "vasa", "game": "backgammon", "length": {"points": 3}}
    players = {"white": NAME, "black": "Ada"}
    match = api.post("/v1/matches", {**typed, "players": players}, "scorer").json
    assert not match["player_ids"]
    award = {"type": "RulingMade", "kind": "award_match", "reason": "they left", "winner": "white"}
    assert api.post(f"/v1/matches/{match['id']}/events", award, "referee").status_code < 300
    judge_all(worker_context)
    viewer = signed_in(api, "Ylva", "viewer").client
    ratings = "/v1/clubs/vasa/ratings/backgammon"
    paths = [f"/matches/{match['id']}", f"/v1/matches/{match['id']}", f"/v1/matches/{match['id']}/events"]
    paths += ["/v1/clubs/vasa/matches", f"{ratings}/matches", f"{ratings}/list.xlsx", "/clubs/vasa/ratings/backgammon"]
    hide(api, event.player)
    for path in paths:
        answer = viewer.get(path)
        assert answer.status_code == 200, path
        assert not MARK.search(content(answer)), path
    assert MARK.search(content(signed_in(api, "Hjalmar", "organiser").get(f"/v1/matches/{match['id']}")))


def test_a_part_of_a_hidden_name_that_is_another_s_too_stays_in_reasons(api, worker_context):
    ids = [player["id"] for player in api.post("/v1/clubs/vasa/players", ["Zebulon Ek", "Anna Ek"]).json["players"]]
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "name": "Cup", "settings": {"rounds": 1}}).json["id"]
    assert api.post(f"/v1/tournaments/{cup}/entries", ids).status_code == 201
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"}).status_code == 200
    judge_all(worker_context)
    match = api.get(f"/v1/tournaments/{cup}").json["rounds"][0]["matches"][0]["id"]
    decide(api, cup, match, "Ek and Zebulon were late")
    judge_all(worker_context)
    hide(api, ids[0])
    state = Browser(api).client.get(f"/v1/tournaments/{cup}").text
    assert f"Ek and {SHOWN} were late" in state
    texts = api.get(f"/v1/clubs/vasa/players/{ids[0]}/texts", "organiser").json["texts"]
    assert [(text["text"], text["parts"]) for text in texts] == [("Ek and Zebulon were late", ["Zebulon", "Ek"])]


def test_the_name_of_another_player_that_holds_a_hidden_one_stays(api, worker_context):
    ids = [player["id"] for player in api.post("/v1/clubs/vasa/players", ["Bo", "Bo Ask", "Cy Ek"]).json["players"]]
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "name": "Cup"}).json["id"]
    assert api.post(f"/v1/tournaments/{cup}/entries", ids).status_code == 201
    judge_all(worker_context)
    hide(api, ids[0])
    lines = public_lines(api, f"/v1/tournaments/{cup}/events?after=-1")
    assert not any(line.get("withheld") for line in lines)
    entered = [line["name"] for line in lines if line["type"] == "PlayerEntered"]
    assert entered[1:] == ["Bo Ask", "Cy Ek"]
    news = [each["text"]["en"] for each in Browser(api).client.get(f"/v1/tournaments/{cup}/news").json["news"]]
    assert f"{SHOWN} has entered" in news
    assert "Bo Ask has entered" in news


def test_a_hidden_member_of_a_team_keeps_the_team_beside_the_shown_name(api, worker_context):
    words = {**CUP, "name": "Serien", "format": "team_league", "settings": {"boards": 2}}
    cup = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    for team, members in {"Vaxholm": ("Zebulon Quistgaard", "Ada"), "Nacka": ("Bo", "Cy")}.items():
        body = {"name": team, "members": members}
        assert api.post(f"/v1/tournaments/{cup}/teams?register=1", body).status_code == 201
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"}).status_code == 200
    judge_all(worker_context)
    hide(api, "Zebulon Quistgaard")
    state = Browser(api).client.get(f"/v1/tournaments/{cup}").json
    assert not MARK.search(json.dumps(state))
    matches = [match["id"] for round_ in state["rounds"] for match in round_["matches"]]
    seats = [Browser(api).client.get(f"/v1/matches/{match}").json["players"].values() for match in matches]
    assert sum(f"{SHOWN} (Vaxholm)" in seat for seat in seats) == 1
    pages = [f"/matches/{match}" for match in matches] + [
        f"/v1/tournaments/{cup}/events?after=-1",
        f"/tournaments/{cup}/rounds",
    ]
    for page in [
        *pages,
        f"/v1/tournaments/{cup}/news",
        f"/v1/tournaments/{cup}/standings.pdf",
        f"/tournaments/{cup}/players",
    ]:
        answer = Browser(api).client.get(page)
        assert answer.status_code == 200
        assert not MARK.search(content(answer)), page


def test_a_hidden_name_that_is_a_word_of_brade_or_a_number_hides_no_other_word_and_no_time(api, worker_context):
    ids = [player["id"] for player in api.post("/v1/clubs/vasa/players", ["White", "28"]).json["players"]]
    details = {**CUP["details"], "starts": "2026-11-28T18:00", "description": "White opens, 28 closes"}
    words = {**CUP, "name": "Cup", "settings": {"rounds": 1}, "details": details}
    cup = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    assert api.post(f"/v1/tournaments/{cup}/entries", ids).status_code == 201
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"}).status_code == 200
    judge_all(worker_context)
    match = api.get(f"/v1/tournaments/{cup}").json["rounds"][0]["matches"][0]["id"]
    called = {"type": "RefereeCalled", "by": "black", "reason": "White and 28 ask"}
    warned = {"type": "WarningGiven", "seat": "white", "reason": "White was late"}
    for fact in (*ROLLS, called, warned):
        assert api.post(f"/v1/matches/{match}/events", fact, "organiser").status_code < 300
    judge_all(worker_context)
    whole = api.get(f"/v1/matches/{match}", "organiser").json
    kept = checkpoint.write(replay.state_at(worker_context.deps, match))
    match_checkpoints.keep(worker_context.deps.client, match, [match_checkpoints.Checkpoint(3, kept)])
    for number, player in enumerate(ids, 7):
        hide(api, player, name=f"Player {number}")
    public = Browser(api).client
    seen = public.get(f"/v1/matches/{match}").json
    assert {name for name in whole if whole[name] != seen[name]} == {"players", "calls", "warnings"}
    assert [call["reason"] for call in (*seen["calls"], *seen["warnings"])] == [
        "Player 7 and Player 8 ask",
        "Player 7 was late",
    ]
    told = public.get(f"/v1/tournaments/{cup}").json["details"]
    assert (told["starts"], told["description"]) == ("2026-11-28T18:00", "Player 7 opens, Player 8 closes")
    for page in (f"/matches/{match}", f"/v1/tournaments/{cup}/newspaper.txt", f"/v1/tournaments/{cup}/calendar.ics"):
        answer = public.get(page)
        assert answer.status_code == 200, page
        assert not re.search("White (opens|and|was)", answer.text), page
