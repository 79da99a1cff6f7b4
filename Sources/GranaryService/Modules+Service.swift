#if Services
    import Granary
    public import GranaryAccounts
    public import ServiceLifecycle

    /// A list of modules as a service of swift-service-lifecycle.
    extension Modules: Service {
        /// Starts the modules, and stops them at the graceful shutdown of the group, at a cancellation, or when a
        /// ``ServiceModule`` among them ends by itself.
        ///
        /// A shutdown while they start gives up those that have not.
        ///
        /// - Throws: as `check()`, before anything starts; as `ModulesReport.check()` when an essential module fails; the error
        ///   of a service that has ended; `CancellationError`.
        public func run() async throws { try await serve(with: nil) }

        /// The same, with a stack that they get.
        func serve(with stack: PersistentStack?) async throws {
            let running: RunningModules
            do {
                running = try await cancelWhenGracefulShutdown { try await self.start(with: stack) }
            } catch GranaryError.Code.cancelled where Task.isShuttingDownGracefully {
                return
            }
            do {
                try running.report.check()
                try await serveUntilEnd()
            } catch {
                await running.stop()
                throw error
            }
            await running.stop()
        }

        /// Waits until the group is shut down, or a service ends by itself.
        private func serveUntilEnd() async throws {
            let services = entries.compactMap { $0.value as? any EndingModule }
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await gracefulShutdown() }
                for service in services { group.addTask { try await service.ended() } }
                try await group.next()
            }
        }
    }
#endif
