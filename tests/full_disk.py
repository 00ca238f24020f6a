#!/usr/bin/env python3
"""Lets the disk be full while threefold writes: one clear line, no half file, the old one kept.

    tests/full_disk.py PROGRAM

Everything is written to a file system of 1 MiB (tmpfs, which only root can mount; without it this
says `skipped`), as often as there is something to write: certificates, checkpoints, metrics, a
library, an endgame database. Then the same with /dev/full, where a write fails at once.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time

# A draw with some thousand positions in its certificate: more than fits where little is left.
DRAW = "8/4k3/8/4K3/4P3/8/8/8 w - -"
# Not solved within the nodes that it gets.
LONG = "8/8/8/3k4/8/8/1pR5/K1B5 w - -"
FULL = ("No space left", "no space left", "disk is full")


@contextlib.contextmanager
def small_disk(size):
    with tempfile.TemporaryDirectory() as directory:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "threefold-test", directory]
        made = subprocess.run(mount, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            print(f"skipped: {made.stderr.strip()}")
            sys.exit(0)
        try:
            yield directory
        finally:
            subprocess.run(["umount", directory], check=True)


def fill(directory, leave):
    """A file that leaves so many bytes, more or less."""
    free = os.statvfs(directory)
    size = max(free.f_bavail * free.f_frsize - leave, 0)
    with open(os.path.join(directory, "filler"), "wb", buffering=0) as filler:
        # Somebody else may fill it meanwhile.
        with contextlib.suppress(OSError):
            while size > 0:
                size -= filler.write(b"\0" * min(size, 4096))


def run(program, *words, status=None):
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    if done.returncode < 0 or "panicked" in done.stderr:
        sys.exit(f"{' '.join(words)}: status {done.returncode}: {done.stderr}")
    if status is not None and done.returncode not in status:
        sys.exit(f"{' '.join(words)}: status {done.returncode}, expected {status}: {done.stderr}")
    return done


def complaint(done, words):
    """The line on standard error that says so; there is no second one about the same."""
    lines = [line for line in done.stderr.splitlines() if any(text in line for text in FULL)]
    if len(lines) != 1:
        sys.exit(f"{words}: {len(lines)} lines about it: {done.stderr!r}")
    return lines[0]


def left(directory, names):
    found = sorted(os.listdir(directory))
    if found != sorted(names):
        sys.exit(f"{directory}: {found} is left, expected {sorted(names)}")


def certificate(program):
    for there in (False, True):
        with small_disk("1m") as disk:
            path = os.path.join(disk, "a.cert")
            if there:
                run(program, "solve", "k7/8/2K5/8/8/8/8/7R w - -", "-c", path, status=[0])
                with open(path, "rb") as file:
                    before = file.read()
            fill(disk, 0)
            words = ["solve", DRAW, "-c", path, "--force"]
            done = run(program, *words)
            line = complaint(done, "certificate")
            if done.returncode == 0:
                sys.exit(f"certificate: status 0 though it was not written: {done.stdout}")
            if there:
                with open(path, "rb") as file:
                    assert file.read() == before, "the certificate that was there is another"
            left(disk, ["filler", "a.cert"] if there else ["filler"])
            print(f"certificate, {'one there' if there else 'none there'}: "
                  f"status {done.returncode}: {line}")


def checkpoint(program):
    for there in (False, True):
        with small_disk("1m") as disk:
            path = os.path.join(disk, "a.checkpoint")
            words = ["solve", LONG, "--json", "--checkpoint", path, "--checkpoint-every", "50ms"]
            if there:
                run(program, *words, "--nodes", "300", status=[3])
                with open(path, "rb") as file:
                    before = file.read()
            fill(disk, 0)
            # It goes on, and comes as far as it would have.
            done = run(program, *words, "--nodes", "10000000", status=[0, 3])
            free = run(program, "solve", LONG, "--json", "--nodes", "10000000", status=[0, 3])
            verdicts = [json.loads(one.stdout)["verdict"] for one in (done, free)]
            assert verdicts[0] == verdicts[1] != "unknown", verdicts
            lines = {line for line in done.stderr.splitlines() if any(t in line for t in FULL)}
            if len(lines) != 1:
                sys.exit(f"checkpoint: {len(lines)} different lines: {done.stderr!r}")
            if there:
                with open(path, "rb") as file:
                    assert file.read() == before, "the checkpoint that was there is another"
                resumed = run(program, "solve", LONG, "--resume", path, "--nodes", "10",
                              status=[3])
                assert "goes on after" in resumed.stderr, resumed.stderr
            left(disk, ["filler", "a.checkpoint"] if there else ["filler"])
            times = done.stderr.count(next(iter(lines)))
            print(f"checkpoint, {'one there' if there else 'none there'}: status "
                  f"{done.returncode}, said {times} times: {next(iter(lines))}")


def metrics(program):
    with small_disk("1m") as disk:
        path = os.path.join(disk, "a.jsonl")
        fill(disk, 0)
        words = ["solve", LONG, "--metrics", path, "--metrics-every", "1ms", "--nodes", "200000"]
        done = run(program, *words, status=[0, 3])
        line = complaint(done, "metrics")
        with open(path, "rb") as file:
            whole = file.read()
        assert whole.endswith(b"\n") or not whole, "the last line is half a line"
        left(disk, ["filler", "a.jsonl"])
        print(f"metrics: status {done.returncode}: {line}")


def library(program):
    with small_disk("1m") as disk, tempfile.TemporaryDirectory() as other:
        path = os.path.join(disk, "a.lib")
        small, large = os.path.join(other, "small.cert"), os.path.join(other, "large.cert")
        run(program, "solve", "k7/8/2K5/8/8/8/8/7R w - -", "-c", small, status=[0])
        run(program, "solve", DRAW, "-c", large, status=[0])
        run(program, "library", "add", path, small, status=[0])
        before = run(program, "library", "stats", path, status=[0]).stdout
        fill(disk, 0)
        done = run(program, "library", "add", path, large)
        if done.returncode == 0:
            sys.exit(f"library add: status 0 on a full disk: {done.stdout}")
        line = complaint(done, "library add")
        os.remove(os.path.join(disk, "filler"))
        run(program, "library", "check", path, status=[0])
        after = run(program, "library", "stats", path, status=[0]).stdout
        assert before == after, f"{before}\n{after}"
        run(program, "library", "add", path, large, status=[0])
        print(f"library add: status {done.returncode}: {line}")
    with small_disk("32k") as disk, tempfile.TemporaryDirectory() as other:
        small = os.path.join(other, "small.cert")
        run(program, "solve", "k7/8/2K5/8/8/8/8/7R w - -", "-c", small, status=[0])
        done = run(program, "library", "add", os.path.join(disk, "a.lib"), small)
        if done.returncode == 0:
            sys.exit("library add: status 0 where its index has no room")
        print(f"library add, no room for its index: status {done.returncode}: "
              f"{done.stderr.strip()}")


def database(program):
    with small_disk("200k") as disk:
        path = os.path.join(disk, "egdb")
        done = run(program, "egdb", "build", "--pieces", "4", "--dir", path)
        if done.returncode == 0:
            sys.exit("egdb build: status 0 on a full disk")
        line, = done.stderr.splitlines()
        assert "are free" in line, line
        left(disk, ["egdb"])
        print(f"egdb build, seen before: status {done.returncode}: {line}")
    with small_disk("16m") as disk:
        # There is room when it begins, and none when it writes.
        path = os.path.join(disk, "egdb")
        words = [program, "egdb", "build", "--pieces", "4", "--dir", path]
        build = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        while build.poll() is None and len(os.listdir(path) if os.path.exists(path) else []) < 8:
            time.sleep(0.001)
        fill(disk, 0)
        _, err = build.communicate()
        if build.returncode == 0:
            sys.exit("egdb build: it had ended before the disk was full; try again")
        done = subprocess.CompletedProcess(words, build.returncode, "", err)
        line = complaint(done, "egdb build")
        half = [name for name in os.listdir(path) if "unfinished" in name]
        assert not half, half
        os.remove(os.path.join(disk, "filler"))
        run(program, *words[1:], status=[0])
        run(program, "egdb", "verify", "--dir", path, status=[0])
        print(f"egdb build, while it writes: status {build.returncode}: {line}")


def device(program):
    if not os.path.exists("/dev/full"):
        return
    for flag in ("-c", "--metrics", "--checkpoint"):
        words = ["solve", DRAW, flag, "/dev/full", "--force"]
        done = run(program, *words)
        print(f"{flag} /dev/full: status {done.returncode}: {done.stderr.strip()}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    for part in (certificate, checkpoint, metrics, library, database, device):
        part(program)
    print("nothing was lost, and nothing is half")


if __name__ == "__main__":
    main()
