#if HTTP
    public import HTTPTypes

    /// Where the commands of one name go: `context.enqueue(RemoteCommand("checkIn", …))`.
    ///
    /// The payload of the command is the body, as it is.
    public struct HTTPCommand: Sendable {
        /// The name of the commands.
        public let name: String
        /// The path: `{key}` is the key of the first object that the command is about, `{Flight}` that of the first flight.
        public var path: String
        /// The method.
        public var method = HTTPRequest.Method.post
        /// The type of the payload.
        public var contentType = "application/json"
        /// How long an answer may take; `nil` for the limit of the source.
        public var timeLimit: Duration?

        /// Makes the place of commands.
        public init(_ name: String, _ path: String) {
            self.name = name
            self.path = path
        }
    }
#endif
