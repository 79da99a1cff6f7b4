import FoundationEssentials
import Granary

extension RepositoryCore {
    /// How many objects are asked for by one request.
    private static var mostKeys: Int { 100 }

    /// Has the objects asked for behind the caller of which the server may hold other values, once their writes are settled.
    ///
    /// What cannot be had stays noted as missing, so that the next reader asks.
    ///
    /// - Parameter count: how often such objects had been noted before the caller's last save, which may have stored some.
    func askForDoubtful(notedBefore count: Int) {
        if doubts.count != count { doubts.note() }
        doubts.look { [self] in await askForDoubtful() }
    }

    /// Asks for them; returns whether some have to be asked for later.
    private func askForDoubtful() async -> Bool {
        let found = try? await stack.performOnStores(Self.readingOptions) { try StaleObjects($0) }
        guard let found else { return true }
        var areOpen = found.areOnTheirWay
        for (model, keys) in found.keys.sorted(by: { $0.key < $1.key }) {
            guard let type = stack.schema.entity(model)?.type as? any Granary.Model.Type else { continue }
            for start in stride(from: 0, to: keys.count, by: Self.mostKeys) {
                let part = Array(keys[start..<min(start + Self.mostKeys, keys.count)])
                do { try await askAgain(part, type) } catch let error as GranaryError
                    where [.unavailable, .timeout, .accessDenied, .cancelled].contains(error.code)
                {
                    areOpen = true
                } catch {
                    // A server that cannot be asked by keys is asked by the next reader, in its own way.
                }
            }
        }
        return areOpen
    }

    private func askAgain<M: Granary.Model>(_ keys: [ObjectKey], _ type: M.Type) async throws {
        if let problem = connectionProblem(of: M.self) { throw problem }
        try await ask(
            ReadTarget<M>.keys(keys), .remote, right(to: M.self, ReadTerms()), isNoted: false)
    }
}

/// The objects of which the server may hold other values, as a store has them noted.
private struct StaleObjects: Sendable {
    /// The keys by model of those that can be asked for.
    var keys: [String: [ObjectKey]] = [:]
    /// Whether there are others, whose writes have to be settled first.
    var areOnTheirWay = false

    /// Reads them.
    init(_ context: Context) throws {
        let mark = SyncGap.staleMark
        var data: [String: [Data]] = [:]
        for gap in try context.fetch(SyncGap.where { $0.property == mark }) {
            data[gap.entity, default: []].append(gap.key)
        }
        for (model, keys) in data {
            let entries = try context.fetch(SyncEntry.where { $0.entity == model })
            // A row of an object that was inserted or deleted here is not taken before that is settled.
            let blocked = Set(
                entries.lazy.filter { $0.state == .sent || $0.kind != .update || !$0.isReadable }.map(\.key))
            let free = keys.filter { !blocked.contains($0) }
            if free.count < keys.count { areOnTheirWay = true }
            if !free.isEmpty { self.keys[model] = try free.map { try ObjectKey(entryData: $0) }.sorted() }
        }
    }
}

extension Repositories {
    /// Waits until the requests behind the callers and the sender have ended.
    package nonisolated(nonsending) func waitForRequestsBehind() async { await core.doubts.wait() }
}
