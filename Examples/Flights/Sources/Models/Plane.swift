import Granary

/// An aircraft, as registered with the FAA.
@Model final class Plane {
    /// The registration painted on its tail, such as `N14228`.
    @Attribute(.primaryKey) var tailNumber: String
    /// The year it was built, where it is known.
    var yearBuilt: Int?
    /// The kind of engines; some designs are flown with several.
    var engineKind: String
    /// The data that it shares with others of its maker and model.
    @Relationship var design: Design?
}
