/// Receives the saves that reach the stores, with the values of the rows.
package protocol SaveObserver: AnyObject, Sendable {
    /// Takes a notice; called on the thread that saved, so it must not wait.
    ///
    /// Saves arrive in the order of their commits from stores with ``Capabilities/orderedSaves``; from others in any
    /// order, if several threads save.
    func receive(_ notice: SaveNotice)
    /// Reacts to stores that were attached, detached, opened or closed.
    func stackDidChange()
}
