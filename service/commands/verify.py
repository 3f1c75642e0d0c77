"""`brade verify`: proof that no recorded event was altered, lost or put in."""

import re
from collections.abc import Iterator
from pathlib import Path

import click

from core.errors import BradeError
from service.backups import backup_archive, ndjson, verification
from service.backups.verification import VerifiedStream
from service.checkpoint.comparison import differing, report
from service.commands.store import open_store
from service.config import from_environment
from service.store.log import RedisLog
from service.store.maintenance import all_streams
from service.terminal import count, fail, progress, say

STREAM = re.compile(r"[cmt]_[a-z0-9-]+(\.\d+)?")
_LISTED = 12


@click.command()
@click.argument("things", nargs=-1, metavar="[FILE | STREAM]...")
@click.pass_context
def verify(context: click.Context, things: tuple[str, ...]) -> None:
    """Prove that nothing recorded was altered.

    FILE is an exported log, several of them one after another, or a backup, plain or gzip, `-` is standard input; or a
    copy (`brade serve --copy-to`), or its folder. It needs neither store nor service. STREAM is a match, tournament or
    club in the store (m_…, t_…, c_…). Without arguments everything in the store is proved, each log up to its head and
    at least as far as the checkpoint names.

    Names the first altered event of each log, and ends with 1 if there is any.
    """
    files = [thing for thing in things if thing == ndjson.STANDARD or Path(thing).exists()]
    streams = [thing for thing in things if thing not in files]
    if wrong := [stream for stream in streams if not STREAM.fullmatch(stream)]:
        fail(f"There is no file {wrong[0]}, and no match, tournament or club has such a name.")
    proofs = [_file(file) for file in files]
    if streams or not files:
        proofs.append(_store(streams))
    context.exit(0 if all(proofs) else 1)


def _file(name: str) -> bool:
    seen: list[VerifiedStream] = []
    altered: list[str] = []
    try:
        header, streams = backup_archive.contents(name)
        if header and header.note:
            say(header.note, "yellow")
        with progress("Proving", header.events if header else None, "events") as advance:
            for result in _proofs(streams, advance):
                if isinstance(result, VerifiedStream):
                    seen.append(result)
                else:
                    altered.append(result)
    except BradeError as error:
        altered.append(str(error))
    return _print_findings(ndjson.label(name), seen, altered)


def _proofs(
    streams: Iterator[tuple[str, Iterator[ndjson.Line]]], advance: verification.Advance
) -> Iterator[VerifiedStream | str]:
    for stream, events in streams:
        try:
            yield verification.prove_lines(stream, events, advance)
        except verification.ChainBroken as error:
            yield str(error)


def _store(wanted: list[str]) -> bool:
    seen: list[VerifiedStream] = []
    altered: list[str] = []
    settings = from_environment()
    with open_store.opened(settings) as client:
        recorded = report(client, settings)
        altered += [str(missing) for missing in recorded.missing if not wanted or missing.stream in wanted]
        altered += [each for each in differing(client, settings) if not wanted or each.partition(":")[0] in wanted]
        for fault in (*recorded.troubles, *recorded.damage):
            say(fault, "yellow")
        heads = all_streams.heads(client)
        if unknown := [each for each in wanted if each not in heads]:
            altered += [f"{each}: there is no such log in the store" for each in unknown]
        log, names = RedisLog(client), [each for each in wanted if each in heads] or ([] if wanted else list(heads))
        with progress("Proving", sum(heads[name].version + 1 for name in names), "events") as advance:
            for stream in names:
                try:
                    seen.append(verification.prove_stored(log, stream, heads[stream], advance))
                except verification.ChainBroken as error:
                    altered.append(str(error))
        if not wanted:
            altered += [f"{each}: a log that no head names" for each in all_streams.headless(client)]
    return _print_findings("The store", seen, altered)


def _print_findings(what: str, seen: list[VerifiedStream], altered: list[str]) -> bool:
    """Say what was found, and whether everything was whole."""
    for sentence in altered:
        say(sentence, "red")
    events = sum(log.events for log in seen)
    if altered:
        say(f"{what}: {count(len(altered), 'fault')}; {count(len(seen), 'log')} with {count(events, 'event')} whole.")
        return False
    if len(seen) <= _LISTED:
        width = max((len(log.stream) for log in seen), default=0)
        for log in seen:
            part = "" if log.first == 0 else f", from version {log.first} on: what came before is not in the file"
            part += f", {count(log.withheld, 'event')} withheld and not proved" if log.withheld else ""
            say(
                f"  {log.stream:<{width}}  {count(log.events, 'event'):>12}  head {log.head[:16]}{part}",
                "dim",
            )
    say(f"{what}: {count(len(seen), 'log')}, {count(events, 'event')}. Every event is as it was recorded.")
    for log in seen:
        for anew in log.anew:
            say(
                f"{log.stream} was written anew from version {anew.first} on when a name was erased from it (version"
                f" {anew.version}). Its last hash before was {anew.head}.",
                "yellow",
            )
    if left_out := sum(log.left_out for log in seen):
        say(
            f"{count(left_out, 'event')} of clubs came from a file, and their secrets were left out: that what stands"
            " before them in these logs is as it was, is proved by its own hashes alone.",
            "dim",
        )
    return True
