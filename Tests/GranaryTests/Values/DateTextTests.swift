import Foundation
import Granary
import Testing

/// Dates as text, and back.
@Suite struct DateTextTests {
    @Test func everyStoredMomentComesBack() throws {
        var generator = SystemRandomNumberGenerator()
        // Between these years each microsecond has a `Date` of its own.
        let (first, last) = (-7_573_000_000_000_000 as Int64, 9_467_000_000_000_000 as Int64)
        for _ in 0..<2_000 {
            let moment = Int64.random(in: first...last, using: &generator)
            let text = try DateText.text(of: StoredDate.date(ofMicroseconds: moment))
            let date = try #require(DateText.date(text), "\(text)")
            #expect(try StoredDate.microseconds(of: date) == moment, "\(text)")
        }
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999999Z", -1),
        ("2013-01-01T10:15:00.00025Z", 1_357_035_300_000_250),
    ])
    func textsAreAsShortAsTheyCanBe(text: String, microseconds: Int64) throws {
        #expect(try DateText.text(of: StoredDate.date(ofMicroseconds: microseconds)) == text)
    }

    @Test(arguments: [
        ("2013-01-01T10:15:00+02:30", 1_357_035_300 - 9_000),
        ("2013-01-01 10:15:00-01:00", 1_357_035_300 + 3_600),
        ("2013-01-01t10:15:00.0000009z", 1_357_035_300),
    ])
    func offsetsAndOtherSpellingsAreRead(text: String, seconds: Int64) throws {
        let date = try #require(DateText.date(text))
        #expect(try StoredDate.microseconds(of: date) == seconds * 1_000_000)
    }

    @Test func exactTextsBringBackTheSameDate() throws {
        var generator = SystemRandomNumberGenerator()
        let edges: [Double] = [
            0, 1e-9, -1e-9, 1e-20, -1e-20, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 0.1, -0.1, 1 / 3,
            -1 / 3, 0.5, -0.5, 1.0.nextDown,
        ]
        let years = (0..<3_000).map { _ in Double.random(in: -6e10...2.5e11, using: &generator) }
        let near = (0..<3_000).map { _ in Double.random(in: -1e9...1e9, using: &generator) }
        let small = (0..<500).map { _ in Double.random(in: -1...1, using: &generator) * 1e-6 }
        for seconds in edges + years + near + small {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            let text = try DateText.exactText(of: date)
            let found = try #require(DateText.exactDate(text), "\(text)")
            #expect(found.timeIntervalSinceReferenceDate == seconds, "\(text) \(seconds.debugDescription)")
        }
        #expect(DateText.exactDate("2000-12-31T23:59:59.0000000Z")?.timeIntervalSinceReferenceDate == -1)
    }

    @Test(arguments: [
        "", "yesterday", "2013-02-30T00:00:00Z", "2013-01-01", "2013-01-01T10:15:00", "2013-01-01T24:00:00Z",
        "2013-01-01T10:15:00.Z", "2013-01-01T10:15:00Zx", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00",
    ])
    func whatIsNoMomentIsRefused(text: String) { #expect(DateText.date(text) == nil) }
}
