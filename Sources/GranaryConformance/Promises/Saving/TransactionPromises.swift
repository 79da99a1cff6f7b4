import Granary
import Synchronization

/// A unit of work sees one state until it saves, and its save becomes visible to all at once.
enum TransactionPromises: PromiseList {
    static let category = ConformanceCategory.transactions

    static var promises: [ConformancePromise] {
        everywhere(ends, in: [.united, .apart]) + snapshots + sharing + cancelling
    }

    private static let ends: [ConformancePromise] = [
        promise("An error ends a unit of work and nothing of it is stored") { bench in
            try await expectErrorAsync(.query, "the unit of work") {
                try await bench.perform { context in
                    try Library.insert(in: context)
                    throw GranaryError(.query, "enough")
                }
            }
            try await bench.perform { context in
                try expectEqual(try context.count(Book.all) + context.count(Author.all), 0, "objects")
            }
        },
        promise("A unit of work returns its result with and without a save") { bench in
            let first = try await bench.perform { context in
                try context.insert(Author(id: 1, name: "a"))
                try context.save()
                return try context.count(Author.all)
            }
            let second = try await bench.perform { try $0.fetch(Author.all).map(\.objectID) }
            try expectEqual(first, 1, "count")
            try expectEqual(second, [ObjectID<Author>(1)], "identities")
        },
        promise("Others see nothing of a save before it, and all of it after") { bench in
            try await bench.perform { context in
                try Library.insert(in: context)
                let before = try bench.stack.makeContext()
                try expectEqual(try before.count(Book.all) + before.count(Author.all), 0, "objects before")
                try context.save()
                let after = try bench.stack.makeContext()
                try expectEqual(try after.count(Book.all), Library.books.count, "books after")
                try expectEqual(try after.count(Author.all), Library.authors.count, "authors after")
            }
        },
    ]

    private static let snapshots: [ConformancePromise] = [
        promise(
            "A unit of work sees one state while others insert, change and delete",
            needs: [.snapshots, .concurrentSessions]
        ) { bench in
            try await bench.saveLibrary()
            let context = try bench.stack.makeContext()
            try expectEqual(try context.count(Book.all), 10, "books at first")
            let other = try bench.stack.makeContext()
            try other.insert(Book(id: 11, title: "new"))
            try other.existing(Book.self, 1).pages = 1
            try other.delete(try other.existing(Book.self, 10))
            try other.save()
            try expectEqual(try context.fetch(Book.all).map(\.id), Array(1...10), "books")
            try expectEqual(try context.existing(Book.self, 1).pages, 320, "pages")
            try expectEqual(try context.sum(Book.where { $0.id == 1 }) { $0.pages }, 320, "an aggregate")
            try expect(try context.object(Book.self, 11) == nil, "the new book is found by key")
        },
        promise(
            "After a save a unit of work sees what others have saved",
            needs: [.snapshots, .concurrentSessions]
        ) { bench in
            try await bench.saveLibrary()
            let context = try bench.stack.makeContext()
            let (first, last) = (try context.existing(Book.self, 1), try context.existing(Book.self, 10))
            let other = try bench.stack.makeContext()
            try other.existing(Book.self, 1).pages = 1
            try other.delete(try other.existing(Book.self, 10))
            try other.insert(Author(id: 77, name: "new"))
            try other.save()
            try context.insert(Tag(word: "own"))
            try context.save()
            try expectEqual(first.pages, 1, "pages of a loaded book")
            try expect(try context.object(Book.self, 10) == nil, "the deleted book is found")
            try expectEqual(last.title, "\u{1F33E}\u{1F33E}grain", "the title of a detached book")
            try expect(try context.object(Author.self, 77) != nil, "the new author is not found")
        },
        promise(
            "refreshAll begins a new state and keeps unsaved changes",
            needs: [.snapshots, .concurrentSessions]
        ) { bench in
            try await bench.saveLibrary()
            let context = try bench.stack.makeContext()
            let books = try context.fetch(Book.all)
            books[1].pages = 22
            let other = try bench.stack.makeContext()
            for id in 1...3 { try other.existing(Book.self, id).subtitle = "theirs" }
            try other.save()
            try expectEqual(books[0].subtitle, "A_B", "the subtitle before the refresh")
            try context.refreshAll()
            try expectEqual(books[0].subtitle, "theirs", "the subtitle of an unchanged book")
            try expectEqual(books[1].pages, 22, "the unsaved pages")
        },
        promise("Reading does not wait for another's write", needs: [.snapshots, .concurrentSessions]) {
            bench in
            try await bench.saveLibrary()
            let reader = try bench.stack.makeContext()
            _ = try reader.fetch(Book.all)
            for id in 1...5 {
                let writer = try bench.stack.makeContext()
                try writer.existing(Book.self, id).pages = id
                try writer.save()
            }
            try expectEqual(try reader.count(Book.where { $0.pages == 96 }), 2, "the reader's state")
        },
        promise(
            "A long unit of work does not stop others from saving many times",
            needs: [.snapshots, .concurrentSessions]
        ) { bench in
            try await bench.saveLibrary()
            let long = try bench.stack.makeContext()
            try expectEqual(try long.existing(Tag.self, "red").weight, -1, "weight")
            for weight in 0..<30 { try await bench.save { try $0.existing(Tag.self, "red").weight = weight } }
            try expectEqual(try long.count(Tag.where { $0.weight == -1 }), 1, "the old state")
            try long.refreshAll()
            try expectEqual(try long.existing(Tag.self, "red").weight, 29, "the new state")
        },
    ]

    private static let sharing: [ConformancePromise] = [
        promise("Eight tasks that increment one number together lose no step") { bench in
            try await bench.save { try $0.insert(Finding(id: 1, int: 0)) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<10 { try await countUp(bench) }
                    }
                }
                try await group.waitForAll()
            }
            try expectEqual(
                try await bench.perform { try $0.existing(Finding.self, 1).int }, 80, "the number")
        },
        promise("A hundred tasks insert side by side") { bench in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask { try await bench.save { try $0.insert(Stamp(text: "\(number)")) } }
                }
                try await group.waitForAll()
            }
            let texts = try await bench.perform { try $0.fetch(Stamp.all).map(\.text) }
            try expectEqual(Set(texts), Set((0..<100).map(String.init)), "stamps")
        },
        promise("Money moved by many tasks is neither made nor lost") { bench in
            try await bench.save { context in
                for id in 0..<6 { try context.insert(Finding(id: id, int: 100)) }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<6 {
                    group.addTask {
                        for step in 1...8 { try await move(bench, from: task, to: (task + step) % 6) }
                    }
                }
                try await group.waitForAll()
            }
            try expectEqual(
                try await bench.perform { context in try context.sum(Finding.all) { $0.int } }, 600,
                "all money")
        },
    ]

    /// Adds one to the number of a finding; retries on a conflict.
    private static func countUp(_ bench: ConformanceBench) async throws {
        while true {
            do {
                return try await bench.save { context in
                    let finding = try context.existing(Finding.self, 1)
                    finding.int = (finding.int ?? 0) + 1
                }
            } catch GranaryError.Code.conflict {
                continue
            }
        }
    }

    private static func move(_ bench: ConformanceBench, from source: Int, to target: Int) async throws {
        while source != target {
            do {
                return try await bench.save { context in
                    let (source, target) = (
                        try context.existing(Finding.self, source), try context.existing(Finding.self, target)
                    )
                    source.int = (source.int ?? 0) - 7
                    target.int = (target.int ?? 0) + 7
                }
            } catch GranaryError.Code.conflict {
                continue
            }
        }
    }

    private static let cancelling: [ConformancePromise] = [
        promise("A cancelled unit of work ends with its own code and stores nothing") { bench in
            let begun = AsyncStream<Void>.makeStream()
            let task = Task {
                try await bench.perform { context in
                    try context.insert(Tag(word: "t"))
                    begun.continuation.finish()
                    while true { _ = try context.count(Tag.all) }
                }
            }
            for await _ in begun.stream {}
            task.cancel()
            try await expectErrorAsync(.cancelled, "the unit of work") { try await task.value }
            try expectEqual(try await bench.perform { try $0.count(Tag.all) }, 0, "tags")
        },
        promise("A unit of work of a cancelled task does not begin") { bench in
            let ran = Ran()
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await bench.perform { _ in ran.note() }
            }
            try await expectErrorAsync(.cancelled, "the unit of work") { try await task.value }
            try expect(!ran.hasRun, "the closure ran")
        },
        promise("Cancelling before the save keeps the save from happening") { bench in
            let begun = AsyncStream<Void>.makeStream()
            let cancelled = Ran()
            let task = Task {
                try await bench.perform { context in
                    try context.insert(Tag(word: "t"))
                    begun.continuation.finish()
                    while !cancelled.hasRun {}
                    try context.save()
                }
            }
            for await _ in begun.stream {}
            task.cancel()
            cancelled.note()
            try await expectErrorAsync(.cancelled, "the unit of work") { try await task.value }
            try expectEqual(try await bench.perform { try $0.count(Tag.all) }, 0, "tags")
        },
    ]

    /// Records whether code has run.
    private final class Ran: Sendable {
        private let state = Atomic(false)
        var hasRun: Bool { state.load(ordering: .acquiring) }
        func note() { state.store(true, ordering: .releasing) }
    }
}
