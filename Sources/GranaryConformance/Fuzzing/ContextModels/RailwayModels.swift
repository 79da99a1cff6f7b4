import Granary

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
    /// The models of programs that replace objects: pairs of a model with itself and of two models, in one store and
    /// across two, lists, and many to many.
    static let railway: [ModelKind] = [carriage, train, plate, locker, tenant]

    private static let carriage = ModelKind(
        key: { $0 }, make: { Carriage(id: $0, label: "c\($1)") }, setters: [{ $0.label = "c\($1)" }],
        references: [
            Reference("next", \Carriage.next, pair: \Carriage.previous),
            Reference("previous", \Carriage.previous, pair: \Carriage.next),
            Reference("train", \Carriage.train, list: \Train.carriages),
        ],
        collections: [Collection("plates", \Carriage.plates, inverse: \Plate.carriages)])

    private static let train = ModelKind(
        key: { $0 }, make: { Train(id: $0, label: "t\($1)") }, setters: [{ $0.label = "t\($1)" }],
        collections: [Collection("carriages", \Train.carriages)])

    private static let plate = ModelKind(
        key: { "p\($0)" }, make: { Plate(word: "p\($0)", label: "p\($1)") },
        setters: [{ $0.label = "p\($1)" }], collections: [Collection("carriages", \Plate.carriages)])

    private static let locker = ModelKind(
        key: { $0 }, make: { Locker(id: $0, label: "l\($1)") }, setters: [{ $0.label = "l\($1)" }],
        references: [Reference("tenant", \Locker.tenant, pair: \Tenant.locker)])

    private static let tenant = ModelKind(
        key: { "n\($0)" }, make: { Tenant(name: "n\($0)", label: "n\($1)") },
        setters: [{ $0.label = "n\($1)" }],
        references: [Reference("locker", \Tenant.locker, pair: \Locker.tenant)])
}
