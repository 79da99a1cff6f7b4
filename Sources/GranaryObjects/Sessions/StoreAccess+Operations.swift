extension StoreAccess {
    /// Performs an operation on a model, and reports it if there is an observer.
    ///
    /// - Throws: errors of the body; an error about a query names the store of the model.
    func perform<M: DescribedModel, R>(
        _ kind: Operation.Kind, _ type: M.Type, rows: (R) -> Int? = { _ in nil }, _ body: () throws -> R
    ) throws -> R {
        try operating {
            try GranaryObjects.reporting(
                to: coordinator.observer, Operation(kind, of: M.modelDescription.name), rows: rows
            ) { try measured(kind) { try naming(type, body) } }
        }
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

    /// Loads a relationship, and reports it if there is an observer.
    ///
    /// - Throws: errors of the body.
    func perform<R>(loading relationship: Relationship, of entity: Entity?, _ body: () throws -> R) throws
        -> R
    {
        try operating {
            try GranaryObjects.reporting(
                to: coordinator.observer,
                Operation(.load, of: "\(entity?.name ?? "").\(relationship.name)")
            ) { try measured(.load, body) }
        }
    }

    /// Performs an operation on all stores, and reports it if there is an observer.
    ///
    /// - Throws: errors of the body.
    func perform<R>(_ kind: Operation.Kind, _ body: () throws -> R) throws -> R {
        try operating {
            try GranaryObjects.reporting(to: coordinator.observer, Operation(kind)) {
                try measured(kind, body)
            }
        }
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
