#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import Granary

/// The child process of the crash promises: saves again and again, and reports each acknowledged save to its parent.
///
/// A backend's child is a program of one line, `try await CrashWriter(harness).run(CommandLine.arguments)`.
public struct CrashWriter: Sendable {
    private let harness: ConformanceHarness
    private let attachesAgain: Bool

    /// Makes a writer for the stores of a harness.
    ///
    /// - Parameters:
    ///   - harness: The backend under test.
    ///   - attachesAgain: Whether stores write nothing after a failed save until they are attached again.
    public init(_ harness: ConformanceHarness, attachingAgainAfterFailures attachesAgain: Bool = false) {
        self.harness = harness
        self.attachesAgain = attachesAgain
    }

    /// Opens the store that the arguments name, and saves until the process is killed.
    ///
    /// - Parameter arguments: the program, then a directory, the name of the store in it, a seed, how many saves the
    ///   store holds already, and, for ``FullDiskTrial``, how large a file may grow, or, where ``CrashTrial`` has named
    ///   a ``CrashPoint``, that and how often it is passed.
    /// - Throws: the errors of opening and saving.
    public func run(_ arguments: [String]) async throws {
        if arguments.count == 7, arguments[5] == CrashPoint.whileMigrating.rawValue,
            let passes = Int(arguments[6])
        {
            return try MigrationTrial.migrate(
                harness, ConformancePlace(directory: arguments[1], store: arguments[2]),
                by: arguments[3], until: arguments[4], passes: passes)
        }
        if arguments.count == 6, arguments[4] == CrashPoint.whileMigrating.rawValue,
            let limit = Int(arguments[5])
        {
            return try FullDiskMigrationTrial.migrate(
                harness, ConformancePlace(directory: arguments[1], store: arguments[2]),
                byCode: arguments[3] == "1", limit: limit)
        }
        if arguments.count == 6, arguments[4] == CrashPoint.whileAttaching.rawValue,
            let passes = Int(arguments[5])
        {
            return try AttachTrial.attach(
                harness, ConformancePlace(directory: arguments[1], store: arguments[2]),
                byCode: arguments[3] == "1", passes: passes)
        }
        if arguments.count == 6, arguments[4] == CrashPoint.whileDestroying.rawValue,
            let passes = Int(arguments[5])
        {
            return try DestroyTrial.destroy(
                harness, ConformancePlace(directory: arguments[1], store: arguments[2]),
                isNamed: arguments[3] == "1", passes: passes)
        }
        if arguments.count == 5, arguments[4] == TwoVersionsTrial.word {
            return try TwoVersionsTrial.goOn(
                harness, ConformancePlace(directory: arguments[1], store: arguments[2]),
                byCode: arguments[3] == "1")
        }
        if arguments.count == 5, arguments[4] == CrashPoint.whileMigrating.rawValue {
            return try await MigrationRace.start(
                harness, ConformancePlace(directory: arguments[1], store: arguments[2]),
                byCode: arguments[3] == "1")
        }
        if arguments.count == 7, arguments[5] == CrashPoint.whileMoving.rawValue,
            let passes = Int(arguments[6])
        {
            return try MoveTrial.move(
                harness, from: ConformancePlace(directory: arguments[1], store: arguments[2]),
                to: ConformancePlace(directory: arguments[1], store: arguments[3]),
                atStep: arguments[4] == "1", passes: passes)
        }
        if arguments.count == 5, arguments[3] == CrashPoint.whileFilling.rawValue,
            let passes = Int(arguments[4])
        {
            return try await BackfillTrial.fill(
                harness, ConformancePlace(directory: arguments[1], store: arguments[2]), passes: passes)
        }
        guard (5...7).contains(arguments.count), let seed = UInt64(arguments[3]),
            let saves = Int(arguments[4])
        else {
            throw GranaryError(
                .configuration, "A crash writer needs a directory, a store, a seed and a number of saves.")
        }
        let place = ConformancePlace(directory: arguments[1], store: arguments[2])
        var ledger = CrashLedger(seed: seed, saves: saves)
        if arguments.count == 7, let point = CrashPoint(rawValue: arguments[5]),
            let passes = Int(arguments[6])
        {
            return try await save(&ledger, at: place, until: point, passes: passes)
        }
        var stack = try CrashModels.stack(harness, place)
        try await stack.start()
        if arguments.count == 6, let limit = Int(arguments[5]) {
            try await saveUntilFull(&ledger, stack, limit)
            if attachesAgain { stack = try await attachAgain(stack, place, ledger) }
            try await saveOnceThereIsRoom(&ledger, stack)
        }
        while try await saveNext(&ledger, stack) {}
        try await stack.close()
    }

    /// Saves until the process reaches a point; it ends by itself if that does not happen.
    private func save(
        _ ledger: inout CrashLedger, at place: ConformancePlace, until point: CrashPoint, passes: Int
    ) async throws {
        let stack = try CrashModels.stack(harness.crashing, place)
        // Writes while a store is opened are none of the saves that the other points are about.
        if point == .whileCreating { CrashTrap.shared.set(at: point, passes: passes) }
        try await stack.start()
        CrashTrap.shared.set(at: point, passes: passes)
        for _ in 0..<300 { _ = try await saveNext(&ledger, stack) }
        try await stack.close()
    }

    /// Makes the next save and reports it; false once the reader is gone.
    private func saveNext(_ ledger: inout CrashLedger, _ stack: PersistentStack) async throws -> Bool {
        let save = ledger.nextSave
        try await stack.perform { context in try save.perform(in: context) }
        ledger.apply(save)
        return Self.tell("\(ledger.saves)")
    }

    /// Saves until there is no room, checks everything, and makes room.
    private func saveUntilFull(_ ledger: inout CrashLedger, _ stack: PersistentStack, _ limit: Int)
        async throws
    {
        try FileLimit.set(limit)
        do {
            while try await saveNext(&ledger, stack) {}
        } catch let error as GranaryError where error.code == .full || error.code == .io {
            _ = Self.tell("refused \(error.code.rawValue)")
        }
        try await verify(ledger, stack)
        try FileLimit.lift()
        _ = Self.tell("room")
    }

    /// Makes the save for which there was no room.
    private func saveOnceThereIsRoom(_ ledger: inout CrashLedger, _ stack: PersistentStack) async throws {
        let again = ledger.nextSave
        try await stack.perform { context in try again.perform(in: context) }
        ledger.apply(again)
        _ = Self.tell("\(ledger.saves)")
    }

    /// Checks that nothing is saved behind a failed save, and opens the store again.
    private func attachAgain(
        _ stack: PersistentStack, _ place: ConformancePlace, _ ledger: CrashLedger
    ) async throws -> PersistentStack {
        let save = ledger.nextSave
        do {
            try await stack.perform { context in try save.perform(in: context) }
            throw ConformanceFailure(.broken, "A save was accepted behind one that had failed.")
        } catch let error as GranaryError where error.code == .io {}
        try await stack.close()
        let stack = try CrashModels.stack(harness, place)
        try await stack.start()
        try await verify(ledger, stack)
        return stack
    }

    private func verify(_ expected: CrashLedger, _ stack: PersistentStack) async throws {
        try await stack.perform { context in
            let found = try CrashReading(context).ledger(like: expected)
            guard found == expected else {
                throw ConformanceFailure(.broken, "After a save without room the store holds something else.")
            }
        }
    }

    /// Writes a line; false once the reader is gone.
    static func tell(_ text: String) -> Bool {
        let line = Array("\(text)\n".utf8)
        return line.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) } == line.count
    }
}
