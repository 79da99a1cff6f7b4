/// The content of a notice to observers about the rows of an entity.
package enum ObservedRows: Sendable {
    /// Nothing: the entity was not observed when the save was made, or only pairs of a relationship have changed.
    case none
    /// The rows with their values.
    case known(any EntityChanges)
    /// Any row may have changed.
    case any
}
