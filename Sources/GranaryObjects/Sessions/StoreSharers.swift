internal import Synchronization

/// The stacks that have one store open, which are notified of each other's saves in it.
package final class StoreSharers: Sendable {
    /// One of these stacks.
    private struct Sharer: Sendable {
        /// Weak, since a stack that is released no longer has the store.
        weak let broadcaster: SaveBroadcaster?
        let presence: StorePresence
    }

    /// Another stack that has the store open.
    typealias Other = (broadcaster: SaveBroadcaster, presence: StorePresence)

    private let sharers: Mutex<[ObjectIdentifier: Sharer]> = Mutex([:])
    /// So that a save in a store that one stack alone has had takes no lock.
    private let wereSeveral = Atomic<Bool>(false)

    /// Begins with no stack.
    package init() {}

    /// Whether several stacks have had the store open at a time.
    ///
    /// It stays so when stacks leave: what a stack has committed is reported to the others even after it has
    /// left.
    package var haveBeenSeveral: Bool { wereSeveral.load(ordering: .acquiring) }

    /// Whether no stack has the store, but for one.
    package func areNone(besides broadcaster: SaveBroadcaster) -> Bool {
        others(than: broadcaster, where: { _ in true }).isEmpty
    }

    /// Adds the stack of a broadcaster, with its presence of the store.
    package func add(_ broadcaster: SaveBroadcaster, _ presence: StorePresence) {
        change { $0[ObjectIdentifier(broadcaster)] = Sharer(broadcaster: broadcaster, presence: presence) }
    }

    /// Removes the stack of a broadcaster, unless it has another presence by now.
    package func remove(_ broadcaster: SaveBroadcaster, _ presence: StorePresence) {
        change { sharers in
            let identity = ObjectIdentifier(broadcaster)
            if sharers[identity]?.presence == presence { sharers[identity] = nil }
        }
    }

    private func change(_ change: (inout [ObjectIdentifier: Sharer]) -> Void) {
        sharers.withLock { sharers in
            change(&sharers)
            sharers = sharers.filter { $0.value.broadcaster != nil }
            if sharers.count > 1 { wereSeveral.store(true, ordering: .releasing) }
        }
    }

    /// The broadcasters and presences of the other stacks that a condition holds for.
    ///
    /// It is asked in the lock, since most of many stacks have no receivers for a save.
    func others(than broadcaster: SaveBroadcaster, where isWanted: (SaveBroadcaster) -> Bool) -> [Other] {
        sharers.withLock { sharers in
            sharers.values.compactMap { sharer in
                guard let other = sharer.broadcaster, other !== broadcaster, isWanted(other) else {
                    return nil
                }
                return (other, sharer.presence)
            }
        }
    }
}
