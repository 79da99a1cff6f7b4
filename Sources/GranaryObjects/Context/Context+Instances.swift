extension Context {
    /// The object of this context for an object of another one; `nil` if this context and its stores have none.
    ///
    /// It has the values that this context reads: unsaved changes of the other one are seen only if that is a parent.
    /// For an object that no context has, the answer is `nil`.
    ///
    /// - Throws: errors of the store, where the object has to be fetched.
    public func localInstance<M: Model>(of object: M) throws -> M? {
        let state = object.objectState
        guard state.isIdentified || state.isKnown else { return nil }
        return try self.object(object.objectID)
    }
}
