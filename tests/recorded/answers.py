"""Recorded answers: how one is written, where they are kept, and how two recordings differ.

`answers.txt` has a line for each answer: its name, status and size, and a hash of all of it. The answers themselves,
each with its request, are in `answers.xz`.
"""

import json
import lzma
import re
import zipfile
from collections.abc import Sequence
from difflib import unified_diff
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from werkzeug.test import TestResponse

from tests.support.pictures.prints import texts

HERE = Path(__file__).parent
INDEX, BODIES = HERE / "answers.txt", HERE / "answers.xz"
_MARK = "\n#### "
_LEFT_OUT = {"Content-Length", "Date", "Last-Modified"}
"""Headers that follow from the body, and those that say when a file was written on this machine."""
_STAMP = re.compile(r"/static/[0-9a-z]+/")
_EXPIRES = re.compile(r"Expires=[^;]+")
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PDF = "application/pdf"

Answers = dict[str, str]
"""By name (chapter, number, reader, method and address): the request and its answer as text."""


def kept_answer(answer: TestResponse, asked: str) -> str:
    """An answer as it is kept: what was asked, status, headers and body.

    Five things are not kept as they are, since they say something of the machine or of another file: the stamps in
    addresses of static files, which follow their contents, and so the tag of a page; when a cookie expires; the numbers
    of `/metrics`; the packing of a workbook, of which the files inside are kept; and a print, of which the texts are.
    """
    left_out = _LEFT_OUT | {"ETag"} if answer.mimetype in ("text/html", _PDF) else _LEFT_OUT
    headers = sorted((name, value) for name, value in answer.headers if name not in left_out)
    head = "".join(f"{name}: {_EXPIRES.sub('Expires=…', value)}\n" for name, value in headers)
    return f"{asked}\n{answer.status_code}\n{_STAMP.sub('/static/…/', head)}\n{_body(answer)}"


def _body(answer: TestResponse) -> str:
    data = answer.get_data()
    if answer.mimetype == _XLSX and answer.status_code == 200:
        with zipfile.ZipFile(BytesIO(data)) as book:
            return "\n".join(f"{name}\n{book.read(name).decode()}" for name in sorted(book.namelist()))
    if answer.mimetype == _PDF and answer.status_code == 200:
        return "\n".join(texts(data))
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return f"{len(data)} bytes, {sha256(data).hexdigest()}"
    if answer.request.path == "/metrics":
        families = sorted(line for line in text.splitlines() if line.startswith("# TYPE brade_"))
        return "\n".join(families)
    return _STAMP.sub("/static/…/", text)


def write(answers: Answers) -> None:
    """Keep a recording in place of the one before."""
    INDEX.write_text("".join(f"{line}\n" for line in _index(answers)))
    whole = "".join(f"{_MARK}{name}\n{text}" for name, text in answers.items())
    BODIES.write_bytes(lzma.compress(whole.encode(), preset=6))


def merged(kept: Answers, answers: Answers, chapters: Sequence[str]) -> Answers:
    """A kept recording with the chapters of these answers anew, in the order of `chapters`.

    A chapter without new answers, such as one that failed, stays as it was. One that is not among `chapters` is left
    out.
    """
    anew = {_chapter(name) for name in answers}
    both = {name: text for name, text in kept.items() if _chapter(name) not in anew} | answers
    known = [name for name in both if _chapter(name) in chapters]
    return {name: both[name] for name in sorted(known, key=lambda name: chapters.index(_chapter(name)))}


def _chapter(name: str) -> str:
    return name.partition(" ")[0]


def same(answers: Answers, chapter: str) -> bool:
    """True if the answers of a chapter equal those that are kept."""
    kept = INDEX.read_text().splitlines()
    return [line for line in kept if line.startswith(f"{chapter} ")] == _index(answers)


def read(chapter: str = "") -> Answers:
    """The recording that is kept, or a chapter of it."""
    whole = lzma.decompress(BODIES.read_bytes()).decode()
    found = dict(each.split("\n", 1) for each in whole.split(_MARK)[1:])
    return {name: text for name, text in found.items() if name.startswith(f"{chapter} ")} if chapter else found


def _index(answers: Answers) -> list[str]:
    return [
        f"{name} → {status_of(text)}, {len(text)}, {sha256(text.encode()).hexdigest()[:16]}"
        for name, text in answers.items()
    ]


def status_of(text: str) -> str:
    """The status of an answer, as text."""
    return text.split("\n", 2)[1]


def differences(before: Answers, after: Answers, shown: int = 5) -> str:
    """The answers that differ, the first few in full; empty where the recordings are equal."""
    changed = [name for name, text in after.items() if name in before and before[name] != text]
    gone = [name for name in before if name not in after]
    new = [name for name in after if name not in before]
    lines = (
        [f"{len(changed)} answers differ, {len(gone)} are gone, {len(new)} are new"] if changed or gone or new else []
    )
    for word, names in (("changed", changed), ("gone", gone), ("new", new)):
        lines += [f"{word}: {name}" for name in names[:40]]
    for name in changed[:shown]:
        rows = [_readable(each[name]) for each in (before, after)]
        if rows[0] == rows[1]:
            rows = [each[name].splitlines() for each in (before, after)]
        lines += ["", *(line[:400] for line in unified_diff(*rows, f"recorded: {name}", "now", lineterm="", n=2))][:80]
    return "\n".join(lines)


def _readable(text: str) -> list[str]:
    """An answer in lines: JSON is indented, and each tag of a page has a line of its own."""
    found: list[str] = []
    for line in text.splitlines():
        try:
            found += json.dumps(json.loads(line), ensure_ascii=False, indent=1).splitlines()
        except ValueError:
            found += line.replace("><", ">\n<").splitlines() or [""]
    return found
