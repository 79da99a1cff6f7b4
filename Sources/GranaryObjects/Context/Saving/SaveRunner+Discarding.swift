/// What hooks may not call: it would discard the changes that the save is to write.
extension SaveRunner {
    /// Throws inside a hook that is called before the save, for a call that would discard what the save writes.
    func requireKeepingChanges(_ call: String) throws {
        if let error = discardError(call) { throw error }
    }

    /// Whether a call that cannot throw may discard changes; inside a hook it may not, and the save then throws.
    func mayDiscard(_ call: String) -> Bool {
        guard let error = discardError(call) else { return true }
        refusedCall = refusedCall ?? error
        return false
    }

    private func discardError(_ call: String) -> GranaryError? {
        if !isBeforeWriting { return nil }
        return GranaryError(
            .invalidObject,
            "A hook cannot \(call): that would discard what the save which has called it is to write. Throw an error to refuse the save, or change the objects instead."
        )
    }
}
