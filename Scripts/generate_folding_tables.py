#!/usr/bin/env python3
"""Writes the tables that text folding, functions of case and searches for words work with, from the Unicode database of
this Python.

Usage: Scripts/generate_folding_tables.py [FOLDER]   (default: Sources/GranaryStore/Values/Text/Tables)

The tables are text inside Swift string literals, so they compile at once and show in a diff:

    41-5a:61        the code points 41 to 5a become 61 and the following ones
    100-12e/2:101   every second code point from 100 to 12e becomes 101, 103 and so on
    df:73,73        one code point becomes several
    300-34e:        code points that are removed

Those of the parts of words are code points and ranges of them: 41-5a aa b5.
"""

import pathlib
import sys
import textwrap
import unicodedata

SCALARS = [chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF]
HANGUL = range(0xAC00, 0xD7A4)
# Letters that are words by themselves: scripts without spaces between words, by the beginnings of their characters' names.
UNSPACED = ("CJK ", "HIRAGANA ", "IDEOGRAPHIC ", "KHMER ", "LAO ", "MYANMAR ", "THAI ")
CHECKED = [range(0x20000), range(0x2F800, 0x2FB00), range(0xE0000, 0xE0200)]


def is_mark(character):
    return unicodedata.category(character) == "Mn"


def case_folding():
    """Full, locale-independent case folding."""
    return {c: c.casefold() for c in SCALARS if c.casefold() != c}


def upper_case():
    """Full upper case of each character, without rules of languages."""
    return {c: c.upper() for c in SCALARS if c.upper() != c}


def lower_case():
    """Full lower case of each character, without rules of languages and of what is around it."""
    return {c: c.lower() for c in SCALARS if c.lower() != c}


def mark_removal():
    """Canonical decomposition without nonspacing marks; Hangul is decomposed by arithmetic."""
    table = {}
    for character in SCALARS:
        kept = "".join(x for x in unicodedata.normalize("NFD", character) if not is_mark(x))
        if kept != character and ord(character) not in HANGUL:
            table[character] = kept
    return table


def other_marks():
    """Marks that stay and have a canonical order: (code point, combining class)."""
    return [(c, unicodedata.combining(c)) for c in SCALARS if unicodedata.combining(c) and not is_mark(c)]


def part_of_words(character):
    """What a character is in a word: a letter or digit, a letter that is a word by itself, a sign that goes on, or nothing
    that ends a word; None for all others."""
    category = unicodedata.category(character)
    if category[0] == "L" or category == "Nl":
        return "single" if unicodedata.name(character, "").startswith(UNSPACED) else "letter"
    if category[0] == "N":
        return "letter"
    # U+200B is a place to break a line, and ends a word.
    return {"Mn": "mark", "Mc": "extending", "Me": "extending", "Cf": None if character == "\u200b" else "format"}.get(category)


def word_parts(part):
    """The runs of the code points that are one part of words; the removed marks are known from their own table."""
    first = last = None
    for character in SCALARS:
        found = part_of_words(character)
        if found == part:
            if first is None:
                first = ord(character)
            last = ord(character)
        elif first is not None and found != "mark":
            yield f"{first:x}" if first == last else f"{first:x}-{last:x}"
            first = None
    if first is not None:
        yield f"{first:x}-{last:x}"


def check(cases, marks):
    """Removing marks, folding case and removing marks again must be enough for any text."""
    def through(table, text):
        return "".join(table.get(c, c) for c in text)

    for character in SCALARS:
        folded = through(marks, through(cases, through(marks, character)))
        assert through(cases, folded) == folded and through(marks, folded) == folded, hex(ord(character))
        assert through(cases, through(cases, character)) == through(cases, character)


def runs(table):
    """Joins entries whose code points and targets grow in step."""
    entries = [(ord(source), [ord(c) for c in target]) for source, target in sorted(table.items())]
    index = 0
    while index < len(entries):
        first, target = entries[index]
        last, end, step = first, index + 1, None
        while end < len(entries) and len(target) < 2:
            code, other = entries[end]
            gap = code - last
            if gap not in (1, 2) or step not in (None, gap):
                break
            grown = [target[0] + code - first] if target else []
            if other != grown or (not target and gap != 1):
                break
            last, step, end = code, gap, end + 1
        if end - index == 2 and step == 2:
            last, step, end = first, None, index + 1
        yield first, last, step, target
        index = end


def text(table):
    words = []
    for first, last, step, target in runs(table):
        word = f"{first:x}"
        if last > first:
            word += f"-{last:x}"
        if step == 2:
            word += "/2"
        words.append(word + ":" + ",".join(f"{code:x}" for code in target))
    return textwrap.wrap(" ".join(words), 96, break_long_words=False, break_on_hyphens=False)


def checksum(table):
    """FNV-1a over the folded UTF-8 bytes of the scalars that can change, which the tests compare with."""
    value = 0xCBF29CE484222325
    for character in SCALARS:
        if not any(ord(character) in area for area in CHECKED):
            assert table.get(character, character) == character
            continue
        if ord(character) in HANGUL and table is not CASES:
            kept = unicodedata.normalize("NFD", character)
        else:
            kept = table.get(character, character)
        for byte in kept.encode() + b"\n":
            value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def source(name, comment, lines, extra=""):
    body = "\n".join("        " + line for line in lines)
    return f'''// Written by Scripts/generate_folding_tables.py from Unicode {unicodedata.unidata_version}; do not edit.

extension FoldingTables {{
    /// {comment}
    static let {name}: StaticString = """
{body}
        """
{extra}}}
'''


CASES, MARKS = case_folding(), mark_removal()
check(CASES, MARKS)
BOTH = {c: "".join(MARKS.get(y, y) for x in MARKS.get(c, c) for y in CASES.get(x, x)) for c in SCALARS}

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "Sources/GranaryStore/Values/Text/Tables")
folder.mkdir(parents=True, exist_ok=True)
(folder / "FoldingTables+Case.swift").write_text(source(
    "caseFoldingText", "Full case folding.", text(CASES)))
(folder / "FoldingTables+Upper.swift").write_text(source(
    "upperCaseText", "Full upper case.", text(upper_case())))
(folder / "FoldingTables+Lower.swift").write_text(source(
    "lowerCaseText", "Full lower case.", text(lower_case())))
order = ", ".join(f"(0x{ord(c):x}, {order})" for c, order in other_marks())
extra = f'''
    /// Marks that are kept and that canonical order moves: code point and combining class.
    static let orderedMarks: [(UInt32, UInt8)] = [
{textwrap.indent(textwrap.fill(order, 96), "        ")},
    ]

    /// The version of the Unicode database behind the tables.
    static let unicodeVersion = "{unicodedata.unidata_version}"
'''
(folder / "FoldingTables+Marks.swift").write_text(source(
    "markRemovalText", "Canonical decomposition without nonspacing marks.", text(MARKS), extra))
parts = [("letter", "Letters and digits, which words are made of."),
         ("single", "Letters that are words by themselves."),
         ("extending", "Signs that go on with a word, and begin none."),
         ("format", "Invisible characters that are no part of a word, and do not end one.")]
(folder / "FoldingTables+Words.swift").write_text(
    f"// Written by Scripts/generate_folding_tables.py from Unicode {unicodedata.unidata_version}; do not edit.\n\n"
    "extension FoldingTables {\n" + "\n".join(
        f'    /// {comment}\n    static let {name}Text: StaticString = """\n'
        + "\n".join("        " + line for line in textwrap.wrap(
            " ".join(word_parts(name)), 96, break_long_words=False, break_on_hyphens=False))
        + '\n        """\n' for name, comment in parts) + "}\n")
for name, table in (("case", CASES), ("marks", MARKS), ("both", BOTH)):
    print(f"{name}: 0x{checksum(table):016x}")
