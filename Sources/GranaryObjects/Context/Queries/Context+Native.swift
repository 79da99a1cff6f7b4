extension Context {
    /// The values of the single column of a query in the engine's own language, run in the store of a model.
    ///
    /// Everything else is as with several columns.
    public func native<M: Model, V: AttributeValue>(
        _ query: NativeQuery, from model: M.Type, as type: V.Type
    ) throws -> [V] {
        try native(query, from: model, kinds: [V.attributeType]).map { row in
            var reader = ResultReader(row)
            return try reader.next(ValueCoding<V>.attribute)
        }
    }

    /// The rows of a query in the engine's own language, run in the store of a model, as tuples of the given types.
    ///
    /// ```swift
    /// try context.native(
    ///     "SELECT \(Flight.fields.carrier), count(*) FROM \(Flight.self) WHERE \(Flight.fields.delay) > \(60) GROUP BY 1",
    ///     from: Flight.self, as: (String.self, Int.self))
    /// ```
    ///
    /// The store answers from the context's snapshot and only reads; unsaved changes do not count. The engine decides
    /// the meaning of the query; another backend may not understand it.
    ///
    /// - Throws: ``GranaryError/Code/unsupported``, naming the store's type, when its engine has no language;
    ///   ``GranaryError/Code/query`` when the engine does not understand the query, when it is not a single reading
    ///   statement, when it names models of another store, and when the number of columns differs;
    ///   ``GranaryError/Code/malformed`` when a column does not hold its type.
    @_disfavoredOverload
    public func native<M: Model, V1: AttributeValue, V2: AttributeValue, each V: AttributeValue>(
        _ query: NativeQuery, from model: M.Type, as types: (V1.Type, V2.Type, repeat (each V).Type)
    ) throws -> [(V1, V2, repeat each V)] {
        var kinds = [V1.attributeType, V2.attributeType]
        for kind in repeat (each V).attributeType { kinds.append(kind) }
        return try nativeRows(query, model, kinds) { reader in
            (
                try reader.next(ValueCoding<V1>.attribute), try reader.next(ValueCoding<V2>.attribute),
                repeat try reader.next(ValueCoding<each V>.attribute)
            )
        }
    }

    /// The rows of a query in the engine's own language, each read by a closure.
    func nativeRows<M: Model, Row>(
        _ query: NativeQuery, _ model: M.Type, _ kinds: [AttributeType],
        _ read: (inout ResultReader) throws -> Row
    ) throws -> [Row] {
        try native(query, from: model, kinds: kinds).map { row in
            var reader = ResultReader(row)
            return try read(&reader)
        }
    }
}
