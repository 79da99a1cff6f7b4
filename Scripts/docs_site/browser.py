"""Looks at the site in a headless Chromium: whether each page fits a desktop and a telephone, and whether the search finds.

Chromium speaks its debugging protocol over two pipes, so this needs no library. Pictures of some pages are for eyes.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

WIDTHS = {"desktop": (1280, 900), "telephone": (390, 844)}
# The pages of which pictures are taken: prose, tables, code, a long type, a module.
PICTURED = ("index.html", "docs/capabilities.html", "docs/performance.html", "decisions/index.html", "stores/sqlite.html",
            "granary/index.html", "granary/models.html", "granary/comingfrom.html", "granary/context.html",
            "granary/ayearinthelifeofastore.html")
# What people look for, and the page or place that must be among the first five.
SOUGHT = {"primary key": "granary/attributeoption.html#primaryKey", "fetch": "granary/context.html#fetch", "Context": "granary/context.html",
          "merge rules": "granary/conflicts.html", "graceful stop": "granary/inproduction.html",
          "outbox": "granarysync/outbox.html", "postgresql": "stores/postgresql.html"}
# Longer than any answer takes, so that a browser that hangs is a fault.
PATIENCE = 60
# How much of a page a picture shows, in pixels.
TALL = 2600
OVERFLOW = """(() => {
  const wide = [...document.querySelectorAll("main *, header, nav")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.right > innerWidth + 1 && !one.closest(".table, pre");
  });
  return document.documentElement.scrollWidth > innerWidth
    ? `${document.documentElement.scrollWidth} of ${innerWidth} pixels: ${wide.slice(0, 2).map((one) => one.outerHTML.slice(0, 80))}`
    : "";
})()"""
SEARCH = """(async () => {
  const field = document.getElementById("site-query");
  field.value = %s;
  await search();
  return [...document.querySelectorAll("#site-results a")].map((one) => one.getAttribute("href"));
})()"""


class Browser:
    """A headless Chromium with one page."""

    def __init__(self, program, profile):
        to_child, self.to = os.pipe()
        self.answers, from_child = os.pipe()

        def connect():
            # The protocol reads from descriptor 3 and writes to 4; the copies keep the two from overwriting one another.
            first, second = os.dup(to_child), os.dup(from_child)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             f"--user-data-dir={profile}", "about:blank"],
            close_fds=False, preexec_fn=connect, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        self.number, self.buffer, self.session = 0, b"", None
        self.events = []
        try:
            self._attach()
        except BaseException:
            self.close()
            raise

    def _attach(self):
        page = next(one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Log.enable")

    def close(self):
        self.process.kill()
        self.process.wait()

    def _next(self):
        """The next message."""
        end = time.monotonic() + PATIENCE
        while b"\0" not in self.buffer:
            if not select.select([self.answers], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("Chromium does not answer")
            read = os.read(self.answers, 1 << 20)
            if not read:
                raise EOFError("Chromium has ended")
            self.buffer += read
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method, **parameters):
        """Sends a command and returns its result; events that come before it are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise ValueError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def open(self, path):
        """Opens a page and returns what it has complained of."""
        self.events.clear()
        self.call("Page.navigate", url=path.as_uri())
        while not any(one.get("method") == "Page.loadEventFired" for one in self.events):
            self.events.append(self._next())
        return [json.dumps(one["params"])[:200] for one in self.events
                if one.get("method") == "Runtime.exceptionThrown"
                or (one.get("method") == "Log.entryAdded" and one["params"]["entry"]["level"] == "error")]

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise ValueError(result["exceptionDetails"]["exception"].get("description", "an exception"))
        return result["result"].get("value")

    def picture(self, path, height=None):
        """Takes a picture of what is seen, or of the page from its start down to a height."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        area = {"clip": {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], height), "scale": 1},
                "captureBeyondViewport": True} if height else {}
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png", **area)["data"]))

    def darken(self, is_dark):
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}])


def look(site, pictures):
    """What is wrong with how the pages look."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        return ["docs-site: --look needs Chromium (apt-get install chromium)"]
    shutil.rmtree(pictures, ignore_errors=True)
    pictures.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(program, profile)
        try:
            return [*_widths(browser, site, pictures), *_searches(browser, site, pictures)]
        finally:
            browser.close()


def _widths(browser, site, pictures):
    for path in sorted(site.rglob("*.html")):
        file = path.relative_to(site).as_posix()
        yield from (f"{file}: {fault}" for fault in browser.open(path))
        # A page is opened once and then narrowed, which takes half of the time.
        for name, size in WIDTHS.items():
            browser.resize(*size)
            if overflow := browser.value(OVERFLOW):
                yield f"{file}: does not fit a {name}: {overflow}"
            if file in PICTURED:
                picture = f"{file.replace('/', '-').removesuffix('.html')}-{name}"
                browser.picture(pictures / f"{picture}.png", TALL)
                browser.darken(True)
                browser.picture(pictures / f"{picture}-dark.png")
                browser.darken(False)


def _searches(browser, site, pictures):
    for name, size in WIDTHS.items():
        browser.resize(*size)
        for start in ("index.html", "granary/context.html"):
            browser.open(site / start)
            for words, wanted in SOUGHT.items():
                found = browser.value(SEARCH % json.dumps(words))
                prefix = "../" * start.count("/")
                if not any(one.removeprefix(prefix).startswith(wanted) for one in found[:5]):
                    yield f"{start}: a search for {words} does not lead to {wanted}, but to {found[:5]}"
            browser.picture(pictures / f"search-{start.replace('/', '-').removesuffix('.html')}-{name}.png")
