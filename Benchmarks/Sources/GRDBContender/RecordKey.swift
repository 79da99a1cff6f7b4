internal import FoundationEssentials
internal import GRDB
internal import Workload

/// The types of key that records have.
protocol RecordKey: DatabaseValueConvertible, Sendable {
    static func of(_ position: Int) -> Self
}

extension Int64: RecordKey {
    static func of(_ position: Int) -> Int64 { Workload.integerKey(position) }
}

extension UUID: RecordKey {
    static func of(_ position: Int) -> UUID { Workload.uuidKey(position) }
}
