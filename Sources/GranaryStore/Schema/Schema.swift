/// A set of models, distributed over named configurations, resolved and validated as a whole.
public final class Schema: Sendable {
    /// The name of the schema.
    public let name: String
    /// The entities, by configuration and then by name; an entity's `index` is its position here.
    public let entities: [Entity]
    /// The names of the configurations, in alphabetical order.
    public let configurations: [String]
    /// Every table of pairs, by name.
    public let links: [LinkTable]
    /// A stable digest of everything that decides how rows are stored; the same in every process and on every
    /// machine.
    public let fingerprint: String

    /// The migrations that lead to it, for stores that hold an older version.
    public let migrations: [any SchemaMigration]
    /// The rules that fill new attributes, including those of saved objects.
    public let backfills: [any SchemaBackfill]
    /// The hooks for the saves of all models, in the order of their calls.
    package let hooks: [any SchemaHook]
    /// The sections that configuration files may have for the modules that the schema uses.
    public let sections: [ConfigurationSection]
    /// Whether programs with older versions of the models may read the stores of this one.
    public let isReadableByOlderVersions: Bool

    /// The rules that add rows to saves.
    package let captures: [any SaveCapture]
    /// Whether any model has hooks, or the schema has hooks for all.
    package let hasHooks: Bool
    private let positions: [String: Int]
    private let types: [ObjectIdentifier: Int]

    /// Makes a schema from its resolved parts.
    package init(
        name: String, entities: [Entity], configurations: [String], links: [LinkTable], fingerprint: String,
        migrations: [any SchemaMigration] = [], backfills: [any SchemaBackfill] = [],
        captures: [any SaveCapture] = [], hooks: [any SchemaHook] = [], sections: [ConfigurationSection] = [],
        isReadableByOlderVersions: Bool = false
    ) {
        self.name = name
        self.isReadableByOlderVersions = isReadableByOlderVersions
        self.migrations = migrations
        self.backfills = backfills
        self.captures = captures
        self.hooks = hooks
        self.sections = sections
        self.entities = entities
        self.configurations = configurations
        self.links = links
        self.fingerprint = fingerprint
        hasHooks = !hooks.isEmpty || entities.contains(where: \.isHooked)
        positions = Dictionary(
            entities.map { ($0.name, $0.index) }, uniquingKeysWith: { first, _ in first })
        types = Dictionary(
            entities.compactMap { entity in entity.type.map { (ObjectIdentifier($0), entity.index) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The entity with a name.
    public func entity(_ name: String) -> Entity? { positions[name].map { entities[$0] } }

    /// The entity of a model, if it is in the schema.
    package func entity(of type: any DescribedModel.Type) -> Entity? {
        types[ObjectIdentifier(type)].map { entities[$0] }
    }
}
