#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import FoundationEssentials
import Granary

extension CrashTrial {
    /// How often a run reaches each ``CrashPoint``, by ``ConformanceEffort``.
    public static let visits = ConformanceEffort.current.isLong ? 12 : 1

    /// Lets processes end at named points, each a number of times.
    ///
    /// Afterwards the save under way is there if its engine had written it, and otherwise it is not.
    /// - Throws: ``ConformanceFailure`` also for a process that does not reach the point.
    public func run(_ points: [CrashPoint], visits: Int) async throws {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        var random = SeededGenerator(seed: seed)
        let shared = ConformancePlace(directory: directory.path, store: "ledger")
        var ledger = CrashLedger(seed: seed)
        for visit in 0..<visits {
            for point in points {
                let label = "seed \(seed), \(point) \(visit + 1)"
                if point == .whileCreating {
                    let place = ConformancePlace(directory: directory.path, store: "new\(visit)")
                    // Three times the same: a store that is half made is finished, or made from the start.
                    for _ in 0..<3 {
                        _ = try ended(CrashLedger(seed: seed), place, point, passes: random.below(150), label)
                    }
                    _ = try await verified(CrashLedger(seed: seed), place, label, mayHoldNext: false)
                    try requireNothingHidden(in: directory, label)
                } else {
                    let passes = random.below(point == .whileWriting ? 400 : 8)
                    ledger = try ended(ledger, shared, point, passes: passes, label)
                    if point.keepsSave { ledger.apply(ledger.nextSave) }
                    ledger = try await verified(ledger, shared, label, mayHoldNext: false)
                }
            }
        }
    }

    /// Throws if hidden files lie next to the stores: killed creations have left them.
    private func requireNothingHidden(in directory: TemporaryDirectory, _ label: String) throws {
        let hidden = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            .filter { $0.hasPrefix(".") }
        guard hidden.isEmpty else {
            throw ConformanceFailure(
                .broken, "\(label): what killed makings of the store left is not removed: \(hidden.sorted())."
            )
        }
    }

    /// Starts a child that ends at a point; returns the content of its store as of the last save that it reported.
    private func ended(
        _ ledger: CrashLedger, _ place: ConformancePlace, _ point: CrashPoint, passes: Int, _ label: String
    ) throws -> CrashLedger {
        let process = try ChildProcess(
            child,
            arguments: [
                place.directory, place.store, "\(seed)", "\(ledger.saves)", point.rawValue, "\(passes)",
            ])
        let lines = process.outputUntilOver()
        guard process.signal == SIGKILL else {
            throw ConformanceFailure(.broken, "\(label): the process ended by itself and not at the point.")
        }
        var ledger = ledger
        let acknowledged = Self.lastNumber(lines) ?? ledger.saves
        while ledger.saves < acknowledged { ledger.apply(ledger.nextSave) }
        return ledger
    }
}
