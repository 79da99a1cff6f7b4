"""Conditions, orders and columns along relationships, and on members; and many-to-many relationships."""

import collections

from asking import decimal_mean


def answer(asking):
    sql = asking.sql
    sql(
        "Which orders are of customers in the north?",
        "SELECT o.id FROM orders o JOIN customer c ON c.code = o.customer WHERE c.region = 'N' ORDER BY o.id")
    sql("Which orders have no customer?", "SELECT id FROM orders WHERE customer IS NULL ORDER BY id")
    sql(
        "Which orders have a customer without a region?",
        "SELECT o.id FROM orders o JOIN customer c ON c.code = o.customer WHERE c.region IS NULL ORDER BY o.id")
    sql(
        "Which orders go elsewhere than where their customer is?",
        "SELECT o.id FROM orders o LEFT JOIN customer c ON c.code = o.customer WHERE o.city IS NOT c.city ORDER BY o.id")
    sql(
        "What are the newest orders, with the names of customer, employee and shipper?",
        "SELECT o.id, c.name, e.last, s.name FROM orders o LEFT JOIN customer c ON c.code = o.customer"
        " LEFT JOIN employee e ON e.id = o.employee LEFT JOIN shipper s ON s.id = o.shipper"
        " ORDER BY o.placed DESC, o.id DESC LIMIT 12")
    sql(
        "Which orders come first by the region of their customer?",
        "SELECT r.name, o.placed, o.id FROM orders o LEFT JOIN customer c ON c.code = o.customer"
        " LEFT JOIN region r ON r.code = c.region ORDER BY 1 NULLS FIRST, 2, 3 LIMIT 15")
    sql(
        "Which orders are of a certain customer, by the object?",
        "SELECT o.id FROM orders o JOIN customer c ON c.code = o.customer WHERE c.name = 'Vela' ORDER BY o.id")
    sql(
        "Which employees report to a certain one, by the identity?",
        "SELECT last FROM employee WHERE boss = 1 ORDER BY id")
    sql(
        "Whose boss has a boss, and who are they?",
        "SELECT e.last, b.last, h.last FROM employee e JOIN employee b ON b.id = e.boss JOIN employee h ON h.id = b.boss"
        " ORDER BY e.id")
    sql(
        "Which customers have no orders?",
        "SELECT code FROM customer WHERE code NOT IN (SELECT customer FROM orders WHERE customer IS NOT NULL)"
        " ORDER BY code")
    sql(
        "Which customers have a returned order?",
        "SELECT DISTINCT customer FROM orders WHERE status = 'returned' AND customer IS NOT NULL ORDER BY 1")
    sql(
        "Which customers have orders, of which all were sent?",
        "SELECT customer FROM orders WHERE customer IS NOT NULL GROUP BY 1 HAVING min(sent IS NOT NULL) ORDER BY 1")
    sql(
        "Which customers have no order that was sent late?",
        "SELECT count(*) FROM customer c WHERE NOT EXISTS"
        " (SELECT 1 FROM orders WHERE customer = c.code AND sent > due)")
    sql(
        "How many orders does every customer have, and how many of them late?",
        "SELECT c.code, count(o.id), coalesce(sum(o.sent > o.due), 0) FROM customer c"
        " LEFT JOIN orders o ON o.customer = c.code GROUP BY 1 ORDER BY 1")
    sql(
        "Which customers have more than six orders, the best first?",
        "SELECT c.name, count(*) FROM customer c JOIN orders o ON o.customer = c.code GROUP BY c.code"
        " HAVING count(*) > 6 ORDER BY 2 DESC, c.code DESC")
    sql(
        "Which customers have bought a lantern, three relationships away?",
        "SELECT DISTINCT o.customer FROM orders o JOIN line l ON l.orders = o.id JOIN product p ON p.id = l.product"
        " WHERE p.category = 1 AND o.customer IS NOT NULL ORDER BY 1")
    sql(
        "Which products were never ordered?",
        "SELECT name FROM product p WHERE NOT EXISTS (SELECT 1 FROM line WHERE product = p.id) ORDER BY id")
    sql(
        "Which products were ordered by nobody in Ireland?",
        "SELECT id FROM product p WHERE NOT EXISTS (SELECT 1 FROM line l JOIN orders o ON o.id = l.orders"
        " WHERE l.product = p.id AND o.country = 'IE') ORDER BY id")
    sql(
        "Which categories have no products?",
        "SELECT name FROM category c WHERE NOT EXISTS (SELECT 1 FROM product WHERE category = c.id) ORDER BY id")
    sql(
        "Which categories are at the top, and how many are below each?",
        "SELECT name, (SELECT count(*) FROM category WHERE parent = c.id),"
        " (SELECT count(*) FROM product WHERE category = c.id) FROM category c WHERE parent IS NULL ORDER BY id")
    sql(
        "Which suppliers have only products in stock?",
        "SELECT name FROM supplier s WHERE NOT EXISTS (SELECT 1 FROM product WHERE supplier = s.id AND stock <= 0)"
        " ORDER BY id")
    sql(
        "Which orders have no lines?",
        "SELECT id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM line WHERE orders = o.id) ORDER BY id")
    of_country = (
        "EXISTS (SELECT 1 FROM line l JOIN product p ON p.id = l.product JOIN supplier s ON s.id = p.supplier"
        " WHERE l.orders = o.id AND s.country = '{}')")
    sql(
        "Which orders have a line of a product from Norway and one from Germany?",
        f"SELECT id FROM orders o WHERE {of_country.format('NO')} AND {of_country.format('DE')} ORDER BY id")
    sql("Which regions have neither customers nor employees?", "SELECT name FROM region WHERE code = 'X'")
    sql(
        "How many orders are of a customer in a region that their employee looks after?",
        "SELECT count(*) FROM orders o JOIN customer c ON c.code = o.customer"
        " JOIN employee_region r ON r.employee = o.employee AND r.region = c.region")
    pairs(asking)


def pairs(asking):
    sql, python, rows = asking.sql, asking.python, asking.rows
    sql("Which products are fragile?", "SELECT product FROM product_tag WHERE tag = 'fragile' ORDER BY 1")
    sql(
        "Which products are both new and oily?",
        "SELECT product FROM product_tag WHERE tag IN ('Ölig', 'new') GROUP BY 1 HAVING count(*) = 2 ORDER BY 1")
    sql(
        "Which products have no tag, and which have most?",
        "SELECT p.id, count(t.tag) FROM product p LEFT JOIN product_tag t ON t.product = p.id GROUP BY 1"
        " ORDER BY 2 DESC, 1")
    sql(
        "How many products has each tag?",
        "SELECT w.word, count(t.tag) FROM tag w LEFT JOIN product_tag t ON t.tag = w.word GROUP BY 1"
        " ORDER BY 2 DESC, 1 DESC")
    sql(
        "Which tags are on no product?",
        "SELECT word FROM tag WHERE word NOT IN (SELECT tag FROM product_tag) ORDER BY word")
    sql(
        "Which tags are only on products that cost less than a hundred?",
        "SELECT word FROM tag w WHERE NOT EXISTS (SELECT 1 FROM product_tag t JOIN product p ON p.id = t.product"
        " WHERE t.tag = w.word AND p.price >= 10000) ORDER BY word")
    sql(
        "Which employees look after a region with more than eight customers?",
        "SELECT DISTINCT e.last FROM employee e JOIN employee_region r ON r.employee = e.id WHERE r.region IN"
        " (SELECT region FROM customer GROUP BY 1 HAVING count(*) > 8) ORDER BY e.id")
    sql(
        "Which regions are looked after by more than one employee?",
        "SELECT r.name, count(*) FROM region r JOIN employee_region e ON e.region = r.code GROUP BY r.code"
        " HAVING count(*) > 1 ORDER BY r.code")
    sql(
        "Which regions does somebody look after who sells, and nobody who heads?",
        "SELECT code FROM region r WHERE EXISTS (SELECT 1 FROM employee_region x JOIN employee e ON e.id = x.employee"
        " WHERE x.region = r.code AND e.title = 'Sales') AND NOT EXISTS (SELECT 1 FROM employee_region x"
        " JOIN employee e ON e.id = x.employee WHERE x.region = r.code AND e.title = 'Head') ORDER BY code")
    prices, found = {row.id: row.price for row in rows.product}, collections.defaultdict(list)
    for pair in rows.product_tag:
        found[pair.tag].append(prices[pair.product])
    python(
        "What is the mean price of the products of each tag?",
        [(row.word, decimal_mean(found[row.word])) for row in rows.tag])
