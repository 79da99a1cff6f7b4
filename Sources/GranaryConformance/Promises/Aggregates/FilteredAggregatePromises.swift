import FoundationEssentials
import Granary

/// Aggregates with conditions, and over functions of attributes.
enum FilteredAggregatePromises: PromiseList {
    static let category = ConformanceCategory.aggregates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { filtered + calculated }

    private static let filtered: [ConformancePromise] = [
        library("A count with a condition leaves the other aggregates alone") { context in
            let counts = try context.aggregate(Book.all) { ($0.count(where: $0.pages > 90), $0.count()) }
            try expect(counts == (6, 10), "got the counts \(counts)")
        },
        library("A condition that is nil does not hold") { context in
            let count = try context.aggregate(Book.all) { $0.count(where: !($0.pages > 90)) }
            try expectEqual(count, 4, "books without more than 90 pages")
        },
        library("Sums and means with conditions, by groups") { context in
            let rows = try context.grouped(Book.all, by: { $0.isPrinted }) {
                (
                    $0.pages.sum(where: $0.pages > 0), $0.pages.average(where: $0.reprints != nil),
                    $0.price.sum(where: $0.price < 0)
                )
            }
            try expectEqual(rows.map(\.group), [false, true], "groups")
            try expectEqual(rows.map(\.values.0), [96 + 7 + 96 + 1_000 + 321, 640], "sums")
            try expectEqual(rows.map(\.values.1), [106, 320], "means")
            try expectEqual(rows.map(\.values.2), [makeDecimal("-12.5"), 0], "sums of decimals")
        },
        library("Extremes and distinct values with conditions") { context in
            let values = try context.aggregate(Book.all) {
                (
                    $0.pages.minimum(where: $0.pages > 0), $0.id.maximum(where: $0.isPrinted),
                    $0.pages.distinctCount(where: $0.isPrinted), $0.pages.maximum(where: $0.id > 99),
                    $0.subtitle.valueCount(where: $0.pages > 90)
                )
            }
            try expect(values == (7, 9, 2, nil, 6), "got \(values)")
        },
        library("Conditions on groups with conditions in aggregates") { context in
            let rows = try context.grouped(
                Book.all, by: { $0.author.name }, { $0.count(where: $0.pages > 90) },
                arranged: {
                    $0.having { $0.count(where: $0.isPrinted) >= 1 }
                        .sorted { $0.count(where: $0.pages > 90).descending }
                })
            try expectEqual(rows.map(\.group), ["Ada", nil, "\u{C1}nna", "Bob"], "groups")
            try expectEqual(rows.map(\.values), [3, 2, 0, 0], "counts")
        },
    ]

    private static let calculated: [ConformancePromise] = [
        library("Prices by numbers, less a discount, by authors") { context in
            let rows = try context.grouped(Book.all, by: { $0.author.name }) {
                ($0.price * $0.reprints * makeDecimal("0.9")).rounded(places: 1).sum
            }
            try expectEqual(rows.map(\.group), [nil, "Ada", "Bob", "ada", "\u{C1}nna"], "groups")
            try expectEqual(
                rows.map(\.values), [0, makeDecimal("64.9"), 0, 0, makeDecimal("0.3")], "sums")
        },
        library("Groups by a choice") { context in
            let rows = try context.grouped(
                Book.all,
                by: { when($0.pages > 300, then: "long").when($0.pages > 0, then: "short").otherwiseNil }
            ) { $0.count() }
            try expectEqual(rows.map(\.group), [nil, "long", "short"], "groups")
            try expectEqual(rows.map(\.values), [3, 4, 3], "counts")
        },
        library("Groups by rounded decimals") { context in
            let rows = try context.grouped(Book.all, by: { $0.price.rounded() }) { $0.count() }
            try expectEqual(rows.map(\.group), [nil, -13, 0, 13], "groups")
            try expectEqual(rows.map(\.values), [3, 1, 4, 2], "counts")
        },
        library("Constants and functions as columns") { context in
            let rows = try context.select(Book.where { $0.id < 4 }) {
                ($0.constant("book"), $0.pages ?? 0, $0.price.real)
            }
            try expectEqual(rows.map(\.0), ["book", "book", "book"], "constants")
            try expectEqual(rows.map(\.1), [320, 96, -7], "numbers of pages")
            try expectEqual(rows.map(\.2), [12.5, 0.1, 0.2], "prices")
        },
        library("Orders by functions") { context in
            let query = Book.all.sorted { ($0.pages ?? 5).absolute.descending }.sorted { $0.price.floor }
            try expectEqual(try context.fetch(query).map(\.id), [7, 10, 1, 9, 6, 2, 4, 3, 5, 8], "keys")
        },
    ]
}
