extension Context {
    /// Sets attributes and relationships to one of stored objects to what a query in the engine's own language computes,
    /// in one atomic commit, and returns the number of objects.
    ///
    /// ```swift
    /// try context.nativeWrite(
    ///     "SELECT \(Flight.fields.id), trim(\(Flight.fields.note)) FROM \(Flight.self) WHERE \(Flight.fields.number) < \(9)",
    ///     to: Flight.self, setting: { $0.note })
    /// ```
    ///
    /// The columns of the query are the primary key, and then a value for each attribute, in their order. A relationship
    /// to one is set by the key of its object, `{ $0.airline.code }`, each part of a compound one; `nil` empties it. The
    /// engine computes them and only reads; the context writes them as ``updateAll(_:assigning:)`` does. So the versions of the
    /// rows are raised, rules, unique values and the requirements of ``require(unchanged:)`` are checked, loaded objects
    /// and other contexts learn of it, and nothing is written for objects that have the values already. If others change
    /// rows at the same time, the query runs again. Keys without an object are passed over. Statements that write by
    /// themselves would pass by all of this, so every native query refuses them.
    ///
    /// - Throws: as ``native(_:from:as:)``; ``GranaryError/Code/unsupported`` for a store without a native language, and
    ///   for a relationship whose other side is one object; ``GranaryError/Code/query`` for two rows with one key, a row
    ///   without a key, and for anything but attributes of the model itself outside of its key, and whole keys of
    ///   relationships to one; ``GranaryError/Code/invalidValue`` for a value that the model cannot read; as
    ///   ``updateAll(_:assigning:)``. Nothing is written then.
    @discardableResult
    public func nativeWrite<M: Model, each V>(
        _ query: NativeQuery, to model: M.Type,
        setting attributes: (M.Fields) -> (repeat TypedExpression<M, each V>)
    ) throws -> Int {
        var trees: [ExpressionTree] = []
        let fields = attributes(M.fields)
        for field in repeat each fields { trees.append(field.tree) }
        return try batches.nativeWrite(query, model, trees)
    }
}
