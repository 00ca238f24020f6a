"""A worker of :class:`LocalEngine`: jobs on standard input, reports on standard output."""

from __future__ import annotations

import sys

from .. import _threefold


def main() -> None:
    worker = _threefold.Worker(*sys.argv[1:2])
    for line in sys.stdin:
        print(worker.work(line, _threefold.Interrupt()), flush=True)


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(130)
