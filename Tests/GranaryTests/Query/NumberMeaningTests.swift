import FoundationEssentials
import Granary
import GranaryTestSupport
import Testing

/// DESIGN §4, “integers”, “Double”, “Decimal” and “Date”.
@Suite struct NumberMeaningTests {
    let world: EvaluationWorld

    init() throws { world = try EvaluationWorld() }

    private func integer(_ operation: ExpressionTree.Arithmetic, _ left: Int64, _ right: Int64) throws
        -> Value
    {
        try world.value(.arithmetic(operation, .literal(.integer(left)), .literal(.integer(right))))
    }

    @Test func integersTruncateTowardZero() throws {
        #expect(try integer(.divide, 7, 2) == .integer(3))
        #expect(try integer(.divide, -7, 2) == .integer(-3))
        #expect(try integer(.remainder, -7, 2) == .integer(-1))
        #expect(try integer(.remainder, 7, -2) == .integer(1))
        #expect(try integer(.remainder, .min, -1) == .integer(0))
        #expect(try integer(.subtract, 3, 5) == .integer(-2))
    }

    @Test func integerOverflowAndDivisionByZeroAreErrors() {
        expectError(.overflow) { try integer(.add, .max, 1) }
        expectError(.overflow) { try integer(.subtract, .min, 1) }
        expectError(.overflow) { try integer(.multiply, .max, 2) }
        expectError(.overflow) { try integer(.divide, .min, -1) }
        expectError(.divisionByZero) { try integer(.divide, 1, 0) }
        expectError(.divisionByZero) { try integer(.remainder, 1, 0) }
    }

    private func real(_ operation: ExpressionTree.Arithmetic, _ left: Double, _ right: Double) throws -> Value
    {
        try world.value(.arithmetic(operation, .real(left), .real(right)))
    }

    @Test func realsFollowIEEEAndAreNeverNaN() throws {
        #expect(try real(.add, 0.1, 0.2) == .real(0.1 + 0.2))
        #expect(try real(.multiply, 1e308, 10) == .real(.infinity))
        #expect(try real(.subtract, .infinity, .infinity) == .null)
        #expect(try real(.divide, 1, 0) == .null)
        #expect(try real(.divide, 1e308, 1e-10) == .null)
        #expect(try real(.divide, 1, 4) == .real(0.25))
        guard case .real(let zero) = try real(.multiply, -1, 0) else { return #expect(Bool(false)) }
        #expect(zero.sign == .plus)
    }

    private func calculated(_ operation: ExpressionTree.Arithmetic, _ left: String, _ right: String) throws
        -> Value
    {
        try world.value(.arithmetic(operation, .number(left), .number(right)))
    }

    private func number(_ text: String) -> Value { .decimal(decimal(text)) }

    @Test func decimalsAreExact() throws {
        #expect(try calculated(.add, "0.1", "0.2") == number("0.3"))
        #expect(try calculated(.subtract, "1", "1.00") == number("0"))
        #expect(try calculated(.subtract, "1", "2.5") == number("-1.5"))
        #expect(try calculated(.multiply, "-1.5", "1.5") == number("-2.25"))
        #expect(try calculated(.divide, "1", "8") == number("0.125"))
        #expect(try calculated(.divide, "2", "3") == number("0.66666666666666666666666666666666666667"))
        #expect(try calculated(.divide, "-20", "3") == number("-6.6666666666666666666666666666666666667"))
        #expect(try calculated(.divide, "0", "3") == number("0"))
        #expect(try calculated(.divide, "1e-100", "1e27") == number("1e-127"))
        #expect(
            try calculated(
                .add, "99999999999999999999999999999999999999", "-99999999999999999999999999999999999998")
                == number("1"))
    }

    @Test func decimalsThatNeedMoreDigitsAreErrors() {
        expectError(.overflow) { try calculated(.add, "99999999999999999999999999999999999999", "0.1") }
        expectError(.overflow) { try calculated(.multiply, "12345678901234567891", "12345678901234567891") }
        expectError(.overflow) { try calculated(.multiply, "1e127", "1e100") }
        expectError(.divisionByZero) { try calculated(.divide, "1", "0") }
    }

    @Test func integersBecomeWhatTheyAreCalculatedWith() throws {
        #expect(try world.value(.arithmetic(.divide, 1, .real(4))) == .real(0.25))
        #expect(try world.value(.arithmetic(.divide, .real(1), 4)) == .real(0.25))
        #expect(try world.value(.arithmetic(.divide, 1, .number("4"))) == number("0.25"))
        #expect(try world.value(.arithmetic(.multiply, .number("0.5"), 3)) == number("1.5"))
    }

    @Test func numbersOfDifferentKindsAreComparedByValue() throws {
        #expect(try world.holds(.compare(.equal, 1, .real(1))))
        #expect(try world.holds(.compare(.equal, .number("1.0"), 1)))
        #expect(
            try world.holds(
                .compare(.greater, .literal(.integer(9_007_199_254_740_993)), .real(9_007_199_254_740_992))))
        #expect(try world.holds(.compare(.less, .number("0.1"), .real(0.1))))
        #expect(try world.holds(.isIn(.real(2), [.integer(1), .integer(2)])))
        #expect(try world.holds(.compare(.equal, .real(0), .real(-0.0))))
    }

    @Test func datePartsAreThoseOfUTC() throws {
        // 2013-01-31 23:59:59.999999 UTC, a Thursday.
        let moment = ExpressionTree.literal(.date(1_359_676_799_999_999))
        let expected: [(ExpressionTree.DatePart, Int64)] = [
            (.year, 2013), (.month, 1), (.day, 31), (.hour, 23), (.minute, 59), (.second, 59), (.weekday, 4),
            (.dayOfYear, 31),
        ]
        for (part, value) in expected {
            #expect(try world.value(.datePart(part, moment)) == .integer(value), "\(part)")
        }
        #expect(try world.value(.datePart(.year, .literal(.date(-1)))) == .integer(1969))
        #expect(try world.value(.datePart(.dayOfYear, .literal(.date(978_220_800_000_000)))) == .integer(366))
    }

    @Test func uuidsAndDataAreOrderedByBytes() throws {
        let low = UUID(uuid: (0x7f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9))
        let high = UUID(uuid: (0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        #expect(try world.holds(.compare(.less, .literal(.uuid(low)), .literal(.uuid(high)))))
        #expect(try world.holds(.compare(.less, .literal(.data(Data([1]))), .literal(.data(Data([1, 0]))))))
        #expect(try world.holds(.compare(.less, false, true)))
    }
}
