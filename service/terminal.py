"""Output of commands: results on standard output, progress on standard error, and only on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn
from rich.progress import Task as ProgressTask
from rich.text import Text

WIDEST = 100
NOT_EVERYTHING = 3
"""The exit code of a command that did what it could, and named what it left out."""

Advance = Callable[[int], None]


def screen(*, errors: bool = False) -> Console:
    """The output of results (or errors): colours and a margin only on a terminal, whole lines where a program reads."""
    console = Console(stderr=errors, highlight=False, markup=False, emoji=False)
    if console.is_terminal:
        console.width = min(console.width, WIDEST)
    else:
        console.soft_wrap = True
    return console


def say(text: str = "", style: str = "") -> None:
    """A sentence on standard output."""
    screen().print(text, style=style)


def say_on_stderr(text: str, style: str = "") -> None:
    """A sentence beside the results, on standard error."""
    screen(errors=True).print(text, style=style)


def fail(text: str) -> NoReturn:
    """End the command with a sentence and exit code 1."""
    say_on_stderr(text, "bold red" if sys.stderr.isatty() else "")
    raise click.exceptions.Exit(1)


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> count(1, "match", "matches"), count(5904, "event")
    ('1 match', '5,904 events')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


@contextmanager
def progress(what: str, total: int | None, unit: str) -> Iterator[Advance]:
    """A bar for as long as something takes, on a terminal; call what it gives with how much more was done."""
    with bars(transient=True) as bar:
        task = bar.add_task(what, total=total, unit=unit)
        yield lambda more: bar.advance(task, more)


def bars(*, transient: bool = False) -> Progress:
    """Bars with counts and speed, on standard error; none without a terminal."""
    console = screen(errors=True)
    return Progress(
        TextColumn("{task.description:<12}"),
        bar(24),
        Done(),
        _Speed(),
        console=console,
        transient=transient,
        disable=not console.is_terminal,
    )


def bar(width: int) -> BarColumn:
    """A calm bar."""
    return BarColumn(bar_width=width, complete_style="cyan", finished_style="green", pulse_style="cyan")


class Done(MofNCompleteColumn):
    """So many of so many, both numbers at least so wide."""

    def __init__(self, width: int = 0) -> None:
        super().__init__()
        self._width = width

    def render(self, task: ProgressTask) -> Text:
        """See `ProgressColumn.render`."""
        unit, done = task.fields.get("unit", ""), int(task.completed)
        if task.total is None:
            return Text(f"{done:,} {unit}")
        total = f"{int(task.total):,}".rjust(self._width)
        return Text(f"{done:>{len(total)},} of {total} {unit}")


class _Speed(ProgressColumn):
    """The amount in a second."""

    def render(self, task: ProgressTask) -> Text:
        """See `ProgressColumn.render`."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f}/s" if speed else "", style="dim")
