/// The decision of a custom merge policy, or of the program, about one object in conflict.
public enum ConflictResolution: Sendable {
    /// The store's version stays; the context gives up its changes to the object.
    case theirs
    /// The save writes the properties that this context changed; attributes that both sides have changed are merged by
    /// their merge rules, and get this context's values where a rule gives none.
    case mine
    /// The save writes these properties, and those that merge rules have decided; all others keep the store's values.
    case values([String: Value])
    /// The save writes the properties in which this snapshot of the model differs from the store's version.
    ///
    /// Attributes in which it does not differ, and that merge rules have decided, get what these say. A snapshot of
    /// another model, or of another object, is an error.
    case merged(any ModelSnapshot)
    /// The save fails.
    case error
}
