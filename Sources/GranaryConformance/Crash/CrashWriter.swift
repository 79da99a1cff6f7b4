#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import Granary

/// The child process of the crash promises: saves again and again, and tells its parent of each save that was
/// acknowledged.
///
/// A backend's child is a program of one line, `try await CrashWriter(harness).run(CommandLine.arguments)`.
public struct CrashWriter: Sendable {
    private let harness: ConformanceHarness

    /// Makes a writer for the stores of a harness.
    public init(_ harness: ConformanceHarness) { self.harness = harness }

    /// Opens the store that the arguments name, and saves until somebody kills the process.
    ///
    /// - Parameter arguments: the program, then a directory, the name of the store in it, a seed, and how
    ///   many saves the store holds already.
    /// - Throws: what opening and saving throw.
    public func run(_ arguments: [String]) async throws {
        guard arguments.count == 5, let seed = UInt64(arguments[3]), let saves = Int(arguments[4]) else {
            throw GranaryError(
                .configuration, "A crash writer needs a directory, a store, a seed and a number of saves.")
        }
        let place = ConformancePlace(directory: arguments[1], store: arguments[2])
        let stack = try CrashModels.stack(harness, place)
        try stack.start()
        var ledger = CrashLedger(seed: seed, saves: saves)
        while true {
            let save = ledger.nextSave
            try await stack.perform { context in try save.perform(in: context) }
            ledger.apply(save)
            guard Self.acknowledge(ledger.saves) else { return try await stack.close() }
        }
    }

    /// Writes the number of a save as a line; false when nobody reads any more.
    private static func acknowledge(_ number: Int) -> Bool {
        let line = Array("\(number)\n".utf8)
        return line.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) } == line.count
    }
}
