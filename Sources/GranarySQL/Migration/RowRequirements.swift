package import GranaryStore

/// The requirements of a plan that rows have to meet before anything is changed.
package struct RowRequirements {
    private let plan: MigrationPlan

    /// Prepares the check of a plan.
    package init(_ plan: MigrationPlan) { self.plan = plan }

    /// Finds rows that do not meet them, by a closure that returns the keys that a statement selects.
    ///
    /// - Throws: `GranaryError.Code.constraint`: two rows get the same key, one has no value for a column that becomes
    ///   required, or one refers to no row whose new key is needed.
    package func check(_ keys: (String, [AttributeType]) throws -> [[Value]]) throws {
        for change in plan.changes {
            guard let source = change.source, let target = change.target else { continue }
            if let columns = change.keySources {
                let query = DuplicateQuery(source, columns)
                let found = try keys(query.text, query.types)
                if !found.isEmpty { throw query.error(found, .primaryKey) }
            }
            for column in change.columns where column.needsEveryValue {
                let query = MissingQuery(source, column)
                let found = try keys(query.text, query.types)
                if !found.isEmpty { throw query.error(found, target) }
            }
        }
        for (table, reference, target) in plan.followingReferences {
            let query = StrayQuery(table, reference, to: target)
            let found = try keys(query.text, query.types)
            if !found.isEmpty { throw query.error(found, followingKey: true) }
        }
    }
}

extension TableChange {
    /// The current columns that become another key; `nil` where the key stays, or where those that pairs join have it
    /// apart.
    fileprivate var keySources: [String]? {
        guard changesKey, let target else { return nil }
        let origins = target.key.map { name in columns.first { $0.target.name == name }?.source?.name }
        return origins.contains(nil) ? nil : origins.compactMap { $0 }
    }
}
