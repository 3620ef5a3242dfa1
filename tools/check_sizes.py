#!/usr/bin/env python3
"""Finds source files and classes that have grown too large.

A file may have 400 lines, a class 20 public methods (without constructors, operators and what is
deleted). Where more is right, a comment in the file says why: "// Large because ..." anywhere in a
file, or on one of the three lines above the class or on its own.

Classes named with --still-large are known to be; one that no longer is must leave the list.
"""
import argparse
import pathlib
import re
import sys

MAX_LINES = 400
MAX_METHODS = 20
REASON = re.compile(r"//.*\bLarge because \S")
CLASS = re.compile(r"\b(class|struct)\s+(?:alignas\([^)]*\)\s*)?(\w+)\s*(?:final\s*)?(?::[^;{]*)?\{")


def without_comments(text):
    """The text with comments, strings and preprocessor lines blanked; lines and columns stay."""
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^[ \t]*#(?:[^\n\\]|\\.)*'
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.DOTALL | re.MULTILINE)


def members(body):
    """The declarations of a class: its text without what stands in braces, cut at ; and }."""
    found, current, depth = [], "", 0
    for char in body:
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                found.append(current + "{}")
                current = ""
        elif depth == 0 and char == ";":
            found.append(current)
            current = ""
        elif depth == 0:
            current += char
    return found


def is_method(declaration, name):
    text = re.sub(r"<[^<>()]*>", "", re.sub(r"<[^<>()]*>", "", declaration)).strip()
    text = re.sub(r"^template\s*", "", text)
    if re.match(r"(using|friend|typedef|static_assert|enum|class|struct|requires)\b", text):
        return False
    if re.search(r"=\s*(delete|default)\s*(\{\})?$", text) or "operator" in text:
        return False
    head = text.split("(")[0]
    if "(" not in text or "=" in head:
        return False
    called = re.search(r"([~\w]+)\s*$", head)
    return bool(called) and called.group(1).lstrip("~") not in (name, "explicit") and " " in head.strip()


def public_methods(kind, name, body):
    public, count = kind == "struct", 0
    for member in members(body):
        parts = re.split(r"\b(public|private|protected)\s*:(?!:)", member)
        for access in parts[1::2]:
            public = access == "public"
        if public and is_method(parts[-1], name):
            count += 1
    return count


def classes(text):
    """(line, name, number of public methods) of each class of a source without comments."""
    for match in CLASS.finditer(text):
        if re.search(r"\benum\s+$", text[: match.start()]):
            continue
        depth, end = 1, match.end()
        while end < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        body = text[match.end() : end - 1]
        line = text.count("\n", 0, match.start()) + 1
        yield line, match.group(2), public_methods(match.group(1), match.group(2), body)


def check(path, still_large):
    """Problems of a file; takes from still_large the classes that it finds."""
    text = path.read_text()
    lines = text.splitlines()
    if len(lines) > MAX_LINES and not REASON.search(text):
        yield f"{path}:{len(lines)}: error: {len(lines)} lines, more than {MAX_LINES}"
    for line, name, count in classes(without_comments(text)):
        near = "\n".join(lines[max(0, line - 4) : line])
        if count <= MAX_METHODS or REASON.search(near):
            continue
        if name in still_large:
            still_large.remove(name)
        else:
            yield f"{path}:{line}: error: {name} has {count} public methods, more than {MAX_METHODS}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--still-large", nargs="*", default=[], metavar="CLASS")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    files = [p for folder in options.folders for p in sorted(folder.rglob("*.[ch]pp"))]
    problems = [problem for path in files for problem in check(path, options.still_large)]
    problems += [f"error: {name} is not too large any more: take it from the list" for name in options.still_large]
    for problem in problems:
        print(problem)
    if problems:
        print('Split it, or say why not: a comment "// Large because ..." beside it.')
    print(f"{len(files)} files, {len(problems)} too large")
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
