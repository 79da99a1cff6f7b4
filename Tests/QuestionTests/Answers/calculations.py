"""Calculations and functions of numbers."""

import decimal
import math

from asking import cents, decimal_quotient

D = decimal.Decimal


def answer(asking):
    sql, python, rows = asking.sql, asking.python, asking.rows
    sql(
        "What is the value of each product in stock?",
        "SELECT name, price * stock AS value_cents FROM product WHERE stock > 0 ORDER BY id")
    sql(
        "Which products in stock are worth more than 1,000 together?",
        "SELECT id FROM product WHERE price * stock > 100000 ORDER BY id")
    sql("Which products have to be ordered again?", "SELECT id FROM product WHERE stock <= reorder ORDER BY id")
    sql(
        "By how much are products above or below their reorder level?",
        "SELECT id, stock - reorder, abs(stock - reorder) FROM product ORDER BY stock - reorder, id")
    sql(
        "Which orders have a number that leaves 3 when it is divided by 23?",
        "SELECT id FROM orders WHERE id % 23 = 3 ORDER BY id")
    sql(
        "What is each line worth, with its discount?",
        "SELECT id, price * quantity * (100 - discount) AS worth_bp FROM line WHERE id <= 40 ORDER BY id")
    sql(
        "Which lines are worth more than 2,000?",
        "SELECT id FROM line WHERE price * quantity * (100 - discount) > 20000000 ORDER BY id")
    sql(
        "Which ten lines let off the most?",
        "SELECT id, price * quantity * discount AS off_bp FROM line ORDER BY 2 DESC, id DESC LIMIT 10")
    python(
        "What do products cost with tax, rounded to cents?",
        [(row.id, rounded(cents(row.price) * D("1.19"), decimal.ROUND_HALF_UP)) for row in rows.product])
    python(
        "What do products cost with tax, rounded to even cents?",
        [(row.id, rounded(cents(row.price) * D("1.25"), decimal.ROUND_HALF_EVEN)) for row in rows.product])
    sql(
        "What do products cost without cents, up and down?",
        "SELECT price AS price_cents, price / 100, (price + 99) / 100 FROM product WHERE price < 2000 ORDER BY id")
    python(
        "What is a third of the price of each product?",
        [(row.id, decimal_quotient(cents(row.price), 3)) for row in rows.product if row.id <= 12])
    sql(
        "How much do all pieces of a product weigh?",
        "SELECT id, weight * stock FROM product WHERE stock > 0 ORDER BY id")
    sql(
        "How much does a kilogram of each product cost, as a real number?",
        "SELECT id, price / 100.0 / weight FROM product WHERE weight IS NOT NULL ORDER BY id")
    sql(
        "What are the weights in grams, as whole numbers?",
        "SELECT id, CAST(round(weight * 1000) AS INTEGER) FROM product ORDER BY id")
    python(
        "What are the weights as decimals with one place?",
        [(row.id, None if row.weight is None else D(row.weight).quantize(D("0.1"), decimal.ROUND_FLOOR))
         for row in rows.product])
    sql(
        "How many dozens are in each line, and how many pieces beside?",
        "SELECT id, quantity / 12, quantity % 12 FROM line WHERE quantity > 5 AND id < 100 ORDER BY id")
    sql(
        "What is the smaller of stock and a hundred, and the larger of stock and ten?",
        "SELECT id, min(stock, 100), max(stock, 10) FROM product ORDER BY id")
    sql(
        "Which lines are cheaper than their product is now?",
        "SELECT l.id FROM line l JOIN product p ON p.id = l.product WHERE l.price < p.price ORDER BY l.id")
    sql(
        "By how much do the prices of lines differ from those of products?",
        "SELECT DISTINCT p.price - l.price AS more_cents FROM line l JOIN product p ON p.id = l.product ORDER BY 1")
    sql(
        "What is the opposite of each priority?",
        "SELECT DISTINCT -priority FROM orders ORDER BY 1 NULLS FIRST")
    sql(
        "Which priorities stay negative when they are doubled and one is added?",
        "SELECT id, priority * 2 + 1 FROM orders WHERE priority * 2 + 1 < 0 ORDER BY id")
    python(
        "What are the square roots of stocks?",
        [(stock, math.sqrt(stock)) for stock in sorted({row.stock for row in rows.product})])
    python(
        "What are the squares of weights?",
        [(None, None)] + [
            (weight, weight**2.0) for weight in sorted({row.weight for row in rows.product} - {None})])
    sql("Which products have a price of whole units?", "SELECT id FROM product WHERE price % 100 = 0 ORDER BY id")
    python(
        "Which tenths of freights have three places?",
        [cents(freight) / 10 for freight in sorted({row.freight for row in rows.orders}) if freight % 10])
    python(
        "What are salaries by month, in whole cents?",
        [(row.last, rounded(decimal_quotient(cents(row.salary), 12), decimal.ROUND_HALF_UP))
         for row in rows.employee])
    sql(
        "Which employees earn more than half of what their boss earns?",
        "SELECT e.last FROM employee e LEFT JOIN employee b ON b.id = e.boss"
        " WHERE e.salary * 2 > coalesce(b.salary, 0) ORDER BY e.id")
    python(
        "How are three calculations written?",
        [(row.stock * 2, cents(row.price) * 2, row.weight * 2) for row in rows.product if row.id == 3])


def rounded(value, rule):
    """A decimal with two places."""
    return value.quantize(D("0.01"), rule)
