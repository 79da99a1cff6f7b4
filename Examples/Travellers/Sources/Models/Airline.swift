import Granary

/// An airline by its code, such as `UA`; reference data for everybody.
@Model final class Airline {
    @Attribute(.primaryKey) var code: String
    var name: String
}
