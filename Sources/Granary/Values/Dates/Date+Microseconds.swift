public import FoundationEssentials

extension Date {
    /// The moment this many microseconds after 1970-01-01 00:00 UTC; exact for about the years 1730 to 2270, else the nearest representable one.
    @inlinable public init(storedMicroseconds microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }

    /// The moment in microseconds since 1970-01-01 00:00 UTC, rounded to the nearest.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` outside the years 1 to 9999.
    @inlinable public func storedMicroseconds() throws -> Int64 {
        let microseconds = (timeIntervalSince1970 * 1_000_000).rounded()
        guard microseconds >= -62_135_596_800_000_000, microseconds < 253_402_300_800_000_000 else {
            throw GranaryError(.invalidValue, "The value cannot be stored: the date is outside the years 1 to 9999.")
        }
        return Int64(microseconds)
    }
}
