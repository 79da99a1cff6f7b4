import Granary
import Synchronization

/// A stack that cannot have a store that others have open is refused, and leaves it to them.
enum SharedOpeningPromises: PromiseList {
    static let category = ConformanceCategory.sharing

    static var promises: [ConformancePromise] { fewer + readOnly + options + failures }

    // MARK: Configurations

    private static let fewer: [ConformancePromise] = [
        promise("A store that others have open for fewer configurations is locked for more") { bench in
            // Where stores have no places, each configuration has its own.
            if try !bench.isOneStore { return }
            let all = try bench.configurations(at: "few")
            let operations = try bench.configuration("Operations", at: "few")
            let first = try bench.stack(of: [operations])
            try await bench.withStack(first) { first in
                try await bench.saveTag("first", in: first)
                let second = try bench.sharer(of: first, all)
                let error = try await expectErrorAsync(.locked, "starting") { try await second.start() }
                try expect(error.message.contains("“Reference”"), error.message)
                try expectEqual(second.status.phase, .stopped, "the phase of the second stack")
                try await second.close()
                try expectEqual(try await bench.words(in: first), ["first"], "tags of the first stack")
                let third = try bench.sharer(of: first, [operations])
                try await bench.withStack(third) { third in
                    try bench.expectOneStore(first, third)
                    try await expectErrorAsync(.locked, "attaching") {
                        try await third.attachPersistentStore(for: all[0])
                    }
                    try await bench.saveTag("third", in: third)
                    try expectEqual(try await bench.words(in: first), ["first", "third"], "tags")
                }
            }
            try await bench.anotherStack(at: "few").destroyPersistentStores()
        },
        promise("A stack has some configurations of a store that another has open for more") { bench in
            let operations = try bench.configuration("Operations")
            try await bench.withStack(try bench.sharer([operations])) { there in
                try bench.expectOneStore(bench.stack, there)
                let context = try there.makeContext()
                try expectEqual(try context.count(Tag.all), 0, "tags at first")
                // Also of models that the second stack has no store for.
                try await bench.saveLibrary()
                try await bench.save { try $0.existing(Author.self, 1).name = "Another" }
                try context.insert(Tag(word: "there"))
                try context.save()
                try await expectErrorAsync(.closed, "authors") {
                    _ = try await there.perform { try $0.count(Author.all) }
                }
                try expectEqual(
                    try await bench.words(in: there), try await bench.words(in: bench.stack), "tags")
            }
        },
        promise("A stack that attaches more of a shared store keeps what it has") { bench in
            let (operations, reference) = (
                try bench.configuration("Operations"), try bench.configuration("Reference")
            )
            try await bench.withStack(try bench.sharer([operations])) { there in
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                try await bench.saveTag("before", in: bench.stack)
                try await there.attachPersistentStore(for: reference)
                for name in ["Tag", "Author"] { try bench.expectOneStore(of: name, bench.stack, there) }
                try await bench.saveTag("after", in: bench.stack)
                for word in ["before", "after"] {
                    let change = try await toldSave(&changes)
                    try expectEqual(change.inserted.map(\.word), [word], "the save told")
                }
                try await bench.save(in: there) { try $0.insert(Author(name: "Ada")) }
                try expectEqual(try await bench.perform { try $0.count(Author.all) }, 1, "authors")
            }
        },
        promise("A stack that detaches a part of a shared store keeps the rest") { bench in
            try await bench.sharing { here, there in
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                try await there.detachPersistentStore("Reference")
                try await bench.saveLibrary()
                try expectEqual(
                    try await toldSave(&changes).inserted.count, Library.tags.count, "the tags told")
                try await expectErrorAsync(.closed, "authors") {
                    _ = try await there.perform { try $0.count(Author.all) }
                }
                try await there.attachPersistentStore(for: bench.configuration("Reference"))
                let count = try await there.perform { try $0.count(Author.all) }
                try expectEqual(count, Library.authors.count, "authors")
                try expectEqual(try await bench.books(in: here), 10, "books")
            }
        },
    ]

    // MARK: Read-only

    private static let readOnly: [ConformancePromise] = [
        promise(
            "A store that is open for reading only is locked for a stack that would write", needs: .persistent
        ) { bench in
            try await bench.saveTag("kept", in: bench.stack)
            try await bench.stack.stop()
            let reading = try bench.configurations { $0.isReadOnly = true }
            try await bench.withStack(try bench.sharer(reading)) { reader in
                try expectEqual(try await bench.words(in: reader), ["kept"], "tags of the reader")
                let error = try await expectErrorAsync(.locked, "starting") { try await bench.stack.start() }
                try expect(error.message.contains("reading only"), error.message)
                try await bench.withStack(try bench.sharer(reading)) { other in
                    try bench.expectOneStore(reader, other)
                    try expectEqual(try await bench.words(in: other), ["kept"], "tags of another reader")
                }
            }
            try await bench.stack.start()
            try await bench.saveTag("later", in: bench.stack)
        },
        promise(
            "A stack that reads only has the store of one that writes, follows it and refuses to save",
            needs: .persistent, mayBeKeptByChance: true
        ) { bench in
            let reading = try bench.configurations { $0.isReadOnly = true }
            try await bench.withStack(try bench.sharer(reading)) { reader in
                try bench.expectOneStore(bench.stack, reader)
                var changes = reader.changes(of: Tag.self).makeAsyncIterator()
                try await bench.saveTag("written", in: bench.stack)
                try expectEqual(try await toldSave(&changes).inserted.map(\.word), ["written"], "tags told")
                try await expectErrorAsync(.denied, "saving") { try await bench.saveTag("no", in: reader) }
                try await bench.saveTag("again", in: bench.stack)
                try expectEqual(try await bench.words(in: reader), ["again", "written"], "tags")
            }
        },
    ]

    // MARK: Options

    private static let options: [ConformancePromise] = [
        promise("A store that others have open with other options is refused") { bench in
            let others = bench.harness.backend.type.options.lazy.compactMap { option -> (String, [String])? in
                if case .choice(let words) = option.kind, words.count > 1 {
                    (option.name, words)
                } else {
                    nil
                }
            }
            guard let (name, words) = others.first else { return }
            let configurations = try bench.configurations { configuration in
                configuration.options[name] = words.first {
                    $0 != configuration.options[name] && $0 != words[0]
                }
            }
            let stack = try bench.sharer(configurations)
            let error = try await expectErrorAsync(.configuration, "starting") { try await stack.start() }
            try expect(error.message.contains("other options"), error.message)
            try await stack.close()
            try await bench.saveTag("t", in: bench.stack)
        }
    ]

    // MARK: Failures

    private static let failures: [ConformancePromise] = [
        promise(
            "When another store cannot be opened, a stack leaves the shared one to those that have it", .apart
        ) {
            bench in
            try await withUnopenable(bench) { first in
                let second = try bench.sharer(of: first, stores(bench))
                for _ in 0..<2 {
                    try await expectErrorAsync(.io, "starting") { try await second.start() }
                }
                try expectEqual(second.status.phase, .stopped, "the phase of the second stack")
                try expect(first.isReady, "the first stack is not ready")
                try await bench.saveTag("still", in: first)
                try expectEqual(try await bench.words(in: first), ["still"], "tags")
                // The second stack does not have the store, so nothing is locked.
                try await first.destroyPersistentStores()
                try await second.close()
            }
        },
        promise(
            "When another store cannot be attached, a stack keeps the shared one, and is still told", .apart
        ) {
            bench in
            try await withUnopenable(bench) { first in
                let stores = try stores(bench)
                let second = try bench.sharer(of: first, [stores[1]])
                try await bench.withStack(second) { second in
                    var changes = second.changes(of: Tag.self).makeAsyncIterator()
                    for _ in 0..<2 {
                        try await expectErrorAsync(.io, "attaching") {
                            try await second.attachPersistentStore(for: stores[0])
                        }
                    }
                    try expectEqual(second.attachedStores.map(\.name), ["Operations"], "attached")
                    try bench.expectOneStore(first, second)
                    try await bench.saveTag("first", in: first)
                    try expectEqual(try await toldSave(&changes).inserted.map(\.word), ["first"], "told")
                    try await expectErrorAsync(.locked, "destroying it") {
                        try await first.destroyPersistentStores()
                    }
                }
                try await first.destroyPersistentStores()
            }
        },
        promise("A store is new for the stack that has made it, and not for one that joins it") { bench in
            let first = try bench.anotherStack(at: "new")
            try await bench.withStack(first) { first in
                // Not every backend knows it.
                let isTold = try first.coordinator().members.allSatisfy(\.store.isNew)
                let stores = first.attachedStores
                try await bench.withStack(try bench.sharer(of: first, stores)) { second in
                    try expect(
                        first.status.stores.allSatisfy { $0.isNew == isTold }, "the first stack's stores")
                    try expect(!second.status.stores.contains(where: \.isNew), "the second stack's stores")
                    try await first.stop()
                    try await first.start()
                    try expect(!first.status.stores.contains(where: \.isNew), "when it is back")
                }
                try await first.destroyPersistentStores()
            }
        },
        promise(
            "A new store that a stack has joined in vain stays, also when the one that made it has left it",
            needs: .persistent, mayBeKeptByChance: true
        ) { bench in
            // A stack that has a part of the store only does not see what else is in it.
            if try !bench.isOneStore { return }
            let registry = try StoreRegistry(backends: [bench.harness.backend, Backend(Unwilling.self)])
            let first = try PersistentStack(
                bench.schema(), registry: registry, settings: bench.harness.settings)
            try await first.attachPersistentStores(for: bench.configurations(at: "new"))
            try await first.start()
            try await bench.save(in: first) { try $0.insert(Author(id: 1, name: "Ada")) }
            let place = "\(bench.directory)/unwilling"
            let second = try bench.sharer(
                of: first,
                [
                    bench.configuration("Operations", at: "new"),
                    StoreConfiguration(name: "Reference", type: Unwilling.type, location: place),
                ])
            // The second stack has the store by then.
            Unwilling.meanwhile(at: place) { try first.stop() }
            try await expectErrorAsync(.io, "starting") { try await second.start() }
            try expectEqual(first.status.phase, .stopped, "the phase of the first stack")
            try await bench.withStack(first) { first in
                let count = try await first.perform { try $0.count(Author.all) }
                try expectEqual(count, 1, "authors")
                try await first.destroyPersistentStores()
            }
            try await second.close()
        },
        promise("Stores that were opened in vain beside a shared one are closed and removed", .apart) {
            bench in
            let registry = try StoreRegistry(backends: [bench.harness.backend, Backend(Unopenable.self)])
            let first = try PersistentStack(
                bench.schema(), registry: registry, settings: bench.harness.settings)
            let second = try bench.sharer(of: first, stores(bench).reversed())
            try await expectErrorAsync(.io, "starting") { try await second.start() }
            // Nobody has the store now, so another stack of the group makes one.
            try await first.attachPersistentStore(for: stores(bench)[1])
            try await bench.withStack(first) { first in
                try expectEqual(try await bench.words(in: first), [], "tags")
                try await bench.saveTag("first", in: first)
                try await first.destroyPersistentStores()
            }
            try await second.close()
        },
    ]

    /// The configurations of a store that cannot be opened, and of one that can.
    private static func stores(_ bench: ConformanceBench) throws -> [StoreConfiguration] {
        [
            StoreConfiguration(name: "Reference", type: Unopenable.type),
            try bench.configuration("Operations", at: "other"),
        ]
    }

    /// Runs a closure with a stack that has the second of these stores, and could have the first.
    private static func withUnopenable(
        _ bench: ConformanceBench, _ body: @Sendable (PersistentStack) async throws -> Void
    ) async throws {
        let registry = try StoreRegistry(backends: [bench.harness.backend, Backend(Unopenable.self)])
        let stack = try PersistentStack(bench.schema(), registry: registry, settings: bench.harness.settings)
        try await stack.attachPersistentStore(for: stores(bench)[1])
        try await bench.withStack(stack, body)
    }
}

/// A backend whose stores fail to open, after something else has happened.
private enum Unwilling: StoreBackend {
    private static let steps: Mutex<[String: @Sendable () throws -> Void]> = Mutex([:])

    static let type: StoreType = "unwilling"
    static let capabilities: Capabilities = []
    static let options: [StoreOption] = []

    /// Has something happen while the store at a place is being opened.
    static func meanwhile(at place: String, _ step: @escaping @Sendable () throws -> Void) {
        steps.withLock { $0[place] = step }
    }

    static func location(of configuration: StoreConfiguration) -> String? { configuration.location }

    static func open(_ request: StoreOpenRequest) throws -> any Store {
        try steps.withLock { $0.removeValue(forKey: request.configuration.location ?? "") }?()
        throw GranaryError(.io, "There is no such disk.")
    }

    static func destroy(_ configuration: StoreConfiguration) {}
}
