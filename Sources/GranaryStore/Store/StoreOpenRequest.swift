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
    /// The migrations of data that count as completed in a store made for this request.
    public var migrations: [StoredMigration] = []
    /// The models and relationships that the schema keeps outside of the store.
    package var outside = OutsideModels()
    /// Whether the store must record that programs with older versions of the models may read it.
    public var isReadableByOlderVersions = false
    /// Whether the store may have more tables, columns, indexes and constraints than the request asks for.
    ///
    /// A newer version of the program keeps such a store; the request is always for reading only. A backend that
    /// ignores this refuses the store with ``GranaryError/Code/incompatible``, as it does otherwise.
    public var toleratesAdditions = false
    /// Whether a store that is not there is refused as ``GranaryError/Code/notFound``, before anything is made.
    ///
    /// A request for reading only means the same. It comes from ``StoreConfiguration/mustExist``, and is false where the
    /// store that was there has been moved aside or removed, so that a new one takes its place.
    public var mustExist = false
    /// Whether the store is opened for one pass over its rows and then closed, as migrations and tools do.
    ///
    /// A large cache is then useless, and a migration has two such stores open. A backend may ignore this.
    public var isForOnePass = false
    /// How many bytes the engine of the store may use for caches at most, of all sessions together; `nil` for as many as
    /// the options of the configuration say.
    ///
    /// A program that has many stores open, such as one per user account, uses this to bound the caches of all of
    /// them. Options that ask for less stay. A backend whose engine has no cache in the process, such as a server's,
    /// ignores this.
    public var cacheLimit: Int?
    /// The ``StoredSchema`` that the store has recorded, if the entities are made from it; such a request changes
    /// nothing in the record.
    package var recorded: (any Sendable)?
    /// What the store may share with others that are open; `nil` for one that is opened by itself.
    package var sharing: SharedResources?

    /// Makes a request.
    public init(
        configuration: StoreConfiguration, entities: [Entity], links: [LinkTable],
        fingerprint: String
    ) {
        self.configuration = configuration
        cacheLimit = configuration.cacheLimit
        self.entities = entities
        self.links = links
        self.fingerprint = fingerprint
    }
}

extension StoreOpenRequest {
    /// Whether a store that is not there is made.
    public var mayCreate: Bool { !configuration.isReadOnly && !mustExist }

    /// The error for a store that is not there and may not be made.
    package var missing: GranaryError {
        GranaryError(
            .notFound,
            configuration.isReadOnly
                ? "There is no store at the place, and a read-only configuration cannot create one. Correct the place, or open it for writing."
                : "There is no store at the place, and the configuration says that it must exist; nothing was made. Correct the place, or bring the store back; for a first start leave out `mustExist`."
        )
    }
}
