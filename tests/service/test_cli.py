"""The command line: every command is where it is said to be, help is quick, and errors are sentences."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from core.match.judging import RULES
from service import cli, version
from service.config import from_environment
from service.store.maintenance.store_format import FORMAT
from tests.support.paths import ROOT


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_listed_command_is_there_under_its_name_and_explains_itself(name: str) -> None:
    command = cli.by_name(cli.COMMANDS[name].target)
    assert isinstance(command, click.Command)
    assert command.name == name
    assert command.help
    assert CliRunner().invoke(cli.main, [name, "--help"]).exit_code == 0


def test_the_list_of_commands_loads_none_of_them() -> None:
    code = (
        "import sys; from service.cli import main; main(['--help'], standalone_mode=False)\n"
        "heavy = {'flask', 'redis', 'rq', 'granian', 'rich', 'marshmallow'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name, entry in cli.COMMANDS.items():
        assert f"  {name}  " in done.stdout
        assert entry.summary in done.stdout


def test_help_names_every_setting() -> None:
    page = (ROOT / "docs" / "server" / "operating.md").read_text()
    said = CliRunner().invoke(cli.main, ["--help"]).output
    assert set(re.findall(r"BRADE_[A-Z_]+", said)) == set(re.findall(r"^\| `(BRADE_[A-Z_]+)`", page, re.MULTILINE))


def test_the_version_names_its_commit_what_it_judges_and_stores_by_and_its_build() -> None:
    told = CliRunner().invoke(cli.main, ["--version"]).output
    numbers = rf"rules {RULES}, store format {FORMAT}, plain Python"
    assert re.fullmatch(
        rf"brade, version {re.escape(version.number())} \(commit (\w{{12}}|unknown), {numbers}\)\n", told
    )


def test_a_build_tells_the_commit_that_it_was_made_from(tmp_path, monkeypatch) -> None:
    kept = tmp_path / "COMMIT"
    kept.write_text("39e788fca86f2f27\n")
    monkeypatch.setattr(version, "_KEPT", kept)
    assert "(commit 39e788fca86f, " in version.whole()


def test_an_unknown_command_is_a_wrong_question() -> None:
    done = CliRunner().invoke(cli.main, ["juggle"])
    assert done.exit_code == 2
    assert "No such command 'juggle'" in done.output


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"BRADE_BIND": "nowhere"}, "BRADE_BIND"),
        ({"BRADE_WORKERS": "many"}, "BRADE_WORKERS"),
        ({"BRADE_TLS": "yes"}, "BRADE_TLS is 'yes'; it is the port for https, or 1 for the usual one, 8443"),
        ({"BRADE_TLS": "70000"}, "BRADE_TLS is '70000'"),
        ({"BRADE_TLS": "1", "BRADE_PROXIES": "1"}, "BRADE_TLS and BRADE_PROXIES exclude each other"),
        ({"BRADE_TLS": "1", "BRADE_BIND": "127.0.0.1:8443"}, "name the same port 8443"),
    ],
)
def test_a_setting_that_cannot_be_read_is_told_in_a_sentence(environment: dict[str, str], said: str) -> None:
    done = CliRunner().invoke(cli.main, ["serve"], env=environment)
    assert done.exit_code == 2
    assert said in done.output
    assert len(done.output.splitlines()) == 1


def test_https_is_asked_for_by_a_word_or_by_its_setting() -> None:
    done = CliRunner().invoke(cli.main, ["serve", "--tls"], env={"BRADE_BIND": "127.0.0.1:8443", "BRADE_TLS": None})
    assert (done.exit_code, "name the same port 8443" in done.output) == (2, True), done.output
    asked = {text: from_environment({"BRADE_TLS": text}).tls for text in ("", "0", "1", "9443")}
    assert asked == {"": None, "0": None, "1": 8443, "9443": 9443}


@pytest.mark.parametrize("command", ["serve", "demo"])
def test_a_data_folder_that_cannot_be_made_is_told_by_its_setting(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.processes.signals.signal.signal", lambda *_: None)  # those of the test run stay
    (tmp_path / "file").touch()
    for place in (tmp_path / "file", tmp_path / "file" / "below", Path("/dev/null/nope")):
        environment = {"BRADE_DATA": str(place), "BRADE_STORE_URL": None, "BRADE_BIND": "127.0.0.1:0"}
        done = CliRunner().invoke(cli.main, [command], env=environment)
        assert (done.exit_code, f"BRADE_DATA is {place}, and" in done.output) == (2, True), done.output
        assert len(done.output.splitlines()) == 1


def test_a_worker_without_a_store_says_where_one_comes_from() -> None:
    done = CliRunner().invoke(cli.main, ["worker"], env={"BRADE_STORE_URL": None})
    assert done.exit_code == 2
    assert "brade serve" in done.output


def test_a_queue_that_there_is_not_is_a_wrong_question() -> None:
    assert CliRunner().invoke(cli.main, ["worker", "--queue", "bus"]).exit_code == 2


@pytest.mark.parametrize("debugging", [False, True])
def test_a_bug_is_a_sentence_too_unless_debugging_is_on(debugging: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    def broken() -> None:
        raise KeyError("dice")

    monkeypatch.setattr(cli, "broken", broken, raising=False)
    monkeypatch.setitem(cli.COMMANDS, "broken", cli.Entry("service.cli:broken", "Breaks."))
    monkeypatch.setenv("BRADE_DEBUG", "1" if debugging else "")
    done = CliRunner().invoke(cli.main, ["broken"])
    assert done.exit_code == 1
    if debugging:
        assert isinstance(done.exception, KeyError)
    else:
        assert done.output == "Error: KeyError: 'dice' (BRADE_DEBUG=1 shows where)\n"
