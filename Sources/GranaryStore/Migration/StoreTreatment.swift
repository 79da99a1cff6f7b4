/// What was done to a store that does not fit its models, before it is opened.
package enum StoreTreatment: Sendable {
    /// It was migrated.
    case migrated
    /// It was moved aside, so that a new one takes its place.
    case movedAside
    /// It was removed, so that a new one takes its place.
    case removed
}
