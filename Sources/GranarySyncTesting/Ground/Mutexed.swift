import Synchronization

/// A value that a test changes while a server reads it.
final class Mutexed<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    /// Changes the value at once.
    func update(_ body: (inout Value) -> Void) { state.withLock { body(&$0) } }

    var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
