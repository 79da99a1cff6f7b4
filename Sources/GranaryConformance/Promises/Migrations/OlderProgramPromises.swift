import Granary

/// A program that was not updated meets a store that a newer one has migrated.
enum OlderProgramPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    /// Changes of a thing with a number that lose nothing, and that could be reverted without a loss too.
    private static let changes: [(name: String, old: ModelDescription, new: ModelDescription)] = [
        (
            "added an index", Versions.thing([.init("number", .integer, isOptional: true)]),
            Versions.thing([.init("number", .integer, isOptional: true, isIndexed: true)])
        ),
        (
            "dropped a unique constraint",
            Versions.thing([.init("number", .integer, isOptional: true)], uniques: [["number"]]),
            Versions.thing([.init("number", .integer, isOptional: true)])
        ),
        (
            "made an attribute optional",
            Versions.thing([.init("number", .integer, defaultValue: .integer(0))]),
            Versions.thing([.init("number", .integer, isOptional: true)])
        ),
        (
            "added an attribute", Versions.thing([.init("number", .integer, isOptional: true)]),
            Versions.thing([
                .init("number", .integer, isOptional: true), .init("more", .text, isOptional: true),
            ])
        ),
    ]

    private static func fill(_ scene: MigrationScene, _ schema: Schema) async throws {
        try await scene.open(schema) {
            try $0.insert("Thing", ["id": .integer(1), "number": .integer(4)])
        }
    }

    static var promises: [ConformancePromise] {
        changes.map { change in
            migrates("An older program leaves a store alone whose newer one \(change.name)") { scene in
                let (old, new) = (try Versions.schema(change.old), try Versions.schema(change.new))
                try await fill(scene, old)
                try await scene.open(new) { try expectEqual(try $0.rows("Thing").count, 1, "rows") }
                for policy in IncompatibleStorePolicy.allCases {
                    let error = try await scene.refuses(
                        .newer, old, consents: ["drop Thing.more"], policy: policy, since: new)
                    try expect(
                        error.message.contains(String(new.fingerprint.prefix(8)))
                            && error.message.contains("Use the newer program")
                            && error.context.store != nil,
                        "what the error says: \(error)")
                }
                try await scene.refuses(.newer, old, isReadOnly: true, since: new)
                try await scene.refuses(.newer, old, kind: .purgeable, since: new)
                let forecast = try unwrap(try scene.migrator(old).forecast(), "a forecast")
                try expect(
                    forecast.refusal?.contains("A newer version") == true,
                    "what a dry run says: \(forecast.refusal ?? "nothing")")
            }
        } + ways
    }

    private static let ways: [ConformancePromise] = [
        migrates("A program that is several versions behind leaves the store alone too") { scene in
            let versions = try (0..<4).map { count in
                try Versions.schema(
                    Versions.thing((0..<count).map { .init("a\($0)", .integer, isOptional: true) }))
            }
            try await Versions.fill(scene, versions[0])
            for version in versions { try await scene.open(version) { _ in } }
            for version in versions.dropLast() {
                try await scene.refuses(
                    .newer, version, consents: ["drop Thing.a0", "drop Thing.a1", "drop Thing.a2"],
                    since: versions[3])
            }
        },
        migrates("A store goes back to an older version by a migration that says so, and forward again") {
            scene in
            let old = try Versions.schema(Versions.thing())
            let new = try Versions.schema(Versions.thing([.init("more", .text, isOptional: true)]))
            try await Versions.fill(scene, old)
            for _ in 0..<2 {
                try await scene.open(new) {
                    try expectEqual(try $0.rows("Thing"), Versions.rows, "rows of the newer version")
                }
                try await scene.refuses(.newer, old, consents: ["drop Thing.more"], since: new)
                let back = Migration(from: new, to: old, consents: ["drop Thing.more"])
                try await scene.open(old.following([back]), keepsLostData: false) {
                    try expectEqual(try $0.rows("Thing"), Versions.rows, "rows of the older version")
                }
            }
        },
        migrates("A version that the store has never had is not an older one") { scene in
            let old = try Versions.schema(Versions.thing())
            let new = try Versions.schema(Versions.thing([.init("more", .text, isOptional: true)]))
            let other = try Versions.schema(Versions.thing([.init("less", .text, isOptional: true)]))
            try await Versions.fill(scene, old)
            try await scene.open(new) { _ in }
            try await scene.refuses(.incompatible, other, since: new)
            try await scene.open(other, consents: ["drop Thing.more"], keepsLostData: false) {
                try expectEqual(try $0.rows("Thing"), Versions.rows, "rows")
            }
        },
    ]
}
