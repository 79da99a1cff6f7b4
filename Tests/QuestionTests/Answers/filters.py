"""Conditions on attributes, nil, orders and ranges; and conditions by lines."""


def answer(asking):
    sql = asking.sql
    sql("Which customers are in Cork?", "SELECT code FROM customer WHERE city = 'Cork' ORDER BY code")
    sql("Which customers have no city?", "SELECT code FROM customer WHERE city IS NULL ORDER BY code")
    sql("Which customers have an empty city?", "SELECT code FROM customer WHERE city = '' ORDER BY code")
    sql("Which customers are not in Cork?", "SELECT count(*) FROM customer WHERE city IS NOT 'Cork'")
    sql(
        "How much are the three cheapest products?",
        "SELECT name, price AS price_cents, weight, launched FROM product ORDER BY price, id LIMIT 3")
    sql("Which products cost 4.99?", "SELECT name FROM product WHERE price = 499 ORDER BY id")
    sql(
        "Which products cost more than 49.50?",
        "SELECT name FROM product WHERE price > 4950 ORDER BY price DESC, id DESC")
    sql("Which products cost from 5 to 20?", "SELECT count(*) FROM product WHERE price BETWEEN 500 AND 2000")
    sql(
        "Which products are out of stock but not discontinued?",
        "SELECT id FROM product WHERE stock = 0 AND NOT discontinued ORDER BY id")
    sql("Which products are discontinued?", "SELECT name FROM product WHERE discontinued ORDER BY id")
    sql(
        "Which products weigh less than a kilogram or have no weight?",
        "SELECT id FROM product WHERE weight < 1 OR weight IS NULL ORDER BY id")
    sql("Which products weigh exactly 0.3?", "SELECT id FROM product WHERE weight = 0.3 ORDER BY id")
    sql(
        "Which products do not weigh less than a kilogram, those without a weight included?",
        "SELECT id FROM product WHERE NOT coalesce(weight < 1, 0) ORDER BY id")
    sql(
        "Which products come heaviest first, those without a weight last?",
        "SELECT weight, name FROM product ORDER BY weight DESC NULLS LAST, name, id")
    sql(
        "Which products come lightest first, those without a weight first?",
        "SELECT weight, id FROM product ORDER BY weight ASC NULLS FIRST, id DESC LIMIT 14")
    sql(
        "Which customers are in Norway, Poland or Japan?",
        "SELECT code FROM customer WHERE country IN ('NO', 'PL', 'JP') ORDER BY code")
    sql(
        "Which customers are in no city of a short list, those without a city included?",
        "SELECT count(*) FROM customer WHERE coalesce(city, '-') NOT IN ('Cork', 'Sligo', 'Oslo')")
    sql("Which orders were returned?", "SELECT id FROM orders WHERE status = 'returned' ORDER BY placed, id")
    sql("Which orders are open or packed?", "SELECT count(*) FROM orders WHERE status IN ('open', 'packed')")
    sql(
        "Which orders have the lowest priorities, those without one left out?",
        "SELECT id, priority FROM orders WHERE priority IS NOT NULL ORDER BY priority, id LIMIT 12")
    sql("Which orders have a priority above 1?", "SELECT id FROM orders WHERE priority > 1 ORDER BY id")
    sql(
        "Which orders cost no freight and are not sent?",
        "SELECT id FROM orders WHERE freight = 0 AND sent IS NULL ORDER BY id")
    sql(
        "Which ten orders have the highest freight, the newest first among equals?",
        "SELECT id, freight AS freight_cents, placed FROM orders ORDER BY freight DESC, placed DESC, id DESC LIMIT 10")
    sql(
        "Which orders are the eleventh to the fifteenth by date?",
        "SELECT id FROM orders ORDER BY placed, id LIMIT 5 OFFSET 10")
    sql(
        "Which orders come after the first 178?",
        "SELECT id FROM orders ORDER BY id LIMIT -1 OFFSET 178")
    sql("Which is the only compass?", "SELECT id, name FROM product WHERE name = 'Compass'")
    sql(
        "Is there any order with a freight above 100?",
        "SELECT EXISTS (SELECT 1 FROM orders WHERE freight > 10000) AS any_flag")
    sql(
        "Has every order that is not open been sent or packed?",
        "SELECT NOT EXISTS (SELECT 1 FROM orders WHERE status <> 'open' AND sent IS NULL AND status <> 'packed')"
        " AS all_flag")
    sql(
        "Which customers have a credit above 1,000, or none and a telephone?",
        "SELECT code FROM customer WHERE credit > 100000 OR credit IS NULL AND phone IS NOT NULL ORDER BY code")
    sql(
        "Which lines have neither a discount nor a single piece?",
        "SELECT count(*) FROM line WHERE NOT (discount > 0 OR quantity = 1)")
    lines(sql)


def lines(sql):
    sql(
        "Which orders to Ireland are dear and late, by three lines?",
        "SELECT id FROM orders WHERE country = 'IE' AND freight > 500 AND (sent > due OR sent IS NULL) ORDER BY id")
    sql(
        "Which products does a search with two filters out of three find?",
        "SELECT name FROM product WHERE instr(name, 'Lamp') AND price < 10000 ORDER BY id")
    sql(
        "Which customers contain each of two words?",
        "SELECT code FROM customer WHERE instr(lower(name), 'o') AND instr(lower(name), 'r') ORDER BY code")
    sql("How many orders does a filter without lines leave?", "SELECT count(*) FROM orders")
    sql(
        "Which employees have an order of each of two kinds, by lines within a relationship?",
        "SELECT last FROM employee e WHERE EXISTS (SELECT 1 FROM orders WHERE employee = e.id AND status = 'returned'"
        " AND freight > 2000) AND EXISTS (SELECT 1 FROM orders WHERE employee = e.id AND shipper IS NULL) ORDER BY id")
    sql(
        "Which countries have more than ten orders and some dear one, by lines?",
        "SELECT country, count(*), max(freight) AS most_cents FROM orders GROUP BY country"
        " HAVING count(*) > 10 AND max(freight) > 5000 ORDER BY country")
