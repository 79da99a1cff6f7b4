import Granary

/// Rows of one model that a server has served, of a model that is not known here.
protocol ServedList: Sendable {
    /// The name of the model.
    var model: String { get }
    /// The type of the model.
    var type: any Granary.Model.Type { get }
    /// The number of rows.
    var count: Int { get }
    /// The keys of the rows, in the order in which they were added.
    var keysInOrder: [ObjectKey] { get }
    /// The keys of the rows.
    var keys: Set<ObjectKey> { get }
    /// The served values of the row with a key; `nil` if there is none.
    func row(_ key: ObjectKey, of entity: Entity) throws -> EntryValues?
    /// The keys that the served references hold, by the positions of the entities that they refer to.
    func targets(_ entity: Entity) throws -> [Int: Set<ObjectKey>]
    /// The served values of an attribute, but null.
    func values(of attribute: Int, _ entity: Entity) throws -> Set<Value>
    /// Takes the rows into a context.
    func enter(_ merge: ServedMerge) throws
}
