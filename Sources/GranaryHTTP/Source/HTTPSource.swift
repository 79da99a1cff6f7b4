#if HTTP
    import Granary
    public import GranarySync
    import HTTPTypes

    /// A server over HTTP, as repositories ask it.
    ///
    /// ```swift
    /// var flights = HTTPEndpoint(Flight.self, "flights")
    /// flights.paging = .link
    /// let source = try HTTPSource("https://example.org/v2", [flights, HTTPEndpoint(Remark.self, "remarks")])
    /// let repositories = try await Repositories(stack, source: source)
    /// ```
    ///
    /// A query is a `GET` of the list of its endpoint, an object a `GET` of its own place. A new object is posted to the
    /// list, `PATCH` has the changed properties of another one, and `DELETE` deletes it. Each write carries its identity in
    /// the field `Idempotency-Key`: a server keeps it in the transaction that carries the write out, and answers a
    /// repetition without carrying it out again.
    ///
    /// Where a query gets no answer, because the connection is lost or the time is up, the error is
    /// ``GranaryError/Code/unavailable``, and the store may answer instead; where a write gets none, the error leaves
    /// open whether the server has it, and it is sent again.
    public struct HTTPSource: RemoteSource {
        let place: Place
        let routes: [String: [Route]]
        let commands: [String: HTTPCommand]
        let changed: HTTPChanges?
        let options: HTTPOptions
        let transport: any HTTPTransport
        /// The tags of objects, for `If-Match`.
        let tags = ObjectTags()

        /// Makes a source.
        ///
        /// - Parameters:
        ///   - address: the server, with the path that all endpoints have in front: `https://example.org/v2`.
        ///   - endpoints: where the models are.
        ///   - commands: where commands go.
        ///   - changes: where the server says what has changed since a checkpoint.
        ///   - options: what is done with each request.
        ///   - transport: the client.
        /// - Throws: ``GranaryError/Code/configuration`` for another kind of address, for names that are no properties, and
        ///   for a path of objects to be written that names properties outside of the key.
        public init(
            _ address: String, _ endpoints: [HTTPEndpoint], commands: [HTTPCommand] = [],
            changes: HTTPChanges? = nil, options: HTTPOptions = HTTPOptions(),
            over transport: some HTTPTransport = HTTPClientTransport()
        ) throws {
            place = try Place(address)
            routes = Dictionary(
                grouping: try endpoints.map { try Route($0, among: endpoints) }, by: \.endpoint.model)
            for route in routes.values.compactMap({ $0.first { !$0.endpoint.isForReading } }) {
                try route.requirePathOfWrites()
            }
            self.commands = Dictionary(commands.map { ($0.name, $0) }) { first, _ in first }
            self.changed = changes
            self.options = options
            self.transport = transport
            var others = endpoints.flatMap { Array($0.alongside.values) }
            if let changes { others += Array(changes.rows.values) + Array(changes.deleted.values) }
            for model in others.map({ $0.modelDescription.name }) where routes[model] == nil {
                throw GranaryError(
                    .configuration,
                    "Lists of answers are of \(model), which has no endpoint in this source; add one, which says how its rows are read.",
                    context: .init(entity: model))
            }
        }

        /// Has the credentials of the options renewed.
        ///
        /// - Throws: what they throw.
        public func renewCredentials() async throws { try await options.credentials?.renew() }

        /// The first endpoint of a model, which says how its rows are read.
        func reader(of model: any Model.Type) throws -> RowReader {
            guard let route = routes[model.modelDescription.name]?.first else {
                throw Self.noEndpoint(model.modelDescription.name)
            }
            return route.reader
        }

        static func noEndpoint(_ model: String) -> GranaryError {
            GranaryError(
                .unsupported, "\(model) has no endpoint in this source that answers this; add one.",
                context: .init(entity: model))
        }
    }
#endif
