public import Granary

extension Repositories {
    /// The graph of a query with the objects that some paths lead to, and every later state of it.
    ///
    /// ```swift
    /// let repositories = try await Repositories(stack, source: server)
    /// for try await graph in repositories.observeGraph(of: flights, including: { $0.airline }) {
    ///     for flight in graph.roots { print(flight.number, graph.follow(flight) { $0.airline }?.name ?? "") }
    /// }
    /// ```
    ///
    /// The first element is the graph that a single call would give. After each save of a model that the graph has, or
    /// that a condition in it is about, the graph is read from the store again, and only what it refers to for the first
    /// time and what is not here is asked for as the policies say. Without a connection the graph is what is here, and is
    /// asked for anew once the server may be reached again; if that was in vain, after growing pauses as by ``SyncTimes``.
    ///
    /// Its errors, such as that of a wrong depth, are thrown by the first call of `next()`.
    public func observeGraph<M: Model>(
        of query: Query<M>, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil,
        contract: Contract = Contract(), access: AccessPolicy = .all,
        @GraphPartBuilder<M> including parts: (M.Fields) -> [GraphPart<M>], depth: Int = 10
    ) -> ObservedGraphs<M> {
        graphs(
            .query(query), policy, maxAge, ReadTerms(contract: contract, access: access), .only(parts), depth)
    }

    /// The graph of a query that only the server can answer, and every later state of it.
    ///
    /// As ``observeGraph(of:_:maxAge:contract:access:including:depth:)`` of a query and paths.
    public func observeGraph<M: Model>(
        of query: NamedQuery<M>, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil,
        contract: Contract = Contract(), access: AccessPolicy = .all,
        @GraphPartBuilder<M> including parts: (M.Fields) -> [GraphPart<M>], depth: Int = 10
    ) -> ObservedGraphs<M> {
        graphs(
            .named(query), policy, maxAge, ReadTerms(contract: contract, access: access), .only(parts), depth)
    }

    /// The graph of objects by their identities, and every later state of it.
    ///
    /// As ``observeGraph(of:_:maxAge:contract:access:including:depth:)`` of a query and paths.
    public func observeGraph<M: Model>(
        of ids: [ObjectID<M>], _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil,
        contract: Contract = Contract(), access: AccessPolicy = .all,
        @GraphPartBuilder<M> including parts: (M.Fields) -> [GraphPart<M>], depth: Int = 10
    ) -> ObservedGraphs<M> {
        graphs(
            .keys(ids.map(\.key.objectKey)), policy, maxAge, ReadTerms(contract: contract, access: access),
            .only(parts), depth)
    }

    /// The graph of a query with everything that it leads to, or all but some relationships, and every later state of it.
    ///
    /// As ``observeGraph(of:_:maxAge:contract:access:including:depth:)`` of a query and paths.
    public func observeGraph<M: Model>(
        of query: Query<M>, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil,
        contract: Contract = Contract(), access: AccessPolicy = .all,
        including parts: GraphParts<M>, depth: Int = 10
    ) -> ObservedGraphs<M> {
        graphs(.query(query), policy, maxAge, ReadTerms(contract: contract, access: access), parts, depth)
    }

    /// The graph of a query that only the server can answer, with what it leads to, and every later state of it.
    ///
    /// As ``observeGraph(of:_:maxAge:contract:access:including:depth:)`` of a query and paths.
    public func observeGraph<M: Model>(
        of query: NamedQuery<M>, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil,
        contract: Contract = Contract(), access: AccessPolicy = .all,
        including parts: GraphParts<M>, depth: Int = 10
    ) -> ObservedGraphs<M> {
        graphs(.named(query), policy, maxAge, ReadTerms(contract: contract, access: access), parts, depth)
    }

    /// The graph of objects by their identities, with what they lead to, and every later state of it.
    ///
    /// As ``observeGraph(of:_:maxAge:contract:access:including:depth:)`` of a query and paths.
    public func observeGraph<M: Model>(
        of ids: [ObjectID<M>], _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil,
        contract: Contract = Contract(), access: AccessPolicy = .all,
        including parts: GraphParts<M>, depth: Int = 10
    ) -> ObservedGraphs<M> {
        graphs(
            .keys(ids.map(\.key.objectKey)), policy, maxAge, ReadTerms(contract: contract, access: access),
            parts, depth)
    }

    private func graphs<M: Model>(
        _ target: ReadTarget<M>, _ policy: ReadPolicy, _ maxAge: Duration?, _ terms: ReadTerms,
        _ parts: GraphParts<M>,
        _ depth: Int
    ) -> ObservedGraphs<M> {
        ObservedGraphs { try GraphReader(self, target, policy, maxAge, terms, parts, depth) }
    }
}
