"""The commands of docs/server/archiving.md, run as they stand there."""

import re
import shlex
from pathlib import Path

from click.testing import CliRunner

from service.cli import main
from service.store.archive import places
from service.store.maintenance import all_streams
from tests.support.logs.played_club import play

PAGE = Path(__file__).resolve().parents[2] / "docs/server/archiving.md"
LINES = "".join(re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)).splitlines()
NO_WORKERS = "brade doctor"
"""It finds that no service runs, and says so by its end."""


def test_the_commands_of_the_page_do_what_it_says(api, judge, store, tmp_path, monkeypatch):
    play(api, judge, "single_elimination")
    heads = all_streams.heads(store.client)
    monkeypatch.chdir(tmp_path)
    said = {}
    for line in LINES:
        words = shlex.split(line)
        data = words.pop(0).removeprefix("BRADE_DATA=") if words[0].startswith("BRADE_DATA=") else None
        known = {"BRADE_DATA": data, "BRADE_STORE_URL": ""} if data else {"BRADE_STORE_URL": store.url}
        assert words.pop(0) == "brade"
        done = CliRunner().invoke(main, words, env=known)
        assert done.exit_code == 0 or line == NO_WORKERS, (line, done.output)
        said[line] = done.output
    events = sum(head.version + 1 for head in heads.values())
    whole = f"The store: {len(heads)} logs, {events} events. Every event is as it was recorded."
    assert whole in said["BRADE_DATA=data-new brade verify"], "the system to which the club was moved"
    assert whole in said["brade verify"], "the system with archived tournaments"
    assert f"{len(heads) - 1} archived logs are whole" in said[NO_WORKERS]
    assert len(places.every(store.client)) == len(heads) - 1, "all but the club's"


def test_the_options_that_the_page_names_exist():
    named = re.findall(r"`(--[a-z-]+)`", PAGE.read_text(encoding="utf-8"))
    commands = ("export", "import", "archive", "serve")
    helped = "".join(CliRunner().invoke(main, [command, "--help"]).output for command in commands)
    assert [each for each in named if each not in helped] == []
    assert len(named) > 3
