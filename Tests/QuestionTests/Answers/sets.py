"""Sets of queries, queries over the objects of others, distinct rows, pages; and a model with a filter of its own."""


def answer(asking):
    sql = asking.sql
    sql(
        "Which products are cheap or discontinued, as a union?",
        "SELECT id FROM product WHERE price < 300 UNION SELECT id FROM product WHERE discontinued ORDER BY 1")
    sql(
        "Which products are among the ten dearest and the ten heaviest?",
        "SELECT name FROM product WHERE id IN (SELECT id FROM product ORDER BY price DESC, id DESC LIMIT 10) AND id IN"
        " (SELECT id FROM product ORDER BY weight DESC NULLS LAST, id DESC LIMIT 10) ORDER BY name")
    sql(
        "Which of the twenty newest orders are not among the fifty dearest?",
        "SELECT id FROM (SELECT id FROM orders ORDER BY placed DESC, id DESC LIMIT 20) WHERE id NOT IN"
        " (SELECT id FROM orders ORDER BY freight DESC, id DESC LIMIT 50) ORDER BY id")
    sql(
        "How many orders are late, returned or without a customer, each once?",
        "SELECT count(*) FROM orders WHERE sent > due OR status = 'returned' OR customer IS NULL")
    sql(
        "Which customers are in a union of two countries but not in a list of cities, the last three?",
        "SELECT name FROM customer WHERE country IN ('NO', 'DE') AND coalesce(city, '') NOT IN ('Oslo', 'Husum')"
        " ORDER BY name DESC, code DESC LIMIT 3")
    sql(
        "What is the freight of the orders of a union?",
        "SELECT count(*), sum(freight) AS sum_cents FROM orders WHERE country = 'IE' OR id IN"
        " (SELECT id FROM orders ORDER BY placed, id LIMIT 5)")
    sql(
        "How many orders of each status are among the thirty newest?",
        "SELECT status, count(*) FROM (SELECT status FROM orders ORDER BY placed DESC, id DESC LIMIT 30) GROUP BY 1"
        " ORDER BY 1")
    sql(
        "Which of the ten dearest products are of paper?",
        "SELECT name FROM (SELECT * FROM product ORDER BY price DESC, id DESC LIMIT 10) WHERE category = 4 ORDER BY id")
    sql(
        "Which orders of the ten newest come first by freight?",
        "SELECT id FROM (SELECT * FROM orders ORDER BY placed DESC, id DESC LIMIT 10) ORDER BY freight DESC, id DESC"
        " LIMIT 3")
    sql("Which countries do customers come from?", "SELECT DISTINCT country FROM customer ORDER BY 1")
    sql(
        "Which countries do customers come from, from the end of the alphabet?",
        "SELECT DISTINCT country FROM customer ORDER BY 1 DESC LIMIT 4")
    sql(
        "Which pairs of country and city do customers have, the second ten?",
        "SELECT DISTINCT country, city FROM customer ORDER BY 1, 2 NULLS FIRST LIMIT 10 OFFSET 10")
    sql(
        "Which countries were products from each supplier's country sent to?",
        "SELECT DISTINCT s.country, o.country FROM line l JOIN orders o ON o.id = l.orders"
        " JOIN product p ON p.id = l.product JOIN supplier s ON s.id = p.supplier WHERE o.freight > 5000 ORDER BY 1, 2")
    sql(
        "Which years and halves of years have orders?",
        "SELECT DISTINCT CAST(strftime('%Y', placed) AS INTEGER), strftime('%m', placed) > '06' FROM orders ORDER BY 1, 2")
    sql(
        "What is on the first page of orders by freight?",
        "SELECT id FROM orders ORDER BY freight DESC, id DESC LIMIT 7")
    sql(
        "What is on the third page of products by weight, where many have none?",
        "SELECT id FROM product ORDER BY weight NULLS FIRST, id LIMIT 6 OFFSET 12")
    sql(
        "How many pages of customers of some countries are there, and how long is the last?",
        "SELECT (count(*) + 8) / 9, (count(*) + 8) % 9 + 1, max(name) FROM customer WHERE country <> 'NO'")
    sql(
        "Which are the first three orders that a stream passes on, of those with a freight?",
        "SELECT id FROM orders WHERE freight > 0 ORDER BY id LIMIT 3")
    sql(
        "Which is the first order of a status, or none?",
        "SELECT id, NULL FROM orders WHERE status = 'packed' ORDER BY placed, id LIMIT 1")
    reviews(sql)


def reviews(sql):
    seen = "(SELECT * FROM review WHERE hidden IS NULL)"
    sql("How many reviews does everybody see?", f"SELECT count(*) FROM {seen}")
    sql("How many reviews are there with hidden ones?", "SELECT count(*) FROM review")
    sql("Which reviews are hidden?", "SELECT id FROM review WHERE hidden IS NOT NULL ORDER BY id")
    sql(
        "Which products have a review of one star that is seen?",
        f"SELECT DISTINCT product FROM {seen} WHERE stars = 1 AND product IS NOT NULL ORDER BY 1")
    sql(
        "Which products have a review of one star, seen or hidden?",
        "SELECT DISTINCT product FROM review WHERE stars = 1 AND product IS NOT NULL ORDER BY 1")
    sql(
        "How many reviews does each product have, seen ones alone?",
        f"SELECT product, count(*) FROM {seen} WHERE product IS NOT NULL GROUP BY 1 ORDER BY 1")
    sql(
        "How many reviews of each number of stars are seen, and how many with a text?",
        f"SELECT stars, count(*), count(text) FROM {seen} GROUP BY 1 ORDER BY 1")
    sql(
        "What are the mean stars of products with three or more reviews, the best first?",
        f"SELECT product, avg(stars), count(*) FROM {seen} WHERE product IS NOT NULL GROUP BY 1 HAVING count(*) >= 3"
        " ORDER BY 2 DESC, 1 DESC")
    sql(
        "What does the newest seen review of each product say?",
        f"SELECT product, (SELECT text FROM {seen} WHERE product = r.product ORDER BY written DESC, id DESC LIMIT 1)"
        f" FROM {seen} r WHERE product IS NOT NULL GROUP BY 1 ORDER BY 1")
    sql(
        "Which customers have written most reviews that are seen?",
        f"SELECT c.code, count(r.id) FROM customer c LEFT JOIN {seen} r ON r.customer = c.code GROUP BY 1"
        " ORDER BY 2 DESC, 1 LIMIT 6")
    # The texts with letters beyond ASCII are apart: SQLite would not lower them.
    sql(
        "Which texts of reviews occur several times, whatever their case?",
        "SELECT CASE text WHEN 'Très bon' THEN 'très bon' WHEN 'Straße fehlt' THEN 'straße fehlt'"
        f" WHEN 'ΣΟΦΟΣ' THEN 'σοφοσ' ELSE lower(text) END AS word, count(*) FROM {seen} WHERE text IS NOT NULL"
        " GROUP BY 1 HAVING count(*) > 1 ORDER BY 1")
    sql(
        "Which products have a hidden review alone?",
        "SELECT product FROM review WHERE product IS NOT NULL GROUP BY 1 HAVING min(hidden IS NOT NULL) ORDER BY 1")
