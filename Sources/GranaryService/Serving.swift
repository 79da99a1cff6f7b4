#if Services
    import Granary
    import GranaryAccounts
    import ServiceLifecycle

    /// Stores that are opened before modules run with them, and closed after these.
    struct Serving<Opened: Sendable>: Sendable {
        let open: @Sendable () async throws -> Opened
        let modules: @Sendable (Opened) throws -> Modules
        let stack: @Sendable (Opened) -> PersistentStack
        let close: @Sendable (Opened) async throws -> Void

        /// Opens the stores, runs the modules until they end, and closes the stores however that was.
        ///
        /// - Throws: errors of opening, of the modules, and of closing, the first of them.
        func run() async throws {
            let opened: Opened
            do {
                opened = try await cancelWhenGracefulShutdown(open)
            } catch GranaryError.Code.cancelled where Task.isShuttingDownGracefully {
                return
            }
            do {
                try await modules(opened).serve(with: stack(opened))
            } catch {
                // Why the modules have ended says more than what comes of it.
                try? await close(opened)
                throw error
            }
            try await close(opened)
        }
    }
#endif
