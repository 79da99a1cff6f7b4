import FoundationEssentials
import Granary

/// Sorting by several terms, along relationships and by expressions; the order is always total.
enum SortPromises: PromiseList {
    static let category = ConformanceCategory.sorting
    static let areAboutContent = true

    static var promises: [ConformancePromise] { local + everywhere(across) + keys }

    private static func sorts(
        _ name: String, _ query: Query<Book>,
        by areInOrder: @escaping @Sendable (Library.BookRow, Library.BookRow) -> Bool
    ) -> ConformancePromise {
        promise(name) { bench in
            let expected = Library.books.sorted(by: areInOrder).map(\.id)
            try await bench.perform { context in
                try Library.insert(in: context)
                try expectEqual(try context.fetch(query).map(\.id), expected, "unsaved keys")
                try context.save()
            }
            try await bench.perform { context in
                try expectEqual(try context.fetch(query).map(\.id), expected, "saved keys")
                let page = Array(expected.dropFirst(2).prefix(5))
                try expectEqual(try context.fetch(query.offset(2).limit(5)).map(\.id), page, "keys of a page")
                let printed = expected.filter { id in Library.books.contains { $0.id == id && $0.isPrinted } }
                try expectEqual(
                    try context.fetch(query.where { $0.isPrinted }).map(\.id), printed, "keys of a selection")
            }
        }
    }

    private static func number(_ value: Int?) -> Int { value ?? .min }

    private static let local: [ConformancePromise] = [
        sorts("Without a sort, objects come in key order", Book.all) { $0.id < $1.id },
        sorts(
            "Two terms, both ascending",
            Book.all.sorted { $0.isPrinted.ascending }.sorted { $0.pages.ascending }
        ) {
            ($0.isPrinted ? 1 : 0, number($0.pages), $0.id) < ($1.isPrinted ? 1 : 0, number($1.pages), $1.id)
        },
        sorts(
            "Two terms, the second descending",
            Book.all.sorted { $0.pages.ascending }.sorted { $0.title.descending }
        ) {
            (number($0.pages), ByteOrder($1.title), $1.id) < (number($1.pages), ByteOrder($0.title), $0.id)
        },
        sorts(
            "Two terms, the first descending",
            Book.all.sorted { $0.isPrinted.descending }.sorted { $0.title.ascending }
        ) {
            ($1.isPrinted ? 1 : 0, ByteOrder($0.title), $0.id) < (
                $0.isPrinted ? 1 : 0, ByteOrder($1.title), $1.id
            )
        },
        sorts("Ties follow the direction of the last term", Book.all.sorted { $0.isPrinted.descending }) {
            ($1.isPrinted ? 1 : 0, $1.id) < ($0.isPrinted ? 1 : 0, $0.id)
        },
        sorts("By an attribute alone, ascending", Book.all.sorted { $0.pages }) {
            (number($0.pages), $0.id) < (number($1.pages), $1.id)
        },
        sorts("By the key, descending", Book.all.sorted { $0.id.descending }) { $0.id > $1.id },
        sorts("By an expression", Book.all.sorted { ($0.pages % 10).ascending }) {
            (number($0.pages.map { $0 % 10 }), $0.id) < (number($1.pages.map { $0 % 10 }), $1.id)
        },
        sorts("By the lower case of a text", Book.all.sorted { $0.title.lowercased().ascending }) {
            (ByteOrder($0.title.lowercased()), $0.id) < (ByteOrder($1.title.lowercased()), $1.id)
        },
        sorts(
            "By a choice, nil last in descending order",
            Book.all.sorted { when($0.isPrinted, then: $0.pages).otherwise(nil).descending }
        ) {
            (number($1.isPrinted ? $1.pages : nil), $1.id) < (number($0.isPrinted ? $0.pages : nil), $0.id)
        },
        sorts(
            "By the distance from zero, then by the number of characters",
            Book.all.sorted { $0.pages.absolute.ascending }.sorted { $0.title.scalarCount.descending }
        ) {
            (number($0.pages.map(abs)), $1.title.unicodeScalars.count, $1.id) < (
                number($1.pages.map(abs)), $0.title.unicodeScalars.count, $0.id
            )
        },
        sorts("By a part of a date", Book.all.sorted { $0.published.year.descending }) {
            (year($1), $1.id) < (year($0), $0.id)
        },
    ]

    private static func year(_ row: Library.BookRow) -> Int {
        let years = [1: 2001, 2: 2000, 3: 1969, 4: 1, 5: 9999, 7: 2024, 10: 2001]
        return years[row.id] ?? .min
    }

    private static let across: [ConformancePromise] = [
        sorts("By an attribute of a related object", Book.all.sorted { $0.author.name.ascending }) {
            (ByteOrder($0.author?.name), $0.id) < (ByteOrder($1.author?.name), $1.id)
        },
        sorts(
            "By an attribute of a related object, descending", Book.all.sorted { $0.author.rank.descending }
        ) {
            (number($1.author?.rank), $1.id) < (number($0.author?.rank), $0.id)
        },
        sorts(
            "By an attribute two steps away, then by one of its own",
            Book.all.sorted { $0.publisher.owner.name.ascending }.sorted { $0.pages.descending }
        ) {
            (ByteOrder($0.publisher?.owner?.name), number($1.pages), $1.id) < (
                ByteOrder($1.publisher?.owner?.name), number($0.pages), $0.id
            )
        },
        sorts("By a count", Book.all.sorted { $0.tags.count.descending }) {
            ($1.words.count, $1.id) < ($0.words.count, $0.id)
        },
        sorts("By a count along a path", Book.all.sorted { $0.author.books.count.ascending }) {
            ($0.author?.books.count ?? 0, $0.id) < ($1.author?.books.count ?? 0, $1.id)
        },
    ]

    private static let keys: [ConformancePromise] = [
        promise("Text keys are in the order of their bytes") { bench in
            try await bench.perform { context in
                let words = ["b", "a\u{301}", "\u{E1}", "B", "aa", "\u{1F33E}", "\u{FFFD}", "a", ""]
                for word in words { try context.insert(Tag(word: word)) }
                try context.save()
                let expected = ["", "B", "a", "aa", "a\u{301}", "b", "\u{E1}", "\u{FFFD}", "\u{1F33E}"]
                try expect(
                    try context.fetch(Tag.all).map { Array($0.word.utf8) } == expected.map { Array($0.utf8) },
                    "the tags are not in the order of their keys")
            }
        },
        promise("Compound keys are in the order of their parts") { bench in
            try await bench.perform { context in
                for (volume, position) in [("b", 1), ("a", 10), ("a", 9), ("a", -1), ("B", 3)] {
                    try context.insert(Chapter(volume: volume, position: position, heading: ""))
                }
                try context.save()
                let found = try context.fetch(Chapter.all).map { "\($0.volume)\($0.position)" }
                try expectEqual(found, ["B3", "a-1", "a9", "a10", "b1"], "ascending words")
                let reversed = try context.fetch(Chapter.all.sorted { $0.heading.descending }).map {
                    "\($0.volume)\($0.position)"
                }
                try expectEqual(reversed, found.reversed(), "the order with descending keys")
            }
        },
        promise("UUID keys are in the order of their bytes") { bench in
            try await bench.perform { context in
                for id in OtherColumns.uuid.values.dropFirst().reversed() {
                    try context.insert(Stamp(id: id))
                }
                try context.save()
                try expectEqual(
                    try context.fetch(Stamp.all).map(\.id), Array(OtherColumns.uuid.values.dropFirst()),
                    "the order of the keys")
            }
        },
    ]
}
