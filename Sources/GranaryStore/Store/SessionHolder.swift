/// A unit of work, or a kept context, as the holder of its sessions with several stores.
///
/// Stores that share a limited number of sessions give the next one to a holder only if every holder can still get what
/// it needs.
package final class SessionHolder: Sendable {
    /// With how many stores it may have a session at a time.
    package let most: Int

    /// Makes a holder without sessions.
    package init(most: Int) { self.most = most }
}
