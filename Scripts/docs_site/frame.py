"""The frame of every page: header with search, the list of pages, the way back, what is on the page, and its neighbours."""

import html
import posixpath
import re

from .content import text_of

HEADING = re.compile(r'<h2 id="([^"]+)">(.*?)</h2>', re.DOTALL)
CURRENT = ' aria-current="page"'


def link(file, to):
    """The address of a file of the site, with its anchor, seen from another one."""
    path, _, anchor = to.partition("#")
    if path == file and anchor:
        return f"#{anchor}"
    return posixpath.relpath(path, posixpath.dirname(file) or ".") + (f"#{anchor}" if anchor else "")


def escape(text):
    return html.escape(text)


class Frame:
    """Puts pages into the frame; `groups` is the list of pages: titles, each with the files and titles below it."""

    def __init__(self, groups):
        self.groups = groups
        order = [entry for _, entries in groups for entry in entries]
        self.neighbours = {file: (order[index - 1] if index else None, order[index + 1] if index + 1 < len(order) else None)
                           for index, (file, _) in enumerate(order)}

    def page(self, file, title, crumbs, body, eyebrow="", listed_as=None):
        """A whole page. `crumbs` are the files and titles above it; `listed_as` is the page that the list marks."""
        root = "../" * file.count("/")
        name = title if file == "index.html" else f"{title} – Granary"
        return f"""<!doctype html>
<html lang="en" data-root="{root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(name)}</title>
<link rel="stylesheet" href="{root}style.css">
<script src="{root}site.js" defer></script>
</head>
<body>
<a class="skip" href="#site-text">To the text</a>
<header>
<a class="brand" href="{root}index.html">Granary</a>
<form role="search" id="site-search"><input type="search" id="site-query" placeholder="Search" aria-label="Search" autocomplete="off"
 aria-controls="site-results"><div id="site-results" hidden></div></form>
<button type="button" id="site-theme" aria-label="Light or dark">◐</button>
<label class="menu" for="site-menu">Pages</label>
</header>
<input type="checkbox" id="site-menu" aria-label="Show the list of pages">
<div class="columns">
<nav class="pages" aria-label="Pages">{self._list(file, listed_as or file)}</nav>
<main id="site-text">
{self._crumbs(file, title, crumbs)}
{f'<p class="eyebrow">{escape(eyebrow)}</p>' if eyebrow else ""}<h1>{escape(title)}</h1>
{self._contents(body)}
<article>
{body}</article>
{self._neighbours(file)}
</main>
</div>
</body>
</html>
"""

    def _list(self, file, marked):
        parts = []
        for title, entries in self.groups:
            items = "".join(
                f'<li><a href="{escape(link(file, to))}"{CURRENT if to == marked else ""}>{escape(name)}</a></li>\n'
                for to, name in entries)
            is_open = any(to == marked for to, _ in entries) or marked == "index.html"
            parts.append(f"<details{' open' if is_open else ''}><summary>{escape(title)}</summary>\n<ul>{items}</ul></details>\n")
        return "".join(parts)

    def _crumbs(self, file, title, crumbs):
        if file == "index.html":
            return ""
        above = "".join(f'<a href="{escape(link(file, to))}">{escape(name)}</a><span aria-hidden="true"> › </span>'
                        for to, name in [("index.html", "Start"), *crumbs])
        return f'<nav class="crumbs" aria-label="Way back">{above}<span aria-current="page">{escape(title)}</span></nav>'

    def _contents(self, body):
        found = HEADING.findall(body)
        if len(found) < 3:
            return ""
        items = "".join(f'<li><a href="#{anchor}">{escape(text_of(heading))}</a></li>\n' for anchor, heading in found)
        return f'<details class="contents"><summary>On this page</summary><ul>{items}</ul></details>'

    def _neighbours(self, file):
        before, after = self.neighbours.get(file, (None, None))
        parts = [f'<a class="{kind}" href="{escape(link(file, to[0]))}"><small>{word}</small>{escape(to[1])}</a>'
                 for kind, word, to in (("before", "Before", before), ("after", "Next", after)) if to]
        return f'<nav class="neighbours" aria-label="Neighbours">{"".join(parts)}</nav>' if parts else ""
