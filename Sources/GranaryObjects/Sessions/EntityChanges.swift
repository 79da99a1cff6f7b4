/// The rows of one entity that a save wrote, with their values.
///
/// Made once, if the entity is observed, and shared by all observers, which know its type.
package protocol EntityChanges: AnyObject, Sendable {
    /// The number of rows.
    var count: Int { get }
    /// Every row before and after the save, made once for all observers.
    ///
    /// Complexity: O(rows) at the first call, then O(1).
    func rows(of entity: Entity) throws -> [ValueRow]
}
