package import Granary
import GranaryConformance

/// Makes a stack over a store for each configuration of a schema, and starts it.
///
/// Stores are reference stores unless another backend is given; those of other types are in a directory.
package func startedStack(
    _ schema: Schema, on backend: Backend? = nil, at location: String? = nil,
    options: StoreOptions = StoreOptions(), settings: StackSettings = StackSettings(),
    strategy: any ContextStrategy = .direct, telemetry: Telemetry = Telemetry()
) throws -> PersistentStack {
    let backend = backend ?? Backend(ReferenceBackend.self)
    let stack = PersistentStack(
        schema, registry: try StoreRegistry(backends: [backend]), settings: settings, strategy: strategy,
        telemetry: telemetry)
    try stack.attachPersistentStores(
        at: location,
        for: schema.configurations.map {
            StoreConfiguration(name: $0, type: backend.type.type, options: options)
        })
    try stack.start()
    return stack
}

/// Makes a stack of models in one store, and starts it.
package func startedStack(
    of models: [any Model.Type], on backend: Backend? = nil,
    at location: String? = nil,
    options: StoreOptions = StoreOptions()
) throws -> PersistentStack {
    try startedStack(try Schema("Test", models: models), on: backend, at: location, options: options)
}
