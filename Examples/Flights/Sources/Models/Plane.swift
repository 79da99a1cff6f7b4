import Granary

/// An aircraft, as registered with the FAA.
@Model final class Plane {
    /// The registration painted on its tail, such as `N14228`.
    @Attribute(.primaryKey) var tailNumber: String
    /// The year it was built, where it is known.
    var yearBuilt: Int?
    /// What kind of aircraft it is.
    var kind: String
    /// Who built it.
    var maker: String
    /// The maker's name for the model.
    var model: String
    /// How many engines it has.
    var engines: Int
    /// What kind of engines they are.
    var engineKind: String
    /// How many seats it has.
    var seats: Int
    /// The cruising speed in miles per hour, where it is known.
    var speed: Int?
}
