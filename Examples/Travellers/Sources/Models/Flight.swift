import Granary

/// A flight of January 2013; its key says when and what: `2013-01-01 05:15 UA 1545 EWR`.
@Model final class Flight {
    @Attribute(.primaryKey) var code: String
    var number: String
    var origin: String
    @Attribute(.indexed) var destination: String
    @Relationship var airline: Airline?
}
