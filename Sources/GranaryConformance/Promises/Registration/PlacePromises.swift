import Granary

/// Stores are at the expected places: standard directories, a directory for each user, and nowhere else.
enum PlacePromises: PromiseList {
    static let category = ConformanceCategory.registration

    static let promises: [ConformancePromise] = [
        promise("A stack opens without a configuration, at the standard place", needs: .files) { bench in
            let places = StandardPlaces(variables: ["XDG_DATA_HOME": "\(bench.directory)/share"])
            for round in 0..<2 {
                let stack = try await PersistentStack.open(
                    bench.schema(), configuration: .standard(bench.harness.backend.type.type, places: places),
                    backends: [bench.harness.backend])
                try expectEqual(
                    stack.attachedStores.map(\.name).sorted(), try bench.schema().configurations.sorted(),
                    "attached")
                try await bench.saveTag("t\(round)", in: stack)
                try expectEqual(try await bench.words(in: stack).count, round + 1, "tags")
                if round == 0 { try await stack.close() } else { try await stack.destroy() }
            }
            let inside = "share/\(StandardPlaces.component(try bench.schema().name))/"
            let made = try FileTree(bench.directory).paths.filter { "/\($0)".contains("/share/") }
            try expect(made.allSatisfy { "\($0)/".contains(inside) }, "files elsewhere: \(made)")
        },
        promise("Each user has a store of their own, whatever their name", needs: .files, .apart) { bench in
            let users = ["ada", "../ada", "../../etc", "ada/..", "Ada", ".", "a\u{301}", "á"]
            let before = try FileTree(bench.directory).paths.filter { !"/\($0)".contains("/users") }
            for round in 0..<2 {
                for user in users {
                    let place = "\(bench.directory)/users/\(StandardPlaces.component(user))"
                    let stack = try PersistentStack(bench.schema(), registry: bench.registry())
                    let stores = try bench.configurations().map { configuration in
                        StoreConfiguration(name: configuration.name, type: configuration.type)
                    }
                    try await stack.attachPersistentStores(at: place, for: stores)
                    try await bench.withStack(stack) { stack in
                        try expectEqual(
                            try await bench.words(in: stack), round == 0 ? [] : [user], "tags of \(user)")
                        if round == 0 { try await bench.saveTag(user, in: stack) }
                    }
                }
            }
            let after = try FileTree(bench.directory).paths.filter { !"/\($0)".contains("/users") }
            try expectEqual(after, before, "files outside of the users' directory")
        },
        promise("A location that leads up is refused before anything is made") { bench in
            let stack = try PersistentStack(bench.schema(), registry: bench.registry())
            let stores = try bench.configurations().map { configuration in
                StoreConfiguration(name: configuration.name, type: configuration.type)
            }
            let before = try FileTree(bench.directory).paths
            for place in ["..", "../up", "in/../../up"] {
                try await expectErrorAsync(.configuration, place) {
                    try await stack.attachPersistentStores(at: "\(bench.directory)/\(place)", for: stores)
                }
            }
            try expectEqual(stack.attachedStores, [], "attached")
            try expectEqual(try FileTree(bench.directory).paths, before, "files")
        },
        promise("A kind that stores of the type cannot be of is refused") { bench in
            var configuration = try bench.configuration("Operations", at: "other")
            let isKept = bench.harness.capabilities.contains(.persistent)
            configuration.kind = isKept ? .memory : .durable
            let stack = try PersistentStack(bench.schema(), registry: bench.registry())
            let refused = configuration
            let error = try await expectErrorAsync(.configuration, "attaching") {
                try await stack.attachPersistentStore(for: refused)
            }
            try expect(error.message.contains("kind"), error.message)
        },
        promise(
            "A purgeable store that does not fit its models is replaced, and one that fits is kept",
            needs: .persistent, .united
        ) { bench in
            let store = try PurgeableStore(bench)
            for (schema, before) in [(store.old, 0), (store.old, 1), (store.new, 0), (store.new, 1)] {
                _ = try await store.open(schema, expecting: before, on: bench)
            }
            try store.destroy(on: bench)
        },
        promise(
            "A purgeable store that was removed or replaced opens empty, and its status says so",
            needs: .persistent, .united
        ) { bench in
            let store = try PurgeableStore(bench)
            let (old, new) = (store.old, store.new)
            // Made, found, removed by somebody, replaced for its models, and found again.
            let openings = [
                (old, false, true), (old, false, false), (old, true, true), (new, false, true),
                (new, false, false),
            ]
            var told: [Bool] = []
            for (schema, isRemoved, isEmpty) in openings {
                if isRemoved { try store.destroy(on: bench) }
                told.append(try await store.open(schema, expecting: isEmpty ? 0 : 1, on: bench))
            }
            // A backend may leave it open whether it has made a store.
            let isTold = told.first ?? false
            try expectEqual(told, openings.map { $0.2 && isTold }, "the openings that made the store")
            try store.destroy(on: bench)
        },
        promise(
            "Stores of many accounts share nothing, and a stack that is opened by itself opens none of them",
            .apart
        ) { bench in
            let many = try bench.configurations(at: "many") { $0.isPerAccount = true }
            let plain = try PersistentStack(bench.schema(), registry: bench.registry())
            let error = try await expectErrorAsync(.configuration, "attaching") {
                try await plain.attachPersistentStores(for: many)
            }
            try expect(error.message.contains("by accounts"), error.message)
            try expectEqual(plain.attachedStores, [], "attached")
            try await plain.close()
            do {
                _ = try many.first?.inPlace("a1", bench.registry())
            } catch GranaryError.Code.unsupported {
                // A backend that does not say where one of many stores is was refused for that too.
                return try expect(error.message.contains("does not say where"), error.message)
            }
            let isKept = bench.harness.capabilities.contains(.persistent)
            let sets = try ["itself", "a1", "a", "b2"].map { place in
                let stores = try many.map { store in
                    if place != "itself" { return try store.inPlace(place, bench.registry()) }
                    var one = store
                    one.isPerAccount = false
                    return one
                }
                return (place: place, stores: stores)
            }
            for round in 0..<2 {
                for (place, stores) in sets {
                    try expect(!stores.contains(where: \.isPerAccount), "one of many is many")
                    let stack = try bench.stack(of: stores)
                    try await bench.withStack(stack) { stack in
                        let expected = round == 1 && isKept ? [place] : []
                        try expectEqual(try await bench.words(in: stack), expected, "tags in \(place)")
                        if round == 0 { try await bench.saveTag(place, in: stack) }
                    }
                }
            }
            for store in sets.flatMap({ $0.stores }) { try bench.harness.backend.type.destroy(store) }
        },
    ]
}

/// A purgeable store that is opened for two versions of its models.
private struct PurgeableStore: Sendable {
    let old: Schema
    let new: Schema
    private let configuration: StoreConfiguration

    init(_ bench: ConformanceBench) throws {
        old = try Versions.schema(Versions.thing())
        new = try Versions.schema(Versions.thing([.init("more", .text, defaultValue: .text("x"))]))
        var configuration = try bench.configuration("All", at: "purgeable")
        configuration.kind = .purgeable
        self.configuration = configuration
    }

    /// Opens the store, compares the number of its rows, and saves one if there is none; returns whether its status says that
    /// it is new.
    func open(_ schema: Schema, expecting before: Int, on bench: ConformanceBench) async throws -> Bool {
        let stack = try bench.stack(of: [configuration], schema: schema)
        return try await bench.withStack(stack) { stack in
            let session = try stack.coordinator().members[0].store.makeSession()
            defer { session.end() }
            let thing = try unwrap(schema.entity("Thing"), "the entity")
            let count = try ConformanceBench.rowCount(of: thing, in: session)
            try expectEqual(count, before, "rows at first")
            if before == 0 {
                var row: [String: Value] = ["id": .integer(1)]
                if schema === new { row["more"] = .text("y") }
                try session.committed(.inserting(thing, row))
            }
            return stack.status.store("All")?.isNew ?? false
        }
    }

    func destroy(on bench: ConformanceBench) throws {
        try bench.harness.backend.type.destroy(configuration)
    }
}

extension ConformanceBench {
    /// The number of rows that a session sees.
    fileprivate static func rowCount(of entity: Entity, in session: any StoreSession) throws -> Int {
        let cursor = try session.fetch(FetchRequest(entity: entity)).cursor
        defer { cursor.close() }
        var count = 0
        while try cursor.advance() { count += 1 }
        return count
    }
}
