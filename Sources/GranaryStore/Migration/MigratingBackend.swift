/// A backend that migrates its stores: it reports the schema of a store, and carries plans out.
///
/// The core compares, decides and refuses; a backend only executes a plan. ``StoreBackend/open(_:)`` of such a backend
/// refuses an incompatible store with ``GranaryError/Code/incompatible``, regardless of
/// ``StoreConfiguration/onIncompatible``.
public protocol MigratingBackend: StoreBackend {
    /// The schema that the store of a request has recorded; `nil` if there is no store.
    ///
    /// It changes nothing. The request's entities supply details that a store of an old format has not recorded.
    static func storedSchema(_ request: StoreOpenRequest) throws -> StoredSchema?
    /// Carries a plan out as a whole, or throws and leaves the store unchanged.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` if the store no longer has the plan's source schema;
    ///   ``GranaryError/Code/incompatible`` if others have changed its tables, so that they differ from its record;
    ///   ``GranaryError/Code/constraint`` if rows violate a constraint that the plan adds, or have no value for a
    ///   column that becomes required (``TableChange/ColumnOrigin/needsEveryValue``);
    ///   ``GranaryError/Code/invalidValue`` for a value that cannot be converted without loss.
    static func migrate(_ request: MigrationRequest) throws
    /// Moves a store aside, with the time in its name, or deletes it.
    static func remove(_ configuration: StoreConfiguration, movingAside: Bool) throws
}

extension MigrationRequest {
    /// The configurations for which the store will be opened, and those whose tables the plan changes, in the order of
    /// their names.
    package var concernedConfigurations: [String] {
        Set(store.entities.map(\.configuration) + plan.changes.compactMap(\.source?.configuration)).sorted()
    }

    /// Whether the plan still has to be carried out on a store with a given schema.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` if the store has neither the plan's source nor its target.
    package func isOpen(for found: StoredSchema?) throws -> Bool {
        if found == plan.source { return true }
        if found == plan.target { return false }
        throw GranaryError(
            .conflict,
            "The store was changed while its migration was planned; nothing was changed. Open it again.")
    }
}
