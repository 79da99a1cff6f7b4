import FoundationEssentials
import Granary

extension RepositoryCore {
    /// How many objects are asked for by one request.
    private static var mostKeys: Int { 100 }

    /// Does a unit of work that merges or settles.
    ///
    /// Objects whose values may differ at the server are asked for after its commit, behind the caller, once their writes are
    /// settled. What cannot be had stays noted as missing, so that the next reader asks.
    ///
    /// - Throws: what the work throws; errors of the stores.
    nonisolated(nonsending) func merging<R: Sendable>(
        by author: String = SyncBookkeeping.author, _ work: @escaping @Sendable (Context) throws -> R
    ) async throws -> R {
        let before = doubts.count
        // Though it throws: a cancellation may come after the commit.
        defer {
            // A look in between has not found them in the store.
            if doubts.count != before { doubts.note() }
            doubts.look { [self] in await askForDoubtful(except: $0) }
        }
        return try await stack.performOnStores(Self.servedOptions(by: author), work)
    }

    /// Asks for them, but for some.
    private func askForDoubtful(except known: Set<EntryPlace>) async -> ServedDoubts.Look {
        let rule = rule
        let found = try? await stack.performOnStores(Self.readingOptions) { try StaleObjects($0, rule) }
        guard let found else { return ServedDoubts.Look(areOpen: true, asked: known) }
        var look = ServedDoubts.Look(areOpen: found.areOnTheirWay, asked: known)
        for (entity, all) in found.places {
            guard let type = entity.type as? any Granary.Model.Type else { continue }
            let places = all.filter { !known.contains($0) }
            for start in stride(from: 0, to: places.count, by: Self.mostKeys) {
                let part = places[start..<min(start + Self.mostKeys, places.count)]
                do {
                    try await askAgain(part.map { try ObjectKey(entryData: $0.key) }, type)
                    look.asked.formUnion(part)
                } catch let error as GranaryError
                    where [.unavailable, .timeout, .accessDenied, .cancelled].contains(error.code)
                {
                    look.areOpen = true
                } catch {
                    // A server that cannot be asked by keys is asked by the next reader, in its own way.
                    look.asked.formUnion(part)
                }
            }
        }
        return look
    }

    private func askAgain<M: Granary.Model>(_ keys: [ObjectKey], _ type: M.Type) async throws {
        if let problem = connectionProblem(of: M.self) { throw problem }
        try await ask(
            ReadTarget<M>.keys(keys), .remote, right(to: M.self, ReadTerms()), isNoted: false)
    }
}

/// The objects whose values may differ at the server, as a store has them noted.
private struct StaleObjects: Sendable {
    /// Those that can be asked for, by model.
    var places: [(entity: Entity, objects: [EntryPlace])] = []
    /// Whether there are others, whose writes have to be settled first.
    var areOnTheirWay = false

    /// Reads them.
    init(_ context: Context, _ rule: SyncRule) throws {
        let mark = SyncGap.staleMark
        var data: [String: [Data]] = [:]
        for gap in try context.fetch(SyncGap.where { $0.property == mark }) {
            data[gap.entity, default: []].append(gap.key)
        }
        let merge = ServedMerge(context: context, rule: rule)
        for (model, keys) in data.sorted(by: { $0.key < $1.key }) {
            guard let entity = context.schema.entity(model) else { continue }
            let unsettled = try merge.unsettled(keys, of: entity)
            // A row of an object that was inserted or deleted here is not taken before that is settled.
            let free = keys.filter { key in
                unsettled[key]?.allSatisfy { $0.state != .sent && $0.kind == .update && $0.isReadable }
                    ?? true
            }
            if free.count < keys.count { areOnTheirWay = true }
            let sorted = free.sorted { $0.lexicographicallyPrecedes($1) }
            places.append((entity, sorted.map { EntryPlace(entity: model, key: $0) }))
        }
    }
}

extension Repositories {
    /// Waits until the requests behind the callers and the sender have ended.
    package nonisolated(nonsending) func waitForRequestsBehind() async { await core.doubts.wait() }
}
