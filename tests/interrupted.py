#!/usr/bin/env python3
"""Kills a search again and again, and lets it go on from its checkpoint; the same with a build of a
database.

    tests/interrupted.py PROGRAM [--kills 50] [--position FEN] [--threads N] [--seed 1] [--pieces 4]

A search writes a checkpoint as often as it can, and is killed (SIGKILL) at a random moment. After
each kill the file has to be there whole, or not yet: the next search goes on from it. In the end the
search is let go on to its verdict, which is compared with that of a search that nobody has
disturbed. Nothing else may be left in the directory.

Then a build of a database of checkers is killed ten times, and let go on to its end: its files are
those of a build that nobody has disturbed, byte for byte.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time


def command(arguments, checkpoint, resume):
    words = [arguments.program, "solve", "--json", "--memory", "16M", arguments.position]
    words += ["--threads", str(arguments.threads), "--alone", "0"]
    if checkpoint:
        words += ["--checkpoint", checkpoint, "--checkpoint-every", "20ms"]
    if resume:
        words += ["--resume", checkpoint]
    return words


def finish(words):
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit status {run.returncode}: {run.stderr.strip()}")
    return json.loads(run.stdout)


def files(directory):
    """The contents of all files, by name; what locks the directory is none."""
    contents = {}
    for path, _, names in os.walk(directory):
        for name in names:
            if name != ".lock":
                with open(os.path.join(path, name), "rb") as file:
                    contents[os.path.relpath(os.path.join(path, name), directory)] = file.read()
    return contents


def database(program, pieces, kills=10):
    words = [program, "egdb", "build", "--pieces", str(pieces), "--threads", "2", "--dir"]
    with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as disturbed:
        begun = time.monotonic()
        subprocess.run([*words, whole], stdout=subprocess.DEVNULL, check=True)
        takes = time.monotonic() - begun
        there = []
        for _ in range(kills):
            build = subprocess.Popen([*words, disturbed], stdout=subprocess.DEVNULL)
            time.sleep(random.uniform(0, takes / 3))
            build.kill()
            build.wait()
            there.append(len(files(disturbed)))
        subprocess.run([*words, disturbed], stdout=subprocess.DEVNULL, check=True)
        if files(disturbed) != files(whole):
            sys.exit(f"{kills} kills: not the files of an undisturbed build of {pieces} pieces")
        print(f"{kills} kills of a build of {pieces} pieces, files after each: {there}; the same in the end")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--position", default="8/8/8/3k4/8/8/1pR5/K1B5 w - -")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pieces", type=int, default=4)
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    whole = finish(command(arguments, None, False))
    resumed = finished = 0
    with tempfile.TemporaryDirectory() as directory:
        checkpoint = os.path.join(directory, "search.checkpoint")
        for kill in range(arguments.kills):
            is_there = os.path.exists(checkpoint)
            # Begun anew now and then, so that kills hit every part of the search.
            if is_there and kill % 10 == 0:
                os.remove(checkpoint)
                is_there = False
            search = subprocess.Popen(
                command(arguments, checkpoint, is_there),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
            time.sleep(random.uniform(0.01, max(0.3, whole["time_s"])))
            search.kill()
            errors = search.communicate()[1]
            resumed += "the search goes on after" in errors
            finished += search.returncode == 0
            if search.returncode not in (0, -9):
                sys.exit(f"kill {kill}: exit status {search.returncode}: {errors.strip()}")
        last = finish(command(arguments, checkpoint, os.path.exists(checkpoint)))
        if last["verdict"] != whole["verdict"] or not last["checked"]:
            sys.exit(f"{last['verdict']}, checked: {last['checked']}, and not {whole['verdict']}")
        unfinished = [name for name in os.listdir(directory) if name != "search.checkpoint"]
    print(
        f"{arguments.kills} kills: {resumed} searches went on from a checkpoint, {finished} ended "
        f"before they were killed; {last['verdict']} in the end, {last['nodes']} nodes after the "
        f"last kill ({whole['nodes']} undisturbed); left beside it: {len(unfinished)} files"
    )
    database(arguments.program, arguments.pieces)


if __name__ == "__main__":
    main()
