/// A copy of a store, and the state of the store in it.
public struct StoreCopy: Sendable {
    /// The purposes of a copy.
    public enum Purpose: Sendable, Hashable {
        /// It is kept, under a name with the time of its creation.
        case keeping
        /// It is changed, and then replaces the store or is removed.
        case working
    }

    /// The configuration of the store with the copy's place.
    public var configuration: StoreConfiguration
    /// The number of the last save in the copy.
    public var saves: Int64
    /// The schema of the store when it was copied.
    public var schema: StoredSchema
    /// Marks the copy as in use to others, for as long as this object lives.
    public var hold: (any Sendable)?

    /// Describes a copy.
    public init(
        configuration: StoreConfiguration, saves: Int64, schema: StoredSchema, hold: (any Sendable)? = nil
    ) {
        self.configuration = configuration
        self.saves = saves
        self.schema = schema
        self.hold = hold
    }

    /// Throws if the store has changed since the copy was made.
    public func requireUnchanged(saves: Int64?, schema: StoredSchema?) throws {
        if saves == self.saves && schema == self.schema { return }
        throw GranaryError(
            .conflict,
            "The store was changed while a copy of it was migrated; it was left as it is. Open it again.")
    }
}
