"""What compilers and crashed programs print, in the languages that bots are written in: the line that matters."""

from __future__ import annotations

import re

_FLAGS = re.MULTILINE
# What a compiler complains about first, with file and line; the groups of a shape are joined.
_ERRORS = [
    # C, C++, Go, Java, Python's and Node's linters: FILE:LINE:COLUMN: error: TEXT, also without column or "error"
    re.compile(
        r"^(?!\s)(?P<where>[^\s:()]+\.\w+:\d+(?::\d+)?):? "
        r"(?:- )?(?:fatal )?(?:error:? ?)?(?P<what>(?!warning|note).+)$",
        _FLAGS,
    ),
    # TypeScript: FILE(LINE,COLUMN): error TS1: TEXT
    re.compile(r"^(?P<where>\S+\(\d+,\d+\)): error (?P<what>.+)$", _FLAGS),
    # Rust: error[E1]: TEXT, and the place on the next line
    re.compile(r"^(?P<what>error(?:\[\w+\])?: .+)\n\s+--> (?P<where>\S+:\d+:\d+)$", _FLAGS),
    # Python: File "FILE", line LINE, the line itself, then what is wrong with it
    re.compile(r'^\s*File "(?P<where>[^"]+", line \d+).*\n(?:\s.*\n)*(?P<what>\w*(?:Error|Exception)\b.*)$', _FLAGS),
    # pip
    re.compile(r"^ERROR: (?P<what>.+)$", _FLAGS),
    # awk: awk: FILE:LINE: TEXT, or awk: FILE: line LINE: TEXT
    re.compile(r"^\w*awk: (?P<where>\S+:(?: line )?\d+): (?P<what>.+)$", _FLAGS),
]
# What a program says when it dies.
_CRASHES = [
    # Python: the first line of a traceback that is not indented; notes may follow it
    re.compile(r"^Traceback \(most recent call last\):\n(?:[ \t].*\n)*(?P<what>\S.*)$", _FLAGS),
    # Go: panic: TEXT, fatal error: TEXT
    re.compile(r"^(?P<what>(?:panic|fatal error): .+)$", _FLAGS),
    # Rust: the text stands behind the place, or on the line below it
    re.compile(r"^thread '[^']*'(?: \(\d+\))? panicked at (?P<where>\S+:\d+:\d+):\n(?P<what>.+)$", _FLAGS),
    re.compile(r"^(?P<what>thread '[^']*' panicked at '.*)$", _FLAGS),
    # Java
    re.compile(r'^(?P<what>(?:Exception in thread "[^"]*" |Caused by: ).+)$', _FLAGS),
    # JavaScript, Java: an error with a stack below it, maybe with a name before it, as our bots tell theirs
    re.compile(r"^(?:Uncaught |\S+: )?(?P<what>[\w.$]*(?:Error|Exception)(?: \[\w+\])?(?:: .*)?)\n\s+at ", _FLAGS),
    # C++: what() stands on the line below
    re.compile(
        r"^terminate called after throwing an instance of '(?P<where>[^']+)'(?:\n\s+what\(\):\s+(?P<what>.+))?$", _FLAGS
    ),
    # C and C++: assert, sanitizers
    re.compile(r"^(?P<what>.*: Assertion [`'].* failed\.?)$", _FLAGS),
    re.compile(r"^(?:=+\d+=+)?(?P<what>ERROR: \w+Sanitizer: .+)$", _FLAGS),
    # awk
    re.compile(r"^(?P<what>\w*awk: .*(?:fatal|error).*)$", _FLAGS),
]


def first_error(printed: str) -> str:
    """Return the first error of a build with its file and line; the last line if there is none that looks like one."""
    found = [match for shape in _ERRORS if (match := shape.search(printed))]
    return _said(min(found, key=re.Match.start)) if found else last_line(printed)


def crash_reason(printed: str) -> str:
    """Return the line that says most of why a program ended: its last panic or exception, else its last line."""
    found = [match for shape in _CRASHES for match in shape.finditer(printed)]
    return _said(max(found, key=re.Match.start)) if found else last_line(printed)


def last_line(printed: str) -> str:
    """Return the last line that holds something."""
    return printed.strip().rpartition("\n")[2]


def _said(match: re.Match[str]) -> str:
    parts = match.groupdict()
    where, what = (parts.get("where") or "").replace('"', ""), (parts["what"] or "").strip()
    return ": ".join(part for part in (where, what) if part)
