#if Services
    public import Granary
    public import GranaryAccounts
    public import ServiceLifecycle

    /// A stack as a service of swift-service-lifecycle: its stores are open before its modules start, and close after them.
    ///
    /// ```swift
    /// let service = StackService {
    ///     try await PersistentStack.open(schema, configuration: .file("granary.yaml"), backends: [.sqlite])
    /// } modules: { stack in
    ///     Modules { ServiceModule(WebServer(stack: stack)) }
    /// }
    /// try await ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm]).run()
    /// ```
    ///
    /// A group begins all its services at once. What has to wait for open and migrated stores is therefore a module: a
    /// service by ``ServiceModule``.
    public struct StackService: Service {
        private let serving: Serving<PersistentStack>

        /// Makes a service that opens a stack, and modules that run with it.
        ///
        /// - Parameters:
        ///   - open: opens the stack, and is cancelled by a shutdown meanwhile.
        ///   - modules: lists the modules, which get the stack; without it there are none.
        public init(
            _ open: @escaping @Sendable () async throws -> PersistentStack,
            modules: @escaping @Sendable (PersistentStack) throws -> Modules = { _ in Modules([]) }
        ) {
            serving = Serving(open: open, modules: modules, stack: { $0 }, close: { try await $0.close() })
        }

        /// Makes a service of a stack that there is, which is started if it is not.
        ///
        /// - Parameters:
        ///   - stack: the stack; it is closed in the end, for good.
        ///   - modules: lists the modules, which get the stack; without it there are none.
        public init(
            _ stack: PersistentStack,
            modules: @escaping @Sendable (PersistentStack) throws -> Modules = { _ in Modules([]) }
        ) {
            self.init(
                {
                    do { try await stack.start() } catch {
                        try? await stack.close()
                        throw error
                    }
                    return stack
                }, modules: modules)
        }

        /// Opens the stack, runs the modules until the group is shut down, and closes the stack.
        ///
        /// - Throws: errors of opening; as a list of modules that runs as a service; errors of closing.
        public func run() async throws { try await serving.run() }
    }
#endif
