import FoundationEssentials
import Granary

/// Sends changes to the server before the store gets them.
struct RemoteSaving<M: Granary.Model>: Sendable {
    /// A change on its way.
    private struct Change: Sendable {
        let write: RemoteWrite
        /// `nil` for a deletion.
        let snapshot: M.Snapshot?
        let place: EntryPlace
        /// The objects that it refers to.
        let targets: Set<EntryPlace>
    }

    private let core: RepositoryCore

    private let right: AccessRight

    init(_ core: RepositoryCore, _ right: AccessRight) {
        self.core = core
        self.right = right
    }

    /// Saves objects; returns them as they are stored then.
    nonisolated(nonsending) func save(_ snapshots: [M.Snapshot]) async throws -> [M.Snapshot] {
        try right.require(.all)
        let entity = try core.synced(M.self)
        let snapshots = try await keyed(snapshots)
        let changes = try await changes { context in
            try snapshots.map { snapshot in
                let present = try context.object(snapshot.objectID)
                let row = CapturedRow(
                    entity, snapshot.objectID.key.objectKey,
                    before: try present?.snapshot.columnValues(of: entity),
                    after: try snapshot.columnValues(of: entity), version: present?._objectState.version)
                return (row, snapshot)
            }
        }
        try await send(changes)
        let right = right
        // The properties of this side alone, which the server does not get.
        return try await core.stack.performOnStores(RepositoryCore.servedOptions()) { context in
            try right.require(.local)
            let sent = Set(changes.compactMap { $0.snapshot?.objectID })
            let others = snapshots.filter { !sent.contains($0.objectID) }
            if !others.isEmpty {
                try context.upsert(others)
                try context.save()
            }
            return try snapshots.compactMap { try context.object($0.objectID)?.snapshot }
        }
    }

    /// The objects with the keys that they will have here: the server gets them too.
    private nonisolated(nonsending) func keyed(_ snapshots: [M.Snapshot]) async throws -> [M.Snapshot] {
        let isUnassigned = { (snapshot: M.Snapshot) in snapshot.objectID.key == M.Key.unassigned }
        if M.Key.generation == .byProgram || !snapshots.contains(where: isUnassigned) { return snapshots }
        let right = right
        return try await core.stack.performOnStores(RepositoryCore.servedOptions()) { context in
            try right.require(.all)
            return try snapshots.map { snapshot in
                let object = M(snapshot)
                try context.assignKey(to: object)
                return object.snapshot
            }
        }
    }

    /// Deletes objects; returns their number.
    nonisolated(nonsending) func delete(
        _ find: @escaping @Sendable (Context) throws -> [M]
    ) async throws -> Int {
        try right.require(.all)
        let entity = try core.synced(M.self)
        let changes = try await changes { context in
            try find(context).map { object in
                let row = CapturedRow(
                    entity, object.erasedKey, before: try object.snapshot.columnValues(of: entity),
                    after: nil, version: object._objectState.version)
                return (row, nil)
            }
        }
        try await send(changes)
        try right.require(.local)
        return changes.count
    }

    /// The changes, as a save would capture them.
    private nonisolated(nonsending) func changes(
        _ find: @escaping @Sendable (Context) throws -> [(CapturedRow, M.Snapshot?)]
    ) async throws -> [Change] {
        let (rule, right) = (core.rule, right)
        return try await core.stack.performOnStores(RepositoryCore.readingOptions) { context in
            try right.require(.all)
            var save = CapturedSave(schema: context.schema, choice: SyncedWrites.localAndRemote)
            var snapshots: [Data: M.Snapshot] = [:]
            for (row, snapshot) in try find(context) {
                snapshots[row.key.entryData] = snapshot
                save.rows.append(row)
            }
            try requireNoneWaits(Array(save.rows.map(\.key.entryData)), in: context)
            return try rule.rows(with: save).map { row in
                let entry = try SyncEntry(row)
                let ignored = rule.ignored(context.schema.entity(entry.entity))
                let identities = SentIdentities(context: context, rule: rule)
                guard let write = try identities.filled(RemoteWrite(entry, ignoring: ignored)) else {
                    throw GranaryError(
                        .invalidObject,
                        "An object of \(entry.entity) refers to one for which the server has no id yet; save that one first, or save with `.localAndRemote`.",
                        context: .init(entity: entry.entity))
                }
                return Change(
                    write: write, snapshot: snapshots[entry.key],
                    place: entry.object, targets: Set(try entry.targets(in: context.schema)))
            }
        }
    }

    /// Refuses objects with unsettled writes, which this one would overtake.
    private func requireNoneWaits(_ keys: [Data], in context: Context) throws {
        let name = M.modelDescription.name
        if try context.exists(SyncEntry.where { $0.entity == name && $0.key.isIn(keys) }) {
            throw GranaryError(
                .invalidObject,
                "An object of \(name) has writes in the outbox, which one that is sent first would overtake; save it with `.localAndRemote`, or wait until they are delivered.",
                context: .init(entity: name))
        }
    }

    private nonisolated(nonsending) func send(_ changes: [Change]) async throws {
        let slot = try core.source(of: try core.synced(M.self))
        var rest = changes[...]
        while !rest.isEmpty {
            let group = Self.group(rest, upTo: slot.source.mostWritesPerBatch)
            rest = rest.dropFirst(group.count)
            let writes = group.map(\.write)
            try right.require(.all)
            let answers = try await answers(of: writes, slot)
            // It is done, also if the caller does not wait any more.
            let outcomes = answers.outcomes
            try await Task { try await storeAccepted(group, outcomes) }.value
            for (write, outcome) in zip(writes, outcomes) {
                if let error = outcome?.error(of: write) { throw error }
            }
            if let problem = answers.problem { throw problem }
            if outcomes.contains(where: { $0 == nil }) {
                throw GranaryError(
                    .outcomeUnknown,
                    "The server has not answered a write of \(M.modelDescription.name), which it may have carried out; fetch the object from it before you send the write again.",
                    context: .init(entity: M.modelDescription.name))
            }
        }
    }

    /// What a server has answered to some writes.
    private struct Answers: Sendable {
        /// An outcome for each write; `nil` where there is none.
        var outcomes: [RemoteOutcome?]
        /// Why those that needed other credentials have no outcome.
        var problem: (any Error)?
    }

    /// The server's answers to writes; those for which it does not accept the credentials are sent once more with others.
    ///
    /// - Throws: what the source throws at the first attempt.
    private nonisolated(nonsending) func answers(
        of writes: [RemoteWrite], _ slot: SourceSlot
    ) async throws -> Answers {
        var answers = Answers(outcomes: try await outcomes(of: writes, slot))
        let refused = answers.outcomes.indices.filter {
            answers.outcomes[$0]?.credentialsReason != nil
        }
        if refused.isEmpty { return answers }
        let source = slot.source
        do { try await LeavableWork.run { try await source.renewCredentials() } } catch let error
            as GranaryError
        {
            for position in refused { answers.outcomes[position] = nil }
            answers.problem = error
            return answers
        } catch {
            return answers
        }
        // What was accepted is done, regardless of what becomes of the others.
        for position in refused { answers.outcomes[position] = nil }
        do {
            let second = try await outcomes(of: refused.map { writes[$0] }, slot)
            for (position, outcome) in zip(refused, second) { answers.outcomes[position] = outcome }
        } catch {
            answers.problem = error
        }
        return answers
    }

    /// The server's outcomes of one attempt, one for each write.
    private nonisolated(nonsending) func outcomes(
        of writes: [RemoteWrite], _ slot: SourceSlot
    ) async throws -> [RemoteOutcome?] {
        do {
            let outcomes = try await self.answers(to: writes, slot)
            return outcomes + [RemoteOutcome?](repeating: nil, count: writes.count - outcomes.count)
        } catch let failure as RemoteFailure {
            return writes.map {
                RemoteOutcome(
                    status: failure.status, of: $0, reason: failure.reason, retryAfter: failure.retryAfter)
            }
        }
    }

    /// What the server answers to writes; it may answer more than it was asked.
    private nonisolated(nonsending) func answers(
        to writes: [RemoteWrite], _ slot: SourceSlot
    ) async throws -> [RemoteOutcome] {
        try await slot.ask(right) { source in
            try await LeavableWork.run {
                Array(try await source.send(RemoteBatch(writes: writes)).prefix(writes.count))
            }
        }
    }

    /// The first changes that do not build on one another.
    private static func group(_ changes: ArraySlice<Change>, upTo most: Int) -> [Change] {
        var group: [Change] = []
        var places: Set<EntryPlace> = []
        for change in changes {
            if group.count >= max(most, 1) || places.contains(change.place)
                || !change.targets.isDisjoint(with: places)
            {
                break
            }
            places.insert(change.place)
            group.append(change)
        }
        return group
    }

    /// Stores what the server has accepted.
    ///
    /// Rows of its answers that cannot be stored are left out, which is reported, and their objects are asked for again.
    ///
    /// - Throws: for a new object whose id only its row has; errors of the stores.
    private func storeAccepted(_ changes: [Change], _ outcomes: [RemoteOutcome?]) async throws {
        let accepted = zip(changes, outcomes).compactMap { change, outcome -> Accepted? in
            guard case .accepted(let rows)? = outcome?.kind else { return nil }
            return Accepted(change: change, rows: rows)
        }
        do { try await store(accepted) } catch let error as GranaryError where error.isAboutServedRows {
            var problem: GranaryError?
            // Each by itself: the rows of one are no fault of the others.
            for one in accepted {
                do { try await store([one]) } catch let error as GranaryError where error.isAboutServedRows {
                    if core.needsRow(one.change.write) {
                        problem = error
                    } else {
                        try await store([Accepted(change: one.change, rows: nil)])
                        core.report(error)
                    }
                }
            }
            if let problem { throw problem }
        }
    }

    /// A change that the server has carried out.
    private struct Accepted: Sendable {
        let change: Change
        /// The rows of the answer; `nil` if they cannot be stored.
        let rows: RemotePayload?
    }

    /// Stores changes in one save, though the right may have ended since: it is done.
    private nonisolated(nonsending) func store(_ accepted: [Accepted]) async throws {
        if accepted.isEmpty { return }
        let (rule, settled, doubts, right) = (core.rule, core.settled, core.doubts, right)
        try await core.merging { context in
            guard let entity = context.schema.entity(of: M.self) else { return }
            // Writes that were saved during the request stay, and are sent after this one.
            let unsettled = try ServedMerge(context: context, rule: rule)
                .unsettled(accepted.map(\.change.place.key), of: entity)
            for one in accepted {
                let change = one.change
                // Before the commit: requests that left before do not take it back.
                settled.note(change.place, change.write.part)
                var merge = ServedMerge(context: context, rule: rule)
                merge.doubts = doubts
                let isAlone = unsettled[change.place.key] == nil
                if let snapshot = change.snapshot {
                    if isAlone {
                        try context.upsert([snapshot])
                    } else {
                        var row = ServedRow(snapshot)
                        row.naming = .here
                        try merge.enter([row])
                    }
                } else if let key = M.Key(objectKey: change.write.key),
                    let object = try context.object(ObjectID<M>(key))
                {
                    if isAlone {
                        try context.delete(object)
                        try DeletedRows(context: context, rule: rule).clear()
                    } else {
                        try ServedDeletion(merge).delete([object], of: entity, areKnownGone: true)
                    }
                }
                guard let rows = one.rows else {
                    if change.snapshot == nil { continue }
                    try GapNotes.noteStale([change.place.key], of: entity, rule, doubts, in: context)
                    continue
                }
                if change.write.kind == .insert, rows.count(of: entity) == 1 {
                    merge.owner = .init(entity: entity, key: change.write.key)
                }
                // The server's word about the write itself is a part of the write, regardless of what may be
                // read now.
                try merge.enter(right.allowed(in: rows, besides: entity.name))
            }
            try context.save()
        }
    }
}

extension RemoteWrite {
    /// What the write is about.
    fileprivate var part: SettledWrites.Part {
        if kind != .update { return .whole }
        return .properties(Set(changes.map(\.property) + pairs.map(\.relationship)))
    }
}

extension RemoteOutcome {
    /// The error for a caller that has waited for a write; `nil` if the server has carried it out.
    fileprivate func error(of write: RemoteWrite) -> GranaryError? {
        switch kind {
        case .accepted: nil
        case .refused(.conflict, _, let reason):
            Self.error(.conflict, write, "holds another state of the object", RemoteFailure(409, reason))
        case .refused(.gone, _, let reason):
            Self.error(.notFound, write, "does not have the object any more", RemoteFailure(410, reason))
        case .refused(.refused, _, let reason):
            Self.error(.denied, write, "refuses it", RemoteFailure(422, reason))
        case .later(let pause):
            Self.error(
                .unavailable, write, "cannot carry it out now", RemoteFailure(503, retryAfter: pause))
        case .unauthorized(let reason):
            Self.error(.denied, write, "does not accept the credentials", RemoteFailure(401, reason))
        }
    }

    private static func error(
        _ code: GranaryError.Code, _ write: RemoteWrite, _ what: String, _ cause: RemoteFailure
    ) -> GranaryError {
        GranaryError(
            code,
            "The server has not carried out a write of \(write.model): it \(what). Nothing of it is stored; correct it and save again, or save it with `.localAndRemote`.",
            context: .init(entity: write.model), cause: cause)
    }
}
