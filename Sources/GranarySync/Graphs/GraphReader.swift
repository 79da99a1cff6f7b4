import Granary

/// Reads graphs level by level: the objects of one level and model in one request, different models at once.
struct GraphReader<Root: Granary.Model>: Sendable {
    let repositories: Repositories
    let target: ReadTarget<Root>
    let policy: ReadPolicy
    let maxAge: Duration?
    let terms: ReadTerms
    let plan: GraphPlan
    /// How many relationships the graph follows one after the other.
    let depth: Int
    /// The positions of the entities whose saves may change the graph, with that of the bookkeeping.
    let entities: Set<Int>

    var core: RepositoryCore { repositories.core }

    /// The deepest that a graph may be.
    static var mostLevels: Int { 10 }

    /// - Throws: as ``Repositories/graph(of:_:maxAge:contract:access:including:depth:)`` of a query before it asks.
    init(
        _ repositories: Repositories, _ target: ReadTarget<Root>, _ policy: ReadPolicy, _ maxAge: Duration?,
        _ terms: ReadTerms, _ parts: GraphParts<Root>, _ depth: Int
    ) throws {
        guard (0...Self.mostLevels).contains(depth) else {
            throw GranaryError(
                .query,
                "A graph is between 0 and \(Self.mostLevels) levels deep; \(depth) is no such number.",
                context: .init(entity: Root.modelDescription.name))
        }
        self.repositories = repositories
        self.target = target
        self.policy = policy
        self.maxAge = maxAge
        self.terms = terms
        self.depth = depth
        let schema = repositories.core.stack.schema
        plan = try GraphPlan(parts, in: schema)
        var entities = try plan.entities()
        if let bookkeeping = schema.entity(of: SyncQuery.self) { entities.insert(bookkeeping.index) }
        if case .query(let query) = target {
            entities.formUnion(try query.entitiesOnPaths(from: plan.root, in: schema))
        }
        self.entities = entities
    }

    /// The repository that the objects of a model are read through.
    private func repository<M: Granary.Model>(_ model: M.Type, _ reading: GraphPartReading) -> Repository<M> {
        var repository = repositories[model]
        repository.terms = terms
        if let contract = reading.contract { repository.terms.contract = contract }
        return repository
    }

    /// A graph without objects, for one who may not have the roots.
    func empty(_ error: GranaryError) -> Graph<Root> {
        var state = AnswerState()
        state.isComplete = false
        state.error = error
        let roots = Answer<Root>([], of: target, state)
        return Graph(
            roots: roots, missing: [], parts: [], cutOff: [],
            contents: GraphGrowth(roots, plan.root).contents, schema: core.stack.schema)
    }

    /// Reads a graph level by level, with the present rights.
    ///
    /// - Throws: for the roots, as a call of the repository; errors of the stores; ``GranaryError/Code/cancelled``.
    nonisolated(nonsending) func readOnce(_ memory: inout GraphMemory?) async throws -> Graph<Root> {
        let roots = try await roots(memory)
        var growth = GraphGrowth(roots, plan.root)
        noteAbsentRoots(roots, memory, &growth)
        var seen: Set<ObjectKey> = []
        let keys = roots.map(\.objectID.key.objectKey).filter { seen.insert($0).inserted }
        var steps = plan.steps(from: plan.start(keys))
        for _ in 0..<depth where !steps.isEmpty {
            try await grow(&growth, by: steps, memory)
            steps = steps.map { growth.place(behind: $0) }.flatMap(plan.steps)
        }
        growth.cut(steps)
        growth.dropGapsThatAreFilled()
        memory = growth.memory(of: roots.state)
        return Graph(
            roots: roots, missing: growth.gaps, parts: growth.states, cutOff: growth.cutOff,
            contents: growth.contents, schema: core.stack.schema)
    }

    private nonisolated(nonsending) func roots(_ memory: GraphMemory?) async throws -> Answer<Root> {
        guard let former = memory?.roots else { return try await answer(policy) }
        var roots = try await answer(.local)
        // What the server has said holds on, however long its answer was to count.
        roots.state.error = former.error
        roots.state.next = former.next
        if roots.state.metadata.isEmpty { roots.state.metadata = former.metadata }
        if roots.state.lacking.isEmpty, former.isComplete { roots.state.isComplete = true }
        return roots
    }

    private nonisolated(nonsending) func answer(_ policy: ReadPolicy) async throws -> Answer<Root> {
        let repository = repository(Root.self, GraphPartReading())
        switch target {
        case .query(let query): return try await repository.fetch(query, policy, maxAge: maxAge)
        case .named(let query): return try await repository.fetch(query, policy, maxAge: maxAge)
        case .keys(let keys):
            return try await repository.objects(
                keys.compactMap { Root.Key(objectKey: $0).map { ObjectID<Root>($0) } }, policy)
        }
    }

    /// Notes the roots that are not there, where they are named.
    private func noteAbsentRoots(_ roots: Answer<Root>, _ memory: GraphMemory?, _ growth: inout GraphGrowth) {
        guard case .keys(let keys) = target else { return }
        let reason = GraphBatch(roots).reason(isSynced: core.captures(Root.self))
        var seen = Set(roots.map(\.objectID.key.objectKey))
        for key in keys where seen.insert(key).inserted {
            // One that was there for the graph before is deleted.
            let known = memory.map { $0.absentRoots[key] ?? .notFound }
            growth.note(absentRoot: key, plan.root, known ?? reason)
        }
    }

    // MARK: A level

    private nonisolated(nonsending) func grow(
        _ growth: inout GraphGrowth, by steps: [GraphStep], _ memory: GraphMemory?
    ) async throws {
        refusePairs(of: steps, &growth)
        let without = growth.linkReferences(steps)
        growth.link(steps, try await storedLinks(steps, without, growth))
        let asks = asks(steps, growth, memory)
        let found = try await found(asks)
        // What was served is as new as what the store had, or newer, and an object keeps its first values.
        for isRemote in [true, false] {
            for ask in asks {
                if let found = found[ask.key], found.isRemote == isRemote { growth.take(found, ask) }
            }
        }
        for step in steps {
            let key = key(of: step)
            growth.settle(step, key, found[key])
        }
    }

    /// Refuses the pairs with objects of models that are not allowed.
    private func refusePairs(of steps: [GraphStep], _ growth: inout GraphGrowth) {
        for step in steps where step.relationship.isManyToMany {
            let right = AccessRight([core.access, terms.access], to: [step.relationship.destination.name])
            if let error = right.problem(with: .local) { growth.refuse(step, error) }
        }
    }

    /// Reads what only the store knows of the links of some steps, some of whose owners have no reference.
    private nonisolated(nonsending) func storedLinks(
        _ steps: [GraphStep], _ without: [Int: [ObjectKey]], _ growth: GraphGrowth
    ) async throws -> StoredLinks {
        let rule = core.rule
        var open: [(position: Int, step: GraphStep)] = []
        for (position, step) in steps.enumerated() {
            let owners: [ObjectKey]
            if step.relationship.isManyToMany {
                owners = growth.unread(step)
            } else {
                owners = rule.captures(step.relationship.owner) ? without[position] ?? [] : []
            }
            if owners.isEmpty { continue }
            open.append((position, GraphStep(step, owners: owners)))
        }
        if open.isEmpty { return StoredLinks() }
        let wanted = open
        return try await core.stack.performOnStores(RepositoryCore.readingOptions) { context in
            try StoredLinks(wanted, rule, in: context)
        }
    }

    /// What the objects of a step are asked for together with.
    private func key(of step: GraphStep) -> GraphAskKey {
        let entity = step.relationship.destination
        let asked = step.reading.policy ?? policy
        return GraphAskKey(
            entity: entity.index, policy: core.rule.captures(entity) ? asked : .local,
            own: step.reading.isOwn ? step.link : nil)
    }

    /// What the objects that some steps lead to are asked for by.
    private func asks(
        _ steps: [GraphStep], _ growth: GraphGrowth, _ memory: GraphMemory?
    ) -> [GraphAsk] {
        var asks: [GraphAskKey: GraphAsk] = [:]
        var order: [GraphAskKey] = []
        var named: [GraphAskKey: Set<ObjectKey>] = [:]
        for step in steps {
            let (entity, key) = (step.relationship.destination, key(of: step))
            if asks[key] == nil {
                order.append(key)
                asks[key] = GraphAsk(
                    key: key, entity: entity, reading: step.reading, maxAge: maxAge,
                    former: memory.map { $0.parts[key] ?? GraphMemory.Part() })
            }
            if let inverse = step.relationship.inverseToOne, step.relationship.isToMany {
                asks[key]?.add(step.link, inverse, growth.unread(step))
                continue
            }
            for target in growth.targets(step)
            where growth.isWanted(target, key, of: entity, isJudged: !terms.contract.isEmpty)
                && named[key, default: []].insert(target).inserted
            {
                asks[key]?.ids.append(target)
            }
        }
        return order.compactMap { asks[$0] }.filter { !$0.ids.isEmpty || !$0.inverses.isEmpty }
    }

    /// Asks for the objects of different models at once.
    private nonisolated(nonsending) func found(_ asks: [GraphAsk]) async throws -> [GraphAskKey: GraphFound] {
        try await withThrowingTaskGroup(of: (GraphAskKey, GraphFound).self) { group in
            for ask in asks {
                group.addTask {
                    let found = try await found(ask)
                    return (ask.key, found)
                }
            }
            var all: [GraphAskKey: GraphFound] = [:]
            for try await (key, found) in group { all[key] = found }
            return all
        }
    }

    private nonisolated(nonsending) func found(_ ask: GraphAsk) async throws -> GraphFound {
        guard let type = ask.entity.type as? any Granary.Model.Type else { return GraphFound() }
        return try await found(ask, type)
    }

    private nonisolated(nonsending) func found<M: Granary.Model>(
        _ ask: GraphAsk, _ type: M.Type
    ) async throws -> GraphFound {
        var asking = GraphAsking<M>(
            ask, repository(M.self, ask.reading), isSynced: core.captures(M.self))
        return try await asking.run()
    }
}
