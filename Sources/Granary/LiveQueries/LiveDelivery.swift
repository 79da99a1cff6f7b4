/// Whether the reader of a live query gets each difference, or the newest result.
public enum LiveDelivery: Sendable, Hashable {
    /// Saves between two calls of `next()` are combined.
    case latest
    /// Each save that changes the result is a result of its own.
    ///
    /// The saves that wait are combined where more wait than the buffer holds, after an error, where another store has
    /// been opened, where the query has to run again (``LiveQuery/explain()``) or its limit to be filled again, and where
    /// saves were reported out of order. The result says so (``LiveResult/hasOverflowed``).
    case every(buffer: Int)

    /// The most saves that wait one by one; `nil` if they are combined.
    var buffer: Int? { if case .every(let buffer) = self { Swift.max(buffer, 1) } else { nil } }
}
