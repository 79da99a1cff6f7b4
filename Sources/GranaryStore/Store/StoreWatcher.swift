/// Receives the saves of others in a store; may be called on any thread, and does not block.
public protocol StoreWatcher: Sendable {
    /// Others have saved.
    ///
    /// - Parameter tables: The stored names of the models that may have changed, with both sides of changed pairs;
    ///   `nil` if any may have. Several saves may be reported together.
    func othersHaveSaved(in tables: Set<String>?)

    /// The store cannot be watched at present, so saves of others are reported late.
    ///
    /// Once it is watched again, ``othersHaveSaved(in:)`` is called for all models: others may have saved in between.
    func watchingFailed(_ error: GranaryError)
}
