/// JSON in: objects that are made of JSON, and changed by it.
extension Context {
    /// Inserts a new object with the values of JSON, as ``ModelSnapshot/init(json:)`` reads them, and returns it.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue``, which names the key or the path that is wrong; any error from
    ///   inserting.
    @discardableResult
    public func insert<M: Model>(_ model: M.Type, json: String) throws -> M {
        try insert(M.Snapshot(json: json))
    }

    /// Applies JSON to an object and returns the object; `nil` if it is gone and stays so.
    ///
    /// An absent key leaves its property unchanged, `null` empties it. Everything else is as in
    /// ``apply(_:base:policy:)``.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue``, which names the key or the path that is wrong; as
    ///   ``apply(_:base:policy:)``.
    @discardableResult
    public func apply<M: Model>(
        json: String, to id: ObjectID<M>, base: M.Snapshot? = nil, policy: MergePolicy? = nil
    ) throws -> M? {
        // Properties that JSON leaves out get the values of the base, so that they do not differ from it.
        guard let start = try base ?? object(id)?.snapshot else {
            throw GranaryError(
                .notFound,
                "The object that JSON is to change does not exist. Insert it, or give the base that was read.",
                context: .init(entity: M.modelDescription.name))
        }
        return try apply(start.applying(json: json), base: start, policy: policy)
    }
}
