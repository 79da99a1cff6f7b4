import Foundation
import Granary
import Testing

@Model final class Airline {
    @Attribute(.primaryKey) var code: String
    var name: String
    @Relationship(inverse: \Flight.airline, onDelete: .cascade) var flights: ToMany<Flight>
}

@Model final class Flight {
    var id: UUID
    @Attribute(.indexed) var departure: Date
    var delay: Int?
    @Relationship var airline: Airline?
    @Transient var note = ""
}

@Suite struct ModelMacroTests {
    @Test func memberwiseInitialiserTracksNothing() {
        let flight = Flight(departure: Date(timeIntervalSince1970: 0), delay: 3)
        #expect(flight.delay == 3)
        #expect(flight.objectKey == UUID.unassigned)
    }
}
