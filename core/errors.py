"""Everything that can be wrong with a question.

A play that breaks a rule is not in here: checking answers with a verdict value. These are raised when the question
itself cannot be answered, and each carries its evidence and a stable `code` that clients may rely on.
"""

from collections.abc import Mapping, Sequence


class BradeError(Exception):
    """Something asked for cannot be done; `code` is stable, the message is for people."""

    code = "error"


class Unknown(BradeError):
    """There is no such game, match, tournament, club, player or format."""

    code = "unknown"

    def __init__(self, kind: str, name: str, known: Sequence[str] = ()) -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        hint = f"; known are {', '.join(self.known)}" if self.known else ""
        super().__init__(f"there is no {kind} {name!r}{hint}")


class Malformed(BradeError):
    """Words that cannot be read. `problems` names every wrong field: path such as `white.points.3` -> messages."""

    code = "malformed"

    def __init__(self, problems: Mapping[str, Sequence[str]]) -> None:
        self.problems = {path: list(messages) for path, messages in problems.items()}
        super().__init__("; ".join(f"{path}: {', '.join(said)}" for path, said in self.problems.items()))


class Refused(BradeError):
    """A well-formed command that the present state does not allow, such as starting a tournament twice."""

    code = "refused"


class UnknownStream(Unknown):
    """Nothing was ever recorded under this id."""

    code = "unknown-stream"

    def __init__(self, stream: str) -> None:
        super().__init__("event log", stream)


class VersionConflict(BradeError):
    """Somebody wrote first: the log is not at the version that the writer expected. Nothing was written."""

    code = "version-conflict"

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        self.stream, self.expected, self.actual = stream, expected, actual
        super().__init__(f"{stream} is at version {actual}, not {expected}: read it again, then repeat")


class KeyReused(BradeError):
    """An idempotency key came again with another body. Nothing was written."""

    code = "key-reused"

    def __init__(self, stream: str, key: str) -> None:
        self.stream, self.key = stream, key
        super().__init__(f"the idempotency key {key!r} was used before with another body: take a new key")


class UnknownEvent(BradeError):
    """A log holds an event type or schema number that this version of brade does not know; nothing is skipped."""

    code = "unknown-event"
