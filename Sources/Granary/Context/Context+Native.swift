extension Context {
    /// Asks the store of a model in its engine's own language; the rows as tuples of the types asked for.
    ///
    /// ```swift
    /// try context.native(
    ///     "SELECT \(Flight.fields.carrier), count(*) FROM \(Flight.self) WHERE \(Flight.fields.delay) > \(60) GROUP BY 1",
    ///     from: Flight.self, as: (String.self, Int.self))
    /// ```
    ///
    /// The store answers from the context's snapshot; unsaved changes do not count, and it only reads. What
    /// the query means is up to the engine, and so is whether another backend understands it.
    ///
    /// - Throws: ``GranaryError/Code/unsupported``, naming the store's type, when its engine has no language;
    ///   ``GranaryError/Code/query`` when it does not understand the query, when it is no single reading
    ///   statement, when it names models of another store, and when the number of columns is another;
    ///   ``GranaryError/Code/malformed`` when a column does not hold the type.
    public func native<M: Model, each V: AttributeValue>(
        _ query: NativeQuery, from model: M.Type, as types: (repeat (each V).Type)
    ) throws -> [(repeat each V)] {
        var kinds: [AttributeType] = []
        for type in repeat each types { kinds.append(type.attributeType) }
        return try native(query, from: model, kinds: kinds).map { row in
            var reader = ResultReader(row)
            return (repeat try reader.next(ValueCoding<each V>.attribute))
        }
    }
}
