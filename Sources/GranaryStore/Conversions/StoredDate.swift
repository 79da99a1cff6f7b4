public import FoundationEssentials

/// Dates as stores keep them: whole microseconds since 1970-01-01 00:00 UTC, in the years 1 to 9999.
///
/// `Date` counts seconds from 2001 in a `Double`. Between the years 1730 and 2270 every microsecond has its own `Date`
/// and converts back to itself; beyond, the nearest `Date` is taken.
public enum StoredDate {
    /// The microseconds that can be stored: from the first of year 1 to the last of year 9999.
    @inlinable public static var range: ClosedRange<Int64> {
        -62_135_596_800_000_000...253_402_300_799_999_999
    }

    /// The seconds from 1970 to the reference date of `Date`, 2001-01-01 00:00 UTC.
    @inlinable static var referenceSeconds: Int64 { 978_307_200 }

    /// The microsecond nearest to a date, ties to even.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` outside the years 1 to 9999.
    public static func microseconds(of date: Date) throws(GranaryError) -> Int64 {
        let seconds = date.timeIntervalSinceReferenceDate
        guard seconds.magnitude < 0x1p40 else { throw outside }
        let whole = seconds.rounded(.down)
        let microseconds =
            (Int64(whole) + referenceSeconds) * 1_000_000 + nearestMicroseconds(seconds - whole)
        return try validated(microseconds)
    }

    /// The microseconds that conditions compare with: one more on either side stands for everything beyond.
    package static let comparedRange = (range.lowerBound - 1)...(range.upperBound + 1)

    /// The microsecond nearest to a date; outside the years 1 to 9999 the one before, or the one after, all of them.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for a date whose number of seconds is NaN.
    package static func comparedMicroseconds(of date: Date) throws(GranaryError) -> Int64 {
        do {
            return try microseconds(of: date)
        } catch {
            let seconds = date.timeIntervalSinceReferenceDate
            if seconds.isNaN { throw error }
            return seconds < 0 ? comparedRange.lowerBound : comparedRange.upperBound
        }
    }

    /// The `Date` nearest to a number of microseconds since 1970; any number has one.
    @inlinable public static func date(ofMicroseconds microseconds: Int64) -> Date {
        let reference = referenceSeconds * 1_000_000
        let (sinceReference, overflow) = microseconds.subtractingReportingOverflow(reference)
        guard !overflow, sinceReference.magnitude <= 1 << 53 else {
            return distantDate(ofMicroseconds: microseconds)
        }
        return Date(timeIntervalSinceReferenceDate: Double(sinceReference) / 1_000_000)
    }

    /// The same for more microseconds since the reference date than a `Double` can count.
    @usableFromInline static func distantDate(ofMicroseconds microseconds: Int64) -> Date {
        let sinceReference = Int128(microseconds) - Int128(referenceSeconds) * 1_000_000
        return Date(timeIntervalSinceReferenceDate: Double(nearestTo: sinceReference, dividedBy: 1_000_000))
    }

    /// The same microseconds, if they can be stored.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` outside the years 1 to 9999.
    @discardableResult
    package static func validated(_ microseconds: Int64) throws(GranaryError) -> Int64 {
        guard range.contains(microseconds) else { throw outside }
        return microseconds
    }

    private static var outside: GranaryError {
        GranaryError(.invalidValue, "A date lies outside the years 1 to 9999, the range of stored dates.")
    }

    /// The whole number nearest to a fraction of a second times a million, ties to even.
    private static func nearestMicroseconds(_ fraction: Double) -> Int64 {
        let product = fraction * 1_000_000
        let rounded = product.rounded(.toNearestOrEven)
        // Near 2001 the product itself was rounded and can wrongly look like a tie.
        guard (product - rounded).magnitude == 0.5 else { return Int64(rounded) }
        let error = (-product).addingProduct(fraction, 1_000_000)
        if error == 0 { return Int64(rounded) }
        return Int64(product.rounded(error < 0 ? .down : .up))
    }
}
