"""Pairs of objects that no relationship connects."""

import json


def answer(asking):
    sql, python, rows = asking.sql, asking.python, asking.rows
    sql(
        "Which pairs of customers of one city are there?",
        "SELECT a.code, b.code FROM customer a JOIN customer b ON b.city = a.city AND b.code > a.code"
        " WHERE a.city <> '' ORDER BY 1, 2")
    sql(
        "Which orders were placed on the same day as the one before by number?",
        "SELECT o.id FROM orders o JOIN orders b ON b.id = o.id - 1 WHERE date(o.placed) = date(b.placed) ORDER BY o.id")
    sql(
        "Which customers and suppliers are in one city?",
        "SELECT c.code, s.name, s.city FROM customer c JOIN supplier s ON s.city = c.city ORDER BY c.code, s.id")
    python(
        "Which suppliers differ in the case of their name alone?",
        [(a.name, b.name) for a in rows.supplier for b in rows.supplier if a.id < b.id and a.name.lower() == b.name.lower()])
    python(
        "Whose customers' names are the same but for case?",
        [(a.name, b.name) for a in rows.customer for b in rows.customer
         if a.code < b.code and a.name.lower() == b.name.lower()])
    sql(
        "Which products have the same price and the same supplier?",
        "SELECT a.name, b.name, a.price AS price_cents FROM product a JOIN product b ON a.price = b.price"
        " AND a.supplier = b.supplier AND a.id < b.id ORDER BY a.id, b.id")
    sql(
        "Which products have the same supplier and weight, the dearest first, five pairs of them?",
        "SELECT a.id, b.id FROM product a JOIN product b ON a.supplier = b.supplier AND a.weight = b.weight AND a.id < b.id"
        " ORDER BY a.price DESC, b.price DESC, a.id DESC, b.id DESC LIMIT 5")
    sql(
        "Which orders of one customer were placed within two days after another?",
        "SELECT a.id, b.id FROM orders a JOIN orders b ON a.customer = b.customer AND a.id <> b.id AND"
        " a.placed <= b.placed AND"
        " strftime('%s', b.placed) - strftime('%s', a.placed) < 48 * 3600 ORDER BY 1, 2")
    sql(
        "Who earns more than somebody who was hired before?",
        "SELECT DISTINCT a.last FROM employee a JOIN employee b ON a.salary > b.salary AND a.hired > b.hired ORDER BY 1")
    sql(
        "By how much do those who bear a title differ in salary?",
        "SELECT a.last, b.last, a.salary - b.salary AS difference_cents FROM employee a JOIN employee b"
        " ON a.title = b.title AND a.salary > b.salary ORDER BY a.id, b.id")
    sql(
        "Who earns more than half of what their boss does, and how much?",
        "SELECT a.last, b.last, a.salary AS salary_cents, b.salary - a.salary AS difference_cents FROM employee a"
        " JOIN employee b ON a.boss = b.id WHERE a.salary * 2 > b.salary ORDER BY a.id")
    sql(
        "Who was born on the day of the year on which another was hired?",
        "SELECT a.last, b.last FROM employee a JOIN employee b ON strftime('%m-%d', a.born) = strftime('%m-%d', b.hired)"
        " AND a.id <> b.id ORDER BY a.id, b.id")
    sql(
        "Which orders were sent on the day on which the next one by number was placed?",
        "SELECT a.id, b.placed FROM orders a JOIN orders b ON b.id = a.id + 1 AND date(a.sent) = date(b.placed) ORDER BY 1")
    sql(
        "Which of the ten newest orders goes to a city of the ten dearest ones?",
        "SELECT a.id, b.id, a.city FROM (SELECT * FROM orders ORDER BY placed DESC, id DESC LIMIT 10) a"
        " JOIN (SELECT * FROM orders ORDER BY freight DESC, id DESC LIMIT 10) b ON a.city = b.city ORDER BY 1, 2")
    sql(
        "Which products of two categories cost the same?",
        "SELECT a.name, b.name FROM product a JOIN product b ON a.price = b.price WHERE a.category = 1 AND b.category = 4"
        " ORDER BY a.id, b.id")
    sql(
        "Which freights have Norwegian and Irish orders in common, with how many pairs and Irish orders?",
        "SELECT a.freight AS freight_cents, count(*), count(DISTINCT b.id) FROM orders a JOIN orders b"
        " ON a.freight = b.freight WHERE a.country = 'NO' AND b.country = 'IE' GROUP BY a.freight ORDER BY a.freight")
    kinds(asking)
    results(asking)


def kinds(asking):
    sql = asking.sql
    sql(
        "Which suppliers are in the city of each Norwegian customer, if there are any?",
        "SELECT c.code, s.name FROM customer c LEFT JOIN supplier s ON s.city = c.city WHERE c.country = 'NO'"
        " ORDER BY c.code, s.id")
    sql(
        "Which suppliers have no customer in their city, by a join?",
        "SELECT name FROM supplier WHERE city IS NULL OR city NOT IN (SELECT city FROM customer WHERE city IS NOT NULL)"
        " ORDER BY id")
    sql(
        "How many suppliers are in the city of each German customer, none included?",
        "SELECT c.code, count(s.id) FROM customer c LEFT JOIN supplier s ON s.city = c.city WHERE c.country = 'DE'"
        " GROUP BY 1 ORDER BY 1")
    sql(
        "Which supplier of its country has a better rating than each, if there is one?",
        "SELECT a.name, b.name, b.rating FROM supplier a LEFT JOIN supplier b ON a.country = b.country"
        " AND a.rating < b.rating ORDER BY a.id, b.id")
    sql(
        "Which products have which others that are dearer and lighter, if any, among the tools?",
        "SELECT a.name, b.name FROM product a LEFT JOIN product b ON b.category = 6 AND a.price < b.price"
        " AND a.weight > b.weight WHERE a.category = 6 ORDER BY a.id, b.id")
    sql(
        "Which intern could look after which region without employees?",
        "SELECT e.last, r.name FROM employee e JOIN region r WHERE e.title = 'Intern' AND r.code NOT IN"
        " (SELECT region FROM employee_region) ORDER BY e.id, r.code")
    sql(
        "Which pairs of tags are on the same number of products?",
        "WITH counted AS (SELECT word, (SELECT count(*) FROM product_tag WHERE tag = word) AS n FROM tag)"
        " SELECT a.word, b.word, a.n FROM counted a JOIN counted b ON a.word < b.word AND a.n = b.n ORDER BY 1, 2")
    sql(
        "Which pairs of categories at the top have the dearest products, added up?",
        "WITH dearest AS (SELECT c.id, c.name, max(p.price) AS price FROM category c JOIN product p ON p.category = c.id"
        " WHERE c.parent IS NULL GROUP BY c.id) SELECT a.name, b.name, a.price + b.price AS sum_cents FROM dearest a"
        " JOIN dearest b ON a.id < b.id ORDER BY a.price + b.price DESC, a.id DESC, b.id DESC LIMIT 4")


def results(asking):
    sql, python, rows = asking.sql, asking.python, asking.rows
    sql(
        "How many pairs of customer and supplier does each country have, if more than five?",
        "SELECT c.country, count(*) FROM customer c JOIN supplier s ON s.country = c.country GROUP BY 1"
        " HAVING count(*) > 5 ORDER BY 2 DESC, 1 DESC")
    sql(
        "What credit have the customers in the country of each supplier, and who comes first?",
        "SELECT s.id, s.name, sum(c.credit) AS credit_cents, min(c.code) FROM supplier s"
        " JOIN customer c ON c.country = s.country GROUP BY s.id ORDER BY s.id")
    sql(
        "Which countries have suppliers and get orders of high freight?",
        "SELECT country FROM supplier INTERSECT SELECT country FROM orders WHERE freight > 5000 ORDER BY 1")
    sql(
        "How often does the price of a line occur among discontinued products, and with how many pieces?",
        "SELECT count(*), sum(l.quantity) FROM product p JOIN line l ON l.price = p.price WHERE p.discontinued")
    sql(
        "Are there a customer and a supplier of one name, and are there two in one city?",
        "SELECT count(*) > 0 AS name_flag, (SELECT count(*) > 0 FROM customer c JOIN supplier s ON c.city = s.city) AS"
        " city_flag FROM customer c JOIN supplier s ON c.name = s.name")
    sql(
        "How many pairs of orders of one day and one country are there?",
        "SELECT count(*) FROM orders a JOIN orders b ON date(a.placed) = date(b.placed) AND a.country = b.country"
        " AND a.id < b.id")
    sql(
        "Which customers have an order in the country of a supplier whose rating is poor, the third five pairs?",
        "SELECT c.code, s.name FROM customer c JOIN supplier s ON s.country = c.country WHERE s.rating < 1 AND c.code IN"
        " (SELECT customer FROM orders) ORDER BY c.code, s.id LIMIT 5 OFFSET 10")
    sql(
        "Which employees look after as many regions as they have reports, in pairs of different ones?",
        "WITH counted AS (SELECT id, last, (SELECT count(*) FROM employee_region WHERE employee = id) AS regions,"
        " (SELECT count(*) FROM employee WHERE boss = e.id) AS reports FROM employee e)"
        " SELECT a.last, b.last, a.regions FROM counted a JOIN counted b ON a.regions = b.reports AND a.id <> b.id"
        " WHERE a.regions > 0 ORDER BY a.id, b.id")
    sql(
        "Which products are made in the city of a customer in the west, by names and cities?",
        "SELECT DISTINCT p.name, s.city FROM product p JOIN supplier s ON s.id = p.supplier JOIN customer c"
        " ON c.city = s.city WHERE c.region = 'W' ORDER BY 2, 1")
    sql(
        "Which suppliers share a zip code?",
        "SELECT a.name, b.name, a.address ->> 'zip' FROM supplier a JOIN supplier b"
        " ON a.address ->> 'zip' = b.address ->> 'zip' AND a.id < b.id ORDER BY a.id, b.id")
    north = {row.id: json.loads(row.address).get("position", {}).get("latitude") if row.address else None
             for row in rows.supplier}
    python(
        "How many degrees north of a supplier with a worse rating is each better one?",
        [(a.name, b.name, north[a.id] - north[b.id]) for a in rows.supplier for b in rows.supplier
         if None not in (north[a.id], north[b.id], a.rating, b.rating) and north[a.id] > north[b.id] and a.rating > b.rating])
