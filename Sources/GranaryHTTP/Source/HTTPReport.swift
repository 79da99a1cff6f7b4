#if HTTP
    public import Granary
    public import HTTPTypes

    /// What came of a query or a write: names, counts and times, and no values, keys, paths or parameters.
    public struct HTTPReport: Sendable {
        /// The name of the model, or of the command.
        public let name: String
        /// The method.
        public let method: HTTPRequest.Method
        /// The status codes of the answers, in their order.
        public internal(set) var statuses: [Int] = []
        /// The number of requests with an answer, and of those that were repeated until there was one.
        public internal(set) var requests = 0
        /// The number of bytes of the bodies that were sent.
        public internal(set) var sentBytes = 0
        /// The number of bytes of the bodies that have come.
        public internal(set) var receivedBytes = 0
        /// The number of rows that were read.
        public internal(set) var rows = 0
        /// The number of rows that were left out because they could not be read.
        public internal(set) var leftOut = 0
        /// How often each property could not be read; the name is empty where a row as a whole could not.
        public internal(set) var faults: [String: Int] = [:]
        /// How often a scalar of another type was converted, by properties.
        public internal(set) var converted: [String: Int] = [:]
        /// How often a list with pages has changed while it was read.
        public internal(set) var restarts = 0
        /// The code of the error that has ended it, if one has.
        public internal(set) var error: GranaryError.Code?
        /// How long it took.
        public internal(set) var duration = Duration.zero

        init(_ name: String, _ method: HTTPRequest.Method) {
            self.name = name
            self.method = method
        }

        /// Notes an exchange.
        mutating func note(_ exchange: Exchange) {
            requests += exchange.requests
            sentBytes += exchange.sentBytes
            receivedBytes += exchange.answer.body.count
            statuses.append(exchange.answer.status)
        }

        /// Notes what was made of rows.
        mutating func note(rows: Int, of all: Int, _ faults: [String: Int], _ converted: [String: Int]) {
            self.rows += rows
            leftOut += all - rows
            self.faults.merge(faults, uniquingKeysWith: +)
            self.converted.merge(converted, uniquingKeysWith: +)
        }
    }
#endif
