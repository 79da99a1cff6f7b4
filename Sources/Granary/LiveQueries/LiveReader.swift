/// Reads one result of a live query after the other.
///
/// Readers of equal queries share one ``LiveSource``, which follows saves for all of them. Readers that want each save
/// have separate ones: another reader that joins would combine saves for them.
struct LiveReader<Follower: LiveFollower> {
    private let stack: PersistentStack
    private let key: LiveKey
    private let delivery: LiveDelivery
    private let makeFollower: @Sendable (Entity) throws -> Follower
    private var place: LiveReaderPlace<Follower>?

    /// Makes a reader; the first request for a result makes its follower, or finds that of an equal query.
    init(
        _ stack: PersistentStack, _ key: LiveKey, _ delivery: LiveDelivery = .latest,
        _ makeFollower: @escaping @Sendable (Entity) throws -> Follower
    ) {
        self.stack = stack
        self.key = key
        self.delivery = delivery
        self.makeFollower = makeFollower
    }

    /// The next result that differs from the last one.
    nonisolated(nonsending) mutating func next() async throws -> Follower.Result? {
        let entity = try stack.observedEntity(of: Follower.M.self).get()
        let place = try place ?? open(entity)
        self.place = place
        return try await place.source.next(for: place.number)
    }

    private func open(_ entity: Entity) throws -> LiveReaderPlace<Follower> {
        let (stack, delivery, makeFollower) = (stack, delivery, makeFollower)
        func make() throws -> LiveSource<Follower> {
            LiveSource(stack, entity, try makeFollower(entity), delivery)
        }
        return LiveReaderPlace(
            delivery == .latest ? try stack.sharedObjects.object(for: key, orMake: make) : try make())
    }
}

/// The registration of a reader with its source, which ends with the last copy of the reader.
private final class LiveReaderPlace<Follower: LiveFollower>: Sendable {
    let source: LiveSource<Follower>
    let number: Int

    init(_ source: LiveSource<Follower>) {
        self.source = source
        number = source.join()
    }

    deinit { source.leave(number) }
}
