import Granary

/// Rows of one model that a server has served, of a model that is not known here.
protocol ServedList: Sendable {
    /// The name of the model.
    var model: String { get }
    /// The type of the model.
    var type: any Granary.Model.Type { get }
    /// The values by column of the row with a key; `nil` if there is none.
    func row(_ key: ObjectKey, of entity: Entity) throws -> [Value]?
    /// Takes the rows into a context.
    func enter(_ merge: ServedMerge) throws
}
