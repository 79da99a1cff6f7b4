import Granary

/// Lets a process that saves run out of room, and checks that it loses nothing and continues once there is room.
///
/// The child saves until a save is refused, checks its store, gets room and continues, after attaching the store again
/// if the backend requires that; then it is killed. Every save that it acknowledged, before and after, is in the store.
public struct FullDiskTrial: Sendable {
    private let harness: ConformanceHarness
    private let child: String
    private let seed: UInt64

    /// Makes a trial.
    ///
    /// - Parameters:
    ///   - harness: The backend under test.
    ///   - child: The path of the program that runs ``CrashWriter``.
    ///   - seed: The saves follow from it.
    public init(_ harness: ConformanceHarness, child: String, seed: UInt64) {
        self.harness = harness
        self.child = child
        self.seed = seed
    }

    /// Runs the trial.
    ///
    /// - Parameter bytes: How large each file may grow.
    /// - Returns: the name of the code that the refused save had.
    /// - Throws: ``ConformanceFailure`` when the child ended by itself, or a save is lost.
    @discardableResult
    public func run(limit bytes: Int) async throws -> String {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        let place = ConformancePlace(directory: directory.path, store: "ledger")
        let process = try ChildProcess(
            child, arguments: [place.directory, place.store, "\(seed)", "0", "\(bytes)"])
        var output: [UInt8] = []
        while Self.lines(output).drop(while: { $0 != "room" }).count < 6 {
            let bytes = process.read()
            guard !bytes.isEmpty else {
                throw ConformanceFailure(
                    .broken,
                    "The process that saves ended by itself; seed \(seed), after \(Self.lines(output).suffix(3))."
                )
            }
            output += bytes
        }
        process.kill()
        while case let bytes = process.read(), !bytes.isEmpty { output += bytes }
        let lines = Self.lines(output)
        let acknowledged = lines.compactMap { Int($0) }.max() ?? 0
        _ = try await CrashTrial(harness, child: child, seed: seed).verified(
            CrashLedger(seed: seed, saves: acknowledged), place,
            "full disk, seed \(seed), \(acknowledged) saves acknowledged")
        return lines.first { $0.hasPrefix("refused ") }.map { String($0.dropFirst(8)) } ?? ""
    }

    /// The lines that are complete.
    private static func lines(_ output: [UInt8]) -> [String] {
        output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
