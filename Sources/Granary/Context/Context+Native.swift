extension Context {
    /// Asks the store of a model in its engine's own language for one column, whose values it returns as the type
    /// asked for.
    ///
    /// Otherwise it is as the one for several columns.
    public func native<M: Model, V: AttributeValue>(
        _ query: NativeQuery, from model: M.Type, as type: V.Type
    ) throws -> [V] {
        try native(query, from: model, kinds: [V.attributeType]).map { row in
            var reader = ResultReader(row)
            return try reader.next(ValueCoding<V>.attribute)
        }
    }

    /// Asks the store of a model in its engine's own language for several columns; the rows as tuples of the types
    /// asked for.
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
    public func native<M: Model, V1: AttributeValue, V2: AttributeValue, each V: AttributeValue>(
        _ query: NativeQuery, from model: M.Type, as types: (V1.Type, V2.Type, repeat (each V).Type)
    ) throws -> [(V1, V2, repeat each V)] {
        var kinds = [V1.attributeType, V2.attributeType]
        for kind in repeat (each V).attributeType { kinds.append(kind) }
        return try native(query, from: model, kinds: kinds).map { row in
            var reader = ResultReader(row)
            return (
                try reader.next(ValueCoding<V1>.attribute), try reader.next(ValueCoding<V2>.attribute),
                repeat try reader.next(ValueCoding<each V>.attribute)
            )
        }
    }
}
