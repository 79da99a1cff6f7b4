import Granary

/// Data that a migration gives up is put aside first.
enum KeptDataPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    private static func bare() throws -> Schema {
        try Versions.schema(ModelDescription(name: "Thing", attributes: [.init("id", .integer)], key: ["id"]))
    }

    static var promises: [ConformancePromise] {
        [
            CodedMigrationPromises.follows(
                "Before an attribute is dropped, the store is put aside, and its copy opens"
            ) {
                scene, old in
                let new = try bare()
                try await scene.open(new, consents: ["drop Thing.text"]) { _ in }
                let kept = try scene.migrator(new).kept()
                try expectEqual(kept.count, 1, "copies")
                let records = try StoredRecords(kept[0], backends: [scene.bench.harness.backend])
                try expectEqual(records.schema.fingerprint, old.fingerprint, "its version")
                let first = try records.find("Thing", .integer(1))
                try expectEqual(first?.named, Versions.rows[0], "what was given up")
                records.close()
                try expectEqual(try scene.dropKept(new), 1, "copies")
                try expectEqual(try scene.migrator(new).kept().count, 0, "copies")
                try await scene.open(new) { try expectEqual(try $0.rows("Thing").count, 2, "rows") }
            },
            CodedMigrationPromises.follows("Before code gives a model up, the store is put aside") {
                scene, old in
                let new = try Versions.schema(Versions.owner())
                let migration = Migration(from: old, to: new, consents: ["drop Thing"]) { _ in }
                try await scene.open(new.following([migration])) { _ in }
                let kept = try scene.migrator(new).kept()
                try expectEqual(kept.count, 1, "copies")
                let records = try StoredRecords(kept[0], backends: [scene.bench.harness.backend])
                try expectEqual(try records.count("Thing"), 2, "what was given up")
                records.close()
                try scene.dropKept(new)
            },
            CodedMigrationPromises.follows("A migration that loses nothing puts nothing aside") {
                scene, old in
                let new = try Versions.schema(Versions.thing([.init("extra", .text)]))
                try await scene.open(new.following([Migration(from: old, to: new) { _ in }])) { _ in }
                try expectEqual(try scene.migrator(new).kept().count, 0, "copies")
            },
            CodedMigrationPromises.follows("Where it is not wanted, nothing is put aside") { scene, _ in
                let new = try bare()
                try await scene.open(new, consents: ["drop Thing.text"], keepsLostData: false) { _ in }
                try expectEqual(try scene.migrator(new).kept().count, 0, "copies")
            },
            CodedMigrationPromises.follows("A migration that fails leaves nothing aside") { scene, old in
                let new = try Versions.schema(
                    ModelDescription(
                        name: "Thing",
                        attributes: [
                            .init("id", .integer),
                            .init("same", .integer, isUnique: true, defaultValue: .integer(1)),
                        ],
                        key: ["id"]))
                try await scene.refuses(.constraint, new, consents: ["drop Thing.text"], since: old)
                try expectEqual(try scene.migrator(new).kept().count, 0, "copies")
            },
            CodedMigrationPromises.follows("Only what was put aside can be dropped as such") { scene, old in
                let migrator = try scene.migrator(old)
                try expectError(.notFound, "the store itself") { try migrator.drop(scene.configuration()) }
                try await scene.open(old) { try expectEqual(try $0.rows("Thing").count, 2, "rows") }
            },
        ]
    }
}
