public import FoundationEssentials
public import Granary

/// What a server is asked for.
///
/// A source that asks its server for more than this changes a copy to what the server was asked for, and says so by
/// ``RemotePayload/covers``.
public struct RemoteRequest: Sendable, Hashable {
    /// The name of the model.
    public let model: String
    /// The name of a query that only the server can answer; otherwise `nil`.
    public let name: String?
    /// The parameters of the query with a name.
    public let parameters: [String: Value]
    /// The condition; `nil` for every object.
    public var predicate: ExpressionTree?
    /// The order; ties are broken by the primary key, in the direction of the last term.
    public var sort: [SortTerm]
    /// The number of objects to skip.
    public var offset: Int
    /// The largest number of objects; `nil` for no limit.
    public var limit: Int?

    /// What ``RemotePayload/next`` was of the page before; `nil` for the first page.
    public internal(set) var page: Data?
    /// What ``RemotePayload/tag`` was when the request was answered last, if the answer still holds here.
    ///
    /// A server whose answer would have this tag need not serve it again: ``RemotePayload/unchanged``.
    public internal(set) var tag: String?
    /// Whether no answer counts that is kept on the way to the server.
    public internal(set) var isReload = false

    /// The keys of the objects, where the request is for objects by their identities; otherwise `nil`.
    public var keys: [ObjectKey]? {
        guard case .holdsKey(let path, let keys)? = predicate, path.isEmpty else { return nil }
        return keys
    }

    /// Makes the request of a query.
    package init<M: Model>(_ query: Query<M>) {
        model = M.modelDescription.name
        name = nil
        parameters = [:]
        predicate = query.predicate
        sort = query.sort
        offset = query.offset
        limit = query.limit
    }

    /// Makes the request of a query that only the server can answer.
    package init(model: String, named name: String, _ parameters: [String: Value]) {
        self.model = model
        self.name = name
        self.parameters = parameters
        predicate = nil
        sort = []
        offset = 0
        limit = nil
    }
}
