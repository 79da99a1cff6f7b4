"""The Markdown pages of the repository: which there are, where the site has them, and what their links mean."""

import html
import pathlib
import re
import urllib.parse

import markdown_it

from .content import code_block, escape, text_of

# Where the pages come from, with the folder of the site that holds them.
FOLDERS = {"Docs": "docs", "Docs/Decisions": "decisions", "Docs/Design": "design"}
SINGLE = {"README.md": "index.html", "CONTRIBUTING.md": "docs/contributing.html", "CHANGELOG.md": "docs/changelog.html",
          "SECURITY.md": "docs/security.html"}
READMES = {"Backends": "stores", "Examples": "examples"}


class ManualPage:
    """A Markdown page and where it is in the site."""

    def __init__(self, root, path, file):
        self.path = path
        self.file = file
        self.text = (root / path).read_text(encoding="utf-8")
        title = re.search(r"^# (.+)$", self.text, re.MULTILINE)
        self.title = title[1].replace("`", "") if title else pathlib.Path(path).stem


def find_pages(root):
    """The pages by their paths in the repository."""
    files = dict(SINGLE)
    for folder, target in FOLDERS.items():
        for path in sorted((root / folder).glob("*.md")):
            name = "index" if path.stem == "README" else path.stem.lower()
            files[f"{folder}/{path.name}"] = f"{target}/{name}.html"
    for folder, target in READMES.items():
        for path in sorted((root / folder).glob("*/README.md")):
            files[path.relative_to(root).as_posix()] = f"{target}/{path.parent.name.lower()}.html"
    return {path: ManualPage(root, path, file) for path, file in files.items()}


def slug(title, used):
    """The anchor that GitHub gives a heading, so that links work in both places."""
    base = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
    number = used.get(base, -1) + 1
    used[base] = number
    return f"{base}-{number}" if number else base


class Writer:
    """Writes Markdown pages as HTML.

    `place` gives the file of the site for a path of the repository, or nothing; `link` the address of such a file. A link to
    a source file, which the site does not hold, becomes text with the path; one to nothing is a fault.
    """

    def __init__(self, root, place, link):
        self.root = root
        self.place = place
        self.link = link
        self.faults = []
        self.parser = markdown_it.MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        self.parser.add_render_rule("fence", lambda _, tokens, index, *__: self._fence(tokens[index]))
        self.parser.add_render_rule("code_inline", lambda _, tokens, index, *__: self._code(tokens, index))
        self.parser.add_render_rule("table_open", lambda *_: '<div class="table" tabindex="0"><table>')
        self.parser.add_render_rule("table_close", lambda *_: "</table></div>\n")

    def _fence(self, token):
        return code_block(token.content, token.info.split()[0] if token.info.strip() else "text")

    def _code(self, tokens, index):
        shown = f"<code>{escape(tokens[index].content)}</code>"
        types = [token.type for token in tokens[:index]]
        is_linked = types.count("link_open") > types.count("link_close")
        file = None if is_linked else self.place(tokens[index].content)
        return f'<a href="{html.escape(self.link(self.page.file, file))}">{shown}</a>' if file else shown

    def body(self, page):
        """The HTML of a page without its title."""
        self.page = page
        tokens = self.parser.parse(page.text)
        used = {}
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                token.attrSet("id", slug(text_of(self.parser.renderer.renderInlineAsText(
                    tokens[index + 1].children, self.parser.options, {})) or tokens[index + 1].content, used))
            if token.type == "inline":
                self._lead(token.children)
        shown = self.parser.renderer.render(tokens, self.parser.options, {})
        return re.sub(r"^\s*<h1[^>]*>.*?</h1>\s*", "", shown, count=1, flags=re.DOTALL)

    def _lead(self, tokens):
        """Makes each link of a paragraph lead to the page of the site."""
        is_text = []
        for token in tokens:
            if token.type == "link_open":
                address = self._address(token.attrGet("href"))
                is_text.append(address is None)
                if address is None:
                    token.tag, token.attrs = "span", {"class": "source", "title": f"in the repository: {token.attrGet('href')}"}
                else:
                    token.attrSet("href", address)
            elif token.type == "link_close" and is_text.pop():
                token.tag = "span"

    def _address(self, target):
        """Where a link leads, or nothing when it leads to a file of the repository that is no page."""
        if re.match(r"[a-z]+:", target) or target.startswith("#"):
            return target
        path, _, anchor = urllib.parse.unquote(target).partition("#")
        full = (self.root / self.page.path).parent.joinpath(path).resolve()
        inside = full.relative_to(self.root).as_posix() if full.is_relative_to(self.root) else None
        if inside is None or not full.exists():
            self.faults.append(f"{self.page.path}: the link to {target} leads nowhere")
            return None
        file = self.place(inside) or self.place(f"{inside}/README.md")
        if file is None:
            return None
        return self.link(self.page.file, file) + (f"#{urllib.parse.quote(anchor)}" if anchor else "")
