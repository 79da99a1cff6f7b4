import Granary
import Synchronization

/// Migrations are carried out in order, each once, and none is skipped.
enum MigrationOrderPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] { orders + gaps }

    /// Which migrations have run, in order.
    private final class Trail: Sendable {
        private let names = Mutex<[String]>([])
        func add(_ name: String) { names.withLock { $0.append(name) } }
        var all: [String] { names.withLock { $0 } }
    }

    /// Versions of a thing, each with an attribute more; and a trail.
    private struct Chain {
        let first: Schema
        let second: Schema
        let third: Schema
        let trail = Trail()

        init() throws {
            first = try Versions.schema(Versions.thing())
            second = try Versions.schema(Versions.thing([.init("two", .integer)]))
            third = try Versions.schema(Versions.thing([.init("two", .integer), .init("three", .integer)]))
        }

        func step(_ old: Schema, _ new: Schema, _ name: String, _ value: Int64) -> Migration {
            let trail = trail
            return Migration(from: old, to: new) { work in
                trail.add(name)
                try work.each("Thing") { thing in
                    guard let key = thing.key else { return }
                    try work.update("Thing", key, [name: .integer(value)])
                }
            }
        }

        var toSecond: Migration { step(first, second, "two", 2) }
        var toThird: Migration { step(second, third, "three", 3) }
    }

    private static func follows(
        _ name: String, _ body: @escaping @Sendable (MigrationScene, Chain) async throws -> Void
    ) -> ConformancePromise {
        migrates(name, needs: CodedMigrationPromises.needs) { scene in
            let chain = try Chain()
            try await Versions.fill(scene, chain.first)
            try await body(scene, chain)
        }
    }

    private static let orders: [ConformancePromise] = [
        follows("Migrations run one after the other, in whichever order they are given") { scene, chain in
            try await scene.open(chain.third.following([chain.toThird, chain.toSecond])) { tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["two"] }, [.integer(2), .integer(2)], "the first")
                try expectEqual(
                    try tables.rows("Thing").map { $0["three"] }, [.integer(3), .integer(3)], "the second")
            }
            try expectEqual(chain.trail.all, ["two", "three"], "what ran")
        },
        follows("A migration that has run does not run again") { scene, chain in
            for _ in 0..<3 {
                try await scene.open(chain.third.following([chain.toSecond, chain.toThird])) { _ in }
            }
            try expectEqual(chain.trail.all, ["two", "three"], "what ran")
        },
        follows("A store that is half on the way goes on from there") { scene, chain in
            try await scene.open(chain.second.following([chain.toSecond])) { _ in }
            try await scene.open(chain.third.following([chain.toSecond, chain.toThird])) { _ in }
            try expectEqual(chain.trail.all, ["two", "three"], "what ran")
        },
        migrates("A new store begins with the newest version, and no migration runs", needs: .persistent) {
            scene in
            let chain = try Chain()
            let newest = chain.third.following([chain.toSecond, chain.toThird])
            try await scene.open(newest) {
                try $0.insert("Thing", ["id": .integer(1), "two": .integer(0), "three": .integer(0)])
            }
            try await scene.open(newest, policy: .refuse) { tables in
                try expectEqual(try tables.rows("Thing").count, 1, "rows")
            }
            try expectEqual(chain.trail.all, [], "what ran")
        },
        follows("When the second migration fails, the store has the version before it") { scene, chain in
            let broken = Migration(from: chain.second, to: chain.third) { _ in
                throw GranaryError(.denied, "Not today.")
            }
            try await expectErrorAsync(.denied, "the second migration") {
                try await scene.open(chain.third.following([chain.toSecond, broken])) { _ in }
            }
            try await scene.open(chain.second, policy: .refuse) { tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["two"] }, [.integer(2), .integer(2)], "values")
            }
            try await scene.open(chain.third.following([chain.toSecond, chain.toThird])) { _ in }
            try expectEqual(chain.trail.all, ["two", "three"], "what ran")
        },
        follows("A migration without code carries out what follows from the versions") { scene, chain in
            let more = try Versions.schema(
                Versions.thing([.init("two", .integer), .init("more", .text, isOptional: true)]))
            try await scene.open(more.following([chain.toSecond, Migration(from: chain.second, to: more)])) {
                tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["two"] }, [.integer(2), .integer(2)], "values")
            }
            try expectEqual(chain.trail.all, ["two"], "what ran")
        },
        follows(
            "A migration begins with a fingerprint or its first digits, or with what a store has recorded, just as with a schema"
        ) {
            scene, chain in
            let stored = try unwrap(try scene.inspect(), "a store").schema
            let trail = chain.trail
            let byName = Migration(from: chain.first.fingerprint, to: chain.second) { _ in trail.add("name") }
            let byRecord = Migration(from: stored, to: chain.second) { _ in trail.add("record") }
            let digits = String(chain.first.fingerprint.prefix(8))
            let byDigits = Migration(from: digits, to: chain.second) { _ in trail.add("digits") }
            for migration in [byName, byDigits] {
                try await scene.open(chain.second.following([migration])) { _ in }
                try scene.end()
                try await Versions.fill(scene, chain.first)
            }
            try await scene.open(chain.second.following([byRecord])) { _ in }
            try expectEqual(trail.all, ["name", "digits", "record"], "what ran")
        },
        follows("Of two ways the shorter one is taken") { scene, chain in
            let trail = chain.trail
            let direct = Migration(from: chain.first, to: chain.third) { _ in trail.add("direct") }
            try await scene.open(chain.third.following([chain.toSecond, chain.toThird, direct])) { _ in }
            try expectEqual(trail.all, ["direct"], "what ran")
        },
    ]

    private static let gaps: [ConformancePromise] = [
        follows("A missing migration is refused with the way that there is") { scene, chain in
            let error = try await scene.refuses(
                .incompatible, chain.third.following([chain.toThird]), since: chain.first)
            for words in [
                "no migration begins there",
                "\(chain.second.fingerprint.prefix(8)) → \(chain.third.fingerprint.prefix(8))",
                chain.first.fingerprint,
            ] {
                try expect(error.message.contains(words), "the message says “\(words)”: \(error.message)")
            }
            try expectEqual(chain.trail.all, [], "what ran")
        },
        follows("A way that ends before the newest version is refused before anything runs") { scene, chain in
            let error = try await scene.refuses(
                .incompatible, chain.third.following([chain.toSecond]), since: chain.first)
            try expect(error.message.contains("end before"), error.message)
            try expectEqual(chain.trail.all, [], "what ran")
        },
        follows("Of two branches that are merged, neither can be skipped") { scene, chain in
            let other = try Versions.schema(Versions.thing([.init("three", .integer)]))
            let toOther = chain.step(chain.first, other, "three", 3)
            try await scene.open(other.following([toOther])) { _ in }
            // The other branch knows no way from here.
            try await scene.refuses(
                .incompatible, chain.third.following([chain.toSecond, chain.toThird]), since: other)
            let merging = chain.step(other, chain.third, "two", 2)
            try await scene.open(chain.third.following([chain.toSecond, chain.toThird, toOther, merging])) {
                tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["two"] }, [.integer(2), .integer(2)], "one branch")
                try expectEqual(
                    try tables.rows("Thing").map { $0["three"] }, [.integer(3), .integer(3)], "the other")
            }
            try expectEqual(chain.trail.all, ["three", "two"], "what ran")
        },
        follows("Of migrations that lead in a circle, those on the shortest way run") { scene, chain in
            let back = chain.step(chain.third, chain.second, "two", 5)
            let all = [chain.toSecond, chain.toThird, back]
            try await scene.open(chain.third.following(all)) { tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["two"] }, [.integer(2), .integer(2)], "values")
            }
            try await scene.open(
                chain.second.following(all), consents: ["drop Thing.three"], keepsLostData: false
            ) { tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["two"] }, [.integer(5), .integer(5)], "values then")
            }
            try expectEqual(chain.trail.all, ["two", "three", "two"], "what ran")
        },
    ]
}
