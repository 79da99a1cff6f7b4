import FoundationEssentials
import Granary

/// Both sides of a relationship agree at once, before and after the save, in one store and across stores.
enum RelationshipPromises: PromiseList {
    static let category = ConformanceCategory.relationships
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(oneToMany + graphs) + everywhere(misuse) }

    /// The ids of an author's books, read by another unit of work.
    private static func books(_ bench: ConformanceBench, of author: Int) async throws -> [Int] {
        try await bench.perform { try $0.existing(Author.self, author).books.map(\.id) }
    }

    private static let oneToMany: [ConformancePromise] = [
        promise("Setting one side sets the other at once") { bench in
            try await bench.save { context in
                let author = Author(id: 1, name: "a")
                let book = Book(id: 1, title: "b")
                try context.insert(author)
                try context.insert(book)
                book.author = author
                try expect(
                    author.books.contains(book) && author.books.count == 1, "the other side is not set")
                let other = Book(id: 2, title: "c")
                author.books.append(other)
                try expect(other.author === author, "the side to one is not set")
            }
            try expectEqual(try await books(bench, of: 1), [1, 2], "books")
        },
        promise("Members come in key order when loaded") { bench in
            try await bench.save { context in
                let author = Author(id: 1, name: "a")
                try context.insert(author)
                for id in [5, 3, 9, 1] { author.books.append(Book(id: id, title: "\(id)")) }
            }
            try expectEqual(try await books(bench, of: 1), [1, 3, 5, 9], "books")
        },
        promise("Moving a member to another owner leaves the first") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let (ada, bob) = (try context.existing(Author.self, 1), try context.existing(Author.self, 2))
                let book = try context.existing(Book.self, 1)
                try expectEqual(ada.books.count, 3, "books before")
                bob.books.append(book)
                try expect(
                    !ada.books.contains(book) && bob.books.contains(book) && book.author === bob,
                    "one side is wrong before the save")
            }
            try expectEqual(try await books(bench, of: 1), [2, 10], "books of the first owner")
            try expectEqual(try await books(bench, of: 2), [1, 3], "books of the second owner")
        },
        promise("Removing a member empties its side") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let ada = try context.existing(Author.self, 1)
                let book = try context.existing(Book.self, 2)
                ada.books.remove(book)
                try expect(book.author == nil && ada.books.count == 2, "one side is wrong before the save")
                ada.books.remove(try context.existing(Book.self, 9))
                try expectEqual(ada.books.count, 2, "books after removing one that is no member")
            }
            try expectEqual(try await books(bench, of: 1), [1, 10], "books")
            try expectEqual(
                try await bench.perform { try $0.count(Book.all) }, Library.books.count, "all books")
        },
        promise("Setting nil removes the member from the other side") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let ada = try context.existing(Author.self, 1)
                _ = ada.books.count
                try context.existing(Book.self, 10).author = nil
                try expectEqual(ada.books.map(\.id), [1, 2], "books before the save")
            }
            try expectEqual(try await books(bench, of: 1), [1, 2], "books")
        },
        promise("Replacing and removing all members") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let ada = try context.existing(Author.self, 1)
                ada.books.replace(with: [
                    try context.existing(Book.self, 9), try context.existing(Book.self, 2),
                ])
                try context.existing(Author.self, 3).books.removeAll()
            }
            try expectEqual(try await books(bench, of: 1), [2, 9], "books after replacing")
            try expectEqual(try await books(bench, of: 3), [], "books after removing")
        },
        promise("Adding a member twice adds it once") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let ada = try context.existing(Author.self, 1)
                let book = try context.existing(Book.self, 9)
                ada.books.append(book)
                ada.books.append(book)
                try expectEqual(ada.books.count, 4, "members")
            }
            try expectEqual(try await books(bench, of: 1), [1, 2, 9, 10], "books")
        },
        promise("Members that are not loaded follow a change of the other side") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let book = try context.existing(Book.self, 9)
                let ada = try context.existing(Author.self, 1)
                book.author = ada
                try context.existing(Book.self, 2).author = nil
                try expectEqual(Set(ada.books.map(\.id)), [1, 9, 10], "loaded books with the unsaved change")
                context.rollback()
                try expectEqual(ada.books.map(\.id), [1, 2, 10], "books after a rollback")
            }
        },
        promise("A hundred members come and go in one save") { bench in
            try await bench.save { context in
                let (first, second) = (Author(id: 1, name: "a"), Author(id: 2, name: "b"))
                try context.insert(first)
                try context.insert(second)
                for id in 1...100 { first.books.append(Book(id: id, title: "\(id)")) }
            }
            try await bench.save { context in
                let second = try context.existing(Author.self, 2)
                for book in try context.existing(Author.self, 1).books where book.id % 2 == 0 {
                    second.books.append(book)
                }
            }
            try expectEqual(
                try await books(bench, of: 1), Array(stride(from: 1, through: 99, by: 2)),
                "books of the first owner"
            )
            try expectEqual(try await books(bench, of: 2).count, 50, "books of the second owner")
        },
    ]

    private static let graphs: [ConformancePromise] = [
        promise("Inserting an object inserts all objects reachable from it") { bench in
            try await bench.save { context in
                let book = Book(
                    id: 1, title: "b", author: Author(id: 1, name: "a"), publisher: Publisher(code: "p"))
                book.tags.append(Tag(word: "t"))
                book.chapters.append(Chapter(volume: "v", position: 1, heading: "h"))
                try context.insert(book)
                try expectEqual(context.changes.inserted.count, 5, "inserted objects")
            }
            try await bench.perform { context in
                let book = try context.existing(Book.self, 1)
                try expectEqual(book.author?.name, "a", "author")
                try expectEqual(book.publisher?.code, "p", "publisher")
                try expectEqual(book.tags.map(\.word), ["t"], "tags")
                try expectEqual(book.chapters.map(\.heading), ["h"], "chapters")
            }
        },
        promise("Relationships made before insertion agree after it") { bench in
            try await bench.save { context in
                let author = Author(id: 1, name: "a")
                let books = (1...3).map { Book(id: $0, title: "\($0)", author: author) }
                author.books.append(Book(id: 4, title: "4"))
                for book in books { try context.insert(book) }
                try expectEqual(Set(author.books.map(\.id)), [1, 2, 3, 4], "members")
            }
            try expectEqual(try await books(bench, of: 1), [1, 2, 3, 4], "books")
        },
        promise("A new object refers to a stored one") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let ada = try context.existing(Author.self, 1)
                try context.insert(Book(id: 60, title: "new", author: ada))
                try expect(ada.books.contains { $0.id == 60 }, "the other side is not set")
            }
            try expectEqual(try await books(bench, of: 1), [1, 2, 10, 60], "books")
        },
        promise("Two stores or one: each side's objects are found from the other side") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                for row in Library.books {
                    let book = try context.existing(Book.self, row.id)
                    try expectEqual(book.author?.name, row.author?.name, "author of \(row.id)")
                    try expectEqual(
                        book.publisher?.owner?.code, row.publisher?.owner?.code,
                        "owner of the publisher of \(row.id)")
                }
                for row in Library.authors {
                    try expectEqual(
                        try context.existing(Author.self, row.id).books.map(\.id), row.books.map(\.id),
                        "books of \(row.name)")
                }
            }
        },
    ]

    private static let misuse: [ConformancePromise] = [
        promise("An object of another context is refused, and the save says so") { bench in
            try await bench.saveLibrary()
            let other = try bench.stack.makeContext()
            let stranger = try other.existing(Author.self, 1)
            let context = try bench.stack.makeContext()
            let book = try context.existing(Book.self, 9)
            book.author = stranger
            try expect(book.author == nil, "the relationship was set")
            let error = try expectError(.invalidObject, "the save") { try context.save() }
            try expectEqual(error.context.properties, ["author"], "the properties in the error")
            context.rollback()
            book.author = try context.object(stranger.objectID)
            try context.save()
        },
        promise("A deleted object is refused, and the save says so") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let author = try context.existing(Author.self, 5)
                try context.delete(author)
                try context.existing(Book.self, 9).author = author
                try expectError(.invalidObject, "the save") { try context.save() }
                context.rollback()
                try context.existing(Book.self, 9).author = author
                try context.save()
            }
            try expectEqual(try await books(bench, of: 5), [9], "books")
        },
    ]
}
