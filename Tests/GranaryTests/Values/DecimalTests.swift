import FoundationEssentials
import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

@Suite struct DecimalPartsTests {
    @Test func theFastWayIntoADecimalIsTaken() { #expect(DecimalLayout.isKnown) }

    @Test func partsAgreeWithFoundation() throws {
        let seed: UInt64 = 23
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let value = RandomDecimal(using: &generator)
            #expect(value.decimal.isSignMinus == (value.parts.isNegative))
            #expect(DecimalParts(value.decimal) == value.parts, "seed \(seed)")
            #expect(Decimal(string: value.decimal.description) == value.decimal, "seed \(seed)")
        }
        #expect(DecimalParts(Decimal.nan) == nil)
        #expect(DecimalParts(Decimal.greatestFiniteMagnitude)?.exponent == 127)
        #expect(DecimalParts(Decimal.greatestFiniteMagnitude)?.decimal == .greatestFiniteMagnitude)
        #expect(DecimalParts(isNegative: false, significand: 1, exponent: 165).decimal != nil)
        #expect(DecimalParts(isNegative: false, significand: 1, exponent: 166).decimal == nil)
        #expect(DecimalParts(isNegative: false, significand: 1, exponent: -129).decimal == nil)
    }

    @Test func whatCannotBeStoredIsRefusedByName() throws {
        expectError(.invalidValue) { try DecimalLimits.normalized(.nan) }
        expectError(.invalidValue) {
            try DecimalLimits.normalized(decimal("123456789012345678901234567890123456789"))
        }
        expectError(.invalidValue) { try DecimalEncoding.encode(.nan) }
        let long = try DecimalLimits.normalized(decimal("123456789012345678901234567890123456780"))
        #expect(long.exponent == 1)
        #expect(try DecimalLimits.normalized(decimal("1.500")).exponent == -1)
    }
}

@Suite struct DecimalEncodingTests {
    @Test(arguments: [
        ("123.45", "P50212345"), ("-123.45", "-49787654~"), ("0", "0"), ("1", "P5001"), ("-1", "-4998~"),
        ("1000", "P5031"), ("0.001", "P4971"), ("1e-128", "P3721"),
    ])
    func theFormIsAsDocumented(text: String, form: String) throws {
        #expect(try DecimalEncoding.encode(decimal(text)) == form)
        #expect(DecimalOrder.equal(try DecimalEncoding.decode(form), decimal(text)))
    }

    @Test func byteOrderIsOrderOfNumbersAndFormsDecode() throws {
        let seed: UInt64 = 29
        var generator = SeededGenerator(seed: seed)
        var values = (0..<3_000).map { _ in RandomDecimal(using: &generator) }
        values += ["0", "1e-128", "-1e-128", "9e127"].map { RandomDecimal(DecimalParts(decimal($0))!) }
        let forms = try values.map { try DecimalEncoding.encode($0.decimal) }
        for (value, form) in zip(values, forms) {
            #expect(form.utf8.count <= 43 && form.utf8.allSatisfy { (0x21...0x7e).contains($0) })
            #expect(DecimalParts(try DecimalEncoding.decode(form)) == value.parts, "seed \(seed)")
        }
        for _ in 0..<20_000 {
            let (i, j) = (
                Int.random(in: values.indices, using: &generator),
                Int.random(in: values.indices, using: &generator)
            )
            let expected = Ordering(values[i].fixedPoint, values[j].fixedPoint)
            #expect(
                Bytewise.compare(forms[i], forms[j]) == expected, "\(forms[i]) and \(forms[j]), seed \(seed)")
            #expect(DecimalOrder.compare(values[i].decimal, values[j].decimal) == expected, "seed \(seed)")
            #expect(DecimalOrder.equal(values[i].decimal, values[j].decimal) == (expected == .equal))
        }
    }

    @Test(arguments: [
        "", "1", "00", "P", "P500", "P5000", "P50010", "P5002x", "P50212345~", "-49787654", "-4978~765~",
        "-499~",
        "-4999~", "-49789~", "P9991", "P0001", "Pé001", "Q5001", "P50/1", "P500:", "-4998\u{7f}", "p5001",
        "P500123456789012345678901234567890123456789", "P5001\0", " P5001",
        "P50212345678901234567890123456789012345678901234567890",
    ])
    func malformedFormsAreRefused(form: String) {
        expectError(.malformed) { try DecimalEncoding.decode(form) }
    }

    @Test func noBytesTrap() {
        let seed: UInt64 = 31
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("P-0~5129 \u{ff}".utf8)
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...48, using: &generator)
            let bytes = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            guard let decoded = try? bytes.withUnsafeBytes({ try DecimalEncoding.decode($0) }) else {
                continue
            }
            #expect(
                try! DecimalEncoding.encode(decoded) == String(decoding: bytes, as: UTF8.self), "seed \(seed)"
            )
        }
    }
}

/// A random decimal of up to 38 digits and any exponent, with a form that shows its order by plain text.
struct RandomDecimal {
    let parts: DecimalParts
    var decimal: Decimal { parts.decimal ?? .nan }

    init(_ parts: DecimalParts) { self.parts = parts }

    init(using generator: inout SeededGenerator) {
        let count = Int.random(in: 1...38, using: &generator)
        let digits = (0..<count).map { _ in "\(Int.random(in: 0...9, using: &generator))" }.joined()
        // Half of them lie close together, so that digits and not exponents decide.
        let range = Bool.random(using: &generator) ? -128...127 : (-count - 1)...(-count + 1)
        parts = DecimalParts(
            isNegative: Bool.random(using: &generator), significand: UInt128(digits) ?? 0,
            exponent: Int.random(in: range, using: &generator))
    }

    /// The number in units of 10^−128 as 300 digits, negative ones from nine, behind a sign that sorts.
    var fixedPoint: String {
        let digits =
            "\(parts.significand)"
            + String(repeating: "0", count: parts.significand == 0 ? 0 : parts.exponent + 128)
        let padded = String(repeating: "0", count: 300 - digits.count) + digits
        guard parts.isNegative else { return "1" + padded }
        return "0" + String(padded.map { Character("\(9 - ($0.wholeNumberValue ?? 0))") })
    }
}
