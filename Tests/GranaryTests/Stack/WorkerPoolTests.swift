import FoundationEssentials
import Granary
import GranaryConformance
import GranaryTestSupport
import Synchronization
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite(.timeLimit(.minutes(1))) struct WorkerPoolTests {
    @Test func neverMoreThanItsSizeAtOnce() async throws {
        let (pool, gauge) = (WorkerPool(size: 4, name: "test"), EventLog())
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    try await pool.run {
                        gauge.enter()
                        defer { gauge.leave() }
                        return (0..<200).reduce(number) { total, _ in total }
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 999 * 500)
        #expect(gauge.total == 1_000)
        #expect(gauge.most <= 4)
        pool.shutdown()
    }

    @Test func itsWholeSizeWorksAtOnceAgainAndAgain() async throws {
        let pool = WorkerPool(size: 3, name: "test")
        for _ in 0..<100 {
            let gauge = EventLog()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    // Each waits for the two others, which ends only when all three run at once. After the first round
                    // the threads have waited for work.
                    group.addTask {
                        try await pool.run {
                            gauge.enter()
                            while gauge.most < 3 { _ = sched_yield() }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(gauge.most == 3)
        }
        pool.shutdown()
    }

    @Test func oneWorkAfterTheOtherKeepsToFewThreads() async throws {
        let pool = WorkerPool(size: 8, name: "test")
        let used: Mutex<[pthread_t: Int]> = Mutex([:])
        for number in 0..<2_000 {
            try await pool.run { used.withLock { $0[pthread_self()] = number } }
        }
        pool.shutdown()
        // The newest work had few threads, however many there were at the beginning.
        #expect(used.withLock { $0.values.filter { $0 >= 1_900 }.count } < 8)
    }

    @Test func workThatHasWaitedLongForAThreadIsTold() throws {
        let (clock, door, isOpen) = (DrivenClock(), Monitor(), AtomicSwitch(isOn: false))
        let told: Mutex<[Duration]> = Mutex([])
        let waits = LongWaits(ElapsedTime(clock)) { waited in told.withLock { $0.append(waited) } }
        let pool = WorkerPool(size: 1, name: "test", waits: waits)
        // A thread is started for the first; the others wait for it.
        try pool.submit { door.withLock { while !isOpen.isOn { door.wait() } } }
        try pool.submit {}
        clock.advance(by: .milliseconds(1_500))
        try pool.submit {}
        clock.advance(by: .milliseconds(900))
        door.withLock { isOpen.isOn = true }
        door.wakeAll()
        pool.shutdown()
        #expect(told.withLock { $0 } == [.milliseconds(2_400)])
    }

    @Test func oneThreadKeepsTheOrder() throws {
        let (pool, log) = (WorkerPool(size: 1, name: "test"), EventLog())
        for number in 0..<2_000 { try pool.submit { log.add(number) } }
        pool.shutdown()
        #expect(log.all == Array(0..<2_000))
    }

    @Test func shutdownWaitsForWorkAndRefusesMore() async throws {
        let (pool, log) = (WorkerPool(size: 2, name: "test"), EventLog())
        for number in 0..<100 { try pool.submit { log.add(number) } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { pool.shutdown() } }
        }
        #expect(log.all.count == 100)
        expectError(.closed) { try pool.submit {} }
        await #expect(throws: GranaryError.self) { try await pool.run { 1 } }
        pool.shutdown()
    }

    @Test func errorsAndResultsComeBack() async throws {
        let pool = WorkerPool(size: 0, name: "a name longer than fifteen bytes")
        #expect(pool.size == 1)
        #expect(try await pool.run { "value" } == "value")
        await #expect(throws: CancellationError.self) { try await pool.run { throw CancellationError() } }
        pool.shutdown()
    }

    @Test func waitingWorkIsWithdrawnAtOnce() async throws {
        let (pool, log) = (WorkerPool(size: 1, name: "test"), EventLog())
        let isFree = Atomic(false)
        try pool.submit {
            while !isFree.load(ordering: .acquiring) { _ = sched_yield() }
            log.add(1)
        }
        let cancellation = Cancellation()
        // It has been queued when this returns.
        let waiting = Task.immediate { try await pool.run(until: cancellation) { log.add(2) } }
        cancellation.cancel()
        let error = await #expect(throws: GranaryError.self) { try await waiting.value }
        #expect(error?.code == .cancelled)
        #expect(log.all == [])
        let late = await #expect(throws: GranaryError.self) {
            try await pool.run(until: cancellation) { log.add(3) }
        }
        #expect(late?.code == .cancelled)
        isFree.store(true, ordering: .releasing)
        pool.shutdown()
        #expect(log.all == [1])
    }

    @Test func workThatHasBegunIsNotWithdrawn() async throws {
        let (pool, cancellation) = (WorkerPool(size: 1, name: "test"), Cancellation())
        let value = try await pool.run(until: cancellation) {
            cancellation.cancel()
            return 7
        }
        #expect(value == 7)
        pool.shutdown()
    }

    @Test func aPoolLetGoStillDoesItsWork() async {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            let pool = WorkerPool(size: 1, name: "test")
            try? pool.submit {}
            do { try pool.submit { continuation.resume() } } catch { continuation.resume() }
        }
    }

    @Test func workMayLetGoOfItsOwnPoolAndShutItDown() async throws {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            let pool = WorkerPool(size: 2, name: "test")
            do {
                try pool.submit {
                    pool.shutdown()
                    pool.shutdown()
                    continuation.resume()
                }
            } catch { continuation.resume() }
        }
    }

    @Test func shutdownAfterOneByItsOwnWorkStillWaits() throws {
        let (pool, log) = (WorkerPool(size: 2, name: "test"), EventLog())
        try pool.submit {
            pool.shutdown()
            log.add(1)
        }
        pool.shutdown()
        #expect(log.all == [1])
    }
}

/// Pools with the same threads: each has its own work and its own end.
@Suite(.timeLimit(.minutes(1))) struct SharedWorkerPoolTests {
    /// Keeps threads busy until it is opened.
    private final class Latch: Sendable {
        private let isOpen = Atomic(false)
        private let passing = Atomic(0)

        func pass() {
            passing.add(1, ordering: .acquiringAndReleasing)
            while !isOpen.load(ordering: .acquiring) { _ = sched_yield() }
        }
        func open() { isOpen.store(true, ordering: .releasing) }
        func waitUntilPassed(by count: Int) async {
            while passing.load(ordering: .acquiring) < count { await Task.yield() }
        }
    }

    /// How many threads of this process have a name.
    private func threads(named name: String) throws -> Int {
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        return tasks.count(where: { task in
            let text = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
            return text == name + "\n"
        })
    }

    @Test func poolsThatShareHaveTheThreadsOfOne() async throws {
        let (first, latch, log) = (WorkerPool(size: 2, name: "test"), Latch(), EventLog())
        let second = WorkerPool(sharing: first)
        let third = WorkerPool(sharing: second)
        #expect(second.size == 2 && third.size == 2)
        try first.submit { latch.pass() }
        try second.submit { latch.pass() }
        await latch.waitUntilPassed(by: 2)
        try third.submit { log.add(3) }
        for _ in 0..<100 { await Task.yield() }
        #expect(log.all == [])
        latch.open()
        for pool in [first, second, third] { pool.shutdown() }
        #expect(log.all == [3])
    }

    @Test func shutdownWaitsForItsOwnWorkAndNoOther() async throws {
        let (first, latch, log) = (WorkerPool(size: 2, name: "test"), Latch(), EventLog())
        let second = WorkerPool(sharing: first)
        try first.submit { latch.pass() }
        await latch.waitUntilPassed(by: 1)
        for number in 0..<100 { try second.submit { log.add(number) } }
        // The work of the first pool goes on meanwhile.
        second.shutdown()
        #expect(log.all == Array(0..<100))
        expectError(.closed) { try second.submit {} }
        await #expect(throws: GranaryError.self) { try await second.run { 1 } }
        second.shutdown()
        #expect(try await first.run { 7 } == 7)
        latch.open()
        first.shutdown()
    }

    @Test func severalCallsOfShutdownWaitForTheWorkOfTheirPool() async throws {
        let (first, latch, log) = (WorkerPool(size: 1, name: "test"), Latch(), EventLog())
        let second = WorkerPool(sharing: first)
        try second.submit {
            latch.pass()
            log.add(1)
        }
        await latch.waitUntilPassed(by: 1)
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    await second.finish()
                    return log.all.count
                }
            }
            for _ in 0..<100 { await Task.yield() }
            latch.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [1, 1, 1])
        #expect(try await first.run { 7 } == 7)
        first.shutdown()
    }

    @Test func theThreadsEndWithTheLastPool() async throws {
        let name = "share-\(UInt16.random(in: .min ... .max))"
        let first = WorkerPool(size: 1, name: name)
        let others = [WorkerPool(sharing: first), WorkerPool(sharing: first)]
        for pool in [first] + others { #expect(try await pool.run { 7 } == 7) }
        #expect(try threads(named: name) == 1)
        first.shutdown()
        others[0].shutdown()
        #expect(try threads(named: name) == 1)
        #expect(try await others[1].run { 8 } == 8)
        others[1].shutdown()
        // The system may list an ended thread a little longer.
        while try threads(named: name) > 0 { await Task.yield() }
    }

    @Test func aPoolLetGoStillDoesItsWorkAndLeavesTheThreadsToTheOthers() async throws {
        let (first, latch, log) = (WorkerPool(size: 1, name: "test"), Latch(), EventLog())
        try first.submit { latch.pass() }
        await latch.waitUntilPassed(by: 1)
        do {
            let second = WorkerPool(sharing: first)
            for number in 0..<10 { try second.submit { log.add(number) } }
        }
        latch.open()
        #expect(try await first.run { 7 } == 7)
        #expect(log.all == Array(0..<10))
        first.shutdown()
    }

    @Test func theThreadsEndWhenAllPoolsAreLetGo() async throws {
        let name = "let-go-\(UInt16.random(in: .min ... .max))"
        do {
            let first = WorkerPool(size: 2, name: name)
            let second = WorkerPool(sharing: first)
            for pool in [first, second] { try await pool.run {} }
        }
        while try threads(named: name) > 0 { await Task.yield() }
    }

    @Test func aPoolThatSharesWithOneThatHasEndedHasThreadsOfItsOwn() async throws {
        let first = WorkerPool(size: 2, name: "test")
        #expect(try await first.run { 1 } == 1)
        first.shutdown()
        let second = WorkerPool(sharing: first)
        #expect(second.size == 2)
        #expect(try await second.run { 2 } == 2)
        expectError(.closed) { try first.submit {} }
        second.shutdown()
    }

    @Test func workMayShutDownThePoolOfAnotherStack() async throws {
        let first = WorkerPool(size: 1, name: "test")
        let second = WorkerPool(sharing: first)
        // It does not wait for what only its own thread could do.
        let value = try await first.run {
            try second.submit {}
            second.shutdown()
            return 7
        }
        #expect(value == 7)
        expectError(.closed) { try second.submit {} }
        #expect(try await first.run { 8 } == 8)
        first.shutdown()
    }

    @Test func poolsComeAndGoWhileOthersWork() async throws {
        let (first, log) = (WorkerPool(size: 3, name: "test"), EventLog())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<6 {
                group.addTask {
                    for round in 0..<50 {
                        let pool = WorkerPool(sharing: first)
                        try pool.submit { log.add(worker * 50 + round) }
                        if round % 2 == 0 { await pool.finish() }
                    }
                }
            }
            try await group.waitForAll()
        }
        await first.finish()
        // Those of pools that were let go are done too, since the last thread has ended.
        #expect(log.all.sorted() == Array(0..<300))
    }
}
