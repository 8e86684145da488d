"""Damage to the bytes of a file: each kind by its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

TOKENS = [
    *(b"\0", b"\r", b"\n", b"\r\n", b'"', b"'", b",", b"\t", b";", b"|", b"  ", b"[", b"]", b"{", b"}", b"\\", b"#"),
    *(b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3", b"\xed\xa0\x80", b"\xe2\x80\xa8", b"\xc2\xa0", b"\x01", b"\x1b[31m"),
    *(b"nan", b"inf", b"-inf", b"null", b"None", b"true", b"=1+1", b"PAR1", b"PK\x03\x04", b"\x1f\x8b\x08"),
    *(b"id", b"label", b"rank", b"score", b"Usage", b"[" * 200, b'{"a":' * 150, b"a" * 3000, b"\n" * 50),
]
NUMBERS = [b"9" * 30, b"9" * 5000, b"1e999", b"-1e999", b"1e5", b"0x10", b"-0", b"1_000", b"0.1" + b"1" * 400, b"nan"]
ENCODINGS = ["utf-16", "utf-16-le", "utf-32", "utf-8-sig", "latin-1", "cp1252", "shift-jis", "euc-jp", "utf-7"]
_MOST = 1 << 22
Damage = Callable[[bytes, Random], bytes]


def flipped(content: bytes, chance: Random) -> bytes:
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(content) + 1)
        content = content[:at] + bytes([chance.randrange(256)]) + content[at + 1 :]
    return content


def truncated(content: bytes, chance: Random) -> bytes:
    return content[: chance.randrange(len(content) + 1)]


def removed(content: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(content) + 1)
    return content[:at] + content[at + chance.randint(1, 30) :]


def repeated(content: bytes, chance: Random) -> bytes:
    """A block twice, or rarely so often that the file is large."""
    at, size = chance.randrange(len(content) + 1), chance.randint(1, 60)
    times = 2 if chance.random() < 0.97 else chance.randint(2, _MOST // size)
    return content[:at] + content[at : at + size] * times + content[at + size :]


def inserted(content: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(content) + 1)
    return content[:at] + chance.choice(TOKENS) + content[at:]


def delimited(content: bytes, chance: Random) -> bytes:
    """Another delimiter, everywhere or in a line."""
    old, new = chance.choice([b",", b",", b"\t", b" "]), chance.choice([b",", b"\t", b";", b"|", b", ", b" ", b":"])
    return content.replace(old, new, -1 if chance.random() < 0.7 else 1)


def quoted(content: bytes, chance: Random) -> bytes:
    """Quotes added, removed or exchanged."""
    ways: list[Damage] = [
        lambda text, _: text.replace(b'"', b"'"),
        lambda text, _: text.replace(b"'", b'"'),
        lambda text, _: text.replace(b'"', b""),
        lambda text, _: re.sub(rb"[^,\r\n]+", rb'"\g<0>"', text),
        lambda text, chance: _at_a_line(text, chance, lambda line: b'"' + line.replace(b",", b'","') + b'"'),
        lambda text, chance: _at_a_line(text, chance, lambda line: line.replace(b",", b',"', 1)),
    ]
    return chance.choice(ways)(content, chance)


def encoded(content: bytes, chance: Random) -> bytes:
    return content.decode(errors="replace").encode(chance.choice(ENCODINGS), errors="replace")


def numbered(content: bytes, chance: Random) -> bytes:
    """Another number in the place of one."""
    found = [*re.finditer(rb"\d+(\.\d+)?(e-?\d+)?", content)]
    if not found:
        return content
    at = chance.choice(found)
    return content[: at.start()] + chance.choice(NUMBERS) + content[at.end() :]


def with_nul(content: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(content) + 1)
    return content[:at] + b"\0" + content[at:]


def with_bom(content: bytes, chance: Random) -> bytes:
    return chance.choice([b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"]) + content


def ended(content: bytes, chance: Random) -> bytes:
    """Other line ends: in all lines, in one, none at the end, or blank lines."""
    ways: list[Damage] = [
        lambda text, _: text.replace(b"\n", b"\r\n"),
        lambda text, _: text.replace(b"\n", b"\r"),
        lambda text, chance: _at_a_line(text, chance, lambda line: line + b"\r"),
        lambda text, _: text.rstrip(b"\r\n"),
        lambda text, chance: _at_a_line(text, chance, lambda line: line + b"\n\n"),
        lambda text, chance: _at_a_line(text, chance, lambda line: b"  \n" + line),
        lambda text, _: text.replace(b"\n", b"\n\n"),
    ]
    return chance.choice(ways)(content, chance)


def shuffled(content: bytes, chance: Random) -> bytes:
    first, *lines = content.splitlines(keepends=True) or [b""]
    chance.shuffle(lines)
    return first + b"".join(lines)


def doubled(content: bytes, chance: Random) -> bytes:
    return _at_a_line(content, chance, lambda line: line + b"\n" + line)


def widened(content: bytes, chance: Random) -> bytes:
    """A line, or all, with a further field or one less."""
    ways: list[Damage] = [
        lambda text, chance: _at_a_line(text, chance, lambda line: line + b",more"),
        lambda text, chance: _at_a_line(text, chance, lambda line: line.rpartition(b",")[0]),
        lambda text, _: text.replace(b"\n", b",more\n"),
        lambda text, _: text.replace(b"\n", b",\n"),
        lambda text, chance: _at_a_line(text, chance, lambda line: b""),
    ]
    return chance.choice(ways)(content, chance)


def _at_a_line(content: bytes, chance: Random, change: Callable[[bytes], bytes]) -> bytes:
    lines = content.split(b"\n")
    at = chance.randrange(len(lines))
    lines[at] = change(lines[at])
    return b"\n".join(lines)


# Of the text, before it is packed; of any bytes.
OF_TEXT: list[Damage] = [
    *(flipped, truncated, removed, repeated, inserted, inserted, delimited, quoted, quoted),
    *(encoded, numbered, numbered, with_nul, with_bom, ended, ended, shuffled, doubled, widened),
]
OF_BYTES: list[Damage] = [flipped, flipped, truncated, removed, repeated, inserted]
