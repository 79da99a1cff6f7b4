/// A time of a day without a date or a time zone, such as the hour at which a shop opens, in whole microseconds.
///
/// An attribute of this type is stored as an integer, the microseconds since midnight, so it can be indexed, compared and sorted
/// by. There is no leap second: every day has 24 hours.
public struct TimeOfDay: Sendable, Hashable {
    /// The microseconds since midnight, from 0 to 86,399,999,999.
    public let microsecondsSinceMidnight: Int64

    private static let microsecondsOfDay: Int64 = 86_400_000_000

    /// Makes a time from its parts; `nil` if a part is out of its range.
    public init?(hour: Int, minute: Int = 0, second: Int = 0, microsecond: Int = 0) {
        guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second, 0..<1_000_000 ~= microsecond else {
            return nil
        }
        microsecondsSinceMidnight = Int64((hour * 3_600 + minute * 60 + second) * 1_000_000 + microsecond)
    }

    /// Makes a time from the microseconds since midnight; `nil` outside one day.
    public init?(microsecondsSinceMidnight: Int64) {
        guard 0..<Self.microsecondsOfDay ~= microsecondsSinceMidnight else { return nil }
        self.microsecondsSinceMidnight = microsecondsSinceMidnight
    }

    /// The hour, from 0 to 23.
    public var hour: Int { Int(microsecondsSinceMidnight / 3_600_000_000) }
    /// The minute of the hour.
    public var minute: Int { Int(microsecondsSinceMidnight / 60_000_000 % 60) }
    /// The second of the minute.
    public var second: Int { Int(microsecondsSinceMidnight / 1_000_000 % 60) }
    /// The microsecond of the second.
    public var microsecond: Int { Int(microsecondsSinceMidnight % 1_000_000) }
}

extension TimeOfDay: Comparable {
    /// Whether a time is earlier in the day than another.
    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
        left.microsecondsSinceMidnight < right.microsecondsSinceMidnight
    }
}

extension TimeOfDay: LosslessStringConvertible {
    /// Reads `7:05`, `07:05`, `07:05:30` or `07:05:30.25`; `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.parts(between: ":")
        guard 2...3 ~= parts.count, let hour = Self.number(parts[0]), let minute = Self.number(parts[1])
        else {
            return nil
        }
        guard parts.count == 3 else {
            self.init(hour: hour, minute: minute)
            return
        }
        let seconds = parts[2].parts(between: ".")
        let fraction = seconds.count == 2 ? seconds[1] : "0"
        guard 1...2 ~= seconds.count, let second = Self.number(seconds[0]), 1...6 ~= fraction.utf8.count,
            let microsecond = Self.number(
                fraction + String(repeating: "0", count: 6 - fraction.utf8.count), most: 6)
        else { return nil }
        self.init(hour: hour, minute: minute, second: second, microsecond: microsecond)
    }

    /// The number of one to some ASCII digits; `nil` for any other text.
    private static func number(_ text: String, most: Int = 2) -> Int? {
        guard 1...most ~= text.utf8.count,
            text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else {
            return nil
        }
        return Int(text)
    }

    /// The time as `07:05:30`, with the digits of a fraction of a second that there are: `07:05:30.25`.
    public var description: String {
        func digits(_ number: Int, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let time = "\(digits(hour)):\(digits(minute)):\(digits(second))"
        if microsecond == 0 { return time }
        let fraction = digits(microsecond, 6)
        let zeros = fraction.utf8.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        return "\(time).\(fraction.prefix(6 - zeros))"
    }
}

extension TimeOfDay: Codable {
    /// Reads the text of ``description``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for a text that is no time of a day.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = TimeOfDay(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "The text is no time of a day such as 07:05:30.")
        }
        self = time
    }

    /// Writes the text of ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
