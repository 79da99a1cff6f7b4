import FoundationEssentials
import Granary

/// Values along relationships are read as values, not as objects.
enum SelectedValuePromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        [
            promise("Values at the ends of relationships take one request and load nothing", .united) {
                bench in
                try await bench.saveLibrary()
                let name = ExpressionTree.attribute(path: ["publisher", "owner"], name: "name")
                let words = ExpressionTree.attribute(path: [], name: "words")
                let columns: [ExpressionTree] = [
                    name, .countOf(path: [], relationship: "tags", nil),
                    .ofMembers(
                        .maximum, path: [], relationship: "chapters", [words, .literal(.bool(true))]),
                ]
                let isSelected = try bench.selects(columns, of: "Book")
                try await bench.perform { context in
                    let rows = try context.select(Book.where { $0.id < 4 }) {
                        ($0.publisher.owner.name, $0.tags.count, $0.chapters.maximum { $0.words })
                    }
                    try expectEqual(rows.map(\.0), [nil, "North", nil], "names of owners")
                    try expectEqual(rows.map(\.1), [2, 1, 0], "numbers of tags")
                    try expectEqual(rows.map(\.2), [900, nil, 50], "numbers of words")
                    if isSelected {
                        try expectEqual(context.statistics.storeRequests, 1, "requests")
                        try expectEqual(context.statistics.rowsFetched, 0, "rows fetched")
                    }
                }
            },
            library("Calculations with values at the ends of relationships") { context in
                let rows = try context.select(Book.where { $0.id < 6 }.sorted { $0.id.descending }.limit(4)) {
                    (
                        ($0.pages + $0.publisher.books.sum { $0.pages }) ?? -1,
                        $0.pages * $0.tags.count + $0.chapters.count,
                        $0.author.name ?? "nobody", $0.constant(7)
                    )
                }
                try expectEqual(rows.map(\.0), [-1, 7, -7 - 7, 96 + 1_096], "sums")
                try expectEqual(rows.map(\.1), [nil, 7, 1, 96], "products")
                try expectEqual(rows.map(\.2), ["\u{C1}nna", "\u{C1}nna", "Bob", "Ada"], "names")
                try expectEqual(rows.map(\.3), [7, 7, 7, 7], "constants")
            },
            library("A real that is not a number is read as NaN where the type is not optional") { context in
                let query = Book.where { $0.id < 3 }.sorted { $0.id }
                let rows = try context.select(query) { ($0.id.real / ($0.id.real - 1) * 2, $0.id.real - 1) }
                try expect(rows.first?.0.isNaN == true, "a quotient by zero is \(rows.map(\.0))")
                try expectEqual(rows.last?.0, 4, "a quotient")
                try expectEqual(rows.map(\.1), [0, 1], "differences")
                let isNil = Book.where { ($0.id.real / ($0.id.real - $0.id.real)).optional == nil }
                try expectEqual(
                    try context.count(isNil), try context.count(Book.all), "quotients that are nil")
            },
            library("An error in a selected column is one of the rows that are asked for") { context in
                try expectError(.overflow, "a sum that is too large") {
                    _ = try context.select(Book.all) { $0.chapters.sum { $0.constant(Int.max) } }
                }
                let sums = try context.select(Book.where { $0.id == 2 || $0.id == 3 }) {
                    $0.chapters.sum { $0.constant(Int.max) }
                }
                try expectEqual(sums, [0, .max], "sums")
                try expectError(.divisionByZero, "a division") {
                    _ = try context.select(Book.all.sorted { $0.id.descending }.limit(3)) {
                        $0.id / $0.pages
                    }
                }
                let quotients = try context.select(Book.all.sorted { $0.id.descending }.limit(2)) {
                    $0.pages / $0.id
                }
                try expectEqual(quotients, [32, 35], "quotients")
            },
            library("Selecting leaves unsaved changes and loaded objects as they are") { context in
                guard let book = try context.object(Book.self, 1), let author = book.author else {
                    throw GranaryError(.notFound, "")
                }
                let name = author.name
                author.name = "Changed"
                let rows = try context.select(Book.where { $0.id < 3 }) { $0.author.name }
                try expectEqual(rows, ["Changed", "Changed"], "names")
                author.name = name
                try expectEqual(
                    try context.select(Book.where { $0.id < 3 }) { $0.author.name }, [name, name],
                    "names as before")
            },
        ]
    }
}
