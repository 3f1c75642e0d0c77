"""Withheld events cannot be guessed by what strangers are shown: not by hashes, nor by anything beside them.

The stranger here knows more than anybody could guess: every event as it is in the log, with its time and author. Only
salts are not known. Whatever is shown that follows from that knowledge would prove a guess.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.eventlog.hash_chain import hash_of, verify
from core.eventlog.log import NEW, ListLog
from core.events import MayBeWithheld
from core.names.shown_names import ALL, MEMBER, PUBLIC
from service.backups.ndjson import Line
from service.backups.verification import ChainBroken, prove_lines, read_whole
from service.live.sse_frames import FrameSource, news_frame
from service.store.feed import NewsMessage
from tests.support.proving import some
from tests.support.viewers import listening

Lines = list[dict[str, Any]]
NDJSON = {"Accept": "application/x-ndjson"}


def frames(said: Any) -> Lines:
    return [json.loads(line[6:]) for each in said for line in each.frame.decode().split("\n") if line[:6] == "data: "]


def as_page(api: Any, tournament: str, role: str | None) -> Lines:
    lines: Lines = api.get(f"/v1/tournaments/{tournament}/events", role).json["events"]
    return lines


def as_pages_of_one(api: Any, tournament: str, role: str | None) -> Lines:
    path, lines = f"/v1/tournaments/{tournament}/events", []
    while page := api.get(f"{path}?limit=1&after={len(lines)}", role).json["events"]:
        lines += page
    return lines


def as_lines(api: Any, tournament: str, role: str | None) -> Lines:
    text = api.get(f"/v1/tournaments/{tournament}/events", role, headers=NDJSON).get_data(as_text=True)
    return [json.loads(line) for line in text.splitlines()]


def as_stream(api: Any, tournament: str, role: str | None) -> Lines:
    sight = {None: PUBLIC, "organiser": ALL}.get(role, MEMBER)
    book = FrameSource(api.deps, tournament, True, sight)
    said, _, _ = book.page(book.begin(NEW, book.place(tournament)))
    return [line for line in frames(said) if "verdict" not in line]


READINGS: list[Callable[..., Lines]] = [as_page, as_pages_of_one, as_lines, as_stream]
EVERY_READING = pytest.mark.parametrize("read", READINGS)


def provable(whole: Lines) -> set[str]:
    """Every hash that follows from an event that is withheld, for those who know all but its salt."""
    found: set[str] = set()
    previous: str | None = None
    for line in whole:
        guessed = {name: said for name, said in line.items() if name not in ("hash", "salt")}
        if "salt" in line:
            guesses = [guessed, {**guessed, "schema": 1}]
        elif line["type"] in ("RoundPaired", "PairsAvoided"):
            guesses = [guessed]
        else:
            guesses = []
        if previous is not None:
            guesses.append({**guessed, "prev_hash": previous})
        hashes = [hash_of(guess) for guess in guesses]
        found |= set(hashes)
        previous = hashes[-1] if hashes else None
    return found


def with_secrets(api: Any, **more: Any) -> str:
    """A published tournament in which two players are kept apart, and whose first round is a draft."""
    tournament: str = api.tournament(4, format="swiss", published=True, drafts=True, **more)
    add_secrets(api, tournament)
    return tournament


def add_secrets(api: Any, tournament: str) -> None:
    """Keep two players of a tournament apart, and start it."""
    path = f"/v1/tournaments/{tournament}"
    names = [entry["name"] for entry in api.get(path, "organiser").json["entries"]]
    asked = {"pairs": [names[:2]], "hard": True, "reason": "a quarrel"}
    assert api.post(f"{path}/avoidances", asked).status_code == 200
    assert api.post(f"{path}/start", {"seed": "x"}).status_code == 200


def as_of_old(api: Any, tournament: str) -> str:
    """The same log as it would be without salts."""
    log, old, expected = ListLog(), "t_oldoldoldo", NEW
    for recorded in api.deps.log.read(tournament):
        event = recorded.event
        bare = replace(event, salt=None) if isinstance(event, MayBeWithheld) else event
        expected = log.append(old, [bare], by=recorded.by, at=recorded.at, expected=expected).last
    api.deps.log.restore(old, log.read(old))
    return old


@EVERY_READING
@pytest.mark.parametrize("role", some([None, "viewer", "scorer"], None))
def test_a_draft_and_who_is_kept_apart_show_their_number_and_nothing_else(api, read, role):
    tournament = with_secrets(api)
    whole, seen = read(api, tournament, "organiser"), read(api, tournament, role)
    hidden = [place for place, line in enumerate(whole) if line["type"] in ("PairsAvoided", "RoundPaired")]
    assert len(hidden) == 2
    for place, line in enumerate(seen):
        told = {"stream": tournament, "version": whole[place]["version"], "withheld": True}
        assert line == (told if place in hidden else whole[place])
    shown = {line[name] for line in seen for name in ("hash", "prev_hash") if name in line}
    assert whole[hidden[0]]["hash"] in shown  # of what has a salt
    assert shown & provable(whole) == set()
    assert verify(seen).broken_at is None


@EVERY_READING
def test_an_old_log_shows_no_hash_by_which_what_it_withholds_is_guessed(api, read):
    tournament = as_of_old(api, with_secrets(api))
    whole, seen = read(api, tournament, "organiser"), read(api, tournament, None)
    assert verify(whole).broken_at is None
    shown = {line[name] for line in seen for name in ("hash", "prev_hash") if name in line}
    assert {line["hash"] for line in whole} & provable(whole) != set()
    assert shown & provable(whole) == set()
    assert [line["version"] for line in seen] == [line["version"] for line in whole]


@EVERY_READING
def test_a_draft_that_is_published_is_shown_in_whole_and_proved(api, read):
    tournament = with_secrets(api)
    assert api.post(f"/v1/tournaments/{tournament}/rounds/1/publish").status_code == 200
    whole, seen = read(api, tournament, "organiser"), read(api, tournament, None)
    (paired,) = [line for line in seen if line.get("type") == "RoundPaired"]
    assert (paired["schema"], len(paired["salt"])) == (2, 32)
    assert [line for line in seen if not line.get("withheld")] == [
        line for line in whole if line["type"] != "PairsAvoided"
    ]
    assert verify(seen).broken_at is None


def test_news_of_a_tournament_reach_strangers_by_its_log_alone(api):
    tournament = api.tournament(4, format="swiss", published=True, drafts=True)
    before = api.deps.log.head(tournament).version
    with listening(api.deps.client, tournament) as heard:
        add_secrets(api, tournament)
        own = heard.until(api.deps.log.head(tournament).version - before)
    assert {each.stream for each in own} == {tournament}
    assert {frames([news_frame(each, True)])[0]["type"] for each in own} >= {"RoundPaired", "PairsAvoided"}
    for sight, told in ((ALL, True), (MEMBER, False), (PUBLIC, False)):
        book = FrameSource(api.deps, tournament, True, sight)
        assert {book.tells(each) for each in own} == {told}
        assert book.tells(NewsMessage("event", f"{tournament}.1", 1, "{}"))


def test_two_drafts_of_the_same_pairs_have_different_hashes(api):
    found = set()
    for _ in range(2):
        whole = as_page(api, with_secrets(api), "organiser")
        found |= {line["salt"] for line in whole if "salt" in line}
    assert len(found) == 4


def test_the_audit_tells_who_paired_and_no_salt(api):
    tournament = with_secrets(api)
    rows = api.get(f"/v1/clubs/vasa/audit?tournament={tournament}", "organiser").json["audit"]
    (paired,) = [row for row in rows if row["what"] == "RoundPaired"]
    assert paired["about"].keys() == {"round", "pairings"}


def test_a_strangers_copy_is_proved_as_far_as_it_goes_and_never_brought_in_as_a_whole_log(api):
    tournament = with_secrets(api)
    copy = [Line(number, line) for number, line in enumerate(as_stream(api, tournament, None), 1)]
    seen = prove_lines(tournament, copy)
    assert (seen.events, seen.withheld) == (len(copy), 2)
    copy[-2].value["recorded_by"] = "somebody.else"
    with pytest.raises(ChainBroken):
        prove_lines(tournament, copy)
    with pytest.raises(ChainBroken, match="withheld"):
        read_whole(tournament, [Line(1, line) for line in as_stream(api, tournament, None)])


def kinds(lines: Lines) -> list[str]:
    return ["withheld" if line.get("withheld") else line["type"] for line in lines if line["version"] > 4]


@EVERY_READING
def test_a_draft_that_was_taken_back_stays_withheld_with_its_reason_when_the_next_is_published(api, read):
    tournament = api.tournament(4, format="swiss", published=True, drafts=True)
    path = f"/v1/tournaments/{tournament}"
    assert api.post(f"{path}/start", {"seed": "x"}).status_code == 200
    match = api.get(path, "organiser").json["rounds"][0]["matches"][0]
    apart = {"pairs": [[match["white"]["name"], match["black"]["name"]]], "hard": True}
    assert api.post(f"{path}/avoidances", apart).status_code == 200
    assert api.post(f"{path}/rounds/1/unpair", {"reason": "they do not speak"}).status_code == 200
    assert api.post(f"{path}/rounds").status_code == 201
    assert api.post(f"{path}/rounds/1/publish").status_code == 200
    told = ["TournamentStarted", "withheld", "withheld", "withheld", "RoundPaired", "RoundPublished"]
    seen = read(api, tournament, None)
    assert kinds(seen) == told
    assert "speak" not in json.dumps(seen)
    assert verify(seen).broken_at is None
    # What was published and then taken back was seen: it stays shown, and the draft in its place is withheld.
    assert api.post(f"{path}/rounds/1/unpair", {"reason": "a burst pipe"}).status_code == 200
    assert api.post(f"{path}/rounds").status_code == 201
    assert kinds(read(api, tournament, None)) == [*told, "PairingsVoided", "withheld"]


def test_a_draft_that_was_paired_again_by_hand_shows_the_pairs_that_were_published_alone(api):
    tournament = with_secrets(api)
    path = f"/v1/tournaments/{tournament}"
    before = api.get(path, "organiser").json["rounds"][0]["matches"]
    (one, other), (third, fourth) = [[match[seat]["name"] for seat in ("white", "black")] for match in before]
    by_hand = {"pairs": [[one, third], [other, fourth]], "reason": "they share a car", "force": True}
    answer = api.post(f"{path}/rounds/1/pairings", by_hand)
    assert answer.status_code == 200, answer.json
    assert api.post(f"{path}/rounds/1/publish").status_code == 200
    seen = as_page(api, tournament, None)
    assert "share a car" not in json.dumps(seen)
    (paired,) = [line for line in seen if line.get("type") == "RoundPaired"]
    assert len(paired["pairings"]) == 2
    for match in before:  # nor does the history of a match that was never seen
        assert api.get(f"{path}/matches/{match['id']}/history", None).status_code == 404
