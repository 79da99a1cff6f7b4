#if HTTP
    public import HTTPTypes

    /// Credentials that are added to requests when they are sent, and are stored nowhere.
    public protocol HTTPCredentials: Sendable {
        /// Adds the credentials to a request.
        ///
        /// - Throws: any error if there are none; the request is not sent.
        func authorize(_ request: inout HTTPRequest) async throws

        /// Is told of a request that the server has answered with 401 or 403, before ``renew()``.
        ///
        /// Requests that were sent at the same time are refused at different times; by this, credentials know whether those
        /// that were refused are still the present ones. Unless it is implemented, it does nothing.
        func refused(_ request: HTTPRequest)

        /// Gets other credentials, because the server has not accepted those of the last request.
        ///
        /// - Throws: any error if there are none.
        func renew() async throws
    }

    extension HTTPCredentials {
        /// Does nothing.
        public func refused(_ request: HTTPRequest) {}
    }
#endif
