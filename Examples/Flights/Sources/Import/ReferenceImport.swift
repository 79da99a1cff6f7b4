import Granary

/// Airlines, airports and planes by their codes, as flights refer to them.
struct ReferenceData {
    /// The airlines by code.
    var airlines: [String: Airline] = [:]
    /// The airports by code.
    var airports: [String: Airport] = [:]
    /// The planes by tail number.
    var planes: [String: Plane] = [:]
}

/// Stores airlines, airports and planes that are not stored yet.
struct ReferenceImport {
    let context: Context
    let folder: DataFolder
    /// How many objects were new.
    private(set) var rows = 0

    init(_ folder: DataFolder, into context: Context) {
        self.folder = folder
        self.context = context
    }

    /// Reads the three files and saves new rows; returns all rows.
    ///
    /// - Throws: ``DataError`` for a file that cannot be read, and any error from saving.
    mutating func run() throws -> ReferenceData {
        let designs = try merge(try context.fetch(Design.all), read("planes.csv", Design.row))
        let data = ReferenceData(
            airlines: try merge(try context.fetch(Airline.all), read("airlines.csv", Airline.row)),
            airports: try merge(try context.fetch(Airport.all), read("airports.csv", Airport.row)),
            planes: try merge(try context.fetch(Plane.all), readPlanes(designs)))
        try context.save()
        return data
    }

    /// Reads the three files into objects that are in no context.
    ///
    /// - Throws: ``DataError`` for a file that cannot be read.
    func read() throws -> ReferenceData {
        let designs = Self.byKey(try read("planes.csv", Design.row))
        return ReferenceData(
            airlines: Self.byKey(try read("airlines.csv", Airline.row)),
            airports: Self.byKey(try read("airports.csv", Airport.row)),
            planes: Self.byKey(try readPlanes(designs)))
    }

    private func readPlanes(_ designs: [Design.Key: Design]) throws -> [Plane] {
        try read("planes.csv") { try Plane.row($0, of: designs) }
    }

    private static func byKey<M: Model>(_ objects: [M]) -> [M.Key: M] {
        Dictionary(objects.map { ($0.objectKey, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func merge<M: Model>(_ stored: [M], _ read: [M]) throws -> [M.Key: M] {
        var known = Self.byKey(stored)
        for object in read where known[object.objectKey] == nil {
            try context.insert(object)
            known[object.objectKey] = object
            rows += 1
        }
        return known
    }

    private func read<M>(_ name: String, _ row: (CSVReader) throws -> (CSVReader) throws -> M) throws -> [M] {
        let file = try folder.file(name)
        var reader = try CSVReader(try file.bytes(), path: file.path)
        let make = try row(reader)
        var objects: [M] = []
        while try reader.advance() { objects.append(try make(reader)) }
        return objects
    }
}

extension Airline {
    /// How a row of airlines.csv becomes an airline.
    fileprivate static func row(_ reader: CSVReader) throws -> (CSVReader) throws -> Airline {
        let code = try reader.column("carrier")
        let name = try reader.column("name")
        return { Airline(code: try $0.text(code), name: try $0.text(name)) }
    }
}

extension Airport {
    /// How a row of airports.csv becomes an airport.
    fileprivate static func row(_ reader: CSVReader) throws -> (CSVReader) throws -> Airport {
        let names = ["faa", "name", "lat", "lon", "alt", "tz", "dst", "tzone"]
        let columns = try names.map(reader.column)
        return { row in
            guard let daylightSaving = DaylightSaving(rawValue: try row.text(columns[6])) else {
                throw row.problem("\(row.name(columns[6])) must be A, N or U.")
            }
            return Airport(
                code: try row.text(columns[0]), name: try row.text(columns[1]),
                latitude: try row.number(columns[2]),
                longitude: try row.number(columns[3]), elevation: try row.integer(columns[4]),
                hoursFromUTC: try row.integer(columns[5]), daylightSaving: daylightSaving,
                timeZone: try row.knownText(columns[7]))
        }
    }
}

extension Design {
    /// How a row of planes.csv becomes a design; the rows of many planes become the same one.
    fileprivate static func row(_ reader: CSVReader) throws -> (CSVReader) throws -> Design {
        let columns = try ["manufacturer", "model", "type", "engines", "seats", "speed"].map(reader.column)
        return { row in
            Design(
                maker: try row.text(columns[0]), model: try row.text(columns[1]),
                kind: try row.text(columns[2]), engines: try row.integer(columns[3]),
                seats: try row.integer(columns[4]), speed: try row.knownInteger(columns[5]))
        }
    }
}

extension Plane {
    /// How a row of planes.csv becomes a plane of a known design.
    fileprivate static func row(
        _ reader: CSVReader, of designs: [Design.Key: Design]
    ) throws -> (CSVReader) throws -> Plane {
        let columns = try ["tailnum", "year", "engine", "manufacturer", "model"].map(reader.column)
        return { row in
            let design = Design.Key(maker: try row.text(columns[3]), model: try row.text(columns[4]))
            return Plane(
                tailNumber: try row.text(columns[0]), yearBuilt: try row.knownInteger(columns[1]),
                engineKind: try row.text(columns[2]), design: designs[design])
        }
    }
}
