#!/usr/bin/env python3
"""Files import only what stands below them: no circle of files in a crate.

Reads the imports of every crate from its source: `use` items and paths that begin with `crate`,
`self` or `super`, comments, strings and test modules left out. A name that a module passes on
(`pub use`) counts as one of the file that defines it. Prints the circles, and fails if there is
one. What asks through pointers (`crates/answer/src/any.rs`) knows no types of games: no search and
no checker is compiled in ABOVE.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ABOVE = ["session", "report", "library", "protocols", "cli", "terminal", "explorer"]
GENERIC = re.compile(
    r"\b(?:Searchable|Distances|CellSet|Solver|DistanceSolver|Walk)\b"
    r"|certificate::(?:\{[^}]*\b)?(?:Checker|check)\b"
)


def stripped(text):
    """The source without comments, strings and test modules."""
    token = re.compile(
        r'//[^\n]*|/\*.*?\*/|b?r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?\'(?:\\.[^\']*|[^\'\\])\'', re.S)
    text = token.sub(lambda m: '""' if m.group().lstrip("br#").startswith('"') else " ", text)
    out, at = [], 0
    for found in re.finditer(r"#\[cfg\((?:all\()?test[^\]]*\]\s*(?:pub(?:\([^)]*\))? )?mod \w+ *\{", text):
        if found.start() < at:
            continue
        out.append(text[at:found.start()])
        depth, at = 1, found.end()
        while depth and at < len(text):
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
    out.append(text[at:])
    return "".join(out)


def leaves(tree, before=()):
    """The paths of a `use` tree: (segments, name it gets)."""
    tree = tree.strip()
    brace = tree.find("{")
    if brace < 0:
        path, _, alias = tree.partition(" as ")
        segments = before + tuple(s.strip() for s in path.split("::") if s.strip())
        if segments and segments[-1] == "self":
            segments = segments[:-1]
        if segments:
            yield segments, alias.strip() or segments[-1]
        return
    head = before + tuple(s.strip() for s in tree[:brace].split("::") if s.strip())
    inner, depth, start = tree[brace + 1:tree.rfind("}")], 0, 0
    for i, c in enumerate(inner + ","):
        depth += {"{": 1, "}": -1}.get(c, 0)
        if c == "," and depth == 0:
            if inner[start:i].strip():
                yield from leaves(inner[start:i], head)
            start = i + 1


class Crate:
    def __init__(self, source):
        self.files = {}
        for path in sorted(source.rglob("*.rs")):
            parts = list(path.relative_to(source).with_suffix("").parts)
            if parts[0] == "bin":
                continue
            if parts[-1] in ("mod", "lib", "main"):
                parts.pop()
            self.files.setdefault(tuple(parts), path)
        self.passed_on, self.used = {}, {}
        for module, path in self.files.items():
            text = stripped(path.read_text())
            self.passed_on[module], self.used[module] = {}, []
            for found in re.finditer(r"\b(pub(?:\([^)]*\))? )?use ([^;]+);", text):
                for segments, name in leaves(found[2]):
                    absolute = self.absolute(module, segments)
                    if absolute is None:
                        continue
                    if found[1]:
                        self.passed_on[module][name] = absolute
                    else:
                        self.used[module].append(absolute)
            rest = re.sub(r"\buse [^;]+;", " ", text)
            for found in re.finditer(r"\b(?:crate|super|self)(?:::\w+)+", rest):
                absolute = self.absolute(module, tuple(found[0].split("::")))
                if absolute is not None:
                    self.used[module].append(absolute)

    def absolute(self, module, segments):
        """The path from the root of the crate; None if it leads out of it."""
        at = list(module)
        if segments[0] == "crate":
            at, segments = [], segments[1:]
        elif segments[0] in ("self", "super"):
            while segments and segments[0] in ("self", "super"):
                if segments[0] == "super" and at:
                    at.pop()
                segments = segments[1:]
        elif tuple(at) + segments[:1] not in self.files:
            return None
        return tuple(at) + tuple(segments)

    def file_of(self, path, seen=()):
        """The module whose file defines what a path names."""
        for length in range(len(path), -1, -1):
            module = path[:length]
            if module not in self.files:
                continue
            rest = path[length:]
            if rest and (module, rest[0]) not in seen:
                passed = self.passed_on[module]
                if rest[0] in passed:
                    return self.file_of(passed[rest[0]] + rest[1:], seen + ((module, rest[0]),))
                for name, target in passed.items():
                    if name == "*" and target[:-1] in self.files and target[:-1] != module:
                        found = self.file_of(target[:-1] + rest, seen + ((module, rest[0]),))
                        if found != target[:-1]:
                            return found
            return module
        return None

    def arrows(self):
        for module, paths in self.used.items():
            targets = {self.file_of(path) for path in paths} - {None, module}
            yield module, targets


def circles(graph):
    """Strongly connected parts of more than one file (Tarjan)."""
    index, low, stack, on, found = {}, {}, [], set(), []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        on.add(v)
        for w in graph[v]:
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in on:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            part = []
            while True:
                w = stack.pop()
                on.discard(w)
                part.append(w)
                if w == v:
                    break
            if len(part) > 1:
                found.append(sorted(part))

    sys.setrecursionlimit(10_000)
    for v in graph:
        if v not in index:
            visit(v)
    return found


def main():
    count = 0
    sources = sorted(ROOT.glob("crates/**/src")) + sorted(ROOT.glob("research/*/src"))
    for source in sources + [ROOT / "python/src", ROOT / "fuzz/src"]:
        crate = Crate(source)
        graph = dict(crate.arrows())
        for part in circles(graph):
            count += 1
            print(f"{source.relative_to(ROOT)}: a circle of {len(part)} files")
            for module in part:
                targets = sorted(graph[module] & set(part))
                names = ", ".join("::".join(t) or "(root)" for t in targets)
                print(f"  {'::'.join(module) or '(root)'} -> {names}")
    if count:
        sys.exit(f"{count} circles of files")
    for name in ABOVE:
        for path in sorted((ROOT / "crates" / name / "src").rglob("*.rs")):
            found = GENERIC.search(stripped(path.read_text()))
            if found:
                sys.exit(f"{path.relative_to(ROOT)}: '{found[0]}' is compiled in crates of games only")
    print("no circle of files; searches and checkers in crates of games only")


if __name__ == "__main__":
    main()
