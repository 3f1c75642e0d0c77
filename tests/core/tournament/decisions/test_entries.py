"""Players of a tournament: entries before and after the start, check-in, seeds."""

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid, NotAllowed, NotFound
from core.events import PairingsVoided, PlayerCheckedIn, PlayerEntered, PlayersSeeded, PlayerWithdrew, RoundPaired
from core.tournament import Tournament
from core.tournament.decisions import Entrant, check_in, enter, pair, pair_round, seed_players, start, withdraw
from core.tournament.model.reasons import ABSENT, own_reason
from core.tournament.model.state import seed_order
from core.tournament.pairing.lots import shuffled
from tests.support.tournament.scenario import announced, best, played_on
from tests.support.tournament.written_results import after, field

NAMES = ("anna", "bo", "cilla", "dag", "eva")


def entered(form: str = "swiss", names=NAMES, ratings=(), **more) -> Tournament:
    """A tournament that these players entered, perhaps with ratings."""
    tournament = announced(form, **more)
    rated = [*ratings, *[None] * len(names)]
    rows = [Entrant(name, name.capitalize(), rating) for name, rating in zip(names, rated, strict=False)]
    return after(tournament, enter(tournament, rows))


def started(form: str = "swiss", names=NAMES, **more) -> Tournament:
    tournament = entered(form, names, **more)
    return after(tournament, start(tournament, "midsummer"))


# ── entering ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_an_entry_keeps_rating_group_and_members():
    tournament = announced("team_league")
    row = Entrant("vasa", "Vasa A", 1500, "Stockholm", (("anna", "Anna"), ("bo", "Bo")))
    entry = after(tournament, enter(tournament, [row])).entry("vasa")
    assert (entry.rating, entry.group, entry.people) == (1500, "Stockholm", ("vasa", "anna", "bo"))


def test_no_player_enters_twice_not_even_in_two_teams():
    tournament = announced("team_league")
    one, other = (Entrant(team, team, members=(("anna", "Anna"),)) for team in ("vasa", "huk"))
    with pytest.raises(NotAllowed, match=r"Anna \(anna\)"):
        enter(tournament, [one, other])
    with pytest.raises(NotAllowed, match="Bo"):
        enter(entered(), [("bo", "Bo")])


def test_who_withdrew_before_the_start_may_come_back():
    tournament = entered()
    tournament = after(tournament, withdraw(tournament, "bo", "ill"))
    assert len(tournament.field) == 4
    assert len(after(tournament, enter(tournament, [("bo", "Bo")])).field) == 5


def test_seeds_that_come_with_the_entries_are_a_seeding_by_hand():
    tournament = announced("swiss")
    events = enter(tournament, [("anna", "Anna"), ("bo", "Bo")], seeds=["bo", "anna"])
    assert events[-1] == PlayersSeeded(("bo", "anna"), "hand")


def test_a_format_without_late_entries_says_so():
    with pytest.raises(NotAllowed, match="has started"):
        enter(started("groups_then_knockout", field(8)), [("late", "Late")])


def test_no_player_enters_a_tournament_that_is_over():
    tournament = started("single_elimination", NAMES[:2])
    tournament = played_on(tournament, best(NAMES))
    with pytest.raises(NotAllowed, match="over"):
        enter(tournament, [("late", "Late")])


def test_a_late_entry_is_paired_from_the_next_round_on():
    tournament = started()
    events = enter(tournament, [("fia", "Fia")])
    assert [type(event) for event in events] == [PlayerEntered]
    tournament = played_on(after(tournament, events), best(NAMES), 1)
    tournament = after(tournament, pair_round(tournament))
    assert any("fia" in pairing for pairing in tournament.rounds[1].pairings)
    assert tournament.rounds[1].bye is None


def test_a_late_arrival_takes_the_place_of_the_bye():
    tournament = started()
    alone = tournament.rounds[0].bye
    events = enter(tournament, [("fia", "Fia")], into_bye=True)
    assert [type(event) for event in events] == [PlayerEntered, PairingsVoided, RoundPaired]
    tournament = after(tournament, events)
    assert tournament.rounds[0].bye is None
    assert tournament.rounds[0].pairings[-1][1:3] == (alone, "fia")
    with pytest.raises(NotAllowed, match="no player sits out round 1"):
        enter(tournament, [("gun", "Gun")], into_bye=True)


def test_who_left_in_a_round_and_comes_back_is_not_in_it_twice():
    before = started()
    for left in (before.rounds[0].pairings[0].black, before.rounds[0].bye):
        tournament = after(before, withdraw(before, left))
        with pytest.raises(NotAllowed, match="was in round 1 already"):
            enter(tournament, [(left, left)], into_bye=True)
        assert left not in after(tournament, enter(tournament, [(left, left)])).withdrawn


def test_a_bye_of_a_played_round_cannot_be_given_to_a_late_player():
    tournament = played_on(started(), best(NAMES), 1)
    with pytest.raises(NotAllowed, match="round 1 is played"):
        enter(tournament, [("fia", "Fia")], into_bye=True)


def test_a_late_arrival_takes_a_bye_of_the_bracket():
    tournament = started("single_elimination")
    byes = sum(pairing.is_bye for pairing in tournament.rounds[0].pairings)
    tournament = after(tournament, enter(tournament, [("fia", "Fia")]))
    assert sum(pairing.is_bye for pairing in tournament.rounds[0].pairings) == byes - 1
    assert any("fia" in pairing for pairing in tournament.rounds[0].pairings)


# ── check-in ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_only_those_who_checked_in_start_where_that_was_announced():
    tournament = entered(check_in=True)
    tournament = after(tournament, check_in(tournament, ["anna", "bo", "dag"]))
    events = start(tournament, "midsummer")
    assert events[:2] == [PlayerWithdrew(each, *own_reason(ABSENT)) for each in ("cilla", "eva")]
    assert set(after(tournament, events).starters) == {"anna", "bo", "dag"}


def test_check_in_is_taken_back_and_costs_nothing_twice():
    tournament = entered(check_in=True)
    tournament = after(tournament, check_in(tournament, ["anna", "anna", "bo"]))
    assert check_in(tournament, ["anna"]) == []
    assert check_in(tournament, ["anna", "cilla"], present=False) == [PlayerCheckedIn("anna", False)]
    with pytest.raises(NotFound):
        check_in(tournament, ["nobody"])


def test_one_who_checked_in_is_too_few_and_everybody_stays():
    tournament = entered(check_in=True)
    tournament = after(tournament, check_in(tournament, ["anna"]))
    with pytest.raises(NotAllowed, match="1 checked in"):
        start(tournament, "midsummer")


def test_check_in_ends_with_the_start_and_is_not_for_those_who_left():
    with pytest.raises(NotAllowed, match="closed"):
        check_in(started(), ["anna"])
    tournament = entered()
    with pytest.raises(NotAllowed, match="Bo"):
        check_in(after(tournament, withdraw(tournament, "bo")), ["bo"])


# ── seeds ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_ratings_seed_best_first_and_equal_ones_in_the_order_of_entry():
    (event,) = seed_players(entered(ratings=(1400, 1500, None, 1500, 0)), "rating")
    assert event.players == ("bo", "dag", "anna", "eva", "cilla")


def test_a_hand_seeds_those_it_names_and_the_others_behind():
    (event,) = seed_players(entered(), "hand", ["eva", "bo"])
    assert event.players == ("eva", "bo", "anna", "cilla", "dag")


@given(st.text(min_size=1, max_size=20))
def test_lots_are_drawn_from_the_published_seed_alone(seed):
    (event,) = seed_players(entered(), "lots", seed=seed)
    assert (list(event.players), event.seed) == (shuffled(reversed(NAMES), seed), seed)


def test_anyone_can_draw_the_lots_again_in_a_shell():
    (event,) = seed_players(entered(), "lots", seed="midsummer")
    draw = 'printf \'%s\' "midsummer:$p" | sha256sum | sed "s/-/$p/"'
    line = f"for p in anna bo cilla dag eva; do {draw}; done"
    drawn = subprocess.run(["sh", "-c", f"{line} | sort"], capture_output=True, text=True, check=True).stdout
    assert [row.split()[1] for row in drawn.splitlines()] == list(event.players)


@pytest.mark.parametrize(
    ("method", "players", "seed", "path"),
    [
        ("hand", ["bo", "bo"], None, "players.1"),
        ("hand", ["bo", "nobody"], None, "players.1"),
        ("hand", [], None, "players"),
        ("rating", ["bo"], None, "players"),
        ("lots", [], None, "seed"),
    ],
)
def test_a_wrong_seeding_names_the_place(method, players, seed, path):
    with pytest.raises(Invalid) as wrong:
        seed_players(entered(), method, players, seed)
    assert set(wrong.value.problems) == {path}


def test_the_start_takes_the_last_seeding_and_late_entries_stand_behind():
    tournament = entered()
    for players in (["anna"], ["eva", "dag"]):
        tournament = after(tournament, seed_players(tournament, "hand", players))
    tournament = after(tournament, enter(tournament, [("fia", "Fia")]))
    assert seed_order(tournament) == ("eva", "dag", "anna", "bo", "cilla", "fia")
    tournament = after(tournament, start(tournament, "midsummer"))
    assert tournament.starters == ("eva", "dag", "anna", "bo", "cilla", "fia")
    with pytest.raises(NotAllowed, match="started"):
        seed_players(tournament, "rating")


def test_the_start_may_seed_by_the_lots_of_the_tournament():
    tournament = entered()
    tournament = after(tournament, start(tournament, "midsummer", "lots"))
    assert list(tournament.starters) == shuffled(NAMES, "midsummer")


def test_without_any_seeding_the_order_is_that_of_entry():
    assert started().starters == NAMES
    assert pair(started()) == []


@pytest.mark.parametrize(
    ("form", "settings", "players", "matches", "fitting"),
    [
        ("round_robin", {}, 300, 44_850, 100),
        ("round_robin", {"legs": 2}, 72, 5_112, 71),
        ("groups_then_knockout", {"groups": 1}, 101, 5_050, 100),
        ("groups_then_knockout", {"groups": 4, "legs": 2}, 200, 9_800, 143),
        ("team_league", {"boards": 32, "legs": 2}, 14, 5_824, 13),
    ],
)
def test_more_matches_than_a_tournament_can_have_are_counted_and_refused_before_one_is_paired(
    form, settings, players, matches, fitting, monkeypatch
):
    tournament = announced(form, settings=settings)
    assert tournament.format.planned(fitting, tournament.format.read_settings(settings)) <= 5_000
    teams = tournament.format.teams
    rows = [Entrant(entry, entry, members=((f"{entry}1", entry),) if teams else ()) for entry in field(players)]
    tournament = after(tournament, enter(tournament, rows))
    monkeypatch.setattr("core.tournament.decisions.entries.pair", None)  # it is not asked
    with pytest.raises(
        NotAllowed, match=f"would have {matches} matches.* at most 5000: .* up to {fitting} can take part"
    ):
        start(tournament, "x")


@pytest.mark.parametrize(
    ("form", "settings", "players"),
    [
        ("round_robin", {}, 7),
        ("round_robin", {"legs": 2}, 6),
        ("groups_then_knockout", {}, 9),
        ("groups_then_knockout", {"groups": 3, "legs": 2}, 14),
        ("team_league", {"boards": 2, "legs": 2}, 5),
    ],
)
def test_a_format_pairs_as_many_matches_at_the_start_as_it_counts(form, settings, players):
    tournament = announced(form, settings=settings)
    teams = tournament.format.teams
    rows = [
        Entrant(entry, entry, members=tuple((f"{entry}{n}", f"{entry}{n}") for n in "ab") if teams else ())
        for entry in field(players)
    ]
    tournament = after(tournament, enter(tournament, rows))
    tournament = after(tournament, start(tournament, "x"))
    counted = tournament.format.planned(players, tournament.format.read_settings(settings))
    assert sum(not match.is_bye for match in tournament.matches) == counted


def test_a_tournament_has_a_thousand_entries_with_those_who_withdrew():
    tournament = announced("swiss")
    tournament = after(tournament, enter(tournament, [(entry, entry) for entry in field(1000)]))
    tournament = after(tournament, withdraw(tournament, "p01"))
    with pytest.raises(NotAllowed, match="at most 1000 entries, this one has 1000, and would have 1001"):
        enter(tournament, [("anna", "Anna")])
    back = after(tournament, enter(tournament, [("p01", "p01")]))
    assert (len(back.entries), back.withdrawn) == (1000, frozenset())
