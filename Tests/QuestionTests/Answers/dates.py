"""Conditions on dates, their parts, and calculations with them."""

import calendar
import collections
import datetime

from asking import moment

# A moment as the tests write it, of whatever SQLite makes of one.
TEXT = "strftime('%Y-%m-%dT%H:%M:%SZ', {})"


def answer(asking):
    sql, python, rows = asking.sql, asking.python, asking.rows
    sql(
        "Which orders were placed on the leap day?",
        "SELECT id FROM orders WHERE strftime('%m-%d', placed) = '02-29' ORDER BY id")
    sql(
        "Which orders were placed in January 2024?",
        "SELECT id FROM orders WHERE placed >= '2024-01-01' AND placed < '2024-02-01' ORDER BY id")
    sql(
        "How many orders were placed in each month?",
        "SELECT CAST(strftime('%Y', placed) AS INTEGER), CAST(strftime('%m', placed) AS INTEGER), count(*)"
        " FROM orders GROUP BY 1, 2 ORDER BY 1, 2")
    sql(
        "How many orders begin in each month, named by its first moment?",
        "SELECT " + TEXT.format("placed, 'start of month'") + ", count(*) FROM orders GROUP BY 1 ORDER BY 1")
    sql(
        "How many orders were placed on each day of the week?",
        "SELECT (CAST(strftime('%w', placed) AS INTEGER) + 6) % 7 + 1, count(*) FROM orders GROUP BY 1 ORDER BY 1")
    sql(
        "In which weeks was most ordered?",
        "SELECT " + TEXT.format("placed, 'start of day', '-6 days', 'weekday 1'") + ", count(*) FROM orders"
        " GROUP BY 1 ORDER BY 2 DESC, 1 DESC LIMIT 5")
    sql(
        "Which hours of the day are ordered in, in a zone two hours east?",
        "SELECT CAST(strftime('%H', placed, '+2 hours') AS INTEGER), count(*) FROM orders GROUP BY 1 ORDER BY 1")
    sql(
        "Which orders fall on another day five hours west of Greenwich?",
        "SELECT id FROM orders WHERE date(placed) <> date(placed, '-5 hours') ORDER BY id")
    sql("Which orders were sent after they were due?", "SELECT id FROM orders WHERE sent > due ORDER BY id")
    python(
        "By how many days were orders late, the latest first?",
        sorted(
            ((row.id, (moment(row.sent) - moment(row.due)).days) for row in rows.orders
             if row.sent and row.due and row.sent > row.due), key=lambda row: (-row[1], -row[0])))
    sql(
        "Which orders were sent within two hours?",
        "SELECT id FROM orders WHERE sent < " + TEXT.format("placed, '+2 hours'") + " ORDER BY id")
    weeks = collections.Counter(
        row.due and (moment(row.due) - moment(row.placed)).days // 7 for row in rows.orders)
    python(
        "How many whole weeks lie between order and due date?",
        sorted(weeks.items(), key=lambda row: (row[0] is not None, row[0])))
    python(
        "When are orders without a due date expected, a month later?",
        [(row.id, row.placed, months_later(moment(row.placed), 1)) for row in rows.orders if row.due is None])
    sql(
        "When would every thirtieth order have come a minute and a half earlier?",
        "SELECT id, " + TEXT.format("placed, '-90 seconds'") + " FROM orders WHERE id % 30 = 0 ORDER BY id")
    sql(
        "Who is born on a leap day?",
        "SELECT last FROM employee WHERE strftime('%m-%d', born) = '02-29' ORDER BY id")
    python(
        "How old was everybody when hired, in years?",
        [(row.last, months_between(moment(row.born), moment(row.hired)) // 12) for row in rows.employee])
    python(
        "When do those who were hired on a leap day have four years, and one?",
        [(row.last, months_later(moment(row.hired), 48), months_later(moment(row.hired), 12))
         for row in rows.employee if row.hired[5:10] == "02-29"])
    middle = datetime.datetime(2024, 6, 30)
    python(
        "How many months was everybody in the house in the middle of 2024?",
        [(row.last, months_between(moment(row.hired), middle)) for row in rows.employee])
    sql("Who was born before 1970?", "SELECT last FROM employee WHERE born < '1970' ORDER BY id")
    sql(
        "Who was hired on the first day of a year or the last?",
        "SELECT last FROM employee WHERE CAST(strftime('%j', hired) AS INTEGER) IN (1, 365, 366) ORDER BY id")
    sql(
        "Which customers joined at the last second of a day?",
        "SELECT code FROM customer WHERE strftime('%H:%M:%S', joined) = '23:59:59' ORDER BY code")
    sql(
        "Which customers joined before the third millennium, the earliest first?",
        "SELECT code, joined FROM customer WHERE joined < '2001' ORDER BY joined, code")
    sql(
        "How many customers joined in each quarter of a year?",
        "SELECT (CAST(strftime('%m', joined) AS INTEGER) - 1) / 3 + 1, count(*) FROM customer GROUP BY 1 ORDER BY 1")
    sql(
        "How many customers joined in each decade?",
        "SELECT CAST(strftime('%Y', joined) AS INTEGER) / 10 * 10, count(*) FROM customer GROUP BY 1 ORDER BY 1")
    sql(
        "Which products were launched on the 29th of February, and in which years?",
        "SELECT CAST(strftime('%Y', launched) AS INTEGER), count(*) FROM product"
        " WHERE strftime('%m-%d', launched) = '02-29' GROUP BY 1 ORDER BY 1")
    sql(
        "How do the dates of launches read as texts?",
        "SELECT DISTINCT launched, launched FROM product ORDER BY 1 NULLS FIRST")
    sql("Which order came first, and which last?", "SELECT min(placed), max(placed), min(sent), max(due) FROM orders")
    sql("How many orders lie in the past?", "SELECT count(*) FROM orders")


def months_later(start, count):
    """The same day some months later, or the last one of a shorter month."""
    year, month = divmod(start.year * 12 + start.month - 1 + count, 12)
    return start.replace(
        year=year, month=month + 1, day=min(start.day, calendar.monthrange(year, month + 1)[1]))


def months_between(start, end):
    """The whole months from one moment to a later one."""
    count = (end.year - start.year) * 12 + end.month - start.month
    return count if months_later(start, count) <= end else count - 1
