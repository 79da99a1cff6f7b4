import Granary
import Synchronization

/// Tells caches of each save before it returns, and of stores that come and go.
final class CacheFollower: SaveObserver {
    let stack: PersistentStack
    private let caches: [Int: ModelCache]
    private let notes: ServedNotes
    private let bookkeeping: BookkeepingFollower
    /// One change of the stack after the other, so that the last one counts.
    private let changing = Mutex(())

    init(_ caches: [Int: ModelCache], _ notes: ServedNotes, _ stack: PersistentStack) {
        self.stack = stack
        self.caches = caches
        self.notes = notes
        bookkeeping = BookkeepingFollower(caches, notes, stack)
    }

    deinit { stack.broadcaster.followers.remove(ObjectIdentifier(self)) }

    /// Begins to follow; nothing is kept before.
    func begin() {
        stack.broadcaster.followers.register(self, of: Set(caches.keys))
        bookkeeping.begin()
        stackDidChange()
    }

    func receive(_ notice: SaveNotice) {
        for part in notice.parts { caches[part.entity]?.change(part) }
    }

    func stackDidChange() {
        changing.withLock { _ in
            let isReady = stack.isReady
            for cache in caches.values {
                cache.reset(opening: isReady && Self.problem(of: cache.entity, stack) == nil)
            }
            notes.changeAll()
        }
    }
}

extension CacheFollower {
    /// Why rows of a model cannot be cached; `nil` where the stack tells of every save, or has no store of them now.
    static func problem(of entity: Entity, _ stack: PersistentStack) -> GranaryError? {
        guard let coordinator = try? stack.coordinator(), let place = try? coordinator.storeIndex(of: entity)
        else { return nil }
        let configuration = stack.attachedStores.first { $0.name == entity.configuration }
        let isShared = coordinator.members[place].store.capabilities.contains(.severalProcesses)
        if !isShared || configuration?.followsOthers == true { return nil }
        var error = GranaryError(
            .configuration,
            "The cache of \(entity.name) would not know what other processes save in the store “\(entity.configuration)”; set `followsOthers` of the store in every process that saves in it, or declare the model without a cache.",
            context: .init(entity: entity.name))
        error.context.store = entity.configuration
        return error
    }
}
