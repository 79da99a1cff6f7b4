import Granary

extension ConformanceHarness {
    /// The backend to compare with: a reference store that checks references if the backend does.
    var reference: Backend {
        capabilities.contains(.referenceChecks)
            ? Backend(ReferenceBackend.self) : Backend(UncheckedReferenceBackend.self)
    }
}

/// One of the two stores of a differential run, opened for a schema.
struct FuzzSide: Sendable {
    let open: @Sendable () throws -> any Store
    let destroy: @Sendable () throws -> Void

    /// A reference store.
    static func reference(
        _ schema: Schema, _ backend: Backend = Backend(ReferenceBackend.self)
    ) -> FuzzSide {
        let request = request(
            schema,
            StoreConfiguration(name: schema.configurations.first ?? "Default", type: backend.type.type))
        return FuzzSide {
            try backend.type.open(request)
        } destroy: {
        }
    }

    /// A store of a backend.
    static func backend(_ harness: ConformanceHarness, _ schema: Schema, _ place: ConformancePlace) throws
        -> FuzzSide
    {
        let configuration = try harness.placement(schema.configurations.first ?? "Default", place)
        let request = request(schema, configuration)
        return FuzzSide {
            try harness.backend.type.open(request)
        } destroy: {
            try harness.backend.type.destroy(configuration)
        }
    }

    private static func request(_ schema: Schema, _ configuration: StoreConfiguration) -> StoreOpenRequest {
        StoreOpenRequest(
            configuration: configuration, entities: schema.entities, links: schema.links,
            fingerprint: schema.fingerprint)
    }
}
