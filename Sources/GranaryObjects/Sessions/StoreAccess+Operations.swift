extension StoreAccess {
    /// Performs an operation with the open stores, reports it if there is an observer, and measures it in a context that
    /// does; `rows` counts the rows of its result.
    ///
    /// - Throws: errors of the body; as ``operating(_:)``.
    func perform<R>(
        _ operation: @autoclosure () -> Operation, rows: (R) -> Int? = { _ in nil }, _ body: () throws -> R
    ) throws -> R {
        try operating {
            try GranaryObjects.reporting(to: coordinator.observer, operation(), rows: rows) {
                guard let stopwatch else { return try body() }
                return try stopwatch.measure(operation().kind, body)
            }
        }
    }

    /// Performs an operation on a model.
    ///
    /// - Throws: errors of the body; an error about a query names the store of the model.
    func perform<M: DescribedModel, R>(
        _ kind: Operation.Kind, _ type: M.Type, rows: (R) -> Int? = { _ in nil }, _ body: () throws -> R
    ) throws -> R {
        try perform(Operation(kind, of: M.modelDescription.name), rows: rows) { try naming(type, body) }
    }

    /// Performs something about a model, whose errors about a query then name its store and its type.
    ///
    /// The core finds some of these errors, and sessions the others, as their engines evaluate more or less.
    ///
    /// - Throws: errors of the body.
    func naming<M: DescribedModel, R>(_ type: M.Type, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch var error as GranaryError
            where error.code.isAboutQuery && (error.context.store == nil || error.context.entity == nil)
        {
            guard let entity = coordinator.schema.entity(of: type),
                let position = try? coordinator.storeIndex(of: entity)
            else { throw error }
            let member = coordinator.members[position]
            error.context.entity = error.context.entity ?? entity.name
            error.context.store = error.context.store ?? member.name
            error.context.storeType = error.context.storeType ?? member.type.name
            throw error
        }
    }

    /// Loads a relationship.
    ///
    /// - Throws: errors of the body.
    func perform<R>(loading relationship: Relationship, of entity: Entity?, _ body: () throws -> R) throws
        -> R
    {
        try perform(Operation(.load, of: "\(entity?.name ?? "").\(relationship.name)"), body)
    }

    /// Performs an operation on one store, and reports it if there is an observer.
    ///
    /// - Throws: errors of the body; an error without a store gets the name and type of this one.
    func reporting<R>(_ kind: Operation.Kind, inStore position: Int, _ body: () throws -> R) throws -> R {
        // A child commits to its parent, which is no store.
        guard parent == nil else { return try body() }
        let member = coordinator.members[position]
        do {
            return try GranaryObjects.reporting(
                to: coordinator.observer, Operation(kind, namespace: member.name, system: member.type), body)
        } catch var error as GranaryError {
            error.context.store = error.context.store ?? member.name
            error.context.storeType = error.context.storeType ?? member.type.name
            throw error
        }
    }
}

extension GranaryError.Code {
    /// Whether the error is about an expression of a query or about a number that it computes.
    fileprivate var isAboutQuery: Bool { self == .query || self == .overflow || self == .divisionByZero }
}
