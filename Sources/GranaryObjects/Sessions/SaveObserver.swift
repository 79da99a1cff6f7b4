/// Receives the saves that reach the stores, with the values of the rows.
package protocol SaveObserver: AnyObject, Sendable {
    /// Takes a notice; called on a thread that saves, so it must not wait.
    ///
    /// Saves arrive in the order of their commits from stores with ``Capabilities/orderedSaves``, if need be after they
    /// have returned; from others in any order, if several threads save. To a follower they arrive in any order, and
    /// before they return.
    func receive(_ notice: SaveNotice)
    /// Reacts to stores that were attached, detached, opened or closed; a follower also to a store whose saves of others
    /// are reported from now on, or no longer.
    func stackDidChange()
}
