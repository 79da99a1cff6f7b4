extension Context {
    /// The object of this context for an object of another one; `nil` if this context and its stores have none.
    ///
    /// It has the values that this context reads: it shows unsaved changes of the other context only if that is a
    /// parent. The result is `nil` for an object that is in no context.
    ///
    /// - Throws: errors of the store, if the object has to be fetched.
    public func localInstance<M: Model>(of object: M) throws -> M? {
        let state = object._objectState
        guard state.isIdentified || state.isKnown else { return nil }
        return try self.object(object.objectID)
    }
}
