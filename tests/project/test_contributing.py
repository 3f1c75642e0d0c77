"""The commands that CONTRIBUTING.md and the configuration of pre-commit name are those of the Makefile."""

import re
import subprocess

import yaml

from tests.support.paths import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_a_commit_runs_every_command_of_make_check_in_its_order():
    listed = subprocess.run(["make", "--dry-run", "check"], cwd=ROOT, capture_output=True, text=True, check=True)
    commands = [line for line in listed.stdout.splitlines() if not line.startswith("make")]
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [hook["entry"] for repository in config["repos"] for hook in repository["hooks"]] == commands


def test_every_target_of_make_that_the_page_names_exists():
    named = set(re.findall(r"\bmake (\w+)", PAGE))
    assert {"demo", "test", "check"} <= named
    assert named <= set(re.findall(r"^(\w+):", MAKEFILE, re.MULTILINE))
