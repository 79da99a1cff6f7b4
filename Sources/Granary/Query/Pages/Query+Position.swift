extension Query {
    /// The same query with its cursor as a part of the condition.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a cursor that is altered, or of another query or schema.
    func positioned(in schema: Schema, of entity: Entity) throws -> Query {
        guard cursor != nil else { return self }
        return try positioned(PageBinding(self, in: schema), of: entity)
    }

    /// The same with the binding of this query.
    func positioned(_ binding: PageBinding, of entity: Entity) throws -> Query {
        guard let cursor else { return self }
        let content = try PageCursorContent(cursor, of: entity.name)
        if content.binding.query != binding.query {
            throw GranaryError(
                .query,
                "The cursor belongs to another query. Use it with the model, condition and order that its page was made of.",
                context: .init(entity: entity.name))
        }
        if content.binding.schema != binding.schema {
            throw GranaryError(
                .query,
                "The cursor belongs to another version of the schema. Begin with the first page.",
                context: .init(entity: entity.name))
        }
        let position = RowPosition(sort, of: entity)
        guard content.values.count == position.columns.count else {
            throw PageCursorContent.altered(entity.name)
        }
        let behind = position.rows(behind: content.values)
        var query = self
        query.cursor = nil
        query.predicate = predicate.map { .both($0, behind) } ?? behind
        return query
    }
}
