import FoundationEssentials
import Granary
import GranaryTestSupport
import Testing

/// Functions of texts, value by value.
@Suite struct TextFunctionTests {
    let world: EvaluationWorld

    init() throws { world = try EvaluationWorld() }

    private func text(_ function: ExpressionTree.TextFunction, _ operands: Value...) throws -> Value {
        try world.value(.function(.text(function), operands.map { .literal($0) }))
    }

    @Test func casesFollowTheTables() throws {
        #expect(try text(.uppercased, .text("stra\u{DF}e \u{FB01} \u{3C2}")) == .text("STRASSE FI \u{3A3}"))
        #expect(try text(.lowercased, .text("\u{130}\u{3A3}\u{10400}")) == .text("i\u{307}\u{3C3}\u{10428}"))
        #expect(try text(.uppercased, .text("\u{1F600}a1-")) == .text("\u{1F600}A1-"))
        for scalar in (0x41...0x17F as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
            #expect(try text(.uppercased, .text(String(scalar))) == .text(scalar.properties.uppercaseMapping))
            #expect(try text(.lowercased, .text(String(scalar))) == .text(scalar.properties.lowercaseMapping))
        }
    }

    @Test func everyWhiteSpaceIsTrimmed() throws {
        for scalar in (0...0x3100 as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        where scalar.value != 0 {
            let trimmed = try text(.trimmed, .text("\(scalar)a\(scalar) b\(scalar)"))
            let isTrimmed = trimmed == .text("a\(scalar) b")
            #expect(isTrimmed == scalar.properties.isWhitespace, "\(scalar.value)")
        }
        #expect(try text(.trimmed, .text(" \n")) == .text(""))
    }

    @Test func partsLeaveOutWhatIsOutside() throws {
        let word = Value.text("a\u{301}bc")
        #expect(try text(.part, word, .integer(1)) == .text("\u{301}bc"))
        #expect(try text(.part, word, .integer(-2), .integer(3)) == .text("a"))
        #expect(try text(.part, word, .integer(2), .integer(.max)) == .text("bc"))
        #expect(try text(.part, word, .integer(.min), .integer(.max)) == .text(""))
        #expect(try text(.part, word, .integer(1), .integer(-1)) == .text(""))
        #expect(try text(.part, word, .integer(.max), .integer(.max)) == .text(""))
        #expect(try text(.part, word, .integer(0), .null) == .null)
    }

    @Test func replacingGoesOnBehindWhatItReplaced() throws {
        #expect(try text(.replacing, .text("aaaa"), .text("aa"), .text("a")) == .text("aa"))
        #expect(try text(.replacing, .text("abc"), .text(""), .text("x")) == .text("abc"))
        #expect(try text(.replacing, .text("e\u{301}"), .text("e"), .text("o")) == .text("o\u{301}"))
        #expect(try text(.position, .text("e\u{301}b"), .text("\u{301}")) == .integer(1))
    }

    @Test func valuesAreWrittenAndReadAgain() throws {
        let values: [(AttributeType, Value, String)] = [
            (.integer, .integer(.min), "-9223372036854775808"), (.real, .real(0.1), "0.1"),
            (.real, .real(5), "5"),
            (.decimal, .decimal(decimal("10.50")), "10.5"), (.bool, .bool(false), "false"),
            (.date, .date(-1), "1969-12-31T23:59:59.999999Z"),
            (.date, .date(StoredDate.range.lowerBound), "0001-01-01T00:00:00Z"),
            (.date, .date(StoredDate.range.upperBound), "9999-12-31T23:59:59.999999Z"),
        ]
        for (type, value, written) in values {
            #expect(try text(.written, value) == .text(written))
            #expect(try text(.read(type), .text(written)) == value)
        }
        #expect(try text(.written, .real(.infinity)) == .null)
        #expect(try text(.read(.date), .text("2013-01-01T10:15:00+01:00")) == .date(1_357_031_700_000_000))
    }

    @Test(arguments: [
        "", " 1", "1 ", "+1", "0x10", "1.", ".5", "inf", "nan", "1e", "--1", "1_000", "\u{661}",
    ])
    func whatIsNoNumberIsNil(written: String) throws {
        for type in [AttributeType.integer, .real, .decimal] {
            #expect(try text(.read(type), .text(written)) == .null, "\(type)")
        }
    }

    @Test func numbersBeyondTheirTypesAreNil() throws {
        #expect(try text(.read(.integer), .text("9223372036854775808")) == .null)
        #expect(try text(.read(.integer), .text("1.5")) == .null)
        #expect(try text(.read(.integer), .text("15e1")) == .integer(150))
        #expect(try text(.read(.real), .text("1e999")) == .null)
        #expect(try text(.read(.real), .text("-0")) == .real(0))
        #expect(try text(.read(.decimal), .text(String(repeating: "9", count: 39))) == .null)
    }

    @Test(arguments: [
        ExpressionTree.function(.text(.trimmed), ["score"]), .function(.text(.part), ["name", "name"]),
        .function(.text(.joined), ["name"]), .function(.text(.written), ["name"]),
        .function(.text(.read(.data)), ["name"]), .function(.text(.position), ["name"]),
    ])
    func mistakesAreRefused(tree: ExpressionTree) {
        expectError(.query) { try world.value(tree) }
    }
}
