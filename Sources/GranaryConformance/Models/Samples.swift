import FoundationEssentials
import Granary

/// An enumeration stored as text.
enum Grade: String, Codable, Sendable, CaseIterable {
    case fine, good, poor
}

/// An enumeration stored as an integer.
enum Level: Int, Codable, Sendable, CaseIterable {
    case low = -1
    case middle = 0
    case high = 7
}

/// A structure stored as JSON.
struct Label: Codable, Sendable, Hashable {
    var text: String
    var size: Double?
    var parts: [String] = []
    var amount: Decimal?
    var moments: [Date]?
    var whole: UInt64?
}

/// An enumeration with payload, stored as JSON.
enum Shape: Codable, Sendable, Hashable {
    case point
    case circle(radius: Double)
    case named(String, corners: Int?)
}

/// Every type of attribute, each required.
@Model final class Sample {
    var id: Int
    var bool: Bool = false
    var int: Int = 0
    var int8: Int8 = 0
    var int16: Int16 = 0
    var int32: Int32 = 0
    var int64: Int64 = 0
    var uint: UInt = 0
    var uint8: UInt8 = 0
    var uint16: UInt16 = 0
    var uint32: UInt32 = 0
    var uint64: UInt64 = 0
    var double: Double = 0
    var float: Float = 0
    var string: String = ""
    var data: Data
    var date: Date
    var uuid: UUID
    var decimal: Decimal = 0
    var url: URL
    var grade: Grade = Grade.fine
    var level: Level = Level.middle
    var label: Label
    var shape: Shape
    var words: [String] = []
    var counts: [String: Int] = [:]
}

/// Every type of attribute, each optional.
@Model final class Finding {
    var id: Int
    var bool: Bool?
    var int: Int?
    var int8: Int8?
    var int16: Int16?
    var int32: Int32?
    var int64: Int64?
    var uint: UInt?
    var uint8: UInt8?
    var uint16: UInt16?
    var uint32: UInt32?
    var uint64: UInt64?
    var double: Double?
    var float: Float?
    var string: String?
    var data: Data?
    var date: Date?
    var uuid: UUID?
    var decimal: Decimal?
    var url: URL?
    var grade: Grade?
    var level: Level?
    var label: Label?
    var shape: Shape?
    var words: [String]?
    var counts: [String: Int]?
}
