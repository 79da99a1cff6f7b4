internal import FoundationEssentials
internal import Workload

/// The requirements of the loop on a key.
protocol LoopKey: Hashable, Sendable {
    /// The number of its type in every server.
    static var type: UInt32 { get }
    /// The name of its type.
    static var name: String { get }
    static func of(_ position: Int) -> Self
    static func read(_ row: LoopRow, _ column: Int32) -> Self
    func write(to buffer: LoopBuffer)
}

extension Int64: LoopKey {
    static var type: UInt32 { 20 }
    static var name: String { "int8" }
    static func of(_ position: Int) -> Int64 { Workload.integerKey(position) }
    @inline(__always) static func read(_ row: LoopRow, _ column: Int32) -> Int64 { row.integer(column) }
    @inline(__always) func write(to buffer: LoopBuffer) { buffer.field(self) }
}

extension UUID: LoopKey {
    static var type: UInt32 { 2950 }
    static var name: String { "uuid" }
    static func of(_ position: Int) -> UUID { Workload.uuidKey(position) }
    @inline(__always) static func read(_ row: LoopRow, _ column: Int32) -> UUID { row.uuid(column) }
    @inline(__always) func write(to buffer: LoopBuffer) { buffer.field(self) }
}
