import Granary

/// A delete rule acts on the objects that refer to the deleted one at the save, in the store and in the parent: not on
/// those that others have moved away or deleted since.
enum MovedMemberPromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        everywhere(moving, in: [.united]) + everywhere(moving.map(staged), in: [.apart])
            + everywhere(strict, in: [.united])
    }

    /// The same for two stores: a conflict that one of them finds must come before the other has committed.
    private static func staged(_ promise: ConformancePromise) -> ConformancePromise {
        ConformancePromise(
            promise.name, category: category, requires: .staging, topology: promise.topology,
            mayBeKeptByChance: true, body: promise.body)
    }

    /// Policies under which a save settles the moves of others by itself.
    private static let settling: [MergePolicy] = [
        .storeWins, .memoryWins, .rollback, .overwrite, .perProperty, .custom { _ in .mine },
        .custom { _ in .theirs },
    ]

    /// A promise that holds against stores and against a parent, under every policy that settles conflicts.
    ///
    /// The first closure reads the context's objects, the second acts as the others, the third as the context.
    private static func settling(
        _ name: String, knows: @escaping @Sendable (Context, MemberScene) throws -> Void,
        theirs: @escaping @Sendable (Context, MemberScene) throws -> Void,
        mine: @escaping @Sendable (Context, MemberScene) throws -> Void, gives expected: [String]
    ) -> ConformancePromise {
        promise(name) { bench in
            for (position, policy) in settling.enumerated() {
                for inChild in [false, true] {
                    let scene = try await MemberScene(bench, position * 2 + (inChild ? 1 : 0))
                    let parent = inChild ? try bench.stack.makeContext() : nil
                    let context =
                        try parent?.makeChild(.child.merging(policy))
                        ?? bench.stack.makeContext(.init().merging(policy))
                    try knows(context, scene)
                    if let parent {
                        try theirs(parent, scene)
                    } else {
                        try await bench.save { try theirs($0, scene) }
                    }
                    try mine(context, scene)
                    try context.save()
                    let place = "policy \(position)\(inChild ? " in a child" : "")"
                    try expect(!context.hasChanges, "changes are left, \(place)")
                    try expectEqual(try scene.books(context), expected, "books here, \(place)")
                    try parent?.save()
                    try expectEqual(try await scene.storedBooks(), expected, "books, \(place)")
                }
            }
        }
    }

    private static let moving: [ConformancePromise] = [
        settling(
            "A cascade leaves what others have moved away",
            knows: { try expectEqual(try $0.existing(Author.self, $1.id(1)).books.count, 2, "books before") },
            theirs: { try $1.moveBook($0) },
            mine: { try $0.delete(try $0.existing(Author.self, $1.id(1))) }, gives: ["2:22", "3:21"]),
        settling(
            "Nullify leaves the reference that others have set since",
            knows: {
                try expectEqual(try $0.existing(Publisher.self, $1.code(1)).books.count, 3, "books before")
                try $0.existing(Book.self, $1.id(2)).reprints = 77
            },
            theirs: {
                try $0.existing(Book.self, $1.id(2)).publisher = try $0.existing(Publisher.self, $1.code(2))
            },
            mine: { try $0.delete(try $0.existing(Publisher.self, $1.code(1))) },
            gives: ["1:1-", "2:12", "3:2-"]),
        settling(
            "A row that nullify alone has changed is not inserted again where others have deleted it",
            knows: {
                try expectEqual(try $0.existing(Publisher.self, $1.code(1)).books.count, 3, "books before")
            },
            theirs: { try $0.delete(try $0.existing(Book.self, $1.id(3))) },
            mine: { try $0.delete(try $0.existing(Publisher.self, $1.code(1))) }, gives: ["1:1-", "2:1-"]),
    ]

    /// A context that has read the books of author 1, which others have then moved in the store.
    private static func scene(_ bench: ConformanceBench, _ policy: MergePolicy) async throws -> (
        MemberScene, Context
    ) {
        let scene = try await MemberScene(bench)
        let context = try bench.stack.makeContext(.init().merging(policy))
        try expectEqual(try context.existing(Author.self, 1).books.map(\.id), [1, 2], "books before")
        try await bench.save { try scene.moveBook($0) }
        return (scene, context)
    }

    private static let strict: [ConformancePromise] = [
        promise("What belongs to a moved row stays with it") { bench in
            let (_, context) = try await scene(bench, .memoryWins)
            try context.delete(try context.existing(Author.self, 1))
            try expect(try context.fetch(Chapter.all).isEmpty, "chapters before the save")
            try context.save()
            try expectEqual(try await bench.perform { try $0.count(Chapter.all) }, 2, "chapters")
            try expectEqual(try context.existing(Book.self, 2).chapters.count, 2, "chapters here")
        },
        promise("A moved row is in conflict when the policy is error, and may be left by a decision") {
            bench in
            let (scene, context) = try await scene(bench, .error)
            try context.delete(try context.existing(Author.self, 1))
            let error = try expectError(.conflict, "the save") { try context.save() }
            try expectEqual(error.conflicts.map(\.entity), ["Book"], "entities in conflict")
            try context.resolve(try unwrap(error.conflicts.first, "the conflict"), with: .theirs)
            try context.save()
            try expectEqual(try await scene.storedBooks(), ["2:22", "3:21"], "books")
            try expect(try context.object(Author.self, 1) == nil, "the author is there")
        },
        promise("A program that decides for its deletion deletes what others have moved away") { bench in
            let (scene, context) = try await scene(bench, .error)
            try context.delete(try context.existing(Author.self, 1))
            let error = try expectError(.conflict, "the save") { try context.save() }
            try context.resolve(try unwrap(error.conflicts.first, "the conflict"), with: .mine)
            try context.save()
            try expectEqual(try await scene.storedBooks(), ["3:21"], "books")
        },
        promise("What the program has deleted by name is deleted, wherever others have moved it") { bench in
            let (scene, context) = try await scene(bench, .memoryWins)
            let book = try context.existing(Book.self, 2)
            try context.delete(try context.existing(Author.self, 1))
            try context.delete(book)
            try context.save()
            try expectEqual(try await scene.storedBooks(), ["3:21"], "books")
        },
        promise("An editor's cascade leaves what others have moved in the store behind its parent") { bench in
            let scene = try await MemberScene(bench)
            let parent = try bench.stack.makeContext()
            let editor = parent.makeChild(.editor)
            try expectEqual(try editor.existing(Author.self, 1).books.map(\.id), [1, 2], "books before")
            try await bench.save { try scene.moveBook($0) }
            try editor.delete(try editor.existing(Author.self, 1))
            try editor.save()
            try expectEqual(try await scene.storedBooks(), ["2:22", "3:21"], "books")
            try expect(!editor.hasChanges && !parent.hasChanges, "changes are left")
        },
        promise("A cascade to one deletes what the object refers to at the save") { bench in
            for (number, policy) in [MergePolicy.memoryWins, .overwrite].enumerated() {
                let scene = try await MemberScene(bench, number)
                let context = try bench.stack.makeContext(.init().merging(policy))
                let card = try context.existing(Card.self, scene.id(1))
                try expectEqual(card.book?.id, scene.id(1), "the book before")
                try await bench.save { others in
                    try others.existing(Card.self, scene.id(1)).book = try others.existing(
                        Book.self, scene.id(2))
                }
                try context.delete(card)
                try context.save()
                try expectEqual(try await scene.storedBooks(), ["1:11", "3:21"], "books")
                let isGone = try await bench.perform { try $0.object(Card.self, scene.id(1)) == nil }
                try expect(isGone, "the card is there")
            }
        },
    ]
}
