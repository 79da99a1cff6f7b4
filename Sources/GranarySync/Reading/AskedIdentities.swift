import Granary

/// Puts the server's ids in the place of the keys in a request.
struct AskedIdentities {
    let context: Context
    let rule: SyncRule

    /// A request in the words of the server; `nil` where it is for objects that the server does not know.
    func translated(_ request: RemoteRequest) throws -> RemoteRequest? {
        guard let predicate = request.predicate, let entity = context.schema.entity(request.model) else {
            return request
        }
        var request = request
        let translated = try self.translated(predicate, entity)
        request.predicate = translated
        if case .holdsKey(let path, let keys) = translated, path.isEmpty, keys.isEmpty { return nil }
        return request
    }

    private func translated(_ tree: ExpressionTree, _ entity: Entity) throws -> ExpressionTree {
        switch tree {
        case .holdsKey(let path, let keys):
            guard let ids = destination(path, entity).flatMap({ RemoteIDs($0, rule, context) }), ids.areKeys
            else { return tree }
            let known = try ids.ids(of: Set(keys))
            return .holdsKey(
                path: path, keys: keys.compactMap { key in known[key].flatMap { ObjectKey([$0]) } })
        case .refers(let path, let key):
            guard let ids = destination(path, entity).flatMap({ RemoteIDs($0, rule, context) }), ids.areKeys,
                let own = ObjectKey(key)
            else { return tree }
            let known = try ids.ids(of: [own])[own].flatMap { ObjectKey([$0]) }
            return known.map { .refers(path: path, key: $0.values) } ?? .holdsKey(path: path, keys: [])
        case .and(let left, let right):
            return .and(try translated(left, entity), try translated(right, entity))
        case .or(let left, let right):
            return .or(try translated(left, entity), try translated(right, entity))
        case .not(let tree): return .not(try translated(tree, entity))
        default: return tree
        }
    }

    private func destination(_ path: [String], _ entity: Entity) -> Entity? {
        path.reduce(entity) { $0?.relationship($1)?.destination }
    }
}

extension RepositoryCore {
    /// Asks the server in its own words; an answer about objects that it does not know yet is empty, and not whole.
    nonisolated(nonsending) func asked(
        _ request: RemoteRequest, _ right: AccessRight
    ) async throws -> RemotePayload {
        guard rule.hasRemoteIDs, request.predicate != nil else { return try await served(request, right) }
        let rule = rule
        let translated = try await stack.performOnStores(Self.readingOptions) { context in
            try AskedIdentities(context: context, rule: rule).translated(request)
        }
        if let translated { return try await served(translated, right) }
        var nothing = RemotePayload()
        nothing.isWhole = false
        return nothing
    }
}
