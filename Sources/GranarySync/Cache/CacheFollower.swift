import Granary
import Synchronization

/// Notifies caches of each save before it returns, and of stores that come and go.
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
            // While a stack rests, it is not notified of saves.
            let isReady = stack.status.phase == .started
            for cache in caches.values { cache.reset(opening: isReady && isTold(of: cache.entity)) }
            notes.changeAll()
        }
    }

    /// Whether the stack is notified of every save of a model now, or has no store of it.
    private func isTold(of entity: Entity) -> Bool {
        guard let member = Self.member(of: entity, stack) else { return true }
        return !Self.isShared(member) || member.presence.isWatched
    }
}

extension CacheFollower {
    /// Why rows of a model cannot be cached; `nil` where the stack is to be notified of every save, or has no store of
    /// them now.
    static func problem(of entity: Entity, _ stack: PersistentStack) -> GranaryError? {
        guard let member = member(of: entity, stack) else { return nil }
        let configuration = stack.attachedStores.first { $0.name == entity.configuration }
        if !isShared(member) || configuration?.followsOthers == true { return nil }
        var error = GranaryError(
            .configuration,
            "The cache of \(entity.name) would not know what other processes save in the store “\(entity.configuration)”; set `followsOthers` of the store in every process that saves in it, or declare the model without a cache.",
            context: .init(entity: entity.name))
        error.context.store = entity.configuration
        return error
    }

    /// The open store of a model; `nil` if there is none.
    private static func member(of entity: Entity, _ stack: PersistentStack) -> StoreCoordinator.Member? {
        (try? stack.coordinator())?.member(of: entity)
    }

    /// Whether others than the stack may save in a store.
    private static func isShared(_ member: StoreCoordinator.Member) -> Bool {
        !member.store.capabilities.isDisjoint(with: [.severalProcesses, .foreignSaves])
    }
}
