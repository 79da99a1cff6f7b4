/// A request to open a store.
public struct StoreOpenRequest: Sendable {
    /// The store's configuration; its options have been checked against ``StoreBackend/options``.
    public var configuration: StoreConfiguration
    /// The entities the store holds.
    public var entities: [Entity]
    /// The link tables the store holds.
    public var links: [LinkTable]
    /// The fingerprint of those entities.
    public var fingerprint: String
    /// The migrations of data that a store which is made for this request counts as having been through.
    public var migrations: [StoredMigration] = []
    /// What the schema keeps outside of the store.
    package var outside = OutsideModels()
    /// The ``StoredSchema`` that the store has recorded, if the entities are made from it; such a request changes nothing in the record.
    package var recorded: (any Sendable)?

    /// Makes a request.
    public init(
        configuration: StoreConfiguration, entities: [Entity], links: [LinkTable],
        fingerprint: String
    ) {
        self.configuration = configuration
        self.entities = entities
        self.links = links
        self.fingerprint = fingerprint
    }
}
