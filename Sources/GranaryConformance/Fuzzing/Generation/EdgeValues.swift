import FoundationEssentials
import Granary

/// Values at the edges of their types, few enough that random rows and conditions meet.
enum EdgeValues {
    static let texts = [
        "", "a", "A", "ab", "abc", "b", "zz", " a", "a ", "é", "e\u{301}", "É", "e", "ß", "SS", "ss", "ﬁ",
        "fi", "İ", "i", "Σ", "ς",
        "σ", "b%c", "b_c", "a*[b]?", "\\", "'", "\"", "\u{1}", "\u{7f}", "\u{d7ff}", "\u{e000}", "\u{ffff}",
        "\u{10ffff}z", "👩‍👩‍👧", "10", "9",
    ]
    static let integers: [Int64] = [-2, -1, 0, 1, 2, 3, 4, 7, 10, 60, 100, 1_000_000_007]
    static let wideIntegers: [Int64] = [
        .max, .min, .max - 1, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, 1 << 62,
    ]
    static let reals: [Double] = [
        -1.5, 0, 0.1, 0.5, 1, 2, 3, 1e300, -1e300, .infinity, -.infinity, 9_007_199_254_740_992,
        9_223_372_036_854_775_808,
        .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1.0 / 3.0,
    ]
    static let decimals = [
        "-10.5", "-1", "-0.001", "0", "0.1", "0.10", "0.5", "1", "1.0", "2", "3", "10", "1e30",
        "99999999999999999999999999999999999999",
        "0.00000000000000000000000000000000000001", "-1e-30", "9007199254740993", "1e100",
    ].map { Decimal(string: $0) ?? 0 }
    static let dates: [Int64] = [
        StoredDate.range.lowerBound, StoredDate.range.upperBound, -1, 0, 1, 999_999, 1_000_000,
        951_782_400_000_000,
        951_868_799_999_999, 1_709_251_199_000_001, -62_135_596_799_999_999, 86_400_000_000, -86_400_000_001,
    ]
    static let bytes: [[UInt8]] = [
        [], [0], [0, 0], [1], [0x7f], [0x80], [0xff], [0xff, 0], Array("a".utf8), Array("é".utf8),
    ]
    static let dateParts: [Int64] = [
        0, 1, 2, 4, 7, 12, 23, 28, 29, 30, 31, 59, 60, 365, 366, 1969, 1970, 2000, 2024, 9999,
    ]

    /// An identifier that sorts by its first byte and is easy to meet.
    static func uuid(_ number: Int) -> UUID {
        let first: UInt8 = number % 3 == 0 ? 0xff : number % 3 == 1 ? 0x7f : 0
        return UUID(
            uuid: (first, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number)))
    }

    /// Structured values whose members have one type each, so that no part that a query names is an error.
    static let structures = [
        "{}", "null", #"{"n":1}"#, #"{"i":{"n":-2,"t":"ab"},"l":[1,null,2]}"#, #"{"l":[],"n":null,"t":"e"}"#,
        #"{"i":{},"l":[2],"n":30,"t":""}"#,
    ]

    /// A value of a type.
    static func value(of type: AttributeType, _ random: inout SeededGenerator) -> Value {
        switch type {
        case .bool: .bool(random.chance(2))
        case .integer: .integer(random.element(of: random.chance(10) ? wideIntegers : integers) ?? 0)
        case .real: .real(random.element(of: reals) ?? 0)
        case .text: .text(random.element(of: texts) ?? "")
        case .json: .text(random.element(of: structures) ?? "{}")
        case .data: .data(Data(random.element(of: bytes) ?? []))
        case .date: .date(random.element(of: dates) ?? 0)
        case .uuid: .uuid(uuid(random.below(12)))
        case .decimal: .decimal(random.element(of: decimals) ?? 0)
        }
    }

    /// A value that is probably no other row's.
    static func rareValue(of type: AttributeType, _ random: inout SeededGenerator) -> Value {
        let number = random.below(400)
        return switch type {
        case .integer: .integer(Int64(number) - 200)
        case .text: .text("\(random.element(of: texts) ?? "")\(number)")
        case .date: .date(Int64(number) * 1_000_003)
        case .uuid: .uuid(uuid(random.below(250)))
        case .data: .data(Data([UInt8(number & 255), UInt8(number >> 8)]))
        case .decimal: .decimal(Decimal(number) / 8)
        case .real: .real(Double(number) / 8)
        case .bool, .json: value(of: type, &random)
        }
    }
}
