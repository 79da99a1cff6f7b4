import FoundationEssentials
import Granary

/// A trip that somebody has planned; durable, so it says itself what must not be lost with the reference data.
@Model final class Trip {
    var id: UUID
    /// The key of the flight, which begins with when it leaves.
    var flightCode: String
    var destination: String
    /// `nil` when the reference data are gone.
    @Relationship var flight: Flight?

    init(by flight: Flight) {
        flightCode = flight.code
        destination = flight.destination
        self.flight = flight
    }
}
