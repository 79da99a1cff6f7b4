internal import Granary

extension QueryRow {
    /// Pairs of sales and a hundredth as many shops, which no relationship connects: the amount of a sale is a shop's number.
    static let joins = [
        QueryRow(
            "join: sales and shops, counted", 1.3,
            sql: "SELECT count(*) FROM Sale JOIN Shop ON Shop.id = Sale.amount WHERE Shop.id < 1000",
            judged: { Int64(try $0.count(amounts)) }),
        QueryRow(
            "join: two columns of each pair", 1.3, against: "SQL", times: 3, base: { try $0.pairs() },
            judged: { try sum(of: $0.select(amounts) { ($0.id, $1.size) }) }),
        QueryRow(
            "join: two columns of each pair, from two SQLite files", 2, against: "SQL, in one file",
            on: .files,
            times: 3, base: { try $0.pairs() },
            judged: { try sum(of: $0.select(amounts) { ($0.id, $1.size) }) }),
        QueryRow(
            "join: two columns of each pair, in memory", 3, against: "two loops and a dictionary",
            on: .memory,
            times: 3,
            base: { sales in
                let sizes = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ($0, $0 * 7 % 1_000) })
                let pairs = sales.plain.values.compactMap { sale in
                    sizes[sale.amount].map { (sale.id, $0) }
                }
                return pairs.sorted { $0.0 < $1.0 }.reduce(0) { $0 &+ Int64($1.0) &+ Int64($1.1) }
            },
            judged: { try sum(of: $0.select(amounts) { ($0.id, $1.size) }) }),
    ]

    private static var amounts: InnerJoin<Sale, Shop> {
        join(Sale.all, Shop.where { $0.id < 1_000 }, on: { $0.amount == $1.id })
    }

    private static func sum(of rows: [(Int, Int)]) -> Int64 {
        rows.reduce(0) { $0 &+ Int64($1.0) &+ Int64($1.1) }
    }
}

extension HandWrittenSales {
    /// Two columns of each pair by hand.
    fileprivate func pairs() throws -> Int64 {
        let pairs = try rows(
            """
            SELECT Sale.id, Shop.size FROM Sale JOIN Shop ON Shop.id = Sale.amount WHERE Shop.id < 1000
            ORDER BY Sale.id, Shop.id
            """
        ) { ($0.integer(0), $0.integer(1)) }
        return pairs.reduce(0) { $0 &+ $1.0 &+ $1.1 }
    }
}
