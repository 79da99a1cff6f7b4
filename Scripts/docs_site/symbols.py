"""The pages of modules, types and guides, written from DocC's archives."""

import html

from .content import Content, escape

# What the compiler adds to nearly every type.
OBVIOUS = {f"Swift.{name}" for name in ("Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable")}


class SymbolPage:
    """Writes one node with a page of its own, and the members of a type in full."""

    def __init__(self, node, library, link, link_of_path, mentions):
        self.node = node
        self.library = library
        self.link = link
        self.link_of_path = link_of_path
        self.mentions = mentions
        self.shown = set()

    def content(self, node):
        return Content(node, self.link, self.link_of_path)

    def body(self):
        """The HTML between the heading of the page and its end."""
        node, content = self.node, self.content(self.node)
        abstract = content.inline(node.data.get("abstract"))
        parts = [f'<p class="abstract">{abstract}</p>\n' if abstract else ""]
        parts.append(self._sections(node, content))
        parts.append(self._relationships(node, content))
        parts += [self._topic(content, *topic) for topic in node.topics()]
        rest = [member.url for member in node.members if member.url not in self.shown and not self._is_hidden(member)]
        if rest:
            parts.append(self._topic(content, "More", "More", rest))
        parts.append(self._see_also(node, content))
        parts.append(self._mentioned(node))
        return "".join(parts)

    def _is_hidden(self, member):
        """A group of overloads, which repeats the first of them, or one that DocC has made, whose members are listed."""
        return member.is_overload_group or member.is_generated_group

    def _sections(self, node, content, is_member=False):
        """Declaration, parameters and discussion."""
        parts = []
        shift = 2 if is_member else 0
        for section in node.data.get("primaryContentSections", []):
            if section["kind"] == "declarations":
                if node.metadata.get("symbolKind") != "module":
                    parts += [content.declaration(one["tokens"]) for one in section["declarations"]]
            elif section["kind"] == "parameters":
                parts.append('<dl class="parameters">' + "".join(
                    f"<dt><code>{escape(one['name'])}</code></dt><dd>{content.blocks(one['content'], shift, False)}</dd>"
                    for one in section["parameters"]) + "</dl>\n")
            elif section["kind"] == "content":
                parts.append(content.blocks(self._without_title(section["content"], is_member), shift, not is_member))
            elif section["kind"] != "mentions":
                raise ValueError(f"the site cannot show the section {section['kind']}")
        return "".join(parts)

    def _without_title(self, blocks, is_member):
        """The blocks without the heading that DocC puts above the discussion of a member."""
        is_titled = is_member and blocks and blocks[0]["type"] == "heading" and blocks[0]["text"] in ("Discussion", "Overview")
        return blocks[1:] if is_titled else blocks

    def _relationships(self, node, content):
        sections = node.data.get("relationshipsSections", [])
        rows = ""
        for section in sections:
            names = [name for name in section["identifiers"] if node.references.get(name, {}).get("title") not in OBVIOUS]
            if names:
                rows += f"<dt>{escape(section['title'])}</dt><dd>{', '.join(content.reference(name) for name in names)}</dd>"
        return f'<dl class="relationships">{rows}</dl>\n' if rows else ""

    def _topic(self, content, title, anchor, urls):
        """A group: members in full, and what has a page of its own as a list of links."""
        nodes = [self.library.nodes[url] for url in dict.fromkeys(urls) if url in self.library.nodes]
        anchor = anchor or title
        # A guide may have a section of the same name.
        headings = [block.get("anchor") for section in self.node.data.get("primaryContentSections", [])
                    for block in section.get("content", [])]
        if anchor in headings:
            anchor += "-1"
        heading = f'<h2 id="{html.escape(anchor)}">{escape(title)}</h2>\n' if title else ""
        return heading + self._entries(nodes, content, 3)

    def _entries(self, nodes, content, level):
        parts, links = [], []
        for node in nodes:
            if node.is_overload_group:
                # A page may list overloads as one; each is shown.
                for one in self.library.overloads(node):
                    self._enter(one, content, level, parts, links)
            else:
                self._enter(node, content, level, parts, links)
        listing = f'<ul class="cards">{"".join(links)}</ul>\n' if links else ""
        return listing + "".join(parts)

    def _enter(self, node, content, level, parts, links):
        """Adds a member in full to `parts`, or to `links` what has a page of its own."""
        if node.host is not self.node or node is self.node:
            links.append(self._card(node))
        elif node.url not in self.shown:
            self.shown.add(node.url)
            if node.is_generated_group:
                inner = [self.library.nodes[url] for _, _, urls in node.topics() for url in urls]
                parts.append(f'<h{level} id="{html.escape(self.library.anchor(node))}">{escape(node.title)}</h{level}>\n'
                             + self._entries(inner, content, level + 1))
            else:
                parts.append(self._member(node, level))

    def _card(self, node):
        content = self.content(node)
        is_page = node.is_article or node.is_module
        title = escape(node.title) if is_page else f"<code>{escape(node.title)}</code>"
        address = html.escape(self.link(node.url))
        return f'<li><a href="{address}">{title}</a><div>{content.inline(node.data.get("abstract"))}</div></li>\n'

    def _member(self, node, level):
        content = self.content(node)
        anchor = html.escape(self.library.anchor(node))
        # A link to overloads as one leads to the first.
        groups = "".join(f'<a id="{html.escape(self.library.anchor(group))}"></a>' for group in self._groups_of(node))
        defaults = "".join(
            f"<p>Default: {', '.join(content.reference(name) for name in section['identifiers'])}</p>\n"
            for section in node.data.get("defaultImplementationsSections", []))
        return (f'<section class="member" id="{anchor}">{groups}<h{level}><a href="#{anchor}"><code>{escape(node.title)}'
                f'</code></a></h{level}>\n<p>{content.inline(node.data.get("abstract"))}</p>\n'
                f"{self._sections(node, content, True)}{defaults}</section>\n")

    def _groups_of(self, node):
        group = self.library.nodes.get(node.url.rsplit("-", 1)[0])
        if group and group.is_overload_group and group.url not in self.shown:
            self.shown.add(group.url)
            return [group]
        return []

    def _see_also(self, node, content):
        sections = [section for section in node.data.get("seeAlsoSections", []) if not section.get("generated")]
        return "".join(
            f"<h2>{escape(section['title'])}</h2><ul>"
            + "".join(f"<li>{content.reference(name)}</li>" for name in section["identifiers"]) + "</ul>\n"
            for section in sections)

    def _mentioned(self, node):
        """The guides that mention the type: a way from a symbol to a task."""
        pages = self.mentions.get(node.url, [])
        if not pages:
            return ""
        links = ", ".join(f'<a href="{html.escape(self.link(page.url))}">{escape(page.title)}</a>' for page in pages)
        return f'<p class="mentioned">Guides that mention it: {links}.</p>\n'


def mentions(library):
    """For each symbol, the guides whose text names it."""
    found = {}
    for node in library.pages():
        if not node.is_article:
            continue
        for section in node.data.get("primaryContentSections", []):
            for identifier in _references(section):
                url = node.references.get(identifier, {}).get("url", "").lower()
                target = library.nodes.get(url)
                if target and not target.is_article and not target.is_module and node not in found.setdefault(url, []):
                    found[url].append(node)
    return found


def _references(content):
    if isinstance(content, dict):
        if content.get("type") == "reference":
            yield content["identifier"]
        for value in content.values():
            yield from _references(value)
    elif isinstance(content, list):
        for value in content:
            yield from _references(value)
