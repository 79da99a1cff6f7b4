import FoundationEssentials
import Granary

/// Taking over what has changed at a server.
extension RepositoryCore {
    /// A page of changes was stored, or not.
    private enum PageEnd: Sendable {
        /// More pages follow.
        case more(Data)
        /// It was the last one.
        case last
        /// Another process has gone on from the same checkpoint since.
        case overtaken
    }

    /// Takes over all changes of some sources since their checkpoints.
    ///
    /// - Throws: as ``Repositories/refresh()``.
    nonisolated(nonsending) func refresh(_ names: [String]) async throws {
        for name in names {
            let right = right(to: modelsOfSource(name))
            // A checkpoint passes the changes of all its models, so none of them may be left out.
            try right.require(.all)
            let slot = try sources.required(name, for: "the synced models")
            let digest = "changes of \(name)"
            _ = try await requests.run(digest) { [self] in
                try await follow(slot, digest, right)
                return ServedAnswer()
            }
        }
    }

    private nonisolated(nonsending) func follow(
        _ slot: SourceSlot, _ digest: String, _ right: AccessRight
    ) async throws {
        var hasExpired = false
        var seen: Set<Data> = []
        while true {
            let number = settled.beginRequest()
            defer { settled.endRequest(number) }
            let own = identity
            let (start, checkpoint) = try await stack.performOnStores(Self.readingOptions) { context in
                let query = try context.object(ObjectID<SyncQuery>(digest))
                return (try RequestStart(context, own), query?.checkpoint)
            }
            let changes = try await reporting(
                to: stack.observer, waiting: Operation(.ask, of: "changes"), rows: { $0.rows.rowCount }
            ) {
                try await slot.ask(right) { source in
                    try await LeavableWork.run { try await source.changes(since: checkpoint) }
                }
            }
            if changes.isExpired {
                // One that cannot even begin would be asked without end.
                if hasExpired || checkpoint == nil { throw Self.endlessChanges }
                hasExpired = true
                seen = []
                try await note(nil, after: checkpoint, digest)
                continue
            }
            reach(.beforeMerging)
            let end = try await store(changes, after: checkpoint, digest, since: number, start, right)
            reach(.afterMerging)
            switch end {
            case .last: return
            case .overtaken: continue
            case .more(let next): if !seen.insert(next).inserted { throw Self.endlessChanges }
            }
        }
    }

    private static var endlessChanges: GranaryError {
        GranaryError(
            .malformed,
            "The source goes back to a checkpoint that it has given before, so its changes have no end; have it give a later one with each page."
        )
    }

    /// Stores one page and its checkpoint, in one save.
    private nonisolated(nonsending) func store(
        _ changes: RemoteChanges, after checkpoint: Data?, _ digest: String, since number: Int,
        _ start: RequestStart, _ right: AccessRight
    ) async throws -> PageEnd {
        let (rule, settled, doubts, observer) = (rule, settled, doubts, stack.observer)
        let now = times.now()
        let rows = try await completed(changes.rows, right)
        return try await merging { context in
            try right.require(.all)
            let query = try context.object(ObjectID<SyncQuery>(digest))
            guard query?.checkpoint == checkpoint else { return .overtaken }
            if let query { context.require(unchanged: query) }
            let late: @Sendable () -> [EntryPlace: SettledWrites.Part] = { settled.settled(since: number) }
            var merge = ServedMerge(context: context, rule: rule, settled: late, start: start)
            merge.doubts = doubts
            try reporting(to: observer, Operation(.merge, of: "changes"), rows: { _ in rows.rowCount }) {
                try merge.enter(right.allowed(in: rows))
                try ToldDeletions(merge: merge).run(changes.deleted)
            }
            try Self.note(changes.checkpoint, digest, at: now, in: context)
            try context.save()
            return changes.hasMore ? .more(changes.checkpoint) : .last
        }
    }

    /// Notes a checkpoint, unless another process has noted one since.
    private nonisolated(nonsending) func note(
        _ next: Data?, after checkpoint: Data?, _ digest: String
    ) async throws {
        let now = times.now()
        try await stack.performOnStores(Self.servedOptions()) { context in
            let query = try context.object(ObjectID<SyncQuery>(digest))
            guard query?.checkpoint == checkpoint else { return }
            try Self.note(next, digest, at: now, in: context)
            try context.save()
        }
    }

    private static func note(
        _ checkpoint: Data?, _ digest: String, at now: Date, in context: Context
    ) throws {
        if let query = try context.object(ObjectID<SyncQuery>(digest)) {
            (query.servedAt, query.checkpoint) = (now, checkpoint)
        } else {
            let query = SyncQuery(digest: digest, entity: "", servedAt: now, isWhole: false)
            query.checkpoint = checkpoint
            try context.insert(query)
        }
    }

    /// The names of the models of a source.
    private func modelsOfSource(_ name: String) -> [String] {
        rule.models.filter { $0.value.source == name }.keys.sorted().map { stack.schema.entities[$0].name }
    }

    /// The names of the sources of all synced models.
    var sourcesOfModels: [String] { Set(rule.models.values.map(\.source)).sorted() }
}
