/// The rows of one entity that a save wrote, with their values.
///
/// Made once, where somebody observes the entity, and shared by all observers; each knows the type behind it.
package protocol EntityChanges: AnyObject, Sendable {
    /// The number of rows.
    var count: Int { get }
    /// Every row as it was before and as it is after the save, made once for all who ask.
    ///
    /// Complexity: O(rows) at the first call, then O(1).
    func rows(of entity: Entity) throws -> [ValueRow]
}

/// What a notice tells observers about the rows of an entity.
package enum ObservedRows: Sendable {
    /// Nothing: nobody observed the entity when the save was made, or only pairs of a relationship have changed.
    case none
    /// The rows with their values.
    case known(any EntityChanges)
    /// Any row may have changed.
    case any
}
