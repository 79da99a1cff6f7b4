extension PersistentStack {
    /// Opens a stack as a configuration says: validates all of it first, once, then opens every store.
    ///
    /// Stores are opened on a thread that may block. Without `telemetry` the stack reports to what the process
    /// has bootstrapped for logs, metrics and traces.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` with a line for every problem, before anything is
    ///   opened; what opening a store throws, after closing those that were open.
    public static func open(
        _ schema: Schema, configuration: any ConfigurationSource, backends: [Backend],
        strategy: any ContextStrategy = .direct, telemetry: Telemetry = Telemetry()
    ) async throws -> PersistentStack {
        let registry = try StoreRegistry(backends: backends)
        let values = try await configuration.configuration(
            for: ConfigurationRequest(schema: schema, registry: registry))
        if !(configuration is any ValidatingSource) { try values.validate(for: schema, registry: registry) }
        let stack = PersistentStack(
            schema, registry: registry, settings: values.settings, strategy: strategy, telemetry: telemetry)
        try stack.attachValidated(values.stores)
        try await stack.pool.run { try stack.start() }
        return stack
    }
}
