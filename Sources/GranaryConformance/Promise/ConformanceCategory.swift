/// A group of behaviours; the codes come from the design's study of other systems, which leaves gaps.
public struct ConformanceCategory: Sendable, Hashable {
    /// The short code, such as `C10`.
    public let code: String
    /// The topic in words.
    public let title: String

    /// Makes a category.
    public init(_ code: String, _ title: String) {
        self.code = code
        self.title = title
    }

    /// Store types, registries and configurations.
    public static let registration = ConformanceCategory("C1", "Registration and configuration")
    /// Opening, closing, reopening and destroying stores.
    public static let lifecycle = ConformanceCategory("C2", "Lifecycle")
    /// Claimed capabilities and actual abilities agree.
    public static let capabilities = ConformanceCategory("C3", "Capability honesty")
    /// Values are read back as they were written.
    public static let scalars = ConformanceCategory("C4", "Scalar round trip")
    /// Structures, collections, enumerations.
    public static let structures = ConformanceCategory("C5", "Structured values")
    /// Keys, and one object per key.
    public static let identity = ConformanceCategory("C6", "Identity")
    /// Inserting, changing and deleting single objects.
    public static let basics = ConformanceCategory("C7", "Insert, update, delete")
    /// Uniqueness, keys, references.
    public static let constraints = ConformanceCategory("C8", "Constraints")
    /// Connections between objects, and the effects of deletions on them.
    public static let relationships = ConformanceCategory("C9", "Relationships")
    /// The meaning of conditions.
    public static let predicates = ConformanceCategory("C10", "Predicate semantics")
    /// Random programs against the reference store.
    public static let differential = ConformanceCategory("C11", "Differential fuzz")
    /// Orders, limits, pages.
    public static let sorting = ConformanceCategory("C12", "Sorting, paging, limits")
    /// Sums, means, groups, projections.
    public static let aggregates = ConformanceCategory("C13", "Aggregates, grouping, projections")
    /// The loading of relationships, and its cost.
    public static let loading = ConformanceCategory("C14", "Loading")
    /// Objects one after the other.
    public static let streaming = ConformanceCategory("C15", "Streaming")
    /// Changes saved together.
    public static let unitOfWork = ConformanceCategory("C16", "Unit of work")
    /// Saves are complete or have no effect, for other contexts too.
    public static let transactions = ConformanceCategory("C17", "Transactions")
    /// The visibility of one context's work to another.
    public static let isolation = ConformanceCategory("C18", "Isolation anomalies")
    /// Two contexts that change the same objects.
    public static let concurrency = ConformanceCategory("C19", "Optimistic concurrency and merge")
    /// Many tasks, few threads, actors.
    public static let tasks = ConformanceCategory("C20", "Concurrency and Swift 6")
    /// Many objects at once.
    public static let bulk = ConformanceCategory("C21", "Bulk operations")
    /// Connections that are lost before, during and after a save; only for backends that reach stores over a network.
    public static let connections = ConformanceCategory("C23", "Connection faults")
    /// Tables and names, and stores with other content.
    public static let schemas = ConformanceCategory("C25", "Schema lifecycle")
    /// Stores that are migrated to changed models.
    public static let migrations = ConformanceCategory("C26", "Migrations")
    /// The notices of saves to observers, and their time.
    public static let observation = ConformanceCategory("C28", "Observation")
    /// The use of indexes, and plans that report it.
    public static let indexes = ConformanceCategory("C29", "Index use")
    /// Failures have error codes.
    public static let errors = ConformanceCategory("C32", "Errors")
    /// Hostile text, private files, errors without values.
    public static let security = ConformanceCategory("C33", "Security")
    /// Long use leaves no files, memory or sessions behind.
    public static let limits = ConformanceCategory("C34", "Resource limits")
    /// Reports of operations, and the data they must not contain.
    public static let telemetry = ConformanceCategory("C35", "Telemetry")
    /// Queries in the engine's own language, and writes that bypass contexts.
    public static let native = ConformanceCategory("C36", "Native access")
    /// Costs that grow with the request, not with the store.
    public static let performance = ConformanceCategory("C37", "Performance floor")
    /// Objects as values and as JSON, and stored rows made equal to them.
    public static let values = ConformanceCategory("C39", "Values and reconciling")
    /// The refusals of saves, and the hooks of the objects that they write.
    public static let rules = ConformanceCategory("C40", "Rules and hooks")
    /// Work with handles, in queues.
    public static let actions = ConformanceCategory("C41", "Actions")
    /// Stacks that have stores in common, and are told of each other's saves in them.
    public static let sharing = ConformanceCategory("C45", "Stacks that share")
}
