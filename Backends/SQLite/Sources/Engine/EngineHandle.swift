internal import CSQLite
internal import GranarySQL

/// A pointer to an open connection.
struct EngineHandle: @unchecked Sendable {  // safe: sqlite3_interrupt allows it.
    let pointer: OpaquePointer
}

extension EngineHandle: InterruptibleEngine {
    /// Makes SQLite give the running statement up.
    func interrupt() { sqlite3_interrupt(pointer) }
}
