import Granary
import Synchronization

/// Migrations report their progress, and can be given up.
enum MigrationProgressPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] { reports + endings }

    /// The reports, in order.
    private final class Log: Sendable {
        private let reports = Mutex<[MigrationProgress]>([])
        func add(_ report: MigrationProgress) { reports.withLock { $0.append(report) } }
        var all: [MigrationProgress] { reports.withLock { $0 } }
    }

    private static func old() throws -> Schema { try Versions.schema(Versions.thing([.init("n", .integer)])) }
    private static func wider() throws -> Schema { try Versions.schema(Versions.thing([.init("n", .text)])) }

    /// The wider schema, with code that reads every row.
    private static func coded(_ body: @escaping @Sendable () throws -> Void = {}) throws -> Schema {
        try wider().following([
            Migration(from: old(), to: wider()) { work in
                try work.each("Thing") { _ in }
                try body()
                try work.each("Thing") { _ in }
            }
        ])
    }

    private static func fill(_ scene: MigrationScene) async throws {
        try await scene.open(try old()) { tables in
            for id in 1...3 { try tables.insert("Thing", ["id": .integer(Int64(id)), "n": .integer(7)]) }
        }
    }

    private static func follows(
        _ name: String, needs: Capabilities = CodedMigrationPromises.needs,
        _ body: @escaping @Sendable (MigrationScene) async throws -> Void
    ) -> ConformancePromise {
        migrates(name, needs: needs) { scene in
            try await fill(scene)
            try await body(scene)
        }
    }

    private static let reports: [ConformancePromise] = [
        follows(
            "A migration tells how many rows are done, and of how many", needs: [.persistent, .migration]
        ) {
            scene in
            let log = Log()
            try scene.migrator(try wider()).migrate { log.add($0) }
            let reports = log.all
            try expect(
                zip(reports, reports.dropFirst()).allSatisfy { $0.fraction <= $1.fraction },
                "what is done grows: \(reports)")
            try expect(reports.first?.fraction == 0 && reports.last?.fraction == 1, "\(reports)")
            let last = try unwrap(reports.last, "a report")
            try expectEqual(last.parts.map(\.name), ["Thing"], "parts")
            try expect(last.rows == 3 && last.total == 3, "rows: \(last)")
        },
        follows("The rows that code reads are told apart from those that the plan changes") { scene in
            let log = Log()
            try scene.migrator(try coded()).migrate { log.add($0) }
            let last = try unwrap(log.all.last, "a report")
            try expectEqual(last.parts.map(\.name), ["Thing", "code: Thing"], "parts")
            try expectEqual(last.parts.map(\.rows), [3, 6], "rows")
            try expectEqual(last.parts.map(\.total), [3, 6], "rows in all")
        },
        follows("Each of several migrations counts alike") { scene in
            let log = Log()
            let schema = try wider()
            let course = schema.following([
                Migration(from: try old(), to: schema), Migration("data", at: schema) { _ in },
            ])
            try scene.migrator(course).migrate { log.add($0) }
            try expect(
                log.all.contains { $0.stagesDone == 1 && $0.stages == 2 && $0.fraction == 0.5 },
                "half of the way: \(log.all)")
        },
        follows("A store that fits is opened without a report", needs: [.persistent, .migration]) { scene in
            let log = Log()
            try scene.migrator(try old()).migrate { log.add($0) }
            try expectEqual(log.all, [], "reports")
        },
        follows("The status of a store tells how far its migration is, and forgets it afterwards") { scene in
            let seen = Log()
            let shared = Shared<PersistentStack>()
            let schema = try coded {
                if let progress = shared.value?.status.store("All")?.migration { seen.add(progress) }
            }
            let stack = try scene.bench.stack(of: [scene.configuration()], schema: schema)
            shared.value = stack
            try await scene.bench.withStack(stack) { stack in
                try expect(stack.status.store("All")?.migration == nil, "progress after the migration")
            }
            shared.value = nil
            try expectEqual(seen.all.first?.parts.map(\.rows), [3, 3], "rows done meanwhile")
        },
    ]

    private static let endings: [ConformancePromise] = [
        follows(
            "Who is told can end a migration, and the store is as it was", needs: [.persistent, .migration]
        ) {
            scene in
            let before = try await scene.open(try old()) { try $0.everything() }
            for point in 0..<3 {
                let count = Mutex(0)
                try expectError(.denied, "migrating") {
                    try scene.migrator(try wider()).migrate { _ in
                        let number = count.withLock { count in
                            count += 1
                            return count
                        }
                        if number > point { throw GranaryError(.denied, "Enough.") }
                    }
                }
                try expectEqual(
                    try await scene.open(try old(), policy: .refuse) { try $0.everything() }, before,
                    "what the store holds")
            }
            try await scene.open(try wider()) { tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["n"] }, [.text("7"), .text("7"), .text("7")], "texts")
            }
        },
        follows("Cancelling the start of a stack ends its migration, and the store is as it was") { scene in
            let (gate, begun) = (ThreadGate(), AsyncStream<Void>.makeStream())
            let schema = try coded {
                begun.continuation.finish()
                gate.pass()
            }
            let stack = try scene.bench.stack(of: [scene.configuration()], schema: schema)
            let starting = Task { try await stack.start() }
            for await _ in begun.stream {}
            starting.cancel()
            gate.open()
            try await expectErrorAsync(.cancelled, "starting") { try await starting.value }
            try expectEqual(stack.status.phase, .stopped, "the stack")
            try await stack.close()
            try await scene.open(try old(), policy: .refuse) { tables in
                try expectEqual(try tables.rows("Thing").count, 3, "rows")
            }
            let kept = try scene.migrator(try old()).kept()
            try expectEqual(kept, [], "what was put aside")
        },
        follows("A rehearsal that is ended leaves nothing", needs: CodedMigrationPromises.needs) { scene in
            try expectError(.denied, "rehearsing") {
                _ = try scene.migrator(try coded()).rehearse { _ in throw GranaryError(.denied, "Enough.") }
            }
            try await scene.open(try old(), policy: .refuse) { tables in
                try expectEqual(try tables.rows("Thing").count, 3, "rows")
            }
        },
    ]
}

/// A value that threads share.
private final class Shared<Value: Sendable>: Sendable {
    private let content = Mutex<Value?>(nil)
    var value: Value? {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
