import FoundationEssentials
import Granary

/// Values of each kind that code easily mistreats on the way in or out, the same ones in every run.
///
/// Edges come first, and as many more as there is room for; most of these have as many digits as their type holds.
enum HardValues {
    /// How many values there are of each kind.
    static let count = 200

    static let integers: [Int64] = filled(seed: 1, edgesOf: { integerEdges }) { random in
        Int64(truncatingIfNeeded: random.next()) >> Int64(random.below(63))
    }

    static let reals: [Double] = filled(seed: 2, edgesOf: { realEdges }) { random in
        // Zero, infinity and NaN have reserved exponents.
        let exponent = UInt64(1 + random.below(2_045))
        return Double(bitPattern: random.next() & 0x800f_ffff_ffff_ffff | exponent << 52)
    }

    static let floats: [Float] = filled(
        seed: 3,
        edgesOf: {
            [0, 0.1, Float(0.1).nextUp, 16_777_216, -.leastNonzeroMagnitude, .greatestFiniteMagnitude]
        }
    ) { random in
        let exponent = UInt32(1 + random.below(253))
        return Float(bitPattern: UInt32(truncatingIfNeeded: random.next()) & 0x807f_ffff | exponent << 23)
    }

    static let decimals: [Decimal] = filled(seed: 4, edgesOf: { decimalEdges.map(makeDecimal) }) { random in
        var digits = random.chance(2) ? "-" : ""
        digits += "\(1 + random.below(9))"
        for _ in 0..<random.below(37) { digits += "\(random.below(10))" }
        let exponent = random.chance(3) ? random.below(200) - 120 : -random.below(20)
        return makeDecimal("\(digits)e\(exponent)")
    }

    static let texts: [String] = filled(seed: 5, edgesOf: { EdgeValues.texts + textEdges }) { random in
        var text = ""
        for _ in 0...random.below(8) { text += random.element(of: textParts) ?? "" }
        return text
    }

    /// Points in time that each have a distinct `Date`.
    static let dates: [Date] = filled(seed: 6, edgesOf: { dateEdges.map(StoredDate.date) }) { random in
        StoredDate.date(ofMicroseconds: Int64(random.next() % 16_000_000_000_000_000) - 7_500_000_000_000_000)
    }

    /// Points in time of structured values, which keep all of a `Date`.
    static let fineDates: [Date] = filled(
        seed: 7, edgesOf: { [0, 1e-9, -1e-9, 0.1, 1e-20, 757_382_400.123_456_7, -3e9.nextUp].map(fineDate) }
    ) { random in fineDate(Double(Int64(random.next() % 8_000_000_000)) / 7 - 500_000_000) }

    static let bytes: [Data] = filled(seed: 8, edgesOf: { EdgeValues.bytes.map { Data($0) } }) { random in
        Data((0..<random.below(40)).map { _ in UInt8(random.below(256)) })
    }

    static let uuids: [UUID] = filled(
        seed: 9,
        edgesOf: { [makeUUID(0), makeUUID(.max, high: .max), makeUUID(0, high: 1 << 63), makeUUID(1)] }
    ) { random in makeUUID(random.next(), high: random.next()) }

    static let urls: [URL] = filled(
        seed: 10, edgesOf: { ["a", "file:///tmp/a%20b", "http://e.org/?q=%25&r=_#c", "urn:x:y"].map(url) }
    ) { random in url("https://e.org/\(random.next())/%\(10 + random.below(80))?a=\(random.below(9))&b") }

    /// The values of a kind, as rows hold them.
    static func values(of type: AttributeType) -> [Value] {
        switch type {
        case .bool: (0..<count).map { .bool($0 % 2 == 0) }
        case .integer: integers.map(Value.integer)
        case .real: reals.map(Value.real)
        case .text: texts.map(Value.text)
        case .json: texts.map { Value.text("[\(quoted($0)),0.1,1e-7]") }
        case .data: bytes.map(Value.data)
        case .date: dates.map { Value.date((try? StoredDate.microseconds(of: $0)) ?? 0) }
        case .uuid: uuids.map(Value.uuid)
        case .decimal: decimals.map(Value.decimal)
        }
    }

    private static func filled<T>(
        seed: UInt64, edgesOf edges: () -> [T], _ make: (inout SeededGenerator) -> T
    ) -> [T] {
        var random = SeededGenerator(seed: seed)
        var values = Array(edges().prefix(count))
        while values.count < count { values.append(make(&random)) }
        return values
    }

    private static func fineDate(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
    private static func url(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/") }
    private static func quoted(_ text: String) -> String { (try? StructuredValue.encode(text)) ?? "\"\"" }
}

// MARK: Edges

extension HardValues {
    private static var integerEdges: [Int64] {
        let powers = (0..<63).flatMap { [Int64(1) << $0, (Int64(1) << $0) - 1, -(Int64(1) << $0)] }
        // First, numbers that a `Double` cannot count.
        return [.min, .max, .max - 1, (1 << 53) + 1, -(1 << 53) - 1, 4_503_599_627_370_497]
            + powers.prefix(120)
    }

    private static var realEdges: [Double] {
        [
            0, 0.1, 0.1.nextUp, 0.1 + 0.2, 1 / 3, 1e15, 1e16, 1e17, 1e21, 1e22, 1e23, 1e-5, 1e-7,
            .leastNonzeroMagnitude,
            .leastNormalMagnitude, .greatestFiniteMagnitude, 4_503_599_627_370_497.5, 1_999_999_999_999_999.9,
            9_007_199_254_740_994, 9_223_372_036_854_775_808, .leastNormalMagnitude.nextDown,
            123_456_789.123_456_79, -1e100, -0.3,
        ]
    }

    private static var decimalEdges: [String] {
        [
            "0", "1", "-1", "19.99", "0.1", "0.3", "1.000000000000000001", "1999999999999999.99",
            "4503599627370497.5", "9007199254740993", "9223372036854775807", "9223372036854775808",
            "-9223372036854775809", "18446744073709551616", "99999999999999999999999999999999999999",
            "-99999999999999999999999999999999999999", "0.00000000000000000000000000000000000001",
            "12345678901234567890.123456789", "1e127", "1e-128", "12345678901234567890123456789012345678e90",
            "1e15", "123456789012345678e-18", "0.10000000000000000000000000000000000001",
        ] + (0..<60).map { "\(1_999 + $0 * 137)e-2" }
    }

    private static let textParts = [
        "é", "e\u{301}", "\\", "\"", "/", "\n", "\u{1}", "\u{1f}", "\u{7f}", "\u{2028}", "\u{feff}", "𝄞", "👩‍👩‍👧",
        "%", "_",
        "'", "\u{fffd}", "Å", "A\u{30a}", "\u{212b}", "ﬁ", "ß", " ", "{}", "null", "\\u0041", "\u{e000}",
        "\r\n",
    ]

    private static let textEdges =
        textParts + ["\r", "\u{b}", "\u{85}", String(repeating: "é", count: 3_000), "</script>", "\\\\u0000"]

    private static let dateEdges: [Int64] = [
        StoredDate.range.lowerBound, 0, -1, 1, 999_999, 978_307_200_000_000, 978_307_199_999_999,
        978_307_200_000_001, 951_868_799_999_999, 1_709_251_199_000_001, 253_402_300_799_000_000,
        1_763_726_400_123_456,
    ]
}
