extension Context {
    /// The open stores.
    package var coordinator: StoreCoordinator { access.coordinator }

    /// Whether a unit of work that ended with an error may succeed in another context, in a new snapshot that shows the
    /// saves of others.
    package func mayPassWhenRepeated(_ error: GranaryError) -> Bool {
        // Saves of a unit of work remain when it fails later, and a repetition would make them twice.
        if saves.saveCount > 0 { return false }
        // Another context may have saved the key or the value after this snapshot began.
        return error.code.isRetryable || error.code == .constraint && saves.hasMetTakenValue
    }

    /// Throws the error that was kept, if any, because the place where it happened cannot throw.
    package func throwKept() throws { try graph.lookup.errors.throwFirst() }

    /// Logs a notice if a unit of work has ended with changes that it should have saved.
    package func warnOfForgottenSave() {
        guard saves.options.saves == .write, hasChanges else { return }
        coordinator.notices.record(.forgottenSave, to: coordinator.logger) {
            let changes = ContextChanges(graph: graph).summary.joined(separator: "; ")
            return
                "A unit of work ended with unsaved changes, which are lost: \(changes). Call `save()` before it ends, or `rollback()` where they are to be dropped."
        }
    }

    /// Ends all sessions and detaches all objects; later calls throw ``GranaryError/Code/closed``.
    package func close() {
        discardAll()
        access.close()
        // So that the next lookup of a model notices.
        graph.lookup.clearLastTable()
        merger.unregister()
    }

    /// Switches to the open stores, if others were open at its last operation.
    ///
    /// Sessions end. Objects and unsaved changes stay if the same store still holds their entity. Otherwise they are
    /// detached, since they do not belong to the new store.
    ///
    /// - Throws: ``GranaryError/Code/closed``, ``GranaryError/Code/suspended`` or ``GranaryError/Code/destroyed``.
    package func followStores() throws { try access.operating {} }

    /// Carries out a body during which no store is closed.
    ///
    /// - Throws: as ``followStores()``, and any error from the body.
    package func holdingStores<R>(_ body: () throws -> R) throws -> R { try access.operating(body) }

    /// Whether others have saved something that this context has not merged yet.
    package var hasNews: Bool { merger.hasNews }
    /// Merges the saves of others.
    package func mergeChanges() throws { try merger.mergeChanges() }
    /// Merges the saves of others, without a caller to report errors to; the next query retries the failed parts.
    package func mergeChangesUnattended() { merger.mergeChangesUnattended() }

    /// Begins a new snapshot in every store and merges the changes that others have saved since the last one.
    package func beginSnapshot() throws { try access.beginSnapshot() }

    /// Whether any model of the schema has hooks; otherwise saves do not look for them.
    package var looksForHooks: Bool { graph.schema.hasHooks }

    /// Whether comparing all unsaved objects finds the same open step to undo as comparing only the noted ones.
    package var hasRecordedEveryChange: Bool { undoHistory.hasRecordedEveryChange }
}
