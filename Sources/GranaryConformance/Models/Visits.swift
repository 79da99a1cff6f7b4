import Granary

/// A patron, to whom objects of another configuration refer, even after it was deleted.
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
