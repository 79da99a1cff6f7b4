"""The pages and symbols in DocC's archives, and the page of the site on which each of them is shown."""

import functools
import json
import re

# What has a page of its own; every other symbol is a section on the page of its type.
TYPES = {"class", "struct", "enum", "protocol", "actor", "typealias", "macro", "module", "extension"}


class Node:
    """A page of an archive: a symbol or an article."""

    def __init__(self, data):
        self.data = data
        self.url = data["variants"][0]["paths"][0].lower()
        self.parts = self.url.split("/")[2:]
        self.metadata = data["metadata"]
        self.title = self.metadata["title"]
        self.references = data["references"]
        self.host = self.members = None

    @property
    def name(self):
        """The last part of the identifier, as it is written in Swift, with the hash that tells overloads apart."""
        return self.data["identifier"]["url"].rsplit("/", 1)[1]

    @property
    def kind(self):
        """What a reader calls it, such as `Guide` or `Instance Method`."""
        if self.is_article:
            return "Guide"
        return self.metadata.get("roleHeading", "Module")

    @property
    def is_article(self):
        return self.data["kind"] == "article"

    @property
    def is_module(self):
        return len(self.parts) == 1

    @property
    def is_overload_group(self):
        """Whether it repeats the first of some overloads, under a name without a hash."""
        return self.metadata.get("externalID", "").endswith("::OverloadGroup")

    @property
    def is_generated_group(self):
        """Whether DocC has made it to hold the members from one protocol, such as “Equatable Implementations”."""
        return self.is_article and len(self.parts) > 2

    def topics(self):
        """The titles of its groups, each with the addresses of what is in it."""
        for section in self.data.get("topicSections", []):
            urls = [self.references[name].get("url", "").lower() for name in section["identifiers"]]
            yield section.get("title"), section.get("anchor"), [url for url in urls if url]


class Library:
    """Every page of some archives."""

    def __init__(self, archives):
        self.nodes = {}
        for archive in archives:
            for path in sorted(archive.glob("data/documentation/**/*.json")):
                node = Node(json.loads(path.read_text()))
                self.nodes[node.url] = node
        self.files = {}
        for node in self.nodes.values():
            node.members = []
        for node in self.nodes.values():
            node.host = self._host(node)
            if node.host is not node:
                node.host.members.append(node)
            else:
                self._give_file(node)

    def _parent(self, node):
        """The nearest node above it, or nothing above a module."""
        for length in range(len(node.parts) - 1, 0, -1):
            if found := self.nodes.get("/documentation/" + "/".join(node.parts[:length])):
                return found
        return None

    def _host(self, node):
        """The node on whose page it is shown: itself, or the type whose member it is."""
        parent = self._parent(node)
        has_page = (parent is None or parent.is_module or node.metadata.get("symbolKind") in TYPES
                    or (node.is_article and not node.is_generated_group))
        if has_page and not node.is_overload_group:
            return node
        if parent.is_module:
            # The overloads of a function without a type have a page each: the group leads to the first.
            return self.overloads(node)[0]
        return self._host(parent)

    def overloads(self, group):
        """The functions that an overload group stands for."""
        first = re.compile(re.escape(group.url) + r"-[0-9a-z]+$")
        return sorted((node for url, node in self.nodes.items() if url.startswith(group.url) and first.match(url)),
                      key=lambda node: node.url)

    def _give_file(self, node):
        names = [re.sub(r"[^a-z0-9_.]+", "-", part).strip("-") or "operator" for part in node.parts]
        stem = f"{names[0]}/{'.'.join(names[1:]) or 'index'}"
        name, number = f"{stem}.html", 1
        while name in self.files:
            number += 1
            name = f"{stem}.{number}.html"
        self.files[name] = node
        node.file = name

    def pages(self):
        """Every node with a page of its own."""
        return [node for node in self.nodes.values() if node.host is node]

    def chain(self, node):
        """The nodes with pages above a node, from its module on."""
        above = []
        parent = self._parent(node)
        while parent:
            if parent.host is parent:
                above.insert(0, parent)
            parent = self._parent(parent)
        return above

    @functools.lru_cache(maxsize=None)
    def place(self, url):
        """The file and the anchor at which an address of DocC is shown, or nothing where no archive has it."""
        path, _, anchor = url.partition("#")
        node = self.nodes.get(path.lower())
        if node is None:
            return None
        if node.host is node:
            return node.file, anchor
        return node.host.file, self.anchor(node) if node.url.startswith(f"{node.host.url}/") else ""

    def anchor(self, member):
        """The anchor of a member on the page of its type."""
        return member.data["identifier"]["url"][len(member.host.data["identifier"]["url"]) + 1:]
