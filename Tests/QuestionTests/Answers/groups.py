"""Groups, conditions on them, their orders and ranges."""

import collections

from asking import cents, decimal_mean, decimal_quotient
from calculations import rounded
import decimal

# What a line brings in, in ten thousandths.
REVENUE = "sum(l.price * l.quantity * (100 - l.discount)) AS revenue_bp"


def answer(asking):
    sql, python, rows = asking.sql, asking.python, asking.rows
    sql("How many orders go to each country?", "SELECT country, count(*) FROM orders GROUP BY 1 ORDER BY 1")
    sql(
        "How many orders go to each city, those without one included?",
        "SELECT city, count(*) FROM orders GROUP BY 1 ORDER BY 1 NULLS FIRST")
    sql(
        "How many orders does each customer have, by the customer's name?",
        "SELECT c.code, c.name, count(*) FROM orders o LEFT JOIN customer c ON c.code = o.customer GROUP BY 1, 2"
        " ORDER BY 1 NULLS FIRST")
    sql(
        "Which five customers have most orders?",
        "SELECT customer, count(*) FROM orders WHERE customer IS NOT NULL GROUP BY 1"
        " ORDER BY 2 DESC, 1 DESC LIMIT 5")
    sql(
        "Which cities have at least four orders, those with most first?",
        "SELECT city, count(*) FROM orders GROUP BY 1 HAVING count(*) >= 4 ORDER BY 2 DESC, 1 DESC NULLS LAST")
    sql(
        "What is the freight by country and status?",
        "SELECT country, status, count(*), sum(freight) AS sum_cents FROM orders GROUP BY 1, 2 ORDER BY 1, 2")
    sql(
        "What is the revenue of each product?",
        f"SELECT p.name, {REVENUE} FROM line l LEFT JOIN product p ON p.id = l.product GROUP BY 1"
        " ORDER BY 1 NULLS FIRST")
    sql(
        "What is the revenue of each customer, along two relationships?",
        f"SELECT o.customer, {REVENUE} FROM line l JOIN orders o ON o.id = l.orders GROUP BY 1 ORDER BY 1 NULLS FIRST")
    sql(
        "Which three categories bring in most?",
        "SELECT c.name, sum(l.price * l.quantity) AS sum_cents FROM line l JOIN product p ON p.id = l.product"
        " JOIN category c ON c.id = p.category GROUP BY 1 ORDER BY 2 DESC, 1 DESC LIMIT 3")
    sql(
        "What is the revenue of each employee and year?",
        f"SELECT e.last, CAST(strftime('%Y', o.placed) AS INTEGER), {REVENUE} FROM line l"
        " JOIN orders o ON o.id = l.orders LEFT JOIN employee e ON e.id = o.employee GROUP BY 1, 2"
        " ORDER BY 1 NULLS FIRST, 2")
    by_country = collections.defaultdict(list)
    for row in rows.orders:
        by_country[row.country].append(row.freight)
    countries = sorted(by_country.items())
    python(
        "Which countries have a dearest freight that is twice the mean?",
        [(country, cents(max(found)), decimal_mean(found)) for country, found in countries
         if max(found) * len(found) > 2 * sum(found)])
    sql(
        "Which countries have few orders or very dear ones?",
        "SELECT country, count(*), sum(freight) AS sum_cents FROM orders GROUP BY 1"
        " HAVING count(*) < 15 OR sum(freight) > 50000 ORDER BY 1")
    sql(
        "Which countries have not both late and returned orders?",
        "SELECT country, coalesce(sum(sent > due), 0), sum(status = 'returned') FROM orders GROUP BY 1"
        " HAVING NOT (coalesce(sum(sent > due), 0) > 2 AND sum(status = 'returned') > 2) ORDER BY 1")
    sql(
        "What share of each employee's orders was returned, in whole percents?",
        "SELECT employee, sum(status = 'returned') * 100 / count(*) FROM orders GROUP BY 1 ORDER BY 1 NULLS FIRST")
    means = [(country, decimal_quotient(cents(sum(found)), len(found))) for country, found in countries]
    python(
        "What is the freight of an order on average in each country, the dearest first?",
        [(country, rounded(found, decimal.ROUND_HALF_UP))
         for country, found in sorted(means, key=lambda row: (row[1], row[0]), reverse=True)])
    sql(
        "Which prices do several products share?",
        "SELECT price AS price_cents, count(*), min(name) FROM product GROUP BY price HAVING count(*) > 1 ORDER BY price")
    sql(
        "Which weights are there, and how often, none included?",
        "SELECT weight, count(*) FROM product GROUP BY 1 ORDER BY 1 NULLS FIRST")
    sql(
        "How many products does each category have, by the name of the wider category?",
        "SELECT w.name, count(*) FROM product p LEFT JOIN category c ON c.id = p.category"
        " LEFT JOIN category w ON w.id = c.parent GROUP BY 1 ORDER BY 1 NULLS FIRST")
    by_boss = collections.defaultdict(list)
    names = {row.id: row.last for row in rows.employee}
    for row in rows.employee:
        by_boss[names.get(row.boss)].append(row.salary)
    python(
        "How many employees are below each boss, and what do they earn?",
        [(boss, len(found), cents(sum(found)), decimal_mean(found))
         for boss, found in sorted(by_boss.items(), key=lambda row: (row[0] is not None, row[0]))])
    sql(
        "Which titles occur, and who bears each first by the alphabet?",
        "SELECT title, min(last), count(*) FROM employee GROUP BY 1 ORDER BY 1 NULLS FIRST")
    sql(
        "Which countries have customers in several cities?",
        "SELECT country, count(DISTINCT city) FROM customer GROUP BY 1 HAVING count(DISTINCT city) > 2"
        " ORDER BY 2 DESC, 1 DESC")
    sql(
        "Which are the third to the fifth country by orders?",
        "SELECT country, count(*) FROM orders GROUP BY 1 ORDER BY 2 DESC, 1 DESC LIMIT 3 OFFSET 2")
    sql(
        "Which countries come last by the alphabet?",
        "SELECT country, count(*) FROM orders GROUP BY 1 ORDER BY 1 DESC LIMIT 3")
    sql(
        "How many lines are there of each quantity and discount, dear ones alone?",
        "SELECT quantity, discount AS off_cents, count(*) FROM line WHERE price > 2000 GROUP BY 1, 2 ORDER BY 1, 2")
    sql(
        "How many orders have how many lines?",
        "SELECT n, count(*) FROM (SELECT count(l.id) AS n FROM orders o LEFT JOIN line l ON l.orders = o.id GROUP BY o.id)"
        " GROUP BY 1 ORDER BY 1")
    sql(
        "How much freight do orders with even and odd numbers cost?",
        "SELECT id % 2 = 0 AS even_flag, count(*), sum(freight) AS sum_cents FROM orders GROUP BY 1 ORDER BY 1")
