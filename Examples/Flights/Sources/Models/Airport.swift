import Granary

/// A place flights leave from and go to.
@Model final class Airport {
    /// The three-character FAA code, such as `JFK`.
    @Attribute(.primaryKey) var code: String
    /// The usual name.
    var name: String
    /// Degrees north of the equator.
    var latitude: Double
    /// Degrees east of Greenwich.
    var longitude: Double
    /// Feet above sea level.
    @Attribute(renamedFrom: "altitude") var elevation: Int
    /// Hours ahead of UTC in winter.
    var hoursFromUTC: Int
    /// Whether clocks change in summer.
    var daylightSaving: DaylightSaving
    /// The IANA time zone, such as `America/New_York`, where it is known.
    var timeZone: String?
}

/// Whether an airport changes its clocks in summer.
enum DaylightSaving: String, Sendable {
    /// As most of the United States does.
    case american = "A"
    /// Not at all.
    case none = "N"
    /// It was not recorded.
    case unknown = "U"
}
