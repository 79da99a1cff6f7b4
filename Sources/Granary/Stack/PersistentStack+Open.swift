extension PersistentStack {
    /// Opens a stack from a configuration: validates all of it first, then opens every store.
    ///
    /// Stores are opened on a thread that may block. Without `telemetry` the stack uses the logging, metrics and
    /// tracing systems that the process has bootstrapped.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` with a line for every problem, before any store is opened, also for
    ///   a store that every account has for itself (``StoreConfiguration/isPerAccount``); errors
    ///   of a store that cannot be opened, after closing the others.
    public static func open(
        _ schema: Schema, configuration: any ConfigurationSource, backends: [Backend],
        strategy: any ContextStrategy = .direct, telemetry: Telemetry = Telemetry()
    ) async throws -> PersistentStack {
        let registry = try StoreRegistry(backends: backends)
        var request = ConfigurationRequest(schema: schema, registry: registry)
        request.isForPlainStack = true
        let values = try await configuration.configuration(for: request)
        if !(configuration is any ValidatingSource) { try values.validate(for: request) }
        let stack = PersistentStack(
            schema, registry: registry, settings: values.settings, strategy: strategy, telemetry: telemetry)
        let stores = try values.stores.map {
            try $0.placed(in: StandardPlaces(), for: schema.name, registry)
        }
        try stack.attachValidated(stores)
        try await stack.start()
        return stack
    }

    /// Opens a stack without a configuration: each configuration of the schema in a store of the first backend.
    ///
    /// The stores are in the standard directory for data, in a folder named after the schema (``StandardPlaces``).
    ///
    /// - Throws: ``GranaryError/Code/configuration`` without a backend, and if there is no standard directory; as
    ///   ``open(_:configuration:backends:strategy:telemetry:)``.
    public static func open(
        _ schema: Schema, backends: [Backend], strategy: any ContextStrategy = .direct,
        telemetry: Telemetry = Telemetry()
    ) async throws -> PersistentStack {
        guard let first = backends.first else {
            throw GranaryError(
                .configuration, "No backend is named, so nothing can be stored; pass one, such as `.sqlite`.")
        }
        return try await open(
            schema, configuration: .standard(first.type.type), backends: backends, strategy: strategy,
            telemetry: telemetry)
    }
}
