import Granary

/// Random programs of actions: each runs once or was cancelled, in the order of its queue, and its handle says which.
enum RandomActionPromises: PromiseList {
    static let category = ConformanceCategory.actions

    static let promises: [ConformancePromise] = [
        promise("Random actions run in order, and only those that were not cancelled") { bench in
            for seed in ConformanceEffort.current.seeds(4, long: 400) { try await run(seed, bench.stack) }
        }
    ]

    private struct Refusal: Error {}

    /// The record of a program on one action.
    private struct Entry {
        let action: Action<Int>
        let queue: ActionQueue
        let fails: Bool
        var isCancelled = false
    }

    private static func run(_ seed: UInt64, _ stack: PersistentStack) async throws {
        var random = SeededGenerator(seed: seed)
        let queues: [ActionQueue] = [.general, .entity(Tag.self), .entity(Book.self), .entity(Author.self)]
        let log = EventLog()
        var entries: [Entry] = []
        for _ in 0..<120 {
            let queue = queues[random.below(queues.count)]
            switch random.below(12) {
            case 0: stack.actions.suspend(queue)
            case 1: stack.actions.resume(queue)
            case 2: random.chance(2) ? stack.actions.suspend() : stack.actions.resume()
            case 3, 4:
                guard !entries.isEmpty else { continue }
                let chosen = random.below(entries.count)
                entries[chosen].action.cancel()
                entries[chosen].isCancelled = true
            case 5: await Task.yield()
            default:
                let (fails, asks, number) = (random.chance(5), random.chance(3), entries.count)
                let action = stack.run(queue) { _, context in
                    log.add(number)
                    if asks { _ = try context.count(Tag.all) }
                    if fails { throw Refusal() }
                    return number
                }
                entries.append(Entry(action: action, queue: queue, fails: fails))
            }
        }
        stack.actions.resume()
        for entry in entries { _ = try? await entry.action.result() }
        try check(entries, ran: log.all, queues, seed)
    }

    private static func check(
        _ entries: [Entry], ran: [Int], _ queues: [ActionQueue], _ seed: UInt64
    ) throws {
        try expectEqual(Set(ran).count, ran.count, "actions that ran twice with seed \(seed)")
        for (number, entry) in entries.enumerated() {
            let outcome = entry.action.outcome.map { "\($0)" } ?? "none"
            let expected = entry.fails ? "failed (Refusal)" : "succeeded"
            let hasRun = ran.contains(number)
            let isRight =
                entry.isCancelled
                ? outcome == "cancelled" || hasRun && outcome == expected : hasRun && outcome == expected
            try expect(isRight, "action \(number) ran: \(hasRun), \(outcome), with seed \(seed)")
        }
        for queue in queues where queue != .general {
            let order = ran.filter { entries[$0].queue == queue }
            try expectEqual(order, order.sorted(), "the order in \(queue) with seed \(seed)")
        }
    }
}
