import Granary

/// Follows the live queries of a program, and compares the results of each with the stored states.
///
/// Used by one thread at a time.
final class LiveRun {
    private struct Followed {
        let shape: LiveShape
        let number: Int
        let reading: LiveReading
        let task: Task<Void, Never>
        /// The states that the last result may be of, in order; several, since results come again, and a result that
        /// combines saves may be any of them.
        var positions: [Int]
        /// How many results have been compared, and the last one.
        var read = 0
        var last: [[Value]]?
    }

    private let stack: PersistentStack
    private let topology: ConformanceTopology
    /// Whether the stores number their saves in their order.
    private let isOrdered: Bool
    /// Whether the program closes stores under its readers.
    private let closesStores: Bool
    /// How long a result is waited for that has to come.
    private let patience: Duration
    private var states = [StoredState()]
    private var followed: [Int: Followed] = [:]
    private var ended: [Followed] = []

    /// Follows queries of a stack, whose stores the program may close.
    init(
        _ stack: PersistentStack, _ topology: ConformanceTopology, isOrdered: Bool,
        closesStores: Bool = false, patience: Duration
    ) {
        self.stack = stack
        self.topology = topology
        self.isOrdered = isOrdered
        self.closesStores = closesStores
        self.patience = patience
    }

    /// Records the stored state after a save.
    func note(_ lines: [[Value]]) { states.append(StoredState(lines, stack.schema)) }

    /// Lets readers read on whose store was closed.
    func noteOpened() { for reader in followed.values { reader.reading.noteOpened() } }

    /// Starts to read a live query.
    func observe(_ position: Int, _ shape: LiveShape, _ number: Int, _ pace: LiveReading.Pace) {
        if let former = followed[position] {
            end(former)
            ended.append(former)
        }
        // A store that does not number its saves in their order may give a reader that is behind several in one result.
        let pace = isOrdered || pace != .trailing ? pace : .every
        let (reading, stack) = (LiveReading(pace, outlivesStores: closesStores), stack)
        let task = Task {
            do {
                try await shape.follow(stack, number, reading)
            } catch {
                reading.note(fault: "the reader was given the error \(error)")
            }
        }
        followed[position] = Followed(
            shape: shape, number: number, reading: reading, task: task, positions: [states.count - 1])
    }

    private func end(_ followed: Followed) {
        followed.reading.end()
        followed.task.cancel()
    }

    /// Ends all readers.
    nonisolated(nonsending) func close() async {
        for reader in followed.values { end(reader) }
        for reader in ended + followed.values { await reader.task.value }
        (followed, ended) = ([:], [])
    }

    /// Waits until every reader has the result of the stored state.
    ///
    /// - Throws: ``ProgramFault`` for a result that never was one, for one that does not come, and for wrong differences.
    nonisolated(nonsending) func settle() async throws {
        for position in followed.keys.sorted() {
            guard var reader = followed[position] else { continue }
            do {
                try await settle(&reader)
            } catch let fault as ProgramFault {
                throw ProgramFault(
                    "query \(position), \(reader.shape.name) (\(reader.number)): \(fault.detail)")
            }
            followed[position] = reader
        }
    }

    private nonisolated(nonsending) func settle(_ reader: inout Followed) async throws {
        let wanted = reader.shape.result(states[states.count - 1], reader.number)
        while true {
            try check(&reader)
            if reader.last == wanted { return }
            if await reader.reading.wait(forMoreThan: reader.read, patience: patience) { continue }
            throw ProgramFault(
                "\(ProgramText.text(wanted)) is stored and was never told; the last result is \(reader.last.map(ProgramText.text) ?? "none")"
            )
        }
    }

    /// Compares the results that have come since the last time.
    private func check(_ reader: inout Followed) throws {
        let (entries, fault) = reader.reading.entries(from: reader.read)
        if let fault { throw ProgramFault(fault) }
        for entry in entries {
            try check(entry, &reader)
            reader.read += 1
            reader.last = entry.rows
        }
    }

    /// Every result is that of a state later than the one before.
    private func check(_ entry: LiveReading.Entry, _ reader: inout Followed) throws {
        if entry.rows == reader.last, !entry.combines { throw ProgramFault("a result was told twice") }
        // Two stores are read one after the other, perhaps between the two commits of a save.
        if reader.shape.isJoined, topology == .apart { return }
        let (shape, number) = (reader.shape, reader.number)
        func result(_ state: Int) -> [[Value]] { shape.result(states[state], number) }
        let later = (reader.positions[0]..<states.count).filter { result($0) == entry.rows }
        if later.isEmpty {
            throw ProgramFault(
                "\(ProgramText.text(entry.rows)) was the result at no time since \(reader.last.map(ProgramText.text) ?? "the start")"
            )
        }
        guard reader.reading.pace.isEach, shape.tellsEach, !entry.combines, let last = reader.last else {
            reader.positions = later
            return
        }
        // The next other result after each state that the last one may be of.
        let next = Set(reader.positions.compactMap { (($0 + 1)..<states.count).first { result($0) != last } })
        let told = next.filter { result($0) == entry.rows }.sorted()
        if told.isEmpty {
            throw ProgramFault(
                "\(ProgramText.text(next.min().map(result) ?? [])) was not told, although each save was asked for"
            )
        }
        reader.positions = told
    }
}
