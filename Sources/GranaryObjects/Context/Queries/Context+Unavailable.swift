/// Types and names where a query belongs; the compiler says what to write.
extension Context {
    /// Refuses a type in place of a query.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Give a query: 'fetch(Film.all)' or 'fetch(Film.where { … })'.")
    public func fetch<M: Model>(_ type: M.Type) throws -> [M] { try fetch(M.all) }
    /// Refuses a type in place of a query.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Give a query: 'fetch(Film.where { … })'.")
    public func fetch<M: Model>(_ type: M.Type, where condition: (M.Fields) -> Condition<M>) throws -> [M] {
        try fetch(M.where(condition))
    }
    /// Refuses a condition next to a query.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "The query has the condition: 'fetch(Film.where { … })'.")
    public func fetch<M: Model>(_ query: Query<M>, where condition: (M.Fields) -> Condition<M>) throws -> [M]
    {
        try fetch(query.where(condition))
    }
    /// Refuses a limit next to a query.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "The query has the limit: 'fetch(Film.all.limit(3))'.")
    public func fetch<M: Model>(_ query: Query<M>, limit: Int) throws -> [M] { try fetch(query.limit(limit)) }
    /// Refuses a type in place of a query.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Give a query: 'first(Film.all)' or 'first(Film.where { … })'.")
    public func first<M: Model>(_ type: M.Type) throws -> M? { try first(M.all) }
    /// Refuses a type in place of a query.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Give a query: 'count(Film.all)' or 'count(Film.where { … })'.")
    public func count<M: Model>(_ type: M.Type) throws -> Int { try count(M.all) }
    /// Refuses a type in place of a query.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Give a query: 'exists(Film.all)' or 'exists(Film.where { … })'.")
    public func exists<M: Model>(_ type: M.Type) throws -> Bool { try exists(M.all) }
    /// Refuses a type in place of a query.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "Give a query: 'deleteAll(Film.all)' or 'deleteAll(Film.where { … })'."
    )
    public func deleteAll<M: Model>(_ type: M.Type) throws -> Int { try deleteAll(M.all) }
    /// Refuses a type in place of a query.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Give a query: 'updateAll(Film.all) { $0.year.set(to: 3) }'.")
    public func updateAll<M: Model>(
        _ type: M.Type, @AssignmentBuilder<M> _ assignments: (M.Fields) -> [Assignment<M>]
    ) throws -> Int { try updateAll(M.all, assignments) }
    /// Refuses assignments to the objects of a batch.
    @_documentation(visibility: private)
    @_disfavoredOverload
    @available(*, unavailable, message: "Write '$0.year.set(to: 3)'; 'set' makes the store assign.")
    public func updateAll<M: Model>(_ query: Query<M>, _ change: (M) -> Void) throws -> Int { 0 }
    /// Refuses another name of `insert`.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "insert(_:)", message: "Write 'insert'.")
    public func add<M: Model>(_ object: M) throws { try insert(object) }
    /// Refuses another name of `object`.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'object(Film.self, key)'.")
    public func find<M: Model>(_ type: M.Type, id: M.Key) throws -> M? { try object(type, id) }
    /// Refuses another name of `object`.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'object(Film.self, key)'.")
    public func fetch<M: Model>(_ type: M.Type, _ key: M.Key) throws -> M? { try object(type, key) }
    /// Refuses another name of `object`.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'object(Film.self, key)'.")
    public func get<M: Model>(_ type: M.Type, _ key: M.Key) throws -> M? { try object(type, key) }
    /// Refuses another name of `count`.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "count(_:)", message: "Write 'count'.")
    public func fetchCount<M: Model>(_ query: Query<M>) throws -> Int { try count(query) }
    /// Refuses another name of `save`.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "save()", message: "Write 'save()'.")
    public func saveChanges() throws { try save() }
}
