"""Changes of all objects of a query."""

import decimal

from asking import cents, decimal_mean
from calculations import rounded


def answer(asking):
    sql, python, rows = asking.sql, asking.python, asking.rows
    dearer = [
        rounded(cents(row.price) * decimal.Decimal("1.1"), decimal.ROUND_HALF_UP) if row.price > 9_000 else cents(row.price)
        for row in rows.product]
    python(
        "How many products become dearer by a tenth, and what do all cost then?",
        [(sum(row.price > 9_000 for row in rows.product), sum(dearer))])
    sql(
        "How many products get a stock of twice their reorder level, and what is in stock then?",
        "SELECT sum(stock = 0), sum(CASE stock WHEN 0 THEN reorder * 2 ELSE stock END) FROM product")
    sql(
        "How many customers get a credit by a condition on their orders, and another telephone?",
        "SELECT count(*), count(*) FROM customer c WHERE credit IS NULL AND"
        " (SELECT count(*) FROM orders WHERE customer = c.code) > 3")
    sellers = {row.employee for row in rows.orders if row.status == "returned"} - {None}
    python(
        "How many employees of a list of another query earn what the mean is?",
        [(len(sellers), decimal_mean(row.salary for row in rows.employee))])
    python("How many tags are deleted that were added, and how many stay?", [(3, len(rows.tag))])
