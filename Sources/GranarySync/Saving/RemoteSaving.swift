import FoundationEssentials
import Granary

/// Sends changes to the server before the store gets them.
struct RemoteSaving<M: Granary.Model> {
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
            let outcomes = try await outcomes(of: writes, slot)
            try await storeOrLeaveRows(group, outcomes)
            let errors = zip(writes, outcomes).compactMap { $1.error(of: $0) }
            if let error = errors.first {
                // Without the right nothing was sent again.
                try right.require(.all)
                throw error
            }
            if outcomes.count < writes.count {
                throw GranaryError(
                    .outcomeUnknown,
                    "The server has not answered a write of \(M.modelDescription.name), which it may have carried out; fetch the object from it before you send the write again.",
                    context: .init(entity: M.modelDescription.name))
            }
        }
    }

    private nonisolated(nonsending) func outcomes(
        of writes: [RemoteWrite], _ slot: SourceSlot
    ) async throws -> [RemoteOutcome] {
        do {
            var outcomes = try await answers(to: writes, slot)
            let refused = outcomes.indices.filter { outcomes[$0].credentialsReason != nil }
            if refused.isEmpty { return outcomes }
            // What was accepted is done, whatever becomes of the others.
            do {
                let source = slot.source
                try await LeavableWork.run { try await source.renewCredentials() }
                let again = refused.map { writes[$0] }
                let second = try await answers(to: again, slot)
                for (position, outcome) in zip(refused, second) { outcomes[position] = outcome }
                for position in refused.dropFirst(second.count) { outcomes[position] = .later() }
            } catch {
                if Task.isCancelled && refused.count == outcomes.count { throw error }
            }
            return outcomes
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

    /// Stores what the server has accepted; without the rows of its answer, which is reported, if these cannot be stored.
    private nonisolated(nonsending) func storeOrLeaveRows(
        _ changes: [Change], _ outcomes: [RemoteOutcome]
    ) async throws {
        do { try await store(changes, outcomes) } catch let error as GranaryError
            where error.isAboutServedRows && !changes.contains(where: { core.needsRow($0.write) })
        {
            try await store(changes, outcomes.map(\.withoutRows))
            core.report(error)
        }
    }

    /// Stores what the server has accepted, in one save, though the right may have ended since: it is done.
    private nonisolated(nonsending) func store(
        _ changes: [Change], _ outcomes: [RemoteOutcome]
    ) async throws {
        let accepted = zip(changes, outcomes).compactMap { change, outcome in
            if case .accepted(let rows) = outcome.kind { (change, rows) } else { nil }
        }
        if accepted.isEmpty { return }
        let (rule, settled, doubts, right) = (core.rule, core.settled, core.doubts, right)
        try await core.stack.performOnStores(RepositoryCore.servedOptions()) { context in
            guard let entity = context.schema.entity(of: M.self) else { return }
            // Writes that were saved during the request stay, and are sent after this one.
            let unsettled = try ServedMerge(context: context, rule: rule)
                .unsettled(accepted.map(\.0.place.key), of: entity)
            for (change, rows) in accepted {
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
                if change.write.kind == .insert, rows.count(of: entity) == 1 {
                    merge.owner = .init(entity: entity, key: change.write.key)
                }
                // The server's word about the write itself is a part of the write, whatever may be read now.
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
