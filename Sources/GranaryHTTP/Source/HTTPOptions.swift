#if HTTP
    import FoundationEssentials
    public import HTTPTypes

    /// What a source does with each of its requests.
    public struct HTTPOptions: Sendable {
        /// Header fields of each request.
        public var fields = HTTPFields()
        /// How long an answer may take, and the credentials before it; `nil` for any time.
        public var timeLimit: Duration? = .seconds(60)
        /// The largest number of bytes of an answer.
        public var mostBytes = 64 << 20
        /// How many requests run beside each other, of a query for several objects, and of writes that do not build on one
        /// another.
        public var mostAtOnce = 4
        /// Adds credentials to requests, and renews them when the server does not accept them.
        public var credentials: (any HTTPCredentials)?
        /// Changes a request before it is sent, after the credentials were added.
        public var prepare: @Sendable (_ call: inout HTTPCall) async throws -> Void = { _ in }
        /// Is told of each request when it is handed to the transport.
        public var didSend: @Sendable (_ call: HTTPCall) -> Void = { _ in }
        /// Is told of each answer, and may refuse it by an error.
        public var didReceive: @Sendable (_ answer: HTTPAnswer, _ call: HTTPCall) throws -> Void = { _, _ in }
        /// The server's reason in the answer to a request that it refuses; `nil` where the answer gives none.
        public var reason: @Sendable (_ answer: HTTPAnswer) -> String? = { ErrorBody.reason(of: $0) }
        /// Is told what came of each query and each write.
        public var report: @Sendable (_ report: HTTPReport) -> Void = { _ in }
        /// What limits of time, and the times in reports, are measured by.
        public var clock: any Clock<Duration> = ContinuousClock()

        /// Makes options with the defaults.
        public init() {}
    }
#endif
