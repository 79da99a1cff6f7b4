"""Results of other queries, and members that are compared with their owner."""

import collections
import decimal

from asking import cents, decimal_mean, decimal_quotient


def answer(asking):
    sql, python, rows = asking.sql, asking.python, asking.rows
    sql(
        "Which products cost more than the mean?",
        "SELECT id FROM product WHERE price > (SELECT avg(price) FROM product) ORDER BY id")
    sql(
        "Which customers have ordered in December 2024, by a list of another query?",
        "SELECT DISTINCT customer FROM orders WHERE placed >= '2024-12' AND placed < '2025-01'"
        " AND customer IS NOT NULL ORDER BY 1")
    sql(
        "Which customers are in a city from which a supplier comes?",
        "SELECT code FROM customer c WHERE EXISTS (SELECT 1 FROM supplier WHERE city IS c.city) ORDER BY code")
    sql(
        "Which suppliers are in a city without customers?",
        "SELECT name FROM supplier s WHERE NOT EXISTS (SELECT 1 FROM customer WHERE city IS s.city) ORDER BY id")
    sql(
        "Which products are on a line of the three dearest orders?",
        "SELECT DISTINCT product FROM line WHERE product IS NOT NULL AND orders IN"
        " (SELECT id FROM orders ORDER BY freight DESC, id DESC LIMIT 3) ORDER BY 1")
    sql(
        "Which orders were placed in the week before the newest one?",
        "SELECT id FROM orders WHERE placed >= (SELECT strftime('%Y-%m-%dT%H:%M:%SZ', max(placed), '-7 days') FROM orders)"
        " ORDER BY id")
    salaries = [row.salary for row in rows.employee]
    python(
        "By how much does each salary differ from the mean?",
        [(row.last, cents(row.salary) - decimal_mean(salaries)) for row in rows.employee])
    freights = collections.Counter()
    for row in rows.orders:
        freights[row.country] += row.freight
    python(
        "What share of the whole freight falls to each country, in percents?",
        [(country, decimal_quotient(cents(freight * 100), cents(sum(freights.values()))).quantize(
            decimal.Decimal("0.1"), decimal.ROUND_HALF_UP)) for country, freight in sorted(freights.items())])
    sql(
        "Which countries have more orders than Norway?",
        "SELECT country, count(*) FROM orders GROUP BY 1"
        " HAVING count(*) > (SELECT count(*) FROM orders WHERE country = 'NO') ORDER BY 1")
    sql(
        "How many tags are there, if there is any order without a customer?",
        "SELECT count(*) FROM tag WHERE EXISTS (SELECT 1 FROM orders WHERE customer IS NULL)")
    sql(
        "How many tags are there, unless an order costs above a thousand?",
        "SELECT count(*) FROM tag WHERE NOT EXISTS (SELECT 1 FROM orders WHERE freight > 100000)")
    counts = collections.Counter(row.employee for row in rows.orders if row.employee)
    python(
        "Which employees have more orders than the average one?",
        [row.last for row in rows.employee if counts[row.id] * len(rows.employee) > sum(counts.values())])
    sql(
        "Which products cost as much as the dearest?",
        "SELECT name FROM product WHERE price = (SELECT max(price) FROM product) ORDER BY id")
    sql(
        "How many orders cost more freight than the cheapest line?",
        "SELECT count(*) FROM orders WHERE freight > (SELECT min(price * quantity) FROM line)")
    sql(
        "Which customers have no order with a discount, by a query in a query?",
        "SELECT code FROM customer c WHERE NOT EXISTS (SELECT 1 FROM orders o JOIN line l ON l.orders = o.id"
        " WHERE o.customer = c.code AND l.discount > 0) ORDER BY code")
    sql(
        "Which customers have a revenue above the mean of all revenues?",
        "WITH revenue AS (SELECT o.customer, sum(l.price * l.quantity * (100 - l.discount)) AS total FROM line l"
        " JOIN orders o ON o.id = l.orders WHERE o.customer IS NOT NULL GROUP BY 1)"
        " SELECT customer FROM revenue WHERE total > (SELECT avg(total) FROM revenue) ORDER BY 1")
    outer(asking)


def outer(asking):
    sql = asking.sql
    sql(
        "Which customers had something sent to the city they are in?",
        "SELECT code FROM customer c WHERE EXISTS (SELECT 1 FROM orders WHERE customer = c.code AND city IS c.city)"
        " ORDER BY code")
    sql(
        "Which customers had everything sent to where they are?",
        "SELECT c.code FROM customer c JOIN orders o ON o.customer = c.code GROUP BY 1 HAVING min(o.city IS c.city)"
        " ORDER BY 1")
    sql(
        "How many lines of each product are below its price?",
        "SELECT p.id, sum(l.price < p.price) FROM product p JOIN line l ON l.product = p.id GROUP BY 1 ORDER BY 1")
    sql(
        "Which employees have a report who earns more than half as much?",
        "SELECT last FROM employee b WHERE EXISTS (SELECT 1 FROM employee WHERE boss = b.id AND salary * 2 > b.salary)"
        " ORDER BY id")
    sql(
        "Which categories have a product dearer than twice the mean of their products?",
        "SELECT name FROM category c WHERE EXISTS (SELECT 1 FROM product WHERE category = c.id AND price >"
        " (SELECT 2 * avg(price) FROM product WHERE category = c.id)) ORDER BY id")
    sql(
        "Which suppliers have two products of one price?",
        "SELECT DISTINCT s.name FROM supplier s JOIN product a ON a.supplier = s.id"
        " JOIN product b ON b.supplier = s.id AND b.price = a.price AND b.id > a.id ORDER BY s.id")
    sql(
        "What freight have the orders of each Turkish customer cost but for the newest?",
        "SELECT code, coalesce((SELECT sum(freight) FROM orders WHERE customer = c.code AND placed <"
        " (SELECT max(placed) FROM orders WHERE customer = c.code)), 0) AS sum_cents FROM customer c"
        " WHERE country = 'TR' ORDER BY code")
    sql(
        "How many orders have no earlier one of their customer?",
        "SELECT count(*) FROM orders o WHERE customer IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM orders WHERE customer = o.customer AND placed < o.placed)")
    sql(
        "Which customers are the only ones in their city?",
        "SELECT code FROM customer c WHERE NOT EXISTS"
        " (SELECT 1 FROM customer WHERE city IS c.city AND code <> c.code) ORDER BY code")
    sql(
        "Which products are the dearest of their category?",
        "SELECT id FROM product p WHERE price = (SELECT max(price) FROM product WHERE category IS p.category) ORDER BY id")
    sql(
        "How many customers are in the city of each supplier?",
        "SELECT name, (SELECT count(*) FROM customer WHERE city IS s.city) FROM supplier s ORDER BY id")
