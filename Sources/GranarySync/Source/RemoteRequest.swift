public import Granary

/// What a server is asked for.
public struct RemoteRequest: Sendable, Hashable {
    /// The name of the model.
    public let model: String
    /// The condition; `nil` for every object.
    public let predicate: ExpressionTree?
    /// The order; ties are broken by the primary key, in the direction of the last term.
    public let sort: [SortTerm]
    /// The number of objects to skip.
    public let offset: Int
    /// The largest number of objects; `nil` for no limit.
    public let limit: Int?

    /// The keys of the objects, where the request is for objects by their identities; otherwise `nil`.
    public var keys: [ObjectKey]? {
        guard case .holdsKey(let path, let keys)? = predicate, path.isEmpty else { return nil }
        return keys
    }

    /// Makes the request of a query.
    init<M: Model>(_ query: Query<M>) {
        model = M.modelDescription.name
        predicate = query.predicate
        sort = query.sort
        offset = query.offset
        limit = query.limit
    }
}
