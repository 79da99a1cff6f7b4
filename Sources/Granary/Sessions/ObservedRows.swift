/// What a notice tells observers about the rows of an entity.
package enum ObservedRows: Sendable {
    /// Nothing: nobody observed the entity when the save was made, or only pairs of a relationship have changed.
    case none
    /// The rows with their values.
    case known(any EntityChanges)
    /// Any row may have changed.
    case any
}
