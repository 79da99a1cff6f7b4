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

    @Test(arguments: [
        "", "yesterday", "2013-02-30T00:00:00Z", "2013-01-01", "2013-01-01T10:15:00", "2013-01-01T24:00:00Z",
        "2013-01-01T10:15:00.Z", "2013-01-01T10:15:00Zx", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00",
    ])
    func whatIsNoMomentIsRefused(text: String) { #expect(DateText.date(text) == nil) }
}
