public import Granary

/// The models of the workshop.
public enum WorkshopSchema {
    /// Makes the schema; the configuration “Default” is the store of all models.
    public static func make() throws -> Schema {
        try Schema("Workshop", models: [Booking.self, Day.self, Work.self])
    }
}
