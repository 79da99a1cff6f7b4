#if HTTP
    /// How a server divides a list into pages.
    public struct HTTPPaging: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            case none
            case link
            case member(String)
            case cursor(member: String, parameter: String)
            case offset(parameter: String, limit: String, size: Int)
        }

        let kind: Kind
        /// The largest number of pages of one request; with more of them, the answer is not whole.
        public var most = 1_000
        /// Whether a request gets one page, and the caller asks for the next; otherwise each request reads all pages.
        public var isOnDemand = false

        /// There are no pages: each answer is the whole list.
        public static let none = HTTPPaging(kind: .none)

        /// The field `Link` of an answer names the next page, with `rel="next"`.
        public static let link = HTTPPaging(kind: .link)

        /// A member of the answer, at a path of names with dots, has the address of the next page.
        public static func next(in member: String) -> HTTPPaging { HTTPPaging(kind: .member(member)) }

        /// A member of the answer, at a path of names with dots, is the value of a parameter that asks for the next page.
        public static func cursor(in member: String, as parameter: String) -> HTTPPaging {
            HTTPPaging(kind: .cursor(member: member, parameter: parameter))
        }

        /// Two parameters have the number of rows to skip, and the number of rows of a page.
        ///
        /// Each page begins with the last row of the one before. Where that is another row, the list has changed in
        /// between, and is read again; after three times the answer is what came, and not whole.
        public static func offset(
            _ parameter: String = "offset", limit: String = "limit", size: Int = 100
        ) -> HTTPPaging {
            HTTPPaging(kind: .offset(parameter: parameter, limit: limit, size: max(size, 2)))
        }
    }
#endif
