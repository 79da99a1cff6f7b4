#if HTTP
    import Granary
    public import HTTPTypes
    import Synchronization

    /// A token in the field `Authorization`, from a function that is called for the first request, and after a server has
    /// not accepted the token.
    ///
    /// Requests at the same time wait for one and the same token. The function comes to its end although they give up: a
    /// login that takes longer than their time limit would never succeed otherwise. Have it end by a limit of its own.
    public final class BearerToken: HTTPCredentials {
        private struct State {
            var token: String?
            /// Whether a server has not accepted the token.
            var isRefused = false
            /// Whether the function is under way.
            var isUnderWay = false
            /// How often what it gets was given up.
            var forgotten = 0
            /// Those who wait for its token.
            var waiters: [Int: CheckedContinuation<String, any Error>] = [:]
            /// The number of the last one who has waited.
            var number = 0
        }

        private let state = Mutex(State())
        private let provide: @Sendable () async throws -> String

        /// Makes credentials of a function that gets a token, such as by logging in.
        public init(_ provide: @escaping @Sendable () async throws -> String) { self.provide = provide }

        /// Adds the token to the field `Authorization`.
        ///
        /// - Throws: what the function throws; ``GranaryError/Code/cancelled``.
        public func authorize(_ request: inout HTTPRequest) async throws {
            request.headerFields[.authorization] = Self.field(try await token())
        }

        /// Notes that the token of a request was not accepted.
        public func refused(_ request: HTTPRequest) {
            let field = request.headerFields[.authorization]
            state.withLock { state in
                if let token = state.token, field == Self.field(token) { state.isRefused = true }
            }
        }

        /// Forgets the token if it was not accepted, and gets another one; one that came since then stays.
        ///
        /// - Throws: what the function throws; ``GranaryError/Code/cancelled``.
        public func renew() async throws {
            state.withLock { state in if state.isRefused { (state.token, state.isRefused) = (nil, false) } }
            _ = try await token()
        }

        /// Forgets the token, and has one that is still being got count for nothing, as when somebody else signs in.
        ///
        /// Requests that wait get the next one.
        public func forget() {
            state.withLock { state in
                state.forgotten += 1
                (state.token, state.isRefused, state.isUnderWay) = (nil, false, false)
                if !state.waiters.isEmpty { start(&state) }
            }
        }

        private static func field(_ token: String) -> String { "Bearer \(token)" }

        /// The token that is known, or the next one.
        private func token() async throws -> String {
            let number = state.withLock { state in
                state.number += 1
                return state.number
            }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let known = state.withLock { state in
                        if let token = state.token { return token as String? }
                        state.waiters[number] = continuation
                        if !state.isUnderWay { start(&state) }
                        return nil
                    }
                    if let known { continuation.resume(returning: known) }
                    // Its end may have come before it was noted.
                    if Task.isCancelled { leave(number) }
                }
            } onCancel: {
                leave(number)
            }
        }

        /// Calls the function.
        private func start(_ state: inout State) {
            state.isUnderWay = true
            let forgotten = state.forgotten
            Task {
                let result: Result<String, any Error>
                do { result = .success(try await provide()) } catch { result = .failure(error) }
                finish(result, forgotten)
            }
        }

        /// Hands the token out, and keeps it for those who come later.
        private func finish(_ result: Result<String, any Error>, _ forgotten: Int) {
            let waiters = state.withLock { state in
                if state.forgotten != forgotten { return [CheckedContinuation<String, any Error>]() }
                let waiters = Array(state.waiters.values)
                (state.isUnderWay, state.waiters) = (false, [:])
                (state.token, state.isRefused) = (try? result.get(), false)
                return waiters
            }
            for waiter in waiters { waiter.resume(with: result) }
        }

        /// Lets one go whose task was cancelled.
        private func leave(_ number: Int) {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.resume(throwing: GranaryError(.cancelled, "The request was cancelled."))
        }
    }
#endif
