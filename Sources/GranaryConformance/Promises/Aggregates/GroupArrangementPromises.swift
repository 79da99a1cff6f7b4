import Granary

/// The groups in an answer, and their order: conditions on aggregates, sorting, ranges.
enum GroupArrangementPromises: PromiseList {
    static let category = ConformanceCategory.aggregates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { arrangements + calculations + everywhere(joined) }

    private static func expectGroups(_ found: [(group: Int?, values: Int)], _ expected: [(Int?, Int)]) throws
    {
        try expect(
            found.map { ($0.group, $0.values) }.elementsEqual(expected, by: ==),
            "expected the groups \(expected), got \(found)")
    }

    private static let arrangements: [ConformancePromise] = [
        library("Groups come in the order of an aggregate, ties in the direction of the last term") {
            context in
            let falling = try context.grouped(Book.all, by: { $0.pages }, { $0.count() }) {
                $0.sorted { $0.count().descending }
            }
            try expectGroups(
                falling, [(320, 2), (96, 2), (1_000, 1), (321, 1), (7, 1), (0, 1), (-7, 1), (nil, 1)])
            let rising = try context.grouped(Book.all, by: { $0.pages }, { $0.count() }) {
                $0.sorted { $0.count().descending }.sorted(by: { $0.pages.ascending })
            }
            try expectGroups(
                rising, [(96, 2), (320, 2), (nil, 1), (-7, 1), (0, 1), (7, 1), (321, 1), (1_000, 1)])
        },
        library("The first groups of an order, and those after them") { context in
            for (offset, expected) in [(0, [(1_000, 1), (321, 1)]), (2, [(320, 2), (96, 2)])] {
                let rows = try context.grouped(Book.all, by: { $0.pages }, { $0.count() }) {
                    $0.sorted(by: { $0.pages.descending }).offset(offset).limit(2)
                }
                try expectGroups(rows, expected)
            }
        },
        library("Only groups whose aggregates satisfy a condition are returned") { context in
            let several = try context.grouped(Book.all, by: { $0.pages }, { $0.count() }) {
                $0.having { $0.count() > 1 && $0.pages.maximum < 300 }
            }
            try expectGroups(several, [(96, 2)])
            let unpriced = try context.grouped(Book.all, by: { $0.isPrinted }, { $0.count() }) {
                $0.having { $0.subtitle.valueCount != 8 }.having { $0.price.minimum == nil }
            }
            try expectEqual(unpriced.count, 0, "groups")
        },
        library("Groups are ordered by an aggregate that is not returned") { context in
            let rows = try context.grouped(Book.all, by: { $0.isPrinted }, { $0.count() }) {
                $0.sorted { $0.pages.sum.ascending }
            }
            try expectEqual(rows.map(\.group), [true, false], "groups")
            try expectEqual(rows.map(\.values), [4, 6], "counts")
        },
        promise("An order of groups by an attribute outside the groups is an error, as is a negative limit") {
            bench in
            try await bench.perform { context in
                try expectError(.query, "sorting by an attribute that is not grouped") {
                    _ = try context.grouped(Book.all, by: { $0.pages }, { $0.count() }) {
                        $0.sorted(by: { $0.title.ascending })
                    }
                }
                try expectError(.query, "a negative limit") {
                    _ = try context.grouped(Book.all, by: { $0.pages }, { $0.count() }) { $0.limit(-1) }
                }
            }
        },
    ]

    private static let calculations: [ConformancePromise] = [
        library("Conditions on groups with or, not and several lines") { context in
            let either = try context.grouped(Book.all, by: { $0.pages }, { $0.count() }) {
                $0.having { $0.count() > 1 || $0.pages.minimum < 0 }
            }
            try expectGroups(either, [(-7, 1), (96, 2), (320, 2)])
            let least: Int? = 7
            let single = try context.grouped(Book.all, by: { $0.pages }, { $0.count() }) {
                $0.having {
                    !($0.count() > 1)
                    if let least { $0.pages.minimum >= least }
                }
            }
            try expectGroups(single, [(7, 1), (321, 1), (1_000, 1)])
            let all = try context.grouped(Book.all, by: { $0.isPrinted }, { $0.count() }) {
                $0.having { _ in }
            }
            try expectEqual(all.map(\.values), [6, 4], "groups without a condition")
        },
        library("Aggregates of a group are compared with each other") { context in
            let more = try context.grouped(Book.all, by: { $0.pages }, { $0.count() }) {
                $0.having { $0.reprints.sum > $0.pages.sum }
            }
            try expectGroups(more, [(nil, 1), (-7, 1)])
            let incomplete = try context.grouped(Book.all, by: { $0.isPrinted }, { $0.count() }) {
                $0.having { $0.pages.valueCount != $0.count() }
            }
            try expectEqual(incomplete.map(\.group), [true], "groups with a missing value")
        },
        library("Columns, orders and conditions of groups calculate with aggregates") { context in
            let means = try context.grouped(Book.all, by: { $0.isPrinted }, { $0.pages.sum / $0.count() }) {
                $0.sorted { ($0.pages.sum / $0.count()).descending }
            }
            try expectEqual(means.map(\.group), [false, true], "groups")
            try expectEqual(means.map(\.values), [253, 158], "means")
            let prices = try context.grouped(Book.all, by: { $0.isPrinted }, { $0.price.sum / $0.count() }) {
                $0.having { $0.price.sum / $0.count() > 6.3 }
            }
            try expectEqual(prices.map(\.values), [makeDecimal("6.375")], "means of decimals")
            let (twice, several) = try context.aggregate(Book.all) { ($0.count() * 2, $0.count() > 3) }
            try expectEqual(twice, 20, "a calculation over all objects")
            try expect(several, "a condition on all objects")
        },
        library("A calculation that fails is an error only for groups that are kept") { context in
            try expectError(.divisionByZero, "a sum of zero") {
                _ = try context.grouped(Book.all, by: { $0.pages }) { $0.count() / $0.pages.sum }
            }
            let guarded = try context.grouped(Book.all, by: { $0.pages }, { $0.pages.sum / $0.pages.sum }) {
                $0.having { $0.pages.sum > 300 }
            }
            try expectGroups(guarded, [(320, 1), (321, 1), (1_000, 1)])
        },
    ]

    private static let joined: [ConformancePromise] = [
        library("Groups by an attribute of a related object are arranged too") { context in
            let rows = try context.grouped(Book.all, by: { $0.author.country }, { $0.count() }) {
                $0.having { $0.count() >= 3 }.sorted { $0.pages.sum.descending }.limit(1)
            }
            try expectEqual(rows.map { "\($0.group ?? "nil") \($0.values)" }, ["nil 3"], "groups")
        },
        library("Groups calculate with aggregates over related objects") { context in
            let rows = try context.grouped(
                Book.all, by: { $0.isPrinted }, { $0.author.rank.sum / $0.count() }
            ) {
                $0.having { $0.author.rank.maximum != $0.author.rank.minimum }
            }
            let expected = [false, true].compactMap { isPrinted -> Int? in
                let books = Library.books.filter { $0.isPrinted == isPrinted }
                let ranks = books.compactMap { $0.author?.rank }
                return ranks.max() == ranks.min() ? nil : ranks.reduce(0, +) / books.count
            }
            try expectEqual(rows.map(\.values), expected, "means")
        },
    ]
}
