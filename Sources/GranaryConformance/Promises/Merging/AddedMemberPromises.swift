import Granary
import Synchronization

/// A row that others have added to an object which a context deletes: a conflict, which policies settle.
enum AddedMemberPromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(adding, in: [.united]) }

    /// A context that has deleted author 1 and publisher 1, to which others have then added a book.
    private static func scene(
        _ bench: ConformanceBench, _ policy: MergePolicy, _ number: Int = 0
    ) async throws -> (MemberScene, Context) {
        let scene = try await MemberScene(bench, number)
        let context = try bench.stack.makeContext(.init().merging(policy))
        let author = try context.existing(Author.self, scene.id(1))
        let publisher = try context.existing(Publisher.self, scene.code(1))
        try expectEqual(author.books.count + publisher.books.count, 5, "books before")
        try await bench.save { try scene.addBook($0) }
        try context.delete(author)
        try context.delete(publisher)
        return (scene, context)
    }

    /// A promise about a case that the store finds: rows refer to others that are deleted.
    private static func added(
        _ name: String, _ body: @escaping @Sendable (ConformanceBench) async throws -> Void
    ) -> ConformancePromise {
        promise(name, needs: .referenceChecks) { bench in try await body(bench) }
    }

    private static let all = ["1:11", "2:11", "3:21", "9:11"]

    private static let adding: [ConformancePromise] = [
        added("Deleting the owner of a row that others have added is a conflict, and saving again passes") {
            bench in
            let (scene, context) = try await scene(bench, .error)
            let error = try expectError(.conflict, "the save") { try context.save() }
            try expectEqual(error.conflicts.map(\.entity).sorted(), ["Author", "Publisher"], "in conflict")
            try expectEqual(try await scene.storedBooks(), all, "books after the conflict")
            try context.save()
            try expectEqual(try await scene.storedBooks(), ["3:2-"], "books")
        },
        added("A conflict about an owner may be decided for what others have added") { bench in
            let (scene, context) = try await scene(bench, .error)
            let error = try expectError(.conflict, "the save") { try context.save() }
            // The publisher comes back with the author, whose books refer to it.
            let author = try unwrap(error.conflicts.first { $0.entity == "Author" }, "the author's conflict")
            try context.resolve(author, with: .theirs)
            try context.save()
            try expectEqual(try await scene.storedBooks(), all, "books")
            try expect(!context.hasChanges, "changes are left")
        },
        added("A unit of work that deletes the owner of a row that others have added is repeated") {
            bench in
            let scene = try await MemberScene(bench)
            let attempts = Mutex(0)
            var options = ContextOptions()
            options.retries = 1
            try await bench.perform(options) { context in
                let author = try context.existing(Author.self, 1)
                try expect(!author.books.isEmpty, "no books")
                let isFirst = attempts.withLock {
                    $0 += 1
                    return $0 == 1
                }
                if isFirst {
                    let other = try bench.stack.makeContext()
                    try scene.addBook(other)
                    try other.save()
                }
                try context.delete(author)
                try context.save()
            }
            try expectEqual(attempts.withLock { $0 }, 2, "attempts")
            try expectEqual(try await scene.storedBooks(), ["3:21"], "books")
        },
        // A store without these checks keeps the row, and the reference with it.
        promise(
            "A unit of work that refers to a row that others have deleted is repeated",
            needs: .referenceChecks,
            mayBeKeptByChance: true
        ) { bench in
            let scene = try await MemberScene(bench)
            let attempts = Mutex(0)
            var options = ContextOptions()
            options.retries = 1
            try await bench.perform(options) { context in
                let publisher = try context.object(Publisher.self, scene.code(2))
                let isFirst = attempts.withLock {
                    $0 += 1
                    return $0 == 1
                }
                if isFirst {
                    let other = try bench.stack.makeContext()
                    try other.delete(try other.existing(Publisher.self, scene.code(2)))
                    try other.save()
                }
                try context.existing(Book.self, 1).publisher = publisher
                try context.save()
            }
            try expectEqual(try await scene.storedBooks(), ["1:1-", "2:11", "3:21"], "books")
        },
        added("The policy decides about a deletion to which others have added a row") { bench in
            let stays: [(MergePolicy, Bool?)] = [
                (.storeWins, true), (.rollback, true), (.memoryWins, false), (.overwrite, false),
                (.perProperty, nil), (.custom { _ in .mine }, false), (.custom { _ in .theirs }, true),
            ]
            for (number, (policy, stays)) in stays.enumerated() {
                let (scene, context) = try await scene(bench, policy, number)
                guard let stays else {
                    try expectError(.conflict, "the save") { try context.save() }
                    continue
                }
                try context.save()
                try expect(!context.hasChanges, "changes are left, policy \(number)")
                let books = try await scene.storedBooks()
                try expectEqual(books, stays ? all : ["3:2-"], "books, policy \(number)")
                try expectEqual(try scene.books(context), books, "books here, policy \(number)")
            }
        },
        added("Deny forbids deleting the owner of a row that others have added") { bench in
            let scene = try await MemberScene(bench)
            let context = try bench.stack.makeContext(.init().merging(.memoryWins))
            let book = try context.existing(Book.self, 3)
            try expectEqual(book.loans.count, 0, "loans before")
            try await bench.save { try $0.insert(Loan(reader: "new", book: try $0.existing(Book.self, 3))) }
            try context.delete(book)
            let error = try expectError(.constraint, "the save") { try context.save() }
            try expectEqual(error.context.constraint, .deny, "the constraint in the error")
            try expectEqual(try await scene.storedBooks().count, 3, "books")
        },
        added("A save in the background settles a deletion to which others have added a row") { bench in
            let (scene, context) = try await scene(bench, .memoryWins)
            try await context.saveInBackground()
            try expectEqual(try await scene.storedBooks(), ["3:2-"], "books")
        },
        added("A batch deletes what others have added meanwhile, too") { bench in
            let scene = try await MemberScene(bench)
            let context = try bench.stack.makeContext()
            try expectEqual(try context.existing(Author.self, 1).books.count, 2, "books before")
            try await bench.save { try scene.addBook($0) }
            try expectEqual(try context.deleteAll(Author.where { $0.id == 1 }), 1, "authors deleted")
            try expectEqual(try await scene.storedBooks(), ["3:21"], "books")
        },
    ]
}
