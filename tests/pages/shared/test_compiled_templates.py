"""Templates are compiled once for all processes, and anew where what was kept does not fit."""

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from service.web.pages.compiled_templates import FOLDER, CompiledTemplates


@pytest.fixture(autouse=True)
def writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)


class Process:
    """A process with templates of its own texts, that counts what it compiles."""

    def __init__(self, folder: Path, text: str = "Hej {{ name }}", **options: bool) -> None:
        self.compiled = 0
        self._environment = Environment(loader=DictLoader({"greeting": text}), autoescape=True, **options)
        self._environment.bytecode_cache = CompiledTemplates(self._environment, folder)
        compile_, self._environment.compile = self._environment.compile, self._counted  # type: ignore[method-assign]
        self._compile = compile_

    def _counted(self, *words: object, **options: object) -> object:
        self.compiled += 1
        return self._compile(*words, **options)  # type: ignore[call-overload]

    def says(self) -> str:
        return self._environment.get_template("greeting").render(name="Åsa")


def test_the_second_process_compiles_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "made at the first need"
    first, second = Process(folder), Process(folder)
    assert (first.says(), second.says()) == ("Hej Åsa", "Hej Åsa")
    assert (first.compiled, second.compiled) == (1, 0)


def test_another_text_and_other_options_are_compiled_anew(tmp_path: Path) -> None:
    assert Process(tmp_path).says() == "Hej Åsa"
    assert Process(tmp_path, "God kväll {{ name }}").says() == "God kväll Åsa"
    stripped = Process(tmp_path, trim_blocks=True)
    assert (stripped.says(), stripped.compiled) == ("Hej Åsa", 1)


@pytest.mark.parametrize("kept", [b"", b"no file of Jinja", None])
def test_a_file_that_was_cut_or_damaged_is_made_anew(tmp_path: Path, kept: bytes | None) -> None:
    Process(tmp_path).says()
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:20] if kept is None else kept)
    again, third = Process(tmp_path), Process(tmp_path)
    assert (again.says(), again.compiled) == ("Hej Åsa", 1)
    assert (third.says(), third.compiled) == ("Hej Åsa", 0)


def test_where_the_folder_cannot_be_written_each_process_compiles_for_itself(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    for _ in range(2):
        alone = Process(tmp_path / "file" / "in it")
        assert (alone.says(), alone.compiled) == ("Hej Åsa", 1)


def test_where_python_writes_no_compiled_files_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert Process(tmp_path).says() == "Hej Åsa"
    assert not any(tmp_path.iterdir())


def test_the_folder_lies_beside_the_templates_and_is_no_part_of_the_project() -> None:
    assert FOLDER.name == "__pycache__"
    assert (FOLDER.parent / "desk" / "desk.html").is_file()
