"""What takes Granary more than one call, though mostly one statement of SQL."""


def answer(asking):
    sql, rows = asking.sql, asking.rows
    sql(
        "Which cities have customers or suppliers, each once?",
        "SELECT city FROM customer WHERE city IS NOT NULL UNION SELECT city FROM supplier WHERE city IS NOT NULL"
        " ORDER BY 1")
    sql(
        "Who does business with the house, customers, suppliers and shippers in one list?",
        "SELECT kind, name FROM (SELECT 'customer' AS kind, name, code AS key FROM customer WHERE country = 'NO' UNION ALL"
        " SELECT 'shipper', name, id FROM shipper UNION ALL SELECT 'supplier', name, id FROM supplier"
        " WHERE country = 'NO') ORDER BY kind, key")
    sql(
        "On how many days was how often ordered?",
        "SELECT n, count(*) FROM (SELECT count(*) AS n FROM orders GROUP BY date(placed)) GROUP BY 1 ORDER BY 1")
    sql(
        "What is the median of all freights?",
        "SELECT sum(freight) * 50 AS middle_bp FROM"
        " (SELECT freight FROM orders ORDER BY freight LIMIT 2 OFFSET (SELECT count(*) / 2 - 1 FROM orders))")
    sql(
        "Which words are on each product, in one text?",
        "SELECT product, group_concat(tag, ', ') FROM (SELECT product, tag FROM product_tag ORDER BY product, tag)"
        " GROUP BY 1 HAVING count(*) > 1 ORDER BY 1")
    sql(
        "Which categories are below “Tools”, however deep?",
        "WITH RECURSIVE below(id, name, depth) AS (SELECT id, name, 0 FROM category WHERE name = 'Tools' UNION ALL"
        " SELECT c.id, c.name, depth + 1 FROM category c JOIN below b ON c.parent = b.id)"
        " SELECT name FROM below WHERE depth > 0 ORDER BY depth, id")
    days = {int(row.placed[8:10]) for row in rows.orders if row.placed.startswith("2024-12")}
    asking.python("Which days of December 2024 had no order?", [day for day in range(1, 32) if day not in days])
