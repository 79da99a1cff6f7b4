import Granary
import GranaryConformance
import GranaryTestSupport
import Synchronization
import Testing

/// A live query whose store cannot be reached says so, and tries again after growing pauses.
@Suite(.serialized, .timeLimit(.minutes(1))) struct UnreachableStoreTests {
    @Test func aLiveQueryTriesAgainUntilItsStoreIsReached() async throws {
        let (stack, clock) = try await startedStack()
        try await stack.perform { context in
            try context.insert(Spot(number: 1))
            try context.save()
        }
        var errors = stack.errors.makeAsyncIterator()
        UnreachableBackend.failuresToCome.withLock { $0 = 8 }
        var reader = stack.observe(Spot.all).makeAsyncIterator()
        #expect(try await reader.next()?.map(\.number) == [1])
        #expect(clock.waits == [100, 200, 400, 800, 1600, 3200, 5000, 5000].map { .milliseconds($0) })
        let error = await errors.next()
        #expect(error?.work == .following && error?.error.code == .unavailable)

        UnreachableBackend.failuresToCome.withLock { $0 = 1 }
        try await stack.eraseAll(in: stack.schema.configurations[0])
        #expect(try await reader.next()?.isEmpty == true)
        #expect(clock.waits.last == .milliseconds(100))
        try await stack.close()
    }

    @Test func aLiveQueryThatCannotBeRefilledKeepsItsRowsForTheDifferences() async throws {
        let (stack, _) = try await startedStack()
        try await stack.perform { context in
            for number in 1...30 { try context.insert(Spot(number: number)) }
            try context.save()
        }
        var reader = stack.observe(Spot.all.limit(3)).makeAsyncIterator()
        var numbers = try await reader.next().map { Array($0) } ?? []
        #expect(numbers.map(\.number) == [1, 2, 3])
        // Fewer are left than the query has fetched beyond its limit.
        try await stack.perform { context in
            for spot in try context.fetch(Spot.where { $0.number < 19 }) where spot.number != 2 {
                try context.delete(spot)
            }
            UnreachableBackend.failuresToCome.withLock { $0 = 1 }
            try context.save()
        }
        let result = try #require(try await reader.next())
        #expect(UnreachableBackend.failuresToCome.withLock { $0 } == 0 && !result.isFirst)
        numbers.apply(result.changes)
        #expect(numbers == Array(result) && numbers.map(\.number) == [2, 19, 20])
        try await stack.close()
    }

    private func startedStack() async throws -> (PersistentStack, RecordingClock) {
        let schema = try Schema("Spots", models: [Spot.self])
        let clock = RecordingClock()
        let stack = PersistentStack(
            schema, registry: try StoreRegistry(backends: [Backend(UnreachableBackend.self)]), clock: clock)
        try await stack.attachPersistentStores(
            for: schema.configurations.map { StoreConfiguration(name: $0, type: UnreachableBackend.type) })
        try await stack.start()
        return (stack, clock)
    }
}

@Model private final class Spot {
    @Attribute(.primaryKey) var number: Int
}

/// The reference store, whose sessions cannot be reached for a while.
private enum UnreachableBackend: StoreBackend {
    static let failuresToCome = Mutex(0)

    static let type = StoreType("unreachable")
    static let capabilities = ReferenceBackend.capabilities.subtracting(.staging)
    static let options: [StoreOption] = []

    static func location(of configuration: StoreConfiguration) throws -> String? {
        try ReferenceBackend.location(of: configuration)
    }

    static func open(_ request: StoreOpenRequest) -> any Store {
        UnreachableStore(base: ReferenceBackend.open(request))
    }

    static func destroy(_ configuration: StoreConfiguration) {}
}

private final class UnreachableStore: Store {
    private let base: any Store

    init(base: any Store) { self.base = base }

    var identity: StoreIdentity { base.identity }
    var capabilities: Capabilities { UnreachableBackend.capabilities }
    func makeSession() throws -> any StoreSession { UnreachableSession(base: try base.makeSession()) }
    func close() throws { try base.close() }
}

private final class UnreachableSession: PassingSession {
    let base: any StoreSession

    init(base: any StoreSession) { self.base = base }

    func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        // Erasing a store streams its keys, and the stack asks for one row whether the store can be reached again.
        if request.isStream || request.limit == 1 { return try base.fetch(request) }
        let fails = UnreachableBackend.failuresToCome.withLock { count in
            defer { count = max(count - 1, 0) }
            return count > 0
        }
        if fails { throw GranaryError(.unavailable, "The store cannot be reached.") }
        return try base.fetch(request)
    }

    func commit(_ changes: ChangeSet) throws -> CommitResult { try base.commit(changes) }
}
