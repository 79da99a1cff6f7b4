import Granary

/// The data that planes of one maker and model share.
@Model final class Design {
    /// Who builds it.
    @Attribute(.primaryKey) var maker: String
    /// The maker's name for the model.
    @Attribute(.primaryKey) var model: String
    /// The kind of aircraft.
    var kind: String
    /// How many engines it has.
    var engines: Int
    /// How many seats it has.
    var seats: Int
    /// The cruising speed in miles per hour, where it is known.
    var speed: Int?
}
