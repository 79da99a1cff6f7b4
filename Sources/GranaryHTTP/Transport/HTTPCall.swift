#if HTTP
    public import FoundationEssentials
    public import HTTPTypes

    /// A request as a transport sends it.
    public struct HTTPCall: Sendable {
        /// Method, place and header fields.
        public var request: HTTPRequest
        /// The body; empty for none.
        public var body: Data
        /// The largest number of bytes that the body of the answer may have.
        public var mostBytes: Int

        /// Makes a request.
        public init(_ request: HTTPRequest, body: Data = Data(), mostBytes: Int = 64 << 20) {
            self.request = request
            self.body = body
            self.mostBytes = mostBytes
        }
    }
#endif
