"""Linters of others, by their own rules for OpenAPI, have nothing to say of the published document."""

import json
import os
import subprocess

from service.app import published_document
from tests.support.proving import prove
from tests.support.readers.npm import installed


@prove
def test_spectral_finds_nothing_by_its_rules_for_openapi(tmp_path_factory):
    folder = installed(tmp_path_factory.mktemp("spectral"), "@stoplight/spectral-cli@6.16.3")
    (folder / ".spectral.yaml").write_text('extends: ["spectral:oas"]\n', encoding="utf-8")
    ran = linted(folder, "spectral", "lint", "--fail-severity=hint", "--format=json", "--quiet")
    assert (ran.returncode, json.loads(ran.stdout)) == (0, []), ran.stdout + ran.stderr


@prove
def test_redocly_finds_nothing_by_its_recommended_rules(tmp_path_factory):
    folder = installed(tmp_path_factory.mktemp("redocly"), "@redocly/cli@2.77.0")
    ran = linted(folder, "redocly", "lint", "--extends=recommended", "--format=json")
    found = json.loads(ran.stdout)["problems"]
    assert (ran.returncode, [(each["ruleId"], each["message"], each["location"]) for each in found]) == (0, [])


def linted(folder, program, *words):
    """Run a linter that is installed in a folder on the document."""
    (folder / "openapi.json").write_text(json.dumps(published_document()), encoding="utf-8")
    command = [f"node_modules/.bin/{program}", *words, "openapi.json"]
    quiet = os.environ | {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    return subprocess.run(command, cwd=folder, env=quiet, capture_output=True, text=True, timeout=200, check=False)
