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

    private static var unavailable: GranaryError {
        GranaryError(.unsupported, "The stack leaves this to a unit of work; call “perform”.")
    }
}
