import Granary

/// Starts two processes at once with a store of an older version, and checks its state afterwards.
///
/// One of them migrates the store. The other one finds it migrated, or locked where a store admits one process. Every
/// row is there once, and code has had its effect once.
public struct MigrationRace: Sendable {
    private let harness: ConformanceHarness
    private let child: String

    private static let count: Int64 = 400
    private static let configuration = "All"

    /// Makes a race; the child is the path of the program that runs ``CrashWriter``.
    public init(_ harness: ConformanceHarness, child: String) {
        self.harness = harness
        self.child = child
    }

    private static func old() throws -> Schema { try Versions.schema(Versions.thing()) }

    /// The new version, by code or by the steps that follow from the versions alone.
    private static func new(byCode: Bool) throws -> Schema {
        if !byCode {
            return try Versions.schema(
                Versions.thing([.init("extra", .integer, isIndexed: true, defaultValue: .integer(7))]))
        }
        let new = try Versions.schema(Versions.thing([.init("extra", .integer, isIndexed: true)]))
        return new.following([
            Migration(from: try old(), to: new) { work in
                try work.each("Thing") { thing in
                    guard let key = thing.key, case .text(let text)? = thing["text"] else { return }
                    try work.update("Thing", key, ["text": .text(text + "+"), "extra": .integer(7)])
                }
            }
        ])
    }

    /// Starts pairs of processes, each with a new store, by a plan and by code.
    public func run(rounds: Int = 2) throws {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        for byCode in [false, true] {
            for round in 1...max(rounds, 1) {
                let label = "round \(round), by \(byCode ? "code" : "plan")"
                let place = ConformancePlace(
                    directory: directory.path, store: "\(byCode ? "code" : "plan")\(round)")
                try fill(place)
                let outcomes = try outcomes(place, byCode)
                let isShared = harness.capabilities.contains(.severalProcesses)
                let expected = isShared ? ["started"] : ["locked", "started"]
                try expect(
                    outcomes.allSatisfy(expected.contains) && outcomes.contains("started"),
                    "\(label): the processes end with \(outcomes)")
                try check(place, byCode, label)
                try harness.backend.type.destroy(harness.placement(Self.configuration, place))
            }
        }
    }

    private func fill(_ place: ConformancePlace) throws {
        let schema = try Self.old()
        let store = try harness.backend.type.open(
            StoreOpenRequest(to: schema, [Self.configuration], harness.placement(Self.configuration, place)))
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        var changes = ChangeSet()
        changes.insert(
            schema.entities[0], (0..<Self.count).map { ["id": .integer($0), "text": .text("thing \($0)")] })
        try session.committed(changes)
    }

    /// The last words of two processes that run at the same time.
    private func outcomes(_ place: ConformancePlace, _ byCode: Bool) throws -> [String] {
        let processes = try (0..<2).map { _ in
            try ChildProcess(
                child,
                arguments: [
                    place.directory, place.store, byCode ? "1" : "0", CrashPoint.whileMigrating.rawValue,
                ])
        }
        return processes.map { process in
            let output = process.outputUntilOver()
            return String(decoding: output.split(separator: UInt8(ascii: "\n")).last ?? [], as: UTF8.self)
        }
    }

    private func check(_ place: ConformancePlace, _ byCode: Bool, _ label: String) throws {
        let records = try StoredRecords(
            harness.placement(Self.configuration, place), backends: [harness.backend])
        defer { records.close() }
        try expectEqual(
            records.schema.fingerprint, try Self.new(byCode: byCode).fingerprint, "\(label): the version")
        try expectEqual(records.schema.migrations.count, 1, "\(label): recorded migrations")
        var seen: Int64 = 0
        let things = try records.stream("Thing")
        while let thing = try things.next() {
            guard case .integer(let id)? = thing["id"] else { continue }
            try expectEqual(thing["text"], .text("thing \(id)\(byCode ? "+" : "")"), "\(label): a text")
            try expectEqual(thing["extra"], .integer(7), "\(label): the new value")
            seen += 1
        }
        try expectEqual(seen, Self.count, "\(label): rows")
    }

    /// The work of the child: starts with the new version, and writes how that ended.
    static func start(_ harness: ConformanceHarness, _ place: ConformancePlace, byCode: Bool) async throws {
        let stack = try PersistentStack(
            new(byCode: byCode), registry: StoreRegistry(backends: [harness.backend]))
        try await stack.attachPersistentStore(for: harness.placement(configuration, place))
        do {
            try await stack.start()
            try await stack.close()
            _ = CrashWriter.tell("started")
        } catch let error as GranaryError {
            _ = CrashWriter.tell(error.code == .locked ? error.code.rawValue : "\(error)")
        }
    }
}
