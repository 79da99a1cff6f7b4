import Granary
import GranaryTestSupport
import Synchronization
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite(.timeLimit(.minutes(1))) struct WorkerPoolTests {
    /// Counts how many are inside at once.
    private final class Gauge: Sendable {
        private let state = Mutex((inside: 0, most: 0, total: 0))
        func enter() {
            state.withLock {
                $0.inside += 1
                $0.most = max($0.most, $0.inside)
                $0.total += 1
            }
        }
        func leave() { state.withLock { $0.inside -= 1 } }
        var most: Int { state.withLock { $0.most } }
        var total: Int { state.withLock { $0.total } }
    }

    @Test func neverMoreThanItsSizeAtOnce() async throws {
        let (pool, gauge) = (WorkerPool(size: 4, name: "test"), Gauge())
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
            let gauge = Gauge()
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

    @Test func oneThreadKeepsTheOrder() throws {
        let (pool, log) = (WorkerPool(size: 1, name: "test"), Log())
        for number in 0..<2_000 { try pool.submit { log.append(number) } }
        pool.shutdown()
        #expect(log.numbers == Array(0..<2_000))
    }

    @Test func shutdownWaitsForWorkAndRefusesMore() async throws {
        let (pool, log) = (WorkerPool(size: 2, name: "test"), Log())
        for number in 0..<100 { try pool.submit { log.append(number) } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { pool.shutdown() } }
        }
        #expect(log.numbers.count == 100)
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
        let (pool, log) = (WorkerPool(size: 1, name: "test"), Log())
        let isFree = Atomic(false)
        try pool.submit {
            while !isFree.load(ordering: .acquiring) { _ = sched_yield() }
            log.append(1)
        }
        let cancellation = Cancellation()
        // It has been queued when this returns.
        let waiting = Task.immediate { try await pool.run(until: cancellation) { log.append(2) } }
        cancellation.cancel()
        let error = await #expect(throws: GranaryError.self) { try await waiting.value }
        #expect(error?.code == .cancelled)
        #expect(log.numbers == [])
        let late = await #expect(throws: GranaryError.self) {
            try await pool.run(until: cancellation) { log.append(3) }
        }
        #expect(late?.code == .cancelled)
        isFree.store(true, ordering: .releasing)
        pool.shutdown()
        #expect(log.numbers == [1])
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
        let (pool, log) = (WorkerPool(size: 2, name: "test"), Log())
        try pool.submit {
            pool.shutdown()
            log.append(1)
        }
        pool.shutdown()
        #expect(log.numbers == [1])
    }
}

/// Numbers in the order they were written down.
private final class Log: Sendable {
    private let state = Mutex<[Int]>([])
    func append(_ number: Int) { state.withLock { $0.append(number) } }
    var numbers: [Int] { state.withLock { $0 } }
}
