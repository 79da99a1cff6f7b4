import Granary

/// Reports when a stack opens its stores, and when it closes them.
final class RestWatch: SaveObserver {
    /// Whether the stack must not be sent to rest.
    let isKept: @Sendable () -> Bool
    private let stack: PersistentStack
    private let note: @Sendable (PersistentStack) -> Void

    init(
        _ stack: PersistentStack, _ isKept: @escaping @Sendable () -> Bool = { false },
        _ note: @escaping @Sendable (PersistentStack) -> Void
    ) {
        self.stack = stack
        self.isKept = isKept
        self.note = note
    }

    deinit { end() }

    /// Begins, with the present state.
    func begin() {
        // Saves are of no interest, and those of records are rare.
        let records = stack.schema.entity(of: AccountRecord.self).map { Set([$0.index]) } ?? []
        stack.broadcaster.valueFollowers.register(self, of: records)
        note(stack)
    }

    /// Ends it.
    func end() { stack.broadcaster.valueFollowers.remove(ObjectIdentifier(self)) }

    func receive(_ notice: SaveNotice) {}

    func stackDidChange() { note(stack) }
}
