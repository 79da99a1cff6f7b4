#if HTTP
    import FoundationEssentials
    import Granary
    import GranarySync

    @Model final class Airline {
        @Attribute(.primaryKey) var code: String
        var name: String
        @Relationship(inverse: \Flight.airline) var flights: ToMany<Flight>

        init(_ code: String, _ name: String) {
            self.code = code
            self.name = name
        }
    }

    @Model final class Flight {
        var id: UUID
        var number: Int
        var delay: Int?
        var departure: Date
        var isLate: Bool
        var fare: Decimal
        var gateName: String
        @Relationship var airline: Airline?
        @Relationship(inverse: \Passenger.flights) var passengers: ToMany<Passenger>

        init(
            id: UUID = UUID(), _ number: Int, delay: Int? = nil, gate: String = "A1", airline: Airline? = nil
        ) {
            self.id = id
            self.number = number
            self.delay = delay
            departure = Date(timeIntervalSince1970: 1_357_035_300)
            isLate = false
            fare = 99.5
            gateName = gate
            self.airline = airline
        }
    }

    @Model final class Passenger {
        var id: UUID
        var name: String
        @Relationship var flights: ToMany<Flight>

        init(_ name: String) { self.name = name }
    }

    /// A place of a leg of a flight, which has two parts.
    @Model final class Leg {
        @Attribute(.primaryKey) var carrier: String
        @Attribute(.primaryKey) var number: Int
        var place: String

        init(_ carrier: String, _ number: Int, _ place: String) {
            self.carrier = carrier
            self.number = number
            self.place = place
        }
    }

    /// A model whose objects the server numbers.
    @Model final class Remark {
        var id: Int
        var text: String
        @Attribute(.unique) var serverID: Int?

        init(_ text: String) { self.text = text }
    }

    /// A model whose objects have names at the server that are no keys.
    @Model final class Gate {
        var id: UUID
        var area: String
        @Attribute(.unique) var code: String?

        init(_ area: String) {
            id = UUID()
            self.area = area
        }
    }

    func flightSchema() throws -> Schema {
        try Schema(
            "Airport", models: [Airline.self, Flight.self, Passenger.self, Leg.self, Remark.self, Gate.self]
        )
        .syncing {
            Synced(Remark.self, writes: .localAndRemote, remoteID: { $0.serverID })
            Synced(Gate.self, writes: .localAndRemote, remoteID: { $0.code })
            Synced(Airline.self, writes: .localAndRemote)
            Synced(Flight.self, writes: .localAndRemote)
            Synced(Passenger.self, writes: .localAndRemote)
            Synced(Leg.self, writes: .localAndRemote)
        }
    }
#endif
