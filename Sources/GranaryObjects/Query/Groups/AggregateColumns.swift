/// The columns of a result that are aggregates: one column gives its value, several give a tuple.
///
/// A closure makes it, as in `context.aggregate(Flight.all) { ($0.delay.average, $0.count()) }`; see
/// ``AggregateBuilder``.
public struct AggregateColumns<Root: Model, Row>: Sendable {
    /// The aggregates to request, in order.
    package let columns: [AggregateRequest.Column]
    /// The fault of an aggregate, thrown when the query is used; `nil` if there is none.
    package let problem: GranaryError?
    /// Reads the aggregates of a result row.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` for a value that its type cannot hold.
    package let read: @Sendable (inout ResultReader) throws -> Row
}
