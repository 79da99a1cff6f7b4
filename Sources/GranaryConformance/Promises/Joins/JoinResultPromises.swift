import FoundationEssentials
import Granary

/// Orders, ranges, columns, groups and objects of joins, in one store and across stores.
enum JoinResultPromises: PromiseList {
    static let category = ConformanceCategory.aggregates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(orders + aggregates) + contexts + plans }

    private static var byAuthor: InnerJoin<Book, Author> {
        join(Book.all, Author.all, on: { $0.author.id == $1.id.optional })
    }

    /// The books that have an author, with their authors.
    private static let rows = Library.books.compactMap { book in book.author.map { (book: book, author: $0) }
    }

    private static let orders: [ConformancePromise] = [
        library("The order of a join names both sides, and ties go by both keys") { context in
            func ids(_ join: InnerJoin<Book, Author>) throws -> [Int] {
                try context.select(join) { book, _ in book.id }
            }
            let descending = rows.sorted {
                ($0.author.country ?? "", $0.author.id, $0.book.id)
                    > ($1.author.country ?? "", $1.author.id, $1.book.id)
            }.map(\.book.id)
            let sorted = byAuthor.sorted { $1.country.or("").descending }.sorted { $1.id.descending }
            try expectEqual(try ids(sorted), descending, "descending")
            try expectEqual(try ids(sorted.offset(2).limit(3)), Array(descending[2..<5]), "a range")
            try expectEqual(try ids(sorted.limit(0)), [], "no pair")
            try expectEqual(try ids(sorted.offset(100)), [], "behind the last")
            let ties = try context.select(
                crossJoin(Author.where { $0.id < 3 }, Author.where { $0.id < 3 })
                    .sorted { first, _ in (first.id * 0).descending }
            ) { ($0.id, $1.id) }
            try expectEqual(
                ties.map { KeyPair($0.0, $0.1) },
                [KeyPair(2, 2), KeyPair(2, 1), KeyPair(1, 2), KeyPair(1, 1)], "ties")
            try expectEqual(try context.count(sorted.offset(2).limit(3)), 3, "a count of a range")
            let objects = try context.fetch(sorted.limit(2))
            try expectEqual(objects.map(\.0.id), Array(descending.prefix(2)), "objects")
        },
        library("Pairs without an order come by both keys, whatever the order of their queries") { context in
            let books = Book.all.sorted { $0.id.descending }.limit(Library.books.count - 1)
            let authors = Author.all.sorted { $0.id.descending }.offset(1)
            let least = Library.books.map(\.id).min() ?? 0
            let last = Library.authors.map(\.id).max() ?? 0
            let found = try context.select(join(books, authors, on: { $0.author.id == $1.id.optional })) {
                ($0.id, $1.id)
            }
            let expected = rows.filter { $0.book.id != least && $0.author.id != last }
                .map { KeyPair($0.book.id, $0.author.id) }.sorted { $0.first < $1.first }
            try expectEqual(found.map { KeyPair($0.0, $0.1) }, expected, "by the reference")
            let crossed = try context.select(crossJoin(authors.limit(2), books.limit(3)).offset(1)) {
                ($0.id, $1.id)
            }
            let ids = (
                Library.authors.map(\.id).sorted(by: >).dropFirst().prefix(2).sorted(),
                Library.books.map(\.id).sorted(by: >).prefix(3).sorted()
            )
            try expectEqual(
                crossed.map { KeyPair($0.0, $0.1) },
                Array(ids.0.flatMap { author in ids.1.map { KeyPair(author, $0) } }.dropFirst()),
                "each with each")
        },
        library("Columns of a join calculate with both sides") { context in
            let columns = try context.select(byAuthor) {
                ($0.title, $1.name, $0.id * 10 + $1.id, $0.pages ?? 0 > 100 || $1.rank == nil)
            }
            try expectEqual(columns.map(\.0), rows.map(\.book.title), "titles")
            try expectEqual(columns.map(\.1), rows.map(\.author.name), "names")
            try expectEqual(columns.map(\.2), rows.map { $0.book.id * 10 + $0.author.id }, "sums")
            try expectEqual(
                columns.map(\.3), rows.map { ($0.book.pages ?? 0) > 100 || $0.author.rank == nil },
                "conditions")
        },
        library("Distinct rows of a join follow its order and range") { context in
            let names = try context.distinct(byAuthor.sorted { $1.id.descending }.limit(2)) { $1.id }
            try expectEqual(
                names, Array(Set(rows.map(\.author.id)).sorted(by: >).prefix(2)), "the last two")
            let plain = try context.distinct(byAuthor) { ($1.country, $0.isPrinted) }
            let expected = Set(rows.map { "\($0.author.country ?? "-")\($0.book.isPrinted)" })
            try expectEqual(Set(plain.map { "\($0.0 ?? "-")\($0.1)" }), expected, "two columns")
            try expectEqual(plain.count, expected.count, "each once")
        },
    ]

    private static let aggregates: [ConformancePromise] = [
        library("Aggregates over the pairs of a join") { context in
            let row = try context.aggregate(byAuthor) {
                ($0.count(), $0.pages.sum, $1.rank.maximum, $1.id.distinctCount)
            }
            try expectEqual(row.0, rows.count, "pairs")
            try expectEqual(row.1, rows.compactMap(\.book.pages).reduce(0, +), "a sum")
            try expectEqual(row.2, rows.compactMap(\.author.rank).max(), "a maximum")
            try expectEqual(row.3, Set(rows.map(\.author.id)).count, "different authors")
            let none = try context.aggregate(byAuthor.where { $0.id > 100 && $1.id > 0 }) {
                ($0.count(), $0.pages.sum, $1.rank.maximum)
            }
            try expectEqual(none.0, 0, "no pair")
            try expectEqual(none.1, 0, "a sum of nothing")
            try expectEqual(none.2, nil, "a maximum of nothing")
            try expect(try !context.exists(byAuthor.where { $0.id > 100 && $1.id > 0 }), "none exists")
            let first = try context.aggregate(byAuthor.sorted { book, _ in book.id.descending }.limit(2)) {
                book, _ in
                book.id.sum
            }
            try expectEqual(first, rows.suffix(2).map(\.book.id).reduce(0, +), "over a range")
        },
        library("Groups of the pairs of a join are chosen and arranged by both sides") { context in
            let groups = try context.grouped(
                byAuthor, by: { ($1.country, $1.id) }, { ($0.count(), $0.pages.sum + $1.id.sum) },
                arranged: { groups, author in
                    groups.having { $0.count() > 1 && author.id.maximum < 100 }
                        .sorted { _ in author.id.maximum.descending }
                })
            let authors = Library.authors.filter { $0.books.count > 1 }.reversed()
            try expectEqual(groups.map(\.group.1), authors.map(\.id), "the groups")
            try expectEqual(groups.map(\.group.0), authors.map(\.country), "their countries")
            try expectEqual(groups.map(\.values.0), authors.map(\.books.count), "their sizes")
            try expectEqual(
                groups.map(\.values.1),
                authors.map { author in
                    author.books.compactMap(\.pages).reduce(0, +) + author.id * author.books.count
                }, "calculated aggregates")
        },
    ]

    private static let contexts: [ConformancePromise] = [
        promise("Unsaved changes of both sides count in a join") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let pairs = join(Book.all, Author.all, on: { $0.reprints == $1.rank })
                func keys() throws -> [KeyPair] {
                    try context.select(pairs) { ($0.id, $1.id) }.map { KeyPair($0.0, $0.1) }
                }
                try expectEqual(try keys(), [KeyPair(1, 1)], "before")
                try context.existing(Author.self, 2).rank = 96
                try expectEqual(try keys(), [KeyPair(1, 1), KeyPair(2, 2)], "a changed author")
                try context.existing(Book.self, 1).reprints = nil
                try expectEqual(try keys(), [KeyPair(2, 2)], "a changed book")
                try context.insert(Book(id: 77, title: "new", reprints: 120))
                try expectEqual(try keys(), [KeyPair(2, 2), KeyPair(77, 4)], "a new book")
                try context.delete(context.existing(Author.self, 2))
                try expectEqual(try keys(), [KeyPair(77, 4)], "a deleted author")
                let objects = try context.fetch(pairs)
                try expect(
                    objects.map(\.0).elementsEqual([try context.existing(Book.self, 77)], by: ===),
                    "the objects of the context")
            }
        },
        promise("A join reads no object") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let before = context.statistics.rowsFetched
                let pairs = join(Book.all, Author.all, on: { $0.reprints == $1.rank })
                _ = try context.select(pairs) { ($0.title, $1.name) }
                try expectEqual(context.statistics.rowsFetched, before, "rows read as objects")
            }
        },
        promise("What fails on pairs that are not joined does not fail") { bench in
            try await bench.save { context in
                for id in 1...4 { try context.insert(Finding(id: id, int: id == 3 ? .max : id)) }
            }
            try await bench.perform { context in
                let next = join(
                    Finding.where { $0.id < 3 }, Finding.all,
                    on: { $0.id == $1.id && $1.int + 1 > $0.int })
                try expectEqual(try context.count(next), 2, "before the overflow")
                let all = join(Finding.all, Finding.all, on: { $0.id == $1.id && $1.int + 1 > $0.int })
                try expectError(.overflow, "with it") { _ = try context.count(all) }
                let late = join(Finding.all, Finding.all, on: { $1.int + 1 > $0.int && $0.id == $1.id })
                try expectError(.overflow, "whatever comes after it") { _ = try context.count(late) }
                let few = join(Finding.where { $0.id < 3 }, Finding.all, on: { $0.int + 1 == $1.int })
                try expectEqual(try context.count(few.comparing(atMost: 0)), 1, "the next value")
                let keyed = join(Finding.all, Finding.all, on: { $0.int + 1 == $1.int })
                try expectError(.overflow, "the value that is joined by") { _ = try context.count(keyed) }
                let lonely = join(Finding.all, Finding.where { $0.id > 9 }, on: { $0.int + 1 == $1.int })
                try expectEqual(try context.count(lonely), 0, "nothing to compare with")
                let alone = leftJoin(Finding.all, Finding.where { $0.id > 9 }, on: { $0.int + 1 == $1.int })
                try expectEqual(try context.count(alone), 4, "nothing to compare with, and kept")
            }
        },
        promise("A join of many objects with few, whose keys go over as a list") { bench in
            try await bench.save { context in
                for id in 0..<400 { try context.insert(Finding(id: id, int: id % 50)) }
                for id in 0..<20 { try context.insert(Author(id: id, name: "\(id)", rank: id + 40)) }
            }
            try await bench.perform { context in
                let pairs = join(Finding.all, Author.all, on: { $0.int == $1.rank })
                try expectEqual(try context.count(pairs), 80, "pairs")
                let turned = leftJoin(Author.all, Finding.all, on: { $0.rank == $1.int })
                try expectEqual(try context.count(turned), 90, "with authors alone")
                let wide = leftJoin(Finding.all, Author.all, on: { $0.int == $1.rank })
                try expectEqual(try context.count(wide), 400, "with findings alone")
            }
        },
    ]

    private static let plans: [ConformancePromise] = [
        promise("The plan of a join names the side that is kept, and the list that goes over", .apart) {
            bench in
            try await bench.save { context in
                for id in 0..<40 { try context.insert(Finding(id: id, int: id % 5)) }
                for id in 0..<3 { try context.insert(Author(id: id, name: "\(id)", rank: id)) }
            }
            try await bench.perform { context in
                let pairs = join(Finding.all, Author.all, on: { $0.int == $1.rank })
                let plan = try context.explain(pairs)
                try expect(
                    plan.core.contains { $0.hasPrefix("Author has 3 objects, Finding 40: the core keeps") },
                    "the sizes: \(plan)")
                try expect(
                    plan.core.contains(
                        "The values that are joined by go over to Finding as a list, at most 3."),
                    "the list: \(plan)")
                try expectEqual(try context.count(pairs), 24, "the pairs")
                let wide = leftJoin(Finding.all, Author.all, on: { $0.int == $1.rank })
                try expect(
                    try !context.explain(select: wide) { ($0.id, $1.name) }.core
                        .contains { $0.hasPrefix("The values") }, "no list for all findings")
                try expectError(.query, "a join without a bound") {
                    _ = try context.explain(crossJoin(Finding.all, Author.all).comparing(atMost: 100))
                }
            }
        },
        promise("An error on a pair is one of the first query, whichever side is kept", .apart) { bench in
            try await bench.save { context in
                for id in 0..<40 { try context.insert(Finding(id: id, int: id % 5)) }
                for id in 0..<3 { try context.insert(Author(id: id, name: "\(id)", rank: id)) }
            }
            try await bench.perform { context in
                let large = 1_000_000_000_000_000_000
                let findings = join(Finding.all, Author.all, on: { $0.int == $1.rank })
                let authors = join(Author.all, Finding.all, on: { $0.rank == $1.int })
                let stores = [
                    try expectError(.overflow, "few authors are kept") {
                        _ = try context.select(findings.where { $0.id * large + $1.id > 0 }) {
                            ($0.id, $1.id)
                        }
                    },
                    try expectError(.overflow, "a column") {
                        _ = try context.select(findings) { ($0.id * large + $1.id) }
                    },
                    try expectError(.overflow, "authors come first") {
                        _ = try context.select(authors.where { $1.id * large + $0.id > 0 }) { ($0.id, $1.id) }
                    },
                ].map(\.context.store)
                try expect(stores[0] == stores[1] && stores[0] != stores[2], "the stores: \(stores)")
                let start = context.statistics.storeRequests
                try expectEqual(
                    try context.select(findings.limit(4)) { ($0.id, $1.name) }.map(\.0), [0, 1, 2, 5],
                    "the pairs")
                try expectEqual(
                    context.statistics.storeRequests - start, 4, "a count and a request for each side")
            }
        },
        promise("The plan of a join in one store is the store's, or names the side that is kept", .united) {
            bench in
            try await bench.perform { context in
                let pairs = join(Finding.all, Author.all, on: { $0.int == $1.rank }).sorted { $1.name }
                let plan = try context.explain(select: pairs.limit(3)) { ($0.id, $1.name) }
                let isJoined = plan.store.statement.contains("JOIN")
                let isKept = plan.core.contains { $0.contains("the core keeps the columns of the former") }
                try expect(isJoined != isKept, "the plan: \(plan)")
            }
        },
    ]
}
