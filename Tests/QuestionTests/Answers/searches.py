"""Searches for words, by lists of the words of each text."""

import re

from asking import folded, without_marks


def words(text):
    """The words of a text, folded; each Chinese letter is one."""
    return re.findall(r"[\u4e00-\u9fff]|[^\W_\u4e00-\u9fff]+", folded(without_marks(text or "")))


def begins(text, start):
    return any(word.startswith(start) for word in words(text))


def rank(text, *wanted):
    found, total = words(text), 0.0
    # Added one after the other, since `sum` of later Pythons compensates errors.
    for word in wanted:
        count = float(found.count(word))
        total += count / (count + 1 + len(found) / 100)
    return total


def answer(asking):
    python, rows = asking.python, asking.rows
    products = rows.product
    reviews = [row for row in rows.review if row.hidden is None and row.text is not None]

    def names(holds):
        return [row.name for row in products if holds(words(row.name))]

    python("Which products have the word “lantern” in their names?", names(lambda found: "lantern" in found))
    python(
        "Which products have a word that begins with “pap” in their names?",
        [row.name for row in products if begins(row.name, "pap")])
    python(
        "Which products are of paper or lamps, but not for writing?",
        names(lambda found: {"paper", "lamp"} & set(found) and "writing" not in found))
    python(
        "Which products name the north sea, with these words side by side?",
        names(lambda found: ("north", "sea") in zip(found, found[1:])))
    python(
        "Which products have the word “wool” in their names, also before an underscore?",
        names(lambda found: "wool" in found))
    python("Which products have the letter “紙” in their names?", names(lambda found: "紙" in found))
    python(
        "Which products and which reviews name a street, with “ß” or “SS”?",
        names(lambda found: "strasse" in found)
        + [str(row.id) for row in reviews if "strasse" in words(row.text)])
    python(
        "How many reviews with a text say neither “bon” nor “ok”?",
        [sum(not {"bon", "ok"} & set(words(row.text)) for row in reviews)])
    wanted = ("paper", "lantern", "storm")
    ranked = sorted(products, key=lambda row: (-rank(row.name, *wanted), row.id))
    python(
        "Which products fit “paper lantern storm” best?",
        [(row.name, rank(row.name, *wanted)) for row in ranked[:5]])
    python(
        "Where are “paper” and words with “lan” at their beginning in the names?",
        [re.sub(r"\b(paper\b|lan\w*)", r"<\1>", row.name, flags=re.I) for row in products
         if "paper" in words(row.name) or begins(row.name, "lan")])
    lights = {row.id for row in products if {"lamp", "lantern"} & set(words(row.name))}
    python(
        "How many orders have a lamp or a lantern?",
        [len({row.orders for row in rows.line if row.product in lights})])
    categories = {row.id: row.name for row in rows.category}
    counts = {}
    for row in products:
        if begins(row.name, "b"):
            name = categories.get(row.category)
            counts[name] = counts.get(name, 0) + 1
    python(
        "How many products of each category have a word with “b” at its beginning?",
        sorted(counts.items(), key=lambda item: (item[0] is not None, (item[0] or "").encode())))
