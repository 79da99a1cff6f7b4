/// A migration from one version of a schema to the next, with code for changes that a plan cannot make by itself.
///
/// ```swift
/// let schema = try Schema("Library", models: [Book.self])
/// let migrations = [
///     Migration(from: "3f2a…", to: schema) { work in
///         try work.each("Book") { old in
///             let book = try work.context.object(Book.self, old.key)
///             …
///         }
///     }
/// ]
/// let stack = try await PersistentStack.open(schema.following(migrations), …)
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
    }

    private let source: Source
    /// The version that it leads to.
    public let target: Schema
    /// The names of steps that may lose data.
    public let consents: Set<String>
    private let code: (@Sendable (MigrationWork) throws -> Void)?

    /// Makes a migration from the version with a fingerprint, as an error names it.
    ///
    /// Without code it carries out the plan between the two versions. If a schema is stored in several stores, use the
    /// fingerprint of one of them.
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

    private init(
        _ source: Source, _ target: Schema, _ consents: Set<String>,
        _ code: (@Sendable (MigrationWork) throws -> Void)?
    ) {
        (self.source, self.target, self.consents, self.code) = (source, target, consents, code)
    }

    /// The fingerprint of some configurations in the version that it starts from.
    public func source(of configurations: [String]) -> String? {
        switch source {
        case .fingerprint(let fingerprint): fingerprint
        case .schema(let schema): schema.fingerprint(of: configurations)
        case .stored(let schema): schema.fingerprint(of: Set(configurations))
        }
    }

    package var hasCode: Bool { code != nil }

    package func run(_ stage: MigrationStage) throws {
        let work = try MigrationWork(stage)
        defer { work.end() }
        try code?(work)
        try work.save()
    }
}
