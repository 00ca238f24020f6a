#!/usr/bin/env python3
"""Whether every dependency has a licence that deny.toml allows, and comes from crates.io.

    cargo metadata --format-version 1 --locked | python3 tests/check_licences.py

cargo-deny does this and more; this takes no time to install, so that the promise is tested
everywhere.
"""

import json
import re
import sys
from pathlib import Path

DENY = Path(__file__).resolve().parent.parent / "deny.toml"


def strings(text):
    return re.findall(r'"([^"]*)"', text)


def read_deny(text):
    """The licences allowed for all, those allowed for single crates, and the registries."""
    text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    section = text.split("[licenses]")[1].split("\n[")[0]
    allowed = set(strings(re.search(r"^allow = \[(.*?)\]", section, re.S | re.M)[1]))
    exceptions = {}
    for crate, licences in re.findall(r'crate = "([^"]*)", allow = \[([^\]]*)\]', section):
        exceptions[crate] = set(strings(licences))
    registries = set(strings(re.search(r"^allow-registry = \[(.*?)\]", text, re.S | re.M)[1]))
    return allowed, exceptions, registries


def is_allowed(expression, allowed):
    """Evaluates an SPDX expression. A `/` is an OR, as crates once wrote it."""
    tokens = re.findall(r"[()]|[A-Za-z0-9.+-]+", expression.replace("/", " OR "))
    if "".join(tokens) != re.sub(r"\s", "", expression.replace("/", " OR ")):
        raise ValueError(expression)
    place = 0

    def accept(word):
        nonlocal place
        if place < len(tokens) and tokens[place] == word:
            place += 1
            return True
        return False

    def any_of():
        result = all_of()
        while accept("OR"):
            result = all_of() | result
        return result

    def all_of():
        result = one()
        while accept("AND"):
            result = one() & result
        return result

    def one():
        nonlocal place
        if accept("("):
            result = any_of()
            if not accept(")"):
                raise ValueError(expression)
            return result
        if place == len(tokens) or tokens[place] in (")", "AND", "OR", "WITH"):
            raise ValueError(expression)
        licence = tokens[place]
        place += 1
        if accept("WITH"):
            # An exception takes conditions away. It is allowed by its own name only all the same.
            licence += " WITH " + tokens[place]
            place += 1
        return licence in allowed

    result = any_of()
    if place != len(tokens):
        raise ValueError(expression)
    return result


def self_test():
    allowed = {"MIT", "Apache-2.0"}
    for expression, expected in [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("MIT/GPL-2.0", True),
        ("MIT AND GPL-2.0", False),
        ("(MIT OR LGPL-2.1-or-later) AND Apache-2.0", True),
        ("MIT AND (GPL-2.0 OR MPL-2.0)", False),
        ("Apache-2.0 WITH LLVM-exception", False),
        ("Apache-2.0 WITH LLVM-exception OR Apache-2.0", True),
    ]:
        assert is_allowed(expression, allowed) == expected, expression


def main():
    self_test()
    allowed, exceptions, registries = read_deny(DENY.read_text(encoding="utf-8"))
    packages = json.load(sys.stdin)["packages"]
    faults = []
    for package in packages:
        name = f"{package['name']} {package['version']}"
        expression = package["license"]
        here = allowed | exceptions.get(package["name"], set())
        try:
            if not expression:
                faults.append(f"{name}: no licence")
            elif not is_allowed(expression, here):
                faults.append(f"{name}: the licence {expression} is not allowed by deny.toml")
        except (ValueError, IndexError):
            faults.append(f"{name}: cannot read the licence '{expression}'")
        source = package["source"]
        # Without a source it is a crate of this repository.
        if source and source not in {"registry+" + registry for registry in registries}:
            faults.append(f"{name}: from {source}, which deny.toml does not allow")
    print("\n".join(faults) or f"{len(packages)} crates: licences and sources are as deny.toml says")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
