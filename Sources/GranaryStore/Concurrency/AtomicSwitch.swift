internal import Synchronization

/// A flag that is on or off, and that any thread may set.
package final class AtomicSwitch: Sendable {
    private let state: Atomic<Bool>

    /// Makes a switch.
    package init(isOn: Bool) { state = Atomic(isOn) }

    /// Whether it is on.
    package var isOn: Bool {
        get { state.load(ordering: .acquiring) }
        set { state.store(newValue, ordering: .releasing) }
    }
}
