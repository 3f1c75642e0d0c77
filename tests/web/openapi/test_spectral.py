"""Spectral, a linter of others, has nothing to say of the published document by its rules for OpenAPI."""

import json
import subprocess

from service.app import published_document
from tests.support.proving import prove
from tests.support.readers.npm import installed


@prove
def test_spectral_finds_nothing_by_its_rules_for_openapi(tmp_path_factory):
    folder = installed(tmp_path_factory.mktemp("spectral"), "@stoplight/spectral-cli@6.16.3")
    (folder / ".spectral.yaml").write_text('extends: ["spectral:oas"]\n', encoding="utf-8")
    (folder / "openapi.json").write_text(json.dumps(published_document()), encoding="utf-8")
    command = ["node_modules/.bin/spectral", "lint", "--fail-severity=hint", "--format=json", "--quiet", "openapi.json"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=200, check=False)
    assert (ran.returncode, json.loads(ran.stdout)) == (0, []), ran.stdout + ran.stderr
