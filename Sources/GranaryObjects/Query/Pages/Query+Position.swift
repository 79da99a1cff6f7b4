extension Query {
    /// The condition, with that of the cursor as a part.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a cursor that is altered, or of another query or schema.
    func positionedPredicate(in schema: Schema, of entity: Entity) throws -> ExpressionTree? {
        guard cursor != nil else { return predicate }
        return try positionedPredicate(
            PageBinding(self, in: schema), RowPosition(sort, of: entity), of: entity)
    }

    /// The same with the binding and the order of this query.
    func positionedPredicate(
        _ binding: PageBinding, _ position: RowPosition, of entity: Entity
    ) throws -> ExpressionTree? {
        guard let cursor else { return predicate }
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
        guard content.values.count == position.columns.count else {
            throw PageCursorContent.altered(entity.name)
        }
        let behind = position.rows(behind: content.values)
        return predicate.map { .both($0, behind) } ?? behind
    }
}
