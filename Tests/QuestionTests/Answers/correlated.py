"""Other queries about the object that is asked for, and sets of such queries."""


def answer(asking):
    sql = asking.sql
    sql(
        "Which orders cost the highest freight of their customer?",
        "SELECT id FROM orders o WHERE freight = (SELECT max(freight) FROM orders WHERE customer = o.customer) ORDER BY id")
    sql(
        "How many orders did the customer of each of the last orders place before?",
        "SELECT id, (SELECT count(*) FROM orders WHERE customer = o.customer AND placed < o.placed) FROM orders o"
        " WHERE id > 165 AND customer IS NOT NULL ORDER BY id")
    sql(
        "Which products cost more than the mean of what their supplier makes?",
        "SELECT id FROM product p WHERE price > (SELECT avg(price) FROM product WHERE supplier IS p.supplier) ORDER BY id")
    sql(
        "Who earns more than everybody who was hired later?",
        "SELECT last FROM employee e WHERE NOT EXISTS (SELECT 1 FROM employee WHERE hired > e.hired AND salary >= e.salary)"
        " ORDER BY id")
    sql(
        "Which place does each employee's salary have?",
        "SELECT last, rank() OVER (ORDER BY salary DESC) FROM employee ORDER BY salary DESC, id DESC")
    sql(
        "What is the freight of the orders to Turkey so far, order by order?",
        "SELECT id, sum(freight) OVER (ORDER BY placed, id) AS total_cents FROM orders WHERE country = 'TR'"
        " ORDER BY placed, id")
    sql(
        "Which customers have a supplier in their city and their country?",
        "SELECT code FROM customer c WHERE EXISTS (SELECT 1 FROM supplier WHERE country = c.country AND city = c.city)"
        " ORDER BY code")
    sql(
        "Which orders were placed on a day with another one?",
        "SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM orders WHERE date(placed) = date(o.placed) AND id <> o.id)"
        " ORDER BY id")
    sql(
        "How many customers are in the country of each of the last suppliers by name who make something?",
        "SELECT name, (SELECT count(*) FROM customer WHERE country = s.country) FROM supplier s"
        " WHERE id IN (SELECT supplier FROM product) ORDER BY name DESC, id DESC LIMIT 5")
    sql(
        "How many customers have each number of customers in their own city?",
        "SELECT n, count(*) FROM (SELECT (SELECT count(*) FROM customer WHERE city = c.city) AS n FROM customer c"
        " WHERE city IS NOT NULL) GROUP BY 1 ORDER BY 1")
    sql(
        "Which products have a newer one of the same category, by the day of launching?",
        "SELECT id FROM product p WHERE EXISTS (SELECT 1 FROM product WHERE category = p.category AND launched > p.launched)"
        " ORDER BY id")
    sql(
        "How many products of each category cost more than the category's mean?",
        "SELECT c.name, sum(p.price > (SELECT avg(price) FROM product WHERE category = c.id)) FROM category c"
        " JOIN product p ON p.category = c.id GROUP BY c.id ORDER BY c.id")
    sql(
        "Which customers are the only ones in their city, or order nothing, as a union?",
        "SELECT code FROM customer c WHERE NOT EXISTS (SELECT 1 FROM customer WHERE city IS c.city AND code <> c.code)"
        " OR code NOT IN (SELECT customer FROM orders WHERE customer IS NOT NULL) ORDER BY name, code LIMIT 10")
    sql(
        "Which of the thirty newest orders are neither of the best customers nor of the best employee?",
        "SELECT id FROM (SELECT * FROM orders ORDER BY placed DESC, id DESC LIMIT 30) WHERE"
        " coalesce(customer, '') NOT IN (SELECT c.code FROM customer c LEFT JOIN orders o ON o.customer = c.code GROUP BY 1"
        " ORDER BY count(o.id) DESC, 1 DESC LIMIT 5) AND coalesce(employee, 0) NOT IN (SELECT e.id FROM employee e"
        " LEFT JOIN orders o ON o.employee = e.id GROUP BY 1 ORDER BY count(o.id) DESC, 1 DESC LIMIT 1) ORDER BY id")
    sql(
        "What is the freight by status of the orders that are late and dear, or early and cheap?",
        "SELECT status, count(*), sum(freight) AS sum_cents FROM orders WHERE sent > due AND freight > 2000"
        " OR sent <= due AND freight = 0 GROUP BY 1 ORDER BY 1")
    sql(
        "Which are the second ten of the products that are first by name but not by price?",
        "SELECT name FROM (SELECT * FROM product ORDER BY name, id LIMIT 30) WHERE id NOT IN"
        " (SELECT id FROM product ORDER BY price DESC, id DESC LIMIT 5) ORDER BY name, id LIMIT 10 OFFSET 10")
