import Granary

/// A context of another kind: it counts what is asked of the one it wraps.
final class CountingContext: Context {
    private let inner: any Context
    private(set) var calls: [String] = []

    init(_ inner: any Context) { self.inner = inner }

    private func noting(_ name: String = #function) -> any Context {
        calls.append(String(name.prefix { $0 != "(" }))
        return inner
    }

    var schema: Schema { inner.schema }
    var statistics: ContextStatistics { inner.statistics }
    var hasChanges: Bool { inner.hasChanges }
    var insertedObjects: [any Model] { inner.insertedObjects }
    var updatedObjects: [any Model] { inner.updatedObjects }
    var deletedObjects: [any Model] { inner.deletedObjects }
    var undoLevels: Int {
        get { inner.undoLevels }
        set { inner.undoLevels = newValue }
    }
    var canUndo: Bool { inner.canUndo }
    var canRedo: Bool { inner.canRedo }

    func insert<M: Model>(_ object: M) throws { try noting().insert(object) }
    func delete<M: Model>(_ object: M) throws { try noting().delete(object) }
    func object<M: Model>(_ id: ObjectID<M>) throws -> M? { try noting().object(id) }
    func fetch<M: Model>(_ query: Query<M>) throws -> [M] { try noting().fetch(query) }
    func fetch<M: Model>(_ query: Query<M>, skippingMalformed report: (GranaryError) throws -> Void) throws
        -> [M]
    {
        try noting().fetch(query, skippingMalformed: report)
    }
    func count<M: Model>(_ query: Query<M>) throws -> Int { try noting().count(query) }
    func stream<M: Model>(_ query: Query<M>, _ body: (M) throws -> Bool) throws {
        try noting().stream(query, body)
    }
    func stream<M: Model>(
        _ query: Query<M>, skippingMalformed report: (GranaryError) throws -> Void, _ body: (M) throws -> Bool
    ) throws {
        try noting().stream(query, skippingMalformed: report, body)
    }
    func aggregate<M: Model>(_ query: Query<M>, _ grouping: Grouping) throws -> [[Value]] {
        try noting().aggregate(query, grouping)
    }
    func project<M: Model>(_ query: Query<M>, _ expressions: [ExpressionTree]) throws -> [[Value]] {
        try noting().project(query, expressions)
    }
    func native<M: Model>(_ query: NativeQuery, from model: M.Type, kinds: [AttributeType]) throws
        -> [[Value]]
    {
        try noting().native(query, from: model, kinds: kinds)
    }
    func explain<M: Model>(_ query: Query<M>) throws -> QueryPlan { try noting().explain(query) }
    func changedProperties<M: Model>(of object: M) -> [String] { noting().changedProperties(of: object) }
    func savedSnapshot<M: Model>(of object: M) -> M.Snapshot? { noting().savedSnapshot(of: object) }
    func save() throws { try noting().save() }
    func rollback() { noting().rollback() }
    func refresh<M: Model>(_ object: M) throws { try noting().refresh(object) }
    func refreshAll() throws { try noting().refreshAll() }
    func reset() { noting().reset() }
    func require<M: Model>(unchanged object: M) { noting().require(unchanged: object) }
    func undo() throws -> Bool { try noting().undo() }
    func redo() throws -> Bool { try noting().redo() }
    func beginUndoStep() throws { try noting().beginUndoStep() }
    func endUndoStep() throws { try noting().endUndoStep() }
    func updateAll<M: Model>(_ query: Query<M>, assigning assignments: [Assignment<M>]) throws -> Int {
        try noting().updateAll(query, assigning: assignments)
    }
    func deleteAll<M: Model>(_ query: Query<M>) throws -> Int { try noting().deleteAll(query) }
    func makeChild(_ options: ContextOptions) -> any Context {
        CountingContext(noting().makeChild(options))
    }
}
