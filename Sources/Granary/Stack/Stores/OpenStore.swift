/// An open store and the configurations whose objects it holds.
struct OpenStore: Sendable {
    /// The configurations that it currently holds.
    let configurations: [StoreConfiguration]
    /// The configurations it was opened for: the current ones, and those detached since.
    let opened: [StoreConfiguration]
    /// The store as the stacks share it.
    let shared: SharedStore
    let member: StoreCoordinator.Member

    /// Closes the store.
    ///
    /// - Throws: errors of the store.
    func close(_ observer: OperationObserver?) throws {
        try reporting(to: observer, Operation(.close, namespace: member.name, system: member.type)) {
            try member.store.close()
        }
    }
}
