"""Seats of viewers: strangers take none that is kept, and no holder or club has all of them."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as some

from core.names.shown_names import ALL, MEMBER, PUBLIC
from service.live.grant import StreamGrant, read
from service.live.viewer_seats import Claim, Full, Seats, claim

STRANGER, MEMBERS, DESK = range(3)
SHARES = [f"10.0.0.{number}" for number in range(6)]


def seated(seats: Seats[str], rank: int, club: str, count: int, name: str = "", first: int = 0) -> list[str]:
    """Seat so many, each of a holder of its own; those who gave way."""
    gone = []
    for number in range(first, first + count):
        who = f"{name or club}{rank}{number}"
        gone.append(seats.take(who, Claim(rank, club, who)))
    return [each for each in gone if each]


def refused(seats: Seats[str], asked: Claim) -> bool:
    try:
        seats.take("one more", asked)
    except Full:
        return True
    seats.leave("one more")
    return False


def test_an_address_has_a_quarter_of_the_open_seats_and_no_more() -> None:
    seats = Seats[int](100)
    for number in range(25):
        seats.ensure_share("10.0.0.7")
        assert seats.take(number, Claim(STRANGER, "vasa", "10.0.0.7")) is None
    with pytest.raises(Full, match="25 streams for this address"):
        seats.ensure_share("10.0.0.7")
    with pytest.raises(Full):
        seats.take(25, Claim(STRANGER, "huk", "10.0.0.7"))
    seats.ensure_share("10.0.0.8")
    seats.leave(3)
    seats.ensure_share("10.0.0.7")


def test_a_token_has_no_more_than_its_share_from_any_address_and_refuses_no_other_viewer() -> None:
    seats = Seats[str](40)
    grant = StreamGrant("tournament", "t_abcdefghij", 0, MEMBER, "vasa", 0, "vasa.stolen")
    for number in range(10):
        seats.take(str(number), claim(grant, f"10.0.0.{number}"))
    with pytest.raises(Full):
        seats.take("11", claim(grant, "10.0.0.99"))
    for other in (grant._replace(holder="vasa.other"), grant._replace(sight=ALL), grant._replace(sight=PUBLIC)):
        assert not refused(seats, claim(other, "10.0.0.1"))


def test_strangers_fill_the_open_seats_alone() -> None:
    seats = Seats[str](8)
    assert not seated(seats, STRANGER, "vasa", 8)
    assert refused(seats, Claim(STRANGER, "vasa", "another"))
    assert not seated(seats, MEMBERS, "vasa", 2)  # those that are kept
    assert len(seats) == 10


@pytest.mark.parametrize(
    ("full_of", "asked", "gives_way"),
    [
        pytest.param([(STRANGER, "vasa", 8), (MEMBERS, "vasa", 2)], (MEMBERS, "huk"), "vasa07", id="a stranger"),
        pytest.param(
            [(STRANGER, "huk", 3), (STRANGER, "vasa", 5), (DESK, "vasa", 2)],
            (DESK, "huk"),
            "vasa04",
            id="the newest stranger of the club that has most",
        ),
        pytest.param([(MEMBERS, "vasa", 10)], (DESK, "vasa"), "vasa19", id="a member, for the desk of the same club"),
        pytest.param([(MEMBERS, "vasa", 7), (MEMBERS, "huk", 3)], (MEMBERS, "luk"), "vasa16", id="of another club"),
        pytest.param([(DESK, "vasa", 9), (MEMBERS, "vasa", 1)], (DESK, "huk"), "vasa10", id="who may see less first"),
        pytest.param([(DESK, "vasa", 10)], (DESK, "huk"), "vasa29", id="the desk of a club that has all"),
        pytest.param([(STRANGER, "vasa", 8)], (STRANGER, "huk"), "vasa07", id="a stranger of a club that has all"),
        pytest.param([(STRANGER, "vasa", 4), (STRANGER, "huk", 4)], (STRANGER, "luk"), "vasa03", id="no club has all"),
        pytest.param([(STRANGER, "vasa", 4), (STRANGER, "huk", 4)], (STRANGER, "huk"), None, id="clubs have as much"),
        pytest.param([(STRANGER, "vasa", 4), (STRANGER, "huk", 4)], (STRANGER, "vasa"), None, id="a club has its part"),
        pytest.param([(MEMBERS, "vasa", 10)], (STRANGER, "huk"), None, id="a stranger sends no member away"),
        pytest.param([(DESK, "vasa", 10)], (MEMBERS, "huk"), None, id="a member sends no desk away"),
        pytest.param([(DESK, "vasa", 10)], (DESK, "vasa"), None, id="a club that has all"),
    ],
)
def test_who_gives_way_where_all_seats_are_taken(full_of, asked, gives_way) -> None:  # type: ignore[no-untyped-def]
    seats = Seats[str](8)
    for rank, club, count in full_of:
        assert not seated(seats, rank, club, count)
    if gives_way is None:
        assert refused(seats, Claim(*asked, "new"))
    else:
        before = len(seats)
        assert seats.take("new", Claim(*asked, "new")) == gives_way
        assert len(seats) == before


COMING = some.builds(Claim, some.integers(0, 2), some.sampled_from(["vasa", "huk", "luk"]), some.sampled_from(SHARES))


@given(some.lists(some.one_of(COMING, some.integers(0, 40)), max_size=60))
def test_whatever_comes_and_goes_the_bounds_hold_and_only_who_has_the_least_claim_is_refused(story) -> None:  # type: ignore[no-untyped-def]
    seats, there = Seats[int](12), dict[int, Claim]()
    for number, step in enumerate(story):
        if isinstance(step, int):
            seats.leave(step)
            there.pop(step, None)
            continue
        clubs = Counter(each.club for each in there.values() if each.rank == step.rank)
        try:
            gone = seats.take(number, step)
        except Full:
            over_share = sum((each.rank, each.holder) == (step.rank, step.holder) for each in there.values()) >= 3
            assert over_share or not any(each.rank < step.rank for each in there.values())
            assert over_share or max(clubs.values(), default=0) <= clubs[step.club] + 1
            continue
        if gone is not None:
            lost = there.pop(gone)
            assert lost.rank <= step.rank
            assert lost.rank < step.rank or clubs[lost.club] > clubs[step.club] + 1
        there[number] = step
        assert len(seats) == len(there) <= 15
        assert sum(each.rank == STRANGER for each in there.values()) <= 12
        assert max(Counter((each.rank, each.holder) for each in there.values()).values()) <= 3


def test_a_ticket_is_read_as_it_was_written_whatever_its_holder_is_called() -> None:
    for holder in ("", "vasa.abc", "t_x/table:4/", "referee:Åsa Öberg (9f3c) \n ü%20"):
        grant = StreamGrant("match", "t_abcdefghij.4", 7, MEMBER, "vasa", 1700000000000, holder)
        assert read(str(grant)) == grant
        assert str(grant).isascii()
