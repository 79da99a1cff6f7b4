import Granary
import GranaryTool
import Synchronization

/// Does work that blocks for many accounts, several at a time, and shows how far it is.
struct ManyAtOnce {
    /// What is done, for the line that shows it.
    let title: String
    /// How many are done at a time.
    let width: Int
    let progress: Progress

    /// The results of the work, in the order of what it was done for.
    ///
    /// - Throws: ``GranaryError/Code/unavailable`` where the system refuses threads.
    func results<Item: Sendable, R: Sendable>(
        of items: [Item], _ work: @escaping @Sendable (Item) -> R
    ) async throws -> [R] {
        let (title, count) = (title, items.count)
        let pool = WorkerPool(size: width, name: "granary-tool")
        let finished = WorkCount()
        return try await progress.showing { time, width in
            let text = "\(title): \(finished.number) of \(count) accounts … \(time.components.seconds) s"
            return String(text.prefix(width - 1))
        } during: {
            try await withThrowingTaskGroup(of: (Int, R).self) { group in
                for (position, item) in items.enumerated() {
                    group.addTask {
                        let result = try await pool.run { work(item) }
                        finished.add()
                        return (position, result)
                    }
                }
                var results = [R?](repeating: nil, count: count)
                for try await (position, result) in group { results[position] = result }
                return results.compactMap(\.self)
            }
        }
    }
}

/// How many accounts are done.
private final class WorkCount: Sendable {
    private let count = Mutex(0)

    var number: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}
