/// The move of a store to another place.
public struct StoreMove: Sendable {
    /// Leads to the old place.
    public var source: StoreConfiguration
    /// Leads to the new place.
    public var target: StoreConfiguration
    /// The copy that takes the name of the store at the new place.
    public var copy: StoreCopy

    /// Describes a move.
    public init(from source: StoreConfiguration, to target: StoreConfiguration, copy: StoreCopy) {
        self.source = source
        self.target = target
        self.copy = copy
    }
}
