"""`brade password`: a member or a new organiser is let in, with or without a running service."""

import pytest
from click.testing import CliRunner

from core.eventlog.log import NEW
from core.events import ClubFounded, MemberAdded, PasswordSet
from service.auth import passwords
from service.cli import main
from service.repository import Repository

NEW_ONE = "en kopp kaffe"


@pytest.fixture
def club(store, tmp_path, monkeypatch):
    """A club with a referee whose password is lost; how it stands."""
    monkeypatch.setenv("BRADE_STORE_URL", store.url)
    monkeypatch.setenv("BRADE_DATA", str(tmp_path))
    store.log().append("c_vasa", [ClubFounded("vasa", "Vasa")], by="operator", at=1, expected=NEW)
    store.log().append("c_vasa", [MemberAdded("u_a", "Anna Berg", "referee")], by="x", at=1)
    store.log().append("c_vasa", [PasswordSet("u_a", passwords.hashed("the lost one"))], by="x", at=1)
    return lambda: Repository(store.log()).club("vasa").people


def run(*arguments, typed=f"{NEW_ONE}\n{NEW_ONE}\n"):
    return CliRunner().invoke(main, ["password", *arguments], input=typed)


def test_a_lost_password_is_replaced_and_sessions_end(club):
    before = club().member("u_a").generation
    done = run("vasa", "anna berg")
    assert (done.exit_code, "Anna Berg signs in at /sign-in" in done.output) == (0, True), done.output
    member = club().member("u_a")
    assert passwords.fits(member.password, NEW_ONE)
    assert member.generation == before + 1
    assert NEW_ONE not in done.output


def test_a_new_organiser_is_let_in_if_that_is_asked_for(club):
    assert run("vasa", "Bo", "--new").exit_code == 0
    assert club().named("Bo").role == "organiser"
    assert run("vasa", "Bo", "--new").exit_code == 1
    assert run("vasa", "Cilla").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "typed", "said"),
    [
        (("nowhere", "Anna"), None, "there is no club 'nowhere'"),
        (("vasa", "Bo"), None, "known are Anna Berg"),
        (("vasa", "Anna Berg"), "short\nshort\n", "shorter than 10 characters"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(club, arguments, typed, said):
    done = run(*arguments, **({"typed": typed} if typed else {}))
    assert done.exit_code == 1
    assert said in done.output.replace("It is", "it is")


def test_it_is_the_operators_deed(club, store):
    run("vasa", "Anna Berg")
    assert list(store.log().read("c_vasa"))[-1].by == "operator"
