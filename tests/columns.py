#!/usr/bin/env python3
"""Finds lines of Rust sources with more than 100 columns, which rustfmt leaves alone where they are
comments or strings.

    python3 tests/columns.py             # exit status 1 if there are any
    python3 tests/columns.py --rewrap    # paragraphs of comments are filled again, in place

--rewrap leaves alone what it does not understand: drawings, tables, code, strings.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = 100
COMMENT = re.compile(r"^(\s*)(//[/!]?)( ?)(.*)$")
ITEM = re.compile(r"^(\s*)([-*]|\d+\.) ")


def fill(words, first, rest):
    lines, line = [], first + words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) > COLUMNS:
            lines.append(line)
            line = rest + word
        else:
            line += " " + word
    return [*lines, line]


def is_prose(text):
    """Whether a line of a comment is part of a paragraph, and not a drawing, table or code."""
    return bool(text) and not re.match(r"[|#>]|```|\s|<!|\[[^]]*\]: ", text) and "   " not in text


def rewrapped(lines):
    out, at, code = [], 0, False
    while at < len(lines):
        match = COMMENT.match(lines[at])
        if not match:
            out.append(lines[at])
            at, code = at + 1, False
            continue
        indent, marks, _, text = match.groups()
        code ^= text.lstrip().startswith("```")
        item = ITEM.match(text)
        hang = " " * len(item[0]) if item else ""
        body = text[len(hang):]
        end = at + 1
        if not code and is_prose(body):
            words = body.split()
            while end < len(lines):
                more = COMMENT.match(lines[end])
                if not more or more[1] != indent or more[2] != marks:
                    break
                other = more[4]
                if not other.startswith(hang) or ITEM.match(other) or not is_prose(other[len(hang):]):
                    break
                words += other[len(hang):].split()
                end += 1
            follows = end < len(lines) and COMMENT.match(lines[end])
            # Lines that are set deeper go on in a way that is not understood.
            strange = follows and follows[2] == marks and follows[4].startswith(hang + " ") and \
                not ITEM.match(follows[4])
            if any(len(line) > COLUMNS for line in lines[at:end]) and not strange:
                head = indent + marks + " "
                out += fill(words, head + text[:len(hang)], head + hang)
                at = end
                continue
        out += lines[at:end]
        at = end
    return out


def main():
    found = 0
    names = subprocess.run(["git", "ls-files", "-z", "*.rs"], cwd=ROOT, check=True,
                           stdout=subprocess.PIPE).stdout.decode().split("\0")
    for name in filter(None, names):
        path = ROOT / name
        if not path.exists():
            continue
        lines = path.read_text(encoding="utf-8").split("\n")
        if sys.argv[1:] == ["--rewrap"] and any(len(line) > COLUMNS for line in lines):
            lines = rewrapped(lines)
            path.write_text("\n".join(lines), encoding="utf-8")
        for number, line in enumerate(lines, 1):
            if len(line) > COLUMNS:
                found += 1
                print(f"{name}:{number}: {len(line)} columns")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
