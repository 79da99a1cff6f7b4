"""DocC's content as HTML: text, code, tables, asides and declarations."""

import html
import re

import pygments
import pygments.formatters
import pygments.lexers
import pygments.util

# A declaration that is longer gets a line for each parameter.
LONG_DECLARATION = 90
TOKENS = {"keyword": "k", "attribute": "nd", "typeIdentifier": "t", "genericParameter": "t", "identifier": "d",
          "internalParam": "p", "number": "m", "string": "s"}


def escape(text):
    return html.escape(text, quote=False)


def code_block(code, language):
    """A listing, coloured where its language is known."""
    try:
        lexer = pygments.lexers.get_lexer_by_name(language or "text", stripnl=False)
    except pygments.util.ClassNotFound:
        lexer = pygments.lexers.get_lexer_by_name("text", stripnl=False)
    shown = pygments.highlight(code, lexer, pygments.formatters.HtmlFormatter(nowrap=True))
    # What the library does not know, such as a key path, is no fault of the code.
    shown = shown.replace('<span class="err">', "<span>")
    return f'<pre class="code" tabindex="0"><code>{shown.rstrip()}</code></pre>\n'


def text_of(markup):
    """The words of some HTML."""
    without_inline = re.sub(r"</?(?:a|code|em|strong|span|s)\b[^>]*>", "", markup)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", without_inline)).split())


class Content:
    """Writes the content of one node; `link` gives the address of what a reference means, or nothing."""

    def __init__(self, node, link, link_of_path):
        self.references = node.references
        self.link = link
        self.link_of_path = link_of_path

    def inline(self, items):
        return "".join(self._inline(item) for item in items or [])

    def _inline(self, item):
        kind = item["type"]
        if kind == "text":
            return escape(item["text"])
        if kind == "codeVoice":
            shown = f"<code>{escape(item['code'])}</code>"
            path = self.link_of_path(item["code"])
            return f'<a href="{html.escape(path)}">{shown}</a>' if path else shown
        if kind == "reference":
            return self.reference(item["identifier"], item)
        tags = {"emphasis": "em", "strong": "strong", "strikethrough": "s", "newTerm": "em"}
        if kind in tags:
            return f"<{tags[kind]}>{self.inline(item['inlineContent'])}</{tags[kind]}>"
        raise ValueError(f"the site cannot show {kind} in text")

    def title(self, identifier, item=None):
        """How a reference is shown: a symbol as code, a page by its title."""
        found = self.references.get(identifier, {})
        if item and item.get("overridingTitleInlineContent"):
            return self.inline(item["overridingTitleInlineContent"])
        title = escape(found.get("title") or identifier)
        is_text = found.get("role") in ("article", "collectionGroup", "collection") or found.get("type") in ("link", "section")
        return title if is_text else f"<code>{title}</code>"

    def reference(self, identifier, item=None):
        found = self.references.get(identifier, {})
        shown = self.title(identifier, item)
        url = found.get("url", "")
        # What other modules declare, such as Swift's own protocols, is named without a link.
        if not url or (item and not item.get("isActive", True)):
            return shown
        address = url if found["type"] == "link" else self.link(url)
        if address is None:
            raise ValueError(f"no page shows {url}")
        return f'<a href="{html.escape(address)}">{shown}</a>'

    def blocks(self, items, shift=0, with_anchors=True):
        """Some blocks; `shift` moves headings down, as a member stands below the headings of its page."""
        return "".join(self._block(item, shift, with_anchors) for item in items or [])

    def _block(self, item, shift, with_anchors):
        kind = item["type"]

        def inner(content):
            return self.blocks(content, shift, with_anchors)

        if kind == "heading":
            level = min(item["level"] + shift, 6)
            anchor = f' id="{html.escape(item["anchor"])}"' if with_anchors else ""
            return f"<h{level}{anchor}>{escape(item['text'])}</h{level}>\n"
        if kind == "paragraph":
            return f"<p>{self.inline(item['inlineContent'])}</p>\n"
        if kind == "codeListing":
            return code_block("\n".join(item["code"]), item.get("syntax"))
        if kind in ("unorderedList", "orderedList"):
            tag = "ul" if kind == "unorderedList" else "ol"
            start = f' start="{item["start"]}"' if item.get("start", 1) != 1 else ""
            return f"<{tag}{start}>" + "".join(f"<li>{inner(entry['content'])}</li>" for entry in item["items"]) + f"</{tag}>\n"
        if kind == "aside":
            name = escape(item.get("name") or item["style"].capitalize())
            return f'<aside class="{html.escape(item["style"])}"><p class="name">{name}</p>{inner(item["content"])}</aside>\n'
        if kind == "table":
            return self._table(item, inner)
        if kind == "termList":
            return "<dl>" + "".join(
                f"<dt>{self.inline(entry['term']['inlineContent'])}</dt><dd>{inner(entry['definition']['content'])}</dd>"
                for entry in item["items"]) + "</dl>\n"
        if kind == "thematicBreak":
            return "<hr>\n"
        raise ValueError(f"the site cannot show {kind}")

    def _table(self, item, inner):
        def row(cells, tag):
            shown = (re.sub(r"^<p>(.*)</p>\s*$", r"\1", inner(cell), flags=re.DOTALL) for cell in cells)
            return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in shown) + "</tr>\n"

        rows = item["rows"]
        head = f"<thead>{row(rows[0], 'th')}</thead>" if item.get("header") in ("row", "both") else ""
        body = rows[1:] if head else rows
        return (f'<div class="table" tabindex="0"><table>{head}<tbody>'
                + "".join(row(cells, "td") for cells in body) + "</tbody></table></div>\n")

    def declaration(self, tokens):
        """A declaration in Swift, with links to the types in it."""
        is_long = sum(len(token["text"]) for token in tokens) > LONG_DECLARATION
        parts = []
        for token in tokens:
            text = escape(token["text"])
            name = TOKENS.get(token["kind"])
            if name:
                text = f'<span class="{name}">{text}</span>'
            url = self.references.get(token.get("identifier"), {}).get("url")
            if url and (address := self.link(url)):
                text = f'<a href="{html.escape(address)}">{text}</a>'
            if is_long and token["kind"] == "externalParam":
                text = f"\n    {text}"
            if is_long and token["kind"] == "keyword" and token["text"] == "where":
                text = f"\n{text}"
            parts.append(text)
        return f'<pre class="declaration" tabindex="0"><code>{"".join(parts)}</code></pre>\n'
