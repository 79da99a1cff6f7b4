import Granary

/// Opens reference stores that do not check references: a reference for backends that do not either.
enum UncheckedReferenceBackend: StoreBackend {
    static let type: StoreType = "reference-unchecked"
    static let capabilities = ReferenceBackend.capabilities.subtracting(.referenceChecks)
    static let options: [StoreOption] = []
    static func location(of configuration: StoreConfiguration) throws -> String? {
        try ReferenceBackend.location(of: configuration)
    }
    static func open(_ request: StoreOpenRequest) -> any Store {
        ReferenceStore(request, checks: .uniques)
    }
    static func destroy(_ configuration: StoreConfiguration) {}
}
