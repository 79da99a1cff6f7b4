/// A condition that is a part of every query of a model, until a query lifts it by its name.
///
/// See ``FilteredModel`` for where it counts, and ``Query/unfiltered(_:)``.
public struct ModelFilter<M: Model>: Sendable {
    /// The name by which queries lift it.
    public let name: String
    /// The condition for objects to be seen.
    public let condition: Condition<M>

    /// Makes a filter of a condition, or of several lines that all have to hold.
    public init(_ name: String, @ConditionBuilder<M> _ condition: (M.Fields) -> Condition<M>) {
        self.name = name
        self.condition = condition(M.fields)
    }
}

extension Query {
    /// The same query without the filters of some names, or without any filter if no name is given:
    /// `Note.all.unfiltered("deleted")`.
    ///
    /// The filters of these names are lifted from the query's model and from the members of relationships in its
    /// conditions, orders and columns.
    ///
    /// A name that no model of the schema has is an error when the query is used.
    public func unfiltered(_ names: String...) -> Query {
        var query = self
        query.lifted = lifted.union(names.isEmpty ? .all : LiftedFilters(names))
        return query
    }
}
