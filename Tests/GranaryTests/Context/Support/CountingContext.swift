import Granary

/// A context of another kind: it notes the calls to the one it wraps.
///
/// It has the required part, and batch updates of the optional one.
final class CountingContext: Context {
    private let inner: any Context
    private(set) var calls: [String] = []
    /// Whether objects are found as copies that no context holds.
    var findsCopies = false

    init(_ inner: any Context) { self.inner = inner }

    private func noting(_ name: String = #function) -> any Context {
        calls.append(String(name.prefix { $0 != "(" }))
        return inner
    }

    var schema: Schema { inner.schema }
    var hasChanges: Bool { inner.hasChanges }
    var changes: any ContextChanges { noting().changes }

    func insert<M: Model>(_ object: M) throws { try noting().insert(object) }
    func delete<M: Model>(_ object: M) throws { try noting().delete(object) }
    func object<M: Model>(_ id: ObjectID<M>) throws -> M? {
        let found = try noting().object(id)
        return findsCopies ? found.map { M($0.snapshot) } : found
    }
    func fetch<M: Model>(_ query: Query<M>) throws -> [M] { try noting().fetch(query) }
    func select<M: Model>(_ query: Query<M>, columns: ResultColumns) throws -> [[Value]] {
        try noting().select(query, columns: columns)
    }
    func save() throws { try noting().save() }
    func rollback() { noting().rollback() }
    func refresh<M: Model>(_ object: M) throws { try noting().refresh(object) }
    func refreshAll() throws { try noting().refreshAll() }
    func reset() { noting().reset() }
    func require<M: Model>(unchanged object: M) { noting().require(unchanged: object) }
    func updateAll<M: Model>(_ query: Query<M>, assigning assignments: [Assignment<M>]) throws -> Int {
        try noting().updateAll(query, assigning: assignments)
    }
    func makeChild(_ options: ContextOptions) -> any Context {
        CountingContext(noting().makeChild(options))
    }
}
