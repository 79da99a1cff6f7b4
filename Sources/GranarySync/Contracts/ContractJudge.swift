import Granary

/// Checks the values of one call.
struct ContractJudge<M: Model>: Sendable {
    let rules: [ContractRule<M>]
    let request: RemoteRequest

    /// Whether a value is whole enough.
    ///
    /// - Throws: what the contract throws, as the cause of ``GranaryError/Code/validation`` if it is none of these.
    func accepts(_ snapshot: M.Snapshot) throws -> Bool {
        do {
            return try rules.allSatisfy { try $0.isWhole(snapshot, request) }
        } catch let error as GranaryError {
            throw error
        } catch {
            throw GranaryError(
                .validation,
                "A contract could not judge an object of \(M.modelDescription.name); have it return false for what is not whole enough.",
                context: .init(entity: M.modelDescription.name), cause: error)
        }
    }

    /// The objects of a query that are whole enough, and the keys of others that were met among them.
    ///
    /// The range of the query counts them alone: the others are as good as missing.
    func objects(
        _ query: Query<M>, in context: Context
    ) throws -> (found: [M.Snapshot], broken: Set<ObjectKey>) {
        guard let limit = query.limit else {
            var all = query
            all.offset = 0
            let (found, broken) = try accepted(M._snapshots(of: context.fetch(all)))
            return (Array(found.dropFirst(query.offset)), broken)
        }
        let (wanted, isTooMuch) = query.offset.addingReportingOverflow(limit)
        var part = query
        part.offset = 0
        part.limit = isTooMuch ? nil : wanted
        while true {
            let fetched = M._snapshots(of: try context.fetch(part))
            let (found, broken) = try accepted(fetched)
            guard let looked = part.limit, found.count < wanted, fetched.count == looked else {
                return (Array(found.dropFirst(query.offset).prefix(limit)), broken)
            }
            // Twice as many at a time, so that many missing ones cost no more than reading all of them twice.
            part.limit = looked > Int.max / 2 ? nil : max(looked * 2, 1)
        }
    }

    /// The values that are whole enough, and the keys of the others.
    func accepted(_ snapshots: [M.Snapshot]) throws -> (found: [M.Snapshot], broken: Set<ObjectKey>) {
        var broken: Set<ObjectKey> = []
        let found = try snapshots.filter { snapshot in
            if try accepts(snapshot) { return true }
            broken.insert(snapshot.objectID.key.objectKey)
            return false
        }
        return (found, broken)
    }
}
