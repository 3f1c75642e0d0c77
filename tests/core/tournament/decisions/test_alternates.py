"""An alternate in the place of a player who did not come, in every format: all others are paired as they were."""

import pytest

from core.errors import NotAllowed, NotFound
from core.tournament import Tournament
from core.tournament.decisions import (
    Entrant,
    end,
    enter,
    pair,
    pair_round,
    re_enter,
    replace,
    set_alternates,
    withdraw,
)
from core.tournament.decisions.corrections import readmit
from core.tournament.decisions.seating import set_tables
from core.tournament.formats import FORMATS
from core.tournament.formats.elimination_by_losses import losses
from core.tournament.standings.standings import standings
from tests.support.proving import some
from tests.support.tournament.scenario import announced, begun, best, entries, played_on, reported
from tests.support.tournament.team_leagues import league
from tests.support.tournament.written_results import after, field

FORMS = [format_.key for format_ in FORMATS if not format_.teams]
NEW = Entrant("p99", "Nils", 1400, "Huk")


def started(form: str, number: int = 7) -> Tournament:
    """A tournament whose first round is paired, with two alternates and a table for each match."""
    tournament = begun(announced(form, {}), entries(field(number)))
    tournament = after(tournament, set_alternates(tournament, [("p98", "Olga"), ("p99", "Nils")]))
    return after(tournament, set_tables(tournament, [(str(each), "") for each in range(1, 30)]))


def replaced(tournament: Tournament, player: str, by: Entrant = NEW) -> Tournament:
    return after(tournament, replace(tournament, player, by, "did not come"))


def rounds(tournament: Tournament, swap: dict[str, str]) -> list[object]:
    """The pairs of each round with their slots and tables, with other ids in the place of some."""
    return [
        (
            round_.number,
            round_.stage,
            round_.draft,
            swap.get(round_.bye or "", round_.bye),
            {
                (
                    swap.get(pairing.white, pairing.white),
                    swap.get(pairing.black, pairing.black),
                    pairing.slot,
                    tournament.seated.get(pairing.match),
                )
                for pairing in round_.pairings
            },
        )
        for round_ in tournament.rounds
    ]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("number", some([7, 8], 7))
def test_the_alternate_stands_where_the_player_stood_and_nothing_else_changes(form, number):
    before = started(form, number)
    for player in field(number):
        now = replaced(before, player)
        assert rounds(now, {}) == rounds(before, {player: "p99"}), player
        assert now.starters == tuple("p99" if starter == player else starter for starter in before.starters)
        assert pair(now) == []
        assert {line.name for line in standings(now)} == {e.name for e in before.field if e.player != player} | {"Nils"}
        assert now.alternates == (("p98", "Olga"),)
        assert (now.entry("p99").in_place_of, now.entry(player).withdrawn) == (player, True)


@pytest.mark.parametrize("form", FORMS)
def test_the_tournament_is_played_to_its_end_with_the_alternate(form):
    now = replaced(started(form), "p03")
    order = ["p99", *(entry for entry in field(7) if entry != "p03")]
    over = played_on(now, best(order))
    while over.status != "finished":
        over = played_on(after(over, pair_round(over)), best(order))
    assert standings(over)[0].player_id == "p99"
    assert "p03" not in {line.player_id for line in standings(over)}


@pytest.mark.parametrize("form", FORMS)
def test_a_place_stays_with_a_player_who_has_a_result(form):
    now = started(form)
    first = next(pairing for pairing in now.rounds[0].pairings if not pairing.is_bye)
    played = reported(now, first, first.white)
    for player in (first.white, first.black):
        with pytest.raises(NotAllowed, match="there is a result of"):
            replace(played, player, NEW)


def test_a_second_alternate_may_take_the_place_of_the_first():
    now = replaced(started("single_elimination"), "p02")
    again = replaced(now, "p99", Entrant("p98", "Olga"))
    assert rounds(again, {}) == rounds(now, {"p99": "p98"})


def test_a_player_whose_place_is_given_away_does_not_come_back_into_it():
    now = replaced(started("round_robin"), "p02")
    with pytest.raises(NotAllowed, match="Nils plays in the place of P02"):
        readmit(now, "p02")


def test_only_an_alternate_takes_a_place_and_only_in_the_first_round():
    now = started("swiss", 8)
    with pytest.raises(NotAllowed, match="is not on the list of alternates"):
        replace(now, "p01", Entrant("p77", "Vera"))
    with pytest.raises(NotFound):
        replace(now, "p77", NEW)
    with pytest.raises(NotAllowed, match="has left"):
        replace(after(now, withdraw(now, "p01")), "p01", NEW)
    open_ = after(announced("swiss", {}), enter(announced("swiss", {}), [("p01", "P01")]))
    with pytest.raises(NotAllowed, match="has not started"):
        replace(open_, "p01", NEW)
    with pytest.raises(NotAllowed, match="is over"):
        replace(after(now, end(now, "fire")), "p01", NEW)
    second = after(played_on(now, best(field(8))), pair_round(played_on(now, best(field(8)))))
    with pytest.raises(NotAllowed, match="round 2 is paired"):
        replace(second, "p01", NEW)
    with pytest.raises(NotAllowed, match="a team that lacks a player"):
        replace(league(4), "t01", NEW)


def test_the_list_names_those_who_take_part_or_stand_there_twice_and_is_written_once():
    now = started("swiss", 8)
    assert set_alternates(now, [("p98", "Olga"), ("p99", "Nils")]) == []
    with pytest.raises(NotAllowed, match=r"P01.*Nils"):
        set_alternates(now, [("p01", "P01"), ("p99", "Nils"), ("p99", "Nils")])
    assert after(now, set_alternates(now, [])).alternates == ()
    late = after(now, enter(now, [("p98", "Olga")]))
    assert late.alternates == (("p99", "Nils"),), "who enters is no alternate any more"


def test_the_alternate_of_a_late_player_has_missed_what_they_missed():
    now = started("elimination_by_losses", 6)
    now = after(now, enter(now, [("p07", "Late")]))
    assert now.entry("p07").late == 1
    now = replaced(now, "p07")
    assert (now.entry("p99").late, losses(now, 2)["p99"]) == (1, 1)
    assert "p07" not in {line.player_id for line in standings(now)}
    order = [*field(6), "p99"]
    while now.status != "finished":
        now = played_on(now, best(order))
        now = now if now.status == "finished" else after(now, pair_round(now))
    assert standings(now)[0].player_id == "p01"


def re_entered() -> Tournament:
    """A knock-out of six with alternates, in which p05 lost and entered again as p91; p03 and p06 have not played."""
    now = begun(announced("single_elimination", {"re_entries": 1}), entries(field(6)))
    now = after(now, set_alternates(now, [("p98", "Olga"), ("p99", "Nils")]))
    match = next(pairing for pairing in now.rounds[0].pairings if {"p04", "p05"} == {*pairing[1:3]})
    now = reported(now, match, "p04")
    now = after(now, re_enter(now, "p05", "p91"))
    assert {"p02", "p91"} in [{*each[1:3]} for each in now.matches]
    return now


def test_after_a_re_entry_an_alternate_still_takes_the_place_of_who_does_not_come():
    now = replaced(re_entered(), "p06")
    assert {"p03", "p99"} in [{*match[1:3]} for match in now.matches]
    assert {"p02", "p91"} in [{*match[1:3]} for match in now.matches], "the new entry stays where it was"
    assert {line.player_id for line in standings(now)} == {*field(5), "p91", "p99"}
    over = played_on(now, best(["p99", *field(5), "p91"]))
    assert standings(over)[0].player_id == "p99"
    with pytest.raises(NotAllowed, match="has left"):
        re_enter(now, "p06", "p92")


def test_the_place_of_a_new_entry_is_given_to_an_alternate_and_its_first_entry_stays_out():
    now = replaced(re_entered(), "p91")
    assert {"p02", "p99"} in [{*match[1:3]} for match in now.matches]
    assert {line.player_id for line in standings(now)} == {*field(6), "p99"}
    with pytest.raises(NotAllowed, match=r"has entered again as P05 \(2\)"):
        re_enter(now, "p05", "p92")
    assert played_on(now, best(["p99", *field(6)])).status == "finished"


def test_an_alternate_who_lost_enters_again():
    now = replaced(re_entered(), "p06")
    match = next(each for each in now.matches if {"p03", "p99"} == {*each[1:3]})
    now = reported(now, match, "p03")
    now = after(now, re_enter(now, "p99", "p92"))
    entry = now.entry("p92")
    assert (entry.name, entry.again_of, entry.in_place_of) == ("Nils (2)", "p99", None)
    assert {"p01", "p92"} in [{*each[1:3]} for each in now.matches]
    assert played_on(now, best([*field(6), "p91", "p92"])).status == "finished"
