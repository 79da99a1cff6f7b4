/// Queries as text: the grammar is in the guide, under “Queries as text”.
extension Query {
    /// Reads a query from a text, such as
    /// `Order where freight * 2 > 10 and customer.city = "Oslo" sorted by orderDate descending, id limit 5`.
    ///
    /// Names are checked; those of other models only if relationships lead to them from this one. For queries in
    /// expressions about further models give the schema.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a text that is no query, or one of another model, with the line and the
    ///   column of the mistake and what was expected there. Kinds that do not go together are errors when the query is
    ///   used, as in Swift.
    public init(parsing text: String) throws {
        try self.init(parsing: text, knowing: KnownModels(from: M.modelDescription))
    }

    /// Reads a query from a text, whose names may be those of all models of a schema.
    ///
    /// - Throws: as ``init(parsing:)``.
    public init(parsing text: String, in schema: Schema) throws {
        try self.init(parsing: text, knowing: KnownModels(schema))
    }

    private init(parsing text: String, knowing models: KnownModels) throws {
        let read = try QueryText(parsing: text, knowing: models)
        let model = M.modelDescription.name
        guard Bytewise.equal(read.model, model) else {
            throw GranaryError(
                .query, "The text is a query of \(read.model) where one of \(model) is needed.",
                context: .init(entity: model))
        }
        self.init(predicate: read.predicate)
        sort = read.sort
        offset = read.offset
        limit = read.limit
        prefetch = read.prefetch
        lifted = read.lifted
        skipsUnreadable = read.skipsUnreadable
        cursor = read.cursor.map { PageCursor(text: $0) }
    }

    /// The query as text with all values, which ``init(parsing:)`` reads again: for a bug report or a file, not for a log.
    ///
    /// The query that is read gives the same answers; chains of `and` and of `or` may be arranged otherwise.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a query that has a fault, or that was made by hand of what no text says.
    public func text() throws -> String {
        if let problem { throw problem }
        var writer = QueryWriter(.whole)
        let text = writer.text(asText)
        guard let fault = writer.fault else { return text }
        throw GranaryError(
            .query,
            "The query cannot be written as text: it has \(fault). Make it with the functions of queries.",
            context: .init(entity: M.modelDescription.name))
    }

    /// The query without its type, as text has it.
    var asText: QueryText {
        var text = QueryText(model: M.modelDescription.name)
        (text.predicate, text.sort, text.offset, text.limit) = (predicate, sort, offset, limit)
        (text.prefetch, text.lifted, text.skipsUnreadable) = (prefetch, lifted, skipsUnreadable)
        text.cursor = cursor?.text
        return text
    }
}
