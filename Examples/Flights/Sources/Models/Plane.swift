import Granary

/// An aircraft, as registered with the FAA.
@Model final class Plane {
    /// The registration painted on its tail, such as `N14228`.
    @Attribute(.primaryKey) var tailNumber: String
    /// The year it was built, where it is known.
    var yearBuilt: Int?
    /// What kind of engines it has; some designs are flown with several.
    var engineKind: String
    /// What it has in common with others of its maker and model.
    @Relationship var design: Design?
}
