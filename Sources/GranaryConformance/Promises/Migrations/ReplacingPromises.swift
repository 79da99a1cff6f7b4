import Granary

/// A store is replaced only where no migration leads to its models.
enum ReplacingPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    private static let replacing = [IncompatibleStorePolicy.moveAside, .delete]

    /// A promise about a store of two things, for each policy that replaces stores.
    private static func follows(
        _ name: String, needs: Capabilities = [.persistent, .migration],
        _ body: @escaping @Sendable (MigrationScene, Schema, IncompatibleStorePolicy) async throws -> Void
    ) -> ConformancePromise {
        migrates(name, needs: needs) { scene in
            let old = try Versions.schema(Versions.thing())
            for policy in replacing {
                try await Versions.fill(scene, old)
                try await body(scene, old, policy)
                try scene.dropKept(old)
                try scene.end()
            }
        }
    }

    static let promises: [ConformancePromise] = [
        follows("A store that can follow its models without a loss is not replaced, whatever the policy") {
            scene, _, policy in
            let steps: [[AttributeDescription]] = [
                [.init("more", .text, isOptional: true)],
                [
                    .init("more", .text, isOptional: true),
                    .init("count", .integer, defaultValue: .integer(7)),
                ],
                [.init("more", .text, isOptional: true, isIndexed: true), .init("count", .real)],
            ]
            for step in steps {
                try await scene.open(try Versions.schema(Versions.thing(step)), policy: policy) { tables in
                    try expectEqual(
                        try tables.rows("Thing").map { $0["text"] }, [.text("a"), .text("b")], "texts")
                }
            }
        },
        follows("A policy to replace a store begins where consent is missing") { scene, _, policy in
            let dropped = ModelDescription(
                name: "Thing", attributes: [.init("id", .integer)], key: ["id"])
            let more = ModelDescription(
                name: "Thing", attributes: [.init("number", .integer)], key: ["number"])
            try await scene.open(
                try Versions.schema(dropped), consents: ["drop Thing.text"], policy: policy
            ) { try expectEqual(try $0.rows("Thing").count, 2, "rows with consent") }
            try await scene.open(try Versions.schema(more), policy: policy) {
                try expectEqual(try $0.rows("Thing").count, 0, "rows without")
            }
        },
        follows("A store whose rows do not allow the plan is replaced where that is asked for") {
            scene, old, policy in
            try await scene.open(old) { try $0.insert("Thing", ["id": .integer(3), "text": .text("a")]) }
            try await scene.open(try Versions.schema(Versions.thing(uniques: [["text"]])), policy: policy) {
                try expectEqual(try $0.rows("Thing").count, 0, "rows")
            }
        },
        follows(
            "A policy to replace a store does not hide the error of a migration's code",
            needs: CodedMigrationPromises.needs
        ) { scene, old, policy in
            let new = try Versions.schema(Versions.thing([.init("more", .integer)]))
            for code in [GranaryError.Code.denied, .constraint, .unavailable, .incompatible, .unsupported] {
                let failing = Migration(from: old, to: new) { _ in throw GranaryError(code, "Not today.") }
                try await scene.refuses(code, new.following([failing]), policy: policy, since: old)
            }
        },
        follows(
            "A policy to replace a store does not hide the error of a program that watches a migration",
            needs: [.persistent, .migration]
        ) { scene, _, policy in
            let new = try Versions.schema(Versions.thing([.init("more", .text, isOptional: true)]))
            var configuration = try scene.configuration()
            configuration.onIncompatible = policy
            let migrator = try Migrator(
                new, configuration, holding: new.configurations, backends: [scene.bench.harness.backend])
            let indexed = try Versions.schema(
                Versions.thing([.init("more", .text, isOptional: true, isIndexed: true)]))
            try expectError(.incompatible, "a program that gives up") {
                try migrator.migrate { _ in throw GranaryError(.incompatible, "Not today.") }
                try Migrator(
                    indexed, configuration, holding: new.configurations,
                    backends: [scene.bench.harness.backend]
                ).migrate { _ in throw GranaryError(.incompatible, "Not today.") }
            }
            try await scene.open(indexed) {
                try expectEqual(try $0.rows("Thing"), Versions.rows, "rows")
            }
        },
        follows("A store that no migration leads from is replaced where that is asked for") {
            scene, old, policy in
            let new = try Versions.schema(Versions.thing([.init("more", .integer, isOptional: true)]))
            let other = try Versions.schema(Versions.owner())
            let leading = new.following([Migration(from: other, to: new)])
            try await scene.refuses(.incompatible, leading, since: old)
            try await scene.open(leading, policy: policy) {
                try expectEqual(try $0.rows("Thing").count, 0, "rows")
            }
        },
        migrates("A purgeable store follows its models where that touches no row, and is replaced elsewhere")
        { scene in
            let old = try Versions.schema(Versions.thing())
            let optional = try Versions.schema(Versions.thing([.init("more", .text, isOptional: true)]))
            let indexed = try Versions.schema(
                Versions.thing([.init("more", .text, isOptional: true, isIndexed: true)]))
            for kind in [StoreKind.purgeable, .runtime] {
                try await Versions.fill(scene, old)
                try await scene.open(optional, kind: kind) {
                    try expectEqual(try $0.rows("Thing"), Versions.rows, "rows")
                }
                try await scene.open(indexed, kind: kind) {
                    try expectEqual(try $0.rows("Thing").count, 0, "rows of a store that was replaced")
                }
                try scene.end()
            }
        },
    ]
}
