"""The command line: ``python -m threefold.cluster prove|race|batch``."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time as clock
from collections.abc import Iterator
from typing import Any, Optional, Union

from .. import Database
from .._arguments import bytes_of, seconds
from .._errors import PositionError, ThreefoldError
from .._positions import PositionLike, read_each
from . import Engine, EngineError, LocalEngine, Status, batch, prove, race
from ._prove import whole_file


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m threefold.cluster", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, about in (
        ("prove", "divide one hard position into jobs"),
        ("race", "several different searches for one position; the first certificate wins"),
        ("batch", "answer many positions, as lines of JSON"),
    ):
        command = commands.add_parser(name, help=about, description=about)
        command.add_argument(
            "input",
            nargs="+" if name == "batch" else None,
            help="a position, or a file of positions" if name == "batch" else "a position, or a "
            "file with one; FILE:N for the Nth",
        )
        command.add_argument("--game", help="where the input does not show it")
        command.add_argument("--attacker", help="whose win is in question")
        command.add_argument("--rule", help="what a repeated position counts as")
        nodes = {"prove": "100k", "race": "1G", "batch": "10M"}[name]
        command.add_argument("--nodes", default=nodes, help="of a job (%(default)s)")
        command.add_argument("--memory", default="64M", help="of a job's table (%(default)s)")
        command.add_argument("--egdb", help="checkers: directory of an endgame database")
        command.add_argument("--workers", type=int, help="processes of this machine")
        command.add_argument("--ray", action="store_true", help="jobs run on Ray")
        command.add_argument("--address", help="of a Ray cluster (auto, ray://host:10001)")
        command.add_argument(
            "--patience", default="60s", help="give up if Ray has no machine so long (%(default)s)"
        )
        command.add_argument("--quiet", action="store_true", help="no progress")
        if name != "batch":
            command.add_argument("--time", help="give up after this time")
            command.add_argument("--certificate", help="write the proof to this file")
        if name == "prove":
            command.add_argument("--store", help="what is known is kept in this file")
            command.add_argument("--resume", action="store_true", help="go on from the store")
            command.add_argument("--save-every", default="10s", help="the store (%(default)s)")
        if name == "race":
            command.add_argument("--searches", type=int, help="how many (one for each place)")
        if name == "batch":
            command.add_argument("--out", help="append answers to this file, not to the output")
            command.add_argument("--resume", action="store_true", help="leave out what --out has")
            command.add_argument("--certificates", help="write the proofs to this directory")
    return parser


def _engine(args: argparse.Namespace) -> Engine:
    if args.ray or args.address:
        from .ray import RayEngine

        memory = bytes_of(args.memory) + (64 << 20)
        local = {} if args.address or not args.workers else {"num_cpus": args.workers}
        patience = seconds(args.patience)
        return RayEngine(
            args.address, memory=memory, database=args.egdb, patience=patience, **local
        )
    return LocalEngine(args.workers, args.egdb)


def _one(args: argparse.Namespace) -> PositionLike:
    """The position that is meant: a text, a file with one, or one of a file."""
    path, _, number = args.input.rpartition(":")
    if number.isdigit() and os.path.isfile(path):
        positions = read_each(path, game=args.game)
        if not 1 <= int(number) <= len(positions):
            raise ThreefoldError(f"{path} has {len(positions)} positions, not {number}")
        return _read(positions[int(number) - 1])
    if os.path.isfile(args.input):
        positions = read_each(args.input, game=args.game)
        if len(positions) != 1:
            raise ThreefoldError(f"{args.input} has {len(positions)} positions; write FILE:N")
        return _read(positions[0])
    return args.input  # type: ignore[no-any-return]


def _read(one: Union[PositionLike, PositionError]) -> PositionLike:
    if isinstance(one, PositionError):
        raise one
    return one


def _all(args: argparse.Namespace) -> Iterator[Union[PositionLike, PositionError]]:
    for text in args.input:
        if os.path.isfile(text):
            yield from read_each(text, game=args.game)
        else:
            yield text


def _progress(args: argparse.Namespace) -> Any:
    if args.quiet:
        return None
    last = 0.0

    def show(status: Status) -> None:
        nonlocal last
        is_terminal = sys.stderr.isatty()
        if is_terminal or clock.monotonic() - last >= 10:
            last = clock.monotonic()
            print(
                f"\r{status}\033[K" if is_terminal else str(status),
                end="" if is_terminal else "\n",
                file=sys.stderr,
                flush=True,
            )

    return show


def _asked(args: argparse.Namespace) -> dict[str, Any]:
    """What every way of answering one question is asked, and within which limits."""
    names = ("game", "attacker", "rule", "nodes", "memory", "time")
    return {**{name: getattr(args, name) for name in names}, **_database(args)}


def _database(args: argparse.Namespace) -> dict[str, Any]:
    return {"database": None if args.egdb is None else Database.open(args.egdb)}


def _prove(args: argparse.Namespace, engine: Engine) -> int:
    proof = prove(
        _one(args),
        engine,
        **_asked(args),
        store=args.store,
        resume=args.resume,
        save_every=args.save_every,
        progress=_progress(args),
    )
    if sys.stderr.isatty() and not args.quiet:
        print(file=sys.stderr)
    for reason in proof.refused:
        print(f"refused: {reason}", file=sys.stderr)
    mark = "?" if proof.certificate is None else ":"
    print(f"{proof.status.leader['claim']}{mark} {proof.verdict.value}")
    if not args.quiet:
        print(proof.status, file=sys.stderr)
    return _written(args, proof.certificate)


def _race(args: argparse.Namespace, engine: Engine) -> int:
    found = race(
        _one(args),
        engine,
        searches=args.searches,
        **_asked(args),
    )
    seed = "" if found["seed"] is None else f" (search {found['seed']}, {found['nodes']:,} nodes)"
    print(f"{found['verdict'].value}{seed} in {found['time_s']:.1f} s")
    for reason in found["reasons"]:
        print(f"no answer: {reason}", file=sys.stderr)
    return _written(args, found["certificate"])


def _written(args: argparse.Namespace, certificate: Any) -> int:
    if certificate is None:
        return 3
    if args.certificate:
        whole_file(args.certificate, certificate.text)
    return 0


def _batch(args: argparse.Namespace, engine: Engine) -> int:
    known: set[str] = set()
    if args.resume:
        if not args.out:
            raise ThreefoldError("--resume: from which --out?")
        if os.path.exists(args.out):
            with open(args.out, encoding="utf-8") as file:
                # The last line may have been cut off.
                known = {name for line in file for name in _inputs(line)}
    elif args.out and os.path.exists(args.out):
        raise ThreefoldError(f"{args.out} is there already; --resume goes on with it")
    answers = batch(
        _all(args),
        engine,
        game=args.game,
        answered=known,
        attacker=args.attacker,
        rule=args.rule,
        nodes=args.nodes,
        memory=args.memory,
        **_database(args),
        certificates=args.certificates,
    )
    count = unknown = bad = nodes = 0
    began = told = clock.monotonic()
    out = open(args.out, "a", encoding="utf-8") if args.out else sys.stdout
    try:
        if args.out and out.tell() and not _ends_with_line(args.out):
            out.write("\n")
        for answer in answers:
            out.write(json.dumps(answer, ensure_ascii=False) + "\n")
            out.flush()
            count += 1
            nodes += answer["nodes"]
            unknown += answer["verdict"] == "unknown"
            if answer["root"] is None:
                bad += 1
                print(f"position {answer['number']}: {answer['reason']}", file=sys.stderr)
            if not args.quiet and clock.monotonic() - told >= 10:
                told = clock.monotonic()
                _rates(count, unknown, nodes, told - began)
    finally:
        if args.out:
            out.close()
    if not args.quiet:
        _rates(count, unknown, nodes, clock.monotonic() - began)
    return 2 if bad else 3 if unknown else 0


def _rates(count: int, unknown: int, nodes: int, spent: float) -> None:
    spent = max(spent, 1e-9)
    print(
        f"{spent:,.0f} s  {count:,} positions ({count / spent:.1f}/s), {unknown:,} unknown  "
        f"{nodes:,} nodes ({nodes / spent:,.0f}/s)",
        file=sys.stderr,
        flush=True,
    )


def _inputs(line: str) -> list[str]:
    try:
        answer = json.loads(line)
        # What could not be asked about may have been mended.
        return [answer["input"]] if answer["root"] is not None else []
    except (ValueError, KeyError, TypeError):
        return []


def _ends_with_line(path: str) -> bool:
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() == b"\n"


def main(argv: Optional[list[str]] = None) -> int:
    """Runs the command; the exit status is 0 if all is answered, 2 if an input is bad or the engine
    is gone, else 3 if something is unknown."""
    args = _parser().parse_args(argv)
    command = {"prove": _prove, "race": _race, "batch": _batch}[args.command]
    try:
        with _engine(args) as engine:
            return command(args, engine)
    except EngineError as error:
        print(f"threefold.cluster: {error}{_go_on(args)}", file=sys.stderr)
        return 2
    except (ThreefoldError, OSError) as error:
        print(f"threefold.cluster: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"interrupted{_go_on(args)}", file=sys.stderr)
        return 130


def _go_on(args: argparse.Namespace) -> str:
    """How to go on with what has been saved."""
    for name in ("store", "out"):
        path = getattr(args, name, None)
        if path is not None and os.path.exists(path):
            return f"; go on with --resume --{name} {path}"
    return ""


if __name__ == "__main__":
    sys.exit(main())
