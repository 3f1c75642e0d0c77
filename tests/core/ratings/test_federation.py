"""One list of several clubs: who is one person, what counts once, and what does not fit together."""

import pytest

from core.errors import Invalid
from core.ratings.decided_match import DecidedMatch
from core.ratings.federation import ID, NAME, FiledMatch, FiledPlayer, RatingFile, federation_list
from core.ratings.rating_list import rating_list
from core.ratings.rule import Rule

USUAL = Rule()


def file(club, players, matches, *, game="swedish", rule=USUAL):
    """A file of a club: players as `id: name` or `id: name/group`, matches as (number, winner, loser)."""
    people = [FiledPlayer(each, *(*name.split("/"), None)[:2]) for each, name in players.items()]
    played = [FiledMatch(f"t_{club}.{n}", f"t_{club}", n, one, other, 1, 3) for n, one, other in matches]
    return RatingFile("brade-ratings 1", club, club.title(), game, rule, people, played)


VASA = file("vasa", {"p_a": "Anna", "p_b": "Bo"}, [(1, "p_a", "p_b"), (4, "p_b", "p_a")])
HUK = file("huk", {"p_x": " ANNA /Vasa", "p_c": "Cilla"}, [(2, "p_c", "p_x"), (3, "p_x", "p_c")])


def named(found):
    return {(person.name, person.club): found.ratings.players[key].played for key, person in found.people.items()}


def test_one_player_at_two_clubs_has_one_rating_by_name_and_home_club():
    found = federation_list([VASA, HUK], USUAL)
    assert named(found) == {("Anna", "Vasa"): 4, ("Bo", "Vasa"): 2, ("Cilla", "Huk"): 2}
    assert found.clashes == []
    assert [match.match.at for match in found.ratings.matches] == [1, 2, 3, 4]


def test_the_list_is_what_one_club_with_all_matches_would_have():
    found = federation_list([HUK, VASA], USUAL)
    rows = [(1, "a", "b"), (2, "c", "a"), (3, "a", "c"), (4, "b", "a")]
    matches = [DecidedMatch(f"t_x.{n}", "t_x", 1, n, pair, pair, 0, (0, 0), "played", 3) for n, *pair in rows]
    alone = rating_list(USUAL, [match._replace(players=tuple(match.players)) for match in matches])
    letters = {"anna": "a", "bo": "b", "cilla": "c"}
    assert {letters[key.split("\n")[0]]: player.rating for key, player in found.ratings.players.items()} == {
        player: each.rating for player, each in alone.players.items()
    }


def test_the_order_of_the_files_changes_no_rating():
    one, other = (federation_list(files, USUAL) for files in ([VASA, HUK], [HUK, VASA]))
    assert one.ratings.players == other.ratings.players


def test_one_name_at_two_clubs_is_told_and_counts_as_two_people_or_by_name_as_one():
    other = file("huk", {"p_x": "Anna", "p_c": "Cilla"}, [(2, "p_c", "p_x")])
    found = federation_list([VASA, other], USUAL)
    assert found.clashes == ["Anna counts as 2 people, of Vasa, Huk"]
    assert len(found.people) == 4
    joined = federation_list([VASA, other], USUAL, NAME)
    assert (len(joined.people), joined.clashes) == (3, [])


def test_copies_of_a_club_are_joined_by_id():
    copy = file("kopia", {"p_a": "Anna Berg", "p_c": "Cilla"}, [(2, "p_c", "p_a")])
    found = federation_list([VASA, copy], USUAL, ID)
    assert found.people.keys() == {"p_a", "p_b", "p_c"}
    assert found.people["p_a"].name == "Anna"


def test_a_match_of_two_files_counts_once_and_is_told_where_they_differ():
    later = file("vasa", {"p_a": "Anna", "p_b": "Bo"}, [(1, "p_b", "p_a"), (4, "p_b", "p_a")])
    found = federation_list([VASA, later], USUAL)
    assert len(found.ratings.matches) == 2
    assert found.ratings.matches[0].match.winner == 0
    assert found.clashes == ["Vasa tells the match t_vasa.1 of Bo, Anna otherwise than a file before, which counts"]


def test_the_same_match_under_another_id_counts_once():
    copy = RatingFile(*VASA[:5], VASA.players, [match._replace(id=f"t_copy.{match.id[-1]}") for match in VASA.matches])
    assert len(federation_list([VASA, copy], USUAL).ratings.matches) == 2


def test_two_matches_of_one_file_at_one_time_are_two_and_a_copy_of_them_adds_none():
    imported = file("vasa", {"p_a": "Anna", "p_b": "Bo"}, [(1, "p_a", "p_b"), (2, "p_b", "p_a")])
    at_once = imported._replace(matches=[match._replace(decided_at=7) for match in imported.matches])
    copy = at_once._replace(matches=[match._replace(id=f"t_copy.{match.id[-1]}") for match in at_once.matches])
    for files in ([at_once], [at_once, copy], [at_once, at_once], [copy, at_once]):
        found = federation_list(files, USUAL)
        assert (len(found.ratings.matches), found.clashes) == (2, [])


def test_two_players_of_one_name_at_one_club_are_told():
    twice = file("vasa", {"p_a": "Anna", "p_b": "anna"}, [(1, "p_a", "p_b")])
    found = federation_list([twice], USUAL)
    assert found.clashes == ["two players of Vasa count as one: anna"]
    assert not any(match.counts for match in found.ratings.matches)


def test_clubs_that_count_different_matches_are_told():
    other = file("huk", {"p_c": "Cilla"}, [], rule=Rule(shortest=3, friendly=True))
    assert federation_list([VASA, other], USUAL).clashes == [
        "the clubs count different matches, by friendly: Vasa: False, Huk: True",
        "the clubs count different matches, by shortest: Vasa: 1, Huk: 3",
    ]


def test_the_numbers_are_those_of_the_federation():
    found = federation_list([VASA], Rule(start=1000, ramp=False, provisional=3))
    assert sum(player.rating for player in found.ratings.players.values()) == pytest.approx(2000)
    assert found.ranks == {}
    assert list(federation_list([VASA], Rule(provisional=2)).ranks.values()) == [1, 2]


def test_files_of_several_games_are_refused():
    with pytest.raises(Invalid, match="one list is of one game: these files are of backgammon, swedish"):
        federation_list([VASA, file("huk", {}, [], game="backgammon")], USUAL)
