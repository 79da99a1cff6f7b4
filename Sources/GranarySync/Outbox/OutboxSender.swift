import FoundationEssentials
import Granary
import Synchronization

/// Sends the writes of a store until its task is cancelled, all lanes concurrently.
struct OutboxSender: Sendable {
    let core: RepositoryCore
    let decide: RefusalHandler?

    init(_ core: RepositoryCore, _ decide: RefusalHandler?) {
        self.core = core
        self.decide = decide
    }

    /// Sends until the task is cancelled.
    ///
    /// - Throws: ``GranaryError/Code/closed`` and ``GranaryError/Code/destroyed`` once the stack is; other errors of the
    ///   store are reported, and it tries again.
    func run() async throws {
        let right = SendingRight(stack: core.stack, times: core.times, holder: core.identity)
        let result: Result<Void, any Error>
        do { result = .success(try await send(right)) } catch { result = .failure(error) }
        // The task may be cancelled, and a cancelled task saves nothing.
        await Task { try? await right.giveBack() }.value
        try result.get()
    }

    private func send(_ right: SendingRight) async throws {
        let plan = OutboxPlan(core)
        self.core.plan.withLock { $0 = plan }
        defer { self.core.plan.withLock { $0 = nil } }
        let (core, decide) = (core, decide)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in core.lanes {
                for _ in 0..<(core.widths[lane.name] ?? 1) {
                    group.addTask {
                        var worker = LaneWorker(core, right, plan, lane)
                        try await worker.run()
                    }
                }
            }
            group.addTask {
                var worker = RefusalWorker(core, plan, decide)
                try await worker.run()
            }
            // The first error ends the others.
            do { for try await _ in group {} } catch {
                group.cancelAll()
                throw error
            }
        }
    }
}
