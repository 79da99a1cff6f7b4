import FoundationEssentials
import Granary

/// Objects as columns.
enum SelectedObjectPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(objects) + [missing, requests] }

    private static let objects: [ConformancePromise] = [
        library("Objects at the ends of relationships are those of the context") { context in
            let rows = try context.select(Book.all) { ($0.id, $0.author.object, $0.publisher.owner.object) }
            try expectEqual(rows.map(\.0), Library.books.map(\.id), "books")
            try expectEqual(rows.map { $0.1?.id }, Library.books.map { $0.author?.id }, "authors")
            try expectEqual(
                rows.map { $0.2?.code }, Library.books.map { $0.publisher?.owner?.code }, "owners")
            let ada = try context.existing(Author.self, 1)
            try expect(rows[0].1 === ada && rows[1].1 === ada, "another object than that of the context")
        },
        library("The object of the row itself beside values") { context in
            let rows = try context.select(Book.all.sorted { $0.pages.descending }.offset(1).limit(3)) {
                ($0.object(), $0.tags.count)
            }
            let expected = Library.longestFirst.dropFirst().prefix(3)
            try expectEqual(rows.map(\.0.title), expected.map(\.title), "titles")
            try expectEqual(rows.map(\.1), expected.map(\.tags.count), "numbers of tags")
        },
        library("Objects in lists, and the first object of a relationship") { context in
            let rows = try context.select(Author.all) {
                (
                    $0.books.sorted { $0.pages.descending }.limit(2).select {
                        ($0.object(), $0.publisher.object)
                    },
                    $0.books.first { $0.pages.descending }.object
                )
            }
            let expected = Library.authors.map { author in
                Library.longestFirst.filter { $0.authorID == author.id }
            }
            try expectEqual(
                rows.map { $0.0.map(\.0.id) }, expected.map { $0.prefix(2).map(\.id) }, "the longest books")
            try expectEqual(
                rows.map { $0.0.map { $0.1?.code } },
                expected.map { $0.prefix(2).map(\.publisherCode) }, "publishers")
            try expectEqual(rows.map { $0.1?.id }, expected.map(\.first?.id), "the first books")
        },
        library("Objects whose keys have several parts") { context in
            let rows = try context.select(Footnote.all) { $0.chapter.object }
            try expectEqual(
                Set(rows.map { $0?.heading }), ["One", "Two"], "chapters of footnotes")
            try expectEqual(rows.count, 3, "footnotes")
        },
    ]

    private static let missing = promise("An object that is deleted is no column") { bench in
        try await bench.saveLibrary()
        try await bench.perform { context in
            try context.delete(try context.existing(Publisher.self, "P2"))
            let codes = try context.select(Book.where { $0.id < 4 }) { $0.publisher.object }.map { $0?.code }
            try expectEqual(codes, ["P1", nil, "p2"], "publishers")
            let book = Book(id: 12, title: "new")
            try context.insert(book)
            let objects = try context.select(Book.where { $0.id > 9 }) { $0.object() }
            try expectEqual(objects.map(\.id), [10, 12], "books")
            try expect(objects[1] === book, "another object than the new one")
        }
    }

    private static let requests = promise(
        "Objects take one request however many rows there are", .united
    ) { bench in
        try await bench.saveLibrary()
        let key = ExpressionTree.attribute(path: ["author"], name: "id")
        let isSelected = try bench.selects([key], of: "Book")
        try await bench.perform { context in
            let rows = try context.select(Book.all) { ($0.title, $0.author.object) }
            try expectEqual(rows.count, Library.books.count, "rows")
            if isSelected {
                try expectEqual(context.statistics.storeRequests, 2, "requests")
                try expectEqual(context.statistics.rowsFetched, 4, "authors fetched")
            }
            _ = try context.select(Book.all) { $0.author.object }
            if isSelected {
                try expectEqual(context.statistics.storeRequests, 3, "requests for known objects")
            }
            try expect(rows.contains { $0.1 != nil }, "no author")
        }
    }
}
