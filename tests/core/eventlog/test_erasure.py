"""A person's name erased from a log: it stands nowhere in it, what was proved stays proved, and a log written anew says
so."""

import json
from dataclasses import replace
from itertools import count

import pytest

from core.club import club as clubs
from core.eventlog.codec import from_public, to_public
from core.eventlog.erasure import Erasure, erased, places, reference
from core.eventlog.hash_chain import hash_of, recorded_hash, verify
from core.eventlog.log import NEW, ListLog, proven
from core.eventlog.personal_values import commitment, erased_name
from core.events import (
    ClubFounded,
    MemberAdded,
    MemberRemoved,
    MemberRenamed,
    NameErased,
    PlayerEntered,
    PlayerErased,
    PlayerRegistered,
    TablesSet,
    TimetableRulesSet,
    TournamentCalledOff,
    TournamentCreated,
    TournamentStarted,
)
from core.match import judging
from core.tournament import fold
from tests.support.paths import TESTS

GOLDEN = TESTS / "golden"
EVA = Erasure(frozenset({"p_eeeeeeeeee"}), frozenset({"Eva", "Eva (2)"}))
ASA = Erasure(frozenset({"p_aaaaaaaaaa"}), frozenset({"Åsa", "Åsa Ek"}))


def read(name):
    lines = [json.loads(line) for line in (GOLDEN / f"{name}.ndjson").read_text().splitlines()]
    return lines[0]["stream"], [from_public(line) for line in lines]


def erase(stream, events, erasure):
    salts = count(1)
    return erased(stream, events, erasure, "organiser:u_1", 1_900_000_000_000, lambda: f"{next(salts):032x}")


def text(stream, events):
    return json.dumps([to_public(stream, event) for event in events], ensure_ascii=False)


@pytest.mark.parametrize(
    ("name", "erasure"),
    [("clubs/named_club", ASA), ("tournaments/named_again", EVA), ("tournaments/named_entries", ASA)],
)
def test_a_log_with_salts_keeps_every_hash_and_has_an_event_more(name, erasure):
    stream, events = read(name)
    after = erase(stream, events, erasure)
    assert [recorded_hash(stream, each) for each in after[: len(events)]] == [
        recorded_hash(stream, event) for event in events
    ]
    (said,) = after[len(events) :]
    assert isinstance(said.event, PlayerErased)
    assert (said.event.first, said.event.head) == (None, None)
    assert proven(stream, after).version == len(events)
    for name in erasure.names:
        assert f'"{name}"' in text(stream, events)
        assert f'"{name}"' not in text(stream, after)


def test_the_event_has_the_commitments_of_the_names_and_no_salt_of_them():
    stream, events = read("clubs/named_club")
    after = erase(stream, events, ASA)
    known = {
        commitment(event.event.salts["name"], event.event.name): event.event.salts["name"]
        for event in events
        if getattr(event.event, "player", "") == "p_aaaaaaaaaa" and getattr(event.event, "salts", None)
    }
    assert set(after[-1].event.commitments) == known.keys()
    assert not any(salt in text(stream, after) for salt in known.values())


def test_erasing_again_changes_nothing():
    for name, erasure in (("clubs/named_club", ASA), ("tournaments/entries", ASA._replace(texts=True))):
        stream, events = read(name)
        after = erase(stream, events, erasure)
        assert erase(stream, after, erasure) is None
        assert list(places(stream, after, erasure)) == []


def test_other_names_of_the_same_log_stay():
    stream, events = read("tournaments/named_again")
    names = {entry.player: entry.name for entry in fold(stream, events).entries}
    after = {entry.player: entry.name for entry in fold(stream, erase(stream, events, EVA)).entries}
    again = [entry.player for entry in fold(stream, events).entries if entry.again_of == "p_eeeeeeeeee"]
    gone = {"p_eeeeeeeeee", *again}
    assert len(gone) > 1
    assert {each: name for each, name in after.items() if each not in gone} == {
        each: name for each, name in names.items() if each not in gone
    }
    assert {each: after[each] for each in gone} == {each: erased_name(each) for each in gone}
    assert len({after[each] for each in gone}) == len(gone), "several erased names can be told apart"


@pytest.mark.parametrize(
    ("name", "erasure"),
    [("tournaments/named_again", EVA), ("tournaments/entries", ASA), ("tournaments/named_alternates", ASA)],
)
def test_a_tournament_that_goes_on_from_before_is_the_one_that_is_folded_anew(name, erasure):
    stream, events = read(name)
    after = erase(stream, events, erasure)
    went_on = fold(stream, after[len(events) :], fold(stream, events))
    assert without_names_in_clear(went_on) == without_names_in_clear(fold(stream, after))


def without_names_in_clear(tournament):
    """A tournament without its events with names in clear: one that went on has those of before the erasure."""
    return tournament._replace(withheld=tournament.withheld._replace(names_in_clear=()))


def test_a_club_that_goes_on_from_before_is_the_one_that_is_folded_anew():
    stream, events = read("clubs/named_club")
    after = erase(stream, events, ASA)
    went_on = clubs.fold(after[len(events) :], clubs.fold(events))
    assert went_on == clubs.fold(after)
    assert went_on.erased == {"p_aaaaaaaaaa"}
    assert went_on.player("p_aaaaaaaaaa").name == erased_name("p_aaaaaaaaaa")


@pytest.mark.parametrize("name", ["conduct", "named", "rulings"])
def test_a_match_that_goes_on_from_before_is_the_one_that_is_judged_anew(name):
    stream, events = read(name)
    opened = events[0].event
    erasure = Erasure(frozenset({opened.player_ids.get("white", "p_none")}), frozenset({opened.players["white"]}))
    after = erase(stream, events, erasure)
    before = judging.replay(stream, events)
    went_on, verdict = judging.judge(before, after[-1], lambda: events)
    assert verdict.verdict == "accepted"
    assert went_on == judging.replay(stream, after)
    assert went_on.opened.players["white"] == erased_name(opened.player_ids.get("white") or "players.white")
    assert went_on.opened.players["black"] == opened.players["black"]


def test_names_that_were_hashed_themselves_are_replaced_by_commitments_in_a_log_written_anew_that_names_the_old_head():
    stream, events = read("tournaments/entries")
    after = erase(stream, events, ASA)
    (said,) = after[len(events) :]
    assert said.event.head == recorded_hash(stream, events[-1])
    first = said.event.first
    assert [
        recorded_hash(stream, each) == recorded_hash(stream, old) for each, old in zip(after, events, strict=False)
    ] == [version < first for version in range(len(events))]
    assert proven(stream, after).version == len(after) - 1
    assert '"Åsa"' not in text(stream, after)
    assert all(each.event.salts for each in after if each.event.schema == 2 and getattr(each.event, "name", "") == "Bo")


def test_names_in_texts_and_authors_are_replaced_only_if_that_is_wanted():
    stream, events = read("conduct")
    opened = events[0].event
    typed = Erasure(frozenset({"p_a"}), frozenset({opened.players["white"]}))
    reason = next(event for event in events if getattr(event.event, "reason", None))
    told = [
        event._replace(by="referee:åsa", event=type(event.event)(**{**fields(event.event), "reason": "Åsa's dice"}))
        if event is reason
        else event
        for event in events
    ]
    lines, previous = [], told[0].prev_hash
    for each in told:
        lines.append(each._replace(prev_hash=previous))
        previous = recorded_hash(stream, lines[-1])
    assert "Åsa's dice" in text(stream, erase(stream, lines, typed))
    after = erase(stream, lines, typed._replace(texts=True))
    assert "åsa" not in text(stream, after).lower()
    assert f"{typed.shown}'s dice" in text(stream, after)
    assert isinstance(after[-1].event, NameErased)
    found = {(place.field, place.typed) for place in places(stream, lines, typed)}
    assert {("players.white", False), ("reason", True), ("recorded_by", True)} <= found


def fields(event):
    return {name: getattr(event, name) for name in event.__match_args__}


def test_the_name_within_the_name_of_another_person_stays():
    anna = Erasure(frozenset({"p_a"}), frozenset({"Anna"}), texts=True, others=frozenset({"Anna Berg"}))
    told = anna.replaced("Anna Berg hit the board of anna, and Annalena saw Anna's dice")
    assert told == f"Anna Berg hit the board of {anna.shown}, and Annalena saw {anna.shown}'s dice"


def test_a_name_within_another_word_is_none():
    stream, events = read("conduct")
    typed = Erasure(frozenset({"p_none"}), frozenset({"kant"}), texts=True)
    assert erase(stream, events, typed) is None


def test_a_copy_with_other_ids_is_known_by_the_commitments():
    stream, events = read("clubs/named_club")
    listed = erase(stream, events, ASA)[-1].event.commitments
    other = Erasure(frozenset(), commitments=frozenset(listed))
    after = erase(stream, events, other)
    assert '"Åsa"' not in text(stream, after)
    assert verify([to_public(stream, each) for each in after]).broken_at is None
    assert hash_of(to_public(stream, after[-2])) == recorded_hash(stream, events[-1])


def typed_events():
    """A tournament whose organisers typed a name wherever they could, and where it is a word of brade, too."""
    details = {"place": "at Stockholm's", "zone": "Europe/Stockholm", "prizes": [{"place": 1, "text": "of Stockholm"}]}
    return [
        TournamentCreated("vasa", "Stockholm Open", "swedish", {"games": 3}, "swiss", details=details),
        TablesSet((("Stockholm 1", "Stockholm"),)),
        TimetableRulesSet(((0, 60_000, "Stockholm speaks"),)),
        PlayerEntered("p_b", "Bo", group="Stockholm"),
        TournamentStarted("Stockholm's luck"),
    ]


def test_a_name_is_replaced_in_all_that_was_typed_and_stays_where_it_is_a_zone_or_the_seed_of_lots():
    erasure, log = Erasure(frozenset({"p_s"}), frozenset({"Stockholm"}), texts=True), ListLog()
    log.append("t_x", typed_events(), by="referee:Stockholm", at=1, expected=NEW)
    found = {(place.version, place.field) for place in places("t_x", log.read("t_x"), erasure)}
    after = erase("t_x", list(log.read("t_x")), erasure)
    left = {(place.version, place.field) for place in places("t_x", after, erasure)}
    assert left == {(0, "details.zone"), (4, "seed")}
    assert found - left == {
        *((version, "recorded_by") for version in range(5)),
        *((0, field) for field in ("name", "details.place", "details.prizes.0.text")),
        *((1, field) for field in ("tables.0.table", "tables.0.group")),
        (2, "breaks.0.text"),
        (3, "group"),
    }
    assert proven("t_x", after).version == 5


def test_of_each_text_it_is_decided_by_itself_if_the_name_and_its_parts_go():
    log, name = ListLog(), "Zebulon Qvist"
    reasons = [f"{name} was late", f"{name}, the other one", "ask Zebulon, or ZEBULON's wife", "another Zebulon"]
    log.append("t_x", [TournamentCreated("vasa", "Open", "swedish", {"games": 3}, "swiss")], by="x", at=1, expected=NEW)
    log.append("t_x", [TournamentCalledOff(reason) for reason in reasons], by="x", at=1)
    erasure = Erasure(
        frozenset({"p_z"}),
        frozenset({name}),
        texts=True,
        kept=frozenset({reference("t_x", 2, "reason")}),
        emptied=frozenset({reference("t_x", 3, "reason")}),
    )
    found = [(place.version, place.part) for place in places("t_x", log.read("t_x"), erasure, parts=True)]
    assert found == [(1, False), (2, False), (3, True), (4, True)]
    after, shown = erase("t_x", list(log.read("t_x")), erasure), erasure.shown
    assert [each.event.reason for each in after[1:5]] == [
        f"{shown} was late",
        reasons[1],
        f"ask {shown}, or {shown}'s wife",
        reasons[3],
    ]


@pytest.mark.parametrize("written", ["Åsa Ek", "åsa  EK"])
def test_a_member_of_the_name_who_was_removed_or_renamed_is_named_in_the_log_no_more(written):
    members = [
        MemberAdded("u_asa", written, "referee"),
        MemberAdded("u_bo", "Bo Lind", "scorer"),
        MemberRenamed("u_bo", written),
        MemberRenamed("u_bo", "Bo Lind"),
        MemberRemoved("u_asa"),
    ]
    salted = [
        replace(member, salts={"name": f"{5:032x}"}) if hasattr(member, "salts") else member for member in members
    ]
    log = ListLog()
    opened = [ClubFounded("vasa", "Vasa"), PlayerRegistered("p_aaaaaaaaaa", "Åsa Ek", salts={"name": f"{6:032x}"})]
    log.append("c_vasa", [*opened, *salted], by="operator", at=1, expected=NEW)
    events = list(log.read("c_vasa"))
    after = erase("c_vasa", events, ASA)
    assert proven("c_vasa", after[: len(events)]) == log.head("c_vasa"), "no hash of before is another one"
    assert written not in text("c_vasa", after)
    club = clubs.fold(after)
    assert club.people.names == {"u_asa": erased_name("u_asa"), "u_bo": "Bo Lind"}
    assert [each.event.player for each in after if isinstance(each.event, PlayerErased)] == ["p_aaaaaaaaaa"]
