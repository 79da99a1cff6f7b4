import Granary

/// The models of programs that delete keys and insert them again: pairs of a model with itself and of two models, in
/// one store and across two, lists, and many to many.
enum RailwayModels {
    /// How many objects of each model a program names.
    static let population = 4

    /// The names of the configurations.
    static func configurationNames(_ topology: ConformanceTopology) -> [String] {
        topology == .apart ? ["Track", "People"] : ["Railway"]
    }

    /// The schema in one configuration or in two.
    static func schema(_ topology: ConformanceTopology) throws -> Schema {
        try topology == .apart ? apart.get() : united.get()
    }

    private static let track: [any Model.Type] = [Carriage.self, Train.self, Plate.self, Locker.self]
    private static let united = Result {
        try Schema("Railway", configurations: ["Railway": track + [Tenant.self]])
    }
    private static let apart = Result {
        try Schema("Railway", configurations: ["Track": track, "People": [Tenant.self]])
    }
}

/// A link of a chain, which belongs to a train.
@Model final class Carriage {
    var id: Int
    var label: String = ""
    @Relationship var next: Carriage?
    @Relationship(inverse: \Carriage.next) var previous: Carriage?
    @Relationship var train: Train?
    @Relationship var plates: ToMany<Plate>
}

/// Has carriages, which are free when it is deleted.
@Model final class Train {
    var id: Int
    var label: String = ""
    @Relationship(inverse: \Carriage.train, onDelete: .nullify) var carriages: ToMany<Carriage>
}

/// Is on many carriages, and each of these has many.
@Model final class Plate {
    @Attribute(.primaryKey) var word: String
    var label: String = ""
    @Relationship(inverse: \Carriage.plates) var carriages: ToMany<Carriage>
}

/// Belongs to one tenant, who may be in another store.
@Model final class Locker {
    var id: Int
    var label: String = ""
    @Relationship var tenant: Tenant?
}

/// Has one locker.
@Model final class Tenant {
    @Attribute(.primaryKey) var name: String
    var label: String = ""
    @Relationship(inverse: \Locker.tenant) var locker: Locker?
}

extension ModelKind {
    /// The models of programs that replace objects.
    static let railway: [ModelKind] = [carriage, train, plate, locker, tenant]

    private static let carriage = ModelKind(
        "Carriage", key: { $0 }, make: { Carriage(id: $0, label: "c\($1)") },
        setters: [{ $0.label = "c\($1)" }],
        references: [
            Reference("next", to: "Carriage") { (owner: Carriage, other: Carriage?) in owner.next = other },
            Reference("previous", to: "Carriage") { (owner: Carriage, other: Carriage?) in
                owner.previous = other
            },
            Reference("train", to: "Train") { (owner: Carriage, other: Train?) in owner.train = other },
        ],
        collections: [Collection("plates", of: "Plate") { (owner: Carriage) in owner.plates }])

    private static let train = ModelKind(
        "Train", key: { $0 }, make: { Train(id: $0, label: "t\($1)") },
        setters: [{ $0.label = "t\($1)" }],
        collections: [Collection("carriages", of: "Carriage") { (owner: Train) in owner.carriages }])

    private static let plate = ModelKind(
        "Plate", key: { "p\($0)" }, make: { Plate(word: "p\($0)", label: "p\($1)") },
        setters: [{ $0.label = "p\($1)" }],
        collections: [Collection("carriages", of: "Carriage") { (owner: Plate) in owner.carriages }])

    private static let locker = ModelKind(
        "Locker", key: { $0 }, make: { Locker(id: $0, label: "l\($1)") },
        setters: [{ $0.label = "l\($1)" }],
        references: [
            Reference("tenant", to: "Tenant") { (owner: Locker, other: Tenant?) in owner.tenant = other }
        ])

    private static let tenant = ModelKind(
        "Tenant", key: { "n\($0)" }, make: { Tenant(name: "n\($0)", label: "n\($1)") },
        setters: [{ $0.label = "n\($1)" }],
        references: [
            Reference("locker", to: "Locker") { (owner: Tenant, other: Locker?) in owner.locker = other }
        ])
}

/// The two sides of a relationship of the railway, as getters.
struct RailwayPair: Sendable {
    let name: String
    let owner: Int
    let target: Int
    /// The one that an object refers to.
    let read: @Sendable (any Model) -> (any Model)?
    /// Those that refer to an object: one at most in a pair.
    let back: @Sendable (any Model) -> [any Model]

    static let all: [RailwayPair] = [
        RailwayPair(
            name: "next", owner: 0, target: 0, read: { ($0 as? Carriage)?.next },
            back: { [($0 as? Carriage)?.previous].compactMap(\.self) }),
        RailwayPair(
            name: "previous", owner: 0, target: 0, read: { ($0 as? Carriage)?.previous },
            back: { [($0 as? Carriage)?.next].compactMap(\.self) }),
        RailwayPair(
            name: "train", owner: 0, target: 1, read: { ($0 as? Carriage)?.train },
            back: { ($0 as? Train).map { Array($0.carriages) } ?? [] }),
        RailwayPair(
            name: "tenant", owner: 3, target: 4, read: { ($0 as? Locker)?.tenant },
            back: { [($0 as? Tenant)?.locker].compactMap(\.self) }),
        RailwayPair(
            name: "locker", owner: 4, target: 3, read: { ($0 as? Tenant)?.locker },
            back: { [($0 as? Locker)?.tenant].compactMap(\.self) }),
    ]
}
