"""Lists and objects as columns, and the best of each group."""

import collections

from asking import cents, moment


def answer(asking):
    python, rows = asking.python, asking.rows

    def members(table, column):
        """The rows of a table by the value of a column, in the order of their keys."""
        found = collections.defaultdict(list)
        for row in getattr(rows, table):
            found[getattr(row, column)].append(row)
        return found

    lines, orders = members("line", "orders"), members("orders", "customer")
    products, reviews = members("product", "category"), members("review", "product")
    python(
        "Which are the two dearest lines of each of the first orders?",
        [(row.id, [(line.id, line.quantity) for line in sorted(
            lines[row.id], key=lambda line: (-line.price * line.quantity, -line.id))[:2]])
         for row in rows.orders if row.id <= 8])
    words = collections.defaultdict(list)
    for pair in rows.product_tag:
        words[pair.product].append(pair.tag)
    python(
        "Which words are on each product with several, in a list?",
        [(row.id, sorted(words[row.id], key=str.encode)) for row in rows.product if len(words[row.id]) > 1])
    python(
        "Which words but “sale” are on each product of Light, from the end of the alphabet?",
        [(row.name, sorted((word for word in words[row.id] if word != "sale"), key=str.encode, reverse=True))
         for row in rows.product if row.category == 1])
    python(
        "Which are the second and third newest order of each Irish customer?",
        [(row.code, [(order.id, moment(order.placed)) for order in sorted(
            orders[row.code], key=lambda order: (order.placed, order.id), reverse=True)[1:3]])
         for row in rows.customer if row.country == "IE"])
    customers = members("customer", "region")
    python(
        "Which two customers of each region come first, each with two orders of the highest freight?",
        [(region.code, [(row.code, [(order.id, cents(order.freight)) for order in sorted(
            orders[row.code], key=lambda order: (order.freight, order.id), reverse=True)[:2]])
            for row in customers[region.code][:2]]) for region in rows.region])
    seen = {key: [row for row in found if row.hidden is None] for key, found in reviews.items()}
    python(
        "What do the seen reviews of each product with one of five stars say, newest first?",
        [(row.id, [(review.stars, review.text) for review in sorted(
            seen[row.id], key=lambda review: (review.written, review.id), reverse=True)])
         for row in rows.product if any(review.stars == 5 for review in seen.get(row.id, []))])
    python(
        "Which reviews, seen or hidden, has each of the first products?",
        [(row.id, [review.id for review in reviews[row.id]]) for row in rows.product if row.id <= 12])
    employees = {row.id: row for row in rows.employee}
    python(
        "Who is the boss of each intern, and who reports to the boss?",
        [(row.last, employees[row.boss].last,
          [other.last for other in rows.employee if other.boss == row.boss])
         for row in rows.employee if row.title == "Intern"])
    python(
        "Which lines of each order above number 170 are dearer than the mean of its lines?",
        [(row.id, [line.id for line in lines[row.id]
                   if line.price * len(lines[row.id]) > sum(other.price for other in lines[row.id])])
         for row in rows.orders if row.id > 170])
    names = {row.code: row.name for row in rows.customer}
    python(
        "Who is the customer of each of the first orders, as an object?",
        [(row.id, names.get(row.customer)) for row in rows.orders if row.id <= 12])
    dearest = {key: max(found, key=lambda row: (row.price, row.id)) for key, found in products.items()}
    python(
        "Which is the dearest product of each category, as an object?",
        [(row.name, *((dearest[row.id].name, cents(dearest[row.id].price)) if row.id in dearest else (None, None)))
         for row in rows.category])
    made = members("product", "supplier")
    python(
        "Which three products of each supplier are first by name, as objects?",
        [(row.name, [product.id for product in sorted(made[row.id], key=lambda product: (
            product.name.encode(), product.id))[:3]]) for row in rows.supplier])
    sold = members("orders", "employee")
    python(
        "In which months of 2024 did each employee sell something with a freight above a hundred, and to whom?",
        [(row.last, [(moment(order.placed).month, names.get(order.customer)) for order in sorted(
            sold[row.id], key=lambda order: (order.placed, order.id))
            if order.placed.startswith("2024") and order.freight > 10_000])
         for row in rows.employee if sold[row.id]])
    children = members("category", "parent")
    python(
        "What are the children of each category, each with its dearest price?",
        [(row.name, [(child.name, cents(dearest[child.id].price) if child.id in dearest else None)
                     for child in children[row.id]]) for row in rows.category if row.parent is None])
    best(asking)


def best(asking):
    sql = asking.sql
    first = (
        "SELECT {} FROM (SELECT *, row_number() OVER (PARTITION BY {} ORDER BY {}) AS place FROM {}) WHERE place <= {}"
        " ORDER BY {}")
    sql(
        "Which three orders of each status were the newest?",
        first.format("status, id", "status", "placed DESC, id DESC", "orders", 3, "placed DESC, id DESC"))
    order = "stars DESC, written DESC, id DESC"
    sql(
        "Which two seen reviews of each product of paper are the best, newest first among equals?",
        first.format(
            "id", "product", order,
            "(SELECT r.* FROM review r JOIN product p ON p.id = r.product WHERE p.category = 4 AND hidden IS NULL)", 2, order))
    order = "pieces DESC, id DESC"
    sql(
        "Which order of the most pieces was placed in each year?",
        first.format(
            "id", "strftime('%Y', placed)", order,
            "(SELECT o.*, coalesce((SELECT sum(quantity) FROM line WHERE orders = o.id), 0) AS pieces FROM orders o)", 1, order))
    order = "price * quantity DESC, id DESC"
    sql(
        "Which two lines of each customer in the north were the dearest, three relationships away?",
        first.format(
            "id", "customer", order,
            "(SELECT l.*, o.customer FROM line l JOIN orders o ON o.id = l.orders JOIN customer c ON c.code = o.customer"
            " WHERE c.region = 'N')", 2, order))
    order = "salary DESC, id DESC"
    sql(
        "Which is the best paid employee of each title, those without one together?",
        first.format("last", "title", order, "employee", 1, order))
