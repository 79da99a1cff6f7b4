/// An open store and the configurations it holds.
struct OpenStore: Sendable {
    /// The configurations whose objects it holds now.
    let configurations: [StoreConfiguration]
    /// The configurations it was opened for: those above, and those that have been detached since.
    let opened: [StoreConfiguration]
    let member: StoreCoordinator.Member

    /// Closes the store.
    ///
    /// - Throws: what closing it throws.
    func close(_ observer: OperationObserver?) throws {
        try observed(by: observer, Operation(.close, namespace: member.name, system: member.type)) {
            try member.store.close()
        }
    }
}
