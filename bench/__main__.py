"""All comparisons in one run: `make bench`, or some of them: `make bench ARGS="rules append"`."""

import sys

from bench import PARTS, run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:] or list(PARTS)))
