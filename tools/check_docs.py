#!/usr/bin/env python3
"""Checks that what the documentation points at exists.

In every *.md of the project: relative links and pictures, the headings that they name, files named
in `code spans`, and in sh blocks the scripts and the subcommands of ./dev. In docs/, every cpp block
must stand in a program of examples/, which the tests build and run.
"""
import pathlib
import re
import sys

SKIPPED_FOLDERS = {"build", ".git", "node_modules", ".venv"}
FENCE = re.compile(r"^\s*```(\w*)")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
CODE_SPAN = re.compile(r"`([^`]+)`")
FILE_SPAN = re.compile(r"^(?:\./)?[\w.-]+(?:/[\w.-]+)+\.(?:hpp|cpp|py|md|cmake|txt|json|svg|yaml|urdf|xml)$")


def anchors(path):
    """The anchors that the headings of a file make, as GitHub writes them."""
    found = set()
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            title = line.lstrip("#").strip().lower()
            found.add(re.sub(r"[^\w\- ]", "", title).replace(" ", "-"))
    return found


def dev_subcommands(root):
    return set(re.findall(r"^cmd_(\w+)\(\)", (root / "dev").read_text(), re.MULTILINE))


class Checker:
    def __init__(self, root):
        self.root = root
        self.subcommands = dev_subcommands(root)
        self.problems = []

    def check_examples(self, path):
        programs = [p.read_text() for p in (self.root / "examples").rglob("*.cpp")]
        for block in re.findall(r"^```cpp\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL):
            if not any(block.rstrip() in program for program in programs):
                first = block.splitlines()[0]
                self.problems.append(
                    f"{path.relative_to(self.root)}: the cpp block '{first}' is not in examples/*.cpp")

    def check(self, path):
        if path.parent.name == "docs":
            self.check_examples(path)
        language = None  # of the fenced block that the line is in
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            fence = FENCE.match(line)
            if fence:
                language = None if language is not None else fence.group(1)
            elif language is None:
                messages = [*self.prose(path, line)]
                self.report(path, number, messages)
            elif language in ("sh", "bash", "console"):
                self.report(path, number, [*self.command(line)])

    def report(self, path, number, messages):
        self.problems += [f"{path.relative_to(self.root)}:{number}: {m}" for m in messages]

    def prose(self, path, line):
        for target in LINK.findall(line):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            file = (path.parent / name).resolve() if name else path
            if not file.exists():
                yield f"link to {target}: no such file"
            elif anchor and file.suffix == ".md" and anchor not in anchors(file):
                yield f"link to {target}: no such heading"
        for span in CODE_SPAN.findall(line):
            if span.startswith("./dev "):
                yield from self.command(span)
            if FILE_SPAN.match(span) and not span.removeprefix("./").startswith("build/"):
                if not (self.root / span).exists() and not (path.parent / span).exists():
                    yield f"`{span}`: no such file"

    def command(self, line):
        words = line.strip().removeprefix("$ ").split("#")[0].split()
        while words and "=" in words[0]:
            words.pop(0)
        if not words or not words[0].startswith((".", "tools/")):
            return
        if not (self.root / words[0]).is_file():
            yield f"command {words[0]}: no such file"
        elif words[0] == "./dev" and len(words) > 1 and words[1] not in self.subcommands:
            yield f"command ./dev {words[1]}: no such subcommand"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    checker = Checker(root)
    files = [p for p in sorted(root.rglob("*.md"))
             if not SKIPPED_FOLDERS & set(p.relative_to(root).parts)]
    for path in files:
        checker.check(path)
    print(*checker.problems, sep="\n", end="\n" if checker.problems else "")
    print(f"{len(files)} documents, {len(checker.problems)} problems")
    return 1 if checker.problems else 0


if __name__ == "__main__":
    sys.exit(main())
