import FoundationEssentials
import Granary

/// Groups, distinct values and projections.
enum GroupingPromises: PromiseList {
    static let category = ConformanceCategory.aggregates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { groups + everywhere(joined) + distinct + projections }

    private static let groups: [ConformancePromise] = [
        library("Groups come in the order of their values, nil first") { context in
            let rows = try context.grouped(Book.all, by: { $0.pages }) { $0.count() }
            let expected =
                [(nil, 1), (-7, 1), (0, 1), (7, 1), (96, 2), (320, 2), (321, 1), (1_000, 1)] as [(Int?, Int)]
            try expect(
                rows.map { ($0.group, $0.values) }.elementsEqual(expected, by: ==),
                "expected the groups \(expected), got \(rows)")
        },
        library("Several aggregates of each group") { context in
            let rows = try context.grouped(Book.all, by: { $0.isPrinted }) {
                ($0.count(), $0.pages.sum, $0.pages.maximum, $0.price.average)
            }
            try expectEqual(rows.map(\.group), [false, true], "groups")
            try expectEqual(rows.map(\.values.0), [6, 4], "counts")
            try expectEqual(rows.map(\.values.1), [96 + 7 + 96 + 1_000 + 0 + 321, 320 - 7 + 320], "sums")
            try expectEqual(rows.map(\.values.2), [1_000, 320], "largest values")
            try expectEqual(
                rows.map(\.values.3),
                [makeDecimal("-4.1333333333333333333333333333333333333"), makeDecimal("6.375")], "means")
        },
        library("Groups of two values") { context in
            let rows = try context.grouped(Book.where { $0.pages > 90 }, by: { ($0.isPrinted, $0.pages) }) {
                $0.count()
            }
            let found = rows.map { "\($0.group.0) \($0.group.1 ?? 0) \($0.values)" }
            try expectEqual(found, ["false 96 2", "false 321 1", "false 1000 1", "true 320 2"], "groups")
        },
        library("Groups by a part of a date") { context in
            let rows = try context.grouped(Book.all, by: { $0.published.month }) { $0.count() }
            let expected = [(nil, 3), (1, 1), (2, 2), (3, 1), (12, 3)] as [(Int?, Int)]
            try expect(
                rows.map { ($0.group, $0.values) }.elementsEqual(expected, by: ==),
                "expected the groups \(expected), got \(rows)")
        },
        library("No rows give no groups") { context in
            let rows = try context.grouped(Book.where { $0.id > 99 }, by: { $0.pages }) { $0.count() }
            try expectEqual(rows.count, 0, "groups")
        },
        promise("Composed and decomposed text are two groups, upper and lower case too") { bench in
            try await bench.perform { context in
                for (id, text) in ["\u{E9}", "e\u{301}", "e", "E", "\u{E9}"].enumerated() {
                    try context.insert(Finding(id: id, string: text))
                }
                try context.save()
                let rows = try context.grouped(Finding.all, by: { $0.string }) { $0.count() }
                try expectEqual(
                    rows.map { $0.group.map { Array($0.utf8) } },
                    [[69], [101], [101, 204, 129], [195, 169]], "groups")
                try expectEqual(rows.map(\.values), [1, 1, 1, 2], "counts")
            }
        },
    ]

    private static let joined: [ConformancePromise] = [
        library("Groups by an attribute of a related object") { context in
            let rows = try context.grouped(Book.all, by: { $0.author.country }) { ($0.count(), $0.pages.sum) }
            let found = rows.map { "\($0.group ?? "nil") \($0.values.0) \($0.values.1)" }
            try expectEqual(found, ["nil 3 1313", "NL 5 833", "PT 2 7"], "groups")
        },
        library("A sum of an attribute of a related object") { context in
            try expectEqual(try context.sum(Book.all) { $0.author.rank }, 3 * 3 + 2 * 7 + 2 * 120, "sum")
        },
        library("An aggregate of a count") { context in
            try expectEqual(try context.maximum(Book.all) { $0.tags.count }, 3, "the maximum")
        },
        library("Aggregates over a condition on a related object") { context in
            try expectEqual(try context.count(Book.where { $0.author.rank > 3 }), 4, "count")
            try expectEqual(
                try context.sum(Book.where { $0.author.rank > 3 }) { $0.pages }, 7 + 96 + 0, "sum")
        },
    ]

    private static let distinct: [ConformancePromise] = [
        distinct(IntegerColumns.int), distinct(NumberColumns.double), distinct(NumberColumns.decimal),
        distinct(OtherColumns.string), distinct(OtherColumns.date), distinct(OtherColumns.uuid),
        distinct(OtherColumns.bool), distinct(EnumerationColumns.grade),
    ]

    private static func distinct<V>(_ column: ScalarColumn<V>) -> ConformancePromise {
        promise("Distinct values of \(column.name) in their order, nil first") { bench in
            try await bench.perform { context in
                try ScalarRows.insert(column, in: context)
                try context.save()
                let found = try context.distinct(Finding.all) { column.optional($0) }
                try expectEqual(found.count, column.values.count + 1, "distinct values")
                try expect(found.first.map { $0 == nil } ?? false, "nil is not the first value")
                for (value, expected) in zip(found.dropFirst(), column.values) {
                    try expect(
                        value.map { column.isSame($0, expected) } ?? false,
                        "expected \(expected), got another value")
                }
            }
        }
    }

    private static let projections: [ConformancePromise] = [
        library("A projection has the values of each object, in order") { context in
            let rows = try context.select(Book.where { $0.pages > 90 }.sorted { $0.pages.descending }) {
                ($0.id, $0.pages, $0.isPrinted)
            }
            let found = rows.map { "\($0.0) \($0.1 ?? 0) \($0.2)" }
            try expectEqual(
                found,
                ["7 1000 false", "10 321 false", "9 320 true", "1 320 true", "6 96 false", "2 96 false"],
                "rows")
        },
        library("A projection of one expression") { context in
            let found: [Int?] = try context.select(Book.all.limit(3)) { $0.pages + 1 }
            try expectEqual(found, [321, 97, -6], "rows")
        },
        library("A column alone is its value, and no value is nil") { context in
            let some = Book.where { $0.id > 2 && $0.id < 6 }
            try expectEqual(try context.select(some) { $0.pages }, [-7, 7, nil], "selected")
            try expectEqual(try context.select(some) { $0.pages }.compactMap { $0 }, [-7, 7], "values")
            try expect(
                try context.select(some) { $0.pages }.contains { $0 == nil }, "no selected value is nil")
            try expectEqual(try context.distinct(some) { $0.pages }, [nil, -7, 7], "distinct")
            try expectEqual(try context.distinct(some) { $0.pages }.compactMap { $0 }.count, 2, "distinct")
            let groups = try context.grouped(some, by: { $0.pages }) { $0.pages.maximum }
            try expectEqual(groups.compactMap { $0.group }, [-7, 7], "groups with a value")
            try expectEqual(groups.compactMap(\.values), [-7, 7], "aggregates with a value")
            try expectEqual(groups.filter { $0.values == nil }.count, 1, "groups without a value")
            let pairs = try context.grouped(some, by: { ($0.isPrinted, $0.pages) }) { $0.pages.maximum }
            try expectEqual(pairs.compactMap(\.values).count, 2, "aggregates of groups by two")
        },
        library("A projection along relationships") { context in
            let rows = try context.select(Book.all.offset(1).limit(3)) {
                ($0.author.name, $0.publisher.owner.name, $0.tags.count)
            }
            let found = rows.map { "\($0.0 ?? "-") \($0.1 ?? "-") \($0.2)" }
            try expectEqual(found, ["Ada North 1", "Bob - 0", "\u{C1}nna - 1"], "rows")
        },
        promise("Projections and aggregates count unsaved changes") { bench in
            try await bench.perform { context in
                try Library.insert(in: context)
                try context.save()
                guard let book = try context.object(Book.self, 1) else {
                    throw ConformanceFailure(.broken, "book 1 is missing")
                }
                book.pages = 1
                try context.insert(Book(id: 50, title: "new", pages: 5))
                if let other = try context.object(Book.self, 7) {
                    try context.delete(other.loans.first ?? Loan(reader: ""))
                }
                let pages: [Int?] = try context.select(Book.where { $0.id < 3 }) { $0.pages }
                try expectEqual(pages, [1, 96], "projection")
                try expectEqual(try context.maximum(Book.where { $0.id > 9 }) { $0.id }, 50, "maximum")
                try expectEqual(try context.count(Loan.all), 2, "count")
                try expectEqual(
                    try context.sum(Book.where { $0.pages < 10 && $0.pages > 0 }) { $0.pages }, 1 + 7 + 5,
                    "sum")
            }
        },
    ]
}
