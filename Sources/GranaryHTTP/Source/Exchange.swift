#if HTTP
    import Granary
    import HTTPTypes

    /// An answer, and what it answers.
    struct Exchange: Sendable {
        let answer: HTTPAnswer
        /// The path of the request.
        let path: String
        /// The number of requests: more than one where it was repeated over another connection.
        let requests: Int
        /// The number of bytes of the bodies of the requests.
        let sentBytes: Int
    }
#endif
