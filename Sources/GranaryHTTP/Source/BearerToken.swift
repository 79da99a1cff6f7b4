#if HTTP
    public import HTTPTypes
    import Synchronization

    /// A token in the field `Authorization`, from a function that is called for the first request, and after a server has
    /// not accepted the token.
    public final class BearerToken: HTTPCredentials {
        private struct State {
            var token: String?
            /// The request for a token that is under way.
            var task: Task<String, any Error>?
        }

        private let state = Mutex(State())
        private let provide: @Sendable () async throws -> String

        /// Makes credentials of a function that gets a token, such as by logging in.
        public init(_ provide: @escaping @Sendable () async throws -> String) { self.provide = provide }

        /// Adds the token to the field `Authorization`.
        ///
        /// - Throws: what the function throws.
        public func authorize(_ request: inout HTTPRequest) async throws {
            let known = state.withLock { $0.token }
            let token: String
            if let known { token = known } else { token = try await refresh() }
            request.headerFields[.authorization] = "Bearer \(token)"
        }

        /// Forgets the token, and gets another one.
        ///
        /// - Throws: what the function throws.
        public func renew() async throws {
            state.withLock { $0.token = nil }
            _ = try await refresh()
        }

        /// Gets a token; callers at the same time wait for one and the same.
        private func refresh() async throws -> String {
            let task = state.withLock { state in
                if let task = state.task { return task }
                let task = Task { [provide] in try await provide() }
                state.task = task
                return task
            }
            let result = await task.result
            state.withLock { state in
                guard state.task == task else { return }
                state.task = nil
                state.token = try? result.get()
            }
            return try result.get()
        }
    }
#endif
