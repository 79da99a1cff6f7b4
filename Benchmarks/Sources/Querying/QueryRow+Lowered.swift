internal import Granary

extension QueryRow {
    /// What SQLite evaluates as it stands.
    static let lowered = [
        QueryRow(
            "where: id % 23 == 13", 1.25, sql: "SELECT count(*) FROM Sale WHERE id % 23 = 13",
            judged: { Int64(try $0.count(Sale.where { $0.id % 23 == 13 })) }),
        QueryRow(
            "where: amount * 3 + 5 > 2,000, which can fail", 1.25,
            sql: "SELECT count(*) FROM Sale WHERE amount * 3 + 5 > 2000",
            judged: { Int64(try $0.count(Sale.where { $0.amount * 3 + 5 > 2_000 })) }),
        QueryRow(
            "where: two letters of a trimmed text", 1.25,
            sql: "SELECT count(*) FROM Sale WHERE substr(trim(note), 1, 2) = 'ab'",
            judged: { Int64(try $0.count(Sale.where { $0.note.trimmed().part(from: 0, count: 2) == "ab" })) }),
        QueryRow(
            "where: a prefix, with the index", 1.25,
            sql: "SELECT count(*) FROM Sale WHERE note >= 'ab' AND note < 'ac'",
            judged: { Int64(try $0.count(Sale.where { $0.note.hasPrefix("ab") })) }),
        QueryRow(
            "where: a prefix in any case, with the index without case", 1.25,
            sql: "SELECT count(*) FROM Shop WHERE name >= 'shop 1' AND name < 'shop 2'",
            judged: { Int64(try $0.count(Shop.where { $0.name.hasPrefix("SHOP 1", .caseInsensitive) })) }),
        QueryRow(
            "where: the month of a date", 1.25,
            sql:
                "SELECT count(*) FROM Sale WHERE CAST(strftime('%m', soldAt / 1000000, 'unixepoch') AS INTEGER) = 2",
            judged: { Int64(try $0.count(Sale.where { $0.soldAt.month == 2 })) }),
        QueryRow(
            "where: a shop has a sale above 990", 1.25,
            sql:
                "SELECT count(*) FROM Shop s WHERE EXISTS (SELECT 1 FROM Sale WHERE shop_id = s.id AND amount > 990)",
            judged: { Int64(try $0.count(Shop.where { $0.sales.any { $0.amount > 990 } })) }),
        QueryRow(
            "where: the name of the area of the shop", 1.25,
            sql: """
                SELECT count(*) FROM Sale JOIN Shop ON Shop.id = Sale.shop_id JOIN Area ON Area.code = Shop.area_code
                WHERE Area.name = 'area 7'
                """,
            judged: { Int64(try $0.count(Sale.where { $0.shop.area.name == "area 7" })) }),
        QueryRow(
            "where: the shop is in a list of another query", 1.25,
            sql: "SELECT count(*) FROM Sale WHERE shop_id IN (SELECT id FROM Shop WHERE size > 900)",
            judged: {
                Int64(
                    try $0.count(
                        Sale.where { $0.shop.id.isIn(Shop.where { $0.size > 900 }.values { $0.id }) }))
            }),
        QueryRow(
            "where: above the mean of all", 1.25,
            sql: "SELECT count(*) FROM Sale WHERE weight > (SELECT avg(weight) FROM Sale)",
            judged: { Int64(try $0.count(Sale.where { $0.weight > Sale.all.average { $0.weight } })) }),
        QueryRow(
            "where: a union of two queries", 1.25,
            sql: "SELECT count(*) FROM Sale WHERE amount < 10 OR note < 'C'",
            judged: { Int64(try $0.count(Sale.where { $0.amount < 10 }.union(Sale.where { $0.note < "C" }))) }
        ),
        QueryRow(
            "aggregates: two counts with conditions, and a largest", 1.25,
            sql: """
                SELECT count(*) FILTER (WHERE amount > 500), count(*) FILTER (WHERE weight < 100),
                    max(amount) FILTER (WHERE weight < 100) FROM Sale
                """,
            judged: { context in
                let (large, light, most) = try context.aggregate(Sale.all) {
                    (
                        $0.count(where: $0.amount > 500), $0.count(where: $0.weight < 100),
                        $0.amount.maximum(where: $0.weight < 100)
                    )
                }
                return Int64(large + light + (most ?? 0))
            }),
        QueryRow(
            "groups: a choice", 1.25,
            sql: """
                SELECT CASE WHEN amount < 100 THEN 1 WHEN amount < 900 THEN 2 ELSE 3 END, count(*) FROM Sale
                GROUP BY 1
                """,
            judged: { context in
                try context.grouped(
                    Sale.all,
                    by: { when($0.amount < 100, then: 1).when($0.amount < 900, then: 2).otherwise(3) }
                ) { $0.count() }.reduce(0) { $0 + Int64($1.group + $1.values) }
            }),
        QueryRow(
            "groups: shops of at least 15 sales, the 100 with most", 1.25,
            sql: """
                SELECT shop_id, count(*) FROM Sale GROUP BY shop_id HAVING count(*) >= 15
                ORDER BY count(*) DESC, shop_id DESC LIMIT 100
                """,
            judged: { context in
                try context.grouped(
                    Sale.all, by: { $0.shop.id }, { $0.count() },
                    arranged: { $0.having { $0.count() >= 15 }.sorted { $0.count().descending }.limit(100) }
                ).reduce(0) { $0 + Int64(($1.group ?? 0) + $1.values) }
            }),
        QueryRow(
            "distinct: amounts, the 50 largest", 1.25,
            sql: "SELECT DISTINCT amount FROM Sale ORDER BY amount DESC LIMIT 50",
            judged: { context in
                try context.distinct(Sale.all.sorted { $0.amount.descending }.limit(50)) { $0.amount }
                    .reduce(0) { $0 + Int64($1) }
            }),
    ]
}
