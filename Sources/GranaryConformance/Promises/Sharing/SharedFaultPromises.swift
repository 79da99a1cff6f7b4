import Granary

/// What goes wrong in a shared store, and what others save in it, is told to each stack that has it.
enum SharedFaultPromises: PromiseList {
    static let category = ConformanceCategory.sharing

    static var promises: [ConformancePromise] { faults + others }

    // MARK: Faults of a store

    private static let faults: [ConformancePromise] = [
        promise("A save whose outcome is unknown is told to every stack that has the store") { bench in
            try await withPair(on: BrokenBackend<UncertainCommit>.self, bench) { here, there in
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                var live = there.observe(Tag.all).makeAsyncIterator()
                try expectEqual(try await live.next()?.count, 0, "tags at first")
                let context = try there.makeContext()
                try expectEqual(try context.count(Tag.all), 0, "tags in a context")
                try await expectErrorAsync(.outcomeUnknown, "the save") {
                    try await bench.saveTag("perhaps", in: here)
                }
                try expectEqual(try await toldSave(&changes).isWhole, true, "whether the rows are unknown")
                try expectEqual(try await live.next()?.map(\.word), ["perhaps"], "followed tags")
                try context.refreshAll()
                try expectEqual(try context.count(Tag.all), 1, "tags in the context")
            }
        },
        promise("An erasure whose outcome is unknown is told to every stack that has the store") { bench in
            try await withPair(on: BrokenBackend<UncertainCommit>.self, bench) { here, there in
                try await expectErrorAsync(.outcomeUnknown, "the save") {
                    try await bench.saveTag("perhaps", in: here)
                }
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                let contexts = [try here.makeContext(), try there.makeContext()]
                try await expectErrorAsync(.outcomeUnknown, "the erasure") {
                    try await here.eraseAll(in: "Operations")
                }
                for context in contexts { try expect(context.hasNews, "a context has not heard of it") }
                try expectEqual(try await toldSave(&changes).isWhole, true, "whether the rows are unknown")
                try expectEqual(try await bench.words(in: there), [], "tags")
            }
        },
        promise("A save that is committed in part is told to every stack that has the stores", .apart) {
            bench in
            var partial = 0
            for isBook in [true, false] {
                partial += try await withPair(on: BrokenBackend<BrokenSession>.self, bench) { here, there in
                    try await Self.savePart(bench, here, there, isBook: isBook) ? 1 : 0
                }
            }
            // One of the stores commits first.
            try expectEqual(partial, 1, "saves in part")
        },
        promise("A save that fails is told to no stack, and stays with the one that made it") { bench in
            try await bench.sharing { here, there in
                try await bench.saveTag("taken", in: here)
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                let context = try here.makeContext()
                try context.insert(Tag(word: "new"))
                try context.insert(Tag(word: "taken"))
                try expectError(.constraint, "the save") { try context.save() }
                try await bench.saveTag("later", in: here)
                try expectEqual(try await toldSave(&changes).inserted.map(\.word), ["later"], "told")
                try expectEqual(try await bench.words(in: there), ["later", "taken"], "tags")
                try expect(context.hasChanges, "the changes are gone")
            }
        },
        promise(
            "An error of closing a shared store is that of its last stack, and the next opening is a new one"
        ) {
            bench in
            let (first, second) = try pair(on: StubbornBackend.self, bench)
            for _ in 0..<2 {
                try await first.start()
                try await second.start()
                let store = try bench.store(of: "Tag", in: second)
                try await first.stop()
                try await expectErrorAsync(.io, "the last stack's stop") { try await second.stop() }
                try await first.start()
                try expect(try bench.store(of: "Tag", in: first) !== store, "the store was not opened again")
                try await expectErrorAsync(.io, "the first stack's stop") { try await first.stop() }
            }
            for stack in [first, second] { try await stack.close() }
        },
    ]

    /// Changes an author and a book in one save, of which one was changed by another save; returns whether the other one
    /// was committed.
    private static func savePart(
        _ bench: ConformanceBench, _ here: PersistentStack, _ there: PersistentStack, isBook: Bool
    ) async throws -> Bool {
        try await bench.save(in: here) { context in
            try context.insert(Author(id: 1, name: "Ada"))
            try context.insert(Book(id: 1, title: "Notes"))
        }
        let (mine, other) = (try here.makeContext(), try here.makeContext())
        let (author, book) = (try mine.existing(Author.self, 1), try mine.existing(Book.self, 1))
        if isBook {
            try other.existing(Book.self, 1).title = "Other"
        } else {
            try other.existing(Author.self, 1).name = "Other"
        }
        try other.save()
        var authors = there.changes(of: Author.self).makeAsyncIterator()
        var books = there.changes(of: Book.self).makeAsyncIterator()
        (author.name, book.title) = ("Eve", "Letters")
        do {
            try mine.save()
        } catch GranaryError.Code.partialSave {
            let told = [try await toldSave(&authors).isWhole, try await toldSave(&books).isWhole]
            try expectEqual(told, [true, true], "whether the rows are unknown")
            return true
        } catch GranaryError.Code.conflict {}
        return false
    }

    /// Runs a closure with two started stacks that share the stores of another backend.
    private static func withPair<R: Sendable>(
        on backend: any StoreBackend.Type, _ bench: ConformanceBench,
        _ body: @escaping @Sendable (PersistentStack, PersistentStack) async throws -> R
    ) async throws -> R {
        let (first, second) = try pair(on: backend, bench)
        return try await bench.withStack(first) { first in
            try await bench.withStack(second) { try await body(first, $0) }
        }
    }

    private static func pair(
        on backend: any StoreBackend.Type, _ bench: ConformanceBench
    ) throws -> (PersistentStack, PersistentStack) {
        let stores = ConformanceModels.configurationNames(bench.topology).map { name in
            StoreConfiguration(
                name: name, type: backend.type, location: bench.directory,
                file: "\(bench.topology.store(of: name)).faulty")
        }
        let first = try PersistentStack(
            bench.schema(), registry: StoreRegistry(backends: [Backend(backend)]),
            settings: bench.harness.settings)
        try first.attachPersistentStores(for: stores)
        return (first, try bench.sharer(of: first, stores))
    }

    // MARK: Others

    private static let others: [ConformancePromise] = [
        promise("What others save in a shared store is told to each stack that follows them", needs: watched)
        {
            bench in
            try await withOutsider(bench, follows: [true, true]) { stacks, outsider in
                var readers = stacks.map { $0.changes(of: Tag.self).makeAsyncIterator() }
                try await bench.saveTag("outside", in: outsider)
                for (position, stack) in stacks.enumerated() {
                    let change = try await toldSave(&readers[position])
                    try expect(change.isWhole, "the rows of others are known")
                    try expectEqual(try await bench.words(in: stack), ["outside"], "tags")
                }
            }
        },
        promise(
            "What others save in a shared store is told to no stack that does not follow them", needs: watched
        ) {
            bench in
            try await withOutsider(bench, follows: [true, false]) { stacks, outsider in
                var following = stacks[0].changes(of: Tag.self).makeAsyncIterator()
                var quiet = stacks[1].changes(of: Tag.self).makeAsyncIterator()
                try await bench.saveTag("outside", in: outsider)
                try expectEqual(try await toldSave(&following).isWhole, true, "whether the rows are unknown")
                try await bench.saveTag("inside", in: stacks[0])
                try expectEqual(try await toldSave(&quiet).inserted.map(\.word), ["inside"], "told at first")
            }
        },
        promise(
            "A store that is open without following others is locked for a stack that would follow them",
            needs: watched
        ) { bench in
            try await bench.stack.stop()
            let first = try bench.stack(of: bench.configurations { $0.followsOthers = false })
            let second = try bench.sharer(of: first, bench.configurations { $0.followsOthers = true })
            try await bench.withStack(first) { first in
                let error = try await expectErrorAsync(.locked, "starting") { try await second.start() }
                try expect(error.message.contains("followsOthers"), error.message)
                try await first.stop()
                try await bench.withStack(second) { second in
                    try await first.start()
                    try bench.expectOneStore(first, second)
                }
            }
        },
        promise("A stack that leaves does not end what others are told of saves from outside", needs: watched)
        {
            bench in
            try await withOutsider(bench, follows: [true, true]) { stacks, outsider in
                var changes = stacks[1].changes(of: Tag.self).makeAsyncIterator()
                try await stacks[0].stop()
                try await bench.saveTag("outside", in: outsider)
                try expectEqual(try await toldSave(&changes).isWhole, true, "whether the rows are unknown")
                try await stacks[0].start()
                var again = stacks[0].changes(of: Tag.self).makeAsyncIterator()
                try await bench.saveTag("once more", in: outsider)
                try expectEqual(try await toldSave(&again).isWhole, true, "whether they are unknown again")
            }
        },
        promise("Stacks that share do not take each other's saves for those of others", needs: watched) {
            bench in
            try await withOutsider(bench, follows: [true, true]) { stacks, outsider in
                var readers = stacks.map { $0.changes(of: Tag.self).makeAsyncIterator() }
                for number in 0..<6 { try await bench.saveTag("own \(number)", in: stacks[number % 2]) }
                try await bench.saveTag("outside", in: outsider)
                for position in readers.indices {
                    var saves = 0
                    while try await !toldSave(&readers[position]).isWhole { saves += 1 }
                    try expectEqual(saves, 6, "own saves before that of another")
                }
            }
        },
        promise(
            "What others save in a watched store is told to no stack that has another one",
            needs: watched, .apart
        ) { bench in
            try await bench.stack.stop()
            let stores = try bench.configurations { $0.followsOthers = true }
            var own = try bench.own("Operations")
            own.followsOthers = true
            let first = try bench.stack(of: stores)
            let second = try bench.sharer(of: first, [stores[0], own])
            try await bench.withStack(first) { first in
                try await bench.withStack(second) { second in
                    // Others have saved in the store of the first stack, or may have, until it was opened.
                    try await bench.saveTag("first", in: first)
                    var changes = second.changes(of: Tag.self).makeAsyncIterator()
                    for number in 0..<3 { try await bench.saveTag("first \(number)", in: first) }
                    try await bench.saveTag("second", in: second)
                    let change = try await toldSave(&changes)
                    try expectEqual(change.inserted.map(\.word), ["second"], "the save told")
                    let outsider = try bench.stack(of: stores)
                    try await outsider.start()
                    var told = first.changes(of: Tag.self).makeAsyncIterator()
                    try await bench.saveTag("outside", in: outsider)
                    try expectEqual(try await toldSave(&told).isWhole, true, "whether its rows are unknown")
                    try await bench.saveTag("third", in: second)
                    try expectEqual(
                        try await toldSave(&changes).inserted.map(\.word), ["third"], "the next save told")
                    try await outsider.close()
                }
            }
            try bench.harness.backend.type.destroy(own)
        },
    ]

    private static var watched: Capabilities { [.foreignSaves, .persistent] }

    /// Runs a closure with two stacks that share the promise's stores and may follow the saves of others, and a third one
    /// that is one of these.
    private static func withOutsider(
        _ bench: ConformanceBench, follows: [Bool],
        _ body: @escaping @Sendable ([PersistentStack], PersistentStack) async throws -> Void
    ) async throws {
        try await bench.stack.stop()
        let stores = try follows.map { follows in
            try bench.configurations { $0.followsOthers = follows }
        }
        let first = try bench.stack(of: stores[0])
        let second = try bench.sharer(of: first, stores[1])
        try await bench.withStack(try bench.stack(of: stores[0])) { outsider in
            try await bench.withStack(first) { first in
                try await bench.withStack(second) { try await body([first, $0], outsider) }
            }
        }
    }
}

/// A backend whose stores close with an error.
private enum StubbornBackend: StoreBackend {
    static let type: StoreType = "stubborn"
    static var capabilities: Capabilities { ReferenceBackend.capabilities.subtracting(.staging) }
    static let options: [StoreOption] = []

    static func location(of configuration: StoreConfiguration) throws -> String? {
        try ReferenceBackend.location(of: configuration)
    }
    static func open(_ request: StoreOpenRequest) -> any Store {
        StubbornStore(ReferenceBackend.open(request))
    }
    static func destroy(_ configuration: StoreConfiguration) {}
}

private final class StubbornStore: Store {
    private let base: any Store
    let capabilities = StubbornBackend.capabilities
    let identity: StoreIdentity

    init(_ base: any Store) {
        self.base = base
        identity = base.identity
    }

    func makeSession() throws -> any StoreSession { try base.makeSession() }

    func close() throws {
        try base.close()
        throw GranaryError(.io, "The disk is gone.")
    }
}
