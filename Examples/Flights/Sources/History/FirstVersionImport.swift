import Granary

/// Stores data with the models of the first version, so that there is something to migrate.
struct FirstVersionImport {
    let folder: DataFolder
    let progress: any ImportProgress

    /// Reads everything and saves it; gives the number of flights.
    ///
    /// - Throws: ``DataError`` for data that cannot be read, and any error from saving.
    func run(into context: Context) throws -> Int {
        let read = try ReferenceImport(folder, into: context).read()
        let airlines = read.airlines.mapValues(FirstVersion.Airline.init)
        let airports = read.airports.mapValues(FirstVersion.Airport.init)
        let planes = read.planes.mapValues(FirstVersion.Plane.init)
        try context.insert(contentsOf: Array(airlines.values))
        try context.insert(contentsOf: Array(airports.values))
        try context.insert(contentsOf: Array(planes.values))

        let file = try folder.file("flights.csv")
        var reader = try FlightReader(file, ReferenceData())
        progress.begin("Storing \(folder.title) in version 1", rows: reader.count)
        defer { progress.end() }
        let dataset = FirstVersion.Dataset(
            identifier: file.identifier, source: folder.title, flights: reader.count, isComplete: false)
        try context.insert(dataset)
        var count = 0
        while let flight = try reader.next() {
            let old = FirstVersion.Flight(flight)
            (old.airline, old.plane) = (airlines[flight.carrier], flight.tailNumber.flatMap { planes[$0] })
            (old.origin, old.destination) = (airports[flight.originCode], airports[flight.destinationCode])
            try context.insert(old)
            count += 1
            if count.isMultiple(of: FlightImport.batchSize) {
                try context.save()
                progress.advance(to: count)
            }
        }
        dataset.isComplete = true
        try context.save()
        return count
    }
}

extension FirstVersion.Airline {
    fileprivate convenience init(_ airline: Airline) { self.init(code: airline.code, name: airline.name) }
}

extension FirstVersion.Airport {
    fileprivate convenience init(_ airport: Airport) {
        self.init(
            code: airport.code, name: airport.name, latitude: airport.latitude, longitude: airport.longitude,
            altitude: airport.elevation, hoursFromUTC: airport.hoursFromUTC,
            daylightSaving: airport.daylightSaving, timeZone: airport.timeZone)
    }
}

extension FirstVersion.Plane {
    fileprivate convenience init(_ plane: Plane) {
        let design = plane.design
        self.init(
            tailNumber: plane.tailNumber, yearBuilt: plane.yearBuilt, kind: design?.kind ?? "",
            maker: design?.maker ?? "", model: design?.model ?? "", engines: design?.engines ?? 0,
            engineKind: plane.engineKind, seats: design?.seats ?? 0, speed: design?.speed)
    }
}

extension FirstVersion.Flight {
    fileprivate convenience init(_ flight: Flight) {
        self.init(
            day: flight.day, carrier: flight.carrier, number: flight.number, originCode: flight.originCode,
            scheduledDeparture: flight.scheduledDeparture, scheduledHour: flight.scheduledHour,
            destinationCode: flight.destinationCode, tailNumber: flight.tailNumber,
            departureTime: flight.departureTime, departureDelay: flight.departureDelay,
            scheduledArrivalTime: flight.scheduledArrivalTime, arrivalTime: flight.arrivalTime,
            arrivalDelay: flight.arrivalDelay, airTime: flight.airTime, distance: flight.distance)
    }
}
