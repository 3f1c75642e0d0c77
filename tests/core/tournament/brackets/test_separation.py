"""Players of one club are kept apart in a knock-out (docs/tournaments/draw.md, D6–D10)."""

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.events import PairsAvoided, PlayersExchanged
from core.tournament import Tournament
from core.tournament.brackets.placement import seeding_order
from core.tournament.decisions import Entrant, enter, seed_players, start
from core.tournament.standings.explanation import explain_round
from tests.support.paths import ROOT
from tests.support.tournament.scenario import announced
from tests.support.tournament.written_results import after, field

FORMS = ["single_elimination", "double_elimination"]


def entered(
    clubs: Sequence[str],
    form: str = "single_elimination",
    pairs: Mapping[tuple[str, str], bool] | None = None,
    **settings: object,
) -> Tournament:
    """A tournament that `p01`, `p02` … have entered, in the order of their ratings; an empty club is none."""
    tournament = announced(form, {"avoid": "soft", **settings})
    rows = [
        Entrant(player, player.title(), 2000 - number, club or None)
        for number, (player, club) in enumerate(zip(field(len(clubs)), clubs, strict=True))
    ]
    avoided = [PairsAvoided((pair,), hard) for pair, hard in (pairs or {}).items()]
    return after(tournament, [*enter(tournament, rows), *avoided])


def started(*clubs: Sequence[str], seed: str = "midsummer", **more: object) -> Tournament:
    tournament = entered(*clubs, **more)  # type: ignore[arg-type]
    return after(tournament, start(tournament, seed))


def together(order: Sequence[str], clubs: Mapping[str, str]) -> list[int]:
    """The pairs of one club who can meet in the first round, in the first two, and so on to the semi-finals."""
    rounds = (len(order) - 1).bit_length()
    place = {number: at for at, number in enumerate(seeding_order(2**rounds))}
    at = {player: place[number] for number, player in enumerate(order, 1)}
    met = [
        (at[one] ^ at[other]).bit_length()
        for one, other in combinations(clubs, 2)
        if clubs[one] and clubs[one] == clubs[other]
    ]
    return [sum(each <= round_ for each in met) for round_ in range(1, rounds)]


# ── as late as can be ────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("form", FORMS)
def test_d6_two_of_a_club_who_would_meet_in_the_first_round_meet_in_the_final_at_the_earliest(form: str) -> None:
    tournament = started(["Vasa", "", "", "", "", "", "", "Vasa"], form=form)
    assert tournament.starters == ("p01", "p02", "p03", "p04", "p05", "p06", "p08", "p07")
    assert tournament.rounds[0].pairings[0][1:3] == ("p01", "p07")
    texts = [str(each.text) for each in explain_round(tournament, 1).values()]
    assert "P02, seed 2, against P08, placed as number 7. P08 and P07 changed places" in texts[2]


def test_d6_the_first_round_counts_before_all_later_ones() -> None:
    clubs = ["Vasa", "Vasa", "Vasa", "", "", "Vasa"]
    tournament = started(clubs)
    assert together(tournament.starters, dict(zip(field(6), clubs, strict=True)))[0] == 0


@given(st.lists(st.sampled_from(["", "a", "b", "c"]), min_size=3, max_size=40), st.integers(0, 9))
def test_d6_no_exchange_of_two_is_left_that_would_gain_anything(clubs: list[str], seeded: int) -> None:
    of = dict(zip(field(len(clubs)), clubs, strict=True))
    tournament = started(clubs, seeded=seeded)
    order = tournament.starters
    best = together(order, of)
    before = entered(clubs, seeded=seeded, avoid="none")
    assert best <= together(after(before, start(before, "midsummer")).starters, of)
    last = seeded or len(clubs)
    for one, other in combinations(range(1, len(order) + 1), 2):
        if tier(one, last) == tier(other, last):
            changed = list(order)
            changed[one - 1], changed[other - 1] = changed[other - 1], changed[one - 1]
            assert together(changed, of) >= best


def tier(number: int, seeded: int) -> int:
    """The numbers among which a player may change places: 1, 2, 3–4, 5–8 … of the seeded, and all drawn ones."""
    return -1 if number > seeded else (number - 1).bit_length()


@given(st.lists(st.sampled_from("abc"), min_size=7, max_size=7))
def test_d6_of_seven_drawn_players_no_order_at_all_keeps_the_first_round_freer(clubs: list[str]) -> None:
    players = field(7)
    of = dict(zip(players, clubs, strict=True))
    tournament = entered(clubs)
    tournament = after(tournament, seed_players(tournament, "lots", seed="snow"))
    order = after(tournament, start(tournament, "x")).starters
    assert together(order, of)[0] == min(together(permutation, of)[0] for permutation in permutations(players))


@given(st.lists(st.sampled_from("ab"), min_size=4, max_size=20), st.text("xyz", min_size=1, max_size=3))
def test_d9_the_same_entries_and_words_make_the_same_exchanges(clubs: list[str], seed: str) -> None:
    assert started(clubs, seed=seed, seeded=2).draw.exchanges == started(clubs, seed=seed, seeded=2).draw.exchanges


# ── which pairs ──────────────────────────────────────────────────────────────────────────────────────────────────────
def test_d7_who_must_not_meet_counts_before_any_club() -> None:
    clubs = ["Vasa", "", "", "", "", "", "Vasa", ""]
    tournament = started(clubs, pairs={("p01", "p08"): True, ("p02", "p08"): True})
    first = {frozenset(pairing[1:3]) for pairing in tournament.rounds[0].pairings}
    assert not first & {frozenset(("p01", "p08")), frozenset(("p02", "p08"))}


def test_d7_avoided_pairs_count_without_the_setting_and_are_not_named() -> None:
    tournament = started(["Vasa"] * 8, avoid="none", pairs={("p01", "p08"): False})
    assert [tuple(exchange) for exchange in tournament.draw.exchanges] == [("p08", "p07", "", 1, 3)]
    text = next(str(each.text) for each in explain_round(tournament, 1).values() if "P08" in each.text)
    assert text.endswith("P08 and P07 changed places, so that players who are to be kept apart meet later.")


def test_without_the_setting_and_without_pairs_nothing_is_exchanged() -> None:
    tournament = entered(["Vasa"] * 8, avoid="none")
    assert not [each for each in start(tournament, "x") if isinstance(each, PlayersExchanged)]


# ── who may change places ────────────────────────────────────────────────────────────────────────────────────────────
@given(st.lists(st.sampled_from("abcd"), min_size=3, max_size=40))
def test_d8_seeded_players_stay_among_1_2_3_to_4_5_to_8_and_so_on(clubs: list[str]) -> None:
    for number, player in enumerate(started(clubs).starters, 1):
        assert (number - 1).bit_length() == (int(player[1:]) - 1).bit_length()


@given(st.lists(st.sampled_from("abcd"), min_size=9, max_size=32))
def test_d8_drawn_players_change_places_with_drawn_players_only(clubs: list[str]) -> None:
    tournament = started(clubs, seeded=4)
    assert tournament.starters[:2] == ("p01", "p02")
    assert set(tournament.starters[2:4]) == {"p03", "p04"}


# ── what is told ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_d10_a_first_match_of_two_of_a_club_says_that_no_exchange_helps() -> None:
    tournament = started(["Vasa"] * 4)
    texts = [str(each.text) for each in explain_round(tournament, 1).values()]
    assert all(
        text.endswith("Both are of Vasa, and no exchange keeps the players of a club apart for longer.")
        for text in texts
    )


def test_the_example_of_the_page_is_what_the_service_says() -> None:
    page = (ROOT / "docs/tournaments/draw.md").read_text(encoding="utf-8")
    names = ["Anna", "Bo", "Cilla", "Dag", "Eva", "Fia", "Gun", "Hugo"]
    assert f"{', '.join(names[:-1])} and {names[-1]}." in page
    tournament = announced("single_elimination", {"avoid": "soft"})
    rows = [Entrant(name, name, group="Vasa" if name in ("Anna", "Hugo") else None) for name in names]
    tournament = after(tournament, enter(tournament, rows))
    tournament = after(tournament, start(tournament, "x"))
    said = next(str(each.text) for each in explain_round(tournament, 1).values() if "Hugo" in each.text)
    assert f"```\n{said.split('. ')[-1]}\n```" in page
