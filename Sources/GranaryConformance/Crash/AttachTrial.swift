#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import FoundationEssentials
import Granary

/// Kills processes that attach two stores in need of a migration, before and after every step and at every report.
///
/// After every kill each store is whole, in the old version or in the new one; the next start migrates the rest, and no
/// copy is left next to the stores.
public struct AttachTrial: Sendable {
    private let harness: ConformanceHarness
    private let child: String
    private let seed: UInt64

    /// Enough for a report between the first row and the last.
    private static let count: Int64 = 600
    private static let models = ["Thing", "Other"]

    /// Makes a trial; the child is the path of the program that runs ``CrashWriter``.
    public init(_ harness: ConformanceHarness, child: String, seed: UInt64) {
        self.harness = harness
        self.child = child
        self.seed = seed
    }

    /// Kills a number of processes, spread over the steps and reports; as many as there are of these at most.
    public func run(kills: Int) throws {
        for byCode in [true, false] {
            let directory = TemporaryDirectory()
            try directory.make()
            defer { directory.remove() }
            let points = try unwrap(try ended(directory, byCode, at: nil), "the points of a start")
            var random = SeededGenerator(seed: seed)
            let width = max(points / max(kills, 1), 1)
            for start in stride(from: 0, to: points, by: width) {
                let point = min(start + random.below(width), points - 1)
                let reached = try ended(directory, byCode, at: point)
                try expect(reached == nil, "seed \(seed), point \(point): the process has not reached it")
            }
        }
    }

    /// Lets a process attach two stores and end at a point, and checks the stores it leaves; returns the number of
    /// points it has passed if it comes to its end.
    private func ended(_ directory: TemporaryDirectory, _ byCode: Bool, at point: Int?) throws -> Int? {
        let things = MigratedThings(harness, Self.models, count: Self.count)
        let place = ConformancePlace(directory: directory.path, store: point.map { "\($0)" } ?? "all")
        let label = "seed \(seed), by \(byCode ? "code" : "plan"), point \(place.store)"
        try things.fill(place)
        let process = try ChildProcess(
            child,
            arguments: [
                place.directory, place.store, byCode ? "1" : "0", CrashPoint.whileAttaching.rawValue,
                "\(point ?? Self.never)",
            ])
        let output = process.outputUntilOver()
        let passed = CrashTrial.lastNumber(output)
        try expect(
            process.signal == SIGKILL || passed != nil, "\(label): the process that attaches has failed")
        for model in Self.models {
            let isNew = try things.isNew(place, .init(byCode: byCode), label, model: model)
            try expect(isNew || passed == nil, "\(label): \(model) is not migrated")
        }
        try Self.start(harness, things, place, byCode)
        for model in Self.models {
            let isNew = try things.isNew(
                place, .init(byCode: byCode), "\(label), after a start", model: model)
            try expect(isNew, "\(label): \(model) is not migrated by the next start")
            let migrator = try Migrator(
                things.new(.init(byCode: byCode)), things.configuration(model, place),
                backends: [harness.backend])
            try expectEqual(try migrator.kept(), [], "\(label): copies of \(model)")
            try harness.backend.type.destroy(things.configuration(model, place))
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        try expectEqual(left, [], "\(label): files beside the stores")
        return passed
    }

    /// More points than there are.
    private static let never = 1_000_000

    private static func start(
        _ harness: ConformanceHarness, _ things: MigratedThings, _ place: ConformancePlace, _ byCode: Bool
    ) throws {
        let stack = try PersistentStack(
            things.new(.init(byCode: byCode)), registry: StoreRegistry(backends: [harness.backend]))
        try stack.attachPersistentStores(for: things.configurations(place))
        try stack.start()
        try stack.stop()
    }

    /// The work of the child: starts a stack with both stores, and ends at a point, or reports how many it has passed.
    static func attach(
        _ harness: ConformanceHarness, _ place: ConformancePlace, byCode: Bool, passes: Int
    ) throws {
        let watched = try unwrap(harness.crashingMigrations, "a backend that copies stores")
        CrashTrap.shared.set(at: .whileAttaching, passes: passes)
        try start(watched, MigratedThings(watched, models, count: count), place, byCode)
        let left = CrashTrap.shared.passes(.whileAttaching) ?? passes
        _ = CrashWriter.tell("\(passes - left)")
    }
}
