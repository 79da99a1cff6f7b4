import Granary

/// Lets a program of an old version go on with a store in another process while this one migrates it, and checks that
/// neither harms the other.
///
/// The old program saves and reads until it learns that the store is newer. Every acknowledged save is there
/// afterwards, in the form of the new version, and nothing else is; all its reads have shown only rows of the old
/// version, as many as were saved.
public struct TwoVersionsTrial: Sendable {
    private let harness: ConformanceHarness
    private let child: String

    private static let configuration = "All"
    /// The word that selects the child's work.
    static let word = "outdated"
    /// How many saves the old program makes before the migration begins.
    private static let head: Int64 = 15

    /// Makes a trial; the child is the path of the program that runs ``CrashWriter``.
    public init(_ harness: ConformanceHarness, child: String) {
        self.harness = harness
        self.child = child
    }

    private static func old() throws -> Schema {
        try Versions.schema(
            Versions.thing([.init("flag", .bool), .init("note", .integer, isOptional: true)]))
    }

    /// The new version, whose columns the old one could fill with values of another kind.
    private static func new(byCode: Bool) throws -> Schema {
        let new = try Versions.schema(
            Versions.thing([
                .init("flag", .text), .init("remark", .text, isOptional: true, renamedFrom: "note"),
                .init("more", .integer, defaultValue: .integer(7)),
            ]))
        guard byCode else { return new }
        return new.following([
            Migration(from: try old(), to: new) { work in
                try work.each("Thing") { thing in
                    guard let key = thing.key else { return }
                    try work.update("Thing", key, ["more": .integer(8)])
                }
            }
        ])
    }

    /// Migrates stores while old programs run, by a plan and by code.
    public func run(rounds: Int = 1) throws {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        for byCode in [false, true] {
            for round in 1...max(rounds, 1) {
                let place = ConformancePlace(
                    directory: directory.path, store: "\(byCode ? "code" : "plan")\(round)")
                try run(place, byCode, "round \(round), by \(byCode ? "code" : "plan")")
                try harness.backend.type.destroy(harness.placement(Self.configuration, place))
            }
        }
    }

    private func run(_ place: ConformancePlace, _ byCode: Bool, _ label: String) throws {
        let process = try ChildProcess(
            child, arguments: [place.directory, place.store, byCode ? "1" : "0", Self.word])
        var output: [UInt8] = []
        while output.count(where: { $0 == UInt8(ascii: "\n") }) < Int(Self.head) {
            let more = process.read()
            try expect(
                !more.isEmpty, "\(label): the old program ended: \(String(decoding: output, as: UTF8.self))")
            output += more
        }
        let new = try Self.new(byCode: byCode)
        var configuration = try harness.placement(Self.configuration, place)
        configuration.onIncompatible = .migrate
        try Migrator(
            new, configuration, holding: new.configurations, backends: [harness.backend]
        ).migrate()
        output += process.outputUntilOver()
        let words = output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        try expectEqual(words.last, "told", "\(label): how the old program ended")
        try check(place, byCode, Set(words.compactMap(Int64.init)), label)
    }

    private func check(
        _ place: ConformancePlace, _ byCode: Bool, _ saved: Set<Int64>, _ label: String
    ) throws {
        let records = try StoredRecords(
            harness.placement(Self.configuration, place), backends: [harness.backend])
        defer { records.close() }
        let expected = try Self.new(byCode: byCode).fingerprint
        try expectEqual(records.schema.fingerprint, expected, "\(label): the version")
        var found: Set<Int64> = []
        let things = try records.stream("Thing")
        while let thing = try things.next() {
            guard case .integer(let id)? = thing["id"] else { continue }
            try expectEqual(thing["text"], .text("thing \(id)"), "\(label): a text")
            try expectEqual(thing["flag"], .text("true"), "\(label): a value of another kind")
            try expectEqual(thing["remark"], .text("\(id)"), "\(label): a value under another name")
            try expectEqual(thing["more"], .integer(byCode ? 8 : 7), "\(label): a new value")
            found.insert(id)
        }
        try expectEqual(found, saved, "\(label): the saves of the old program")
    }

    // MARK: The old program

    /// The work of the child: saves and reads until the store is newer, and writes the number of each save.
    static func goOn(_ harness: ConformanceHarness, _ place: ConformancePlace, byCode: Bool) throws {
        let schema = try old()
        let store = try harness.backend.type.open(
            StoreOpenRequest(to: schema, [configuration], harness.placement(configuration, place)))
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        let deadline = Deadline(millisecondsFromNow: 60_000)
        var saved: Int64 = 0
        while !deadline.isPast {
            do {
                // Code has no effect while others save.
                if !byCode || saved < head {
                    try save(saved + 1, schema, session)
                    saved += 1
                    _ = CrashWriter.tell("\(saved)")
                }
                try session.refresh()
                let rows = try session.everything(of: schema.entities[0])
                try expect(rows.count == Int(saved), "\(rows.count) rows are read, \(saved) were saved")
            } catch GranaryError.Code.newer {
                return try confirm(saved, schema, session)
            } catch let error as GranaryError where error.code.isRetryable {
                continue
            }
        }
        _ = CrashWriter.tell("not told")
    }

    private static func save(_ id: Int64, _ schema: Schema, _ session: any StoreSession) throws {
        var changes = ChangeSet()
        changes.insert(
            schema.entities[0],
            [
                [
                    "id": .integer(id), "text": .text("thing \(id)"), "flag": .bool(true),
                    "note": .integer(id),
                ]
            ])
        try session.committed(changes)
    }

    /// Reads and saves once more, which are both refused.
    private static func confirm(_ saved: Int64, _ schema: Schema, _ session: any StoreSession) throws {
        try expectError(.newer, "a save") { try save(saved + 1, schema, session) }
        try session.refresh()
        try expectError(.newer, "a read") { _ = try session.everything(of: schema.entities[0]) }
        _ = CrashWriter.tell("told")
    }
}
