import FoundationEssentials
import Granary

/// Searches for words of texts: every store finds the same texts, in the same order, at the same places.
enum TextSearchPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { words + operators + places + results }

    private static let words: [ConformancePromise] = [
        found("A search for a word", { $0.title.matches("sure") }, 1, 2),
        found("A search for a word in another case", { $0.title.matches("strasse") }, 4, 5),
        found("A search for a word without its marks", { $0.title.matches("ETE") }, 6, 7),
        found("A search finds no parts of words", { $0.title.matches("grai") || $0.title.matches("rain") }),
        found("A search for the beginning of a word", { $0.title.matches("gra*") }, 10),
        found("A search for a beginning finds the word too", { $0.title.matches("stra\u{DF}e*") }, 4, 5),
        found("A search for a phrase", { $0.title.matches("\"100 sure\"") }, 1, 2),
        found("A search for a phrase goes by its order", { $0.title.matches("\"sure 100\"") }),
        found("A search for a phrase with a beginning", { $0.title.matches("\"quoted dr\"*") }, 9),
        found("A search takes words with signs between for a phrase", { $0.title.matches("IT'S") }, 9),
        found("A search for a phrase across a line", { $0.subtitle.matches("\"line break\"") }, 9),
        found("A search for a digit", { $0.title.matches("10") || $0.title.matches("10*") }, 1, 2),
        found("A search for words between signs", { $0.title.matches("c b a") }, 3),
    ]

    private static let operators: [ConformancePromise] = [
        found("A search for two words", { $0.title.matches("sure 100") }, 1, 2),
        found("A search for one of two words", { $0.title.matches("grain OR strasse") }, 4, 5, 10),
        found("A search for a word without another", { $0.title.matches("drop NOT sure") }, 9),
        found("A search with parentheses", { $0.title.matches("(quoted OR grain) AND books") }, 9),
        found("A search where OR stands behind AND", { $0.title.matches("quoted grain OR sure") }, 1, 2),
        found("A search for operators in small letters", { $0.title.matches("quoted and drop") }),
        found("A search for what is not there", { $0.title.matches("NOT sure") }, 3, 4, 5, 6, 7, 8, 9, 10),
        found("A search in nil finds nothing", { $0.subtitle.matches("NOT axb") }, 1, 4, 5, 6, 7, 9, 10),
        books("A search of operators alone is an error", failsWith: .query) { $0.title.matches("NOT (OR)") },
        books("A search without an end is an error", failsWith: .query) { $0.title.matches("\"sure") },
        books("A search without a word is an error", failsWith: .query) { $0.subtitle.matches("%") },
    ]

    private static let places: [ConformancePromise] = [
        found("A search along a relationship", { $0.author.name.matches("ada") }, 1, 2, 6, 8, 10),
        found(
            "A search in members", { book in book.chapters.any { $0.heading.matches("one OR only") } }, 1, 3,
            5),
        found(
            "A search in two attributes", { $0.title.matches("sure") || $0.subtitle.matches("composed") }, 1,
            2, 6),
        found(
            "A search in a text that is put together",
            { $0.title.appending(" ").appending($0.subtitle).matches("strasse 100") }, 5),
        found("A search beside other conditions", { $0.title.matches("sure") && $0.pages > 100 }, 1),
    ]

    private static let results: [ConformancePromise] = [
        promise("A search orders by rank") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let search = "100 OR strasse OR drop"
                let query = Book.where { $0.title.matches(search) }.sorted {
                    $0.title.rank(of: search).descending
                }
                try expectEqual(try context.fetch(query).map(\.id), [5, 4, 2, 1, 9], "keys by rank")
                try expectEqual(
                    try context.fetch(query.offset(1).limit(3)).map(\.id), [4, 2, 1], "keys of a page")
                let ranks = try context.select(Book.where { $0.id < 4 }) { $0.title.rank(of: "100 sure") }
                let rank = 2 / (2 + 2 / 100.0)
                try expectEqual(ranks, [rank, rank, 0], "ranks")
                let none = try context.select(Book.where { $0.id == 3 }) { $0.subtitle.rank(of: "a") }
                try expectEqual(none, [0], "the rank of nil")
            }
        },
        promise("A search shows its places") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let titles = try context.select(Book.where { $0.title.matches("ete OR \"drop table\"") }) {
                    $0.title.highlighting("ete OR \"drop table\"", from: "[", to: "]")
                }
                try expectEqual(
                    titles,
                    [
                        "[\u{E9}t\u{E9}]", "[e\u{301}te\u{301}]",
                        "it's \"quoted\"; [DROP TABLE] books --",
                    ], "titles")
            }
        },
        promise("A search finds what was written last") { bench in
            try await bench.saveLibrary()
            let grown = Book.where { $0.subtitle.matches("grown") }
            try await bench.perform { context in
                let book = try context.single(Book.where { $0.id == 10 })
                book.title = "husk"
                try expectEqual(
                    try context.count(Book.where { $0.title.matches("grain OR husk") }), 1, "unsaved")
                try context.save()
                try context.updateAll(Book.where { $0.title.matches("strasse") }) {
                    $0.subtitle.set(to: "Grown up")
                }
            }
            try await bench.perform { context in
                try expectEqual(try context.fetch(grown).map(\.id), [4, 5], "keys of a batch")
                try expectEqual(
                    try context.count(Book.where { $0.title.matches("grain") }), 0, "books of the old title")
                try expectEqual(
                    try context.fetch(Book.where { $0.title.matches("husk") }).map(\.id), [10], "of the new")
            }
        },
        promise("A search counts in aggregates and groups") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let counts = try context.aggregate(Book.all) {
                    ($0.count(where: $0.title.matches("sure")), $0.title.rank(of: "sure").maximum)
                }
                try expectEqual(counts.0, 2, "books")
                try expectEqual(counts.1, 1 / (2 + 2 / 100.0), "the highest rank")
                let groups = try context.grouped(Book.all, by: { $0.title.matches("sure OR grain") }) {
                    $0.count()
                }
                try expectEqual(groups.map(\.0), [false, true], "groups")
                try expectEqual(groups.map(\.1), [7, 3], "numbers")
            }
        },
    ]
}
