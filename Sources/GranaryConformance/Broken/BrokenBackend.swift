package import Granary

/// A backend with one deliberate fault, over the reference store; the kit's own tests show that promises catch it.
package enum BrokenBackend<Session: BrokenSession>: StoreBackend {
    /// The name of the fault.
    package static var type: StoreType { StoreType("broken-\(Session.self)") }
    /// The reference store's claims without staging, unless the fault is about a claim.
    package static var capabilities: Capabilities { Session.capabilities }
    /// There are none.
    package static var options: [StoreOption] { [] }

    /// Where the reference store would be.
    package static func location(of configuration: StoreConfiguration) throws -> String? {
        try ReferenceBackend.location(of: configuration)
    }

    /// Makes an empty store.
    package static func open(_ request: StoreOpenRequest) -> any Store {
        BrokenStore<Session>(ReferenceStore(request, checks: Session.checks))
    }

    /// Nothing is left to remove.
    package static func destroy(_ configuration: StoreConfiguration) {}
}

/// A store whose sessions have a fault.
final class BrokenStore<Session: BrokenSession>: Store {
    private let base: ReferenceStore
    let capabilities = BrokenBackend<Session>.capabilities
    let identity: StoreIdentity

    init(_ base: ReferenceStore) {
        self.base = base
        identity = base.identity
    }

    func makeSession() throws -> any StoreSession { Session(try base.makeSession()) }
    func close() { base.close() }
}
