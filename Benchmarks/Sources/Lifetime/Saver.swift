internal import Granary
internal import Synchronization
internal import Workload

/// Saves one ticket after the other, alone or during a backfill of all of them.
struct Saver: Sendable {
    let store: TicketStore
    let rows: Int

    /// Whether the backfill is running.
    private final class Course: Sendable {
        let isFilling: Mutex<Bool>

        init(isFilling: Bool) { self.isFilling = Mutex(isFilling) }
    }

    /// How many saves there are at least; during a backfill they go on until it ends.
    private static let saves = 500

    /// The time that 99 of 100 saves do not exceed; elapsed time counts in any case, since it measures waiting.
    func run(filling: Bool) async throws -> LifetimeRow.Taken {
        // Saves alone have the backfill in their schema too, so that both give their tickets the new value.
        let stack = try store.open(.filling)
        let course = Course(isFilling: filling)
        let times = try await withThrowingTaskGroup(of: [Double].self) { group in
            if filling {
                group.addTask {
                    defer { course.isFilling.withLock { $0 = false } }
                    try await stack.backfill()
                    return []
                }
            }
            group.addTask {
                var times: [Double] = []
                while times.count < Self.saves || course.isFilling.withLock({ $0 }) {
                    // Scattered over all tickets, in an order that is the same in each run.
                    let key = (times.count &* 7_919) % rows + 1
                    times.append(try await time { try await save(key, stack) }.time)
                }
                return times
            }
            var all: [Double] = []
            for try await times in group { all += times }
            return all.sorted()
        }
        try await stack.close()
        let slow = times[min(times.count * 99 / 100, times.count - 1)]
        return LifetimeRow.Taken(time: slow, processorTime: slow)
    }

    private func save(_ key: Int, _ stack: PersistentStack) async throws {
        var options = ContextOptions()
        options.retries = 20
        try await stack.perform(options) { context in
            try context.object(WithOptional.Ticket.self, key)?.score += 1
            try context.save()
        }
    }
}
