#if Services
    import Granary
    public import GranaryAccounts
    public import ServiceLifecycle

    /// A service of swift-service-lifecycle as a module: it runs from the start of the module to its stop.
    ///
    /// ```swift
    /// struct WebServer: Service {
    ///     let stack: PersistentStack
    ///     func run() async throws { try await gracefulShutdown() }
    /// }
    ///
    /// let modules = Modules {
    ///     Importer()
    ///     ServiceModule(needs: [Importer.self]) { WebServer(stack: try $0.stack) }
    /// }
    /// ```
    ///
    /// Others need it, and ask for it, as `ServiceModule<WebServer>.self`. It counts as running when its service begins, since
    /// services do not say when they are ready. Stopping it is a graceful shutdown of the service alone; when the time limit
    /// of the stop has passed, the service is cancelled. One that ends by itself ends the ``StackService``,
    /// ``AccountsService`` or list of modules that runs it, and stays ended as a module of an account.
    public final class ServiceModule<Base: Service>: Module, EndingModule {
        private struct Contents {
            /// The service that runs.
            var run: Run?
            /// Why it has ended by itself.
            var failure: (any Error)?
        }

        private struct Run {
            let group: ServiceGroup
            let task: Task<Void, any Error>
        }

        /// The types of the modules that must be running while the service is.
        public let needs: [Any.Type]
        private let make: @Sendable (ModuleSurroundings) throws -> Base
        private let contents = WatchedState(Contents())

        /// Makes a module of a service.
        ///
        /// - Parameters:
        ///   - service: the service; it is run again when the module is started again.
        ///   - needs: the types of the modules that must be running while it is.
        public convenience init(_ service: Base, needs: [Any.Type] = []) {
            self.init(needs: needs) { _ in service }
        }

        /// Makes a module of a service that needs what the module finds when it starts.
        ///
        /// - Parameters:
        ///   - needs: the types of the modules that must be running while it is.
        ///   - make: makes the service, at each start.
        public init(needs: [Any.Type] = [], _ make: @escaping @Sendable (ModuleSurroundings) throws -> Base) {
            self.needs = needs
            self.make = make
        }

        /// Begins to run the service, in a task of its own.
        ///
        /// - Throws: what making the service throws.
        public func start(in surroundings: ModuleSurroundings) async throws {
            // Without signals, which are the matter of the group that the program runs.
            let group = ServiceGroup(services: [try make(surroundings)])
            contents.change { contents in
                let task = Task.detached {
                    do { try await group.run() } catch {
                        self.note(error, of: group)
                        throw error
                    }
                }
                contents = Contents(run: Run(group: group, task: task))
            }
        }

        /// Shuts the service down gracefully, and waits for its end.
        ///
        /// - Throws: the error that the service has ended with.
        public func stop() async throws {
            let former = contents.withLock { contents in
                defer { contents.run = nil }
                return contents.run
            }
            guard let former else { return }
            await former.group.triggerGracefulShutdown()
            try await withTaskCancellationHandler {
                try await former.task.value
            } onCancel: {
                former.task.cancel()
            }
        }

        /// Waits until the service has ended without being asked to.
        ///
        /// - Throws: its error; that of the group if it has just returned; ``GranaryError/Code/cancelled``.
        func ended() async throws {
            await contents.wait { $0.failure == nil }
            throw contents.withLock { $0.failure } ?? CancellationError()
        }

        private func note(_ error: any Error, of group: ServiceGroup) {
            contents.change { contents in
                if contents.run?.group === group { contents.failure = error }
            }
        }
    }
#endif
