import Granary

/// A carrier.
@Model final class Airline {
    /// The two-character IATA code, such as `UA`.
    @Attribute(.primaryKey) var code: String
    /// The full name.
    var name: String
}
