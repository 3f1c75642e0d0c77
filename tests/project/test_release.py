"""`make release`: what it refuses, what it writes, and the checkout as it was where no release is made."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import psutil
import pytest

from tests.support.paths import ROOT
from tools import release
from tools.release import PLACES, Refused, alone, check, set_version, worktree

EXAMPLES = (":!docs/development/releasing.md", ":!Makefile", ":!tools")
"""Files in which a version is an example."""


def git(folder, *words):
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def checkout(tmp_path):
    """A repository with the files that name the version, as they stand."""
    folder = tmp_path / "checkout"
    for name in PLACES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name in ("CHANGELOG.md", "docs/api/changes.md"):  # `make release` runs this test after it closed them
        text = (folder / name).read_text()
        (folder / name).write_text(re.sub(r"(?m)^(## [\d.]+) \(\d{4}-\d\d-\d\d\)$", r"\1 (unreleased)", text, count=1))
    (folder / ".gitignore").write_text("dist/\n")
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "config", "user.name", "A tester")
    git(folder, "config", "user.email", "tester@example.org")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "As it stands")
    return folder


def test_a_clean_checkout_with_an_unreleased_section_may_be_released(checkout):
    check(checkout, "1.0.0")


@pytest.mark.parametrize("version", ["", "1.0", "v1.0.0", "1.0.0rc1", "1.0.0 ", "0.0.9"])
def test_a_version_is_three_numbers_and_no_earlier_one(checkout, version):
    with pytest.raises(Refused):
        check(checkout, version)


def test_a_changed_file_is_named(checkout):
    (checkout / "CHANGELOG.md").write_text((checkout / "CHANGELOG.md").read_text() + "more\n")
    with pytest.raises(Refused, match=r"(?s)not committed.*CHANGELOG\.md"):
        check(checkout, "1.0.0")


def test_a_file_that_is_not_in_the_repository_is_named(checkout):
    (checkout / "left.txt").write_text("here")
    with pytest.raises(Refused, match=r"(?s)not committed.*left\.txt"):
        check(checkout, "1.0.0")


def test_a_tag_is_never_set_twice(checkout):
    git(checkout, "tag", "v1.0.0")
    with pytest.raises(Refused, match=r"v1\.0\.0 is there already"):
        check(checkout, "1.0.0")


def test_a_changelog_without_an_unreleased_section_has_nothing_to_release(checkout):
    set_version(checkout, "1.0.0", "2027-01-06")
    git(checkout, "commit", "--quiet", "--all", "--message", "Version 1.0.0")
    with pytest.raises(Refused, match="no section that is unreleased"):
        check(checkout, "1.0.1")


def test_the_version_is_written_wherever_it_is_named_and_the_sections_are_closed(checkout):
    set_version(checkout, "3.7.11", "2027-01-06")
    assert tomllib.loads((checkout / "pyproject.toml").read_text())["project"]["version"] == "3.7.11"
    for name in PLACES:
        text = (checkout / name).read_text()
        assert "3.7.11" in text, name
        assert "(unreleased)" not in text, name
    assert "## 3.7.11 (2027-01-06)" in (checkout / "CHANGELOG.md").read_text()


def test_every_file_of_the_project_that_names_the_version_is_known():
    present = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    texts = ("*.toml", "*.md", "*.yaml", "*.py", "*.sh", "Dockerfile", "Makefile")
    pattern = rf"(^|[^0-9]){present.replace('.', '[.]')}([^0-9.]|$)"
    found = subprocess.run(
        ["git", "grep", "--name-only", "-E", pattern, "--", *texts, ":!requirements", ":!tests", *EXAMPLES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    assert sorted(set(found) - {"service/version.py"}) == sorted(PLACES)


def test_a_release_that_fails_leaves_no_commit_no_tag_and_no_work_tree(checkout, monkeypatch, capfd):
    monkeypatch.setattr(release, "ROOT", checkout)
    before = git(checkout, "rev-parse", "HEAD")
    assert release.main(["1.0.0", "--without-image", "--without-compiled"]) == 1  # there is nothing to install
    assert "No release was made: sh tools/venv.sh" in capfd.readouterr().err
    assert git(checkout, "rev-parse", "HEAD") == before
    assert git(checkout, "status", "--porcelain") == ""
    assert git(checkout, "tag", "--list") == ""
    assert len(git(checkout, "worktree", "list").splitlines()) == 1


def test_a_work_tree_is_removed_whatever_happens(checkout):
    with pytest.raises(FileNotFoundError), worktree(checkout) as folder:
        (folder / "CHANGELOG.md").rename(folder / "no" / "such" / "folder")
    assert not folder.exists()
    assert len(git(checkout, "worktree", "list").splitlines()) == 1


def test_a_release_makes_its_data_before_the_commit_and_the_tests(checkout, monkeypatch, capfd):
    monkeypatch.setattr(release, "ROOT", checkout)
    ran = []

    def made(folder, *command):
        ran.append(command)
        if "tools.release_data" in command:
            (folder / command[-1]).mkdir(parents=True)
            (folder / command[-1] / "answers.json").write_text("{}")
        elif command[0] == "make":
            assert git(folder, "ls-files", "tests/golden/releases/1.0.0") == "tests/golden/releases/1.0.0/answers.json"
            raise Refused("a red test")
        elif command[0] == "git":
            git(folder, *command[1:])

    monkeypatch.setattr(release, "_run", made)
    assert release.main(["1.0.0", "--without-image", "--without-compiled"]) == 1
    assert "No release was made: a red test" in capfd.readouterr().err
    assert [command[-1] for command in ran if "tools.release_data" in command] == ["tests/golden/releases/1.0.0"]
    assert git(checkout, "tag", "--list") == ""


KILLED = """
import os, signal, subprocess, sys, tarfile
from pathlib import Path
from tools import release

release.ROOT, kills = Path(sys.argv[1]), sys.argv[2:]

def run(folder, *command):
    if kills and kills[0] in command:
        os.kill(os.getpid(), signal.SIGKILL)
    if "tools.release_data" in command:
        (folder / command[-1]).mkdir(parents=True)
        (folder / command[-1] / "answers.json").write_text("{}")
    elif command[0] == "git":
        subprocess.run(command, cwd=folder, check=True)
    elif "sdist" in command:
        target = Path(command[-1])
        target.mkdir()
        with tarfile.open(target / "brade-1.0.0.tar.gz", "w:gz") as archive:
            archive.add(folder / "pyproject.toml", "brade-1.0.0/pyproject.toml")

release._run = run
while True:
    if os.fork() == 0:
        os._exit(release.main(["1.0.0", "--without-image", "--without-compiled"]))
    ended = os.waitstatus_to_exitcode(os.wait()[1])
    print(kills and kills[0], ended, flush=True)
    if not kills:
        break
    kills.pop(0)
"""
"""`make release` in which git alone runs. It is killed before a command with the given word, and begins again."""


def killed_at(checkout, *words):
    """Releases of this checkout, one after the other: each is killed before a command, the last one is not."""
    command = [sys.executable, "-c", KILLED, str(checkout), *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=100)
    return [line for line in done.stdout.splitlines() if line.endswith((" 0", " 1", " -9"))], done.stderr


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["tools.release_data", "test", "remove"], id="before it has all files"),
        pytest.param(["add", "commit", "requirements"], id="between its commands of git"),
        pytest.param(["--message", "tag"], id="before the tag"),
        pytest.param(["merge"], id="before the checkout takes the tag over"),
    ],
)
def test_a_release_that_was_killed_is_made_by_the_same_command(checkout, words):
    before = int(git(checkout, "rev-list", "--count", "HEAD"))
    ended, said = killed_at(checkout, *words)
    assert ended == [*[f"{word} -9" for word in words], "[] 0"], said
    assert git(checkout, "cat-file", "-t", "v1.0.0") == "tag"
    assert git(checkout, "rev-parse", "v1.0.0^{commit}") == git(checkout, "rev-parse", "HEAD")
    assert int(git(checkout, "rev-list", "--count", "HEAD")) == before + 1
    assert git(checkout, "status", "--porcelain") == ""
    assert len(git(checkout, "worktree", "list").splitlines()) == 1
    assert (checkout / "dist" / "1.0.0" / "SHA256SUMS").read_text().count("brade-1.0.0.tar.gz") == 1


def test_a_second_run_for_a_released_version_is_refused_by_the_tag(checkout):
    (made,), _ = killed_at(checkout)
    assert made == "[] 0"
    commit = git(checkout, "rev-parse", "HEAD")
    (refused,), said = killed_at(checkout)
    assert refused == "[] 1"
    assert said == "No release was made: the tag v1.0.0 is there already\n"
    assert git(checkout, "rev-parse", "v1.0.0^{commit}") == commit


def test_an_image_is_built_on_the_digest_of_its_base_and_says_what_it_is(monkeypatch):
    base = release.base_image(ROOT)
    answers = {"image": "docker.io/library/python@sha256:" + "0a" * 32, "rev-parse": "c0ffee"}
    ran = []
    monkeypatch.setattr(release, "_output", lambda folder, *command: answers[command[1]])
    monkeypatch.setattr(release, "_run", lambda folder, *command: ran.append(command))
    release._image(ROOT, "1.0.0", "podman")
    pulled, built, saved = ran
    assert pulled[-1] == base == "docker.io/library/python:3.13-slim"
    assert f"BASE={answers['image']}" in built
    labels = dict(word.split("=", 1) for word in built if word.startswith("org.opencontainers.image."))
    assert {key.removeprefix("org.opencontainers.image."): value for key, value in labels.items()} == {
        "title": "brade",
        "version": "1.0.0",
        "revision": "c0ffee",
        "licenses": "MIT",
        "base.name": base,
        "base.digest": "sha256:" + "0a" * 32,
    }
    assert saved[-2].endswith("brade-1.0.0-image.tar")


def test_two_releases_are_never_made_at_once(checkout):
    with alone(checkout), pytest.raises(Refused, match="another `make release` is at work"), alone(checkout):
        pass


def test_a_checkout_that_has_another_commit_by_the_end_gets_no_tag(checkout, monkeypatch):
    monkeypatch.setattr(release, "ROOT", checkout)
    monkeypatch.setattr(release, "make_data", lambda folder, version: None)

    def steps(folder, *_, **__):
        (folder / "release").mkdir()
        git(checkout, "commit", "--quiet", "--allow-empty", "--message", "Meanwhile")
        return []

    monkeypatch.setattr(release, "steps", steps)
    with pytest.raises(Refused, match="other commits than at the beginning"):
        release.make("1.0.0", image=False, compiled=False)
    assert git(checkout, "tag", "--list") == ""


def test_tests_that_change_a_file_make_no_release(checkout, monkeypatch):
    monkeypatch.setattr(release, "_run", lambda folder, *command: (folder / "CHANGELOG.md").write_text("changed"))
    with pytest.raises(Refused, match=r"(?s)not committed.*CHANGELOG\.md"):
        release._test(checkout)


def test_a_release_that_is_interrupted_ends_what_it_started_and_leaves_no_work_tree(checkout):
    (checkout / "tools").mkdir()
    (checkout / "tools" / "venv.sh").write_text("sleep 300 & echo $! >left.pid; echo started; wait")
    git(checkout, "add", ".")
    git(checkout, "commit", "--quiet", "--message", "Tools")
    code = "import sys; from pathlib import Path; from tools import release; release.ROOT = Path(sys.argv[1]); "
    code += "sys.exit(release.main(['1.0.0', '--without-image', '--without-compiled']))"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(checkout)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        for line in process.stdout:
            if line == "started\n":
                break
        place = next(line for line in git(checkout, "worktree", "list").splitlines() if "brade-release-" in line)
        sleeping = psutil.Process(int((Path(place.split()[0]) / "left.pid").read_text()))
        process.terminate()
        said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert said == "The release was interrupted. The same command begins it again.\n"
    assert not sleeping.is_running()
    assert len(git(checkout, "worktree", "list").splitlines()) == 1
    assert not Path(place.split()[0]).exists()


def test_the_options_of_the_release_are_not_those_of_its_tests(tmp_path, capfd):
    (tmp_path / "Makefile").write_text("ARGS ?=\ntest:\n\t@echo tested with [$(ARGS)]\n")
    code = f"from pathlib import Path; from tools.release import _run; _run(Path({str(tmp_path)!r}), 'make', 'test')"
    (tmp_path / "Release").write_text(f'ARGS ?=\nexport ARGS\nrelease:\n\t@{sys.executable} -c "{code}"\n')
    making = ["make", "--file", str(tmp_path / "Release"), "release", "ARGS=--without-image", "VERSION=1.0.0"]
    subprocess.run(making, cwd=ROOT, check=True)
    assert "tested with []" in capfd.readouterr().out
