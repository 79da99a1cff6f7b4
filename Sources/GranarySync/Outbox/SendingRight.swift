import FoundationEssentials
import Granary

/// The right to send, which one of the processes on a store has at a time.
struct SendingRight: Sendable {
    let stack: PersistentStack
    let times: SyncTimes
    /// Who takes it.
    let holder: UUID

    private static let purpose = "sending"

    /// Takes the right, or keeps it for longer; returns whether this process has it.
    nonisolated(nonsending) func take() async throws -> Bool {
        let (times, holder) = (times, holder)
        return try await stack.performOnStores(RepositoryCore.servedOptions(by: EntryWatch.sender)) {
            context in
            let now = times.now()
            let end = now.addingTimeInterval(times.lease / .seconds(1))
            guard let lease = try context.object(ObjectID<SyncLease>(Self.purpose)) else {
                try context.insert(SyncLease(purpose: Self.purpose, holder: holder, expires: end))
                try context.save()
                return true
            }
            if lease.holder != holder, lease.expires > now, lease.expires <= end { return false }
            if lease.holder == holder, isLongEnough(lease, at: now) { return true }
            (lease.holder, lease.expires) = (holder, end)
            try context.save()
            return true
        }
    }

    /// The process that has the right, or has had it last.
    static func holder(in context: Context) throws -> UUID? {
        try context.object(ObjectID<SyncLease>(purpose))?.holder
    }

    /// Requires that this process still has the right when a save commits.
    ///
    /// - Returns: whether it has it now; where it is to be kept for longer, whether that need not be asked for yet.
    func require(in context: Context, forLonger: Bool = false) throws -> Bool {
        guard let lease = try context.object(ObjectID<SyncLease>(Self.purpose)), lease.holder == holder,
            !forLonger || isLongEnough(lease, at: times.now())
        else { return false }
        context.require(unchanged: lease)
        return true
    }

    /// Whether half of the time of a lease is left.
    private func isLongEnough(_ lease: SyncLease, at now: Date) -> Bool {
        lease.expires > now.addingTimeInterval(times.lease / .seconds(2))
    }

    /// Gives the right back, so that another process need not wait for its end.
    nonisolated(nonsending) func giveBack() async throws {
        let holder = holder
        try await stack.performOnStores(RepositoryCore.servedOptions(by: EntryWatch.sender)) { context in
            guard let lease = try context.object(ObjectID<SyncLease>(Self.purpose)), lease.holder == holder
            else { return }
            try context.delete(lease)
            try context.save()
        }
    }
}
