"""Sums, extremes and the first of the objects of a relationship, and the best of groups."""

import collections

from asking import cents, decimal_mean, mean, moment

WORTH = "price * quantity * (100 - discount)"


def answer(asking):
    sql, python, rows = asking.sql, asking.python, asking.rows
    customers = sorted(rows.customer, key=lambda row: row.code)
    orders = collections.defaultdict(list)
    for row in rows.orders:
        orders[row.customer].append(row)
    sql(
        "What is each order worth, with its lines?",
        f"SELECT o.id, coalesce((SELECT sum({WORTH}) FROM line WHERE orders = o.id), 0) AS worth_bp FROM orders o"
        " WHERE id <= 25 ORDER BY id")
    sql(
        "Which orders are worth more than 2,500?",
        f"SELECT orders FROM line GROUP BY 1 HAVING sum({WORTH}) > 25000000 ORDER BY 1")
    sql(
        "Which ten orders have most pieces?",
        "SELECT orders, sum(quantity) FROM line GROUP BY 1 ORDER BY 2 DESC, 1 DESC LIMIT 10")
    python(
        "What is the freight of each customer's orders, in sum, mean, least and most?",
        [(row.code, cents(sum(found)), decimal_mean(found), cents(min(found, default=None)),
          cents(max(found, default=None)))
         for row in customers for found in [[order.freight for order in orders[row.code]]]])
    sql(
        "What freight did the returned orders of each Irish customer cost?",
        "SELECT c.name, coalesce(sum(o.freight) FILTER (WHERE o.status = 'returned'), 0) AS sum_cents FROM customer c"
        " LEFT JOIN orders o ON o.customer = c.code WHERE c.country = 'IE' GROUP BY c.code ORDER BY c.code")
    stars = collections.defaultdict(list)
    for row in rows.review:
        if row.hidden is None:
            stars[row.product].append(row.stars)
    python(
        "What is the mean of the stars of each product that has reviews?",
        [(row.id, mean(stars[row.id])) for row in rows.product if row.id in stars])
    newest = "(SELECT {} FROM orders WHERE customer = c.code ORDER BY placed DESC, id DESC LIMIT 1)"
    sql(
        "When did each customer order last, and what?",
        f"SELECT code, {newest.format('placed')}, {newest.format('status')} FROM customer c ORDER BY code")
    sql(
        "Which shipper carried the dearest order of each employee?",
        "SELECT last, (SELECT s.name FROM orders o LEFT JOIN shipper s ON s.id = o.shipper WHERE o.employee = e.id"
        " ORDER BY o.freight DESC, o.id LIMIT 1) FROM employee e ORDER BY id")
    sql(
        "Which customers have a newest order that was returned?",
        f"SELECT code FROM customer c WHERE {newest.format('status')} = 'returned' ORDER BY code")
    sql(
        "What was the first order of each customer that was sent?",
        "SELECT code, (SELECT id FROM orders WHERE customer = c.code AND sent IS NOT NULL ORDER BY placed, id LIMIT 1)"
        " FROM customer c WHERE region = 'W' ORDER BY code")
    sql(
        "Which customers never had an order sent, by their first one?",
        "SELECT code FROM customer c WHERE NOT EXISTS (SELECT 1 FROM orders WHERE customer = c.code AND sent IS NOT NULL)"
        " ORDER BY code")
    sql(
        "Which is the dearest product of each category, and its price?",
        "SELECT name, (SELECT name FROM product WHERE category = c.id ORDER BY price DESC, id DESC LIMIT 1),"
        " (SELECT max(price) FROM product WHERE category = c.id) AS most_cents FROM category c ORDER BY id")
    sql(
        "What is the supplier of the heaviest product of each category?",
        "SELECT name, (SELECT s.name FROM product p LEFT JOIN supplier s ON s.id = p.supplier WHERE p.category = c.id"
        " ORDER BY p.weight DESC NULLS LAST, p.id DESC LIMIT 1) FROM category c"
        " WHERE EXISTS (SELECT 1 FROM product WHERE category = c.id) ORDER BY id")
    sql(
        "Which customers come first by the date of their newest order?",
        "SELECT c.code FROM customer c LEFT JOIN orders o ON o.customer = c.code GROUP BY 1"
        " ORDER BY max(o.placed) DESC NULLS LAST, 1 DESC LIMIT 8")
    sql(
        "How much do the products of each supplier cost at most, below a hundred?",
        "SELECT name, (SELECT max(price) FROM product WHERE supplier = s.id AND price < 10000) AS most_cents"
        " FROM supplier s ORDER BY id")
    reports = collections.defaultdict(list)
    for row in rows.employee:
        reports[row.boss].append(row.salary)
    python(
        "What do the reports of each boss earn together, and how much more does the boss earn than their mean?",
        [(row.last, cents(sum(reports[row.id])), cents(row.salary) - decimal_mean(reports[row.id]))
         for row in rows.employee if row.id in reports])
    python(
        "How many days passed between the first and the last order of each customer?",
        [(row.code, (max(moments) - min(moments)).days)
         for row in customers for moments in [[moment(order.placed) for order in orders[row.code]]] if len(moments) > 1])
    best = "SELECT {} FROM (SELECT *, row_number() OVER (PARTITION BY {} ORDER BY {}) AS place FROM {}) WHERE place <= {}"
    sql(
        "Which two orders of each country have the highest freight?",
        best.format("country, id", "country", "freight DESC, id", "orders", 2) + " ORDER BY freight DESC, id")
    sql(
        "Which is the newest order of each employee, those of nobody a group too?",
        best.format("id", "employee", "placed DESC, id DESC", "orders", 1) + " ORDER BY placed DESC, id DESC")
    made = "(SELECT p.* FROM product p JOIN supplier s ON s.id = p.supplier WHERE s.country IN ('NO', 'DE'))"
    sql(
        "Which are the three cheapest products of each category, made in Norway or Germany?",
        best.format("id", "category", "price, id", made, 3) + " ORDER BY price, id")
    sql(
        "Which best two lines has each order above number 170?",
        best.format("id", "orders", "price * quantity DESC, id DESC", "line", 2)
        + " AND orders > 170 ORDER BY price * quantity DESC, id DESC")
    sql(
        "What are the identities of the customer of each of the first orders?",
        "SELECT customer FROM orders WHERE id < 20 ORDER BY id")
    sql(
        "What is the revenue of each Norwegian customer, by sums of sums?",
        f"SELECT c.name, coalesce(sum({WORTH}), 0) AS revenue_bp FROM customer c LEFT JOIN orders o ON o.customer = c.code"
        " LEFT JOIN line l ON l.orders = o.id WHERE c.country = 'NO' GROUP BY c.code ORDER BY c.code")
    sql(
        "How many pieces have the customers of each region bought, by three sums?",
        "SELECT r.name, coalesce(sum(l.quantity), 0) FROM region r LEFT JOIN customer c ON c.region = r.code"
        " LEFT JOIN orders o ON o.customer = c.code LEFT JOIN line l ON l.orders = o.id GROUP BY r.code ORDER BY r.code")
    sql(
        "Who has the newest order of each customer in the north?",
        "SELECT code, (SELECT e.last FROM orders o LEFT JOIN employee e ON e.id = o.employee WHERE o.customer = c.code"
        " ORDER BY o.placed DESC, o.id DESC LIMIT 1) FROM customer c WHERE region = 'N' ORDER BY code")
    sql(
        "What is the revenue of each region's customers?",
        f"SELECT r.name, sum({WORTH}) AS revenue_bp FROM line l JOIN orders o ON o.id = l.orders"
        " LEFT JOIN customer c ON c.code = o.customer LEFT JOIN region r ON r.code = c.region GROUP BY 1"
        " ORDER BY 1 NULLS FIRST")
