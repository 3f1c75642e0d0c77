"""`brade verify-dice`: proof that the dice of a match are those that the service committed to before it."""

from pathlib import Path

import click

from core.dice.choice import is_by_service
from core.dice.proof import DiceProof, prove
from core.events import MatchOpened
from service.backups import backup_archive, ndjson, verification
from service.commands.store import open_store
from service.commands.verify import STREAM
from service.config import from_environment
from service.store.log import RedisLog
from service.store.maintenance import all_streams
from service.terminal import count, fail, say


@click.command(name="verify-dice")
@click.argument("things", nargs=-1, required=True, metavar="FILE | MATCH...")
@click.pass_context
def verify_dice(context: click.Context, things: tuple[str, ...]) -> None:
    """Prove the dice that the service rolled in a match.

    FILE is an exported log, or several of them one after another, plain or gzip, `-` is standard input. It needs
    neither store nor service. MATCH is a match in the store (m_…, t_….1).

    Proves the chain of the log, the commitment, and each roll. Ends with 1 if a match is not proved.
    """
    proofs = [proof for thing in things for proof in _proofs(thing)]
    if not proofs:
        fail("There is no match in it whose dice the service rolled.")
    for match_id, proof in proofs:
        _print_proof(match_id, proof)
    context.exit(0 if all(not proof.problem for _, proof in proofs) else 1)


def _proofs(thing: str) -> list[tuple[str, DiceProof]]:
    if thing != ndjson.STANDARD and not Path(thing).exists():
        return [_stored(thing)]
    proofs = []
    _, streams = backup_archive.contents(thing)
    for stream, lines in streams:
        kept = list(lines)
        opening = kept[0].value if kept else {}
        options = opening.get("options")
        if opening.get("type") == MatchOpened.__name__ and isinstance(options, dict) and is_by_service(options):
            proofs.append((stream, prove(stream, verification.read_whole(stream, kept))))
    return proofs


def _stored(match_id: str) -> tuple[str, DiceProof]:
    if not STREAM.fullmatch(match_id):
        fail(f"There is no file {match_id}, and no match has such a name.")
    with open_store.opened(from_environment()) as client:
        log, heads = RedisLog(client), all_streams.heads(client)
        if match_id not in heads:
            fail(f"There is no log {match_id} in the store.")
        verification.prove_stored(log, match_id, heads[match_id])
        return match_id, prove(match_id, list(log.read(match_id, limit=heads[match_id].version + 1)))


def _print_proof(match_id: str, proof: DiceProof) -> None:
    if proof.problem:
        say(f"{match_id}: {proof.problem}.", "red")
        return
    people = f" {count(proof.others, 'roll')} by people besides." if proof.others else ""
    say(f"{match_id}: {count(proof.rolls, 'roll')}, each the next of the stream of the committed seed.{people}")
    say(f"  commitment {proof.commitment}", "dim")
    say(f"  seed       {proof.seed}", "dim")
