internal import FoundationEssentials
internal import Workload

/// The requirements of the loop on a key.
protocol Key: Hashable, Sendable {
    static func of(_ position: Int) -> Self
    static func read(_ statement: borrowing Statement, _ column: Int32) -> Self
    func bind(_ statement: borrowing Statement, at index: Int32)
}

extension Int64: Key {
    static func of(_ position: Int) -> Int64 { Workload.integerKey(position) }
    @inline(__always) static func read(_ statement: borrowing Statement, _ column: Int32) -> Int64 {
        statement.integer(column)
    }
    @inline(__always) func bind(_ statement: borrowing Statement, at index: Int32) {
        statement.bind(self, at: index)
    }
}

extension UUID: Key {
    static func of(_ position: Int) -> UUID { Workload.uuidKey(position) }
    @inline(__always) static func read(_ statement: borrowing Statement, _ column: Int32) -> UUID {
        statement.uuid(column)
    }
    @inline(__always) func bind(_ statement: borrowing Statement, at index: Int32) {
        withUnsafeBytes(of: uuid) { statement.bind(bytes: $0, at: index) }
    }
}
