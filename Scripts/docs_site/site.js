// What the pages of the documentation do: light or dark, the list of pages on a telephone, and the search.
"use strict";

const root = document.documentElement;
const query = document.getElementById("site-query");
const results = document.getElementById("site-results");
const MOST_RESULTS = 40;

function remember(key, value) {
  try { localStorage.setItem(key, value); } catch { /* Some browsers remember nothing for files. */ }
}

function remembered(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

if (remembered("theme")) root.dataset.theme = remembered("theme");
document.getElementById("site-theme").addEventListener("click", () => {
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  remember("theme", root.dataset.theme);
});

// A wide screen has room for what is on the page; a telephone shows it when asked.
const contents = document.querySelector("details.contents");
if (contents) contents.open = matchMedia("(min-width: 80rem)").matches;
document.querySelector("nav.pages [aria-current]")?.scrollIntoView({ block: "center" });
window.scrollTo(0, 0);
if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();

// The index is large, so it is loaded when someone begins to search. A script may be loaded from a folder, data may not.
let loading = null;
function loadIndex() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = root.dataset.root + "search-index.js";
    script.onload = () => resolve(searchIndex.map(([title, kind, address, text]) => (
      { title, kind, address, text, name: title.toLowerCase(), words: text.toLowerCase() })));
    script.onerror = () => reject(new Error("the index of the search is missing"));
    document.head.append(script);
  });
  return loading;
}

// How well a name fits one word: whole, at its start, at the start of a part, or inside.
function fit(name, word) {
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (name === word || last === word || last.split("(")[0] === word) return 100;
  if (last.startsWith(word)) return 60;
  const at = name.indexOf(word);
  if (at < 0) return 0;
  return /[\s.(_:›-]/.test(name[at - 1] ?? " ") ? 40 : 20;
}

const WEIGHTS = [[/^(Guide|Store)/, 20], [/^Page/, 8], [/^(Module|Class|Structure|Enumeration|Protocol|Macro)/, 10], [/^(Decision|Design)/, -12]];

// Names count most where all words are in them; where words stand together in a text, it is about them.
function score(entry, words, phrase) {
  const fits = words.map((word) => fit(entry.name, word));
  if (words.some((word, index) => !fits[index] && !entry.words.includes(word))) return -1;
  const areAllInName = fits.every(Boolean);
  let sum = fits.reduce((before, one) => before + (areAllInName ? one : Math.min(one || 5, 20)), 0) / words.length;
  if (words.length > 1) {
    if (entry.name.includes(phrase)) sum += 20;
    sum += 8 * Math.min(entry.words.split(phrase).length - 1, 4);
  }
  if (!entry.title.includes(" › ")) sum += 5;
  if (entry.name.startsWith("changelog")) sum -= 15;
  return sum + (WEIGHTS.find(([kind]) => kind.test(entry.kind))?.[1] ?? 0);
}

function find(index, text) {
  const phrase = text.trim().toLowerCase();
  const words = phrase.split(/\s+/).filter(Boolean);
  if (!words.length) return { words, found: [] };
  const found = index.map((entry) => ({ entry, score: score(entry, words, phrase) })).filter((one) => one.score > -1);
  found.sort((a, b) => b.score - a.score || a.entry.title.length - b.entry.title.length);
  return { words, found: found.map((one) => one.entry) };
}

// A part of the text around the first word that was sought.
function excerpt(entry, words) {
  const at = Math.max(0, Math.min(...words.map((word) => entry.words.indexOf(word)).filter((at) => at >= 0), Infinity) - 50);
  const start = at === Infinity || at > entry.text.length ? 0 : at;
  return (start ? "…" : "") + entry.text.slice(start, start + 150) + (entry.text.length > start + 150 ? "…" : "");
}

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function show({ words, found }) {
  results.replaceChildren();
  results.hidden = !words.length;
  if (!words.length) return;
  const count = found.length > MOST_RESULTS ? `${found.length} results, the best ${MOST_RESULTS}` : `${found.length} results`;
  const status = element("p", found.length ? count : "Nothing has all these words.", "count");
  status.setAttribute("role", "status");
  results.append(status);
  for (const entry of found.slice(0, MOST_RESULTS)) {
    const row = element("a");
    row.href = root.dataset.root + entry.address;
    row.append(element("b", entry.title), element("small", entry.kind), element("span", excerpt(entry, words)));
    results.append(row);
  }
}

let asked = 0;
async function search() {
  const number = ++asked;
  try {
    const index = await loadIndex();
    if (number === asked) show(find(index, query.value));
  } catch (error) {
    results.replaceChildren(element("p", error.message, "count"));
    results.hidden = false;
  }
}

function close() {
  results.hidden = true;
}

// The row that the keys have reached, or the field when they go above the first.
function move(step) {
  const rows = [...results.querySelectorAll("a")];
  const next = rows.indexOf(document.activeElement) + step;
  (next < 0 ? query : rows[Math.min(next, rows.length - 1)])?.focus();
}

query.addEventListener("input", search);
query.addEventListener("focus", () => { loadIndex().catch(() => {}); if (query.value) search(); });
document.getElementById("site-search").addEventListener("submit", (event) => {
  event.preventDefault();
  results.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  const isTyping = document.activeElement.matches("input[type=search], textarea");
  if (event.key === "/" && !isTyping) {
    event.preventDefault();
    query.focus();
  } else if (event.key === "Escape") {
    close();
    query.blur();
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !results.hidden) {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  }
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("#site-search") || event.target.closest("#site-results a")) close();
});
