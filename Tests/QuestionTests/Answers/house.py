"""The order database of a made-up trading house: its rows, from one seed, and the same rows in SQLite in memory.

Money is a whole number of cents here, so that neither SQL nor Python rounds it; dates are texts in UTC, which SQLite's
functions read. The rows have empty values, ties, leap days, texts beyond ASCII, and relationships without objects.
"""

import datetime
import json
import random
import sqlite3
import uuid

SEED = 4_711

TABLES = {
    "region": "code TEXT PRIMARY KEY, name TEXT",
    "category": "id INTEGER PRIMARY KEY, name TEXT, note TEXT, parent INTEGER",
    "supplier": "id INTEGER PRIMARY KEY, name TEXT, city TEXT, country TEXT, rating REAL, address TEXT,"
    " phones TEXT",
    "product": "id INTEGER PRIMARY KEY, name TEXT, category INTEGER, supplier INTEGER, price INTEGER, stock INTEGER,"
    " reorder INTEGER, weight REAL, discontinued INTEGER, launched TEXT, sku TEXT,"
    " packs TEXT, materials TEXT",
    "tag": "word TEXT PRIMARY KEY",
    "product_tag": "product INTEGER, tag TEXT",
    "customer": "code TEXT PRIMARY KEY, name TEXT, city TEXT, country TEXT, phone TEXT, joined TEXT, credit INTEGER,"
    " region TEXT",
    "employee": "id INTEGER PRIMARY KEY, first TEXT, last TEXT, title TEXT, born TEXT, hired TEXT, salary INTEGER,"
    " boss INTEGER",
    "employee_region": "employee INTEGER, region TEXT",
    "shipper": "id INTEGER PRIMARY KEY, name TEXT",
    "orders": "id INTEGER PRIMARY KEY, customer TEXT, employee INTEGER, shipper INTEGER, placed TEXT, due TEXT,"
    " sent TEXT, freight INTEGER, city TEXT, country TEXT, status TEXT, priority INTEGER",
    "line": "id INTEGER PRIMARY KEY, orders INTEGER, product INTEGER, quantity INTEGER, price INTEGER,"
    " discount INTEGER",
    "review": "id INTEGER PRIMARY KEY, product INTEGER, customer TEXT, stars INTEGER, text TEXT, written TEXT,"
    " hidden TEXT",
}
COLUMNS = {name: [part.split()[0] for part in text.split(",")] for name, text in TABLES.items()}

# The columns of cents, which the file writes as decimals with a point.
CENTS = {
    ("product", "price"), ("customer", "credit"), ("employee", "salary"), ("orders", "freight"), ("line", "price"),
    ("line", "discount"),
}
FLAGS = {("product", "discontinued")}

CITIES = {
    "NO": ["Oslo", "Bergen", "Ålesund", "Tromsø"],
    "DE": ["Köln", "Nürnberg", "Husum", "Weißenfels"],
    "FR": ["Nîmes", "Orléans", "Brest"],
    "PL": ["Łódź", "Gdańsk"],
    "TR": ["İzmir", "Bursa"],
    "GR": ["Πάτρα", "Βόλος"],
    "IE": ["Cork", "Sligo"],
    "CA": ["Québec", "Halifax"],
    "JP": ["京都"],
}
REGION_OF = {"NO": "N", "DE": "M", "FR": "W", "PL": "M", "TR": "S", "GR": "S", "IE": "W", "CA": "O"}
SHOPS = [
    "Lykt & Søn", "Weiß Papier", "Atelier Brûlé", "Fabryka Łąki", "İnce Cam", "Φως και Σκιά", "The Quill",
    "Maison d'Érable", "紙の家", "Strand 100%", "under_score", "Åse Lys", "ÅSE LYS", "Bäckerei Groß", "Cafe\u0301 Nord",
    "Café Nord", "O'Malley", "Zum Anker", "  Spaced Out ", "Lampe 💡", "Hansa-Kontor", "Nordlys", "nordlys", "Ebb und Flut",
    "Tinte", "Vela", "Corvo", "Papermill", "Paper Moon", "Kanne", "Drei Linden", "Moor & Heide", "Falkenhof", "Fjordly",
    "Grønn Hage", "Seidenweg", "La Plume", "Le Quai", "Kork", "Sztuka", "Deniz", "Kalem", "Meltemi", "Thalassa", "Shore",
    "Harbour Ltd.", "Northern Ltd.", "Érablière",
]
GOODS = [
    ("Lantern", 1), ("Storm Lantern", 1), ("Paper Lantern", 1), ("Oil Lamp", 1), ("Reading Lamp", 1), ("Lamp 💡", 1),
    ("Candle", 2), ("Beeswax Candle", 2), ("Tealight", 2), ("Bougie parfumée", 2), ("Writing Paper", 4), ("Büttenpapier", 4),
    ("Washi 和紙", 4), ("Envelope", 4), ("Notebook A5", 4), ("Notebook A6", 4), ("Blotting Paper", 4), ("Quill", 5),
    ("Fountain Pen", 5), ("Pencil HB", 5), ("Pencil 2B", 5), ("Ink, black", 5), ("Ink, blue", 5), ("Tusche", 5),
    ("Teapot", 7), ("Çay bardağı", 7), ("Tasse", 7), ("Straße (Poster)", 3), ("Chart of the North Sea", 3),
    ("Chart of the Baltic", 3), ("Globe", 3), ("Compass", 3), ("Rope 10 m", None), ("Rope 20 m", None), ("Knife", 6),
    ("Whetstone", 6), ("Axe", 6), ("100% Wool Blanket", 8), ("Wool_Sock", 8), ("Sjal", 8), ("Mitten", 8), ("Scarf", 8),
]
CATEGORIES = [
    (1, "Light", None, None), (2, "Candles", "wax only", 1), (3, "Charts", "", None), (4, "Paper", None, None),
    (5, "Ink & Pens", "see also Paper", 4), (6, "Tools", None, None), (7, "Tea", None, None), (8, "Wool", None, None),
    (9, "Clocks", "nothing yet", 6), (10, "Sundials", None, 9),
]
SUPPLIERS = [
    (1, "Hvalfabrikken", "Bergen", "NO", 4.5), (2, "Wachswerk", "Köln", "DE", 3.75), (3, "Papeterie Émile", "Nîmes", "FR", None),
    (4, "Młyn", "Łódź", "PL", 4.5), (5, "Camcı", "Bursa", "TR", 2.25), (6, "Χαρτί", "Πάτρα", "GR", 0.1),
    (7, "Sligo Wool", "Sligo", "IE", 5.0), (8, "Kyoto Washi", "京都", "JP", 0.2), (9, "Nobody & Co.", None, "CA", None),
    (10, "hvalfabrikken", "Bergen", "NO", 0.3),
]
# Street, zip code, latitude and longitude, since when.
ADDRESSES = {
    1: ("Bryggen 4", "5003", (60.25, 5.5), "1999-05-17"), 2: ("Am Hof 7", "50667", (50.9375, 6.9375), "2010-01-01"),
    3: ("Rue Émile 1", None, (43.75, 4.375), None), 4: ("Młyńska 12", "90-001", None, "1999-05-17"),
    5: ("Çarşı 3", "", (40.125, 29.0), "2020-02-29"), 7: ("Quay 1", "F91", (54.25, -8.5), None),
    8: ("二条通 5", "604-0000", (35.0, 135.75), "2001-12-31"), 10: ("Bryggen 9", "5003", (60.25, 5.5), None),
}
PHONES = {
    1: ["+47 55 100", "+47 55 101"], 2: ["+49 221 7", "112"], 3: ["+33 466"], 4: [], 5: ["+90 224 1", "+90 224 2", "112"],
    6: ["+30 2610"], 7: [], 8: ["+81 75"], 9: [], 10: ["+47 55 100"],
}
MATERIALS = {
    "Lantern": ["brass", "glass"], "Storm Lantern": ["iron", "glass", "brass"], "Paper Lantern": ["paper", "bamboo"],
    "Candle": ["wax"], "Beeswax Candle": ["wax", "cotton"], "Lamp 💡": ["glass"], "Quill": ["Feder"], "Globe": [],
    "Straße (Poster)": ["paper"], "Fountain Pen": ["brass", "gold"], "Teapot": ["clay"], "Rope 10 m": ["hemp"],
    "Rope 20 m": ["hemp", "cotton"], "Compass": ["brass", "glass", "brass"], "Notebook A5": ["paper", "cotton"], "Axe": [],
}
WRAPS = ["paper", "tin", "cloth"]
TAGS = ["brass", "fragile", "gift", "heavy", "new", "sale", "Ölig", "überzählig", "unused"]
EMPLOYEES = [
    (1, "Ingrid", "Aas", "Head", "1961-05-17", "1990-01-01", 9_800_000, None),
    (2, "Jonas", "Brandt", "Sales", "1972-02-29", "2001-03-01", 6_250_050, 1),
    (3, "Solène", "Caron", "Sales", "1980-02-29", "2004-02-29", 6_250_050, 1),
    (4, "Paweł", "Dudek", "Sales", "1988-12-31", "2012-07-15", 5_100_000, 2),
    (5, "Elif", "Ertürk", "Stock", "1991-01-01", "2016-02-29", 4_400_000, 1),
    (6, "Νίκος", "Φωκάς", "Stock", "1969-07-20", "2010-10-10", 4_450_025, 5),
    (7, "Aoife", "Ó Briain", None, "1999-12-31", "2020-02-29", 3_900_000, 5),
    (8, "Noor", "Haddad", "Sales", "1995-03-15", "2019-12-31", 5_100_000, 2),
    (9, "Émile", "Isle", "Intern", "2003-08-08", "2023-09-01", 1_200_000, 8),
    (10, "Aa", "Zed", "Intern", "2002-02-28", "2024-02-29", 1_200_000, 8),
]
EMPLOYEE_REGIONS = [
    (1, "N"), (1, "M"), (1, "W"), (1, "S"), (2, "M"), (2, "N"), (3, "W"), (4, "M"), (8, "S"), (8, "O"), (9, "S"),
]
REMARKS = [
    "Lovely", "lovely!", "Came broken", "", None, "Très bon", "TRES BON", "Straße fehlt", "STRASSE FEHLT", "ok", "100 %",
    "smells of oil", None, "σοφός", "ΣΟΦΟΣ",
]


def moment(day, seconds=0):
    """The text of a moment: a date, and seconds after its beginning."""
    start = datetime.datetime(day.year, day.month, day.day) + datetime.timedelta(seconds=seconds)
    return start.strftime("%Y-%m-%dT%H:%M:%SZ")


def json_text(value):
    """A structure or a list as a text with JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def address(supplier):
    """The address of a supplier as JSON, without members for what is not known; nothing for those without one."""
    if supplier not in ADDRESSES:
        return None
    street, code, position, since = ADDRESSES[supplier]
    parts = {
        "position": position and dict(zip(("latitude", "longitude"), position)),
        "since": since and since + "T00:00:00Z", "street": street, "zip": code,
    }
    return json_text({name: part for name, part in parts.items() if part is not None})


def packs(product, price):
    """The packs in which a product is sold, as JSON: none to three, the dearer ones with a price in quarters of a crown."""
    made = []
    for position in range(product * 7 % 4):
        pieces = [2, 6, 12, 24, 50][(product + position * 3) % 5]
        pack = {"pieces": pieces, "wrap": WRAPS[(product + position) % 3]}
        if (product + position) % 5:
            pack = {"pieces": pieces, "price": price * pieces // 100 - position - 0.25, "wrap": pack["wrap"]}
        made.append(pack)
    return json_text(made)


def rows():
    """All rows by table, in the order of their keys; the same ones each time."""
    generator = random.Random(SEED)

    def below(count):
        # The one method whose results no version of Python has changed.
        return int(generator.random() * count)

    def pick(choices):
        return choices[below(len(choices))]

    day = datetime.date
    made = {name: [] for name in TABLES}
    made["region"] = [
        ("M", "Midlands"), ("N", "North"), ("O", "Overseas"), ("S", "South"), ("W", "West"), ("X", "Nowhere"),
    ]
    made["category"] = CATEGORIES
    made["supplier"] = [(*row, address(row[0]), json_text(PHONES[row[0]])) for row in SUPPLIERS]
    made["tag"] = [(word,) for word in sorted(TAGS, key=lambda word: word.encode())]
    made["shipper"] = [(1, "Ekspress"), (2, "Langsam & Co."), (3, "Möwe"), (4, "Idle")]
    made["employee"] = [
        (*row[:4], row[4] + "T00:00:00Z", row[5] + "T00:00:00Z", *row[6:]) for row in EMPLOYEES]
    made["employee_region"] = EMPLOYEE_REGIONS

    for number, (name, category) in enumerate(GOODS, start=1):
        price = pick([250, 499, 500, 999, 1_250, 1_999, 2_000, 4_950, 9_900, 12_345])
        launched = None if below(6) == 0 else moment(
            pick([day(2019, 2, 28), day(2020, 2, 29), day(2021, 3, 1), day(2023, 12, 31), day(2024, 2, 29)]))
        sku = None if below(5) == 0 else str(uuid.UUID(int=generator.getrandbits(128), version=4)).upper()
        weight = None if below(4) == 0 else pick([0.1, 0.2, 0.3, 0.7, 1.5, 2.25, 10.0])
        made["product"].append((
            number, name, category, None if below(10) == 0 else 1 + below(8), price, pick([0, 0, 3, 7, 12, 40, 120]),
            pick([0, 5, 10, 25]), weight, 1 if below(6) == 0 else 0, launched, sku, packs(number, price),
            json_text(MATERIALS[name]) if name in MATERIALS else None))
        for word in sorted({pick(TAGS[:-1]) for _ in range(below(4))}):
            made["product_tag"].append((number, word))

    countries = sorted(CITIES)
    for number, name in enumerate(SHOPS):
        country = countries[number % len(countries)]
        city = pick(CITIES[country] + [None, ""]) if number % 3 == 0 else pick(CITIES[country])
        letters = "".join(letter for letter in name.upper() if "A" <= letter <= "Z")[:3]
        joined = moment(day(1998, 1, 1) + datetime.timedelta(days=below(9_500)), pick([0, 0, 86_399, 43_200]))
        made["customer"].append((
            f"{letters or 'XX'}{number:02}", name, city, country,
            None if below(4) == 0 else f"+{below(90) + 10} {below(9_000) + 1_000}", joined,
            None if below(5) == 0 else pick([0, 50_000, 100_000, 100_000, 250_050]), REGION_OF.get(country)))
    made["customer"].sort(key=lambda row: row[0].encode())

    # The last of the customers never order; one of the shippers and two of the employees have nothing to do.
    buyers = [row for row in made["customer"] if below(8) > 0]
    placed = datetime.datetime(2023, 11, 1, 8)
    line = 0
    for number in range(1, 181):
        # Each seventeenth comes at the moment of the one before.
        pause = datetime.timedelta(hours=below(130), minutes=pick([0, 0, 30, 59]))
        placed = datetime.datetime(2024, 2, 29, 12) if number == 60 else placed + pause * (number % 17 > 0)
        buyer = None if below(20) == 0 else pick(buyers)
        due = None if below(7) == 0 else placed + datetime.timedelta(days=pick([7, 14, 30]))
        sent = None if below(5) == 0 else placed + datetime.timedelta(
            days=pick([0, 1, 3, 8, 20]), hours=pick([1, 5, 20]))
        status = "open" if sent is None else pick(["sent", "sent", "sent", "returned"])
        if sent is None and below(3) == 0:
            status = "packed"
        text = "%Y-%m-%dT%H:%M:%SZ"
        made["orders"].append((
            number, buyer and buyer[0], None if below(9) == 0 else pick([1, 2, 2, 3, 3, 4, 6, 7, 8]),
            None if sent is None and below(2) else pick([1, 1, 2, 3]), placed.strftime(text), due and due.strftime(text),
            sent and sent.strftime(text), pick([0, 0, 395, 590, 1_200, 1_250, 2_999, 10_075]),
            pick([buyer[2], buyer[2], "Bergen", None]) if buyer else None, buyer[3] if buyer else pick(countries), status,
            None if below(3) == 0 else pick([-1, 0, 1, 5, 127])))
        for _ in range(0 if below(12) == 0 else 1 + below(4)):
            line += 1
            # The axe and the globe are never bought.
            product = pick([row for row in made["product"] if row[1] not in ("Axe", "Globe")])
            made["line"].append((
                line, number, None if below(25) == 0 else product[0], pick([1, 1, 2, 3, 5, 10, 24]),
                product[4] if below(4) else product[4] - 1, pick([0, 0, 0, 5, 10, 15, 25])))

    for number in range(1, 81):
        written = moment(day(2024, 1, 1) + datetime.timedelta(days=below(500)), below(86_400))
        made["review"].append((
            number, None if below(15) == 0 else 1 + below(36), pick(buyers)[0] if below(6) else None, 1 + below(5),
            pick(REMARKS), written, moment(day(2025, 6, 1 + below(20))) if below(5) == 0 else None))
    return made


def document(made):
    """The rows as the tests read them: a list of values for each, with money as a decimal in a text."""
    def value(table, column, stored):
        if stored is None:
            return None
        if (table, column) in CENTS:
            return money(stored)
        return bool(stored) if (table, column) in FLAGS else stored

    return {
        name: [[value(name, column, stored) for column, stored in zip(COLUMNS[name], row)] for row in made[name]]
        for name in TABLES
    }


def database(made):
    """The rows in SQLite in memory."""
    connection = sqlite3.connect(":memory:")
    for name, columns in TABLES.items():
        connection.execute(f"CREATE TABLE {name} ({columns})")
        if made[name]:
            marks = ", ".join("?" * len(made[name][0]))
            connection.executemany(f"INSERT INTO {name} VALUES ({marks})", made[name])
    return connection


def money(amount):
    """A whole number of cents as a decimal with as few digits as it has."""
    whole, part = divmod(amount, 100)
    fraction = f"{part:02}".rstrip("0")
    return f"{whole}.{fraction}" if fraction else f"{whole}"
