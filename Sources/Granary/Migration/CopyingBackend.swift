/// A backend that copies stores and puts a copy in the place of a store, each as a whole.
///
/// This is what code between two versions of models needs, a rehearsal, and putting data aside before it is given up: the
/// core works on a copy, which is an ordinary store, and the store itself stays as it is until the copy takes its place.
public protocol CopyingBackend: MigratingBackend, InspectableBackend {
    /// Makes a copy of the last committed state beside a store; `nil` when there is none.
    ///
    /// The copy is a store of its own, with the same identity. Whoever makes a working copy keeps its
    /// ``StoreCopy/hold``: one that nobody holds any more is removed when the store is opened or copied again.
    static func copy(_ configuration: StoreConfiguration, as purpose: StoreCopy.Purpose) throws -> StoreCopy?
    /// Puts what a working copy holds now in the place of the store it was made of, at once; the copy is gone afterwards.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` when the store has been changed since the copy was made, and
    ///   ``GranaryError/Code/locked`` while it is in use; then nothing was changed.
    static func replace(_ configuration: StoreConfiguration, with copy: StoreCopy) throws
    /// The copies that are kept beside a store, the oldest first.
    static func copies(of configuration: StoreConfiguration) throws -> [StoreConfiguration]
}
