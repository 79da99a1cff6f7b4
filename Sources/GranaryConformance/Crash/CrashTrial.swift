#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import Granary

/// Kills a process that saves, again and again, at random times or named points, and checks its store's content each
/// time.
///
/// After every kill the store opens without an error; each acknowledged save is there; the one under way is there as a
/// whole or not at all; and an index finds the same rows as a scan. The next process continues with the same store.
public struct CrashTrial: Sendable {
    let harness: ConformanceHarness
    let child: String
    let seed: UInt64

    /// Makes a trial.
    ///
    /// - Parameters:
    ///   - harness: The backend under test.
    ///   - child: The path of the program that runs ``CrashWriter``.
    ///   - seed: The saves and the times of the kills follow from it, apart from timing.
    public init(_ harness: ConformanceHarness, child: String, seed: UInt64) {
        self.harness = harness
        self.child = child
        self.seed = seed
    }

    /// How many kills a run makes, by ``ConformanceEffort``.
    public static let kills = ConformanceEffort.current.isLong ? 60 : 5

    /// Kills a number of processes.
    public func run(kills: Int) async throws {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        let place = ConformancePlace(directory: directory.path, store: "ledger")
        var random = SeededGenerator(seed: seed)
        var ledger = CrashLedger(seed: seed)
        for round in 1...max(kills, 1) {
            let arguments = [place.directory, place.store, "\(seed)", "\(ledger.saves)"]
            let acknowledged = try interrupted(arguments, after: ledger.saves, &random)
            while ledger.saves < acknowledged { ledger.apply(ledger.nextSave) }
            ledger = try await verified(
                ledger, place, "seed \(seed), kill \(round), \(acknowledged) saves acknowledged")
        }
    }

    /// The number in the last line that is complete.
    static func lastNumber(_ output: [UInt8]) -> Int? {
        let complete = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast()
        return complete.last.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    /// Starts a child, kills it at a random time, and returns how many saves it acknowledged.
    private func interrupted(_ arguments: [String], after saves: Int, _ random: inout SeededGenerator) throws
        -> Int
    {
        let process = try ChildProcess(child, arguments: arguments)
        var lines: [UInt8] = []
        let wanted = random.chance(6) ? 0 : random.below(25)
        while lines.count(where: { $0 == UInt8(ascii: "\n") }) < wanted {
            let bytes = process.read()
            if bytes.isEmpty {
                throw ConformanceFailure(.broken, "The process that saves ended by itself; seed \(seed).")
            }
            lines += bytes
        }
        // Giving the processor away a random number of times ends anywhere in a save, and never in a fixed place.
        for _ in 0..<random.below(random.chance(2) ? 40 : 4_000) { sched_yield() }
        process.kill()
        while case let bytes = process.read(), !bytes.isEmpty { lines += bytes }
        return Self.lastNumber(lines) ?? saves
    }

    /// Compares the store's content with the ledger, and, where it may, with the ledger after one more save; returns
    /// the one it is.
    func verified(
        _ ledger: CrashLedger, _ place: ConformancePlace, _ label: String, mayHoldNext: Bool = true
    ) async throws -> CrashLedger {
        let stack = try CrashModels.stack(harness, place)
        do {
            try await stack.start()
            let found = try await stack.perform { context in try CrashReading(context).ledger(like: ledger) }
            try await stack.close()
            if found == ledger { return ledger }
            var next = ledger
            next.apply(ledger.nextSave)
            let after = CrashLedger(
                of: next, balances: found.balances, labels: found.labels, entries: found.entries)
            if mayHoldNext, after == next { return next }
            throw ConformanceFailure(.broken, "\(label): \(found.difference(from: ledger, or: next))")
        } catch {
            try? await stack.close()
            throw error
        }
    }
}

extension CrashLedger {
    /// How a ledger that was read differs from both that are allowed.
    fileprivate func difference(from ledger: CrashLedger, or next: CrashLedger) -> String {
        let lost = ledger.entries.keys.filter { entries[$0] == nil && next.entries[$0] != nil }.sorted()
        let halves = entries.keys.filter { ledger.entries[$0] == nil && next.entries[$0] != nil }.count
        let strange = entries.keys.filter { ledger.entries[$0] == nil && next.entries[$0] == nil }.sorted()
        let total = balances.values.reduce(0, +)
        return """
            the store holds neither the acknowledged saves nor one more: \(lost.count) entries are lost (\(lost.prefix(5))), \
            \(halves) of \(next.entries.count - ledger.entries.count) of the save under way are there, \(strange.count) are \
            strange (\(strange.prefix(5))), the balances add up to \(total)
            """
    }
}
