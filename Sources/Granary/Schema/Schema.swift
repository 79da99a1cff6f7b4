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

    /// The routes of each entity's relationships to one, by the positions of entity and relationship.
    package let toOneRoutes: [[Route]]
    /// The routes of each entity's relationships to many, by the positions of entity and relationship.
    package let toManyRoutes: [[Route]]
    /// Whether an entity has a relationship to one whose inverse leads to one too, by the entity's position.
    package let hasPartners: [Bool]

    private let positions: [String: Int]

    /// Makes a schema of its resolved parts.
    package init(
        name: String, entities: [Entity], configurations: [String], links: [LinkTable], fingerprint: String
    ) {
        self.name = name
        self.entities = entities
        self.configurations = configurations
        self.links = links
        self.fingerprint = fingerprint
        let positions = Dictionary(
            entities.map { ($0.name, $0.index) }, uniquingKeysWith: { first, _ in first })
        let find: (String) -> Entity? = { name in positions[name].map { entities[$0] } }
        toOneRoutes = Route.find(entities, \.toOne, find)
        toManyRoutes = Route.find(entities, \.toMany, find)
        hasPartners = toOneRoutes.map { $0.contains { $0.inverse != nil && !$0.inverseIsToMany } }
        self.positions = positions
    }

    /// The entity with a name.
    public func entity(_ name: String) -> Entity? { positions[name].map { entities[$0] } }
}
