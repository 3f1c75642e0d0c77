"""Buy-backs in an elimination by losses (EL14): one lost match is forgiven to a player who is out."""

import pytest

from core.errors import Invalid, NotAllowed, NotFound
from core.tournament import Tournament
from core.tournament.decisions import buy_back, end, pair_round, take_buy_back_back, unpair, withdraw
from core.tournament.decisions.corrections import Decision, decide, readmit, undo
from core.tournament.formats import FORMATS, format_of
from core.tournament.standings.standings import standings
from tests.support.paths import ROOT
from tests.support.tournament.scenario import announced, begun, best, entries, played_on, reported
from tests.support.tournament.strategies import at_table
from tests.support.tournament.written_results import after, field


def cup(number: int = 4, losses: int = 1, **settings: object) -> Tournament:
    """Round 1 of an elimination in which each player may buy back once, played: the better seed wins."""
    form = announced("elimination_by_losses", {"losses": losses, "buy_backs": 1, **settings})
    return played_on(begun(form, entries(field(number))), best(field(number)))


def back(tournament: Tournament, player: str) -> Tournament:
    return after(tournament, buy_back(tournament, player, "paid"))


def next_round(tournament: Tournament) -> Tournament:
    return after(tournament, pair_round(tournament))


def inside(tournament: Tournament) -> set[str]:
    """The players of the last round."""
    last = tournament.rounds[-1]
    return {player for pairing in last.pairings for player in pairing[1:3]} | ({last.bye} if last.bye else set())


def reached(tournament: Tournament) -> dict[str, int]:
    return {line.player_id: line.tie_breaks[0].value for line in standings(tournament)}


def lost_of(tournament: Tournament, player: str):
    return next(match for match in tournament.matches if player in match[1:3] and not match.is_bye)


def decided(tournament: Tournament, player: str, number: int = 0) -> Tournament:
    """The match of that number of a player decided for this player."""
    match = [each for each in tournament.matches if player in each[1:3] and not each.is_bye][number].match
    return after(
        tournament, decide(tournament, Decision(match, "walkover", "wrong sheet", player), at_table(tournament, match))
    )


def test_a_player_who_bought_back_is_paired_on_and_one_who_did_not_is_out():
    now = cup()
    assert inside(next_round(now)) == {"p01", "p02"}
    assert inside(next_round(back(now, "p04"))) == {"p01", "p02", "p04"}
    assert (now.entry("p04").bought, back(now, "p04").entry("p04").bought) == ((), (1,))


def test_a_life_may_be_bought_while_the_round_is_played_and_the_loss_counts_in_the_table():
    now = begun(announced("elimination_by_losses", {"losses": 1, "buy_backs": 1}), entries(field(4)))
    match = now.rounds[0].pairings[0]
    now = back(reported(now, match, match.white), match.black)
    line = next(row for row in standings(now) if row.player_id == match.black)
    assert (line.losses, line.tie_breaks[0].value) == (1, 2), "the match is lost, and the player is in"


def test_a_player_who_loses_again_is_out_for_good_and_reached_that_round():
    now = next_round(back(cup(6), "p06"))
    now = played_on(now, lambda match: next(each for each in match[1:3] if each != "p06"))
    with pytest.raises(NotAllowed, match="as often as was announced: 1"):
        buy_back(now, "p06")
    assert (reached(now)["p06"], reached(now)["p05"]) == (2, 1)


def test_in_a_final_who_lost_may_buy_back_and_the_tournament_goes_on():
    now = played_on(next_round(cup()), best(field(4)))
    assert now.status == "finished"
    again = back(now, "p02")
    assert (again.status, inside(next_round(again))) == ("running", {"p01", "p02"})
    over = played_on(next_round(again), best(["p02", "p01"]))
    assert (over.status, standings(over)[0].player_id) == ("finished", "p02")
    back(over, "p01")  # who has not bought back yet


def test_of_three_losses_one_is_forgiven():
    now = cup(2, 3)
    for _ in range(2):
        now = played_on(next_round(now), best(field(2)))
    assert now.status == "finished"
    now = back(now, "p02")
    assert now.status == "running"
    now = played_on(next_round(now), best(["p02", "p01"]))
    assert now.status == "running", "p02 has two losses that count and p01 has one"


def test_a_life_is_bought_before_the_next_round_is_paired():
    now = next_round(back(cup(), "p04"))
    with pytest.raises(NotAllowed, match="P03 is not in round 2"):
        buy_back(now, "p03")
    assert back(after(now, unpair(now, 2, "p03 buys back")), "p03").entry("p03").bought == (1,)


def test_after_the_announced_round_no_life_is_bought():
    now = played_on(next_round(back(cup(4, buy_back_until=1), "p04")), best(field(4)))
    loser = next(each for each in ("p02", "p04") if each in inside(now) and reached(now)[each] == 2)
    before = len(now.entry(loser).bought)
    with pytest.raises(NotAllowed, match="as often" if before else "after round 1 at the latest"):
        buy_back(now, loser)


@pytest.mark.parametrize(("player", "words"), [("p01", "P01 is not out"), ("p99", "p99")])
def test_only_a_player_who_is_out_buys_back(player, words):
    with pytest.raises((NotAllowed, NotFound), match=words):
        buy_back(cup(), player)


def test_who_left_and_a_tournament_that_was_ended_have_no_buy_back():
    now = cup()
    with pytest.raises(NotAllowed, match="P04 has left"):
        buy_back(after(now, withdraw(now, "p04")), "p04")
    with pytest.raises(NotAllowed, match="was ended"):
        buy_back(after(now, end(now, "late")), "p04")
    with pytest.raises(NotAllowed, match="not started"):
        buy_back(after(announced("elimination_by_losses", {"buy_backs": 1}), entries(field(4))), "p04")
    plain = begun(announced("elimination_by_losses", {"losses": 1}), entries(field(4)))
    with pytest.raises(NotAllowed, match="without buy-backs"):
        buy_back(played_on(plain, best(field(4))), "p04")


def test_a_buy_back_is_taken_back_until_the_next_round_is_paired():
    now = back(cup(), "p04")
    gone = after(now, take_buy_back_back(now, "p04", "wrong name"))
    assert gone.entry("p04").bought == ()
    assert inside(next_round(gone)) == {"p01", "p02"}
    with pytest.raises(NotAllowed, match="has not bought back"):
        take_buy_back_back(gone, "p04")
    with pytest.raises(NotAllowed, match="round 2 is paired with P04"):
        take_buy_back_back(next_round(now), "p04")


def test_a_buy_back_lapses_when_the_loss_is_corrected_and_holds_again_when_that_is_undone():
    now = next_round(back(cup(), "p04"))
    corrected = decided(now, "p04")
    assert corrected.format.again.bought(corrected) == {}
    assert "p04" in inside(corrected)
    again = after(corrected, undo(corrected, corrected.decisions[lost_of(now, "p04").match][-1][0], "right after all"))
    assert again.format.again.bought(again) == {"p04": 1}


def test_a_player_whose_buy_back_lapsed_may_buy_a_life_back_later():
    now = next_round(back(cup(6), "p06"))
    now = played_on(now, lambda match: next(each for each in match[1:3] if each != "p06"))
    now = decided(now, "p06")
    assert now.format.again.bought(now) == {}
    assert reached(now)["p06"] == 2, "the loss of round 2 puts the player out"
    assert back(now, "p06").format.again.bought(back(now, "p06")) == {"p06": 1}


def test_a_player_who_bought_back_and_left_keeps_the_buy_back_when_back():
    now = back(cup(), "p04")
    gone = after(now, withdraw(now, "p04"))
    assert inside(next_round(after(gone, readmit(gone, "p04")))) == {"p01", "p02", "p04"}


@pytest.mark.parametrize("form", [format_.key for format_ in FORMATS if format_.key != "elimination_by_losses"])
def test_every_other_format_refuses_buy_backs_with_a_sentence(form):
    with pytest.raises(Invalid) as refused:
        format_of(form).read_settings({"buy_backs": 1})
    assert "a buy-back is for an elimination by losses" in str(refused.value.problems["buy_backs"][0])
    if not format_of(form).teams:
        with pytest.raises(NotAllowed, match="a loss is not forgiven here"):
            buy_back(begun(announced(form, {}), entries(field(4))), "p01")


def test_a_last_round_of_buy_backs_without_buy_backs_is_refused():
    with pytest.raises(Invalid, match="buy_backs"):
        format_of("elimination_by_losses").read_settings({"buy_back_until": 2})


def test_the_example_of_the_page_is_what_happens():
    page = (ROOT / "docs" / "formats" / "elimination_by_losses.md").read_text(encoding="utf-8")
    rounds, places = page.split("## Example: buy-backs")[1].split("```")[1:4:2]
    now, wins = back(back(cup(6), "p04"), "p06"), best(["p06", *field(6)])
    now = back(played_on(next_round(now), wins), "p03")
    while now.status != "finished":
        now = played_on(next_round(now), wins)
    told = [
        f"round {round_.number}: "
        + ", ".join(f"{now.name_of(pairing.white)}–{now.name_of(pairing.black)}" for pairing in round_.pairings)
        + (f"; bye {now.name_of(round_.bye)}" if round_.bye else "")
        for round_ in now.rounds
    ]
    assert told == rounds.strip().split("\n")
    assert ", ".join(f"{line.rank} {line.name}" for line in standings(now)) == places.strip()
