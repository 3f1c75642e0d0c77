"""The people of a club: added, invited, in a role, with a password, removed; links that are taken back."""

import pytest

from core.club import club as clubs
from core.club import members
from core.club.members import EVERYWHERE, Invitation, People
from core.errors import Invalid, NotAllowed, NotFound
from core.eventlog.codec import from_public, from_stored, to_public, to_stored, type_name
from core.events import (
    ClubFounded,
    LinksMade,
    LinksRevoked,
    MemberAdded,
    MemberInvited,
    MemberRemoved,
    MemberRenamed,
    MemberRoleChanged,
    PasswordRehashed,
    PasswordSet,
    Recorded,
    SignedOutEverywhere,
)

ANNA, BO = MemberAdded("u_a", "Anna Berg", "organiser"), MemberAdded("u_b", "Bo", "referee", "tok")
EVERY = (
    ANNA,
    BO,
    MemberInvited("u_b", "ab" * 32, 9),
    MemberRenamed("u_b", "Bosse"),
    MemberRoleChanged("u_b", "viewer"),
    PasswordSet("u_b", "$argon2id$1"),
    PasswordRehashed("u_b", "$argon2id$2"),
    SignedOutEverywhere("u_b"),
    MemberRemoved("u_b"),
    LinksMade("t_x", ("table:1", "table:2"), "scorer", 99),
    LinksRevoked("t_x", "table:1"),
)


def club(*events):
    log = [ClubFounded("vasa", "Vasa"), *events]
    return clubs.fold(Recorded(version, event, 0, "x", "") for version, event in enumerate(log))


@pytest.mark.parametrize("event", EVERY, ids=lambda event: type(event).__name__)
def test_what_is_stored_of_people_is_read_back(event):
    assert from_stored(type_name(event), to_stored(event)) == event


def test_every_event_moves_the_club_on():
    assert club(*EVERY).version == len(EVERY)


def test_an_added_member_has_no_password_yet():
    member = club(ANNA).people.member("u_a")
    assert (member.name, member.role, member.password, member.generation) == ("Anna Berg", "organiser", None, 0)


def test_a_chosen_password_uses_the_invitation_up_and_ends_sessions():
    invited = club(ANNA, MemberInvited("u_a", "ab", 9)).people.member("u_a")
    assert invited.invitation == Invitation("ab", 9)
    chosen = club(ANNA, MemberInvited("u_a", "ab", 9), PasswordSet("u_a", "h")).people.member("u_a")
    assert (chosen.password, chosen.invitation, chosen.generation) == ("h", None, 1)


def test_the_same_password_at_another_cost_ends_no_session():
    member = club(ANNA, PasswordSet("u_a", "h"), PasswordRehashed("u_a", "i")).people.member("u_a")
    assert (member.password, member.generation) == ("i", 1)


def test_signing_out_everywhere_ends_sessions_and_leaves_the_password():
    member = club(ANNA, PasswordSet("u_a", "h"), SignedOutEverywhere("u_a")).people.member("u_a")
    assert (member.password, member.generation) == ("h", 2)


def test_a_later_invitation_takes_the_place_of_an_earlier_one():
    member = club(ANNA, MemberInvited("u_a", "ab", 9), MemberInvited("u_a", "cd", 9)).people.member("u_a")
    assert member.invitation == Invitation("cd", 9)


def test_a_removed_member_is_unknown():
    with pytest.raises(NotFound):
        club(ANNA, MemberRemoved("u_a")).people.member("u_a")


@pytest.mark.parametrize("said", ["anna berg", " ANNA   BERG ", "\uff21nna Berg"])
def test_a_name_is_known_however_it_is_written(said):
    assert club(ANNA).people.named(said).id == "u_a"


def test_a_name_is_one_persons():
    with pytest.raises(Invalid):
        members.add(club(ANNA).people, "u_c", "anna berg", "viewer")
    with pytest.raises(Invalid):
        members.change(club(ANNA, BO).people, "u_b", "ANNA BERG", None, None)
    assert members.change(club(ANNA).people, "u_a", "anna berg", None, None) == [MemberRenamed("u_a", "anna berg")]


def test_a_token_adds_one_person():
    with pytest.raises(NotAllowed):
        members.add(club(BO).people, "u_c", "Cilla", "organiser", "tok")
    with pytest.raises(NotAllowed):
        members.add(club(BO, MemberRemoved("u_b")).people, "u_c", "Cilla", "organiser", "tok")


def test_members_cannot_change_or_remove_themselves():
    state = club(ANNA, BO).people
    with pytest.raises(NotAllowed):
        members.change(state, "u_a", None, "viewer", "u_a")
    with pytest.raises(NotAllowed):
        members.remove(state, "u_a", "u_a")
    assert members.remove(state, "u_b", "u_a") == MemberRemoved("u_b")


def test_what_is_so_already_is_no_event():
    assert members.change(club(BO).people, "u_b", "Bo", "referee", None) == []


def test_links_of_a_place_are_as_good_as_their_generation():
    state = club(
        LinksRevoked("t_x", "table:1"), LinksRevoked("t_x", EVERYWHERE), LinksRevoked("t_y", EVERYWHERE)
    ).people
    assert state.generation("t_x", "table:1") == 2
    assert state.generation("t_x", "table:2") == 1
    assert People().generation("t_x", "table:1") == 0


@pytest.mark.parametrize(
    ("password", "wrong"),
    [
        ("", "shorter"),
        ("ninechars", "shorter"),
        ("x" * 201, "longer"),
        ("aaaaaaaaaaaa", "same few"),
        ("ababababababab", "same few"),
        ("Anna Berg Vasa", "a name"),
        ("annaberg vasa anna berg", "a name"),
    ],
)
def test_a_weak_password_is_told_why(password, wrong):
    assert wrong in (members.weak(password, ("vasa", "Anna Berg", "annaberg")) or "")


@pytest.mark.parametrize("password", ["en kopp kaffe", "åäöåäö-1234", "correct horse battery", "x1y2z3w4v5"])
def test_length_is_what_makes_a_password_good(password):
    assert members.weak(password, ("vasa", "Anna Berg")) is None


@pytest.mark.parametrize("event", EVERY, ids=lambda event: type(event).__name__)
def test_what_is_exported_of_people_is_read_back(event):
    public = to_public("c_vasa", Recorded(1, event, 0, "x", "00")) | {"hash": "of the whole"}
    assert from_public(public).event == event
