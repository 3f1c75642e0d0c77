"""Every path of the repository that a page of the documentation names exists."""

import re
from collections.abc import Callable
from pathlib import Path

from tests.support.paths import ROOT

PAGES = sorted(
    {
        ROOT / "README.md",
        ROOT / "ARCHITECTURE.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "demo/README.md",
        *(ROOT / "docs").rglob("*.md"),
    }
)
PACKAGES = ("core", "schemas", "service", "workers", "tests", "tools", "bench", "docs", "demo")


def test_every_file_and_folder_in_backticks_exists() -> None:
    assert not missing(_named)


def test_every_linked_file_exists() -> None:
    assert not missing(_linked)


def test_every_dotted_module_in_backticks_exists() -> None:
    assert not missing(_dotted)


def missing(of_page: Callable[[Path], list[str]]) -> dict[str, list[str]]:
    """The names on pages of things that do not exist, by page."""
    found = {str(page.relative_to(ROOT)): of_page(page) for page in PAGES}
    return {page: names for page, names in found.items() if names}


def _named(page: Path) -> list[str]:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    spans = re.findall(r"`([^`\s]+)`", text)
    paths = [span for span in spans if re.fullmatch(rf"({'|'.join(PACKAGES)})/[\w./-]*", span)]
    return [path for path in paths if not (ROOT / path.split("::")[0]).exists()]


def _linked(page: Path) -> list[str]:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    targets = [
        target.partition("#")[0]
        for target in re.findall(r"\]\(([^)\s]+)\)", text)
        if "//" not in target and target[0] != "/"
    ]
    return [target for target in targets if target and not (page.parent / target).exists()]


def _dotted(page: Path) -> list[str]:
    spans = re.findall(
        r"`((?:core|schemas|service|workers|tests|bench|tools)(?:\.\w+)+)`", page.read_text(encoding="utf-8")
    )
    unknown = []
    for span in spans:
        place = ROOT / span.replace(".", "/")
        found = place.is_dir() or place.with_suffix(".py").exists()
        owner = (
            place.parent.with_suffix(".py")
            if place.parent.with_suffix(".py").exists()
            else place.parent / "__init__.py"
        )
        if not found and not (owner.exists() and re.search(rf"\b{place.name}\b", owner.read_text(encoding="utf-8"))):
            unknown.append(span)
    return unknown
