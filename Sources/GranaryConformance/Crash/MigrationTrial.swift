#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import Dispatch
import FoundationEssentials
import Granary

/// Kills processes that migrate a store, at rows that code reads, at reports, at writes of the engine beneath, and at
/// other times, and checks the store's content.
///
/// After every kill the store has the old version or the new one, with every row; a program of the old version finds it
/// whole, or learns that it is newer, under any policy. Each index and unique constraint knows the rows, and refuses
/// duplicates. At last a migration that is not killed comes to its end, and nothing is left next to the store.
public struct MigrationTrial: Sendable {
    private let harness: ConformanceHarness
    private let child: String
    private let seed: UInt64

    /// Enough for reports between the first row and the last.
    private static let count: Int64 = 2_000
    /// How many processes are killed in all.
    public static let kills = ConformanceEffort.current.isLong ? 1_000 : 20

    /// A kind of point at which a process ends.
    private enum Moment: String, CaseIterable {
        /// At a row that code reads, or at a report of a plan.
        case step
        /// When the engine beneath has written; only children that put a ``CrashTrap`` there reach it.
        case write
        /// After a time.
        case time
    }

    /// Makes a trial; the child is the path of the program that runs ``CrashWriter``.
    public init(_ harness: ConformanceHarness, child: String, seed: UInt64) {
        self.harness = harness
        self.child = child
        self.seed = seed
    }

    /// Kills a number of processes.
    public func run(kills: Int) throws {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        var random = SeededGenerator(seed: seed)
        var stores = 0
        let ways = MigratedThings.Way.allCases
        for (turn, way) in ways.enumerated() {
            let things = MigratedThings(harness, count: Self.count)
            var place: ConformancePlace?
            for kill in 0..<(kills + turn) / ways.count {
                let label = "seed \(seed), kill \(kill + 1), by \(way)"
                if place == nil {
                    stores += 1
                    place = ConformancePlace(directory: directory.path, store: "\(stores)")
                    if let place { try things.fill(place) }
                }
                guard let at = place else { continue }
                try killed(at, way, &random)
                // Nothing may open the store for writing before the next process migrates it.
                if random.chance(3) { try things.startOld(at, way, label, &random) }
                guard try things.isNew(at, way, label) else { continue }
                try finish(things, at, way, label, &random)
                place = nil
            }
            if let place {
                let label = "seed \(seed), by \(way), at the end"
                try things.migrate(place, way)
                try expect(things.isNew(place, way, label), "\(label): the migration did not end")
                try finish(things, place, way, label, &random)
            }
        }
    }

    /// Checks a store of the new version, and removes it.
    private func finish(
        _ things: MigratedThings, _ place: ConformancePlace, _ way: MigratedThings.Way, _ label: String,
        _ random: inout SeededGenerator
    ) throws {
        try things.startNew(place, way, label, &random)
        let hidden = try FileManager.default.contentsOfDirectory(atPath: place.directory)
            .filter { $0.hasPrefix(".") }
        try expectEqual(hidden, [], "\(label): what killed migrations have left")
        try things.startOld(place, way, label, &random)
        try things.destroy(place)
    }

    private func killed(
        _ place: ConformancePlace, _ way: MigratedThings.Way, _ random: inout SeededGenerator
    ) throws {
        let moment = random.element(of: Moment.allCases) ?? .step
        let limit =
            switch moment {
            case .step: way == .code ? Int(Self.count) : 6
            case .write: way == .code ? 40 : 8
            case .time: 120
            }
        let process = try ChildProcess(
            child,
            arguments: [
                place.directory, place.store, way.rawValue, moment.rawValue,
                CrashPoint.whileMigrating.rawValue, "\(random.below(limit))",
            ])
        process.outputUntilOver()
        guard process.signal == SIGKILL else {
            throw ConformanceFailure(.broken, "seed \(seed): the process that migrates ended by itself.")
        }
    }

    /// The work of the child: migrates, and ends at a given point, or when it is done.
    static func migrate(
        _ harness: ConformanceHarness, _ place: ConformancePlace, by way: String, until moment: String,
        passes: Int
    ) throws {
        let way = try unwrap(MigratedThings.Way(rawValue: way), "a way to migrate")
        switch try unwrap(Moment(rawValue: moment), "a moment") {
        case .step: CrashTrap.shared.set(at: .whileMigrating, passes: passes)
        case .write: CrashTrap.shared.set(at: .afterEngineWrite, passes: passes)
        case .time:
            let end = DispatchTime.now() + .microseconds(passes * 500)
            DispatchQueue.global().asyncAfter(deadline: end) { CrashTrap.end() }
        }
        try MigratedThings(harness, count: count).migrate(place, way) { _ in
            if way != .code { CrashTrap.shared.reach(.whileMigrating) }
        }
        CrashTrap.end()
    }
}
