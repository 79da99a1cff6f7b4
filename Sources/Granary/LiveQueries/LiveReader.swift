/// Reads one result of a live query after the other.
struct LiveReader<Follower: LiveFollower> {
    private let stack: PersistentStack
    private let delivery: LiveDelivery
    private let makeFollower: @Sendable (Entity) throws -> Follower
    private var follower: Follower?
    private var mailbox: LiveMailbox<Follower.M>?
    private var hasRun = false
    /// The identifier of the store that the result is from.
    private var store: String?
    /// How often the store could not be reached, one time after the other.
    private var failures = 0

    /// Makes a reader; its follower is made when the first result is asked for.
    init(
        _ stack: PersistentStack, _ delivery: LiveDelivery = .latest,
        _ makeFollower: @escaping @Sendable (Entity) throws -> Follower
    ) {
        (self.stack, self.delivery, self.makeFollower) = (stack, delivery, makeFollower)
    }

    /// The next result that differs from the last one.
    nonisolated(nonsending) mutating func next() async throws -> Follower.Result? {
        let entity = try stack.observedEntity(of: Follower.M.self).get()
        let mailbox = try openMailbox(entity)
        while !Task.isCancelled {
            let news = mailbox.take()
            do {
                let result = try await result(after: news, entity)
                failures = 0
                if let result { return result }
            } catch {
                mailbox.noteUnknown(combining: !news.isEmpty)
                if Task.isCancelled { return nil }
                guard let known = error as? GranaryError, known.code.isRetryable else { throw error }
                await pause(after: known)
                continue
            }
            if news.isEmpty { await mailbox.wait() }
        }
        return nil
    }

    /// Reports that the store cannot be reached, and waits: a tenth of a second, twice as long each time, up to five seconds.
    private nonisolated(nonsending) mutating func pause(after error: GranaryError) async {
        stack.unattended.report(
            error, during: .following,
            "The result of a live query could not be read; it is read again in a moment.")
        let length = Swift.min(Duration.milliseconds(100 << Swift.min(failures, 6)), .seconds(5))
        failures += 1
        // A cancelled task ends the loop.
        try? await stack.clock.sleep(for: length)
    }

    private mutating func openMailbox(_ entity: Entity) throws -> LiveMailbox<Follower.M> {
        if let mailbox { return mailbox }
        let follower = try makeFollower(entity)
        let made = LiveMailbox(
            entity.index, with: follower.others, judge: follower.judge, delivery, stack.broadcaster.observers)
        self.follower = follower
        mailbox = made
        return made
    }

    private nonisolated(nonsending) mutating func result(
        after news: LiveMailbox<Follower.M>.News, _ entity: Entity
    ) async throws -> Follower.Result? {
        let stores = LiveStores(stack: stack)
        let coordinator = try stack.coordinator()
        _ = try coordinator.storeIndex(of: entity)
        let present = coordinator.identifier(ofStoreOf: entity)
        if hasRun, !news.isUnknown, present == store {
            return news.isEmpty ? nil : try await follower?.follow(news.saves, stores)
        }
        let result = try await follower?.run(stores, hasOverflowed: news.hasOverflowed)
        (hasRun, store) = (true, present)
        return result
    }
}
