import Granary

/// The models that promises about migrations change, and the store that follows them.
enum Versions {
    static func thing(
        _ attributes: [AttributeDescription] = [], _ relationships: [RelationshipDescription] = [],
        name: String = "Thing", key: [String] = ["id"], uniques: [[String]] = [], renamedFrom: String? = nil
    ) -> ModelDescription {
        ModelDescription(
            name: name,
            attributes: [.init("id", .integer), .init("text", .text, isOptional: true)] + attributes,
            relationships: relationships, key: key, uniques: uniques, renamedFrom: renamedFrom)
    }

    static func owner(_ relationships: [RelationshipDescription] = [], name: String = "Owner")
        -> ModelDescription
    {
        ModelDescription(
            name: name, attributes: [.init("code", .text)], relationships: relationships, key: ["code"])
    }

    static func schema(_ models: ModelDescription...) throws -> Schema {
        try MigrationScene.schema(models)
    }

    static func fill(_ scene: MigrationScene, _ schema: Schema) async throws {
        try await scene.open(schema) {
            try $0.insert(
                "Thing", ["id": .integer(1), "text": .text("a")], ["id": .integer(2), "text": .text("b")])
        }
    }

    /// A schema with a migration back to it from a newer one.
    static func back(to old: Schema, from new: Schema, consents: Set<String> = []) -> Schema {
        old.following([Migration(from: new, to: old, consents: consents)])
    }

    static let rows: [[String: Value]] = [
        ["id": .integer(1), "text": .text("a")], ["id": .integer(2), "text": .text("b")],
    ]
}

extension PromiseList {
    /// A promise about a store that follows its models.
    static func migrates(
        _ name: String, needs: Capabilities = [.persistent, .migration],
        _ body: @escaping @Sendable (MigrationScene) async throws -> Void
    ) -> ConformancePromise {
        promise(name, needs: needs, .united) { bench in
            let scene = MigrationScene(bench)
            try await body(scene)
            try scene.end()
        }
    }
}
