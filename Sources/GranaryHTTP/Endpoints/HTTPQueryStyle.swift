#if HTTP
    public import Granary

    /// What a server can be asked for by the parameters of a list, and how they are named.
    ///
    /// What a style leaves out is not asked: the server then serves more than the query wants, all of it is stored, and the
    /// store answers. Where a condition or the order is left out, so are limit and offset, since they would count other
    /// rows.
    public struct HTTPQueryStyle: Sendable {
        /// The name of the parameter for an equality, given the name of a member; `nil` where it cannot be asked.
        public var equality: @Sendable (_ member: String) -> String?
        /// The name of the parameter for a range, given the name of a member and the comparison.
        public var range: @Sendable (_ member: String, _ comparison: ExpressionTree.Comparison) -> String?
        /// The name of the parameter for a list of values, with commas between them.
        public var list: @Sendable (_ member: String) -> String?
        /// The name of the parameter for the order: the names of members with commas between them, descending ones after
        /// a minus.
        public var order: String?
        /// Whether the order ends with the key, so that server and store break ties alike.
        public var ordersByKey = true
        /// The name of the parameter for the largest number of rows.
        public var limit: String?
        /// The name of the parameter for the number of rows to skip.
        public var offset: String?
        /// The name of the parameter for the keys of objects, with commas between them, and points between the parts of
        /// each; without one, and where a key has such characters itself, each object is a request.
        public var keys: String?

        /// Makes a style in which nothing can be asked.
        public init() {
            equality = { _ in nil }
            range = { _, _ in nil }
            list = { _ in nil }
        }

        /// Nothing can be asked: each request is for the whole list.
        public static let none = HTTPQueryStyle()

        /// Equalities alone: `?carrier=UA`.
        public static var equalities: HTTPQueryStyle {
            var style = HTTPQueryStyle()
            style.equality = { $0 }
            return style
        }

        /// Equalities, ranges, lists, order, limit and offset: `?carrier=UA&delay[gt]=30&sort=-delay&limit=10&offset=20`.
        public static var brackets: HTTPQueryStyle {
            var style = equalities
            style.range = { member, comparison in
                switch comparison {
                case .less: "\(member)[lt]"
                case .lessOrEqual: "\(member)[lte]"
                case .greater: "\(member)[gt]"
                case .greaterOrEqual: "\(member)[gte]"
                case .notEqual: "\(member)[ne]"
                case .equal: nil
                }
            }
            style.list = { "\($0)[in]" }
            (style.order, style.limit, style.offset) = ("sort", "limit", "offset")
            return style
        }
    }
#endif
