/// A column of `select` with a list of rows: those of the objects of a relationship to many.
public struct MemberColumn<Root: Model, Row>: SelectableColumn {
    /// A list of rows.
    public typealias Selected = [Row]
    let members: SelectedMembers
    let problem: GranaryError?
    let read: @Sendable (inout ResultReader) throws -> Row

    /// The column alone.
    @_documentation(visibility: private)
    public var _columns: SelectedColumns<Root, [Row]> {
        SelectedColumns(selection: Selection(levels: [.members(members)]), problem: problem) { [read] in
            try $0.nextList().map { row in
                var reader = ResultReader(row)
                return try read(&reader)
            }
        }
    }
}

extension SelectableMembers {
    /// A column with a list of rows, one for each of the objects: the value of an expression, or a tuple of several
    /// columns, which may be lists and objects again.
    ///
    /// `context.select(Customer.all) { ($0.name, $0.orders.limit(3).select { ($0.id, $0.freight) }) }`. One request answers
    /// the column for all rows of the query, and two where the relationship is to many on both sides. Unsaved changes and
    /// the filters of models count.
    public func select<Row>(
        @SelectionBuilder<Target> _ columns: (Target.Fields) -> SelectedColumns<Target, Row>
    ) -> MemberColumn<Root, Row> {
        let (columns, members) = (columns(Target.fields), _query)
        let query = members.query
        return MemberColumn(
            members: SelectedMembers(
                path: members.path, relationship: members.relationship, predicate: query.predicate,
                sort: query.sort, offset: query.offset, limit: query.limit, lifted: query.lifted,
                selection: columns.selection),
            problem: query.problem ?? columns.problem, read: columns.read)
    }
}
