/// A copy of a store, and which state of the store it is.
public struct StoreCopy: Sendable {
    /// What a copy is made for.
    public enum Purpose: Sendable, Hashable {
        /// It is kept, under a name that says when it was made.
        case keeping
        /// It is worked on, and takes the place of the store or is removed.
        case working
    }

    /// Leads to the copy: the configuration of the store but for the place.
    public var configuration: StoreConfiguration
    /// The number of the last save that it holds.
    public var saves: Int64
    /// What the store held when it was copied.
    public var schema: StoredSchema
    /// Tells others that somebody works on the copy, for as long as it lives.
    public var hold: (any Sendable)?

    /// Describes a copy.
    public init(
        configuration: StoreConfiguration, saves: Int64, schema: StoredSchema, hold: (any Sendable)? = nil
    ) {
        (self.configuration, self.saves, self.schema, self.hold) = (configuration, saves, schema, hold)
    }

    /// Throws when the store is not what it was when the copy was made.
    public func requireUnchanged(saves: Int64?, schema: StoredSchema?) throws {
        if saves == self.saves && schema == self.schema { return }
        throw GranaryError(
            .conflict,
            "The store was changed while a copy of it was migrated; it was left as it is. Open it again.")
    }
}
