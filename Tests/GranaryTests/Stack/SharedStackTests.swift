import GranaryConformance
import GranaryTestSupport
import Synchronization
import Testing

@testable import Granary

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Openings that fail in stacks which share their stores.
@Suite(.timeLimit(.minutes(1))) struct SharedStackTests {
    private let place = "shared-\(UInt64.random(in: .min ... .max))"

    @Test func anOpeningThatFailsDoesNotWaitForAStackThatWaitsForIt() async throws {
        let stores = [store("People", ReferenceBackend.type), store("Clubs", LateFailure.type)]
        let first = try stack()
        try await first.attachPersistentStores(for: stores)
        let second = PersistentStack(sharing: first)
        try await second.attachPersistentStores(for: stores)
        let opening = Task { try await first.start() }
        // The first store is open by then.
        await LateFailure.hasBegun(at: place)
        let destroying = Task { try await second.destroyPersistentStores() }
        for _ in 0..<500 { await Task.yield() }
        LateFailure.fail(at: place)
        let error = await #expect(throws: GranaryError.self) { try await opening.value }
        #expect(error?.code == .io)
        // It may come before the first stack has left the store that it had opened.
        do { try await destroying.value } catch GranaryError.Code.locked {}
        for stack in [first, second] { try await stack.close() }
    }

    @Test func whatAnOpeningCallsDoesNotOpenItsStoreInAnotherStack() async throws {
        let stores = [store("People", CallingBackend.type)]
        let first = try stack()
        try await first.attachPersistentStores(for: stores)
        let second = PersistentStack(sharing: first)
        try await second.attachPersistentStores(for: stores)
        let failure = Mutex<GranaryError?>(nil)
        CallingBackend.callOnce(at: place) {
            do { try second.start() } catch {
                failure.withLock { $0 = error as? GranaryError }
            }
        }
        try await first.start()
        #expect(failure.withLock { $0?.code } == .invalidObject)
        #expect(!second.isStarted)
        try await second.start()
        #expect(try first.coordinator().members[0].store === second.coordinator().members[0].store)
        for stack in [first, second] { try await stack.close() }
    }

    @Test func aStackThatFailsToOpenItsStoreForMoreStillSharesIt() async throws {
        LateFailure.fail(at: place)
        let first = try stack()
        try await first.attachPersistentStores(for: [store("People", ReferenceBackend.type)])
        try await first.start()
        for _ in 0..<2 {
            await #expect(throws: GranaryError.self) {
                try await first.attachPersistentStores(for: [
                    store("Clubs", ReferenceBackend.type), store("Rest", LateFailure.type),
                ])
            }
        }
        let second = PersistentStack(sharing: first)
        try await second.attachPersistentStores(for: [store("People", ReferenceBackend.type)])
        try await second.start()
        #expect(try first.coordinator().members[0].store === second.coordinator().members[0].store)
        var changes = first.changes(of: Player.self).makeAsyncIterator()
        try await second.perform { context in
            try context.insert(Player(id: 1, name: "P", score: 1))
            try context.save()
        }
        #expect(try await changes.next()?.inserted.map(\.id) == [1])
        let error = await #expect(throws: GranaryError.self) { try await second.destroyPersistentStores() }
        #expect(error?.code == .locked)
        for stack in [first, second] { try await stack.close() }
    }

    @Test func aStackIsASharerForAsLongAsItHasTheStoreOpenOnceMore() throws {
        let (stack, sharers) = (try stack(), StoreSharers())
        let configuration = store("People", ReferenceBackend.type)
        let place = try StorePlace(of: configuration, stack.registry)
        let presence = StorePresence(sharers: sharers)
        func open() -> OpenStore {
            let request = StoreOpenRequest(to: stack.schema, ["People"], configuration)
            let shared = SharedStore(
                ReferenceBackend.open(request), at: place, for: [configuration], isOfNewerVersion: false,
                keys: [], sharers: sharers)
            stack.shared.stores.opened(shared)
            let member = StoreCoordinator.Member(
                store: shared.store, type: configuration.type, name: "People", isReadOnly: false,
                presence: presence, keys: [])
            return OpenStore(
                configurations: [configuration], opened: [configuration], shared: shared, member: member)
        }
        let sharing = StackSharing(stores: stack.shared.stores, broadcaster: stack.broadcaster)
        sharers.add(stack.broadcaster, presence)
        let (former, wider) = (open(), open())
        let other = SaveBroadcaster()
        sharers.add(other, StorePresence(sharers: sharers))
        // The opening for more has failed, but another stack has the wider store.
        try sharing.leave(wider, for: former) { Issue.record("it was closed") }
        #expect(!sharers.areNone(besides: other))
        var isClosed = false
        try sharing.leave(former) { isClosed = true }
        #expect(isClosed && sharers.areNone(besides: other))
        withExtendedLifetime((stack, former, wider)) {}
    }

    @Test func placesOfStoresThatAreLetGoWithoutBeingClosedAreForgotten() throws {
        let stack = try stack()
        let (stores, sharers) = (SharedStores(), StoreSharers())
        let sharing = StackSharing(stores: stores, broadcaster: stack.broadcaster)
        func open(_ name: String) throws -> SharedStore {
            var configuration = store("People", ReferenceBackend.type)
            configuration.location = name
            let place = try StorePlace(of: configuration, stack.registry)
            return try sharing.claiming([place]) {
                let request = StoreOpenRequest(to: stack.schema, ["People"], configuration)
                let shared = SharedStore(
                    ReferenceBackend.open(request), at: place, for: [configuration],
                    isOfNewerVersion: false, keys: [], sharers: sharers)
                stores.opened(shared)
                return shared
            }
        }
        let kept = try open("kept")
        for number in 0..<1_000 { _ = try open("place \(number)") }
        #expect(stores.placeCount < 200)
        #expect(stores.store(at: kept.place) === kept)
    }

    @Test func aStackThatCameWhileAWatchFailedIsToldSoAndFollowsTheNextOne() async throws {
        let stack = try stack()
        try await stack.attachPersistentStores(for: [store("People", ReferenceBackend.type)])
        try await stack.start()
        let member = try stack.coordinator().members[0]
        let followers = (0..<3).map { _ in
            ForeignSaves(
                stack.state, stack.stores.reach, stack.unattended,
                StoreCoordinator.Member(
                    store: member.store, type: member.type, name: member.name, isReadOnly: false, keys: []))
        }
        let watch = SharedWatch()
        #expect(throws: GranaryError.self) {
            try watch.add(followers[0]) {
                try watch.add(followers[1]) {}
                throw GranaryError(.io, "There are no more watches.")
            }
        }
        #expect(followers.map(\.presence.isWatched) == [false, false, false])
        try watch.add(followers[2]) {}
        watch.othersHaveSaved(in: nil)
        #expect(followers.map(\.presence.isWatched) == [false, true, true])
        try await stack.close()
    }

    private func stack() throws -> PersistentStack {
        let people: [any Model.Type] = [Player.self, Tag.self]
        let clubs: [any Model.Type] = [Team.self, Contract.self]
        let schema = try Schema(
            "League", configurations: ["People": people, "Clubs": clubs, "Rest": [Trophy.self]])
        let backends = [
            Backend(ReferenceBackend.self), Backend(LateFailure.self), Backend(CallingBackend.self),
        ]
        return PersistentStack(schema, registry: try StoreRegistry(backends: backends))
    }

    private func store(_ name: String, _ type: StoreType) -> StoreConfiguration {
        StoreConfiguration(name: name, type: type, location: place, file: "store")
    }
}

/// A backend whose stores fail to open, as late as a test says.
private enum LateFailure: StoreBackend {
    private struct State {
        var hasBegun: Set<String> = []
        var mayFail: Set<String> = []
    }

    private static let state = Mutex(State())

    // Behind the type of the other stores, so that stacks claim its places last.
    static let type: StoreType = "zz-late"
    static let capabilities: Capabilities = []
    static let options: [StoreOption] = []

    static func hasBegun(at place: String) async {
        while !state.withLock({ $0.hasBegun.contains(place) }) { await Task.yield() }
    }

    static func fail(at place: String) { state.withLock { _ = $0.mayFail.insert(place) } }

    static func location(of configuration: StoreConfiguration) -> String? { configuration.location }

    static func open(_ request: StoreOpenRequest) throws -> any Store {
        let place = request.configuration.location ?? ""
        state.withLock { _ = $0.hasBegun.insert(place) }
        while !state.withLock({ $0.mayFail.contains(place) }) { _ = sched_yield() }
        throw GranaryError(.io, "There is no such disk.")
    }

    static func destroy(_ configuration: StoreConfiguration) {}
}

/// A backend whose next opening at a place calls what a test says.
private enum CallingBackend: StoreBackend {
    private static let calls = Mutex<[String: @Sendable () -> Void]>([:])

    static let type: StoreType = "calling"
    static var capabilities: Capabilities { ReferenceBackend.capabilities.subtracting(.staging) }
    static let options: [StoreOption] = []

    static func callOnce(at place: String, _ call: @escaping @Sendable () -> Void) {
        calls.withLock { $0[place] = call }
    }

    static func location(of configuration: StoreConfiguration) throws -> String? {
        try ReferenceBackend.location(of: configuration)
    }

    static func open(_ request: StoreOpenRequest) -> any Store {
        let place = request.configuration.location ?? ""
        calls.withLock { $0.removeValue(forKey: place) }?()
        return ReferenceBackend.open(request)
    }

    static func destroy(_ configuration: StoreConfiguration) {}
}
