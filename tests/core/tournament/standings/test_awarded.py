"""Matches that were awarded in their own log: what they count in the table."""

from core.events import MatchSettled
from core.tournament.standings.standings import standings
from tests.support.tournament.scenario import announced, begun, entries
from tests.support.tournament.written_results import after


def table(decided_by, **scoring):
    """The two lines of a tournament whose one match Anna won, by 4 points to 2."""
    tournament = begun(announced("round_robin", scoring=scoring or None), entries(["anna", "bo"]))
    (match,) = tournament.matches
    won, lost = ("white", "black") if match.white == "anna" else ("black", "white")
    tournament = after(tournament, [MatchSettled(match.match, won, {won: 4, lost: 2}, decided_by, ())])
    return tournament.results[match.match].kind, standings(tournament)


def test_a_match_awarded_at_the_table_is_adjudicated_and_keeps_the_points_played():
    kind, (first, second) = table("awarded")
    assert kind == "adjudicated"
    assert (first.player_id, first.wins, first.points, first.walkovers) == ("anna", 1, 1, 0)
    assert (second.losses, second.points, second.walkovers) == (1, 0, 0)
    assert (first.points_won, first.points_lost, second.points_won) == (4, 2, 2)


def test_it_counts_what_the_scoring_says_of_adjudicated_matches():
    scoring = {"win": 3, "loss": 1, "adjudicated": 2, "adjudicated_loss": -1}
    assert [each.points for each in table("awarded", **scoring)[1]] == [2, -1]
    assert [each.points for each in table("points", **scoring)[1]] == [3, 1]
    assert table("highest_game")[0] == "played"
