internal import Granary

extension QueryRow {
    /// What the core evaluates, on SQLite or in memory.
    static let inCore = [
        QueryRow(
            "where: a text in small letters, on SQLite", 3, against: "a loop over a column", times: 1,
            base: { sales in
                let notes = try sales.rows("SELECT note FROM Sale") { $0.text(0) ?? "" }
                return notes.reduce(0) { $0 + ($1.lowercased() == "ab-7" ? 1 : 0) }
            },
            judged: { Int64(try $0.count(Sale.where { $0.note.lowercased() == "ab-7" })) }),
        QueryRow(
            "where: a square root, on SQLite", 3, against: "a loop over a column", times: 1,
            base: { sales in
                let amounts = try sales.rows("SELECT amount FROM Sale") { $0.integer(0) }
                return amounts.reduce(0) { $0 + (Double($1).squareRoot() > 20 ? 1 : 0) }
            },
            judged: { Int64(try $0.count(Sale.where { $0.amount.squareRoot > 20 })) }),
        QueryRow(
            "where: a search for two words, on SQLite", 3, against: "a loop over a column", times: 3,
            base: { sales in
                let notes = try sales.rows("SELECT note FROM Sale") { $0.text(0) ?? "" }
                return notes.reduce(0) { $0 + ($1.hasWords("ab", "7") ? 1 : 0) }
            },
            judged: { Int64(try $0.count(Sale.where { $0.note.matches("ab 7") })) }),
        QueryRow(
            "where: a search for two words, in memory", 3, against: "a loop over a dictionary", on: .memory,
            times: 3, base: { $0.plain.values.reduce(0) { $0 + ($1.note.hasWords("ab", "7") ? 1 : 0) } },
            judged: { Int64(try $0.count(Sale.where { $0.note.matches("ab 7") })) }),
        QueryRow(
            "where: a sale of the shop's size, by outer()", 3, against: "a loop over both tables", times: 1,
            base: { sales in
                let sizes = try sales.rows("SELECT id, size FROM Shop") { ($0.integer(0), $0.integer(1)) }
                var amounts: [Int64: [Int64]] = [:]
                for (shop, amount) in try sales.rows(
                    "SELECT shop_id, amount FROM Sale", { ($0.integer(0), $0.integer(1)) })
                {
                    amounts[shop, default: []].append(amount)
                }
                return sizes.reduce(0) { sum, shop in
                    sum + (amounts[shop.0]?.contains { $0 > shop.1 } == true ? 1 : 0)
                }
            },
            judged: {
                Int64(try $0.count(Shop.where { shop in shop.sales.any { $0.amount > shop.size.outer() } }))
            }),
        QueryRow(
            "where: amount * 3 + 5 > 2,000, in memory", 3, against: "a loop over a dictionary", on: .memory,
            base: { $0.plain.values.reduce(0) { $0 + ($1.amount * 3 + 5 > 2_000 ? 1 : 0) } },
            judged: { Int64(try $0.count(Sale.where { $0.amount * 3 + 5 > 2_000 })) }),
        QueryRow(
            "where: the beginning of a text in any case, in memory", 3, against: "a loop over a dictionary",
            on: .memory,
            base: { $0.plain.values.reduce(0) { $0 + ($1.note.lowercased().hasPrefix("ab") ? 1 : 0) } },
            judged: { Int64(try $0.count(Sale.where { $0.note.hasPrefix("ab", .caseInsensitive) })) }),
        QueryRow(
            "groups: the sum of each shop, in memory", 3, against: "a loop over a dictionary", on: .memory,
            times: 3,
            base: { sales in
                var sums: [Int: Int] = [:]
                for sale in sales.plain.values { sums[sale.shop, default: 0] += sale.amount }
                return sums.sorted { $0.key < $1.key }.reduce(0) { $0 + Int64($1.value) }
            },
            judged: { context in
                try context.grouped(Sale.all, by: { $0.shop.id }) { $0.amount.sum }
                    .reduce(0) { $0 + Int64($1.values) }
            }),
        QueryRow(
            "select: two columns in memory", 3, against: "a loop over a dictionary", on: .memory, times: 3,
            base: { sales in
                let rows = sales.plain.values.map { ($0.id, $0.note) }
                return rows.reduce(0) { $0 + Int64($1.0 + $1.1.utf8.count) }
            },
            judged: { context in
                try context.select(Sale.all) { ($0.id, $0.note) }
                    .reduce(0) { $0 + Int64($1.0 + $1.1.utf8.count) }
            }),
        QueryRow(
            "where: one of a million integers, in memory", within: 1_000_000_000, on: .memory,
            judged: { Int64(try $0.count(Sale.where { $0.id.isIn(0..<1_000_000) })) }),
    ]
}

extension String {
    /// Whether both are among the words of the text, which are letters and digits, in any case.
    fileprivate func hasWords(_ first: Substring, _ second: Substring) -> Bool {
        let words = lowercased().split { !$0.isLetter && !$0.isNumber }
        return words.contains(first) && words.contains(second)
    }
}
