"""The promise to those who upgrade: this version opens, proves, judges and restores what each release left behind."""

import json
import re
import tarfile
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from core.match.judging import RULES
from service.demo.client import Client
from service.store.maintenance.store_format import FORMAT
from tests.support.paths import ROOT
from tests.support.store import eventually
from tools import release_data
from tools.release_data import ANSWERS, BACKUP, DATA, RELEASES, read_verdicts, run, serving

SECONDS = 60.0
NAMES = sorted(path.name for path in (ROOT / RELEASES).iterdir())
CLOSED = re.compile(r"(?m)^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$")
OPENING = [{"type": "OpeningRolled", "white": 4, "black": 2}]


class Release(NamedTuple):
    """The data folder of a release, unpacked, its backup, and the answers that were given on it."""

    data: Path
    backup: Path
    recorded: dict


@pytest.fixture(scope="module", params=NAMES)
def release(request, tmp_path_factory):
    """The files of a release; its data folder is another one for every module."""
    folder, place = ROOT / RELEASES / request.param, tmp_path_factory.mktemp("release")
    with tarfile.open(folder / DATA) as archive:
        archive.extractall(place, filter="data")
    return Release(place / "data", folder / BACKUP, json.loads((folder / ANSWERS).read_text(encoding="utf-8")))


def lacking(old, new, where=""):
    """The places of an answer of before that the present one changes or leaves out: answers are only added to."""
    if isinstance(old, dict) and isinstance(new, dict):
        return [line for key in old for line in lacking(old[key], new.get(key), f"{where}/{key}")]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [
            line for place, pair in enumerate(zip(old, new, strict=True)) for line in lacking(*pair, f"{where}/{place}")
        ]
    return [] if old == new else [f"{where}: {old!r} then, {new!r} now"]


def differences(client, recorded):
    """Differences between the answers of the release and those of today, and between their verdicts."""
    verdicts = {match: read_verdicts(client, match)[: len(given)] for match, given in recorded["verdicts"].items()}
    answers = {path: client.get(path).data for path in recorded["answers"]}
    return lacking(recorded["verdicts"], verdicts) + lacking(recorded["answers"], answers)


def same(client, recorded):
    """Wait for the workers, who may have all to judge; then every answer and every verdict is the same."""
    with suppress(pytest.fail.Exception):  # what differs says more
        eventually(lambda: not differences(client, recorded), SECONDS)
    assert differences(client, recorded) == []


def test_every_release_of_the_changelog_left_its_data_here():
    closed = CLOSED.findall((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert set(closed) <= set(NAMES)
    assert NAMES, "there is no promise without data"
    for name in NAMES:
        assert {path.name for path in (ROOT / RELEASES / name).iterdir()} == {DATA, BACKUP, ANSWERS}


def test_a_data_folder_is_proved_opened_and_judged_on_with_the_same_answers(release):
    assert run(release.data, "verify").endswith("Every event is as it was recorded.\n")
    assert "Nothing was started" in run(release.data, "upgrade")
    with serving(release.data) as url:
        client = Client(url, release.recorded["token"])
        same(client, release.recorded)
        words = {"club": "huken", "game": "swedish", "length": {"games": 3}, "players": {"white": "Ny", "black": "Lo"}}
        match = client.post("/v1/matches", words, key="afterwards").data["id"]
        answer = client.post(f"/v1/matches/{match}/events", OPENING, key="a fact afterwards", wait=10).data
        assert [verdict["verdict"] for verdict in answer["verdicts"]] == ["accepted"]
        repeated = client.post("/v1/matches", words, key="afterwards").data["id"]
        assert repeated == match
    assert "Every event is as it was recorded." in run(release.data, "verify")
    if release.recorded["rules"] == RULES:  # other rules would judge some facts otherwise, and `rebuild` names them
        assert "every state and verdict is what the log comes to" in run(release.data, "rebuild")


def test_a_backup_is_restored_into_an_empty_folder_and_comes_to_the_same_answers(release, tmp_path):
    assert "Every event is as it was recorded." in run(tmp_path, "verify", str(release.backup))
    data = tmp_path / "restored"
    run(data, "restore", str(release.backup))
    with serving(data) as url:
        same(Client(url, release.recorded["token"]), release.recorded)
    assert "Every event is as it was recorded." in run(data, "verify")


def test_data_are_made_by_the_service_as_it_runs(tmp_path):
    release_data.make(tmp_path / "made")
    recorded = json.loads((tmp_path / "made" / ANSWERS).read_text(encoding="utf-8"))
    assert (recorded["rules"], recorded["store_format"]) == (RULES, FORMAT)
    verdicts = [verdict for match in recorded["verdicts"].values() for verdict in match]
    assert verdicts.count("accepted") > 150
    assert [verdict for verdict in verdicts if verdict != "accepted"] != []
    assert any("Erased player" in json.dumps(answer, ensure_ascii=False) for answer in recorded["answers"].values())
