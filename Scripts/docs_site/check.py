"""Follows every link of the site: each leads to a page and a place that exist, and every page has a way back."""

import html.parser
import posixpath
import re
import urllib.parse

HOME = "index.html"
# What a page may load; anything else would need a network or a server.
LOADED = {"link": "href", "script": "src", "img": "src"}


class Page(html.parser.HTMLParser):
    """What the check needs of a page: its anchors and its links, those of the way back apart."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.twice, self.links, self.back, self.loads = set(), set(), [], [], []
        self.is_way_back = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if name := found.get("id"):
            (self.twice if name in self.ids else self.ids).add(name)
        if tag == "nav":
            self.is_way_back = found.get("class") == "crumbs"
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
            if self.is_way_back:
                self.back.append(found["href"])
        if tag in LOADED and (address := found.get(LOADED[tag])):
            self.loads.append(address)

    def handle_endtag(self, tag):
        if tag == "nav":
            self.is_way_back = False


def is_external(address):
    return re.match(r"[a-z][a-z0-9+.-]*:|//", address) is not None


def target(file, address):
    """The file and the anchor to which an address on a page leads."""
    path, _, anchor = address.partition("#")
    path = urllib.parse.unquote(path)
    return posixpath.normpath(posixpath.join(posixpath.dirname(file), path)) if path else file, urllib.parse.unquote(anchor)


def faults(folder):
    """What is wrong with the links of a site."""
    pages = {path.relative_to(folder).as_posix(): Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    found, ways_back = [], {}
    for file, page in sorted(pages.items()):
        found += [f"{file}: the anchor {name} is there twice" for name in sorted(page.twice)]
        for address in dict.fromkeys(page.links):
            if is_external(address):
                if not address.startswith(("https:", "http:", "mailto:")):
                    found.append(f"{file}: {address} is no address of a page")
                continue
            to, anchor = target(file, address)
            if to not in pages:
                found.append(f"{file}: {address} leads to no page")
            elif anchor and anchor not in pages[to].ids:
                found.append(f"{file}: {address} leads to no place on its page")
        for address in page.loads:
            if is_external(address) or not (folder / target(file, address)[0]).exists():
                found.append(f"{file}: loads {address}, which is not in the site")
        ways_back[file] = [target(file, address)[0] for address in page.back]
        if file != HOME and HOME not in ways_back[file]:
            found.append(f"{file}: has no way back to the start")
        if file != HOME and file in ways_back[file]:
            found.append(f"{file}: its way back leads to itself")
    return found + [f"{file}: no page leads to it" for file in sorted(pages.keys() - reached(pages))]


def reached(pages):
    """The pages that one comes to from the start by links, without a search."""
    known, waiting = {HOME}, [HOME]
    while waiting:
        file = waiting.pop()
        for address in pages[file].links:
            to = target(file, address)[0]
            if not is_external(address) and to in pages and to not in known:
                known.add(to)
                waiting.append(to)
    return known
