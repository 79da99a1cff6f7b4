import Granary

extension RepositoryCore {
    /// How far references of served rows are followed to objects that are not here.
    private static let mostLevels = 16

    /// A payload with the objects that its rows refer to and that are not here, if the server has them.
    ///
    /// They are asked for by their keys, in one request for each model and level. What cannot be had is left out: the
    /// rows that refer to it wait.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``; errors of the stores.
    nonisolated(nonsending) func completed(
        _ payload: RemotePayload, _ right: AccessRight
    ) async throws -> RemotePayload {
        var (payload, rule) = (payload, rule)
        var asked: [String: Set<ObjectKey>] = [:]
        for _ in 0..<Self.mostLevels {
            let present = payload
            let missing = try await stack.performOnStores(Self.readingOptions) { [rule] context in
                try MissingTargets(context: context, rule: rule).keys(of: present)
            }
            payload.lacksRows = !missing.isEmpty
            var hasAsked = false
            for (entity, keys) in missing {
                let keys = keys.subtracting(asked[entity.name] ?? [])
                guard !keys.isEmpty, let type = entity.type as? any Granary.Model.Type,
                    right.access(to: entity.name) == .all
                else { continue }
                asked[entity.name, default: []].formUnion(keys)
                hasAsked = true
                do {
                    payload.lists += try await served(
                        Self.request(keys, type), right.over([entity.name])
                    ).lists
                } catch {
                    // The rows that were asked for are here, and those that refer to others wait for them.
                    if Task.isCancelled { throw error }
                }
            }
            if !hasAsked { break }
        }
        return payload
    }

    private static func request<M: Granary.Model>(
        _ keys: Set<ObjectKey>, _ type: M.Type
    ) -> RemoteRequest { RemoteRequest(Query<M>(predicate: .holdsKey(path: [], keys: keys.sorted()))) }
}
