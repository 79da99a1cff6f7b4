/// A backend whose stores follow their models: it says what a store holds, and carries a plan out.
///
/// The core compares, decides and refuses; a backend only does what a plan says. ``StoreBackend/open(_:)`` of such a
/// backend refuses a store that does not fit as ``GranaryError/Code/incompatible``, whatever
/// ``StoreConfiguration/onIncompatible`` says.
public protocol MigratingBackend: StoreBackend {
    /// What the store of a request holds; `nil` when there is none.
    ///
    /// Nothing is changed. The request's entities tell a store of an old format apart what it does not say itself.
    static func storedSchema(_ request: StoreOpenRequest) throws -> StoredSchema?
    /// Carries a plan out as a whole, or throws and leaves the store as it was.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` when the store does not hold the plan's source any more;
    ///   ``GranaryError/Code/constraint`` when rows stand against a constraint that the plan adds, or have
    ///   no value for what becomes required (``TableChange/ColumnOrigin/needsEveryValue``);
    ///   ``GranaryError/Code/invalidValue`` for a value that does not become another kind without loss.
    static func migrate(_ request: MigrationRequest) throws
    /// Moves a store aside, with the time in its name, or deletes it; then there is none.
    static func remove(_ configuration: StoreConfiguration, movingAside: Bool) throws
}

extension MigrationRequest {
    /// Whether the plan still has to be carried out on a store that holds a schema now.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` when it holds neither what the plan begins with nor what it leads to.
    package func isOpen(for found: StoredSchema?) throws -> Bool {
        if found == plan.source { return true }
        if found == plan.target { return false }
        throw GranaryError(
            .conflict,
            "The store was changed while its migration was planned; nothing was changed. Open it again.")
    }
}
