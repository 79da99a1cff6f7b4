import FoundationEssentials
import Granary

/// Notes what a server has answered to the writes of a batch.
struct AnswerSettling {
    /// The effect of answers on the entries of a store.
    struct Changes: Sendable {
        var accepted: Set<UUID> = []
        var refused: Set<UUID> = []
        /// Those that are given up with a refused one.
        var cancelled: Set<UUID> = []
        /// Whether other entries than those that were answered have come or gone.
        var areOfOthers = false
        /// What has become of the writes that were to be marked with it; `nil` where none was.
        var following: WriteMarking.Outcome?
    }

    /// Marks writes in a context; `nil` where one is not to be sent any more, or another process sends.
    typealias Marking = @Sendable (Context) throws -> WriteMarking.Outcome?

    private let core: RepositoryCore

    init(_ core: RepositoryCore) { self.core = core }

    /// Notes the answers in one save, with the rows that the server has served.
    ///
    /// The same save marks the writes that follow, so that one which is sent by itself costs one commit and not two. Where
    /// that cannot be, it settles alone.
    ///
    /// If the store cannot take these rows, each write is settled by itself. One whose own rows are at fault is settled
    /// without them, which is reported, and its object is asked for again; that of a new object whose id only its row has is
    /// refused, since a repetition would get the same row.
    ///
    /// - Throws: errors of the stores.
    nonisolated(nonsending) func run(
        _ writes: [RemoteWrite], _ outcomes: [RemoteOutcome], marking: Marking?
    ) async throws -> Changes {
        do { return try await settle(writes, outcomes, marking: marking) } catch is NothingFollows {
            return try await run(writes, outcomes, marking: nil)
        } catch let error as GranaryError where error.isAboutServedRows {
            return try await settleSingly(writes, outcomes)
        }
    }

    private nonisolated(nonsending) func settleSingly(
        _ writes: [RemoteWrite], _ outcomes: [RemoteOutcome]
    ) async throws -> Changes {
        var changes = Changes()
        for (position, write) in writes.enumerated() {
            let outcome = Array(outcomes.dropFirst(position).prefix(1))
            do {
                changes.add(try await settle([write], outcome))
            } catch let error as GranaryError where error.isAboutServedRows {
                core.report(error)
                if core.needsRow(write) {
                    let reason = "The server has accepted it, and its row cannot be stored: \(error.message)"
                    changes.add(try await settle([write], [.refused(reason)]))
                } else {
                    let bare = outcome.map(\.withoutRows)
                    changes.add(try await settle([write], bare, hasLostRows: true))
                }
            }
        }
        return changes
    }

    private nonisolated(nonsending) func settle(
        _ writes: [RemoteWrite], _ outcomes: [RemoteOutcome], hasLostRows: Bool = false,
        marking: Marking? = nil
    ) async throws -> Changes {
        let (rule, settled, ends, now) = (core.rule, core.settled, core.ends, core.times.now())
        let doubts = core.doubts
        let right = core.right(to: [])
        let answered = zip(writes, outcomes).map { (id: $0.id, kind: $1.kind) }
        let silent = writes.dropFirst(outcomes.count).map(\.id)
        return try await core.merging(by: EntryWatch.sender) { context in
            let settlement = WriteSettlement(
                context: context, rule: rule, settled: settled, doubts: doubts, ends: ends,
                gaps: GapFilling(context))
            // Held until all are settled.
            let entries = try SyncEntry.loaded(writes.map(\.id), in: context)
            defer { withExtendedLifetime(entries) {} }
            var changes = Changes()
            func expire(_ entry: SyncEntry) throws {
                guard try settlement.expire(entry, at: now) else { return }
                changes.refused.insert(entry.id)
            }
            for (id, kind) in answered {
                guard let entry = try context.object(ObjectID<SyncEntry>(id)) else {
                    changes.areOfOthers = true
                    continue
                }
                switch kind {
                case .accepted(let rows):
                    let (object, kind) = (entry.object, entry.kind)
                    // The server's word about the write itself is a part of the write, regardless of what may be
                    // read now.
                    try settlement.accept(entry, right.allowed(in: rows, besides: entry.entity))
                    if hasLostRows { try settlement.noteLostRows(of: object, kind) }
                    changes.accepted.insert(id)
                case .refused(let cause, let theirs, let reason):
                    changes.cancelled.formUnion(try settlement.refuse(entry, cause, theirs, reason))
                    changes.refused.insert(id)
                case .later: try expire(entry)
                case .unauthorized: break
                }
            }
            for id in silent {
                if let entry = try context.object(ObjectID<SyncEntry>(id)) { try expire(entry) }
            }
            changes.areOfOthers =
                changes.areOfOthers || context.changes.inserted.contains { $0 is SyncEntry }
                || context.changes.deleted.contains { deleted in
                    (deleted as? SyncEntry).map { !changes.accepted.contains($0.id) } ?? false
                }
            if let marking {
                // A partial marking cannot be saved; the next attempt to mark alone gets the error again.
                guard let marked = try? marking(context) else { throw NothingFollows() }
                changes.following = marked
            }
            // Before the commit: a reader that finds the store without an entry has to find its end noted.
            for id in changes.accepted { ends.note(id, .accepted) }
            for id in changes.cancelled { ends.note(id, .cancelled) }
            if context.hasChanges { try context.save() }
            return changes
        }
    }
}

/// Says that a save is to settle alone.
private struct NothingFollows: Error {}

extension AnswerSettling.Changes {
    /// Adds the effect of other answers.
    fileprivate mutating func add(_ others: Self) {
        accepted.formUnion(others.accepted)
        refused.formUnion(others.refused)
        cancelled.formUnion(others.cancelled)
        areOfOthers = areOfOthers || others.areOfOthers
    }
}

extension RepositoryCore {
    /// Whether the row of the answer to a write says what nobody else does: what the server calls a new object.
    func needsRow(_ write: RemoteWrite) -> Bool {
        guard write.kind == .insert, let entity = stack.schema.entity(write.model) else { return false }
        return rule.models[entity.index]?.attributes.remoteID != nil
    }
}

extension GranaryError {
    /// Whether it may be about rows that a server has served, which no repetition makes better.
    var isAboutServedRows: Bool {
        [.schema, .malformed, .constraint, .validation, .invalidValue, .overflow, .query].contains(code)
    }
}

extension RemoteOutcome {
    /// The outcome without the rows that came with it.
    var withoutRows: RemoteOutcome {
        switch kind {
        case .accepted: .accepted
        case .refused(let cause, _, let reason):
            RemoteOutcome(kind: .refused(cause, RemotePayload(), reason))
        case .later, .unauthorized: self
        }
    }
}
