/// The columns of `select`: one column gives its value, several give a tuple.
///
/// A closure makes it, as in `context.select(Flight.all) { ($0.number, $0.airline.object) }`; see ``SelectionBuilder``.
public struct SelectedColumns<Root, Row>: Sendable {
    /// What to ask for.
    package let selection: Selection
    /// The fault of a column, thrown when the query is used; `nil` if there is none.
    package let problem: GranaryError?
    /// Reads the columns of a row.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` for a value that its type cannot hold.
    package let read: @Sendable (inout ResultReader) throws -> Row
}

extension SelectedColumns {
    /// Columns of several parts, whose values a closure reads one after the other.
    static func several(
        _ parts: [Part], _ read: @escaping @Sendable (inout ResultReader) throws -> Row
    ) -> Self {
        Self(
            selection: parts.reduce(Selection()) { $0 + $1.selection },
            problem: parts.lazy.compactMap(\.problem).first, read: read)
    }

    /// What columns ask for, without their types.
    var part: Part { (selection, problem) }

    typealias Part = (selection: Selection, problem: GranaryError?)
}
