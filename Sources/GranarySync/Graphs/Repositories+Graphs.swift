public import Granary

extension Repositories {
    /// The objects of a query and those that some paths lead to.
    ///
    /// ```swift
    /// let repositories = try await Repositories(stack, source: server)
    /// let late = Flight.where { $0.delay > 30 }
    /// let graph = try await repositories.graph(of: late, .localOrRemote, including: { $0.airline })
    /// print(graph.roots.count, graph.objects(Airline.self).count, graph.isComplete)
    /// ```
    ///
    /// The graph is read level by level: the objects of one level and model in one request, and different models at once.
    /// What is in the graph is not asked for again, so cycles end. A model that is not synced takes part with what the
    /// store has, and so do pairs of objects from many to many.
    ///
    /// - Parameters:
    ///   - query: the objects that the graph begins with.
    ///   - policy: where the objects may come from; a part may have another policy by ``GraphPart``.
    ///   - maxAge: how long ago the server may have served the roots, and relationships to many, for the store to have
    ///     everything; `nil` for as long as the server has said, or else any time.
    ///   - contract: which values are whole enough; others count as missing. A part may have another one by
    ///     ``GraphPart``.
    ///   - access: what the reader may have, besides what the policy of the repositories allows.
    ///   - parts: the paths: `{ $0.airline; $0.remarks.author }`. What lies on a path is a part of the graph too.
    ///   - depth: how many relationships are followed one after the other, from 0 to 10. Where there may be more,
    ///     ``Graph/cutOff`` says so.
    /// - Returns: the graph; what could not be had is in ``Graph/missing``.
    /// - Throws: ``GranaryError/Code/query`` for a depth that no graph has, and for two ways to read one path; for the
    ///   roots, as ``Repository/fetch(_:_:maxAge:)-(Query<M>,_,_)``; errors of the stores; ``GranaryError/Code/cancelled``.
    ///   An error of the server about a part is in ``Graph/missing``.
    public nonisolated(nonsending) func graph<M: Model>(
        of query: Query<M>, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil,
        contract: Contract = Contract(), access: AccessPolicy = .all,
        @GraphPartBuilder<M> including parts: (M.Fields) -> [GraphPart<M>], depth: Int = 10
    ) async throws -> Graph<M> {
        try await graph(
            .query(query), policy, maxAge, ReadTerms(contract: contract, access: access), .only(parts), depth)
    }

    /// The objects of a query that only the server can answer, and those that some paths lead to.
    ///
    /// As ``graph(of:_:maxAge:contract:access:including:depth:)`` of a query and paths.
    public nonisolated(nonsending) func graph<M: Model>(
        of query: NamedQuery<M>, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil,
        contract: Contract = Contract(), access: AccessPolicy = .all,
        @GraphPartBuilder<M> including parts: (M.Fields) -> [GraphPart<M>], depth: Int = 10
    ) async throws -> Graph<M> {
        try await graph(
            .named(query), policy, maxAge, ReadTerms(contract: contract, access: access), .only(parts), depth)
    }

    /// Objects by their identities, and those that some paths lead to; `maxAge` is for relationships to many.
    ///
    /// As ``graph(of:_:maxAge:contract:access:including:depth:)`` of a query and paths. An object that does not
    /// exist is in ``Graph/missing``.
    public nonisolated(nonsending) func graph<M: Model>(
        of ids: [ObjectID<M>], _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil,
        contract: Contract = Contract(), access: AccessPolicy = .all,
        @GraphPartBuilder<M> including parts: (M.Fields) -> [GraphPart<M>], depth: Int = 10
    ) async throws -> Graph<M> {
        try await graph(
            .keys(ids.map(\.key.objectKey)), policy, maxAge, ReadTerms(contract: contract, access: access),
            .only(parts), depth)
    }

    /// The objects of a query and what they lead to: everything, or all but some relationships.
    ///
    /// ```swift
    /// let repositories = try await Repositories(stack, source: server)
    /// let graph = try await repositories.graph(of: flights, including: .allExcept { $0.airline }, depth: 3)
    /// if graph.hasReachedDepth { print("more behind", graph.cutOff) }
    /// ```
    ///
    /// As ``graph(of:_:maxAge:contract:access:including:depth:)`` of a query and paths.
    public nonisolated(nonsending) func graph<M: Model>(
        of query: Query<M>, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil,
        contract: Contract = Contract(), access: AccessPolicy = .all,
        including parts: GraphParts<M>, depth: Int = 10
    ) async throws -> Graph<M> {
        try await graph(
            .query(query), policy, maxAge, ReadTerms(contract: contract, access: access), parts, depth)
    }

    /// The objects of a query that only the server can answer, and what they lead to.
    ///
    /// As ``graph(of:_:maxAge:contract:access:including:depth:)`` of a query and paths.
    public nonisolated(nonsending) func graph<M: Model>(
        of query: NamedQuery<M>, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil,
        contract: Contract = Contract(), access: AccessPolicy = .all,
        including parts: GraphParts<M>, depth: Int = 10
    ) async throws -> Graph<M> {
        try await graph(
            .named(query), policy, maxAge, ReadTerms(contract: contract, access: access), parts, depth)
    }

    /// Objects by their identities, and what they lead to.
    ///
    /// As ``graph(of:_:maxAge:contract:access:including:depth:)`` of identities and paths.
    public nonisolated(nonsending) func graph<M: Model>(
        of ids: [ObjectID<M>], _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil,
        contract: Contract = Contract(), access: AccessPolicy = .all,
        including parts: GraphParts<M>, depth: Int = 10
    ) async throws -> Graph<M> {
        try await graph(
            .keys(ids.map(\.key.objectKey)), policy, maxAge, ReadTerms(contract: contract, access: access),
            parts, depth)
    }

    private nonisolated(nonsending) func graph<M: Model>(
        _ target: ReadTarget<M>, _ policy: ReadPolicy, _ maxAge: Duration?, _ terms: ReadTerms,
        _ parts: GraphParts<M>,
        _ depth: Int
    ) async throws -> Graph<M> {
        var memory: GraphMemory?
        return try await GraphReader(self, target, policy, maxAge, terms, parts, depth).read(&memory)
    }
}
