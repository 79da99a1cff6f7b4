extension Context {
    /// One page of the objects of a query: the first, or with ``Query/after(_:)`` the one after another.
    ///
    /// ```swift
    /// var page = try context.page(flights, size: 50)
    /// while let cursor = page.next {
    ///     page = try context.page(flights.after(cursor), size: 50)
    /// }
    /// ```
    ///
    /// Concurrent inserts and deletes by others neither shift nor repeat objects. Unsaved changes of this context
    /// count.
    ///
    /// - Parameters:
    ///   - query: the objects and their order, without limit and offset.
    ///   - size: the largest number of objects, at least 1.
    /// - Returns: the objects, and the cursor of the next page.
    /// - Throws: ``GranaryError/Code/query`` for a size below 1, a limit or an offset, and for a cursor that is altered
    ///   or of another query or schema; as ``fetch(_:)``.
    /// - Complexity: as a fetch of `size` + 1 objects. If an index has the query's order, or that is the order of the
    ///   keys, no page costs more than the first.
    public func page<M: Model>(_ query: Query<M>, size: Int) throws -> Page<M> {
        var wanted = try query.withRoom(forPageOf: size)
        guard let entity = schema.entity(of: M.self) else {
            return Page(objects: try fetch(query), next: nil)
        }
        if let problem = query.problem { throw problem }
        let binding = PageBinding(query, in: schema)
        let position = RowPosition(query.sort, of: entity)
        wanted.predicate = try query.positionedPredicate(binding, position, of: entity)
        wanted.cursor = nil
        var objects = try fetch(wanted)
        guard objects.count > size else { return Page(objects: objects, next: nil) }
        objects.removeLast(objects.count - size)
        let last = objects[size - 1]
        let filters = try queries.filters(of: query)
        let answers = SubqueryAnswers(queries)
        let columns = try position.columns.map {
            try answers.resolved(filters.filtered($0.expression, from: entity), on: entity)
        }
        let values = try last._objectState.batch?.link.graph.map { graph in
            try graph.values(of: columns, on: last)
        }
        guard let values else {
            throw GranaryError(
                .invalidObject, "The context has given an object of a page up; fetch the page again.",
                context: .init(entity: entity.name))
        }
        return Page(objects: objects, next: PageCursorContent(binding, values).cursor)
    }
}

extension Query {
    /// The query with the limit of a page.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a size below 1, a limit or an offset.
    func withRoom(forPageOf size: Int) throws -> Query {
        guard size > 0, size < .max, limit == nil, offset == 0 else {
            throw GranaryError(
                .query,
                size > 0 && size < .max
                    ? "A page has its own limit and begins at a cursor. Remove the limit and the offset of the query."
                    : "The size of a page is out of range; ask for one object or more.",
                context: .init(entity: M.modelDescription.name))
        }
        var query = self
        // One more shows whether there is another page.
        query.limit = size + 1
        return query
    }
}
