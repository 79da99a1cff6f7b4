import Granary
import GranarySync

/// The rows of a server that answers exactly what it is asked for by keys and by references.
struct Fleet: Sendable {
    var harbors: [Harbor.Snapshot] = []
    var voyages: [Voyage.Snapshot] = []
    var entries: [LogEntry.Snapshot] = []
    var sailors: [Sailor.Snapshot] = []
    /// The models about which every request fails.
    var broken: [String: any Error] = [:]
    /// The only properties of voyages that are served; `nil` for all.
    var servedOfVoyages: Set<String>?

    /// The answer to a request; other conditions than keys and references count as met.
    func payload(_ request: RemoteRequest) throws -> RemotePayload {
        if let error = broken[request.model] { throw error }
        func rows<S: ModelSnapshot>(_ all: [S], _ references: (S) -> [String: ObjectKey?]) -> [S] {
            all.filter { row in
                request.predicate.map { meets($0, row.objectID.key.objectKey, references(row)) } ?? true
            }
        }
        switch request.model {
        case "Harbor": return RemotePayload(rows(harbors) { _ in [:] })
        case "Sailor":
            return RemotePayload(
                rows(sailors) { ["home": $0.home?.objectKey, "favorite": $0.favorite?.objectKey] })
        case "LogEntry":
            return RemotePayload(
                rows(entries) { ["voyage": $0.voyage?.objectKey, "sailor": $0.sailor?.objectKey] })
        case "Voyage":
            let found = rows(voyages) { ["harbor": $0.harbor?.objectKey, "former": $0.former?.objectKey] }
            guard let names = servedOfVoyages else { return RemotePayload(found) }
            var payload = RemotePayload()
            payload.add(partial: found.map { PartialRow<Voyage>($0, serving: names) })
            return payload
        default: return RemotePayload()
        }
    }

    private func meets(_ tree: ExpressionTree, _ key: ObjectKey, _ references: [String: ObjectKey?]) -> Bool {
        switch tree {
        case .holdsKey(let path, let keys):
            guard let name = path.first else { return keys.contains(key) }
            return (references[name] ?? nil).map(keys.contains) ?? false
        case .refers(let path, let values):
            return path.first.flatMap { references[$0] ?? nil }.map { $0.values == values } ?? false
        case .or(let left, let right): return meets(left, key, references) || meets(right, key, references)
        case .and(let left, let right): return meets(left, key, references) && meets(right, key, references)
        default: return true
        }
    }
}
