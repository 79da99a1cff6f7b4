/// The objects of a relationship to many with a condition, an order and a range, whose rows become a column of `select`:
/// `$0.orders.where { $0.freight > 10 }.sorted { $0.orderDate.descending }.limit(3)`.
///
/// It chains as a ``Query`` does, and ``SelectableMembers/select(_:)`` makes the column.
public struct MemberQuery<Root: Model, Target: Model>: SelectableMembers {
    let path: [String]
    let relationship: String
    /// The objects, of whichever owner.
    let query: Query<Target>

    /// The query itself.
    @_documentation(visibility: private)
    public var _query: MemberQuery { self }

    func with(_ query: Query<Target>) -> Self {
        MemberQuery(path: path, relationship: relationship, query: query)
    }
}

extension ToManyField: SelectableMembers {
    /// All objects of the relationship, by their keys.
    @_documentation(visibility: private)
    public var _query: MemberQuery<Root, Target> {
        MemberQuery(path: path, relationship: relationship, query: Query())
    }
}
