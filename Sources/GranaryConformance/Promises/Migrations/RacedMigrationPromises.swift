import Granary

/// Programs of the new version that start at the same time: one migrates the store, and the others find it migrated.
enum RacedMigrationPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static let promises: [ConformancePromise] = [
        migrates("Eight programs that start with new models at once migrate the store once") { scene in
            try await Versions.fill(scene, try Versions.schema(Versions.thing()))
            let new = try Versions.schema(
                Versions.thing(
                    [.init("more", .integer, isIndexed: true, defaultValue: .integer(5))], name: "Article",
                    uniques: [["text"]], renamedFrom: "Thing"))
            try await start(scene, new)
            try await scene.open(new, policy: .refuse) { tables in
                try expectEqual(
                    try tables.rows("Article"),
                    Versions.rows.map { $0.merging(["more": .integer(5)]) { $1 } },
                    "rows")
            }
        },
        migrates(
            "Eight programs that start at once have the effect of a migration's code once",
            needs: CodedMigrationPromises.needs
        ) { scene in
            let old = try Versions.schema(Versions.thing())
            try await Versions.fill(scene, old)
            let new = try Versions.schema(
                Versions.thing([.init("more", .integer)], name: "Article", renamedFrom: "Thing"))
            let migration = Migration(from: old, to: new) { work in
                try work.each("Thing") { thing in
                    guard let key = thing.key, case .text(let text)? = thing["text"] else { return }
                    try work.update("Article", key, ["text": .text(text + "+"), "more": .integer(5)])
                }
            }
            try await start(scene, new.following([migration]))
            try await scene.open(new, policy: .refuse) { tables in
                try expectEqual(
                    try tables.rows("Article"),
                    [
                        ["id": .integer(1), "text": .text("a+"), "more": .integer(5)],
                        ["id": .integer(2), "text": .text("b+"), "more": .integer(5)],
                    ], "rows")
            }
            try expectEqual(try recorded(scene).count, 1, "the migrations that the store has been through")
        },
        migrates(
            "Eight programs that start at once go through every migration of a chain once",
            needs: CodedMigrationPromises.needs
        ) { scene in
            let versions = try (0...6).map { count in
                try Versions.schema(
                    Versions.thing((0..<count).map { .init("a\($0)", .integer, isOptional: true) }))
            }
            try await Versions.fill(scene, versions[0])
            func mark(_ name: String) -> @Sendable (MigrationWork) throws -> Void {
                { work in
                    try work.each("Thing") { thing in
                        guard let key = thing.key, case .text(let text)? = thing["text"] else { return }
                        try work.update("Thing", key, ["text": .text(text + name)])
                    }
                }
            }
            var chain = [Migration("+", at: versions[0], mark("+"))]
            for step in 1...6 {
                chain.append(Migration(from: versions[step - 1], to: versions[step], mark("\(step)")))
            }
            try await start(scene, versions[6].following(chain))
            try await scene.open(versions[6], policy: .refuse) { tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["text"] }, [.text("a+123456"), .text("b+123456")],
                    "texts")
            }
            try expectEqual(try recorded(scene).count, 7, "the migrations that the store has been through")
        },
        migrates(
            "A program that starts while another one's migration code runs does not wait for it",
            needs: CodedMigrationPromises.needs.union(.severalProcesses)
        ) { scene in
            let old = try Versions.schema(Versions.thing())
            try await Versions.fill(scene, old)
            let new = try Versions.schema(Versions.thing([.init("more", .integer)]))
            func migration(_ runsFirst: @escaping @Sendable () throws -> Void = {}) -> Migration {
                Migration(from: old, to: new) { work in
                    try runsFirst()
                    try work.each("Thing") { thing in
                        guard let key = thing.key else { return }
                        try work.update("Thing", key, ["more": .integer(5)])
                    }
                }
            }
            let faster = try scene.stack(new.following([migration()]))
            let slower = try scene.stack(
                new.following([migration { if !faster.isStarted { try faster.start() } }]))
            try await slower.start()
            try expect(faster.isStarted, "the program that started last has not migrated the store")
            try await slower.close()
            try await faster.close()
            try expectEqual(try recorded(scene).count, 1, "the migrations that the store has been through")
        },
    ]

    private static func recorded(_ scene: MigrationScene) throws -> [StoredMigration] {
        try unwrap(try scene.inspect(), "a store").schema.migrations
    }

    /// Starts eight stacks at once, and closes them when all are started.
    ///
    /// Where a store admits one stack, some of them may find it locked, but not all.
    private static func start(_ scene: MigrationScene, _ schema: Schema) async throws {
        let isShared = scene.bench.harness.capabilities.contains(.severalProcesses)
        let stacks = try (0..<8).map { _ in try scene.stack(schema) }
        var started = 0
        var failure: (any Error)?
        await withTaskGroup(of: (any Error)?.self) { group in
            for stack in stacks {
                group.addTask {
                    do {
                        try await stack.start()
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            for await error in group {
                if error == nil {
                    started += 1
                } else if isShared || (error as? GranaryError)?.code != .locked {
                    failure = error
                }
            }
        }
        for stack in stacks { try await stack.close() }
        if let failure { throw failure }
        try expect(started > 0, "no stack could be started")
    }
}
