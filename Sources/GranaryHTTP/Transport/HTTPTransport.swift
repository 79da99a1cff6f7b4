#if HTTP
    /// The way of a request to a server and of its answer back: one function, to be written for a client of one's own.
    public protocol HTTPTransport: Sendable {
        /// Sends a request, and returns the whole answer, whatever its status is.
        ///
        /// It ends early when its task is cancelled. Limits of time are the caller's.
        ///
        /// - Throws: ``GranaryError/Code/unavailable`` where no connection was made, so that the server cannot have
        ///   got the request; ``GranaryError/Code/outcomeUnknown`` where a connection was lost, and nobody knows what
        ///   the server did; ``GranaryError/Code/malformed`` for an answer that is no HTTP, or has more than
        ///   ``HTTPCall/mostBytes``.
        func send(_ call: HTTPCall) async throws -> HTTPAnswer
    }
#endif
