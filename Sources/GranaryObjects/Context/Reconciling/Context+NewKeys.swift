extension Context {
    /// Gives an object that is not inserted a generated key, if it has none and its model has generated keys.
    ///
    /// - Throws: errors of the store that reserves keys.
    package func assignKey<M: Model>(to object: M) throws {
        guard let entity = schema.entity(of: M.self) else { return }
        try graph.lookup.keys.assign(to: object, of: entity)
    }
}
