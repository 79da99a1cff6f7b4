/// A backend that copies stores and replaces a store by a copy, each as a whole.
///
/// Migrations with code, rehearsals, and keeping data before it is dropped need this. The core works on a copy, which
/// is an ordinary store, and the original stays unchanged until the copy replaces it.
public protocol CopyingBackend: MigratingBackend, InspectableBackend {
    /// Copies the last committed state of a store to a place next to it; `nil` if there is no store.
    ///
    /// The copy is a separate store with the same identity. Keep the ``StoreCopy/hold`` of a working copy: without it,
    /// the copy is removed when the store is next opened or copied.
    static func copy(_ configuration: StoreConfiguration, as purpose: StoreCopy.Purpose) throws -> StoreCopy?
    /// Replaces a store by the current content of its working copy, at once; the copy is then gone.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` if the store has changed since the copy was made;
    ///   ``GranaryError/Code/locked`` while it is in use. Nothing has changed then.
    static func replace(_ configuration: StoreConfiguration, with copy: StoreCopy) throws
    /// The copies that are kept next to a store, oldest first.
    static func copies(of configuration: StoreConfiguration) throws -> [StoreConfiguration]
}
