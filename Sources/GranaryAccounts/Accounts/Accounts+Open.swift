import FoundationEssentials
public import Granary

extension Accounts {
    /// Opens the shared stores for accounts without a sign-in, as a server has them.
    ///
    /// Schema and configuration are checked together before any store is opened. The stores of an account are opened when
    /// it is asked for.
    ///
    /// ```swift
    /// let accounts = try await Accounts.open(
    ///     schema, configuration: .file("granary.yaml"), backends: [.sqlite], users: Traveller.self)
    /// try await accounts.with(id) { account in
    ///     try await account.stack.perform { context in … }
    /// }
    /// ```
    ///
    /// - Throws: ``GranaryError/Code/configuration`` with a line for every problem, also where users and
    ///   ``AccountRecord`` are not in one shared store that lives as long as what belongs to accounts;
    ///   ``GranaryError/Code/schema`` for a schema without one of them; errors of a shared store that cannot be opened.
    public static func open<User: Model>(
        _ schema: Schema, configuration: any ConfigurationSource, backends: [Backend], users: User.Type,
        strategy: any ContextStrategy = .direct, telemetry: Telemetry = Telemetry()
    ) async throws -> Accounts where Login == NoSignIn<User> {
        try await open(schema, configuration, backends, strategy, telemetry)
    }

    static func open(
        _ schema: Schema, _ configuration: any ConfigurationSource, _ backends: [Backend],
        _ strategy: any ContextStrategy, _ telemetry: Telemetry,
        now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() }
    ) async throws -> Accounts {
        let registry = try StoreRegistry(backends: backends)
        let request = ConfigurationRequest(schema: schema, registry: registry)
        let values = try await configuration.configuration(for: request)
        if !(configuration is any ValidatingSource) { try values.validate(for: request) }
        let stores = try AccountStores(values.stores, of: Login.User.self, schema, registry)
        let stack = PersistentStack(
            schema, registry: registry, settings: values.settings, strategy: strategy, telemetry: telemetry)
        do {
            try await stack.attachPersistentStores(for: stores.shared)
            try await stack.start()
            let accounts = Accounts(stack, stores, strategy, now: now, random: random)
            try await accounts.finishForgetting()
            return accounts
        } catch {
            try? await stack.close()
            throw error
        }
    }
}
