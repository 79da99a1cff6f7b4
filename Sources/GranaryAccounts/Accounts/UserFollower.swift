import Granary
import Synchronization

/// The values of a user, which follow each save of their row before it returns.
final class UserFollower<User: Model>: SaveObserver {
    private let stack: PersistentStack
    private let id: ObjectID<User>
    private let entity: Int
    private let present: Mutex<(user: User.Snapshot, number: Int64)>

    /// Begins with values that were read; reads them again, since they may have changed before it followed.
    init(_ user: User.Snapshot, _ entity: Entity, _ stack: PersistentStack) {
        id = user.objectID
        present = Mutex((user, .min))
        self.entity = entity.index
        self.stack = stack
    }

    deinit { stack.broadcaster.valueFollowers.remove(ObjectIdentifier(self)) }

    /// The present values; the last ones of a user who is deleted.
    var user: User.Snapshot { present.withLock { $0.user } }

    /// Begins to follow.
    ///
    /// - Throws: errors of the store.
    func begin() async throws {
        stack.broadcaster.valueFollowers.register(self, of: [entity])
        try await read()
    }

    func receive(_ notice: SaveNotice) {
        for part in notice.parts where part.entity == entity {
            guard !part.isWhole, case .known(let rows) = part.rows,
                let changes = rows as? ObservedChanges<User>
            else {
                if part.isWhole { readLater() }
                continue
            }
            let values = changes.inserted + changes.updated.map(\.after)
            guard let user = values.last(where: { $0.objectID == id }) else { continue }
            present.withLock { present in
                // Saves of several threads come in any order.
                if present.number < changes.number { present = (user, changes.number) }
            }
        }
    }

    func stackDidChange() {}

    private func readLater() {
        Task { [weak self] in
            do { try await self?.read() } catch {
                // The stack is closed, or its store cannot be read: the last values stay.
            }
        }
    }

    /// Reads the values again.
    ///
    /// - Throws: errors of the store.
    func read() async throws {
        let (id, before) = (id, present.withLock { $0.number })
        let user: User.Snapshot? = try await stack.perform { context in try context.object(id)?.snapshot }
        guard let user else { return }
        present.withLock { present in
            // What was reported since is at least as new.
            if present.number == before { present.user = user }
        }
    }
}
