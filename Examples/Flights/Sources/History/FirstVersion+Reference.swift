import Granary

extension FirstVersion {
    /// A carrier.
    @Model final class Airline {
        @Attribute(.primaryKey) var code: String
        var name: String
    }

    /// A place flights leave from and go to.
    @Model final class Airport {
        @Attribute(.primaryKey) var code: String
        var name: String
        var latitude: Double
        var longitude: Double
        var altitude: Int
        var hoursFromUTC: Int
        var daylightSaving: DaylightSaving
        var timeZone: String?
    }

    /// An aircraft; the maker's data about the model are repeated for each one.
    @Model final class Plane {
        @Attribute(.primaryKey) var tailNumber: String
        var yearBuilt: Int?
        var kind: String
        var maker: String
        var model: String
        var engines: Int
        var engineKind: String
        var seats: Int
        var speed: Int?
    }
}
