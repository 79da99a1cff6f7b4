"""Choices, values in place of nil, and constants."""

from asking import cents, decimal_mean, mean

PRICE_WORD = "CASE WHEN price < 500 THEN 'cheap' WHEN price < 5000 THEN 'fair' ELSE 'dear' END"


def answer(asking):
    sql, python, rows = asking.sql, asking.python, asking.rows
    sql("Which products are cheap, fair or dear?", f"SELECT id, {PRICE_WORD} FROM product ORDER BY id")
    words = {"cheap": (0, 500), "dear": (5_000, 10**9), "fair": (500, 5_000)}
    prices = {
        word: [row.price for row in rows.product if low <= row.price < high] for word, (low, high) in words.items()}
    python(
        "How many products are cheap, fair or dear?",
        [(word, len(found), decimal_mean(found)) for word, found in prices.items()])
    sql(
        "Where do orders go, with a word for those that go nowhere?",
        "SELECT DISTINCT coalesce(city, 'nowhere') FROM orders ORDER BY 1")
    sql(
        "Where are customers, with the country where the city is empty or missing?",
        "SELECT code, coalesce(nullif(city, ''), country) FROM customer WHERE city IS NULL OR city = '' ORDER BY code")
    sql(
        "When was or will each order be sent, by what is known of it?",
        "SELECT id, coalesce(sent, due, placed) FROM orders WHERE id <= 30 ORDER BY id")
    sql("Which employees come first if the head goes last?", "SELECT last FROM employee ORDER BY boss IS NULL, last")
    sql(
        "What are the stocks, with nil in place of zero?",
        "SELECT DISTINCT nullif(stock, 0) FROM product ORDER BY 1 NULLS FIRST")
    sql(
        "What does each product weigh, with a kilogram where it is unknown?",
        "SELECT id, coalesce(weight, 1.0) FROM product ORDER BY id")
    weights = [row.weight for row in rows.product]
    python(
        "What is the mean weight, if unknown ones weigh a kilogram and if they are left out?",
        [(mean(1.0 if weight is None else weight for weight in weights),
          mean(weight for weight in weights if weight is not None))])
    sql(
        "Which products cost at most five, or ten if they are heavy?",
        "SELECT id FROM product WHERE price <= CASE WHEN weight > 1 THEN 1000 ELSE 500 END ORDER BY id")
    sql(
        "What becomes of orders, in words?",
        "SELECT CASE WHEN status = 'returned' THEN 'came back' WHEN sent IS NULL THEN 'still here'"
        " WHEN sent > due THEN 'late' ELSE 'in time' END, count(*) FROM orders GROUP BY 1 ORDER BY 1")
    sql("Which shippers are there, each with a word for what it is?", "SELECT 'shipper', name FROM shipper ORDER BY id")
    sql(
        "What is the title of each employee, if the one of an intern counts as none?",
        "SELECT last, coalesce(nullif(title, 'Intern'), 'no title') FROM employee ORDER BY id")
    python(
        "What is charged for freight, with a discount above twenty and none without a priority?",
        [(row.id, cents(row.freight) if row.priority is None or row.freight <= 2_000 else cents(row.freight * 9) / 10)
         for row in rows.orders if row.id > 150])
