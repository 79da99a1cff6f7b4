"""Aggregates over whole queries."""

from asking import cents, decimal_mean, decimal_quotient, mean, total


def answer(asking):
    sql, python, rows = asking.sql, asking.python, asking.rows
    sql(
        "How many orders, customers of orders, and cities are there?",
        "SELECT count(*), count(DISTINCT customer), count(DISTINCT city) FROM orders")
    freights = [row.freight for row in rows.orders]
    python("What is the freight of all orders, in sum and mean?", [(cents(sum(freights)), decimal_mean(freights))])
    sql(
        "What are the smallest and the largest freight that is not zero?",
        "SELECT min(freight) AS least_cents, max(freight) AS most_cents FROM orders WHERE freight > 0")
    sql(
        "How much have all lines brought in?",
        "SELECT sum(price * quantity * (100 - discount)) AS revenue_bp FROM line")
    python(
        "How many pieces were sold, and what is the mean of a line?",
        [(sum(row.quantity for row in rows.line), mean(row.quantity for row in rows.line))])
    weights = [row.weight for row in rows.product if row.weight is not None]
    python(
        "What do all products weigh that have a weight?", [(total(weights), len(weights), len(rows.product))])
    python("What are the mean, the largest and the sum of the priorities of no order?", [(None, None, 0)])
    priorities = [row.priority for row in rows.orders if row.priority is not None]
    python(
        "What is the sum of all priorities, which are narrow numbers?",
        [(sum(priorities), mean(priorities), len(priorities))])
    sql(
        "How many orders are sent, open, packed and returned, side by side?",
        "SELECT sum(status = 'sent'), sum(status = 'open'), sum(status = 'packed'), sum(status = 'returned')"
        " FROM orders")
    sql(
        "What is the freight of orders to Norway, and of all others?",
        "SELECT sum(freight) FILTER (WHERE country = 'NO') AS here_cents,"
        " sum(freight) FILTER (WHERE country <> 'NO') AS there_cents FROM orders")
    sent = [row for row in rows.orders if row.sent]
    late = {row.id for row in sent if row.due and row.sent > row.due}
    python(
        "What is the mean freight of late orders and of others?",
        [(decimal_mean(row.freight for row in sent if row.id in late),
          decimal_mean(row.freight for row in sent if row.id not in late))])
    sql("Which names of products come first and last?", "SELECT min(name), max(name) FROM product")
    sql(
        "How many different prices are there, and different prices below ten?",
        "SELECT count(DISTINCT price), count(DISTINCT price) FILTER (WHERE price < 1000) FROM product")
    sql(
        "What is the freight of the ten newest orders?",
        "SELECT sum(freight) AS sum_cents FROM (SELECT freight FROM orders ORDER BY placed DESC, id DESC LIMIT 10)")
    irish = [row.freight for row in rows.orders if row.country == "IE"]
    python(
        "What is the freight by order, from its sum and number?", [decimal_quotient(cents(sum(irish)), len(irish))])
    sql(
        "By how much do the dearest and the cheapest product differ?",
        "SELECT max(price) - min(price) AS span_cents FROM product")
    sql(
        "How many products have a category, a supplier, both?",
        "SELECT count(category), count(supplier), sum(category IS NOT NULL AND supplier IS NOT NULL) FROM product")
    sql(
        "When did the newest customer join, and which are the least and the most credit?",
        "SELECT max(joined), min(credit) AS least_cents, max(credit) AS most_cents FROM customer")
    python(
        "What is the mean of the squares of the quantities?", [mean(row.quantity**2 for row in rows.line)])
    python(
        "What share of all lines has a discount, as a real number?",
        [sum(row.discount > 0 for row in rows.line) / len(rows.line)])
