"""Writes the whole site: the pages of the archives, those of the repository, the list of pages and the search."""

import re
import shutil
import urllib.parse

import pygments.formatters

from . import archives, check, frame, manual, search, symbols
from .content import text_of

# The list of pages, by what a reader wants. A page of the repository that is not named comes last, under Project.
TUTORIALS = ("FromAnEmptyFolder", "AYearInTheLifeOfAStore", "ADayWithoutANetwork", "TwoTravellersAndAGuest")
USING = ("Docs/Configuration.md", "Docs/Safety.md", "Docs/Performance.md", "Docs/Capabilities.md", "Docs/Glossary.md")
SERVERS = ("Docs/WorkingOffline.md", "Docs/Sources.md", "Docs/Servers.md", "Docs/Accounts.md", "Docs/Modules.md")
# What the search calls the pages of a folder.
KINDS = {"Docs/Decisions/": "Decision", "Docs/Design/": "Design", "Backends/": "Store", "Examples/": "Example"}
# The page to read about a module whose archive has only symbols; those of stores have their READMEs.
READ_FIRST = {"GranaryTool": "Sources/Granary/Granary.docc/CommandLineTool.md", "GranarySyncTool": "Docs/WorkingOffline.md",
              "GranaryAccountsTool": "Docs/Accounts.md", "GranaryFoundation": "Sources/Granary/Granary.docc/Queries.md",
              "GranaryHTTP": "Docs/Sources.md", "GranarySyncTesting": "Docs/Sources.md", "GranaryService": "Docs/Modules.md",
              "GranaryConformance": "Sources/GranaryStore/GranaryStore.docc/BackendAuthors.md",
              "GranaryKeyValue": "Sources/GranaryStore/GranaryStore.docc/BackendAuthors.md"}
# A page that DocC has made of what no guide names; it is on the page of its module.
UNLISTED = "StoreContract"


class Site:
    """The pages, and where the paths and addresses of the sources are in the site."""

    def __init__(self, root, archive_paths, catalogs):
        self.root = root
        self.library = archives.Library(archive_paths)
        self.manual = manual.find_pages(root)
        self.mentions = symbols.mentions(self.library)
        self.files = {path: page.file for path, page in self.manual.items()}
        for module, catalog in catalogs.items():
            for path in catalog.glob("*.md"):
                url = f"/documentation/{module.lower()}" + ("" if path.stem == module else f"/{path.stem.lower()}")
                if url in self.library.nodes:
                    self.files[path.relative_to(root).as_posix()] = self.library.nodes[url].file
        self.titles = {path: page.title for path, page in self.manual.items()}
        self.titles |= {path: self.library.files[file].title for path, file in self.files.items() if path not in self.titles}
        self.frame = frame.Frame(self.groups())
        self.entries = []
        self._indexed = set()

    def groups(self):
        """The list of pages."""
        articles = [node for node in self.library.pages() if node.is_article]
        tutorials = sorted((node for node in articles if node.name in TUTORIALS),
                           key=lambda node: TUTORIALS.index(node.name))
        ordered = self._in_order(articles)
        guides = [node for node in ordered
                  if node not in tutorials and node.parts[0] == "granary" and node.name != UNLISTED]
        authors = [node for node in ordered if node not in tutorials and node.parts[0] != "granary"]
        modules = sorted((node for node in self.library.nodes.values() if node.is_module), key=lambda node: node.title)

        def named(paths):
            return [(self.manual[path].file, self.manual[path].title) for path in paths]

        groups = [("Start", [("index.html", "Granary"), *((node.file, node.title) for node in tutorials)]),
                  ("Guides", [(node.file, node.title) for node in guides]),
                  ("Using it", named(USING)),
                  ("Servers and accounts", named(SERVERS)),
                  ("Stores", named(path for path in self.manual if path.startswith("Backends/"))
                   + [(node.file, node.title) for node in authors]),
                  ("Examples", named(path for path in self.manual if path.startswith("Examples/"))),
                  ("Modules", [(node.file, node.title) for node in modules])]
        known = {file for _, entries in groups for file, _ in entries}
        rest = [page for path, page in self.manual.items() if page.file not in known
                and not (path.startswith("Docs/Decisions/") and not path.endswith("README.md"))]
        return groups + [("Project", [(page.file, page.title) for page in rest])]

    def _in_order(self, articles):
        """The guides in the order in which the page of their module names them."""
        order = {}
        for node in self.library.nodes.values():
            if node.is_module:
                for _, _, urls in node.topics():
                    for url in urls:
                        order.setdefault(url, len(order))
        return sorted(articles, key=lambda node: order.get(node.url, len(order)))

    def write(self, folder):
        """Writes the site and returns what is wrong with it."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        faults = self._write_manual(folder)
        for node in self.library.pages():
            self._write_node(folder, node)
        search.write(self.entries, folder / "search-index.js")
        own = self.root / "Scripts/docs_site"
        shutil.copy(own / "site.js", folder)
        light, dark = (pygments.formatters.HtmlFormatter(style=style, nobackground=True).get_style_defs
                       for style in ("friendly", "github-dark"))
        (folder / "style.css").write_text(
            (own / "style.css").read_text() + light(".code")
            + "\n" + dark('[data-theme="dark"] .code')
            + "\n@media (prefers-color-scheme: dark) {\n" + dark(':root:not([data-theme="light"]) .code') + "\n}\n")
        return faults + check.faults(folder)

    def _put(self, folder, file, text):
        path = folder / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def _write_manual(self, folder):
        writer = manual.Writer(self.root, self.files.get, frame.link)
        index = self.manual["Docs/Decisions/README.md"]
        for path, page in self.manual.items():
            is_decision = path.startswith("Docs/Decisions/") and page is not index
            body = writer.body(page)
            self._put(folder, page.file, self.frame.page(
                page.file, page.title, [(index.file, index.title)] if is_decision else [], body,
                listed_as=index.file if is_decision else None))
            kind = next((kind for folder, kind in KINDS.items() if path.startswith(folder)), "Page")
            self.entries += search.guide_entries(page.title, kind, page.file, body)
        return writer.faults

    def _address(self, file):
        """What gives the addresses of DocC as they are seen from a page, or nothing where the site does not have them."""
        def address(url):
            if re.match(r"https?:", url):
                return url
            place = self.library.place(url)
            if place is None:
                return None
            to, anchor = place
            return frame.link(file, to + (f"#{urllib.parse.quote(anchor, safe='()_:.,~!*')}" if anchor else ""))
        return address

    def _write_node(self, folder, node):
        def link_of_path(path):
            return frame.link(node.file, self.files[path]) if path in self.files else None

        page = symbols.SymbolPage(node, self.library, self._address(node.file), link_of_path, self.mentions)
        body = page.body()
        if node.is_module and not node.data.get("abstract"):
            body = self._read_first(node) + body
        chain = self.library.chain(node)
        module = chain[0] if chain else node
        self._put(folder, node.file, self.frame.page(
            node.file, node.title, [(above.file, above.title) for above in chain], body, "" if node.is_article else node.kind,
            listed_as=None if node.is_article or node.is_module else module.file))
        if node.is_article:
            self.entries += search.guide_entries(node.title, node.kind, node.file, body)
        else:
            self._index(node, module, page)

    def _read_first(self, module):
        """A link to the page that explains a module without guides of its own."""
        read = READ_FIRST.get(module.title) or f"Backends/{module.title.removeprefix('Granary')}/README.md"
        title = self.titles[read]
        return f'<p>Read <a href="{frame.link(module.file, self.files[read])}">{frame.escape(title)}</a> first.</p>\n'

    def _index(self, node, module, page):
        """Puts a symbol and its members into the search, once where two modules show them."""
        above = [found.title for found in self.library.chain(node) if not found.is_module]
        for one in (node, *node.members):
            if one.is_generated_group or one.is_overload_group or one.metadata.get("externalID") in self._indexed:
                continue
            self._indexed.add(one.metadata.get("externalID"))
            summary = text_of(page.content(one).inline(one.data.get("abstract")))
            names = [*above, one.title] if one is node else [*above, node.title, one.title]
            self.entries.append(search.symbol_entry(
                ".".join(names), f"{one.kind} · {module.title}", node.file,
                "" if one is node else self.library.anchor(one), summary))
