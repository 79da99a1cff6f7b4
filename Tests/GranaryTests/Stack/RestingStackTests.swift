import GranaryConformance
import GranaryTestSupport
import Testing

@testable import Granary

/// Stacks that rest, over a store whose opening a test lets fail or wait.
@Suite(.timeLimit(.minutes(1))) struct RestingStackTests {
    private let place = "resting-\(UInt64.random(in: .min ... .max))"

    // MARK: Openings

    @Test func allThatComeMeanwhileWaitForOneOpening() async throws {
        let stack = try await restingStack()
        DoorBackend.set(.waits, at: place)
        let work = (0..<8).map { number in Task.immediate { try await save(number, in: stack) } }
        let action = stack.run(.general) { try $1.count(Player.all) }
        await DoorBackend.hasBegunToOpen(2, at: place)
        #expect(stack.status.phase == .starting && stack.isStarted && !stack.isReady)
        DoorBackend.set(.open, at: place)
        for task in work { try await task.value }
        _ = try await action.result()
        #expect(DoorBackend.openings(at: place) == 2)
        #expect(try await count(in: stack) == 8)
        try await stack.close()
    }

    @Test func anOpeningThatFailsIsThrownToAllThatWaitForIt() async throws {
        let stack = try await restingStack()
        DoorBackend.set(.waits, at: place)
        let work = (0..<4).map { number in Task.immediate { try await save(number, in: stack) } }
        await DoorBackend.hasBegunToOpen(2, at: place)
        DoorBackend.set(.shut, at: place)
        for task in work {
            let error = await #expect(throws: GranaryError.self) { try await task.value }
            #expect(error?.code == .unavailable)
        }
        #expect(DoorBackend.openings(at: place) == 2)
        #expect(stack.status.phase == .resting && stack.isReady)
        let state = stack.status.store("People").map { "\($0.state)" } ?? "none"
        #expect(state.hasPrefix("failed"), "\(state)")
        let health = await stack.health()
        #expect(!health.isHealthy && health.phase == .resting)
        #expect(health.stores.map(\.error?.code) == [.unavailable, nil])
        try await stack.close()
    }

    @Test func theNextUseTriesAgain() async throws {
        let stack = try await restingStack()
        DoorBackend.set(.shut, at: place)
        for openings in 2...4 {
            let error = await #expect(throws: GranaryError.self) { try await save(openings, in: stack) }
            #expect(error?.code == .unavailable)
            #expect(DoorBackend.openings(at: place) == openings)
        }
        #expect(throws: GranaryError.self) { try stack.makeContext() }
        await #expect(throws: GranaryError.self) { try await stack.run(.general) { _, _ in }.result() }
        DoorBackend.set(.open, at: place)
        try await save(9, in: stack)
        #expect(try await count(in: stack) == 1)
        #expect(stack.status.stores.allSatisfy { "\($0.state)" == "started" })
        try await stack.close()
    }

    @Test func aStoreInMemoryKeepsWhatItHoldsThroughFailedOpenings() async throws {
        let stack = try await restingStack { stack in
            try await stack.perform { context in
                try context.insert(Trophy(title: "cup"))
                try context.save()
            }
        }
        DoorBackend.set(.shut, at: place)
        for _ in 0..<3 { await #expect(throws: GranaryError.self) { try await save(1, in: stack) } }
        let states = stack.status.stores.map { "\($0.state)" }
        #expect(states.last == "started", "\(states)")
        DoorBackend.set(.open, at: place)
        #expect(try await stack.perform { try $0.count(Trophy.all) } == 1)
        try await stack.close()
    }

    @Test func aLiveQueryTriesAgainAfterAPause() async throws {
        let clock = DrivenClock()
        let stack = try await restingStack(clock: clock)
        DoorBackend.set(.shut, at: place)
        let first = Task {
            var live = stack.observe(Player.all).makeAsyncIterator()
            return try await live.next()?.count
        }
        while clock.sleepers.isEmpty { await Task.yield() }
        DoorBackend.set(.open, at: place)
        clock.advance(by: .seconds(5))
        #expect(try await first.value == 0)
        #expect(stack.status.phase == .started)
        try await stack.close()
    }

    @Test func whoIsCancelledLeavesTheOpeningToTheOthers() async throws {
        let stack = try await restingStack()
        DoorBackend.set(.waits, at: place)
        let first = Task.immediate { try await save(1, in: stack) }
        let second = Task.immediate { try await save(2, in: stack) }
        await DoorBackend.hasBegunToOpen(2, at: place)
        first.cancel()
        let error = await #expect(throws: GranaryError.self) { try await first.value }
        #expect(error?.code == .cancelled)
        DoorBackend.set(.open, at: place)
        try await second.value
        #expect(DoorBackend.openings(at: place) == 2)
        #expect(try await count(in: stack) == 1)
        try await stack.close()
    }

    // MARK: The end of an opening

    @Test func aStackThatIsStoppedWhileItWakesIsStopped() async throws {
        let stack = try await restingStack()
        DoorBackend.set(.waits, at: place)
        let work = Task.immediate { try await save(1, in: stack) }
        await DoorBackend.hasBegunToOpen(2, at: place)
        let stopping = Task.immediate { try await stack.stop() }
        DoorBackend.set(.open, at: place)
        try await stopping.value
        // It may have begun before.
        do { try await work.value } catch GranaryError.Code.closed {}
        #expect(stack.status.phase == .stopped)
        #expect(DoorBackend.closings(at: place) == 2)
        try await stack.close()
    }

    @Test func aStackThatIsClosedWhileItWakesClosesItsStores() async throws {
        let stack = try await restingStack()
        DoorBackend.set(.waits, at: place)
        let work = Task.immediate { try await save(1, in: stack) }
        await DoorBackend.hasBegunToOpen(2, at: place)
        let closing = Task.immediate { try await stack.close() }
        while stack.status.phase == .starting { await Task.yield() }
        DoorBackend.set(.open, at: place)
        try await closing.value
        let error = await #expect(throws: GranaryError.self) { try await work.value }
        #expect(error?.code == .closed)
        #expect(stack.status.phase == .closed)
        #expect(DoorBackend.closings(at: place) == 2)
    }

    // MARK: Resting

    @Test func anErrorOfClosingIsReportedAndTheStackRests() async throws {
        let clock = DrivenClock()
        var settings = StackSettings()
        settings.restsAfter = .seconds(60)
        let stack = try await makeStack(settings, clock)
        var errors = stack.errors.makeAsyncIterator()
        try await save(1, in: stack)
        DoorBackend.failToClose(at: place)
        while clock.sleepers.isEmpty { await Task.yield() }
        clock.advance(by: .seconds(60))
        #expect(await errors.next()?.work == .closing)
        #expect(stack.status.phase == .resting)
        #expect(try await count(in: stack) == 1)
        await #expect(throws: GranaryError.self) { try await stack.rest() }
        #expect(stack.status.phase == .resting)
        try await stack.close()
    }

    @Test func aStackThatNobodyHoldsIsReleasedWithItsTimer() async throws {
        let clock = DrivenClock()
        var settings = StackSettings()
        settings.restsAfter = .seconds(60)
        weak var released: PersistentStack?
        do {
            let stack = try await makeStack(settings, clock)
            released = stack
            while clock.sleepers.isEmpty { await Task.yield() }
        }
        #expect(released == nil)
        while !clock.sleepers.isEmpty { await Task.yield() }
    }

    @Test func aStackThatOnlyNotesItsUseDoesNotRest() async throws {
        let clock = DrivenClock()
        var settings = StackSettings()
        settings.tracksUse = true
        let stack = try await makeStack(settings, clock)
        clock.advance(by: .seconds(7))
        try await save(1, in: stack)
        clock.advance(by: .seconds(1_000))
        #expect(stack.lastUse == .seconds(7) && stack.isUnused)
        #expect(clock.sleepers.isEmpty && stack.status.phase == .started)
        try await stack.close()
    }

    @Test func stacksThatShareCompareTheirUse() async throws {
        let clock = DrivenClock()
        var settings = StackSettings()
        settings.tracksUse = true
        let first = try await makeStack(settings, clock)
        clock.advance(by: .seconds(10))
        let second = PersistentStack(sharing: first)
        try await second.attachPersistentStores(for: stores)
        try await second.start()
        #expect(first.lastUse == .zero && second.lastUse == .seconds(10))
        clock.advance(by: .seconds(10))
        try await save(1, in: first)
        #expect(first.lastUse == .seconds(20) && second.lastUse == .seconds(10))
        for stack in [first, second] { try await stack.close() }
    }

    @Test func workThatWaitsForAThreadWhileItsStackGoesToRestIsDone() async throws {
        var settings = StackSettings()
        settings.workers = 1
        let first = try await makeStack(settings)
        let second = PersistentStack(sharing: first)
        try await second.attachPersistentStores(for: stores)
        try await second.start()
        let (gate, begun) = (Monitor(), AsyncStream<Void>.makeStream())
        nonisolated(unsafe) var isOpen = false  // lock: gate
        let busy = Task {
            try await first.perform { _ in
                begun.continuation.finish()
                gate.withLock { while !isOpen { gate.wait() } }
            }
        }
        for await _ in begun.stream {}
        // The only thread is that of both stacks.
        let work = Task.immediate { try await save(1, in: second) }
        #expect(try await second.rest())
        gate.withLock { isOpen = true }
        gate.wakeAll()
        try await busy.value
        try await work.value
        #expect(try await count(in: second) == 1)
        for stack in [first, second] { try await stack.close() }
    }

    // MARK: Stacks

    private var stores: [StoreConfiguration] {
        [
            StoreConfiguration(name: "People", type: DoorBackend.type, location: place),
            StoreConfiguration(name: "Rest", type: ReferenceBackend.type),
        ]
    }

    /// A started stack of a store with a door, and one in memory.
    private func makeStack(
        _ settings: StackSettings = StackSettings(), _ clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> PersistentStack {
        let people: [any Model.Type] = [Player.self, Tag.self, Team.self, Contract.self]
        let schema = try Schema("League", configurations: ["People": people, "Rest": [Trophy.self]])
        let backends = [Backend(DoorBackend.self), Backend(ReferenceBackend.self)]
        let stack = PersistentStack(
            schema, registry: try StoreRegistry(backends: backends), settings: settings, clock: clock)
        try await stack.attachPersistentStores(for: stores)
        try await stack.start()
        return stack
    }

    /// A stack at rest, whose store was opened once, after some work.
    private func restingStack(
        clock: any Clock<Duration> = ContinuousClock(),
        after work: (PersistentStack) async throws -> Void = { _ in }
    ) async throws -> PersistentStack {
        let stack = try await makeStack(StackSettings(), clock)
        try await work(stack)
        #expect(try await stack.rest())
        return stack
    }

    private func save(_ number: Int, in stack: PersistentStack) async throws {
        try await stack.perform { context in
            try context.insert(Player(id: number, name: "P", score: number))
            try context.save()
        }
    }

    private func count(in stack: PersistentStack) async throws -> Int {
        try await stack.perform { try $0.count(Player.all) }
    }
}
