"""A worker of :class:`LocalEngine`: jobs on standard input, reports on standard output."""

from __future__ import annotations

import sys

from .. import _threefold


def main() -> None:
    for line in sys.stdin:
        print(_threefold.do_job(line, _threefold.Interrupt()), flush=True)


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(130)
