/// What a save does with objects that others changed since this context read them.
public struct MergePolicy: Sendable {
    enum Rule: Sendable {
        case error, storeWins, memoryWins, rollback, overwrite, perProperty
        case custom(@Sendable (SaveConflict) throws -> ConflictResolution)
    }

    let rule: Rule

    /// Whether what this context says of an object in conflict is written.
    var prefersMine: Bool {
        switch rule {
        case .memoryWins, .overwrite: true
        case .error, .storeWins, .rollback, .perProperty, .custom: false
        }
    }

    /// The save throws ``GranaryError/Code/conflict``, which carries base, mine and theirs; nothing is
    /// written.
    public static let error = MergePolicy(rule: .error)
    /// Where both changed a property the store's value stays; other changes of this context are written.
    ///
    /// What the store deleted stays deleted.
    public static let storeWins = MergePolicy(rule: .storeWins)
    /// Where both changed a property this context's value is written; other changes of the store stay.
    ///
    /// What the store deleted is inserted again.
    public static let memoryWins = MergePolicy(rule: .memoryWins)
    /// Changes of this context to objects in conflict are given up; a deletion is given up with what its rules did.
    public static let rollback = MergePolicy(rule: .rollback)
    /// Objects in conflict are written whole, as this context has them.
    public static let overwrite = MergePolicy(rule: .overwrite)
    /// Changes to different properties are merged; both changing one property to different values is an
    /// error.
    public static let perProperty = MergePolicy(rule: .perProperty)

    /// A function decides for each object; it may throw, which ends the save with its error.
    public static func custom(
        _ resolve: @escaping @Sendable (SaveConflict) throws -> ConflictResolution
    ) -> MergePolicy { MergePolicy(rule: .custom(resolve)) }
}

/// What a custom merge policy decides for one object.
public enum ConflictResolution: Sendable {
    /// The store's object stays; this context's changes to it are given up.
    case theirs
    /// This context's changed properties are written.
    case mine
    /// These properties are written; those not named keep the store's values.
    case values([String: Value])
    /// The save fails.
    case error
}
