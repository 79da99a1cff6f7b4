extension StoreAccess {
    /// Whether something is to be done before or after each operation.
    @usableFromInline var isBracketed: Bool { isKept || parent != nil || coordinator.observer != nil }

    /// Carries out an operation on a model, reported where somebody would see it.
    ///
    /// - Throws: what the body throws.
    func observed<M: DescribedModel, R>(
        _ kind: Operation.Kind, _ type: M.Type, rows: (R) -> Int? = { _ in nil }, _ body: () throws -> R
    ) throws -> R {
        try operating {
            try Granary.observed(
                by: coordinator.observer, Operation(kind, of: M.modelDescription.name), rows: rows, body)
        }
    }

    /// Loads a relationship, reported where somebody would see it.
    ///
    /// - Throws: what the body throws.
    func observed<R>(loading relationship: Relationship, of entity: Entity?, _ body: () throws -> R) throws
        -> R
    {
        try operating {
            try Granary.observed(
                by: coordinator.observer,
                Operation(.load, of: "\(entity?.name ?? "").\(relationship.name)"), body)
        }
    }

    /// Carries out an operation on all stores, reported where somebody would see it.
    ///
    /// - Throws: what the body throws.
    func observed<R>(_ kind: Operation.Kind, _ body: () throws -> R) throws -> R {
        try operating { try Granary.observed(by: coordinator.observer, Operation(kind), body) }
    }

    /// Carries out an operation on one of the stores, reported where somebody would see it.
    ///
    /// - Throws: what the body throws; an error that does not say which store it comes from gets its name and type.
    func observed<R>(_ kind: Operation.Kind, inStore position: Int, _ body: () throws -> R) throws -> R {
        // A child commits to its parent, which reaches no store.
        guard parent == nil else { return try body() }
        let member = coordinator.members[position]
        do {
            return try Granary.observed(
                by: coordinator.observer, Operation(kind, namespace: member.name, system: member.type), body)
        } catch var error as GranaryError {
            error.context.store = error.context.store ?? member.name
            error.context.storeType = error.context.storeType ?? member.type.name
            throw error
        }
    }
}
