#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import Dispatch
import FoundationEssentials
import Granary

/// Kills processes that migrate a store, at rows that code reads, at reports, and at other moments, and checks what the
/// store holds.
///
/// After every kill the store has the old version or the new one, with every row; at last a migration that is not
/// killed comes to its end, and nothing is left beside the store.
public struct MigrationTrial: Sendable {
    private let harness: ConformanceHarness
    private let child: String
    private let seed: UInt64

    /// Enough for reports between the first row and the last.
    private static let count: Int64 = 2_000

    /// Makes a trial; the child is the path of the program that runs ``CrashWriter``.
    public init(_ harness: ConformanceHarness, child: String, seed: UInt64) {
        (self.harness, self.child, self.seed) = (harness, child, seed)
    }

    /// Kills a number of processes.
    public func run(kills: Int) throws {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        var random = SeededGenerator(seed: seed)
        var stores = 0
        let things = MigratedThings(harness, count: Self.count)
        for byCode in [true, false] {
            var place: ConformancePlace?
            for kill in 0..<kills {
                let label = "seed \(seed), kill \(kill + 1), by \(byCode ? "code" : "plan")"
                if place == nil {
                    stores += 1
                    place = ConformancePlace(directory: directory.path, store: "\(stores)")
                    if let place { try things.fill(place) }
                }
                guard let at = place else { continue }
                let isNamed = random.chance(2)
                let limit = isNamed ? (byCode ? Int(Self.count) : 6) : 120
                try killed(at, byCode, passes: random.below(limit), isNamed: isNamed)
                if try things.isNew(at, byCode: byCode, label) { place = nil }
            }
            if let place {
                try things.migrate(place, byCode: byCode)
                guard try things.isNew(place, byCode: byCode, "seed \(seed), at the end") else {
                    throw ConformanceFailure(
                        .broken, "seed \(seed): the last migration did not end.")
                }
            }
        }
        let hidden = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            .filter { $0.hasPrefix(".\(stores)Thing") }
        guard hidden.isEmpty else {
            throw ConformanceFailure(.broken, "seed \(seed): killed migrations have left \(hidden.sorted()).")
        }
    }

    private func killed(_ place: ConformancePlace, _ byCode: Bool, passes: Int, isNamed: Bool) throws {
        let process = try ChildProcess(
            child,
            arguments: [
                place.directory, place.store, byCode ? "1" : "0", isNamed ? "1" : "0",
                CrashPoint.whileMigrating.rawValue, "\(passes)",
            ])
        process.outputUntilOver()
        guard process.signal == SIGKILL else {
            throw ConformanceFailure(.broken, "seed \(seed): the process that migrates ended by itself.")
        }
    }

    /// The work of the child: migrates, and ends at a row that the code reads or at a report of the plan, or after a
    /// time.
    static func migrate(
        _ harness: ConformanceHarness, _ place: ConformancePlace, byCode: Bool, isNamed: Bool, passes: Int
    ) throws {
        if isNamed {
            CrashTrap.shared.set(at: .whileMigrating, passes: passes)
        } else {
            let moment = DispatchTime.now() + .microseconds(passes * 500)
            DispatchQueue.global().asyncAfter(deadline: moment) { CrashTrap.end() }
        }
        try MigratedThings(harness, count: count).migrate(place, byCode: byCode) { _ in
            if !byCode { CrashTrap.shared.reach(.whileMigrating) }
        }
        CrashTrap.end()
    }
}
