import FoundationEssentials
import Granary

/// Asks the program about refused writes, concurrently with the lanes: a decision may take its time.
struct RefusalWorker {
    let core: RepositoryCore
    let plan: OutboxPlan
    let decide: RefusalHandler?
    /// The refused writes that the program has been asked about and that it has left open.
    private var offered: Set<UUID> = []
    /// How often it has failed in a row.
    private var failures = 0

    init(_ core: RepositoryCore, _ plan: OutboxPlan, _ decide: RefusalHandler?) {
        self.core = core
        self.plan = plan
        self.decide = decide
    }

    /// Offers refused writes until the task is cancelled.
    ///
    /// - Throws: ``GranaryError/Code/closed`` and ``GranaryError/Code/destroyed`` once the stack is.
    mutating func run() async throws {
        while !Task.isCancelled {
            let before = core.watch.present
            do {
                let refused = try await refused()
                if !refused.isSubset(of: offered), try await offer() {
                    plan.invalidate()
                    continue
                }
            } catch let error as GranaryError where error.endsSending {
                throw error
            } catch {
                if Task.isCancelled { return }
                core.report(error)
                failures += 1
                await core.times.rest(core.times.pause(after: failures)) { [watch = core.watch] in
                    await watch.waitForRefusals(after: before)
                }
                continue
            }
            failures = 0
            await core.watch.waitForRefusals(after: before)
        }
    }

    /// The identities of the refused writes, for which no other entry is read.
    private func refused() async throws -> Set<UUID> {
        try await core.stack.performOnStores(RepositoryCore.readingOptions) { context in
            Set(try context.select(SyncEntry.where { $0.state == .refused }) { $0.id })
        }
    }

    /// Offers each refused write that was not offered since the start, and carries the decision out; returns whether any
    /// was decided.
    ///
    /// Without a handler each is reported once.
    private mutating func offer() async throws -> Bool {
        let rule = core.rule
        let refused = try await core.stack.performOnStores(RepositoryCore.readingOptions) { context in
            try RefusedWrites(context, rule)
        }
        offered.formIntersection(refused.writes.map(\.id) + refused.unreadable.keys)
        for (id, error) in refused.unreadable where offered.insert(id).inserted { core.report(error) }
        var problem: (any Error)?
        for write in refused.writes where offered.insert(write.id).inserted {
            guard let decide else {
                core.report(Self.undecided(write))
                continue
            }
            guard let decision = try await LeavableWork.run({ await decide(write) }) else { continue }
            core.reach(.beforeDeciding)
            do { try await core.decide(decision, on: write.id) } catch {
                if Task.isCancelled || (error as? GranaryError)?.endsSending ?? false { throw error }
                // The others are offered all the same. One that could succeed later is asked for again.
                if (error as? GranaryError)?.isAboutDecision ?? false {
                    core.report(error)
                } else {
                    offered.remove(write.id)
                    problem = error
                }
                continue
            }
            core.reach(.afterDeciding)
            if let problem { core.report(problem) }
            // The others may be gone now, or build on another write.
            return true
        }
        if let problem { throw problem }
        return false
    }

    private static func undecided(_ write: RefusedWrite) -> GranaryError {
        GranaryError(
            write.cause == .conflict ? .conflict : .denied,
            "The server does not carry out a write of \(write.write.model), which stays in the outbox; decide about it by `outbox.decide`, or give the repositories a handler.",
            context: .init(entity: write.write.model))
    }
}

extension GranaryError {
    /// Whether it is about a decision that would fail again.
    fileprivate var isAboutDecision: Bool {
        [.query, .newer, .corrupt, .schema, .validation, .constraint, .invalidValue, .overflow].contains(code)
    }
}

extension RepositoryCore {
    /// Carries a decision about a refused write out; does nothing if it is not refused any more.
    nonisolated(nonsending) func decide(_ decision: RefusalDecision, on id: UUID) async throws {
        let (rule, ends, doubts) = (rule, ends, doubts)
        try await merging { context in
            guard let entry = try context.object(ObjectID<SyncEntry>(id)), entry.state == .refused else {
                return
            }
            let cancelled = try RefusalDecider(context: context, rule: rule, doubts: doubts, ends: ends)
                .carryOut(decision, on: entry)
            // Objects that were new are gone, and so is what is noted of them.
            try DeletedRows(context: context, rule: rule).clear()
            // Before the commit, since waiting calls look for it when the entry is gone.
            for id in cancelled { ends.note(id, .cancelled) }
            try context.save()
        }
    }
}
