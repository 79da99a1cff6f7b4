"""The index of the search: a script that a page loads when someone begins to search, since nothing may be fetched."""

import html
import json
import re

from .content import text_of

# Enough of a symbol's text to find it by its words and to show what it is.
SUMMARY = 240
HEADING = re.compile(r'<h([23]) id="([^"]+)">(.*?)</h\1>', re.DOTALL)


def sections(body):
    """The parts of a page that headings begin: anchor, heading and text, the first without either."""
    last, anchor, heading = 0, "", ""
    for found in HEADING.finditer(body):
        yield anchor, heading, text_of(body[last:found.start()])
        last, anchor, heading = found.end(), html.unescape(found[2]), text_of(found[3])
    yield anchor, heading, text_of(body[last:])


def guide_entries(title, kind, file, body):
    """An entry for a page of prose and one for each of its sections, with all their words."""
    for anchor, heading, text in sections(body):
        name = f"{title} › {heading}" if heading else title
        yield [name, kind, file + (f"#{anchor}" if anchor else ""), text]


def symbol_entry(name, kind, file, anchor, summary):
    """An entry for a symbol."""
    return [name, kind, file + (f"#{anchor}" if anchor else ""), summary[:SUMMARY]]


def write(entries, path):
    """Writes the index as a script that sets one variable."""
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries)
    path.write_text(f"const searchIndex = [\n{lines}\n];\n".replace("</", "<\\/"), encoding="utf-8")
