import Foundation
import Granary

enum Grade: String, Codable { case low, high }
enum Level: Int { case one = 1, two }
struct Address: Codable, Sendable, Equatable {
    var street: String
    var number: Int?
}
enum Shape: Codable, Sendable, Equatable {
    case circle(radius: Double)
    case square
}

/// Every type an attribute can have, and its optional.
@Model final class Sample {
    var id: Int
    var bool: Bool
    var int: Int
    var int8: Int8
    var int16: Int16
    var int32: Int32
    var int64: Int64
    var uint: UInt
    var uint8: UInt8
    var uint16: UInt16
    var uint32: UInt32
    var uint64: UInt64
    var double: Double
    var float: Float
    var string: String
    var data: Data
    var date: Date
    var uuid: UUID
    var decimal: Decimal
    var url: URL
    var grade: Grade
    var level: Level
    var address: Address
    var shape: Shape
    var tags: [String]
    var counts: [String: Int]
    var numbers: Set<Int>
    var grades: [Grade]
}

/// The optionals of all types, in both spellings.
@Model final class OptionalSample {
    var id: UUID
    var bool: Bool?
    var int: Int?
    var int8: Int8?
    var int16: Int16?
    var int32: Int32?
    var int64: Optional<Int64>
    var uint: UInt?
    var uint8: UInt8?
    var uint16: UInt16?
    var uint32: UInt32?
    var uint64: UInt64?
    var double: Double?
    var float: Float?
    var string: Optional<String>
    var data: Data?
    var date: Date?
    var uuid: UUID?
    var decimal: Decimal?
    var url: URL?
    var grade: Grade?
    var level: Optional<Level>
    var address: Address?
    var shape: Shape?
    var tags: [String]?
    var counts: [String: Int]?
    var numbers: Set<Int>?
    var grades: [Grade]?
}

/// Literals of all kinds as initial values.
@Model final class DefaultSample {
    var id: Int64
    var bool: Bool = true
    var int: Int = -3
    var uint8: UInt8 = 255
    var double: Double = 3
    var float: Float = -1.5
    var string: String = "é"
    var decimal: Decimal = 1.25
    @Attribute(default: 5) var added: Int
    @Attribute(default: "none") var label: String?
    var tags: [String] = []
    var counts: [String: Int]? = ["a": 1]
    var missing: Int? = nil
    var optional: Int? = 4
    var grade: Grade = Grade.low
    var level: Level? = .two
}
