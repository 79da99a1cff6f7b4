import Granary
import Synchronization

/// A use of a stack that a module declares, which keeps the stack, or the account whose it is, from resting.
///
/// It lasts until ``end()``, or until it is released.
public final class StackUse: Sendable {
    private let hold: Mutex<StoreHold?>

    init(_ hold: StoreHold) { self.hold = Mutex(hold) }

    /// Ends the use; another call does nothing.
    public func end() {
        // Released outside of the lock.
        _ = hold.withLock { hold in
            defer { hold = nil }
            return hold
        }
    }
}
