#if HTTP
    import Granary
    import HTTPTypes

    /// An answer, and what it answers.
    struct Exchange: Sendable {
        let answer: HTTPAnswer
        /// The path of the request.
        let path: String
        /// The number of bytes of the request's body.
        let sentBytes: Int
    }
#endif
