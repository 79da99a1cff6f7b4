/// The rows of one entity that a save wrote, with their values.
///
/// Made once, where somebody observes the entity, and shared by all observers; each knows the type behind it.
package protocol EntityChanges: AnyObject, Sendable {}

/// What a notice tells observers about the rows of an entity.
package enum ObservedRows: Sendable {
    /// Nothing: nobody observed the entity when the save was made, or only pairs of a relationship have changed.
    case none
    /// The rows with their values.
    case known(any EntityChanges)
    /// Any row may have changed.
    case any
}
