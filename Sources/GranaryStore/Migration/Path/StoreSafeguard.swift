/// The content of a store before a change, kept until the change is final.
///
/// If several stores are opened as one and one of them cannot be opened, the changed ones are restored to it.
package struct StoreSafeguard {
    private let backend: any CopyingBackend.Type
    private let configuration: StoreConfiguration
    private let copy: StoreCopy
    private let kept: [StoreConfiguration]
    /// The number of the last save when the change was complete.
    private var saves: Int64?

    /// Copies a store; `nil` without one, and for a backend that copies none.
    ///
    /// - Throws: errors of copying.
    package init?(_ backend: any StoreBackend.Type, _ configuration: StoreConfiguration) throws {
        guard let backend = backend as? any CopyingBackend.Type else { return nil }
        let kept = try backend.copies(of: configuration)
        guard let copy = try backend.copy(configuration, as: .working) else { return nil }
        self.backend = backend
        self.configuration = configuration
        self.copy = copy
        self.kept = kept
    }

    /// Notes that the change is complete: later saves are new work, which must not be lost.
    package mutating func acceptChange() { saves = try? backend.inspect(configuration)?.saves }

    /// Restores the store, which must be closed, and removes the copies that the change has put aside.
    ///
    /// It stays changed if there has been a save in it since; with `wasOffered`, also if the store does not know.
    ///
    /// - Throws: errors of replacing the store: it then stays changed, and the copy is kept.
    package func restore(wasOffered: Bool) throws {
        if wasOffered, saves == nil { return drop() }
        // A copy of the current state has the values that replacing it needs.
        let found = try backend.copy(configuration, as: .working)
        guard let present = try found ?? remade() else { return drop() }
        try? backend.destroy(present.configuration)
        if let saves, saves != present.saves { return drop() }
        // A change that failed has changed nothing, and the saves of others since the copy must stay.
        if saves == nil, found?.schema == copy.schema { return drop() }
        try backend.replace(
            configuration,
            with: StoreCopy(
                configuration: copy.configuration, saves: present.saves, schema: present.schema,
                hold: copy.hold))
        for copy in try backend.copies(of: configuration) where !kept.contains(copy) {
            try backend.destroy(copy)
        }
    }

    /// A copy of an empty store that is made where the store was deleted.
    private func remade() throws -> StoreCopy? {
        var configuration = configuration
        configuration.isReadOnly = false
        let described = Schema(stored: copy.schema)
        var request = StoreOpenRequest(
            configuration: configuration, entities: described.entities, links: described.links,
            fingerprint: described.fingerprint)
        request.recorded = copy.schema
        try backend.open(request).close()
        return try backend.copy(configuration, as: .working)
    }

    /// Removes the copy, since the change stays.
    package func drop() { try? backend.destroy(copy.configuration) }
}
