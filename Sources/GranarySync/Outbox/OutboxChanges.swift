public import Granary

/// A value that changes with the writes of an outbox, and every later one.
///
/// Changes between two calls of `next()` are combined.
public struct OutboxChanges<Value: Sendable & Hashable>: AsyncSequence, Sendable {
    let core: RepositoryCore
    let read: @Sendable () async throws -> Value

    /// Makes an independent iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(core: core, read: read) }

    /// Waits for one value after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let core: RepositoryCore
        let read: @Sendable () async throws -> Value
        private var last: Value?

        init(core: RepositoryCore, read: @escaping @Sendable () async throws -> Value) {
            self.core = core
            self.read = read
        }

        /// Returns the present value at the first call, and the next one that differs at later ones; `nil` once the task
        /// is cancelled.
        ///
        /// - Throws: errors of the stores; another call goes on.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Value?
        {
            while !Task.isCancelled {
                let before = core.watch.present
                let value: Value
                do { value = try await read() } catch {
                    if Task.isCancelled { return nil }
                    throw error
                }
                if value != last {
                    last = value
                    return value
                }
                await core.watch.wait(after: before)
            }
            return nil
        }

        /// As ``next(isolation:)``.
        public mutating func next() async throws -> Value? { try await next(isolation: nil) }
    }
}

extension Outbox {
    /// The numbers of writes that the server has not accepted, and every later state of them.
    public func observeCounts() -> OutboxChanges<OutboxCounts> {
        OutboxChanges(core: core) { try await counts() }
    }

    /// How far the writes of an object are on their way, and every later state of it.
    public func observeState<M: Model>(of id: ObjectID<M>) -> OutboxChanges<DeliveryState> {
        OutboxChanges(core: core) { try await state(of: id) }
    }
}
