/// Objects that read and save themselves, as in other frameworks; the compiler says what to write.
extension Model {
    /// Refuses a save without a context.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "Insert a new object, 'try context.insert(film)'; 'try context.save()' saves all."
    )
    public func save() throws {}
    /// Refuses a save without a context.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "Insert a new object, 'try context.insert(film)'; 'try context.save()' saves all."
    )
    public func save<Database>(on database: Database) async throws {}
    /// Refuses an insertion from the side of the object.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'try context.insert(film)'.")
    public func insert<Database>(_ database: Database) throws {}
    /// Refuses a deletion without a context.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'try context.delete(film)'.")
    public func delete() throws {}
    /// Refuses a deletion without a context.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'try context.delete(film)'.")
    public func delete<Database>(on database: Database) async throws {}
    /// Refuses a query that fetches itself.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "Write 'Film.where { … }', and give it to a context: 'context.fetch(query)'."
    )
    public static func query<Database>(on database: Database) -> Query<Self> { all }
    /// Refuses a look-up without a context.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'context.object(Film.self, key)'.")
    public static func find<Database>(_ key: Key?, on database: Database) async throws -> Self? { nil }
    /// Refuses a fetch without a context.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'context.fetch(Film.all)'.")
    public static func fetchAll<Database>(_ database: Database) throws -> [Self] { [] }
    /// Refuses a look-up without a context.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'context.object(Film.self, key)'.")
    public static func fetchOne<Database>(_ database: Database, key: Key) throws -> Self? { nil }
    /// Refuses a request by another name.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write 'Film.all', or 'Film.where { … }'.")
    public static func fetchRequest() -> Query<Self> { all }
}
