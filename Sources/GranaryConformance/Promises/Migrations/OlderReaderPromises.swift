import Granary

/// A program that was not updated reads a store whose newer version allows that.
enum OlderReaderPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] {
        additions.map { addition in
            migrates("An older program reads a store to which a newer one has added \(addition.name)") {
                scene in
                let (old, new) = (try Versions.schema(older), try MigrationScene.schema(addition.new))
                try await reads(scene, old, new.readableByOlderVersions())
            }
        }
            + losses.map { loss in
                migrates("An older program does not read a store whose newer one has \(loss.name)") { scene in
                    let (old, new) = (try Versions.schema(older), try MigrationScene.schema(loss.new))
                    try await fill(scene, old)
                    try await scene.open(
                        new.readableByOlderVersions(), consents: loss.consents, keepsLostData: false
                    ) { _ in }
                    let error = try await scene.refuses(.newer, old, since: new.readableByOlderVersions())
                    try expect(
                        error.message.contains(loss.reason) && error.context.store != nil,
                        "what the error says: \(error)")
                    try await scene.refuses(
                        .newer, old, isReadOnly: true, since: new.readableByOlderVersions())
                }
            } + permissions + stacks
    }

    // MARK: Versions

    private static let older = Versions.thing([.init("number", .integer, isOptional: true, isIndexed: true)])

    private static func newer(
        _ attributes: [AttributeDescription] = [], _ relationships: [RelationshipDescription] = [],
        uniques: [[String]] = []
    ) -> ModelDescription {
        Versions.thing(
            [.init("number", .integer, isOptional: true, isIndexed: true)] + attributes, relationships,
            uniques: uniques)
    }

    private static let additions: [(name: String, new: [ModelDescription])] = [
        ("an attribute", [newer([.init("more", .text, isOptional: true)])]),
        ("a required attribute before the others", [newer([.init("aged", .real, defaultValue: .real(1))])]),
        ("a model", [newer(), Versions.owner()]),
        ("an index", [newer([.init("more", .date, isOptional: true, isIndexed: true)])]),
        ("a unique constraint", [newer(uniques: [["text"]])]),
        (
            "relationships",
            [
                newer(
                    [],
                    [
                        .init("owner", to: "Owner", isToMany: false, inverse: "things"),
                        .init("friends", to: "Owner", isToMany: true, inverse: "liked"),
                    ]),
                Versions.owner([
                    .init("things", to: "Thing", isToMany: true, inverse: "owner"),
                    .init("liked", to: "Thing", isToMany: true, inverse: "friends"),
                ]),
            ]
        ),
    ]

    private static let losses:
        [(name: String, new: [ModelDescription], consents: Set<String>, reason: String)] = [
            (
                "dropped an attribute", [Versions.thing()], ["drop Thing.number"],
                "the column “number” of “Thing” is gone"
            ),
            (
                "renamed an attribute",
                [
                    Versions.thing([
                        .init("count", .integer, isOptional: true, isIndexed: true, renamedFrom: "number")
                    ])
                ], [], "the column “number” of “Thing” is gone"
            ),
            (
                "changed the kind of an attribute",
                [Versions.thing([.init("number", .text, isOptional: true, isIndexed: true)])], [],
                "is now text, not integer"
            ),
            (
                "required an attribute",
                [Versions.thing([.init("number", .integer, isIndexed: true, defaultValue: .integer(0))])],
                [], "is now required"
            ),
            (
                "dropped an index", [Versions.thing([.init("number", .integer, isOptional: true)])], [],
                "no index"
            ),
            (
                "renamed the model",
                [
                    Versions.thing(
                        [.init("number", .integer, isOptional: true, isIndexed: true)], name: "Item",
                        renamedFrom: "Thing")
                ], [], "the table “Thing” is gone"
            ),
        ]

    private static func fill(_ scene: MigrationScene, _ old: Schema) async throws {
        try await scene.open(old) {
            try $0.insert(
                "Thing", ["id": .integer(1), "text": .text("a"), "number": .integer(4)],
                ["id": .integer(2), "text": .text("b")])
        }
    }

    private static let rows: [[String: Value]] = [
        ["id": .integer(1), "text": .text("a"), "number": .integer(4)],
        ["id": .integer(2), "text": .text("b")],
    ]

    /// Fills a store with an older schema, brings it to a newer one, and reads it with the older one.
    private static func reads(_ scene: MigrationScene, _ old: Schema, _ new: Schema) async throws {
        try await fill(scene, old)
        let before = try await scene.open(new) { try $0.everything() }
        let backend = scene.bench.harness.backend.type as? any MigratingBackend.Type
        let request = StoreOpenRequest(to: new, new.configurations, try scene.configuration())
        let recorded = try backend?.storedSchema(request)
        for policy in IncompatibleStorePolicy.allCases {
            try await scene.open(old, policy: policy) { tables in
                try expectEqual(try tables.rows("Thing"), rows, "rows with \(policy)")
                try expectEqual(
                    try tables.keys("Thing", where: "number", is: .integer(4)), [.integer(1)], "found")
                let error = try expectError(.denied, "saving") {
                    try tables.insert("Thing", ["id": .integer(3)])
                }
                try expect(error.context.store != nil, "the error names no store: \(error)")
                try expectError(.unsupported, "reserving keys") {
                    _ = try tables.session.reserveKeys(1, of: tables.entity("Thing"))
                }
            }
        }
        try await scene.open(old, isReadOnly: true) {
            try expectEqual(try $0.rows("Thing"), rows, "rows of a read-only store")
        }
        try expectEqual(try backend?.storedSchema(request), recorded, "what the store records")
        try expectEqual(
            try await scene.open(new) { try $0.everything() }, before, "rows of the newer version")
        try await scene.open(new) { try $0.insert("Thing", ["id": .integer(3)] + required(new)) }
        try await scene.open(old) { try expectEqual(try $0.rows("Thing").count, 3, "rows at the end") }
    }

    /// The values that a new thing needs besides its key.
    private static func required(_ schema: Schema) -> [String: Value] {
        schema.entity("Thing")?.columns.contains { $0.name == "aged" } == true ? ["aged": .real(2)] : [:]
    }

    // MARK: Permissions

    private static let permissions: [ConformancePromise] = [
        migrates("The permission to read is recorded and withdrawn without a migration") { scene in
            let old = try Versions.schema(older)
            let new = try MigrationScene.schema([newer([.init("more", .text, isOptional: true)])])
            try await fill(scene, old)
            try await scene.open(new) { _ in }
            try await scene.refuses(.newer, old, since: new)
            try await scene.open(new.readableByOlderVersions()) { _ in }
            try await scene.open(old) { try expectEqual(try $0.rows("Thing"), rows, "rows") }
            try await scene.open(new) { _ in }
            try await scene.refuses(.newer, old, since: new)
        },
        migrates("The newest version alone says whether older ones may read") { scene in
            let old = try Versions.schema(older)
            let middle = try MigrationScene.schema([newer([.init("more", .text, isOptional: true)])])
            let new = try MigrationScene.schema([
                newer([.init("more", .text, isOptional: true), .init("most", .text, isOptional: true)])
            ])
            try await fill(scene, old)
            try await scene.open(middle.readableByOlderVersions()) { _ in }
            try await scene.open(new) { _ in }
            for schema in [old, middle] { try await scene.refuses(.newer, schema, since: new) }
            try await scene.open(new.readableByOlderVersions()) { _ in }
            for schema in [old, middle] {
                try await scene.open(schema) { try expectEqual(try $0.rows("Thing"), rows, "rows") }
            }
        },
        migrates("A program that may only read a store does not migrate it, by hand either") { scene in
            let old = try Versions.schema(older)
            let new = try MigrationScene.schema([newer([.init("more", .text, isOptional: true)])])
                .readableByOlderVersions()
            try await fill(scene, old)
            try await scene.open(new) { _ in }
            try expectError(.newer, "migrating") { try scene.migrator(old).migrate() }
            let forecast = try unwrap(try scene.migrator(old).forecast(), "a forecast")
            try expect(forecast.refusal?.contains("A newer version") == true, "what a dry run says")
        },
    ]

    // MARK: Stacks

    /// The kit's models with one more attribute of tags, which older programs may read.
    private static func newerLibrary(_ schema: Schema) throws -> Schema {
        let models = schema.entities.map { entity in
            var model = entity.model
            if model.name == "Tag" { model.attributes.append(.init("colour", .text, isOptional: true)) }
            return model
        }
        let placed = Dictionary(grouping: schema.entities, by: \.configuration)
        return try Schema(
            schema.name, descriptions: models.map { ($0, nil) },
            configurations: placed.mapValues { $0.map(\.name) }
        ).readableByOlderVersions()
    }

    private static let stacks: [ConformancePromise] = [
        promise(
            "A stack of an older program says which store it only reads, and why",
            needs: [.persistent, .migration], .united
        ) { bench in
            try await bench.saveLibrary()
            try await bench.stack.stop()
            let newer = try bench.stack(
                of: bench.configurations(), schema: newerLibrary(bench.schema()))
            try await newer.start()
            try await newer.close()
            let stack = try bench.stack(of: bench.configurations())
            try await bench.withStack(stack) { stack in
                try expectEqual(try await bench.books(in: stack), 10, "books")
                try expectEqual(try await bench.words(in: stack).count, 4, "tags")
                for status in stack.status.stores {
                    try expect(
                        status.isOfNewerVersion && status.description.contains("newer version"),
                        "the status of \(status)")
                }
                let error = try await expectErrorAsync(.denied, "saving") {
                    try await bench.saveTag("new", in: stack)
                }
                try expect(
                    error.message.contains("newer version of the program") && error.context.store != nil,
                    "what the error says: \(error)")
                try await expectErrorAsync(.denied, "erasing") {
                    try await stack.eraseAll(in: bench.schema().configurations[0])
                }
                try expectEqual(try await bench.words(in: stack).count, 4, "tags afterwards")
            }
        }
    ]
}

extension [String: Value] {
    fileprivate static func + (left: Self, right: Self) -> Self { left.merging(right) { $1 } }
}
