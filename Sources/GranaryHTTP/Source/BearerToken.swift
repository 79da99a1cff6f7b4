#if HTTP
    import Granary
    public import HTTPTypes
    import Synchronization

    /// A token in the field `Authorization`, from a function that is called for the first request, and after a server has
    /// not accepted the token.
    ///
    /// Requests at the same time wait for one and the same token. The function is cancelled when none of them waits any
    /// more.
    public final class BearerToken: HTTPCredentials {
        private struct State {
            var token: String?
            /// Whether a server has not accepted the token.
            var isRefused = false
            /// The function under way.
            var task: Task<Void, Never>?
            /// The number of the function under way, or of the last one.
            var run = 0
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
                        if state.task == nil { start(&state) }
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
            state.run += 1
            let run = state.run
            state.task = Task {
                let result: Result<String, any Error>
                do { result = .success(try await provide()) } catch { result = .failure(error) }
                finish(run, result)
            }
        }

        /// Hands the token out, unless nobody waits for it any more.
        private func finish(_ run: Int, _ result: Result<String, any Error>) {
            let waiters = state.withLock { state in
                guard state.task != nil, state.run == run else {
                    return [CheckedContinuation<String, any Error>]()
                }
                let waiters = Array(state.waiters.values)
                (state.task, state.waiters) = (nil, [:])
                (state.token, state.isRefused) = (try? result.get(), false)
                return waiters
            }
            for waiter in waiters { waiter.resume(with: result) }
        }

        /// Lets one go whose task was cancelled; the last one ends the function.
        private func leave(_ number: Int) {
            let (waiter, task) = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: number)
                guard waiter != nil, state.waiters.isEmpty else { return (waiter, nil as Task<Void, Never>?) }
                defer { state.task = nil }
                return (waiter, state.task)
            }
            task?.cancel()
            waiter?.resume(throwing: GranaryError(.cancelled, "The request was cancelled."))
        }
    }
#endif
