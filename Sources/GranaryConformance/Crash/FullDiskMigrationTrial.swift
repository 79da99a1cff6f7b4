import FoundationEssentials
import Granary

/// Lets processes that migrate a store run out of room, and checks that the old version is whole and that the migration
/// succeeds once there is room.
public struct FullDiskMigrationTrial: Sendable {
    private let harness: ConformanceHarness
    private let child: String

    /// Several hundred kilobytes.
    private static let count: Int64 = 5_000

    /// Makes a trial; the child is the path of the program that runs ``CrashWriter``.
    public init(_ harness: ConformanceHarness, child: String) {
        self.harness = harness
        self.child = child
    }

    /// Migrates a separate store for each limit.
    ///
    /// - Parameters:
    ///   - limits: How many bytes each file may have; too few for the migration.
    ///   - byCode: Whether code migrates the store, or a plan alone.
    /// - Returns: the names of the codes of the refusals.
    /// - Throws: ``ConformanceFailure`` when a migration is not refused, or something is lost or left behind.
    @discardableResult
    public func run(limits: [Int], byCode: Bool) throws -> Set<String> {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        let things = MigratedThings(harness, count: Self.count)
        var codes: Set<String> = []
        for limit in limits {
            let place = ConformancePlace(directory: directory.path, store: "\(limit)")
            try things.fill(place)
            let before = try names(directory)
            let lines = try outcome(place, byCode, limit)
            let label = "by \(byCode ? "code" : "plan"), \(limit) bytes"
            guard lines.count == 2, lines[0].hasPrefix("refused "), lines[1] == "migrated" else {
                throw ConformanceFailure(.broken, "\(label): the process ended after \(lines).")
            }
            try expect(
                things.isNew(place, .init(byCode: byCode), label), "\(label): the store is not migrated")
            try expectEqual(try names(directory), before, "\(label): files")
            codes.insert(String(lines[0].dropFirst(8)))
        }
        return codes
    }

    /// The names in the directory, except for side files of an engine.
    private func names(_ directory: TemporaryDirectory) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
            .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    }

    private func outcome(_ place: ConformancePlace, _ byCode: Bool, _ limit: Int) throws -> [String] {
        let process = try ChildProcess(
            child,
            arguments: [
                place.directory, place.store, byCode ? "1" : "0", CrashPoint.whileMigrating.rawValue,
                "\(limit)",
            ])
        let output = process.outputUntilOver()
        return output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The work of the child: migrates without room, checks the store, and migrates with room.
    static func migrate(
        _ harness: ConformanceHarness, _ place: ConformancePlace, byCode: Bool, limit: Int
    ) throws {
        let things = MigratedThings(harness, count: count)
        try FileLimit.set(limit)
        do {
            try things.migrate(place, .init(byCode: byCode))
            _ = CrashWriter.tell("not refused")
            return
        } catch let error as GranaryError where error.code == .full || error.code == .io {
            _ = CrashWriter.tell("refused \(error.code.rawValue)")
        }
        // Looking takes room too: LevelDB writes a table when it opens.
        try FileLimit.lift()
        guard try !things.isNew(place, .init(byCode: byCode), "without room") else {
            throw ConformanceFailure(.broken, "A migration that was refused has been done.")
        }
        let hidden = try FileManager.default.contentsOfDirectory(atPath: place.directory)
            .filter { $0.hasPrefix(".") }
        try expectEqual(hidden, [], "hidden files after the refusal")
        try things.migrate(place, .init(byCode: byCode))
        _ = CrashWriter.tell("migrated")
    }
}
