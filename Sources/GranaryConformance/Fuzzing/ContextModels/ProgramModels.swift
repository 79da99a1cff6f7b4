import Granary

/// The models of a program of several contexts.
enum ProgramModels: Sendable {
    /// The kit's own: a run with them is compared with one on reference stores.
    case library
    /// Few, with every kind of relationship, key and delete rule: what each save stores is foreseen.
    case club
    /// Few, for programs that delete keys and insert them again: what each context shows is foreseen.
    case railway

    /// The steps with each of the models.
    var kinds: [ModelKind] {
        switch self {
        case .library: ModelKind.library
        case .club: ModelKind.club
        case .railway: ModelKind.railway
        }
    }

    /// How many objects of each model a program names, apart from those whose keys are made.
    var population: Int { self == .library ? 5 : 4 }

    /// The names of the configurations.
    func configurationNames(_ topology: ConformanceTopology) -> [String] {
        switch self {
        case .library: ConformanceModels.configurationNames(topology)
        case .club: ["Club"]
        case .railway: topology == .apart ? ["Track", "People"] : ["Railway"]
        }
    }

    /// A schema of the models.
    func schema(_ topology: ConformanceTopology) throws -> Schema {
        switch self {
        case .library: try ConformanceModels.schema(topology)
        case .club: try Self.clubSchema.get()
        case .railway: try topology == .apart ? Self.apart.get() : Self.united.get()
        }
    }

    /// The models whose first reading begins the snapshot: one in each store.
    var firstRead: [String] {
        switch self {
        case .library: ["Tag", "Author"]
        case .club: ["Coach"]
        case .railway: ["Train", "Tenant"]
        }
    }

    private static let clubSchema = Result {
        try Schema(
            "Club",
            configurations: ["Club": [Squad.self, Athlete.self, Deal.self, Medal.self, Coach.self]])
    }
    private static let track: [any Model.Type] = [Carriage.self, Train.self, Plate.self, Locker.self]
    private static let united = Result {
        try Schema("Railway", configurations: ["Railway": track + [Tenant.self]])
    }
    private static let apart = Result {
        try Schema("Railway", configurations: ["Track": track, "People": [Tenant.self]])
    }
}

/// An object of a program.
struct ObjectName: Hashable, Sendable {
    /// The position of its model.
    var kind: Int
    var key: ObjectKey
}
