#if HTTP
    import FoundationEssentials
    public import Granary
    public import GranarySync
    public import HTTPTypes

    /// Where a server has the objects of one model, and how it writes them.
    ///
    /// Several endpoints of one model are tried in their order: the first that the request fits answers it.
    ///
    /// ```swift
    /// var flights = HTTPEndpoint(Flight.self, "airlines/{carrier}/flights")
    /// flights.object = "flights/{key}"
    /// flights.naming = .snakeCase
    /// flights.query = .brackets
    /// flights.paging = .link
    /// let source = try HTTPSource("https://example.org/v2", [flights])
    /// ```
    ///
    /// Paths may have names of properties in braces. That of the list takes them from the equalities of a query, and of a
    /// new object from its values; that of an object from the key alone, by `{key}` or by the names of its parts.
    public struct HTTPEndpoint: Sendable {
        /// The name of the model.
        public let model: String
        /// The path of the list, behind the base path of the source.
        public var list: String
        /// The path of one object.
        public var object: String
        /// Whether a request fits; every one of the model unless it is set.
        public var answers: @Sendable (RemoteRequest) -> Bool = { _ in true }
        /// Whether it is for reading alone; writes go to the next endpoint of the model.
        public var isForReading = false

        /// How members are named.
        public var naming = HTTPNaming.asDeclared
        /// The names of members that are called otherwise, by the names of properties.
        public var renames: [String: String] = [:]
        /// The properties that the server does not have: neither read nor sent.
        ///
        /// Name them in `Synced(…, ignoring:)` too: otherwise they count as not served yet, and answers as incomplete.
        public var excluded: Set<String> = []
        /// Whether a row may lack properties, which then stay as they are; otherwise it is refused.
        ///
        /// It needs those of its key, and enumerations and structured types without a default.
        public var mayLackProperties = true
        /// The values of properties that a row lacks, by their names.
        public var defaults: [String: Value] = [:]
        /// How dates are written.
        public var dates = HTTPDates.text
        /// How relationships to one are written.
        public var references = HTTPReferences.keys
        /// Whether scalars of another type are converted, such as numbers in quotes, and rows that cannot be read are left
        /// out, and counted in the report, instead of failing the answer.
        public var isLenient = false

        /// The path of names, with dots, at which an answer has its list; empty where the answer is the list.
        public var rows = ""
        /// The path of names, with dots, at which an answer has one object.
        public var row = ""
        /// The lists of other models in an answer, by their paths; each is read as its own endpoint says.
        public var alongside: [String: any Model.Type] = [:]
        /// What an answer says about itself, such as a total: paths in it, by the names in ``RemotePayload/metadata``.
        public var metadata: [String: String] = [:]
        /// The paths of queries that only the server can answer, by their names; parameters fill names in braces, and the
        /// others become parameters of the request.
        public var named: [String: String] = [:]
        /// What can be asked by parameters.
        public var query = HTTPQueryStyle.equalities
        /// Whether more may be asked for than a query wants; otherwise a query that cannot be asked is `unsupported`.
        public var mayAskForMore = true
        /// How lists are divided.
        public var paging = HTTPPaging.none

        /// Whether a new object is sent with its key; false where the server gives objects ids of its own.
        public var sendsKeys = true
        /// The method that adds an object: to the list, or with `PUT` to its own place.
        public var insertion = HTTPRequest.Method.post
        /// The method that changes an object: `PATCH` has the changed properties.
        public var update = HTTPRequest.Method.patch
        /// How values are sent.
        public var body = HTTPBody.json
        /// Header fields of each request.
        public var fields = HTTPFields()
        /// How long an answer may take; `nil` for the limit of the source.
        public var timeLimit: Duration?

        let layout: @Sendable () -> ModelDescription
        let adopt: @Sendable (_ rows: [ReadRow], _ isLenient: Bool) throws -> AdoptedRows

        /// Makes the endpoint of a model.
        ///
        /// - Parameters:
        ///   - model: the model.
        ///   - list: the path of its list; an object is at the same path, with its key behind it.
        public init<M: Model>(_ model: M.Type, _ list: String) {
            self.model = M.modelDescription.name
            self.list = list
            object = list.ends(with: "/") ? "\(list){key}" : "\(list)/{key}"
            layout = { M.modelDescription }
            adopt = { try AdoptedRows(M.self, $0, isLenient: $1) }
        }
    }
#endif
