#if Services
    import GranaryAccounts

    /// A module that may end by itself.
    protocol EndingModule: Module {
        /// Waits until it has.
        ///
        /// - Throws: why; in a task that is cancelled `CancellationError`.
        func ended() async throws
    }
#endif
