import FoundationEssentials
import Granary

/// Lists of rows of relationships to many as columns.
enum NestedRowPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(lists) + changes + levels + [filtered] }

    private static let lists: [ConformancePromise] = [
        library("Lists of rows in an order and a range") { context in
            let rows = try context.select(Author.all.sorted { $0.id.descending }) {
                ($0.name, $0.books.sorted { $0.pages.descending }.limit(2).select { ($0.id, $0.pages) })
            }
            let authors = Library.authors.reversed()
            try expectEqual(rows.map(\.0), authors.map(\.name), "names")
            let longest = authors.map { author in
                Library.longestFirst.filter { $0.authorID == author.id }.prefix(2)
            }
            try expectEqual(rows.map { $0.1.map(\.0) }, longest.map { $0.map(\.id) }, "the longest books")
            try expectEqual(rows.map { $0.1.map(\.1) }, longest.map { $0.map(\.pages) }, "their pages")
            let others = try context.select(Author.all) {
                $0.books.sorted { $0.pages.descending }.offset(1).limit(1).select { $0.id }
            }
            let seconds = longest.reversed().map { $0.dropFirst().map(\.id) }
            try expectEqual(others, seconds, "the second ones")
        },
        library("Lists of the rows that meet a condition, by their keys") { context in
            let rows = try context.select(Publisher.all) {
                $0.books.where {
                    $0.pages > 90; $0.author != nil
                }.select {
                    ($0.title, $0.author.name, $0.chapters.sum { $0.words })
                }
            }
            let expected = Library.publishers.map { publisher in
                publisher.books.filter { $0.pages ?? 0 > 90 && $0.author != nil }
            }
            try expectEqual(rows.map { $0.map(\.0) }, expected.map { $0.map(\.title) }, "titles")
            try expectEqual(rows.map { $0.map(\.1) }, expected.map { $0.map { $0.author?.name } }, "authors")
            try expectEqual(
                rows.map { $0.map(\.2) },
                expected.map { $0.map { $0.chapters.compactMap(\.words).reduce(0, +) } }, "words")
        },
        library("Lists in lists") { context in
            let rows = try context.select(Publisher.all) {
                (
                    $0.code,
                    $0.imprints.select {
                        (
                            $0.code,
                            $0.books.sorted { $0.pages }.select { ($0.id, $0.chapters.select { $0.heading }) }
                        )
                    }
                )
            }
            let found = rows.map { row in
                row.1.map { "\(row.0) \($0.0): \($0.1.map { "\($0.0) \($0.1)" })" }
            }
            let expected = Library.publishers.map { publisher in
                publisher.imprints.map { imprint in
                    let books = imprint.books.sorted {
                        ($0.pages ?? .min, $0.id) < ($1.pages ?? .min, $1.id)
                    }
                    let texts = books.map { "\($0.id) \($0.chapters.map(\.heading))" }
                    return "\(publisher.code) \(imprint.code): \(texts)"
                }
            }
            try expectEqual(found, expected, "imprints with their books and chapters")
        },
        library("Lists of a relationship that is to many on both sides") { context in
            let rows = try context.select(Tag.all) {
                ($0.word, $0.books.sorted { $0.pages.descending }.limit(2).select { ($0.id, $0.author.name) })
            }
            let expected = Library.tags.map { tag in
                Library.longestFirst.filter { $0.words.contains(tag.word) }.prefix(2)
            }
            try expectEqual(rows.map(\.0), Library.tags.map(\.word), "words")
            try expectEqual(rows.map { $0.1.map(\.0) }, expected.map { $0.map(\.id) }, "books")
            try expectEqual(
                rows.map { $0.1.map(\.1) }, expected.map { $0.map { $0.author?.name } }, "authors")
            let words = try context.select(Book.where { $0.id < 6 }) {
                $0.tags.where { $0.weight != nil }.select { $0.word }
            }
            let weighed = Library.books.prefix(5).map { $0.tags.filter { $0.weight != nil }.map(\.word) }
            try expectEqual(words, weighed, "weighed tags")
        },
        library("Lists at the end of a path, the same for each row that leads there") { context in
            let rows = try context.select(Book.all) { $0.publisher.books.select { $0.id } }
            try expectEqual(
                rows, Library.books.map { $0.publisher?.books.map(\.id) ?? [] }, "books of publishers")
            let keys = try context.select(Footnote.all.sorted { $0.text }) {
                $0.chapter.footnotes.sorted { $0.text }.select { $0.text }
            }
            try expectEqual(
                Set(keys), [["note 0", "note 1"], ["note 0"]], "footnotes of keys with two parts")
            try expectEqual(keys.count, 3, "footnotes")
        },
    ]

    private static let changes: [ConformancePromise] = everywhere([
        promise("Lists count unsaved changes") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let (ada, bob) = (try context.existing(Author.self, 1), try context.existing(Author.self, 2))
                try context.existing(Book.self, 2).author = bob
                try context.existing(Book.self, 10).pages = 1
                try context.delete(try context.existing(Book.self, 8))
                let added = Book(id: 11, title: "new", pages: 50, author: ada)
                try context.insert(added)
                let blue = try context.existing(Tag.self, "blue")
                blue.books.remove(try context.existing(Book.self, 1))
                added.tags.append(blue)
                try context.existing(Tag.self, "red").weight = 5

                try expectChanged(context)
                let child = context.makeChild()
                try expectChanged(child)
                context.rollback()
            }
        },
        promise("A new object with the key of a deleted one has no rows of that one") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try context.delete(try context.existing(Tag.self, "blue"))
                let blue = Tag(word: "blue", weight: 1)
                try context.insert(blue)
                blue.books.append(try context.existing(Book.self, 3))
                let books = try context.select(Tag.where { $0.word == "blue" }) { $0.books.select { $0.id } }
                try expectEqual(books, [[3]], "books")
                let tags = try context.select(Book.where { $0.id < 4 }) { $0.tags.select { $0.word } }
                try expectEqual(tags, [["green"], [], ["blue"]], "tags")
                context.rollback()
            }
        },
    ])

    /// Checks lists after the changes of a promise.
    private static func expectChanged(_ context: Context) throws {
        let books = try context.select(Author.all) { $0.books.sorted { $0.pages }.select { $0.id } }
        try expectEqual(books, [[10, 11, 1], [3, 2], [5, 4], [6], []], "books")
        let tagged = try context.select(Tag.all) { $0.books.select { $0.id } }
        try expectEqual(tagged, [[2, 5, 10, 11], [1, 5], [4, 5], []], "books of tags")
        let heavy = try context.select(Book.where { $0.id.isIn([4, 11]) }) {
            $0.tags.where { $0.weight > 4 }.select { $0.word }
        }
        try expectEqual(heavy, [["red"], []], "heavy tags")
        let first = try context.select(Author.where { $0.id < 3 }) {
            $0.books.sorted { $0.pages.descending }.limit(1).select { ($0.id, $0.author.name) }
        }
        try expectEqual(first.map { $0.map(\.0) }, [[1], [2]], "the first books")
        try expectEqual(first.map { $0.map(\.1) }, [["Ada"], ["Bob"]], "their authors")
    }

    private static let levels: [ConformancePromise] = [
        promise("A list takes one request however many rows there are", .united) { bench in
            try await bench.saveLibrary()
            let key = ExpressionTree.attribute(path: ["publisher"], name: "code")
            let isSelected = try bench.selects([key], of: "Book")
            try await bench.perform { context in
                let rows = try context.select(Publisher.all) {
                    (
                        $0.name,
                        $0.books.sorted { $0.pages }.limit(2).select {
                            ($0.id, $0.chapters.select { $0.words })
                        }
                    )
                }
                try expectEqual(rows.map(\.1.count), [2, 2, 1, 1], "books")
                if isSelected { try expectEqual(context.statistics.storeRequests, 3, "requests") }
                try expect(context.statistics.rowsFetched == 0 || !isSelected, "objects were made")
            }
            try await bench.perform { context in
                let rows = try context.select(Tag.all) { $0.books.select { $0.id } }
                try expectEqual(rows.map(\.count), [4, 3, 2, 0], "books of tags")
                if isSelected { try expectEqual(context.statistics.storeRequests, 3, "requests for pairs") }
            }
            try await bench.perform { context in
                let rows = try context.select(Publisher.where { $0.code == "none" }) {
                    $0.books.select { $0.id }
                }
                try expectEqual(rows, [], "rows")
                if isSelected { try expectEqual(context.statistics.storeRequests, 1, "requests for no rows") }
            }
        },
        library("An error in a list is one of the rows that it has") { context in
            let query = Author.where { $0.id < 3 }
            try expectError(.divisionByZero, "a row of a list") {
                _ = try context.select(Author.all) { $0.books.select { $0.id / $0.pages } }
            }
            let rows = try context.select(Author.where { $0.id == 4 }) {
                $0.books.sorted { $0.pages.descending }.limit(1).select { $0.id * 100 / $0.pages }
            }
            try expectEqual(rows, [[6]], "a list that ends before the row that fails")
            let others = try context.select(query) {
                $0.books.where { $0.id / $0.pages > -2 }.select { $0.id }
            }
            try expectEqual(others, [[1, 2, 10], [3]], "a condition that fails for the book of another")
            try expectError(.query, "a negative limit") {
                _ = try context.select(Author.where { $0.id > 99 }) { $0.books.limit(-1).select { $0.id } }
            }
        },
        library("Lists name the objects around them") { context in
            let longer = try context.select(Author.all) { author in
                author.books.where { $0.pages > author.rank.outer() }.select {
                    ($0.id, $0.pages - author.rank.outer())
                }
            }
            let expected = Library.authors.map { author in
                author.books.filter { book in author.rank.map { (book.pages ?? .min) > $0 } ?? false }
            }
            try expectEqual(longer.map { $0.map(\.0) }, expected.map { $0.map(\.id) }, "longer books")
            let more: [[Int?]] = zip(expected, Library.authors).map { books, author in
                books.map { book in book.pages.flatMap { pages in author.rank.map { pages - $0 } } }
            }
            try expectEqual(longer.map { $0.map(\.1) }, more, "by how much")
            let words = try context.select(Author.all) { author in
                author.books.where { $0.chapters.any { $0.words > author.rank.outer() } }.select { book in
                    book.chapters.where { $0.words > author.rank.outer() && $0.words > book.pages.outer() }
                        .select { $0.heading }
                }
            }
            let chapters = Library.authors.map { author in
                author.books.map { book in
                    book.chapters.filter { chapter in
                        author.rank.map { (chapter.words ?? .min) > $0 } ?? false
                    }.map { ($0.heading, ($0.words ?? .min) > (book.pages ?? .max)) }
                }.filter { !$0.isEmpty }.map { $0.filter(\.1).map(\.0) }
            }
            try expectEqual(words, chapters, "lists in lists")
            try expectError(.query, "an object that a pair does not lead to") {
                _ = try context.select(Book.where { $0.id > 99 }) { book in
                    book.tags.where { $0.weight == book.reprints.outer() }.select { $0.word }
                }
            }
            try expectError(.query, "an object that is not around the list") {
                _ = try context.select(Book.where { $0.id > 99 }) { book in
                    book.author.books.where { $0.pages == book.pages.outer() }.select { $0.id }
                }
            }
        },
        library("A plan lists the levels") { context in
            let plan = try context.explain(select: Author.all) {
                (
                    $0.name,
                    $0.books.limit(3).select { ($0.id, $0.tags.select { $0.word }, $0.publisher.object) }
                )
            }
            let lines = plan.core.filter { $0.contains("one request") }
            try expectEqual(lines.count, 3, "levels of \(plan)")
            try expect(lines[0].hasPrefix("Rows of Book at “books”"), "\(lines)")
            try expect(lines[1].hasPrefix("Rows of Tag at “books.tags”"), "\(lines)")
            try expect(lines[2].hasPrefix("Objects of Publisher at “books”"), "\(lines)")
            try expectError(.query, "a mistake in a level") {
                _ = try context.explain(select: Author.all) { $0.books.offset(-1).select { $0.id } }
            }
        },
    ]

    private static let filtered = memos("Lists have what no filter hides") { context in
        func found(_ query: Query<Folder>) throws -> [[Int]] {
            try context.select(query) { $0.memos.select { $0.id } }
        }
        try expectEqual(try found(Folder.all), [[1]], "filtered")
        try expectEqual(try found(Folder.all.unfiltered("deleted")), [[1, 2]], "without one filter")
        try expectEqual(try found(Folder.all.unfiltered()), [[1, 2, 3], [4, 5]], "without any")
        let drafts = try context.select(Folder.all.unfiltered("deleted")) {
            $0.memos.unfiltered("draft").sorted { $0.pages.descending }.limit(2).select { $0.id }
        }
        try expectEqual(drafts, [[3, 2]], "without the filter of the list")
    }
}
