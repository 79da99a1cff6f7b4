"""Parts of structures, and lists."""

import collections
import decimal
import json

from asking import cents, decimal_quotient, mean
from calculations import rounded


def answer(asking):
    sql, python, rows = asking.sql, asking.python, asking.rows
    sql(
        "Which suppliers are north of the fiftieth degree?",
        "SELECT name FROM supplier WHERE address ->> '$.position.latitude' > 50 ORDER BY id")
    addresses = {row.id: json.loads(row.address) if row.address else None for row in rows.supplier}
    python(
        "Which suppliers have no address, and which only no position?",
        [([row.name for row in rows.supplier if addresses[row.id] is None],
          [row.name for row in rows.supplier if addresses[row.id] and "position" not in addresses[row.id]])])
    sql(
        "Which suppliers have a street but no zip code, or an empty one?",
        "SELECT address ->> 'street', address ->> 'zip' FROM supplier WHERE address IS NOT NULL AND"
        " coalesce(address ->> 'zip', '') = '' ORDER BY id")
    sql(
        "Which zip codes are there, from the last?",
        "SELECT DISTINCT address ->> 'zip' AS zip FROM supplier ORDER BY zip DESC NULLS LAST")
    sql(
        "How many suppliers does each zip code have, if several?",
        "SELECT address ->> 'zip' AS zip, count(*) FROM supplier WHERE zip IS NOT NULL GROUP BY 1 HAVING count(*) > 1"
        " ORDER BY 1")
    sql(
        "Which suppliers have had their address longest?",
        "SELECT name, address ->> 'since' AS since FROM supplier WHERE since IS NOT NULL ORDER BY 2, 1 LIMIT 3")
    sql(
        "In which years did suppliers move in, and how many?",
        "SELECT CAST(strftime('%Y', address ->> 'since') AS INTEGER), count(*) FROM supplier GROUP BY 1 ORDER BY 1")
    north = [part["position"]["latitude"] for part in addresses.values() if part and "position" in part]
    python(
        "How far north are the northernmost and the southernmost supplier, and all on average?",
        [(max(north), min(north), mean(north))])
    sql(
        "Which streets have a number from 4 to 5, whatever the language?",
        "SELECT address ->> 'street' AS street FROM supplier WHERE street LIKE '% 4' OR street LIKE '% 5' ORDER BY id")
    sql(
        "Which streets contain “bryggen”, whatever their case?",
        "SELECT name, address ->> 'street' AS street FROM supplier WHERE street LIKE '%bryggen%' ORDER BY id")
    sql(
        "Which products come from a supplier with the zip code 5003?",
        "SELECT p.id FROM product p JOIN supplier s ON s.id = p.supplier WHERE s.address ->> 'zip' = '5003' ORDER BY 1")
    sql(
        "How many pieces were ordered from east and west of the tenth degree?",
        "SELECT s.address ->> '$.position.longitude' > 10 AS east_flag, sum(l.quantity) FROM line l"
        " JOIN product p ON p.id = l.product JOIN supplier s ON s.id = p.supplier"
        " WHERE s.address ->> '$.position.longitude' IS NOT NULL GROUP BY 1 ORDER BY 1")
    sql(
        "Which categories have a product from north of the sixtieth degree?",
        "SELECT DISTINCT c.name FROM category c JOIN product p ON p.category = c.id JOIN supplier s ON s.id = p.supplier"
        " WHERE s.address ->> '$.position.latitude' > 60 ORDER BY c.id")
    moved = [row for row in rows.supplier if addresses[row.id] and addresses[row.id].get("zip") == "5003"]
    python(
        "How many suppliers get a new zip code, and what do they have then?",
        [(len(moved), [(row.name, addresses[row.id]["street"], 61.0, addresses[row.id]["position"]["longitude"])
                       for row in moved])])
    sql(
        "Which suppliers live nearest to the equator, with no position last?",
        "SELECT id FROM supplier ORDER BY coalesce(address ->> '$.position.latitude', 90), id")
    lists(asking)


def lists(asking):
    sql, python, rows = asking.sql, asking.python, asking.rows
    phones = {row.id: json.loads(row.phones) for row in rows.supplier}
    sql("How many telephones does each supplier have?", "SELECT name, json_array_length(phones) FROM supplier ORDER BY id")
    sql(
        "Which suppliers can be called in an emergency?",
        "SELECT name FROM supplier s WHERE EXISTS (SELECT 1 FROM json_each(s.phones) WHERE value = '112') ORDER BY id")
    python(
        "Which suppliers have a Norwegian number, and which only such ones?",
        [([key for key, known in phones.items() if any(number.startswith("+47") for number in known)],
          [key for key, known in phones.items() if known and all(number.startswith("+47") for number in known)])])
    sql("Which suppliers have no telephone, in vain?", "SELECT name FROM supplier WHERE phones = '[]' ORDER BY id")
    sql(
        "What are the first and the second number of each supplier?",
        "SELECT id, phones ->> 0 AS first, phones ->> 1 FROM supplier ORDER BY first NULLS FIRST, id")
    sql(
        "How many suppliers have how many telephones?",
        "SELECT json_array_length(phones), count(*) FROM supplier GROUP BY 1 ORDER BY 1")
    sql(
        "How many telephones do suppliers have, in all and on average?",
        "SELECT sum(json_array_length(phones)), avg(json_array_length(phones)) FROM supplier")
    made = {row.name: json.loads(row.materials) if row.materials else None for row in rows.product}
    python(
        "Which products are made of brass, and of brass first?",
        [([name for name, of in made.items() if of and "brass" in of],
          [name for name, of in made.items() if of and of[0] == "brass"])])
    unknown = sum(of is None for of in made.values())
    python(
        "Of how many products is it not known what they are made of, and of how many is it nothing?",
        [(unknown, [name for name, of in made.items() if of == []], unknown)])
    python(
        "Which products are made of nothing but paper and cotton, as far as is known?",
        [name for name, of in made.items() if of and set(of) <= {"paper", "cotton"}])
    python(
        "Which products contain no glass, of those of known material in Light?",
        [row.name for row in rows.product
         if row.category == 1 and made[row.name] is not None and "glass" not in made[row.name]])
    sql(
        "Which products are sold in packs of two dozen or more?",
        "SELECT id FROM product p WHERE EXISTS (SELECT 1 FROM json_each(p.packs) WHERE value ->> 'pieces' >= 24) ORDER BY id")
    sql(
        "Which products have a pack in a tin without a price?",
        "SELECT id FROM product p WHERE EXISTS (SELECT 1 FROM json_each(p.packs) WHERE value ->> 'wrap' = 'tin'"
        " AND value ->> 'price' IS NULL) ORDER BY id")
    sql(
        "Which products have packs, of which all have a price below a hundred?",
        "SELECT id FROM product p WHERE packs <> '[]' AND NOT EXISTS (SELECT 1 FROM json_each(p.packs)"
        " WHERE coalesce(value ->> 'price', 100) >= 100) ORDER BY id")
    sql(
        "How many products have no pack in paper?",
        "SELECT count(*) FROM product p WHERE NOT EXISTS (SELECT 1 FROM json_each(p.packs) WHERE value ->> 'wrap' = 'paper')")
    packs = {row.id: [types(pack) for pack in json.loads(row.packs, parse_float=decimal.Decimal)] for row in rows.product}
    nothing = (None, None, None)
    python(
        "What is the first pack of each product of wool?",
        [(row.id, *(packs[row.id] or [nothing])[0]) for row in rows.product if row.category == 8])
    cheaper = []
    for row in rows.product:
        pieces, price, _ = (packs[row.id] or [nothing])[0]
        if price is not None and decimal_quotient(price, pieces) < cents(row.price):
            less = cents(row.price) - decimal_quotient(price, pieces)
            cheaper.append((row.id, rounded(less, decimal.ROUND_HALF_UP)))
    python("What does a piece cost in the first pack, and how much less than alone?", cheaper[:8])
    kinds = collections.defaultdict(list)
    for sold in packs.values():
        pieces, _, wrap = (sold or [nothing])[0]
        kinds[wrap].append(pieces or 0)
    python(
        "How many products have a first pack of each kind?",
        [(kind, len(pieces), sum(pieces)) for kind, pieces in sorted(kinds.items(), key=lambda item: item[0] or "")])
    sql(
        "Which suppliers have a product in packs of fifty, two relationships and a list away?",
        "SELECT DISTINCT s.name FROM supplier s JOIN product p ON p.supplier = s.id, json_each(p.packs)"
        " WHERE value ->> 'pieces' = 50 ORDER BY s.id")
    sql(
        "Which orders have a line of something made of brass?",
        "SELECT DISTINCT l.orders FROM line l JOIN product p ON p.id = l.product, json_each(p.materials)"
        " WHERE value = 'brass' ORDER BY 1")


def types(pack):
    """The pieces, the price and the wrap of a pack."""
    price = pack.get("price")
    return (pack["pieces"], price if price is None else decimal.Decimal(price), pack["wrap"])
