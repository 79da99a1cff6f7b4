/// A place between two rows of an order.
package enum RowEdge: Sendable {
    /// Before every row.
    case start
    /// After every row.
    case end
    /// Before the rows that are equal to a probe; after them, when so said.
    case at(ValuesProbe, afterEqual: Bool)

    var isStart: Bool { if case .start = self { true } else { false } }
    var isEnd: Bool { if case .end = self { true } else { false } }
}
