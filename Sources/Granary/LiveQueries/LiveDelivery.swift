/// Whether the reader of a live query gets each difference, or the newest result.
public enum LiveDelivery: Sendable, Hashable {
    /// Saves between two calls of `next()` are combined.
    case latest
    /// Each save that changes the result is a result of its own.
    ///
    /// While more saves wait than the buffer holds, and after an error, the waiting ones are combined, and the result says so
    /// (``LiveResult/hasOverflowed``). A query with a limit combines them too when it has to be filled again. Queries that run again after a save, as ``LiveQuery/explain()`` tells, always combine.
    case every(buffer: Int)

    /// The most saves that wait one by one; `nil` if they are combined.
    var buffer: Int? { if case .every(let buffer) = self { Swift.max(buffer, 1) } else { nil } }
}
