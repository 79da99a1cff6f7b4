import Granary

/// What a repository is asked for, here and at the server.
enum ReadTarget<M: Model>: Sendable {
    case query(Query<M>)
    /// Objects by their identities, in this order.
    case keys([ObjectKey])
    case named(NamedQuery<M>)

    /// What the server is asked for.
    var request: RemoteRequest {
        switch self {
        case .query(let query): RemoteRequest(query)
        case .keys(let keys): RemoteRequest(Self.query(keys))
        case .named(let query):
            RemoteRequest(model: M.modelDescription.name, named: query.name, query.parameters)
        }
    }

    /// The query that the server is asked for, unless it alone can answer.
    var query: Query<M>? {
        switch self {
        case .query(let query): query
        case .keys(let keys): Self.query(keys)
        case .named: nil
        }
    }

    /// The query for objects with some keys.
    private static func query(_ keys: [ObjectKey]) -> Query<M> {
        Query(predicate: .holdsKey(path: [], keys: Set(keys).sorted())).unfiltered()
    }

    /// The answer of the store.
    func answer(
        _ digest: QueryDigest?, _ age: AnswerAge, _ judge: ContractJudge<M>?, in context: Context
    ) throws -> Answer<M> {
        var state = try digest.map { try AnswerState($0, age, in: context) } ?? AnswerState()
        // Before the objects: a request after them would first release each that nobody holds any more.
        let mayLack = try digest != nil && SyncGap.exist(in: context)
        let snapshots: [M.Snapshot]
        switch self {
        case .query(let query):
            if query.cursor != nil, digest != nil { state.isComplete = false }
            if let judge {
                (snapshots, state.broken) = try judge.objects(query, in: context)
                if !state.broken.isEmpty { state.isComplete = false }
            } else {
                snapshots = M._snapshots(of: try context.fetch(query))
            }
        case .keys(let keys):
            let present = try Self.snapshots(keys, in: context)
            (snapshots, state.broken) = try judge?.accepted(present) ?? (present, [])
            state.isComplete =
                snapshots.count == keys.count || state.isComplete && state.broken.isEmpty
        case .named:
            let keys = try keysOfAnswer(digest, in: context)
            let present = try Self.snapshots(keys ?? [], in: context)
            (snapshots, state.broken) = try judge?.accepted(present) ?? (present, [])
            state.isComplete = state.isComplete && keys != nil && state.broken.isEmpty
        }
        if mayLack { try noteGaps(of: snapshots, in: context, &state) }
        return Answer(snapshots, of: self, state)
    }

    /// Notes what was never served of the objects of an answer, or may be other at the server.
    private func noteGaps(
        of snapshots: [M.Snapshot], in context: Context, _ state: inout AnswerState
    ) throws {
        guard let entity = context.schema.entity(of: M.self) else { return }
        state.lacking = try SyncGap.lacking(snapshots.lazy.map(\.objectID), entity, in: context)
        if !state.lacking.isEmpty { state.isComplete = false }
        // A row that waits may be one of the query's.
        if case .keys = self { return }
        if try SyncGap.hasWaitingRows(entity, in: context) { state.isComplete = false }
    }

    /// The number of objects that the store has.
    func count(
        _ digest: QueryDigest?, _ age: AnswerAge, _ judge: ContractJudge<M>?, in context: Context
    ) throws -> CountAnswer {
        guard case .query(let query) = self, judge == nil else {
            let answer = try answer(digest, age, judge, in: context)
            return CountAnswer(count: answer.count, state: answer.state)
        }
        var state = try digest.map { try AnswerState($0, age, in: context) } ?? AnswerState()
        if digest != nil { try noteGaps(of: [], in: context, &state) }
        return CountAnswer(count: try context.count(query), state: state)
    }

    private func keysOfAnswer(_ digest: QueryDigest?, in context: Context) throws -> [ObjectKey]? {
        guard let digest else { return nil }
        return EntryTexts.keys(try context.object(ObjectID<SyncQuery>(digest.own))?.keys)
    }

    private static func snapshots(_ keys: [ObjectKey], in context: Context) throws -> [M.Snapshot] {
        let ids = Set(keys).compactMap { M.Key(objectKey: $0).map { ObjectID<M>($0) } }
        var found: [ObjectKey: M.Snapshot] = [:]
        for object in try context.objects(ids) { found[object.erasedKey] = object.snapshot }
        return keys.compactMap { found[$0] }
    }
}
