import Granary
import Synchronization

/// The stacks of accounts that are open; beyond a limit the one unused longest rests.
final class OpenAccounts: Sendable {
    private struct Contents {
        /// The stacks that are open.
        var open: [ObjectIdentifier: PersistentStack] = [:]
        /// Those that are about to open.
        var opening: Set<ObjectIdentifier> = []
        /// What reports that stacks rest and wake.
        var watches: [ObjectIdentifier: RestWatch] = [:]
        /// Whether it was reported that all are in use, and there still are too many.
        var hasWarned = false

        var count: Int { opening.union(open.keys).count }
    }

    private let limit: Int?
    private let errors: UnattendedErrors
    private let contents = Mutex(Contents())
    /// Lets one stack after the other be sent to rest, so that no more rest than have to.
    private let resting = CallGate()

    /// Has a limit, or none.
    init(limit: Int?, reporting errors: UnattendedErrors) {
        self.limit = limit
        self.errors = errors
    }

    // MARK: Stacks

    /// Begins to count a stack of an account; `isKept` says whether it must not rest.
    func add(_ stack: PersistentStack, isKept: @escaping @Sendable () -> Bool) {
        if limit == nil { return }
        let watch = RestWatch(stack, isKept) { [weak self] stack in self?.note(stack) }
        contents.withLock { $0.watches[ObjectIdentifier(stack)] = watch }
        watch.begin()
    }

    /// Counts a stack no longer.
    func remove(_ stack: PersistentStack) {
        // Outside of the lock, under which nothing may be released that takes others.
        let former = contents.withLock { contents in
            contents.open[ObjectIdentifier(stack)] = nil
            return contents.watches.removeValue(forKey: ObjectIdentifier(stack))
        }
        former?.end()
    }

    /// Opens a stack with a closure, after another one has been sent to rest where there are too many.
    func opening<R: Sendable>(
        _ stack: PersistentStack, _ body: @Sendable () async throws -> R
    ) async throws -> R {
        let id = ObjectIdentifier(stack)
        contents.withLock { _ = $0.opening.insert(id) }
        defer { contents.withLock { _ = $0.opening.remove(id) } }
        await makeRoom(besides: id)
        return try await body()
    }

    /// Sends stacks to rest that were in use when there were too many.
    func settle(besides stack: PersistentStack) async {
        if contents.withLock({ $0.hasWarned }) { await makeRoom(besides: ObjectIdentifier(stack)) }
    }

    /// Notes whether a stack is open; one that a use has opened may be one too many.
    private func note(_ stack: PersistentStack) {
        let id = ObjectIdentifier(stack)
        let isOneMore = contents.withLock { contents in
            if contents.watches[id] == nil { return false }
            let wasOpen = contents.open[id] != nil
            contents.open[id] = stack.hasOpenStores ? stack : nil
            return !wasOpen && contents.open[id] != nil && !contents.opening.contains(id)
        }
        if isOneMore { Task.detached { await self.makeRoom(besides: id) } }
    }

    // MARK: Room

    /// Sends stacks to rest until there are no more than the limit.
    private func makeRoom(besides kept: ObjectIdentifier) async {
        guard let limit else { return }
        let hasRoom = contents.withLock { contents in
            if contents.count > limit { return false }
            contents.hasWarned = false
            return true
        }
        if hasRoom { return }
        // A task that is cancelled opens its stack all the same, or not at all.
        try? await resting.run {
            var tried: Set<ObjectIdentifier> = [kept]
            while contents.withLock({ $0.count }) > limit {
                guard let next = self.longestUnused(besides: tried) else { return self.warn(limit) }
                tried.insert(ObjectIdentifier(next))
                do { try await next.rest() } catch {
                    self.errors.report(
                        error, during: .closing,
                        "A store of an account that was sent to rest could not be closed.")
                }
            }
        }
    }

    private func longestUnused(besides tried: Set<ObjectIdentifier>) -> PersistentStack? {
        let stacks = contents.withLock { contents in
            contents.open.filter { !tried.contains($0.key) }
                .compactMap { id, stack in contents.watches[id].map { (stack, $0.isKept) } }
        }
        return stacks.filter { stack, isKept in !isKept() && stack.isUnused }.map(\.0)
            .min { $0.lastUse ?? .zero < $1.lastUse ?? .zero }
    }

    private func warn(_ limit: Int) {
        let isNew = contents.withLock { contents in
            defer { contents.hasWarned = true }
            return !contents.hasWarned
        }
        if !isNew { return }
        errors.report(
            GranaryError(
                .full,
                "More accounts are in use than the limit of \(limit) allows to be open, so one more is open. Raise `limit` in the section `accounts`, or keep fewer contexts and live queries of accounts that nobody looks at."
            ), during: .resting,
            "More accounts are in use than the limit allows to be open, so one more is open.")
    }
}

extension PersistentStack {
    /// Whether the stack has stores open that it would close at rest.
    fileprivate var hasOpenStores: Bool {
        switch status.phase {
        case .starting, .started, .suspended: true
        default: false
        }
    }
}
