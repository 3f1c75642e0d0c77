"""Compiled templates, kept beside their sources as Python keeps its modules: a new process compiles none again."""

import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment
from jinja2.bccache import Bucket, FileSystemBytecodeCache

FOLDER = Path(__file__).parent / "__pycache__"


class CompiledTemplates(FileSystemBytecodeCache):
    """The compiled templates in a folder, for environments of the same options.

    A file is for one text of its template, one version of Python and one of Jinja. One that is broken is made anew.
    Where the folder cannot be written, each process compiles its templates itself.
    """

    def __init__(self, environment: Environment, folder: Path = FOLDER) -> None:
        names = (environment.extensions, environment.filters, environment.tests)
        options = ([sorted(name) for name in names], environment.trim_blocks, environment.lstrip_blocks)
        super().__init__(str(folder), f"%s-{sha256(repr(options).encode()).hexdigest()[:16]}.cache")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket, if there is a file for it."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # noqa: BLE001 - a file that was cut or damaged raises anything; the template is still there
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write the file of a bucket, if Python would write its own."""
        if sys.dont_write_bytecode:
            return
        with suppress(OSError):
            Path(self.directory).mkdir(exist_ok=True)
            super().dump_bytecode(bucket)
