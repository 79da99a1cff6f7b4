#if HTTP
    import Granary

    /// Ends work that takes too long.
    enum TimeLimit {
        private enum End<T: Sendable>: Sendable {
            case done(T)
            case late
        }

        /// Runs work, and cancels it once some time of a clock has passed.
        ///
        /// - Throws: ``GranaryError/Code/timeout``; what the work throws; ``GranaryError/Code/cancelled``.
        static func run<T: Sendable>(
            _ limit: Duration?, by clock: any Clock<Duration>,
            _ work: @escaping @Sendable () async throws -> T
        ) async throws -> T {
            guard let limit else { return try await work() }
            return try await withThrowingTaskGroup(of: End<T>.self) { group in
                group.addTask { .done(try await work()) }
                group.addTask {
                    do { try await clock.sleep(for: limit) } catch {
                        throw GranaryError(.cancelled, "The request was cancelled.")
                    }
                    return .late
                }
                defer { group.cancelAll() }
                guard case .done(let result)? = try await group.next() else {
                    throw GranaryError(
                        .timeout,
                        "The server has not answered within \(limit). Is it slow, or the limit too short?")
                }
                return result
            }
        }
    }
#endif
