package import GranaryStore

/// The rows of one query level: a table, and the tables joined to it along paths.
///
/// Relationships to one are joined so that rows without a target stay, with nulls for its columns: a path through `nil`
/// is `nil`. Each path is joined once.
package final class QueryScope {
    /// The entity of the rows.
    package let entity: Entity
    /// The alias of its table in the query.
    package let alias: String
    private let layout: SQLLayout
    private let aliases: AliasCounter
    /// In a condition on members: the level of the object around it.
    let around: QueryScope?
    private var joined: [[String]: PathEnd] = [:]
    /// The joins that paths have needed so far.
    package private(set) var joins = SQLText()

    init(_ entity: Entity, _ layout: SQLLayout, _ aliases: AliasCounter, inside around: QueryScope? = nil) {
        self.entity = entity
        self.layout = layout
        self.aliases = aliases
        self.around = around
        alias = aliases.next()
    }

    /// The clause that names the table and its joins.
    package var source: SQLText { "\(name: entity.table) AS \(verbatim: alias)\(joins)" }

    /// The columns of the key.
    package var key: [SQLText] { entity.keyColumns.map { column($0) } }

    /// A column of the entity itself.
    package func column(_ position: Int) -> SQLText {
        PathEnd(alias: alias, entity: entity, isCertain: true).column(position)
    }

    /// The nearest level around this one whose rows are of a model; `nil` without one.
    func outer(_ model: String) -> QueryScope? {
        guard let around else { return nil }
        return around.entity.name == model ? around : around.outer(model)
    }

    /// The binder of expressions over the rows.
    private(set) lazy var binder: ExpressionBinder =
        around?.binder.binder(forMembers: entity)
        ?? ExpressionBinder(entity) { [layout] in layout.entity($0) }

    /// Joins the rows of a partner, by the conditions that a closure lowers; false if it gives none, or if they need more
    /// tables than there are before the partner.
    ///
    /// While the conditions are lowered there is a partner for certain.
    func join(
        _ partner: FetchRequest.Partner, on conditions: () -> [SQLText]?
    ) -> (matches: [SQLText], end: PathEnd)? {
        let (path, alias) = ([FetchRequest.Partner.step], aliases.next())
        joined[path] = PathEnd(alias: alias, entity: partner.entity, isCertain: true)
        let table: SQLText = "\(name: partner.entity.table) AS \(verbatim: alias)"
        if !partner.isOptional {
            // In front, so that the conditions may follow relationships of both.
            joins.append(" JOIN \(table) ON 1 = 1")
            return conditions().flatMap { found in joined[path].map { (found, $0) } }
        }
        guard let found = conditions(), !joined.keys.contains(where: { $0.first == path[0] && $0.count > 1 })
        else { return nil }
        let end = PathEnd(alias: alias, entity: partner.entity, isCertain: false)
        joined[path] = end
        joins.append(
            " LEFT JOIN \(table) ON \(found.isEmpty ? "1 = 1" : .list(found, separator: " AND "))")
        return ([], end)
    }

    /// The end of a path of relationships to one; `nil` if it does not exist or leaves the store.
    func end(of path: [String]) -> PathEnd? {
        guard let last = path.last else { return PathEnd(alias: alias, entity: entity, isCertain: true) }
        if let known = joined[path] { return known }
        guard let owner = end(of: path.dropLast()), let relationship = owner.entity.relationship(last),
            !relationship.isToMany, layout.holds(relationship.destination)
        else { return nil }
        let destination = relationship.destination
        let isCertain = owner.isCertain && !relationship.isOptional && layout.isEnforced(relationship)
        let end = PathEnd(alias: aliases.next(), entity: destination, isCertain: isCertain)
        let pairs = zip(end.key, relationship.columns).map { "\($0) = \(owner.column($1))" as SQLText }
        joins.append(
            // LEFT JOIN keeps rows without a target: a path through nil is nil.
            " LEFT JOIN \(name: destination.table) AS \(verbatim: end.alias) ON \(.list(pairs, separator: " AND "))"
        )
        joined[path] = end
        return end
    }
}
