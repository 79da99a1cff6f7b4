import Granary
import Testing

/// Times of a day as texts and parts.
@Suite struct TimeOfDayTests {
    @Test(arguments: [
        ("7:05", "07:05:00"), ("07:05:30", "07:05:30"), ("07:05:30.25", "07:05:30.25"), ("0:0", "00:00:00"),
        ("23:59:59.999999", "23:59:59.999999"), ("12:00:00.000001", "12:00:00.000001"),
        ("9:00:00.500000", "09:00:00.5"),
    ])
    func aTextIsReadAndWritten(text: String, shown: String) throws {
        let time = try #require(TimeOfDay(text))
        #expect(time.description == shown)
        #expect(TimeOfDay(shown) == time)
        #expect(TimeOfDay(microsecondsSinceMidnight: time.microsecondsSinceMidnight) == time)
        let parts = TimeOfDay(
            hour: time.hour, minute: time.minute, second: time.second, microsecond: time.microsecond)
        #expect(parts == time)
    }

    @Test(arguments: [
        "", "7", "24:00", "7:60", "7:5:60", "07:05:30.", "07:05:30.1234567", "-1:00", "+7:00", "007:00",
        "7:05:30:1", "٧:05",
        " 7:05", "7:05:3.x",
    ])
    func otherTextsAreNone(text: String) { #expect(TimeOfDay(text) == nil) }

    @Test func oneDayHasItsMicrosecondsAlone() {
        #expect(TimeOfDay(microsecondsSinceMidnight: -1) == nil)
        #expect(TimeOfDay(microsecondsSinceMidnight: 86_400_000_000) == nil)
        #expect(TimeOfDay(hour: 0, microsecond: 1_000_000) == nil)
        #expect(TimeOfDay(hour: Int.max) == nil)
    }
}
