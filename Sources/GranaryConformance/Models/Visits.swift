import Granary

/// What others refer to from another configuration, and keep referring to when it is deleted.
@Model final class Patron {
    @Attribute(.primaryKey) var name: String
    @Relationship(inverse: \Visit.patron, onDelete: .noAction) var visits: ToMany<Visit>
}

/// Keeps its reference when its patron is deleted.
@Model final class Visit {
    var id: Int
    var minutes: Int?
    @Relationship var patron: Patron?
}
