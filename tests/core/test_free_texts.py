"""Texts in logs that people typed, and the names of a person in them: found in whatever field they were typed."""

from dataclasses import MISSING, fields

import pytest

from core import events as e
from core.club import club as clubs
from core.club.free_texts import NameSearch
from core.eventlog import codec
from core.eventlog.codec import event_of
from core.eventlog.typed_texts import AUTHOR, CAUSE, FIXED
from core.events import EVENTS, NamesPeople, NewerEvent, Recorded

NAME = "Zebulon Quistgaard"
SEARCH = NameSearch([NAME])


def found(event: e.Event, by: str = "operator", search: NameSearch = SEARCH) -> dict[str, tuple[str, ...]]:
    """The parts of names by the fields in which they were found."""
    return {text.field: text.parts for text in search.texts(Recorded(3, event, 0, by, ""))}


FREE = [
    (kind, field.name)
    for kind in EVENTS
    for field in fields(kind)
    if not field.kw_only and field.name not in FIXED | {CAUSE} and "str" in str(field.type)
    if not (issubclass(kind, NamesPeople) and field.name in ("name", "members", "alternates", "players"))
]


@pytest.mark.parametrize(("kind", "name"), FREE, ids=lambda each: getattr(each, "__name__", each))
def test_a_name_is_found_in_every_field_that_holds_a_text(kind: type[e.Event], name: str) -> None:
    values = {field.name: "" for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING}
    text = f"to {NAME} it was said"
    event = kind(**{**values, name: ((text,) * len(codec._ROWS[name]),) if name in codec._ROWS else text})
    places = found(event)
    assert {field.partition(".")[0] for field in places} == {name}
    assert set(places.values()) == {(NAME, "Zebulon", "Quistgaard")}


def test_the_fields_that_are_not_searched_are_those_of_events_and_hold_no_typed_text() -> None:
    """A new field that people type into has another name, and a field that is gone leaves the list."""
    known = {field.name for kind in EVENTS for field in fields(kind)}
    in_rows = {"other", "winner", "by", "match", "player", "stage", "format", "kind", "role", "position", "dice"}
    of_envelopes = {"type", "stream", "hash", "prev_hash", "recorded_at"}
    assert FIXED - known - in_rows - of_envelopes == set()
    typed = {"reason", "note", "name", "words", "details", "announcement", "group", "rule", "seed", "text", "place"}
    assert FIXED & typed == set()


@pytest.mark.parametrize(
    ("event", "places"),
    [
        (e.TimetableRulesSet(((0, 1, f"{NAME} speaks"),)), {"breaks.0.text"}),
        (e.TablesSet((("by Zebulon", "Huk"),)), {"tables.0.table"}),
        (e.DrawWordsSaid(("luck", "zebulon's luck")), {"words.1"}),
        (
            event_of(
                "TournamentCreated.3",
                {
                    "club": "vasa",
                    "name": "Quistgaard Memorial",
                    "game": "swedish",
                    "length": {"games": 3},
                    "format": "swiss",
                    "details": {"prizes": [{"place": 1, "text": f"{NAME}'s cup"}], "contact": "zebulon@example.org"},
                },
            ),
            {"name", "details.prizes.0.text", "details.contact"},
        ),
        (event_of("PlayerWithdrew.1", {"player": "p_1", "reason": "went with Zebulon"}), {"reason"}),
        (
            e.ResultDecided("t_x.1", "walkover", f"{NAME} withdrew", None, {}, None, (), ("withdrew", NAME)),
            {"reason", "cause.1"},
        ),
        (e.ResultDecided("t_x.1", "walkover", "p_1 withdrew", None, {}, None, (), ("withdrew", "p_1")), set()),
        (NewerEvent("MatchPaused", 1, {"why": {"by": "white", "said": f"by {NAME}"}}), {"why.said"}),
        (NewerEvent("MatchPaused", 1, {}, ("x", [NAME])), {"values.1.0"}),
    ],
)
def test_texts_are_found_in_rows_in_values_within_values_and_as_they_were_recorded(event, places) -> None:
    assert set(found(event)) == places


def test_an_author_from_before_is_a_text_and_an_id_is_none() -> None:
    assert found(e.MatchResumed(), by=f"referee:{NAME}") == {AUTHOR: (NAME, "Zebulon", "Quistgaard")}
    assert found(e.MatchResumed(), by="referee:u_zebulon") == {}


def test_names_of_others_are_told_where_they_hold_the_whole_name_and_the_own_one_never() -> None:
    def named(name: str) -> dict[str, tuple[str, ...]]:
        return found(e.PlayerEntered("p_2", name))

    assert named(NAME) == {}
    assert named("Zebulon Ek") == {}
    assert set(named(f"Team {NAME}")) == {"name"}


@pytest.mark.parametrize(
    ("name", "text", "parts"),
    [
        ("Anna af Berg", "anna was late", ("Anna",)),
        ("Anna af Berg", "Annas klocka", ("Anna",)),
        ("Anna af Berg", "ANNA’S clock", ("Anna",)),
        ("Anna af Berg", "Annabella and Bergström, af", ()),
        ("Karl-Gustav Ek", "Gustav said so", ("Gustav",)),
        ("Bo Ek", "we live and bo there, as an ek", ()),
        ("Bo Ek", "BO is ill", ("Bo",)),
        ("Bo Ek", "bo  ek is ill", ("Bo Ek",)),
        ("Åsa Öberg", "A\u030asa is ill", ("Åsa",)),
        ("anna berg", "the berg", ("berg",)),
        ("Anna Berg 1985", "in 1985 we played", ()),
        ("山田 太郎", "太郎 が遅れた", ("太郎",)),
        ("A B", "A or B", ()),
        ("A B", "it was A B", ("A B",)),
        ("Jean-Luc (JL)", "JL came", ("JL",)),
    ],
)
def test_a_name_is_found_as_whole_words_in_whatever_case_and_its_parts_where_they_are_names(name, text, parts) -> None:
    assert NameSearch([name]).found(text) == parts


def test_the_former_names_of_a_player_and_of_merged_ones_are_known_until_the_name_is_erased() -> None:
    club = None
    events = [
        e.ClubFounded("vasa", "Vasa"),
        e.PlayerRegistered("p_1", "Anna Ek"),
        e.PlayerRenamed("p_1", "Anna Berg"),
        e.PlayerRegistered("p_2", "A. Berg"),
        e.PlayersMerged("p_2", "p_1"),
        e.PlayerRegistered("p_3", "Bo"),
    ]
    for version, event in enumerate(events):
        club = clubs.apply(club, event, version)
    assert club is not None
    assert (club.names_of("p_1"), club.names_of("p_3")) == (("Anna Berg", "Anna Ek", "A. Berg"), ("Bo",))
    assert club.names_of("p_2") == club.names_of("p_1")
    gone = clubs.apply(club, e.PlayerErased("p_1"), 9)
    assert gone.former_names == {}
    assert "Berg" not in " ".join(gone.names_of("p_1"))
