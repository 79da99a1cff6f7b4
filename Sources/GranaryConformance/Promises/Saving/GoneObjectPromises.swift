import Granary

/// A change of an object that is deleted is an error of the next save, and never forgotten.
enum GoneObjectPromises: PromiseList {
    static let category = ConformanceCategory.unitOfWork
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(own + others, in: [.united]) }

    /// Expects that a save names a gone book, and that the context is usable once it is rolled back.
    private static func expectRefused(_ context: Context, _ properties: [String] = []) throws {
        for _ in 0..<2 {
            let error = try expectError(.invalidObject, "the save") { try context.save() }
            try expectEqual(error.context.entity, "Book", "the entity in the error")
            try expectEqual(error.context.key, .integer(1), "the key in the error")
            try expectEqual(error.context.properties, properties, "the properties in the error")
        }
        context.rollback()
        try context.existing(Author.self, 1).rank = 7
        try context.save()
    }

    private static let own: [ConformancePromise] = [
        promise("Setting a relationship of a deleted object is an error of the save") { bench in
            let scene = try await MemberScene(bench)
            let context = try bench.stack.makeContext()
            let book = try context.existing(Book.self, 1)
            let other = try context.existing(Author.self, 2)
            try context.delete(book)
            book.author = other
            try expectRefused(context, ["author"])
            try expectEqual(try await scene.storedBooks(), ["1:11", "2:11", "3:21"], "books")
        },
        promise("Setting an attribute of a deleted object is an error, also if it was changed before") {
            bench in
            _ = try await MemberScene(bench)
            for isChangedBefore in [false, true] {
                let context = try bench.stack.makeContext()
                let book = try context.existing(Book.self, 1)
                if isChangedBefore { book.title = "before" }
                try context.delete(book)
                book.title = "after"
                try expectRefused(context)
            }
        },
        promise("Adding to a list of a deleted object is an error of the save") { bench in
            _ = try await MemberScene(bench)
            let context = try bench.stack.makeContext()
            let book = try context.existing(Book.self, 1)
            let tag = Tag(word: "new")
            try context.insert(tag)
            try context.delete(book)
            book.tags.append(tag)
            try expectRefused(context, ["tags"])
        },
        promise("An object that a rule has deleted cannot be changed either") { bench in
            _ = try await MemberScene(bench)
            let context = try bench.stack.makeContext()
            let book = try context.existing(Book.self, 1)
            try context.delete(try context.existing(Author.self, 1))
            book.reprints = 3
            try expectRefused(context)
        },
        promise("A deletion clears both sides without an error, and the object is free once it is saved") {
            bench in
            let scene = try await MemberScene(bench)
            let context = try bench.stack.makeContext()
            let (book, author) = (try context.existing(Book.self, 1), try context.existing(Author.self, 1))
            try expectEqual(book.card?.id, 1, "the card")
            try context.delete(book)
            try context.delete(author)
            try context.delete(try context.existing(Publisher.self, scene.code(1)))
            try context.delete(try context.existing(Card.self, 1))
            author.books.remove(book)
            try context.save()
            (book.title, book.author, book.publisher, book.card) = ("anew", nil, nil, nil)
            try context.insert(book)
            try context.save()
            try expectEqual(try await scene.storedBooks(), ["1:--", "3:2-"], "books")
        },
        promise("An object whose deletion was undone can be changed") { bench in
            _ = try await MemberScene(bench)
            let context = try bench.stack.makeContext()
            context.history.levels = 5
            let book = try context.existing(Book.self, 1)
            try context.delete(book)
            try context.history.undo()
            book.title = "after"
            try context.save()
            try context.delete(book)
            context.rollback()
            book.title = "again"
            try context.save()
            try expectEqual(
                try await bench.perform { try $0.existing(Book.self, 1).title }, "again", "the stored title")
        },
    ]

    /// A context that knows book 1, which others have deleted and the context has heard of.
    private static func bereft(_ bench: ConformanceBench) async throws -> (Context, Book) {
        _ = try await MemberScene(bench)
        let context = try bench.stack.makeContext()
        let book = try context.existing(Book.self, 1)
        try await bench.save { try $0.delete(try $0.existing(Book.self, 1)) }
        try context.refreshAll()
        return (context, book)
    }

    private static let others: [ConformancePromise] = [
        promise("Changing an object that others have deleted is an error of the save") { bench in
            let (context, book) = try await bereft(bench)
            book.title = "edited"
            try expectRefused(context)
            book.title = "edited again"
            try expectRefused(context)
            book.author = try context.existing(Author.self, 2)
            try expectRefused(context)
        },
        promise("A unit of work that only changes what others have deleted ends with an error") { bench in
            _ = try await MemberScene(bench)
            let error = try await expectErrorAsync(.invalidObject, "the unit of work") {
                try await bench.perform { context in
                    let book = try context.existing(Book.self, 1)
                    let other = try bench.stack.makeContext()
                    try other.delete(try other.existing(Book.self, 1))
                    try other.save()
                    try context.refreshAll()
                    book.title = "edited"
                }
            }
            try expectEqual(error.context.key, .integer(1), "the key in the error")
        },
        promise("A change of a gone object is an error also if nobody holds the object at the save") {
            bench in
            let context = try await { () async throws -> Context in
                let (context, book) = try await bereft(bench)
                book.title = "edited"
                return context
            }()
            try expectRefused(context)
        },
        promise("An object that others have deleted may be inserted again, and deleted") { bench in
            let (context, book) = try await bereft(bench)
            book.title = "anew"
            context.rollback()
            try context.insert(book)
            book.title = "anew again"
            try context.save()
            book.title = "and again"
            try context.delete(book)
            try context.save()
            book.title = "free"
            try context.save()
        },
        promise("Objects that others have deleted and that nobody changes are no error") { bench in
            let (context, book) = try await bereft(bench)
            try context.existing(Author.self, 1).rank = 1
            try context.save()
            try expectEqual(book.title, "1", "the title")
            try context.save()
        },
    ]
}
