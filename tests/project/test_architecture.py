"""ARCHITECTURE.md is a true map: what it names is there, and every file of the tournaments is on it."""

import re

import pytest

from schemas.feeds.news import ALL_NEWS_KINDS
from tests.support.paths import ROOT

ROOMS = ("core", "schemas", "service", "workers")
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
TOURNAMENT = ROOT / "core" / "tournament"
SPANS = re.findall(r"`([^`\n]+)`", PAGE)
KNOW_ARCHIVED = {
    "service/backups/archiving.py",
    "service/store/altered_log.py",
    "service/store/archive/log_pages.py",
    "service/store/archive/transfer.py",
    "service/store/archive/places.py",
    "service/store/archive/reader.py",
    "service/store/bulk_read.py",
    "service/store/log.py",
    "service/store/log_gaps.py",
    "service/store/maintenance/club_removal.py",
    "service/store/maintenance/all_streams.py",
    "service/store/maintenance/hidden_logs.py",
    "service/store/maintenance/log_extension.py",
    "service/store/maintenance/log_replacement.py",
    "service/store/maintenance/log_rewriting.py",
    "service/store/maintenance/log_restoration.py",
    "service/store/match_files/log_lines.py",
    "service/store/read_models/game_ends.py",
    "service/store/read_models/match_snapshots.py",
}
"""Files that name the key of a log: each knows that there may be the place of an archived log."""


def test_every_path_that_it_names_exists():
    paths = [span for span in SPANS if re.fullmatch(r"[a-z_]+/[\w/.]*", span)]
    inside = (
        "advancement/",
        "brackets/",
        "commands/",
        "decisions/",
        "demo/",
        "exports/",
        "formats/",
        "groups/",
        "handlers/",
        "live/",
        "model/",
        "money/",
        "stages/",
        "pairing/",
        "standings/",
        "store/",
        "swiss/",
        "teams/",
        "planning/",
        "timetable/",
        "views/",
        "web/",
    )
    missing = [
        path
        for path in paths
        if not (ROOT / path).exists()
        and not (path in inside and ((ROOT / "service" / path).exists() or (TOURNAMENT / path).exists()))
    ]
    assert missing == []


NAMED = [
    (path, name)
    for path, names in re.findall(r"`([\w/]+\.py)`((?:(?:,? and|,)? `\w+`)+)", PAGE)
    for name in re.findall(r"`(\w+)`", names)
]


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_every_name_that_it_gives_beside_a_file_is_defined_there(path, name):
    assert re.search(
        rf"^ *((def|class) {name}\b|(\w+, )*{name}\b[^=\n]* = )",
        (ROOT / path).read_text(encoding="utf-8"),
        re.MULTILINE,
    )


def test_the_list_to_add_a_fact_names_every_file_that_its_example_is_in():
    told = PAGE[PAGE.index("**To add a fact**") : PAGE.index("**To rename a JSON field**")]
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    naming = {str(file.relative_to(ROOT)) for file in files if "AppealDecided" in file.read_text(encoding="utf-8")}
    assert len(naming) > 5
    assert {each for each in naming if f"`{each}`" not in told} == set()


def test_the_list_to_add_a_message_of_webhooks_names_every_file_that_its_example_is_in():
    told = PAGE[PAGE.index("**To add a message of webhooks**") : PAGE.index("**To add a language:**")]
    pages = [path for room in (*ROOMS, "docs") for path in (ROOT / room).rglob("*") if path.suffix in (".py", ".md")]
    naming = {str(page.relative_to(ROOT)) for page in pages if "player.replaced" in page.read_text(encoding="utf-8")}
    assert naming == {"core/tournament/views/news.py", "docs/api/feeds.md"}
    assert {each for each in naming if f"`{each}`" not in told} == set()


def test_every_kind_of_news_is_explained():
    page = (ROOT / "docs" / "api" / "feeds.md").read_text(encoding="utf-8")
    assert {news_kind for news_kind in ALL_NEWS_KINDS if f"`{news_kind}`" not in page} == set()


def test_every_folder_and_file_of_the_tournaments_is_on_the_map_and_no_other():
    table = PAGE[PAGE.index("| question |") : PAGE.index("Its files for paper")]
    folders, files = re.findall(r"[|;] `(\w+)/`", table), re.findall(r"`(\w+\.py)`", table)
    there = [path for path in TOURNAMENT.iterdir() if path.is_dir() and (path / "__init__.py").exists()]
    assert sorted(folders) == sorted(each.name for each in there)
    assert sorted(files) == sorted(path.name for path in TOURNAMENT.glob("*.py") if path.name != "__init__.py")


def test_logs_are_read_where_archived_ones_are_known():
    naming = {
        str(path.relative_to(ROOT))
        for room in ("service", "workers")
        for path in (ROOT / room).rglob("*.py")
        if re.search(r"keys\.log\(", path.read_text(encoding="utf-8"))
    }
    assert naming == KNOW_ARCHIVED, "a log may be archived: read it by RedisLog, bulk_read or archive.reading.ranges"
