import FoundationEssentials
import Granary

/// Dry runs and rehearsals report what would happen, and change nothing.
enum RehearsalPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] {
        [
            CodedMigrationPromises.follows("A dry run tells the steps, the rows and what would be lost") {
                scene, old in
                let new = try Versions.schema(
                    ModelDescription(
                        name: "Thing",
                        attributes: [
                            .init("id", .integer), .init("extra", .integer, defaultValue: .integer(1)),
                        ],
                        key: ["id"]))
                let forecast = try unwrap(try scene.migrator(new).forecast(), "a forecast")
                try expectEqual(
                    forecast.plan.steps.map(\.name).sorted(), ["add Thing.extra", "drop Thing.text"], "steps")
                try expectEqual(forecast.losses.map(\.name), ["drop Thing.text"], "what would be lost")
                try expectEqual(forecast.rows, ["Thing": 2], "rows")
                try expectEqual(forecast.locked, ["Thing"], "what is locked")
                try expectEqual(forecast.versions, [old.fingerprint, new.fingerprint], "versions")
                try expect(forecast.refusal?.contains("drop Thing.text") == true, "it would be refused")
                let agreed = try scene.migrator(new, consents: ["drop Thing.text"]).forecast()
                try expect(agreed?.refusal == nil, "it would be carried out")
                try await scene.open(old, policy: .refuse) {
                    try expectEqual(try $0.rows("Thing"), Versions.rows, "rows")
                }
            },
            CodedMigrationPromises.follows("A dry run of an unchanged schema has nothing to do") {
                scene, old in
                let forecast = try unwrap(try scene.migrator(old).forecast(), "a forecast")
                try expect(
                    forecast.plan.isEmpty && forecast.refusal == nil && forecast.rows.isEmpty, "\(forecast)")
            },
            CodedMigrationPromises.follows("A dry run draws the versions on the way") { scene, old in
                let middle = try Versions.schema(Versions.thing([.init("two", .integer)]))
                let new = try Versions.schema(
                    Versions.thing([.init("two", .integer), .init("three", .integer)]))
                let way = new.following([
                    Migration(from: middle, to: new) { _ in }, Migration(from: old, to: middle) { _ in },
                ])
                let forecast = try unwrap(try scene.migrator(way).forecast(), "a forecast")
                try expectEqual(
                    forecast.versions, [old.fingerprint, middle.fingerprint, new.fingerprint], "versions")
                try expect(forecast.runsCode && forecast.refusal == nil, "code runs")
            },
            migrates(
                "Without a store there is nothing to foresee or to rehearse",
                needs: CodedMigrationPromises.needs
            ) {
                scene in
                let migrator = try scene.migrator(try Versions.schema(Versions.thing()))
                try expect(try migrator.forecast() == nil, "no forecast")
                try expect(try migrator.rehearse() == nil, "no rehearsal")
                try expect(try scene.inspect() == nil, "no store")
                try await Versions.fill(scene, try Versions.schema(Versions.thing()))
            },
            CodedMigrationPromises.follows(
                "A rehearsal migrates a copy, and leaves the store as it was and nothing else"
            ) {
                scene, old in
                let new = try Versions.schema(Versions.thing([.init("extra", .integer)]))
                let migration = Migration(from: old, to: new) { work in
                    try work.insert("Thing", ["id": .integer(3), "extra": .integer(3)])
                }
                let rehearsal = try unwrap(
                    try scene.migrator(new.following([migration])).rehearse(), "a rehearsal")
                try expectEqual(rehearsal.rows, ["Thing": 3], "rows")
                try expect(rehearsal.seconds > 0, "it takes time")
                if scene.bench.harness.capabilities.contains(.files),
                    let location = try scene.configuration().location
                {
                    let left = try FileManager.default.contentsOfDirectory(atPath: location).filter {
                        $0.hasPrefix(".")
                    }
                    try expectEqual(left, [], "what is left")
                }
                try await scene.open(old, policy: .refuse) {
                    try expectEqual(try $0.rows("Thing"), Versions.rows, "rows")
                }
            },
            CodedMigrationPromises.follows("A rehearsal fails as the migration would") { scene, old in
                let new = try Versions.schema(Versions.thing([.init("extra", .integer)]))
                let migration = Migration(from: old, to: new) { _ in throw GranaryError(.denied, "Not today.")
                }
                let migrator = try scene.migrator(new.following([migration]))
                try expectError(.denied, "the rehearsal") { _ = try migrator.rehearse() }
                try await scene.open(old, policy: .refuse) {
                    try expectEqual(try $0.rows("Thing"), Versions.rows, "rows")
                }
            },
        ]
    }
}
