/// Is told of saves that reach the stores, with the values of the rows.
package protocol SaveObserver: AnyObject, Sendable {
    /// Takes a notice; called on the thread that saved, so it must not wait.
    ///
    /// Notices of saves on different threads can arrive in another order than that of the commits.
    func receive(_ notice: SaveNotice)
    /// Is told that stores were attached, detached, opened or closed.
    func stackDidChange()
}
