import FoundationEssentials
import Granary

extension FirstVersion {
    /// One departure from New York, flown or cancelled.
    @Model final class Flight {
        @Attribute(.primaryKey) var day: Date
        @Attribute(.primaryKey) var carrier: String
        @Attribute(.primaryKey) var number: Int
        @Attribute(.primaryKey) var originCode: String
        @Attribute(.primaryKey) var scheduledDeparture: Date

        var scheduledHour: Date
        var destinationCode: String
        var tailNumber: String?

        var departureTime: Int?
        var departureDelay: Int?
        var scheduledArrivalTime: Int
        var arrivalTime: Int?
        var arrivalDelay: Int?
        var airTime: Int?
        var distance: Int

        @Relationship var airline: Airline?
        @Relationship var origin: Airport?
        @Relationship var destination: Airport?
        @Relationship var plane: Plane?
    }

    /// A file of flights that was imported, or is being imported.
    @Model final class Dataset {
        @Attribute(.primaryKey) var identifier: String
        var source: String
        var flights: Int
        var isComplete: Bool
    }

    /// One import: its data, time and speed.
    @Model final class ImportRun {
        var id: UUID
        var source: String
        var started: Date
        var rows: Int
        var seconds: Double
    }
}
