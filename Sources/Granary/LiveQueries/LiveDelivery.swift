/// Whether the reader of a live query gets each difference, or the newest result.
public enum LiveDelivery: Sendable, Hashable {
    /// Saves between two calls of `next()` are combined.
    case latest
    /// Each save that changes the result is a separate result.
    ///
    /// Waiting saves are combined when they exceed the buffer, after an error, when another store has been opened, when
    /// the query has to run again (``LiveQuery/explain()``) or its limit to be filled again, and when saves were
    /// reported out of order. The result says so (``LiveResult/hasOverflowed``).
    case every(buffer: Int)

    /// The most saves that can wait one by one; `nil` if they are combined.
    var buffer: Int? { if case .every(let buffer) = self { Swift.max(buffer, 1) } else { nil } }
}
