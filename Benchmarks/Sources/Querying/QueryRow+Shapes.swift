internal import Granary

extension QueryRow {
    /// Columns instead of objects, values of members, and the best of each group.
    static let shapes = [
        QueryRow(
            "select: one column", 1.25, against: "SQL", times: 3,
            base: { try $0.rows("SELECT amount FROM Sale ORDER BY id") { $0.integer(0) }.reduce(0, &+) },
            judged: { try $0.select(Sale.all) { $0.amount }.reduce(0) { $0 + Int64($1) } }),
        QueryRow(
            "select: two steps", 1.3, against: "SQL", times: 3,
            base: { sales in
                let rows = try sales.rows(
                    """
                    SELECT Sale.id, Area.name FROM Sale LEFT JOIN Shop ON Shop.id = Sale.shop_id
                    LEFT JOIN Area ON Area.code = Shop.area_code ORDER BY Sale.id
                    """
                ) { ($0.integer(0), $0.text(1)) }
                return rows.reduce(0) { $0 + $1.0 + Int64($1.1?.utf8.count ?? 0) }
            },
            judged: { context in
                try context.select(Sale.all) { ($0.id, $0.shop.area.name) }
                    .reduce(0) { $0 + Int64($1.0) + Int64($1.1?.utf8.count ?? 0) }
            }),
        QueryRow(
            "select: a count of each shop's sales", 1.25, times: 3,
            sql: "SELECT id, (SELECT count(*) FROM Sale WHERE shop_id = s.id) FROM Shop s ORDER BY id",
            judged: { context in
                try context.select(Shop.all) { ($0.id, $0.sales.count) }.reduce(0) { $0 + Int64($1.0 + $1.1) }
            }),
        QueryRow(
            "select: a sum of each shop's sales", 1.25, times: 3,
            sql: "SELECT id, (SELECT sum(amount) FROM Sale WHERE shop_id = s.id) FROM Shop s ORDER BY id",
            judged: { context in
                try context.select(Shop.all) { ($0.id, $0.sales.sum { $0.amount }) }
                    .reduce(0) { $0 + Int64($1.0 + $1.1) }
            }),
        QueryRow(
            "select: the newest of each shop's sales", 1.25, times: 3,
            sql: """
                SELECT id, (SELECT amount FROM Sale WHERE shop_id = s.id ORDER BY soldAt DESC, id DESC LIMIT 1)
                FROM Shop s ORDER BY id
                """,
            judged: { context in
                try context.select(Shop.all) { ($0.id, $0.sales.first { $0.soldAt.descending }.amount) }
                    .reduce(0) { $0 + Int64($1.0 + ($1.1 ?? 0)) }
            }),
        QueryRow(
            "the best three of each shop's sales", 1.3, against: "a window function and objects", times: 1,
            base: { sales in
                let rows = try sales.rows(
                    """
                    SELECT id, amount, weight, note, soldAt, shop_id FROM
                    (SELECT *, row_number() OVER (PARTITION BY shop_id ORDER BY amount DESC, id DESC) AS place FROM Sale)
                    WHERE place <= 3 ORDER BY amount DESC, id DESC
                    """
                ) {
                    FoundSale(
                        id: $0.integer(0), amount: $0.integer(1), weight: $0.real(2), note: $0.text(3) ?? "",
                        soldAt: $0.integer(4), shop: $0.integer(5))
                }
                return rows.reduce(0) { $0 + $1.amount }
            },
            judged: { context in
                try context.fetch(
                    Sale.all.sorted { $0.amount.descending }, first: 3, ofEach: { $0.shop }
                ).reduce(0) { $0 + Int64($1.amount) }
            }),
    ]
}

/// An object as a loop makes it.
private final class FoundSale {
    let id: Int64
    let amount: Int64
    let weight: Double
    let note: String
    let soldAt: Int64
    let shop: Int64

    init(id: Int64, amount: Int64, weight: Double, note: String, soldAt: Int64, shop: Int64) {
        self.id = id
        self.amount = amount
        self.weight = weight
        self.note = note
        self.soldAt = soldAt
        self.shop = shop
    }
}
