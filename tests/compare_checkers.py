#!/usr/bin/env python3
"""Compares `threefold check` with check_chess_certificate.py, on certificates and on damaged copies.

    python3 tests/compare_checkers.py THREEFOLD CERTIFICATE...

The certificates must be verified by both. A damaged copy must get the same answer from both, to the
line and the kind; where the damage cannot have left a proof, that answer must be REFUTED.
"""

import contextlib
import io
import pathlib
import random
import subprocess
import sys
import tempfile

import check_chess_certificate as ours

RANDOM_COPIES = 12


def by_python(path):
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        code = ours.main([path])
    return code, out.getvalue()


def by_threefold(program, path):
    run = subprocess.run([program, "check", path], capture_output=True, text=True)
    return run.returncode, run.stdout


def damaged(lines, rng):
    """Yields (what was done, whether a proof may be left, lines)."""
    bodies = [i + 1 for i, line in enumerate(lines) if line == "---"]
    body = bodies[-1]
    count = next(i for i in range(body, 0, -1) if lines[i - 1].startswith("moves: ")) - 1
    moves = lines[body:]
    some = body + rng.randrange(len(moves)) if moves else body
    number = int(lines[count].removeprefix("moves: "))

    yield "one move more declared", False, replaced(lines, count, f"moves: {number + 1}")
    yield "a line too many", False, lines + [moves[-1] if moves else "e2e4"]
    if not moves:
        return
    yield "the last line dropped", False, lines[:-1]
    yield "a move from nowhere", False, replaced(lines, some, "a1a1")
    yield "an empty line", False, replaced(lines, some, "")
    yield "a blank behind a move", False, replaced(lines, some, lines[some] + " ")
    for _ in range(RANDOM_COPIES):
        at, other = (body + rng.randrange(len(moves)) for _ in range(2))
        swapped = replaced(replaced(lines, at, lines[other]), other, lines[at])
        yield f"lines {at + 1} and {other + 1} swapped", True, swapped
        yield f"line {at + 1} replaced by line {other + 1}", True, replaced(lines, at, lines[other])
        yield f"line {at + 1} dropped", True, lines[:at] + lines[at + 1:]
        yield f"line {at + 1} doubled", True, lines[:at] + lines[at:at + 1] + lines[at:]
    for claim in ("white wins", "white holds", "black wins", "black holds"):
        at = next(i for i in range(body, 0, -1) if lines[i - 1].startswith("claim: ")) - 1
        yield f"claims that {claim}", True, replaced(lines, at, f"claim: {claim}")


def replaced(lines, at, line):
    return lines[:at] + [line] + lines[at + 1:]


def main(program, paths):
    rng = random.Random(1)
    refuted = still_proofs = failures = 0
    with tempfile.TemporaryDirectory() as directory:
        copy = pathlib.Path(directory) / "damaged.cert"
        for path in paths:
            answers = by_python(path), by_threefold(program, path)
            verified = answers[0][0] == 0 and answers[0][1].startswith("VERIFIED")
            if not verified or answers[0] != answers[1]:
                failures += 1
                print(f"{path}: {answers}")
                continue
            print(f"{path}: {', '.join(answers[0][1].splitlines())}, twice")
            for what, may_be_proof, lines in damaged(ours.text_lines(path), rng):
                copy.write_text("\n".join(lines) + "\n", encoding="utf-8")
                answers = by_python(str(copy)), by_threefold(program, copy)
                is_refuted = answers[0][0] == 1 and "REFUTED line" in answers[0][1]
                if answers[0] != answers[1] or not (is_refuted or may_be_proof and answers[0][0] == 0):
                    failures += 1
                    print(f"{path}, {what}: {answers}")
                refuted += is_refuted
                still_proofs += answers[0][0] == 0
    print(f"{len(paths)} certificates; damaged copies: {refuted} REFUTED by both, {still_proofs} still proofs")
    print(f"{failures} disagreements or surprises")
    return 1 if failures or not paths or not refuted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
