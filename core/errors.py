"""Everything that can be wrong with a question.

A play that breaks a rule is not in here: checking answers with a verdict value. These are raised when the question
itself cannot be answered, and each carries its evidence and a stable `code` that clients may rely on.
"""

from collections.abc import Mapping, Sequence

from core.messages import quoted, say, term


class BradeError(Exception):
    """Something asked for cannot be done; `code` is stable, the message is for people."""

    code = "error"

    @property
    def message(self) -> str:
        """The message for people, with its pattern if it has one."""
        return str(self) if not self.args or not isinstance(self.args[0], str) else self.args[0]


class NotFound(BradeError):
    """There is no such game, match, tournament, club, player or format."""

    code = "unknown"

    def __init__(self, kind: str, name: str, known: Sequence[str] = ()) -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        hint = say("; known are {known}", known=self.known) if self.known else ""
        super().__init__(say("there is no {kind} {name}{hint}", kind=term(kind), name=quoted(name), hint=hint))


class Gone(NotFound):
    """A tournament that was announced by mistake and deleted; `public`: everybody could see it before."""

    code = "gone"

    def __init__(self, tournament_id: str, *, public: bool) -> None:
        super().__init__("tournament", tournament_id)
        self.args = (say("this tournament was announced by mistake, and deleted: it does not take place"),)
        self.public = public


class Invalid(BradeError):
    """Words that cannot be read. `problems` names every wrong field: path such as `white.points.3` -> messages."""

    code = "malformed"

    def __init__(self, problems: Mapping[str, Sequence[str]]) -> None:
        self.problems = {path: list(messages) for path, messages in problems.items()}
        super().__init__("; ".join(f"{path}: {', '.join(faults)}" for path, faults in self.problems.items()))


class NotAllowed(BradeError):
    """A well-formed command that the present state does not allow, such as starting a tournament twice.

    `problems` names the fields that it does not allow, where it does not refuse the whole: path -> messages.
    """

    code = "refused"

    def __init__(self, message: str, problems: Mapping[str, Sequence[str]] | None = None) -> None:
        super().__init__(message)
        self.problems = {path: list(messages) for path, messages in (problems or {}).items()}


class UnknownStream(NotFound):
    """Nothing was ever recorded under this id."""

    code = "unknown-stream"

    def __init__(self, stream: str) -> None:
        super().__init__(say("event log"), stream)


class StreamFull(BradeError):
    """The events would make a stream longer than its writer allows. Nothing was written."""

    code = "stream-full"

    def __init__(self, stream: str, most: int) -> None:
        super().__init__(say("{stream} would go beyond the version {most}", stream=stream, most=most))
        self.stream, self.most = stream, most


class VersionConflict(BradeError):
    """Version conflict: the log is not at the version that the writer expected. Nothing was written."""

    code = "version-conflict"

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        self.stream, self.expected, self.actual = stream, expected, actual
        super().__init__(
            say(
                "{stream} is at version {actual}, not {expected}: read it again, then repeat",
                stream=stream,
                actual=actual,
                expected=expected,
            )
        )


class OtherLogMoved(VersionConflict):
    """Another log, on which the events rest, is not at the version that the writer saw. Nothing was written."""


class KeyReused(BradeError):
    """An idempotency key came again with another body. Nothing was written.

    `first` and `last` are the versions that the earlier body wrote.
    """

    code = "key-reused"

    def __init__(self, stream: str, key: str, first: int, last: int) -> None:
        self.stream, self.key, self.first, self.last = stream, key, first, last
        super().__init__(
            say("the idempotency key {key} was used before with another body: take a new key", key=quoted(key))
        )


class UnknownEvent(BradeError):
    """A log holds an event that does not belong there, or does not begin with the one that opens it."""

    code = "unknown-event"


class NewerVersion(BradeError):
    """A log holds an event of a newer version of brade: it is read up to there, and nothing is written to it."""

    code = "newer-version"

    def __init__(self, stream: str, version: int, kind: str, schema: int) -> None:
        self.stream, self.version, self.kind, self.schema = stream, version, kind, schema
        super().__init__(
            say(
                "event {version} of {stream} is of a newer version of brade ({kind}, schema {schema}): "
                "nothing from it on is judged, and nothing is written to this log, until brade is updated",
                version=version,
                stream=stream,
                kind=kind,
                schema=schema,
            )
        )
