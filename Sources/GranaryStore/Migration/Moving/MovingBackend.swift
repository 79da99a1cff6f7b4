/// A backend that moves stores to other places of its kind.
///
/// The core calls these steps in the order of this list, while no work of this stack uses the store, and compares the
/// copy with the store, row by row, before ``leave(_:)``. A process may be killed at any time:
///
/// | Killed | Opening the old place | Opening the new place |
/// |---|---|---|
/// | before ``leave(_:)`` has returned | finds the store, and removes what is left of the copy | finds nothing, and removes the same |
/// | after it | throws ``GranaryError/Code/notFound``, naming the new place | finds the store, and makes what is missing of ``arrive(_:)`` |
/// | after ``forget(_:)`` | finds nothing | finds the store |
public protocol MovingBackend: InspectableBackend {
    /// Copies the last committed state of a store to another place, where no reader finds the copy; `nil` without a
    /// store.
    ///
    /// A backend that moves the store itself, in one step, makes no copy: the copy's configuration is that of the
    /// store.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` when there is something at the new place;
    ///   ``GranaryError/Code/locked`` while others use the store, or move one to the same place; any error from
    ///   reaching the new place. Nothing is left there then.
    static func prepareMove(of source: StoreConfiguration, to target: StoreConfiguration) throws -> StoreMove?
    /// Notes at the old place, durably and at once, that the store is at the new one; from then on the content of the
    /// old one no longer counts.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` when the store was changed since it was copied, and
    ///   ``GranaryError/Code/locked`` when others use it; then nothing was noted.
    static func leave(_ move: StoreMove) throws
    /// Gives the copy its name at the new place, and removes the content of the old one.
    static func arrive(_ move: StoreMove) throws
    /// Removes the note about the new place at the old one, which is then empty.
    static func forget(_ move: StoreMove) throws
    /// Removes the copy, before ``leave(_:)``; the store stays where it is.
    static func giveUp(_ move: StoreMove) throws
}
