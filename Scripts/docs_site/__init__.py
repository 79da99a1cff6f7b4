"""Writes the documentation as one site of plain HTML that opens from a folder; `Scripts/docs-site` runs it.

`archives` reads what DocC has made, `symbols` and `content` write it as pages; `manual` writes the Markdown pages of the
repository; `frame` puts each into the frame of the site, `search` makes the index, `check` follows every link, and `browser`
looks at the pages in a headless Chromium.
"""
