package import FoundationEssentials
public import Granary

extension Accounts {
    /// Opens the shared stores for accounts without a sign-in, as a server has them.
    ///
    /// Schema and configuration are checked together before any store is opened. The stores of an account are opened when
    /// it is asked for; that which was current last is opened at once.
    ///
    /// Beyond `limit` open accounts, the one unused longest rests: its stores close, but for those in memory, until its next
    /// use. The current account never does, and if all are in use one more opens, with a warning
    /// (``PersistentStack/errors`` of ``sharedStack``). Without it, the section
    /// ``ConfigurationSection/accounts`` of the configuration says how many there may be.
    ///
    /// `cacheLimit` is how many bytes the caches of the engines of so many accounts may have together; each account has the
    /// same part of it, which its stores divide. Backends without caches in the process ignore it.
    ///
    /// The closure lists the modules of an account, which run while its stores are open (``AccountModule``). It is called once
    /// for each account that is opened, and for the guest.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` with a line for every problem, also where users and
    ///   ``AccountRecord`` are not in one shared store that lives as long as what belongs to accounts, and where durable
    ///   objects lean on a store that may vanish: by a relationship that is required or denies, or by one there that
    ///   cascades to them;
    ///   ``GranaryError/Code/schema`` for a schema without one of them; errors of a shared store that cannot be opened;
    ///   ``GranaryError/Code/modules`` where those of the guest cannot be started in any order.
    public static func open<User: Model>(
        _ schema: Schema, configuration: any ConfigurationSource, backends: [Backend], users: User.Type,
        limit: Int? = nil, cacheLimit: Int? = nil, strategy: any ContextStrategy = .direct,
        telemetry: Telemetry = Telemetry(), modules: (@Sendable (Account<Login>) -> Modules)? = nil
    ) async throws -> Accounts where Login == NoSignIn<User> {
        try await open(
            schema, configuration, backends, strategy, telemetry, NoSignIn(users), MemorySecrets(),
            limit: limit, cacheLimit: cacheLimit, modules: modules)
    }

    /// Opens the shared stores for accounts whose users sign in.
    ///
    /// The account that was current last is restored with its sign-in, and current again; the others are restored when they
    /// are asked for. If its stores cannot be opened, the guest is current (``restoration``).
    ///
    /// Credentials are kept in `secrets`: without one in separate files, in the directory that `secrets` of the section
    /// ``ConfigurationSection/accounts`` names, else next to the store of the users, in the standard place if that store
    /// has no files, and in memory for users who are in memory. `clock` measures time limits, also those of modules, and
    /// pauses.
    ///
    /// - Throws: as ``open(_:configuration:backends:users:limit:cacheLimit:strategy:telemetry:modules:)``.
    public static func open(
        _ schema: Schema, configuration: any ConfigurationSource, backends: [Backend], authenticator: Login,
        secrets: (any SecretStore)? = nil, signIn: SignInSettings = SignInSettings(),
        limit: Int? = nil, cacheLimit: Int? = nil, strategy: any ContextStrategy = .direct,
        telemetry: Telemetry = Telemetry(), clock: any Clock<Duration> = ContinuousClock(),
        modules: (@Sendable (Account<Login>) -> Modules)? = nil
    ) async throws -> Accounts {
        try await open(
            schema, configuration, backends, strategy, telemetry, authenticator, secrets, signIn, clock,
            limit: limit, cacheLimit: cacheLimit, modules: modules)
    }

    /// Opens the shared stores, with a clock for leases and hours, and a source of places and names.
    package static func open(
        _ schema: Schema, _ configuration: any ConfigurationSource, _ backends: [Backend],
        _ strategy: any ContextStrategy, _ telemetry: Telemetry, _ authenticator: Login,
        _ secrets: (any SecretStore)?, _ signIn: SignInSettings = SignInSettings(),
        _ clock: any Clock<Duration> = ContinuousClock(), limit: Int? = nil,
        cacheLimit: Int? = nil, modules: (@Sendable (Account<Login>) -> Modules)? = nil,
        resting restClock: any Clock<Duration> = ContinuousClock(),
        reaching reach: @escaping @Sendable (AccountPoint) -> Void = { _ in },
        now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() }
    ) async throws -> Accounts {
        let hasSection = schema.sections.contains { $0.name == ConfigurationSection.accounts.name }
        let schema = hasSection ? schema : try schema.reading(.accounts)
        let registry = try StoreRegistry(backends: backends)
        var request = ConfigurationRequest(schema: schema, registry: registry)
        let lifetimes = StoreLifetimes(registry: registry)
        request.demands.append { lifetimes.faults(of: $0, for: schema) }
        let values = try await configuration.configuration(for: request)
        if !(configuration is any ValidatingSource) { try values.validate(for: request) }
        var stores = try AccountStores(values.stores, of: Login.User.self, schema, registry)
        let limits = try AccountLimits(of: values.settings, limit: limit, cacheLimit: cacheLimit)
        stores.limitCaches(to: limits.cachePart)
        let services = SignInServices(
            authenticator: authenticator, secrets: try secrets ?? stores.secrets(by: values.settings),
            settings: signIn, clock: clock, reach: reach)
        let stack = PersistentStack(
            schema, registry: registry, settings: limits.shared, strategy: strategy, telemetry: telemetry,
            clock: restClock)
        do {
            try await stack.attachPersistentStores(for: stores.shared)
            try await stack.start()
            let stacks = AccountStacks(
                shared: stack, stores: stores, strategy: strategy, settings: limits.own, clock: clock)
            var generator = random()
            let place = try await GuestRecord.place(
                in: stack, drawn: AccountPlace.draw(from: &generator), AccountRecord.hour(of: now()))
            let accounts = Accounts(
                stacks, services, limit: limits.limit, guest: try stacks.makeGuest(at: place),
                modules: modules, now: now, random: random)
            do {
                try accounts.runModules(of: accounts.guest)
                try await accounts.finishForgetting()
                await accounts.removeUnadoptedSecret()
                try await accounts.restore()
            } catch {
                try? await accounts.close()
                throw error
            }
            return accounts
        } catch {
            try? await stack.close()
            throw error
        }
    }
}
