import FoundationEssentials
import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

@Suite struct StoredDateTests {
    @Test func microsecondsSurviveInOurCenturies() throws {
        let seed: UInt64 = 37
        var generator = SeededGenerator(seed: seed)
        // 1730-01-01 to 2270-01-01, where every microsecond has a Date.
        for _ in 0..<20_000 {
            let value = Int64.random(in: -7_573_824_000_000_000...9_467_107_200_000_000, using: &generator)
            #expect(
                try StoredDate.microseconds(of: StoredDate.date(ofMicroseconds: value)) == value,
                "seed \(seed)")
        }
        for offset in -2_000...2_000 {
            let value = 978_307_200_000_000 + Int64(offset)
            #expect(try StoredDate.microseconds(of: StoredDate.date(ofMicroseconds: value)) == value)
        }
    }

    @Test func datesAreTheNearestToAnyMicroseconds() {
        let seed: UInt64 = 41
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let value = Int64.random(in: StoredDate.range, using: &generator)
            let seconds = StoredDate.date(ofMicroseconds: value).timeIntervalSinceReferenceDate
            // In units of 2^-24 seconds both sides of the comparison are integers.
            let exact = (Int128(value) - 978_307_200_000_000) << 24
            func distance(_ candidate: Double) -> Int128 {
                abs(Int128(candidate * 0x1p24) * 1_000_000 - exact)
            }
            guard seconds.magnitude >= 0x1p30 else { continue }
            #expect(distance(seconds) <= distance(seconds.nextUp), "seed \(seed), \(value)")
            #expect(distance(seconds) <= distance(seconds.nextDown), "seed \(seed), \(value)")
        }
        _ = StoredDate.date(ofMicroseconds: .min)
        _ = StoredDate.date(ofMicroseconds: .max)
    }

    @Test func theNearestMicrosecondIsTaken() throws {
        func microseconds(_ sinceReference: Double) throws -> Int64 {
            try StoredDate.microseconds(of: Date(timeIntervalSinceReferenceDate: sinceReference))
                - 978_307_200_000_000
        }
        #expect(try microseconds(0.000_000_4) == 0)
        #expect(try microseconds(0.000_000_6) == 1)
        #expect(try microseconds(-0.000_000_6) == -1)
        #expect(try microseconds(0x1p-7) == 7_812)
        #expect(try microseconds(3 * 0x1p-7) == 23_438)
        #expect(try microseconds((5e-7).nextDown) == 0)
    }

    @Test func onlyYearsOneToNineThousandNineHundredNinetyNineAreStored() throws {
        #expect(StoredDate.range.lowerBound == CivilTime.microseconds(year: 1, month: 1, day: 1))
        #expect(CivilTime(microseconds: StoredDate.range.upperBound).year == 9999)
        #expect(CivilTime(microseconds: StoredDate.range.upperBound + 1).year == 10_000)
        let refused = [
            Date.distantPast.addingTimeInterval(-86_400 * 800), Date(timeIntervalSince1970: .infinity),
            Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: 253_402_300_800),
            Date(timeIntervalSince1970: 1e300), Date(timeIntervalSince1970: -1e300),
        ]
        for date in refused {
            expectError(.invalidValue) { try StoredDate.microseconds(of: date) }
        }
        expectError(.invalidValue) { try StoredDate.validated(.min) }
        #expect(
            try StoredDate.microseconds(of: Date(timeIntervalSince1970: -62_135_596_800))
                == StoredDate.range.lowerBound)
    }
}

@Suite struct CivilTimeTests {
    @Test func partsOfKnownMoments() {
        let epoch = CivilTime(microseconds: 0)
        #expect((epoch.year, epoch.month, epoch.day, epoch.weekday, epoch.dayOfYear) == (1970, 1, 1, 4, 1))
        let before = CivilTime(microseconds: -1)
        #expect((before.year, before.month, before.day, before.dayOfYear) == (1969, 12, 31, 365))
        #expect((before.hour, before.minute, before.second, before.microsecond) == (23, 59, 59, 999_999))
        let leap = CivilTime(microseconds: 951_827_696_000_000)
        #expect((leap.year, leap.month, leap.day, leap.dayOfYear, leap.weekday) == (2000, 2, 29, 60, 2))
        #expect((leap.hour, leap.minute, leap.second) == (12, 34, 56))
    }

    @Test func everyDayFollowsTheOneBefore() {
        var previous = CivilTime(microseconds: -86_400_000_000 * 720_000)
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for days in Int64(-719_999)...200_000 {
            let time = CivilTime(microseconds: days * 86_400_000_000)
            let isLeap = previous.year % 4 == 0 && (previous.year % 100 != 0 || previous.year % 400 == 0)
            let length = lengths[previous.month - 1] + (previous.month == 2 && isLeap ? 1 : 0)
            let endsMonth = previous.day == length
            let endsYear = endsMonth && previous.month == 12
            let day: Int = endsMonth ? 1 : previous.day + 1
            let month: Int = endsYear ? 1 : previous.month + (endsMonth ? 1 : 0)
            let year: Int = previous.year + (endsYear ? 1 : 0)
            let dayOfYear: Int = endsYear ? 1 : previous.dayOfYear + 1
            let weekday: Int = previous.weekday % 7 + 1
            let followed = [time.day, time.month, time.year, time.dayOfYear, time.weekday]
            guard followed == [day, month, year, dayOfYear, weekday] else {
                Issue.record("day \(days)")
                return
            }
            if time.year >= 1 {
                let back = CivilTime.microseconds(year: time.year, month: time.month, day: time.day)
                guard back == days * 86_400_000_000 else {
                    Issue.record("day \(days) back")
                    return
                }
            }
            previous = time
        }
    }

    @Test func extremesHavePartsAndWrongDaysHaveNone() {
        for value in [Int64.min, .min + 1, .max, .max - 1] {
            let time = CivilTime(microseconds: value)
            #expect(
                (1...12).contains(time.month) && (1...31).contains(time.day) && (1...7).contains(time.weekday)
            )
        }
        #expect(CivilTime.microseconds(year: 2013, month: 2, day: 29) == nil)
        #expect(CivilTime.microseconds(year: 2013, month: 13, day: 1) == nil)
        #expect(CivilTime.microseconds(year: 0, month: 1, day: 1) == nil)
        #expect(CivilTime.microseconds(year: .max, month: .min, day: 0) == nil)
    }
}
