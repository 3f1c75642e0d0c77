"""The commands of docs/archiving.md, run as they stand there."""

import os
import re
import subprocess
import sys
from pathlib import Path

from service.store.archive import places
from service.store.maintenance import all_streams
from tests.support.logs.played_club import play

ROOT = Path(__file__).resolve().parents[2]
BLOCKS = re.findall(r"```sh\n(.*?)```", (ROOT / "docs/archiving.md").read_text(encoding="utf-8"), re.DOTALL)


def test_the_commands_of_the_page_do_what_it_says(api, judge, store, tmp_path):
    play(api, judge, "single_elimination")
    heads = all_streams.heads(store.client)
    commands = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for block in BLOCKS:
        known = commands if "BRADE_DATA=" in block else commands | {"BRADE_STORE_URL": store.url}
        done = subprocess.run(["bash", "-euc", block], cwd=tmp_path, env=known, capture_output=True, text=True)
        assert done.returncode == 0, (block, done.stdout, done.stderr)
    events = sum(head.version + 1 for head in heads.values())
    assert len(places.every(store.client)) == len(heads) - 1, "all but the club's"
    assert f"The store: {len(heads)} logs, {events} events. Every event is as it was recorded." in done.stdout
