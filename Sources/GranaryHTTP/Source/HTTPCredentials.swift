#if HTTP
    public import HTTPTypes

    /// Credentials that are added to requests when they are sent, and are stored nowhere.
    public protocol HTTPCredentials: Sendable {
        /// Adds the credentials to a request.
        ///
        /// - Throws: any error if there are none; the request is not sent.
        func authorize(_ request: inout HTTPRequest) async throws

        /// Gets other credentials, because the server has not accepted those of the last request.
        ///
        /// - Throws: any error if there are none.
        func renew() async throws
    }
#endif
