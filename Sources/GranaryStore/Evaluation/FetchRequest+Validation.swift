extension FetchRequest {
    /// Checks the parts of a request that need no rows: the range, and that a selection by relationship names
    /// one to one.
    ///
    /// - Throws: ``GranaryError/Code/query``.
    package func validate() throws {
        try Self.validateRange(offset, limit, of: entity)
        guard case .referring(let name, _) = selection else { return }
        guard let relationship = entity.relationship(name), !relationship.isToMany else {
            throw GranaryError(
                .query, "\(entity.name) has no relationship to one “\(name)” to select rows by.",
                context: .init(entity: entity.name, properties: [name]))
        }
    }

    /// Checks the offset and the limit of a query.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a negative number.
    package static func validateRange(_ offset: Int, _ limit: Int?, of entity: Entity) throws {
        if offset >= 0, (limit ?? 0) >= 0 { return }
        for (name, number) in [("offset", offset), ("limit", limit ?? 0)] where number < 0 {
            throw GranaryError(
                .query, "The \(name) of a query is negative; it must be 0 or more.",
                context: .init(entity: entity.name))
        }
    }

    /// How many rows of the ordered answer have to be known: offset and limit together; `nil` for all.
    package var lastPosition: Int? {
        guard let limit else { return nil }
        let (sum, overflow) = offset.addingReportingOverflow(limit)
        return overflow ? nil : sum
    }
}
