#if HTTP
    public import FoundationEssentials
    public import HTTPTypes

    /// The whole answer of a server.
    public struct HTTPAnswer: Sendable {
        /// Status and header fields.
        public var response: HTTPResponse
        /// The body.
        public var body: Data

        /// Makes an answer.
        public init(_ response: HTTPResponse, body: Data = Data()) {
            self.response = response
            self.body = body
        }
    }

    extension HTTPAnswer {
        /// The status code.
        var status: Int { response.status.code }

        /// The value of a header field.
        func field(_ name: HTTPField.Name) -> String? { response.headerFields[name] }
    }
#endif
