/// What a stack leaves to a unit of work; the compiler says what to write.
extension PersistentStack {
    /// Refuses a query outside of a unit of work.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "A context fetches: 'try await stack.perform { context in try context.fetch(…).map(\\.snapshot) }'."
    )
    public func fetch<M: Model>(_ query: Query<M>) throws -> [M] { throw Self.unavailable }

    /// Refuses an insertion outside of a unit of work.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "A context inserts: 'try await stack.perform { context in try context.insert(Film(…)); try context.save() }'."
    )
    public func insert<M: Model>(_ object: M) throws { throw Self.unavailable }

    /// Refuses a deletion outside of a unit of work.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "A context deletes: 'try await stack.perform { context in try context.delete(film); try context.save() }'."
    )
    public func delete<M: Model>(_ object: M) throws { throw Self.unavailable }

    /// Refuses a save outside of a unit of work.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "A context saves: 'try context.save()' at the end of 'stack.perform { context in … }'."
    )
    public func save() throws { throw Self.unavailable }

    /// Refuses a count outside of a unit of work.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "A context counts: 'try await stack.perform { context in try context.count(…) }'."
    )
    public func count<M: Model>(_ query: Query<M>) throws -> Int { throw Self.unavailable }

    fileprivate static var unavailable: GranaryError {
        GranaryError(.unsupported, "The stack leaves this to a unit of work; call “perform”.")
    }
}

/// Names that other frameworks give to what has another one here; the compiler says what to write.
extension PersistentStack {
    /// Refuses a stack without stores.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "Open a stack: 'try await PersistentStack.open(schema, backends: [.sqlite])'."
    )
    public convenience init() { while true {} }
    /// Refuses another name of `mainContext`.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "mainContext", message: "Write 'mainContext'.")
    public var viewContext: Context {
        get throws { throw Self.unavailable }
    }
    /// Refuses another name of `makeContext`.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "makeContext(_:)", message: "Write 'makeContext()'.")
    public func newBackgroundContext() throws -> sending Context { try makeContext() }
    /// Refuses another name of `perform`.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "perform(_:)", message: "Write 'perform'.")
    public func performBackgroundTask<R>(_ body: (Context) throws -> R) async throws -> R {
        throw Self.unavailable
    }
    /// Refuses another name of `perform`.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "perform(_:)", message: "Write 'perform'.")
    public func read<R>(_ body: (Context) throws -> R) async throws -> R { throw Self.unavailable }
    /// Refuses another name of `perform`.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "Write 'stack.perform { context in …; try context.save() }'; a save is one transaction, and 'context.transaction { … }' makes several saves one."
    )
    public func write<R>(_ body: (Context) throws -> R) async throws -> R { throw Self.unavailable }
    /// Refuses a transaction without a context.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "Write 'stack.perform { context in …; try context.save() }'; a save is one transaction, and 'context.transaction { … }' makes several saves one."
    )
    public func transaction<R>(_ body: (Context) throws -> R) async throws -> R { throw Self.unavailable }
}
