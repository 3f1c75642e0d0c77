"""The end of a series: the field of its final with those who may follow, and the prizes of the year."""

from dataclasses import replace

from core.series.announcement import Prize, read_announcement, stored_announcement
from core.series.final import field, honours
from tests.support.series.written import evening, table_of, tables

FIVE = table_of(replace(tables(9, 7, 5, 5, 1), shared="highest"), evening(1, "anna bo cilla dag=eva fia"))


def names(rows):
    return [row.player for row in rows]


def test_the_first_of_the_table_are_the_field_and_as_many_may_follow():
    found = field(FIVE, 2)
    assert (found.places, names(found.players), names(found.following)) == (2, ["anna", "bo"], ["cilla", "dag"])
    assert found.level == ()


def test_the_number_is_the_announced_one_else_eight():
    assert field(FIVE._replace(announcement=replace(FIVE.announcement, final=3))).places == 3
    assert (field(FIVE).places, len(field(FIVE).players), field(FIVE).following) == (8, 6, ())


def test_the_next_one_follows_in_the_place_of_a_player_who_is_out():
    found = field(FIVE, 2, {"anna"})
    assert (names(found.players), names(found.following)) == (["bo", "cilla"], ["dag", "eva"])


def test_players_level_at_the_cut_are_told():
    level = table_of(replace(tables(9, 5, 5), ties=()), evening(1, "anna bo cilla"))
    assert names(field(level, 2).level) == ["bo", "cilla"]
    assert field(level, 3).level == ()
    assert field(level, 1).level == ()


def test_a_player_below_the_least_number_of_evenings_is_not_in_the_field():
    found = table_of(replace(tables(9, 7, 5), least=2), evening(1, "anna bo cilla"), evening(2, "bo cilla"))
    assert names(field(found, 3).players) == ["bo", "cilla"]


def test_players_who_share_a_rank_have_the_prizes_of_all_its_places():
    prizes = (Prize("Cup", 1), Prize("Book", 2), Prize("Cake", 3), Prize("Apple", 5), Prize("Best junior: hat"))
    found = table_of(replace(tables(9, 5, 5, 2, 1), ties=(), prizes=prizes), evening(1, "anna bo cilla dag eva"))
    assert [(honour.rank, names(honour.players), honour.prizes) for honour in honours(found)] == [
        (1, ["anna"], ("Cup",)),
        (2, ["bo", "cilla"], ("Book", "Cake")),
        (5, ["eva"], ("Apple",)),
    ]


def test_final_and_prizes_are_stored_and_read_and_older_announcements_have_none():
    announced = replace(FIVE.announcement, final=8, prizes=(Prize("Cup", 1), Prize("Best junior: hat")))
    stored = stored_announcement(announced)
    assert stored["prizes"] == [{"place": 1, "text": "Cup"}, {"text": "Best junior: hat"}]
    assert read_announcement(stored) == announced
    older = {name: value for name, value in stored.items() if name not in ("final", "prizes")}
    assert (read_announcement(older).final, read_announcement(older).prizes) == (None, ())
