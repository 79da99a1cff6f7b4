extension Context {
    /// Makes one step of everything a closure changes, also when it throws.
    public func undoStep<R>(_ body: () throws -> R) throws -> R {
        try beginUndoStep()
        do {
            let result = try body()
            try endUndoStep()
            return result
        } catch {
            try? endUndoStep()
            throw error
        }
    }
}
