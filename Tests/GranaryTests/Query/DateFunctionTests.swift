import Foundation
import Granary
import GranaryTestSupport
import Testing

/// Functions of dates, value by value, beside Foundation's calendar.
@Suite struct DateFunctionTests {
    let world: EvaluationWorld

    init() throws { world = try EvaluationWorld() }

    private func date(_ function: ExpressionTree.DateFunction, _ operands: Value...) throws -> Value {
        try world.value(.function(.date(function), operands.map { .literal($0) }))
    }

    private func moment(_ text: String) throws -> Value { .date(try #require(DateText.microseconds(text))) }

    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        return calendar
    }

    @Test func monthsAndYearsFollowTheCalendar() throws {
        let calendar = Self.calendar
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            // Whole seconds between 1900 and 2100, where Foundation's calendar is the Gregorian one.
            let seconds = Int64.random(in: -2_200_000_000...4_100_000_000, using: &random)
            let count = Int.random(in: -300...300, using: &random)
            let start = Date(timeIntervalSince1970: Double(seconds))
            // From the end of a month in a leap year, Foundation's calendar leaves a February that is shorter.
            if calendar.component(.day, from: start) > 28 { continue }
            for (unit, component) in [
                (ExpressionTree.DateUnit.month, Calendar.Component.month), (.year, .year),
            ] {
                let later = try #require(calendar.date(byAdding: component, value: count, to: start))
                let expected = Int64(later.timeIntervalSince1970) * 1_000_000
                #expect(
                    try date(.plus(unit), .date(seconds * 1_000_000), .integer(Int64(count)))
                        == .date(expected),
                    "\(start) plus \(count) \(unit)")
                let interval = try #require(calendar.dateInterval(of: component, for: start))
                #expect(
                    try date(.beginning(unit, offset: 0), .date(seconds * 1_000_000))
                        == .date(Int64(interval.start.timeIntervalSince1970) * 1_000_000))
            }
        }
    }

    @Test func monthsEndInTheMonthTheyLeadTo() throws {
        for (start, count, end) in [
            ("2060-12-29T22:13:47Z", -226, "2042-02-28T22:13:47Z"),
            ("2024-01-31T00:00:00Z", 1, "2024-02-29T00:00:00Z"),
            ("2024-02-29T00:00:00Z", 12, "2025-02-28T00:00:00Z"),
        ] {
            #expect(
                try date(.plus(.month), moment(start), .integer(Int64(count))) == moment(end), "\(start)")
        }
    }

    @Test func differencesCountWholeUnits() throws {
        let (a, b) = (try moment("2000-02-29T12:00:00Z"), try moment("2001-02-28T11:59:59Z"))
        #expect(try date(.difference(.year), b, a) == .integer(0))
        #expect(try date(.difference(.month), b, a) == .integer(11))
        #expect(try date(.difference(.month), a, b) == .integer(-11))
        #expect(try date(.difference(.day), b, a) == .integer(364))
        #expect(try date(.difference(.day), a, b) == .integer(-364))
        #expect(try date(.difference(.year), try moment("2001-02-28T12:00:00Z"), a) == .integer(1))
        let ends = (Value.date(StoredDate.range.upperBound), Value.date(StoredDate.range.lowerBound))
        #expect(try date(.difference(.year), ends.0, ends.1) == .integer(9_998))
        #expect(try date(.difference(.year), ends.1, ends.0) == .integer(-9_998))
        #expect(try date(.difference(.microsecond), ends.0, ends.1) == .integer(315_537_897_599_999_999))
    }

    @Test func weeksBeginOnMonday() throws {
        #expect(try date(.beginning(.week, offset: 0), .date(0)) == moment("1969-12-29T00:00:00Z"))
        #expect(
            try date(.beginning(.week, offset: 0), .date(StoredDate.range.lowerBound))
                == .date(StoredDate.range.lowerBound))
        #expect(
            try date(.beginning(.week, offset: -1), moment("2024-12-30T00:00:00Z"))
                == moment("2024-12-23T00:00:01Z"))
    }

    @Test func datesOutsideTheYearsAreErrors() throws {
        let last = Value.date(StoredDate.range.upperBound)
        for unit in ExpressionTree.DateUnit.allCases {
            expectError(.overflow) { try date(.plus(unit), last, .integer(1)) }
            expectError(.overflow) { try date(.plus(unit), last, .integer(.max)) }
            expectError(.overflow) { try date(.plus(unit), last, .integer(.min)) }
        }
        #expect(try date(.plus(.year), last, .integer(-9_998)) == moment("0001-12-31T23:59:59.999999Z"))
        #expect(try date(.plus(.day), last, .null) == .null)
    }

    @Test(arguments: [
        ExpressionTree.function(.date(.part(.hour, offset: 64_801)), ["born"]),
        .function(.date(.beginning(.day, offset: -64_801)), ["born"]),
        .function(.date(.plus(.day)), ["born", "born"]), .function(.date(.difference(.day)), ["born"]),
        .function(.date(.now), ["born"]), .function(.date(.part(.hour, offset: 0)), ["score"]),
    ])
    func mistakesAreRefused(tree: ExpressionTree) {
        expectError(.query) { try world.value(tree) }
    }

    @Test func thePresentMomentIsSetInEveryPart() {
        let now = ExpressionTree.function(.date(.now), [])
        let tree = ExpressionTree.and(
            .compare(.less, "born", now),
            .quantified(
                .any, path: [], relationship: "tags", .isIn(.function(.date(.plus(.day)), [now, "size"]), []))
        )
        #expect(tree.asksForNow)
        let set = tree.settingNow(to: .date(5))
        #expect(!set.asksForNow)
        let column = AggregateRequest.Column.calculated(.aggregate(.maximum(now)))
        #expect(column.settingNow(to: .date(5)) == .calculated(.aggregate(.maximum(.literal(.date(5))))))
    }
}
