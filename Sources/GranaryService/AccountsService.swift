#if Services
    import Granary
    public import GranaryAccounts
    public import ServiceLifecycle

    /// The accounts of a program as a service of swift-service-lifecycle: they are open before its modules start, and close
    /// after them.
    ///
    /// ```swift
    /// let service = AccountsService {
    ///     try await Accounts.open(
    ///         schema, configuration: .file("granary.yaml"), backends: [.sqlite], users: Traveller.self)
    /// } modules: { accounts in
    ///     Modules { ServiceModule(TripServer(accounts: accounts)) }
    /// }
    /// ```
    ///
    /// These modules are those of the program, and get the stack of the shared stores. Those of each account are given to
    /// `Accounts.open`.
    public struct AccountsService<Login: Authenticator>: Service {
        private let serving: Serving<Accounts<Login>>

        /// Makes a service that opens accounts, and modules that run with them.
        ///
        /// - Parameters:
        ///   - open: opens the accounts, and is cancelled by a shutdown meanwhile.
        ///   - modules: lists the modules, which get the stack of the shared stores; without it there are none.
        public init(
            _ open: @escaping @Sendable () async throws -> Accounts<Login>,
            modules: @escaping @Sendable (Accounts<Login>) throws -> Modules = { _ in Modules([]) }
        ) {
            serving = Serving(
                open: open, modules: modules, stack: { $0.sharedStack }, close: { try await $0.close() })
        }

        /// Opens the accounts, runs the modules until the group is shut down, and closes the accounts.
        ///
        /// - Throws: errors of opening; as a list of modules that runs as a service; errors of closing.
        public func run() async throws { try await serving.run() }
    }
#endif
