/// Changes of many objects by the names of other frameworks; the compiler says what to write.
extension Context {
    /// Refuses a query in place of an object.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'deleteAll(Film.where { … })'; 'delete' takes one object.")
    public func delete<M: Model>(_ query: Query<M>) throws { _ = try deleteAll(query) }
    /// Refuses a type in place of an object.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'deleteAll(Film.all)'; 'delete' takes one object.")
    public func delete<M: Model>(_ type: M.Type) throws { _ = try deleteAll(M.all) }
    /// Refuses a type in place of a query.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'deleteAll(Film.all)'.")
    public func delete<M: Model>(model: M.Type) throws { _ = try deleteAll(M.all) }
    /// Refuses a type in place of a query.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'deleteAll(Film.where { … })'.")
    public func delete<M: Model>(model: M.Type, where condition: (M.Fields) -> Condition<M>) throws {
        _ = try deleteAll(M.where(condition))
    }
    /// Refuses a key in place of an object.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "Delete the object that 'object(Film.self, key)' finds, or write 'deleteAll(Film.where { … })'."
    )
    public func delete<M: Model>(_ type: M.Type, _ key: M.Key) throws {
        if let object = try object(type, key) { try delete(object) }
    }
    /// Refuses a type in place of a query.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'deleteAll(Film.where { … })'.")
    public func deleteAll<M: Model>(_ type: M.Type, where condition: (M.Fields) -> Condition<M>) throws -> Int
    {
        try deleteAll(M.where(condition))
    }
    /// Refuses another name of `updateAll`.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "updateAll(_:_:)", message: "Write 'updateAll'.")
    public func update<M: Model>(
        _ query: Query<M>, @AssignmentBuilder<M> _ assignments: (M.Fields) -> [Assignment<M>]
    ) throws -> Int { try updateAll(query, assignments) }
    /// Refuses an object in place of snapshots.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Give the values of objects: 'upsert([film.snapshot])'.")
    public func upsert<M: Model>(_ object: M) throws {}
    /// Refuses an announcement of changes.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "A context sees changes itself: set the properties, and call 'save()'."
    )
    public func update<M: Model>(_ object: M) throws {}
}

/// Where a context comes from, and where it is used; the compiler says what to write.
extension Context {
    /// Refuses a context without a stack.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "A stack makes contexts: 'stack.perform { context in … }', 'stack.mainContext' on the main actor, or 'stack.makeContext()'."
    )
    public convenience init() { while true {} }
    /// Refuses a detour.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "Use the context where you have it; 'stack.perform { context in … }' has one on a thread of its own."
    )
    public func perform<R>(_ body: () throws -> R) rethrows -> R { try body() }
    /// Refuses a detour.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Use the context where you have it.")
    public func performAndWait<R>(_ body: () throws -> R) rethrows -> R { try body() }
}

extension Model {
    /// Refuses an object made in a context.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "Make the object and insert it: 'try context.insert(Film(title: title, year: year))'."
    )
    public init(context: Context) { while true {} }
}
