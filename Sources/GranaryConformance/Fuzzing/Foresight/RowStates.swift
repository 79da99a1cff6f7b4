import Granary

/// The rows of a store, now and after each save so far.
struct RowStates {
    private let reader: any StoreSession
    private let schema: Schema
    /// Every state of the store that a context may show, the present one last.
    private(set) var states: [RowDump]

    /// Reads the store of a stack.
    init(_ stack: PersistentStack) throws {
        reader = try stack.coordinator().members[0].store.makeSession()
        schema = stack.schema
        states = [try RowDump(reader, schema)]
    }

    /// The rows as of the last look.
    var now: RowDump { states[states.count - 1] }

    /// Looks again, and checks the rules that hold under any program.
    mutating func read() throws {
        let found = try look()
        if found == now { return }
        try found.check(schema)
        states.append(found)
    }

    /// Checks that the rows are the same as at the last look.
    func checkNothingIsStored() throws {
        if try look() != now { throw ProgramFault("something was stored without a save", "") }
    }

    private func look() throws -> RowDump {
        try reader.refresh()
        return try RowDump(reader, schema)
    }

    /// Ends the session.
    func close() { reader.end() }
}
