import GranaryStore

/// The rows of a relationship to many, as the source of a subquery.
struct Members {
    /// The query level of the rows.
    let scope: QueryScope
    /// The condition that a row belongs to the owner.
    let link: SQLText
    private let pairs: SQLText

    /// Finds the rows of the relationship at the end of a path; `nil` if they are not in this store.
    init?(of name: String, at path: [String], _ outer: QueryScope, _ lowering: ExpressionLowering) {
        guard let owner = outer.end(of: path), let relationship = owner.entity.relationship(name),
            relationship.isToMany, lowering.layout.holds(relationship.destination)
        else { return nil }
        scope = lowering.scope(of: relationship.destination, inside: outer)
        switch relationship.storage {
        case .ownColumns: return nil
        case .destinationColumns(let inverse):
            let equal = zip(inverse.columns, owner.key).map { [scope] in
                "\(scope.column($0)) = \($1)" as SQLText
            }
            link = .list(equal, separator: " AND ")
            pairs = SQLText()
        case .link(let table, let isFirst):
            let alias = lowering.aliases.next()
            let column: (Column) -> SQLText = { "\(verbatim: alias).\(name: $0.name)" }
            let near = (isFirst ? table.firstColumns : table.secondColumns).map(column)
            let far = (isFirst ? table.secondColumns : table.firstColumns).map(column)
            let equal = zip(near, owner.key).map { "\($0) = \($1)" as SQLText }
            link = .list(equal, separator: " AND ")
            let on = zip(scope.key, far).map { "\($0) = \($1)" as SQLText }
            pairs = "\(name: table.name) AS \(verbatim: alias) JOIN "
            joinCondition = .list(on, separator: " AND ")
        }
    }

    private var joinCondition: SQLText?

    /// The clause that names the tables; complete once the condition has been lowered.
    var source: SQLText {
        guard let joinCondition else { return scope.source }
        return
            "\(pairs)\(name: scope.entity.table) AS \(verbatim: scope.alias) ON \(joinCondition)\(scope.joins)"
    }
}
