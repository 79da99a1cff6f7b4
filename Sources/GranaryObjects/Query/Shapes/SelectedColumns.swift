/// The columns of `select`: one column gives its value, several give a tuple.
///
/// A closure makes it, as in `context.select(Flight.all) { ($0.number, $0.airline.object) }`; see ``SelectionBuilder``.
public struct SelectedColumns<Root, Row>: Sendable {
    /// What to ask for.
    @usableFromInline package let selection: Selection
    /// The fault of a column, thrown when the query is used; `nil` if there is none.
    @usableFromInline package let problem: GranaryError?
    /// Reads the columns of a row.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` for a value that its type cannot hold.
    @usableFromInline package let read: @Sendable (inout ResultReader) throws -> Row

    @inlinable init(
        selection: Selection, problem: GranaryError?,
        _ read: @escaping @Sendable (inout ResultReader) throws -> Row
    ) {
        self.selection = selection
        self.problem = problem
        self.read = read
    }
}

extension SelectedColumns {
    /// Columns of several parts, whose values a closure reads one after the other.
    @inlinable static func several(
        _ parts: [Part], _ read: @escaping @Sendable (inout ResultReader) throws -> Row
    ) -> Self {
        let (selection, problem) = together(parts)
        return Self(selection: selection, problem: problem, read)
    }

    @usableFromInline static func together(_ parts: [Part]) -> Part {
        (parts.reduce(Selection(values: [])) { $0 + $1.selection }, parts.lazy.compactMap(\.problem).first)
    }

    /// What columns ask for, without their types.
    @inlinable var part: Part { (selection, problem) }

    @usableFromInline typealias Part = (selection: Selection, problem: GranaryError?)
}
