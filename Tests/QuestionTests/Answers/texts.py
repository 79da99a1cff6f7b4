"""Comparisons and functions of texts. SQLite's own know the letters of ASCII alone, so what folds is Python."""

from asking import folded, without_marks


def answer(asking):
    sql, python, rows = asking.sql, asking.python, asking.rows
    customers = sorted(rows.customer, key=lambda row: row.code)
    products = rows.product

    python(
        "Which products begin with “Paper” or “paper”?",
        [row.name for row in products if folded(row.name).startswith("paper")])
    sql("Which products begin with “Notebook”?", "SELECT name FROM product WHERE name GLOB 'Notebook*' ORDER BY id")
    sql("Which products end with “m”?", "SELECT name FROM product WHERE name GLOB '*m' ORDER BY id")
    sql("Which products contain a percent sign?", "SELECT name FROM product WHERE instr(name, '%') ORDER BY id")
    sql("Which names contain an underscore?", "SELECT name FROM product WHERE instr(name, '_') ORDER BY id")
    sql(
        "Which products match a pattern with both wildcards?",
        "SELECT name FROM product WHERE name GLOB 'P?n*l *' ORDER BY id")
    python(
        "Which customers are called “Nordlys” in any case?",
        [row.name for row in customers if folded(row.name) == "nordlys"])
    python(
        "Which customers are called “Åse Lys” in any case?",
        [row.name for row in customers if folded(row.name) == folded("åse lys")])
    python(
        "Which customers contain “gross”, with a sharp s or not?",
        [row.name for row in customers if "gross" in folded(row.name)])
    sql(
        "Which customers are called “Café Nord” in exactly the composed form?",
        "SELECT code FROM customer WHERE name = 'Caf' || char(233) || ' Nord' ORDER BY code")
    python(
        "Which customers are called “Cafe Nord”, with marks or without?",
        [row.code for row in customers if folded(without_marks(row.name)) == "cafe nord"])
    python(
        "Which suppliers' names contain “emile”, with marks or without?",
        [row.name for row in rows.supplier if "emile" in folded(without_marks(row.name))])
    seen = [row for row in rows.review if row.hidden is None]
    written = [row for row in seen if row.text is not None]
    python(
        "Which reviews say “très bon” in any spelling?",
        [row.id for row in written if folded(without_marks(row.text)) == "tres bon"])
    python(
        "Which reviews end with a sigma of any kind?",
        [row.id for row in written if folded(row.text).endswith("σ")])
    python(
        "Which reviews say that the street is missing, with “ß” or “SS”?",
        [row.id for row in written if folded(row.text).startswith("strasse")])
    sql(
        "Which customers come first by the bytes of their names?",
        "SELECT name FROM customer ORDER BY name, code LIMIT 12")
    sql(
        "Which customers come last by the bytes of their names?",
        "SELECT name FROM customer ORDER BY name DESC, code DESC LIMIT 8")
    sql(
        "How long are the names of products, in scalars and bytes?",
        "SELECT name, length(name), length(CAST(name AS BLOB)) FROM product ORDER BY id")
    sql(
        "Which products have the longest names?",
        "SELECT name FROM product ORDER BY length(name) DESC, id DESC LIMIT 5")
    python(
        "How are the cities written in capitals?",
        sorted({row.city.upper() for row in customers if row.city is not None}, key=str.encode))
    python("How are the suppliers written in small letters?", [row.name.lower() for row in rows.supplier])
    sql(
        "Which customers' names have spaces at an end?",
        "SELECT code FROM customer WHERE name <> trim(name) ORDER BY code")
    sql(
        "Which reviews have a text, but one that is blank?",
        "SELECT id FROM review WHERE hidden IS NULL AND trim(text) = '' ORDER BY id")
    sql(
        "What are the first three letters of the products, and the fifth and sixth?",
        "SELECT substr(name, 1, 3), substr(name, 5, 2) FROM product ORDER BY id")
    sql(
        "Where is the first space in the names of customers?",
        "SELECT code, nullif(instr(name, ' '), 0) - 1 FROM customer ORDER BY code")
    sql(
        "How do the charts read with another word?",
        "SELECT replace(name, 'Chart', 'Map') FROM product WHERE instr(name, 'Chart') ORDER BY id")
    sql(
        "What are the labels of the customers of Poland, with city and country?",
        "SELECT name || ', ' || city || ' (' || country || ')' FROM customer WHERE country = 'PL' ORDER BY code")
    python(
        "Which employees have a last name with the first letter of their first?",
        [row.last for row in rows.employee if folded(row.first[0]) in folded(row.last)])
    sql(
        "How many orders go to a city whose letters the customer's city begins with?",
        "SELECT count(*) FROM orders o JOIN customer c ON c.code = o.customer"
        " WHERE substr(c.city, 1, length(o.city)) = o.city")
    sql(
        "How do numbers of orders read as texts with a prefix?",
        "SELECT 'No. ' || id FROM orders WHERE id % 50 = 0 ORDER BY id")
    sql(
        "Which telephone numbers end in an even number?",
        "SELECT phone FROM customer WHERE CAST(substr(phone, 5) AS INTEGER) % 2 = 0 ORDER BY code")
    python(
        "What are the prices of dear products as texts?",
        [(row.id, row.price / 100 if row.price % 100 else row.price // 100, bool(row.discontinued))
         for row in products if row.price > 4_950])
    python(
        "Which names of products hold a number behind five letters, and which?",
        [(row.name, int(row.name[5:7])) for row in products if row.name[5:7].isdigit()])
    sql(
        "Which letters do the keys of customers begin with, and how often?",
        "SELECT substr(code, 1, 1), count(*) FROM customer GROUP BY 1 ORDER BY 1")
    sql(
        "Which products contain a character beyond the first plane?",
        "SELECT name FROM product WHERE instr(name, char(128161)) ORDER BY id")
    sql("Which identifier has a product, also as a text?", "SELECT sku, sku FROM product WHERE id = 1")
