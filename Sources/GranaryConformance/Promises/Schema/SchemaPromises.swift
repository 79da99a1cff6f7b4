import Granary

/// Stores are created for a schema and refuse another; names of every sort work as names.
enum SchemaPromises: PromiseList {
    static let category = ConformanceCategory.schemas

    static var promises: [ConformancePromise] { keywords + incompatible + joining + names.map(named) }

    private static func fill(_ context: Context) throws {
        let root = Keyword(id: 1, order: 1, group: "'; --", limit: 10, size: 1.5)
        try context.insert(root)
        for id in 2...5 {
            let child = Keyword(id: id, order: id, group: "g", limit: id % 2, size: Double(id))
            try context.insert(child)
            child.parent = root
        }
    }

    private static let keywords: [ConformancePromise] = [
        promise("Names that mean something to engines are stored, found, sorted and grouped") { bench in
            try await bench.save { try fill($0) }
            try await bench.perform { context in
                try expectEqual(
                    try context.fetch(Keyword.where { $0.order > 2 && $0.limit == 1 }).map(\.id), [3, 5],
                    "keywords found")
                try expectEqual(
                    try context.fetch(
                        Keyword.all.sorted { $0.group.descending }.sorted { $0.size.descending }
                    )
                    .map(\.id), [5, 4, 3, 2, 1], "sorted keywords")
                let groups = try context.grouped(Keyword.all, by: { $0.group }) { $0.limit.sum }
                try expectEqual(groups.map(\.values), [10, 2], "sums of groups")
                try expectEqual(try context.existing(Keyword.self, 1).children.count, 4, "children")
            }
        },
        promise("A violated constraint of such names is named as in Swift") { bench in
            try await bench.save { try fill($0) }
            try await bench.perform { context in
                try context.insert(Keyword(id: 9, order: 1))
                let error = try expectError(.constraint, "the save") { try context.save() }
                try expectEqual(error.context.entity, "Keyword", "the entity in the error")
                try expectEqual(error.context.properties, ["order"], "the properties in the error")
            }
        },
        promise("Objects of such names are changed and deleted with their members") { bench in
            try await bench.save { try fill($0) }
            try await bench.save { context in
                let root = try context.existing(Keyword.self, 1)
                root.group = nil
                root.size = -1
                for child in root.children where child.id > 3 { try context.delete(child) }
            }
            try await bench.perform { context in
                let root = try context.existing(Keyword.self, 1)
                try expectEqual(root.children.map(\.id), [2, 3], "children")
                try expect(root.group == nil && root.size == -1, "the changed properties are wrong")
            }
        },
        promise("Such names are the same when the store is opened again", needs: .persistent) { bench in
            try await bench.save { try fill($0) }
            try await bench.reopened { stack in
                let ids = try await stack.perform {
                    try $0.fetch(Keyword.where { $0.parent.order == 1 }).map(\.id)
                }
                try expectEqual(ids, [2, 3, 4, 5], "children")
            }
        },
    ]

    /// A schema of one model in one configuration.
    private static func schema(
        _ attributes: [AttributeDescription], _ name: String = "Thing", in configuration: String = "All"
    ) throws -> Schema {
        try Schema(
            "Small",
            descriptions: [(ModelDescription(name: name, attributes: attributes, key: ["id"]), nil)],
            configurations: [configuration: [name]])
    }

    /// Opens a store for a schema at a separate place, and passes a session to a closure.
    private static func use(
        _ bench: ConformanceBench, _ schema: Schema, at name: String = "small",
        policy: IncompatibleStorePolicy = .refuse, _ body: (any StoreSession, Entity) throws -> Void
    ) async throws {
        let asked = try unwrap(schema.entities.first, "the entity").configuration
        var configuration = try bench.configuration(asked, at: name)
        configuration.onIncompatible = policy
        try await use(bench, schema, in: configuration, body)
    }

    /// Opens the store of a configuration for a schema, and passes a session to a closure.
    private static func use(
        _ bench: ConformanceBench, _ schema: Schema, in configuration: StoreConfiguration,
        _ body: (any StoreSession, Entity) throws -> Void
    ) async throws {
        let stack = try bench.stack(of: [configuration], schema: schema)
        try await stack.start()
        do {
            let session = try stack.coordinator().members[0].store.makeSession()
            defer { session.end() }
            try body(session, try unwrap(schema.entities.first, "the entity"))
        } catch {
            try? await stack.close()
            throw error
        }
        try await stack.close()
    }

    private static let original: [AttributeDescription] = [
        .init("id", .integer), .init("text", .text), .init("number", .integer, isOptional: true),
    ]

    /// A store created for one schema is opened with another: it refuses, and is unchanged for its own schema.
    private static func refuses(_ name: String, _ other: [AttributeDescription]) -> ConformancePromise {
        promise("\(name) is refused, and the store stays as it was", needs: .persistent, .united) { bench in
            let (old, new) = (try schema(original), try schema(other))
            try await use(bench, old) { session, thing in
                try session.committed(.inserting(thing, ["id": .integer(1), "text": .text("a")]))
            }
            try await expectErrorAsync(.incompatible, "opening with the other schema") {
                try await use(bench, new) { _, _ in }
            }
            try await use(bench, old) { session, thing in
                try expectEqual(
                    try session.everything(of: thing), [[.integer(1), .text("a"), .null]], "rows")
            }
            try bench.harness.backend.type.destroy(bench.configuration("All", at: "small"))
        }
    }

    /// A configuration gets a new name; an added attribute makes no difference.
    private static func renames(_ name: String, _ attributes: [AttributeDescription]) -> ConformancePromise {
        promise("\(name) is refused, and the store stays as it was", needs: .persistent, .united) { bench in
            let (old, new) = (try schema(original), try schema(attributes, in: "Renamed"))
            try await use(bench, old) { session, thing in
                try session.committed(.inserting(thing, ["id": .integer(1), "text": .text("a")]))
            }
            for _ in 0..<2 {
                try await expectErrorAsync(.incompatible, "opening for the other configuration") {
                    try await use(bench, new) { session, thing in
                        try session.committed(.inserting(thing, ["id": .integer(2), "text": .text("b")]))
                    }
                }
            }
            try await use(bench, old) { session, thing in
                try expectEqual(
                    try session.everything(of: thing), [[.integer(1), .text("a"), .null]], "rows")
            }
            try bench.harness.backend.type.destroy(bench.configuration("All", at: "small"))
        }
    }

    /// A store created for one schema is opened with another by a policy.
    ///
    /// The new store is empty, and the old one is moved aside or deleted.
    private static func replaces(_ name: String, _ policy: IncompatibleStorePolicy) -> ConformancePromise {
        promise(name, needs: .persistent, .united) { bench in
            let (old, new) = (try schema(original), try schema([.init("id", .text)]))
            let place = try bench.configuration("All", at: "small")
            try await use(bench, old) { session, thing in
                try session.committed(.inserting(thing, ["id": .integer(1), "text": .text("a")]))
            }
            try expectEqual(try bench.harness.movedAside(place), [], "stores moved aside before")
            try await use(bench, new, policy: policy) { session, thing in
                try expectEqual(try session.counted(FetchRequest(entity: thing)), 0, "rows")
                try session.committed(.inserting(thing, ["id": .text("x")]))
            }
            try await expectErrorAsync(.incompatible, "opening with the old schema") {
                try await use(bench, old) { _, _ in }
            }
            let aside = try bench.harness.movedAside(place)
            try expectEqual(aside.count, policy == .moveAside ? 1 : 0, "stores moved aside")
            for configuration in aside {
                try await use(bench, old, in: configuration) { session, thing in
                    try expectEqual(
                        try session.everything(of: thing), [[.integer(1), .text("a"), .null]],
                        "rows of the store moved aside")
                }
                try bench.harness.backend.type.destroy(configuration)
            }
            try bench.harness.backend.type.destroy(place)
        }
    }

    private static let incompatible: [ConformancePromise] = [
        refuses("A schema with an attribute more", original + [.init("new", .text)]),
        refuses("A schema with an attribute less", [original[0], original[1]]),
        refuses("An attribute of another type", [original[0], .init("text", .integer), original[2]]),
        refuses(
            "An optional attribute that is required now",
            [original[0], original[1], .init("number", .integer)]),
        renames("A model under another configuration's name", original),
        renames(
            "A changed model under another configuration's name",
            original + [.init("new", .text, isOptional: true)]),
        replaces("An incompatible store is moved aside when that is asked for", .moveAside),
        replaces("An incompatible store is deleted when that is asked for", .delete),
        promise("Other names in Swift for the same columns open the same store", needs: .persistent, .united)
        { bench in
            let renamed = try schema([
                .init("id", .integer), .init("title", .text, column: "text"),
                .init("amount", .integer, isOptional: true, column: "number"),
            ])
            try await use(bench, try schema(original)) { session, thing in
                try session.committed(.inserting(thing, ["id": .integer(1), "text": .text("a")]))
            }
            try await use(bench, renamed) { session, thing in
                try expectEqual(
                    try session.everything(of: thing), [[.integer(1), .text("a"), .null]], "rows")
            }
            try bench.harness.backend.type.destroy(bench.configuration("All", at: "small"))
        },
    ]

    private static let joining: [ConformancePromise] = [
        promise("A configuration that joins a store later finds the other's data", needs: .persistent) {
            bench in
            let first = try bench.stack(of: [bench.configuration("Reference", at: "joined")])
            try await bench.withStack(first) { stack in
                try await stack.perform { context in
                    try context.insert(Author(id: 1, name: "a"))
                    try context.save()
                }
            }
            let both = try bench.anotherStack(at: "joined")
            try await bench.withStack(both) { stack in
                try await bench.saveTag("t", in: stack)
                try expectEqual(
                    try await stack.perform { try $0.fetch(Author.all).map(\.id) }, [1], "authors")
            }
            try await both.destroyPersistentStores()
        }
    ]

    // A quote with a combining mark is one character in Swift, and two in an engine.
    private static let names: [(String, String)] = [
        ("a reserved word", "select"), ("quotes", "a\"b\"\u{301}'c`d"), ("a statement", "x; drop table y --"),
        ("spaces and dots", "a b.c"), ("letters beyond ASCII", "größe"), ("a picture", "☂ 🌾"),
        ("63 bytes", String(repeating: "n", count: 63)), ("brackets and percent signs", "[a]%s{0}"),
        ("a backslash", "a\\b"), ("a placeholder", "?1 $1 :x @y"), ("a keyword of files", "rowid"),
        ("a type", "integer"),
    ]

    /// A name works for a table, a column and an index.
    private static func named(_ name: (what: String, text: String)) -> ConformancePromise {
        promise("A name with \(name.what) is only a name", .united) { bench in
            let attributes: [AttributeDescription] = [
                .init("id", .integer), .init(name.text, .text, isOptional: true, isUnique: true),
                .init(
                    "other", .integer, isOptional: true, column: "x" + String(name.text.dropLast()),
                    isIndexed: true),
            ]
            let schema = try schema(attributes, name.text)
            try await use(bench, schema) { session, entity in
                for id in 1...3 {
                    try session.committed(
                        .inserting(
                            entity,
                            [
                                "id": .integer(Int64(id)), name.text: .text("\(id)"),
                                "other": .integer(Int64(-id)),
                            ]))
                }
                var request = FetchRequest(entity: entity)
                request.predicate = .compare(
                    .greater, .attribute(path: [], name: name.text), .literal(.text("1")))
                request.sort = [SortTerm(.attribute(path: [], name: "other"))]
                let rows = try CompleteAnswer.rows(of: request, in: session, schema)
                try expectEqual(rows.map { $0[0] }, [.integer(3), .integer(2)], "rows")
                let error = try expectError(.constraint, "the commit") {
                    _ = try session.commit(.inserting(entity, ["id": .integer(4), name.text: .text("1")]))
                }
                try expectEqual(error.context.entity, name.text, "the entity in the error")
                try expectEqual(error.context.properties, [name.text], "the properties in the error")
            }
            try bench.harness.backend.type.destroy(bench.configuration("All", at: "small"))
        }
    }
}
