/// A migration from one version of a schema to the next, with code for changes that a plan alone cannot make.
///
/// ```swift
/// let schema = try Schema("Library", models: [Book.self])
/// let migrations = [
///     Migration(from: "3f2a…", to: schema) { work in
///         try work.each("Book") { old in
///             guard case .integer(let id)? = old["id"], case .text(let name)? = old["name"] else { return }
///             try work.context.object(Book.self, Int(id))?.title = name
///         }
///     }
/// ]
/// let stack = try await PersistentStack.open(schema.following(migrations), backends: [.sqlite])
/// ```
///
/// Before the code runs, the plan between the two versions has been carried out: the old rows are in the new tables,
/// and a required attribute without a value holds the zero of its type. The code sets the real values and adds new
/// objects.
public struct Migration: CodedMigration {
    /// The version that it starts from.
    private enum Source: Sendable {
        case fingerprint(String)
        case schema(Schema)
        case stored(StoredSchema)
        /// The version that it leads to: only the contents of rows change.
        case none
    }

    private let source: Source
    /// The version that it leads to.
    public let target: Schema
    /// The names of steps that may lose data.
    public let consents: Set<String>
    /// The name of a migration of data, which stores record; `nil` for one from one version to another.
    public let name: String?
    /// The configurations whose rows a migration of data is about; `nil` for all of the schema.
    public let configurations: Set<String>?
    private let code: (@Sendable (MigrationWork) throws -> Void)?

    /// Makes a migration from the version with a fingerprint, or its first eight digits, as errors and commands show them.
    ///
    /// Without code it carries out the plan between the two versions. Each of several stores has its own fingerprint,
    /// computed from its models; a recorded schema is the version of all of them, see ``SchemaHistory``.
    public init(
        from fingerprint: String, to target: Schema, consents: Set<String> = [],
        _ code: (@Sendable (MigrationWork) throws -> Void)? = nil
    ) {
        self.init(.fingerprint(fingerprint), target, consents, code)
    }

    /// Makes a migration from a version whose models the program still has.
    public init(
        from source: Schema, to target: Schema, consents: Set<String> = [],
        _ code: (@Sendable (MigrationWork) throws -> Void)? = nil
    ) {
        self.init(.schema(source), target, consents, code)
    }

    /// Makes a migration from a version that a store or a file has recorded.
    public init(
        from source: StoredSchema, to target: Schema, consents: Set<String> = [],
        _ code: (@Sendable (MigrationWork) throws -> Void)? = nil
    ) {
        self.init(.stored(source), target, consents, code)
    }

    /// Makes a migration of data: code that changes the contents of rows, while the models stay the same.
    ///
    /// It runs once in each store, which records its name: after the store has reached the version of the schema, and
    /// before it leaves that version; several at one version run in the order of declaration. A new store counts as
    /// migrated.
    ///
    /// ```swift
    /// let schema = try Schema("Library", models: [Book.self])
    /// let trimming = Migration("trim titles", at: schema) { work in
    ///     try work.each("Book") { old in
    ///         guard case .integer(let id)? = old["id"], case .text(let title)? = old["title"] else { return }
    ///         try work.context.object(Book.self, Int(id))?.title = title.trimmingCharacters(in: .whitespaces)
    ///     }
    /// }
    /// ```
    ///
    /// For a schema in several stores, name the configurations whose rows the code changes; it runs in stores that hold
    /// any of them.
    public init(
        _ name: String, at schema: Schema, in configurations: Set<String>? = nil,
        _ code: @escaping @Sendable (MigrationWork) throws -> Void
    ) {
        self.init(.none, schema, [], code, name, configurations)
    }

    private init(
        _ source: Source, _ target: Schema, _ consents: Set<String>,
        _ code: (@Sendable (MigrationWork) throws -> Void)?, _ name: String? = nil,
        _ configurations: Set<String>? = nil
    ) {
        self.source = source
        self.target = target
        self.consents = consents
        self.code = code
        self.name = name
        self.configurations = configurations
    }

    /// The fingerprint of some configurations in the version that it starts from.
    public func source(of configurations: [String]) -> String? {
        switch source {
        case .fingerprint(let fingerprint): fingerprint
        case .schema(let schema): schema.fingerprint(of: configurations)
        case .stored(let schema): schema.fingerprint(of: Set(configurations))
        case .none: target.fingerprint(of: configurations)
        }
    }

    package var hasCode: Bool { code != nil }

    package func run(from old: StoredRecords, to new: any Store, _ request: MigrationRequest) throws {
        let work = try MigrationWork(target, from: old, to: new, request)
        defer { work.end() }
        try code?(work)
        try work.save()
    }
}
